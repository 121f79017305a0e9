import Courses
import Diagnostics
import TestSupport
import Testing

import struct Foundation.Data
import class Foundation.FileManager
import struct Foundation.UUID

@Suite("Keeping progress")
struct ProgressStoreTests {
  static func some() -> Progress {
    var progress = Progress()
    progress.place = .init(lesson: "sums", step: 1)
    progress.lessons["sums"] = {
      var lesson = LessonProgress()
      lesson.steps = 3
      lesson.done = [0, 2]
      lesson.hints = 1
      return lesson
    }()
    progress.note(exercise: "01-counting/two", score: 7.5, maxScore: 10, passed: false)
    return progress
  }

  @Test func thereAndBack() throws {
    let folder = try TemporaryFolder()
    let store = ProgressStore(path: folder.progress)
    #expect(store.load().progress == Progress())
    try store.update { $0 = Self.some() }
    try store.update { $0 = Self.some() }
    let (progress, diagnostics) = store.load()
    #expect(progress == Self.some())
    #expect(diagnostics.isEmpty)
    #expect(folder.names == ["progress.json"])
    #expect(
      try folder.text(of: "progress.json") == """
        {
          "exercises" : {
            "01-counting/two" : {
              "attempts" : 1,
              "bestScore" : 7.5,
              "hints" : 0,
              "isDone" : false,
              "maxScore" : 10
            }
          },
          "lessons" : {
            "sums" : {
              "done" : [
                0,
                2
              ],
              "hints" : 1,
              "skipped" : [

              ],
              "steps" : 3
            }
          },
          "place" : {
            "lesson" : "sums",
            "step" : 1
          },
          "version" : 1
        }

        """)
  }

  @Test(arguments: [
    "", "{", "[]", "{}", "null", "{\"version\": 1}",
    "{\"version\": 1, \"lessons\": {}, \"exercisez\": {\"a\": {}}}", "{\"version\": 1, \"exercises\": {}}",
    "{\"version\": 1, \"lessons\": {}, \"exercises\": {\"a\": {\"attempts\": 1}}}",
    "{\"version\": 1, \"lessons\": {}, \"exercises\": {\"a\": {\"attempts\": -1, \"bestScore\": 1, \"maxScore\": 1, \"hints\": 0, \"isDone\": true}}}",
    "{\"version\": 1, \"lessons\": {}, \"exercises\": {\"a\": {\"attempts\": 9223372036854775808, \"bestScore\": 1, \"maxScore\": 1, \"hints\": 0, \"isDone\": true}}}",
    "{\"version\": 0}", "{\"version\": \"1\"}", "{\"version\": 1, \"lessons\": 3}",
    "{\"version\": 1, \"lessons\": {\"a\": {\"steps\": 9223372036854775807, \"done\": [], \"skipped\": [], \"hints\": 0}}}",
    "{\"version\": 1, \"lessons\": {\"a\": {\"steps\": -1, \"done\": [], \"skipped\": [], \"hints\": 0}}}",
    "{\"version\": 1, \"place\": {\"lesson\": \"a\", \"step\": -9223372036854775808}}",
    String(repeating: "[", count: 600), "\u{0}\u{1}\u{2}",
  ])
  func aDamagedFileIsSetAside(text: String) throws {
    let folder = try TemporaryFolder()
    try folder.keep(text)
    let (progress, diagnostics) = ProgressStore(path: folder.progress).load()
    #expect(progress == Progress())
    #expect(diagnostics.map(\.message) == ["'\(folder.progress)' is damaged"])
    #expect(diagnostics.map(\.hint) == ["it is kept as \(folder.progress).damaged-1; a new record begins"])
    #expect(folder.names == ["progress.json.damaged-1"])
    #expect(try folder.text(of: "progress.json.damaged-1") == text)
  }

  @Test func aNewerFileIsSetAsideAndNoneIsOverwritten() throws {
    let folder = try TemporaryFolder()
    let store = ProgressStore(path: folder.progress)
    try folder.keep("damaged")
    _ = store.load()
    try folder.keep("{\"version\": 2}")
    #expect(
      store.load().diagnostics.map(\.message) == [
        "'\(folder.progress)' was written by a newer graphbook (version 2)"
      ])
    try folder.keep("{\"version\": 3}")
    try store.update { $0 = Self.some() }
    #expect(try folder.text(of: "progress.json.damaged-1") == "damaged")
    #expect(try folder.text(of: "progress.json.damaged-2") == "{\"version\": 2}")
    #expect(try folder.text(of: "progress.json.damaged-3") == "{\"version\": 3}")
    #expect(store.load().progress == Self.some())
  }

  @Test("Programs side by side lose nothing: attempts add up, what is passed stays passed, the best stays the best")
  func sideBySide() async throws {
    let folder = try TemporaryFolder()
    let store = ProgressStore(path: folder.progress)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          try store.update { $0.note(exercise: "all", score: Double(number), maxScore: 20, passed: number == 3) }
          try store.update { $0.note(exercise: "own-\(number)", score: 1, maxScore: 1, passed: true) }
        }
      }
      try await group.waitForAll()
    }
    let progress = store.load().progress
    #expect(progress.exercises.count == 21)
    #expect(progress.exercises.values.allSatisfy { $0.isDone })
    #expect(progress.exercises["all"]?.attempts == 20 && progress.exercises["all"]?.bestScore == 19)
    #expect(folder.names == ["progress.json"])
  }

  @Test("Keys of newer programs are kept, at every level")
  func unknownKeys() throws {
    let folder = try TemporaryFolder()
    try folder.keep(
      """
      {"version": 1, "theme": [1, 2.5, "x", null, true], "lessons": {}, "exercises": {"a": {"attempts": 1, \
      "bestScore": 1, "maxScore": 2, "hints": 0, "isDone": false, "seconds": 9007199254740993}}}
      """)
    let store = ProgressStore(path: folder.progress)
    let (progress, warning) = try store.update { $0.note(exercise: "a", score: 2, maxScore: 2, passed: true) }
    #expect(warning == nil && progress.exercises["a"]?.attempts == 2)
    #expect(
      try folder.text(of: "progress.json") == """
        {
          "exercises" : {
            "a" : {
              "attempts" : 2,
              "bestScore" : 2,
              "hints" : 0,
              "isDone" : true,
              "maxScore" : 2,
              "seconds" : 9007199254740993
            }
          },
          "lessons" : {

          },
          "theme" : [
            1,
            2.5,
            "x",
            null,
            true
          ],
          "version" : 1
        }

        """)
  }

  @Test("An exercise whose chapter has another number now keeps its record")
  func renumberedChapters() throws {
    let folder = try TemporaryFolder()
    func entry(_ score: Int) -> String {
      "{\"attempts\": 1, \"bestScore\": \(score), \"maxScore\": 9, \"hints\": 0, \"isDone\": true}"
    }
    try folder.keep(
      """
      {"version": 1, "lessons": {}, "exercises": {"16-design-clinic/tin-moon": \(entry(1)), \
      "17-final-project/lost-property": \(entry(2)), "18-final-project/lost-property": \(entry(3)), \
      "16-design-clinics/a": \(entry(4)), "09-delete-rules/exercise": \(entry(5))}, \
      "answers": {"exercise/16-design-clinic/tin-moon": true, "question/16-design-clinic/2/0": false}}
      """)
    let progress = ProgressStore(path: folder.progress).load().progress
    #expect(
      progress.exercises.mapValues(\.bestScore) == [
        "17-design-clinic/tin-moon": 1, "18-final-project/lost-property": 3, "16-design-clinics/a": 4,
        "09-delete-rules/exercise": 5,
      ])
    #expect(
      progress.answers == ["exercise/17-design-clinic/tin-moon": true, "question/16-design-clinic/2/0": false])
  }

  @Test("The number of attempts ends at the largest there is")
  func saturation() throws {
    let folder = try TemporaryFolder()
    try folder.keep(
      """
      {"version": 1, "lessons": {}, "exercises": {"a": {"attempts": 9223372036854775807, "bestScore": 1, \
      "maxScore": 2, "hints": 9223372036854775807, "isDone": true}}}
      """)
    let store = ProgressStore(path: folder.progress)
    let progress = try store.update {
      $0.note(exercise: "a", score: 0, maxScore: 2, passed: false)
      $0.noteHint(exercise: "a")
    }.progress
    let exercise = try #require(progress.exercises["a"])
    #expect(exercise.attempts == .max && exercise.hints == .max && exercise.isDone && exercise.bestScore == 1)
    #expect(store.load().progress == progress)
  }

  @Test("A link stays a link, also where what it leads to is damaged")
  func link() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(atPath: folder.progress, withDestinationPath: "elsewhere")
    let store = ProgressStore(path: folder.progress)
    try store.update { $0 = Self.some() }
    #expect(folder.names == ["elsewhere", "progress.json"])
    #expect(store.load().progress == Self.some())
    _ = FileManager.default.createFile(atPath: folder.path + "/elsewhere", contents: Data("damaged".utf8))
    #expect(
      store.load().diagnostics.map(\.hint) == ["it is kept as \(folder.path)/elsewhere.damaged-1; a new record begins"])
    try store.update { $0 = Self.some() }
    #expect(folder.names == ["elsewhere", "elsewhere.damaged-1", "progress.json"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.progress) == "elsewhere")
  }

  @Test("What killed programs left behind goes, what lives stays")
  func leftovers() throws {
    let folder = try TemporaryFolder()
    for name in ["new-1", "new-2147483647", "new-", "new-x", "news"] {
      _ = FileManager.default.createFile(atPath: "\(folder.progress).\(name)", contents: nil)
    }
    try ProgressStore(path: folder.progress).update { _ in }
    #expect(
      folder.names == [
        "progress.json", "progress.json.new-", "progress.json.new-1", "progress.json.new-x", "progress.json.news",
      ])
  }

  @Test("What is not an ordinary file is left alone", arguments: ["folder", "device"])
  func noFile(_ kind: String) throws {
    let folder = try TemporaryFolder()
    if kind == "folder" {
      try FileManager.default.createDirectory(atPath: folder.progress, withIntermediateDirectories: false)
    } else {
      try FileManager.default.createSymbolicLink(atPath: folder.progress, withDestinationPath: "/dev/null")
    }
    let store = ProgressStore(path: folder.progress)
    let message = "'\(folder.progress)' cannot be read: it is not an ordinary file"
    #expect(store.load().diagnostics.map(\.message) == [message])
    #expect(throws: Diagnostic("progress-not-saved", message)) { try store.update { $0 = Self.some() } }
  }

  @Test func whatCannotBeWrittenIsADiagnostic() throws {
    let store = ProgressStore(path: "/nowhere/at/all/progress.json")
    #expect(store.load().diagnostics.isEmpty)
    #expect(throws: Diagnostic.self) { try store.update { $0 = Self.some() } }
  }
}

extension TemporaryFolder {
  var progress: String { path("progress.json") }

  func keep(_ text: String) throws { try write(text, to: "progress.json") }
}
