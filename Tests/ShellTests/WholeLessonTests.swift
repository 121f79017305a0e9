import Courses
import Diagnostics
import Shell
import Testing

import struct Foundation.URL

/// The lessons that the program ships, done from beginning to end at the prompt by somebody who knows everything.
@Suite("Every lesson can be done to its end by typing")
struct WholeLessonTests {
  static let library = Library(
    root: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path)

  @Test("From the first step to the last", arguments: library.lessons().entries.map(\.slug))
  func wholeLesson(slug: String) throws {
    let lesson = try #require(Self.library.lesson(slug).lesson)
    let folder = try TemporaryFolder()
    let store = ProgressStore(path: folder.path + "/progress.json")
    var screen = ""
    var session = Session(.prompt, world: Session.World(library: Self.library, progressStore: store))
    session.run(ScriptedReader(Self.lines(for: lesson))) { screen += $0 }
    #expect(screen.contains("That was lesson \(lesson.number), \(lesson.title)."))
    #expect(store.load().progress.lessons[slug]?.isDone == true)
    #expect(!screen.contains("Not so"))
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
        case .prose, .graph, .task, .check, .hint, .note: break
        }
      }
    }
    return lines
  }
}
