import class Foundation.FileManager
import struct Foundation.URL

/// The statements in the lessons and exercises of the repository.
enum CourseFiles {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// The paths of the lessons.
  static let lessons = names(in: "Lessons").filter { $0.hasSuffix(".md") }.map { "Lessons/" + $0 }

  /// The folders of the exercises.
  static let exercises = names(in: "Exercises").flatMap { chapter in
    names(in: "Exercises/" + chapter).map { "Exercises/\(chapter)/\($0)" }
  }

  /// The right and wrong answers to an exercise.
  static func answers(in folder: String) throws -> [String] {
    ["right", "wrong"].flatMap { kind in names(in: "\(folder)/\(kind)").map { "\(folder)/\(kind)/\($0)" } }
  }

  /// The blocks of statements in a lesson, each with those that run before it.
  static func steps(ofLesson path: String) throws -> [(before: [String], block: String)] {
    var world: [String] = []
    var before: [String] = []
    var found: [(before: [String], block: String)] = []
    var block: [Substring]?
    for line in try text(of: path).split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("world: ") {
        world = [try text(of: "Lessons/Worlds/\(line.dropFirst(7)).graph")]
        before = world
      } else if line.hasPrefix("## "), line.contains("{fresh") {
        before = world
      } else if line == "```graph" || line == "```solution" {
        block = []
      } else if line == "```", let lines = block {
        let text = lines.joined(separator: "\n")
        found.append((before, text))
        before.append(text)
        block = nil
      } else {
        block?.append(line)
      }
    }
    return found
  }

  static func text(of path: String) throws -> String {
    try String(contentsOf: URL(fileURLWithPath: "\(root)/\(path)"), encoding: .utf8)
  }

  private static func names(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }
}
