import Courses
import Diagnostics
import Shell
import TestSupport
import Testing

import struct Foundation.Date
import class Foundation.FileManager
import struct Foundation.URL
import struct Foundation.UUID

/// Whole sessions, as a person would see them: the lines of `<name>.input` are typed, `<name>.transcript` is what is on the
/// screen then. `UPDATE_EXPECTATIONS=1` writes the transcripts anew, and fails.
@Suite("Sessions at the prompt read as recorded")
struct TranscriptTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  @Test(
    "Transcript",
    arguments: [
      "first-session", "mistakes", "lesson", "exercise", "tables", "contexts", "fetching", "diagrams", "stores",
      "normalizing", "reader", "prompt-words", "practice",
    ])
  func transcript(name: String) throws {
    let state = try TemporaryFolder()
    let input = try text("Transcripts/\(name).input")
    let found = Self.screen(typing: input, progressPath: state.path + "/progress.json")
    let file = Self.folder.appendingPathComponent("Transcripts/\(name).transcript")
    if Terminal.environment("UPDATE_EXPECTATIONS") == "1" {
      try found.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(file.lastPathComponent): look at the difference and run again")
      return
    }
    let expected = try text("Transcripts/\(name).transcript")
    if found != expected {
      let pair = zip(
        found.split(separator: "\n", omittingEmptySubsequences: false),
        expected.split(separator: "\n", omittingEmptySubsequences: false))
      let line = pair.enumerated().first { $0.element.0 != $0.element.1 }
      Issue.record(
        """
        \(name) differs at line \((line?.offset ?? 0) + 1):
        is:     \(line.map { String($0.element.0) } ?? "(longer or shorter)")
        should: \(line.map { String($0.element.1) } ?? "(longer or shorter)")
        """)
    }
  }

  /// Returns the screen after these lines; `^C` and `^D` are the keys. After `^N` comes the next day: the program is left,
  /// and started again.
  static func screen(typing input: String, progressPath: String) -> String {
    input.components(separatedBy: "^N\n").enumerated().map { day, input in
      screen(typing: input, on: day, progressPath: progressPath)
    }.joined(separator: "\n--- the next day ---\n\n")
  }

  private static func screen(typing input: String, on day: Int, progressPath: String) -> String {
    var screen = ""
    let lines = input.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line -> LineInput in
      switch line {
      case "^C": .interrupted
      case "^D": .end
      default: .line(String(line))
      }
    }
    var world = world(progressPath: progressPath)
    world.today = { day }
    var session = Session(.prompt, style: .plain, world: world)
    session.run(ScriptedReader(lines) { screen += $0 + "\n" }) { screen += $0 }
    return screen
  }

  static func world(progressPath: String?) -> Session.World {
    Session.World(
      library: Library(root: SmallCourse.path),
      progressStore: progressPath.map { ProgressStore(path: $0) })
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.folder.appendingPathComponent(path), encoding: .utf8)
  }
}
