import Foundation
import Support
import TestSupport
import Testing

@testable import Tools

@Suite("Checking on every change")
struct CourseWatchTests {
  /// What a watch writes when the files change as given, one state for each look at them.
  static func written(_ states: [CourseWatch.Files], isInterrupted: (Int) -> Bool = { _ in false }) -> String {
    var looks = 0
    var checks = 0
    var text = ""
    CourseWatch(
      files: {
        defer { looks += 1 }
        return states[min(looks, states.count - 1)]
      }, wait: { looks < states.count }, time: { "14:03:0\(checks)" }, write: { text += $0 }
    ).run {
      checks += 1
      return isInterrupted(checks) ? nil : ["check \(checks)"]
    }
    return text
  }

  static func files(_ sizes: [String: Int64]) -> CourseWatch.Files {
    sizes.mapValues { AtomicFile.Stamp(device: 1, file: 1, size: $0, seconds: 0, nanoseconds: 0) }
  }

  @Test("It checks at once, then after each change, and says when and why")
  func changes() {
    let states: [[String: Int64]] = [
      ["a": 1], ["a": 1], ["a": 2], ["a": 2], ["a": 2, "b": 1], ["a": 3, "b": 2], ["b": 2],
    ]
    #expect(
      Self.written(states.map(Self.files)) == """
        14:03:00: watching the course; Ctrl-C stops
        check 1
        14:03:01: a has changed
        check 2
        14:03:02: b has changed
        check 3
        14:03:03: 2 files have changed
        check 4
        14:03:04: a has changed
        check 5

        """)
  }

  @Test("An interrupted check is not shown")
  func interrupted() {
    #expect(
      Self.written([["a": 1], ["a": 2]].map(Self.files)) { $0 == 2 }
        == "14:03:00: watching the course; Ctrl-C stops\ncheck 1\n")
  }

  @Test("Every file that a check reads is watched")
  func stamps() throws {
    let course = try TemporaryFolder(LineEndTests.files)
    #expect(Set(course.library.stamps().keys) == Set(LineEndTests.files.keys))
    let before = course.library.stamps()
    try course.write("// Another.\nlet two = 3\n", to: "Exercises/01-sums/two/wrong/three.graph")
    try course.write("let two = 2\n", to: "Exercises/01-sums/two/right/plain.graph")
    try FileManager.default.removeItem(atPath: course.path + "/Lessons/Worlds/one.graph")
    #expect(
      CourseWatch.changes(from: before, to: course.library.stamps()) == [
        "Exercises/01-sums/two/right/plain.graph", "Exercises/01-sums/two/wrong/three.graph",
        "Lessons/Worlds/one.graph",
      ])
  }
}
