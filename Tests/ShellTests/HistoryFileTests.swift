import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Shell

@Suite("The history of the prompt")
struct HistoryFileTests {
  @Test("Inputs come back as they were, of one line or of several")
  func thereAndBack() throws {
    let folder = try TemporaryFolder()
    #expect(try folder.history.load() == [])
    #expect(folder.history.append(["let a = 1"]))
    #expect(folder.history.append(["entity A {\n\n  b: String\n}", "save"]))
    #expect(try folder.history.load() == ["let a = 1", "entity A {\n\n  b: String\n}", "save"])
    #expect(
      try folder.text(of: "history")
        == "#1700000000\nlet a = 1\n#1700000000\nentity A {\n\n  b: String\n}\n#1700000000\nsave\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["history"])
  }

  @Test("A file without times has an input on each line")
  func plain() throws {
    let folder = try TemporaryFolder()
    try folder.write("a\nb\n# c\n", to: "history")
    #expect(try folder.history.load() == ["a", "b", "# c"])
  }

  @Test("Sessions side by side keep everything, and the newest thousand remain")
  func sideBySide() async throws {
    let folder = try TemporaryFolder()
    try folder.write("#1\nbefore\n", to: "history")
    let history = folder.history
    await withTaskGroup(of: Void.self) { group in
      for session in 0..<20 {
        group.addTask { for line in 0..<10 { while !history.append(["\(session) \(line)"]) {} } }
      }
    }
    let expected = (0..<20).flatMap { session in (0..<10).map { "\(session) \($0)" } }
    #expect(try history.load().sorted() == (["before"] + expected).sorted())
    #expect(history.append((0..<1000).map { "new \($0)" }))
    #expect(try history.load() == (0..<1000).map { "new \($0)" })
    #expect(HistoryFile.entries(of: Array(try folder.text(of: "history").utf8)).count == 1000)
  }

  @Test("What is not an ordinary file is left alone, with a note", arguments: ["folder", "pipe", "device"])
  func noFile(_ kind: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/history"
    switch kind {
    case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case "pipe": #expect(mkfifo(path, 0o600) == 0)
    default: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
    }
    let error = #expect(throws: Diagnostic.self) { try folder.history.load() }
    #expect(error?.message == "the history '\(path)' is ignored: it is not an ordinary file")
    #expect(error?.hint == "what you type is kept for this session alone")
    #expect(!folder.history.append(["a"]))
  }

  @Test("A link stays a link, and one that leads to nothing yet makes the file")
  func link() throws {
    let folder = try TemporaryFolder()
    let target = folder.path + "/elsewhere"
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/history", withDestinationPath: "elsewhere")
    #expect(try folder.history.load() == [])
    #expect(folder.history.append((0...1000).map(String.init)))
    #expect(try folder.history.load() == (1...1000).map(String.init))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/history") == "elsewhere")
    #expect(HistoryFile.entries(of: Array(try Data(contentsOf: URL(fileURLWithPath: target)))).count == 1000)
  }
}

extension TemporaryFolder {
  fileprivate var history: HistoryFile {
    HistoryFile(path: path("history"), now: { Date(timeIntervalSince1970: 1_700_000_000) })
  }
}
