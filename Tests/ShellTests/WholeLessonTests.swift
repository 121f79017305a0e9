import Courses
import Diagnostics
import Foundation
import Shell
import TestSupport
import Testing

/// The lessons that the program ships, done from beginning to end at the prompt by somebody who knows everything.
@Suite("Every lesson can be done to its end by typing")
struct WholeLessonTests {
  static let library = Library(
    root: BuiltProgram.root.path)

  @Test("From the first step to the last", arguments: library.lessons().entries.map(\.slug))
  func wholeLesson(slug: String) throws {
    let lesson = try #require(Self.library.lesson(slug).lesson)
    let folder = try TemporaryFolder()
    let store = ProgressStore(path: folder.path + "/progress.json")
    let code = Self.swiftLines(of: lesson)
    var screen = ""
    var session = Session(.prompt, world: Session.World(library: Self.library, progressStore: store))
    session.run(ScriptedReader(Self.lines(for: lesson))) { reply in
      screen += reply
      let read = Self.lines(toReadIn: reply).filter { !code.contains($0.trimmingCharacters(in: .whitespaces)) }
      #expect(read.count <= 24, "\(read.count) lines without a pause:\n\(read.joined(separator: "\n"))")
    }
    #expect(screen.contains("That was lesson \(lesson.number), \(lesson.title)."))
    #expect(store.load().progress.lessons[slug]?.isDone == true)
    #expect(!screen.contains("Not so"))
  }

  /// The prose and the outputs of a reply: its lines without titles and statements, the blank ones, the verdict on an
  /// answer and the first output, which decides it, and the question or task that ends it.
  static func lines(toReadIn reply: String) -> [Substring] {
    let lines = reply.split(separator: "\n", omittingEmptySubsequences: false)
    let verdict = lines.firstIndex { $0.hasPrefix("Right") || $0.hasPrefix("The answer is") }
    let output = verdict.flatMap { lines[$0...].firstIndex { $0.hasPrefix("graph> ") } ?? $0 }
    // Prose begins with a capital, and what an output says after a blank line does not.
    let start =
      output.flatMap { first in
        lines.indices[first...].first { index in
          lines[index].isEmpty && (index + 1 == lines.endIndex || lines[index + 1].first?.isUppercase != false)
        }
      } ?? 0
    let ends = ["What do you think?", "Your turn"]
    let end = lines.indices.first { index in ends.contains { lines[index].hasPrefix($0) } } ?? lines.endIndex
    guard start < end else { return [] }
    return lines[start..<end].filter { line in
      !line.allSatisfy(\.isWhitespace) && !line.hasPrefix("graph> ") && !line.hasPrefix("  ...> ")
        && line.prefixMatch(of: #/Lesson \d+ · |\d+ of \d+ · /#) == nil
    }
  }

  /// The lines of the lesson's Swift code.
  static func swiftLines(of lesson: Lesson) -> Set<String> {
    var isCode = false
    var found: Set<String> = []
    for line in lesson.source.text.split(separator: "\n") {
      if line.hasPrefix("```") {
        isCode = line == "```swift"
      } else if isCode {
        found.insert(line.trimmingCharacters(in: .whitespaces))
      }
    }
    return found
  }

  /// The input: the right answers, the solutions, and `next` between the steps.
  static func lines(for lesson: Lesson) -> [String] {
    var lines = ["lesson \(lesson.number)"]
    for (index, step) in lesson.steps.enumerated() {
      if index > 0 { lines.append("next") }
      for block in step.blocks {
        switch block {
        case .predict(let prediction):
          switch prediction.answer {
          case .choices(let choices):
            lines.append(choices.indices.filter { choices[$0].isRight }.map { "\($0 + 1)" }.joined(separator: ", "))
          case .expression: lines.append("skip")
          }
        case .solution(let source): lines += source.text.split(separator: "\n").map(String.init)
        case .prose, .graph, .task, .check, .hint, .wrong, .note: break
        }
      }
    }
    return lines
  }
}
