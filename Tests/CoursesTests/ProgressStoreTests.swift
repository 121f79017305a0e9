import Courses
import Diagnostics
import Testing

import struct Foundation.Data
import class Foundation.FileManager
import struct Foundation.UUID

@Suite("Keeping progress")
struct ProgressStoreTests {
  /// A folder of its own for each test, removed when it is done.
  final class Folder {
    let path = "\(FileManager.default.temporaryDirectory.path)/graphbook-\(UUID().uuidString)"
    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }
    var file: String { path + "/progress.json" }
    func write(_ text: String) { _ = FileManager.default.createFile(atPath: file, contents: Data(text.utf8)) }
    func text(_ name: String) -> String? {
      FileManager.default.contents(atPath: "\(path)/\(name)").map { String(decoding: $0, as: UTF8.self) }
    }
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
  }

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
    let folder = try Folder()
    let store = ProgressStore(path: folder.file)
    #expect(store.load().progress == Progress())
    try store.save(Self.some())
    try store.save(Self.some())
    let (progress, diagnostics) = store.load()
    #expect(progress == Self.some())
    #expect(diagnostics.isEmpty)
    #expect(folder.names == ["progress.json"])
    #expect(
      folder.text("progress.json") == """
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
    "", "{", "[]", "{}", "null", "{\"version\": 0}", "{\"version\": \"1\"}", "{\"version\": 1, \"lessons\": 3}",
    "{\"version\": 1, \"lessons\": {\"a\": {\"steps\": 9223372036854775807, \"done\": [], \"skipped\": [], \"hints\": 0}}}",
    "{\"version\": 1, \"lessons\": {\"a\": {\"steps\": -1, \"done\": [], \"skipped\": [], \"hints\": 0}}}",
    "{\"version\": 1, \"place\": {\"lesson\": \"a\", \"step\": -9223372036854775808}}",
    String(repeating: "[", count: 600), "\u{0}\u{1}\u{2}",
  ])
  func aDamagedFileIsSetAside(text: String) throws {
    let folder = try Folder()
    folder.write(text)
    let (progress, diagnostics) = ProgressStore(path: folder.file).load()
    #expect(progress == Progress())
    #expect(diagnostics.map(\.message) == ["'\(folder.file)' is damaged"])
    #expect(diagnostics.map(\.hint) == ["it is kept as \(folder.file).damaged-1; a new record begins"])
    #expect(folder.names == ["progress.json.damaged-1"])
    #expect(folder.text("progress.json.damaged-1") == text)
  }

  @Test func aNewerFileIsSetAsideAndNoneIsOverwritten() throws {
    let folder = try Folder()
    let store = ProgressStore(path: folder.file)
    folder.write("damaged")
    _ = store.load()
    folder.write("{\"version\": 2}")
    #expect(
      store.load().diagnostics.map(\.message) == [
        "'\(folder.file)' was written by a newer graphbook (version 2)"
      ])
    folder.write("{\"version\": 3}")
    try store.save(Self.some())
    #expect(folder.text("progress.json.damaged-1") == "damaged")
    #expect(folder.text("progress.json.damaged-2") == "{\"version\": 2}")
    #expect(folder.text("progress.json.damaged-3") == "{\"version\": 3}")
    #expect(store.load().progress == Self.some())
  }

  @Test func whatCannotBeWrittenIsADiagnostic() throws {
    let store = ProgressStore(path: "/nowhere/at/all/progress.json")
    #expect(store.load().diagnostics.isEmpty)
    #expect(throws: Diagnostic.self) { try store.save(Self.some()) }
  }
}
