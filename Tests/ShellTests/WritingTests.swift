import CommandIO
import Diagnostics
import Shell
import TestSupport
import Testing

import class Foundation.FileManager

@Suite("Files are written as a whole or not at all")
struct WritingTests {
  @Test("A file is made, and then replaced; nothing else is left in the folder")
  func replaced() throws {
    let folder = try TemporaryFolder()
    #expect(try TextFile.write("one", to: "a.svg", relativeTo: folder.path + "/main.graph") == false)
    #expect(try TextFile.write("two", to: folder.path + "/a.svg", relativeTo: "elsewhere/main.graph") == true)
    #expect(try TextFile.read(folder.path + "/a.svg").text == "two")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.svg"])
  }

  @Test("What must not be replaced stays")
  func kept() throws {
    let folder = try TemporaryFolder()
    #expect(try TextFile.write("one", to: folder.path + "/a.graph", relativeTo: nil, mayReplace: false) == false)
    let problem = #expect(throws: Diagnostic.self) {
      try TextFile.write("two", to: folder.path + "/a.graph", relativeTo: nil, mayReplace: false)
    }
    #expect(
      problem?.message.replacing(folder.path, with: "FOLDER")
        == "there is a file 'FOLDER/a.graph' already, which would be lost")
    #expect(try TextFile.read(folder.path + "/a.graph").text == "one")
  }

  @Test("Several files are written together, or none of them and no folder", arguments: [1, 250])
  func several(count: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    try FileManager.default.createDirectory(atPath: path + "/old", withIntermediateDirectories: false)
    _ = try TextFile.write("old", to: path + "/old/a", relativeTo: nil)
    let files = [("old/a", "new")] + (0..<count).map { ("new/\($0)", "text") }
    // Something is in the way of the second file.
    let obstacle = path + "/new/0.saving-lock"
    func write(mayReplace: Bool = true) throws -> Bool {
      try TextFile.write(
        files.map { (path: $0.0, text: $0.1) }, makingFolders: ["old", "new"], relativeTo: path + "/x.graph",
        mayReplace: mayReplace)
    }
    #expect(throws: Diagnostic.self) { try write(mayReplace: false) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["old"])
    try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: true)
    #expect(throws: Diagnostic.self) { try write() }
    #expect(try TextFile.read(path + "/old/a").text == "old")
    try FileManager.default.removeItem(atPath: path + "/new")
    #expect(try write())
    #expect(try TextFile.read(path + "/old/a").text == "new")
    #expect(try FileManager.default.contentsOfDirectory(atPath: path + "/new").count == count)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path + "/old") == ["a"])
  }

  @Test("A link stays a link")
  func link() throws {
    let folder = try TemporaryFolder()
    _ = try TextFile.write("one", to: folder.path + "/real.svg", relativeTo: nil)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link.svg", withDestinationPath: folder.path + "/real.svg")
    #expect(try TextFile.write("two", to: folder.path + "/link.svg", relativeTo: nil) == true)
    #expect(try TextFile.read(folder.path + "/real.svg").text == "two")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/link.svg").hasSuffix("real.svg"))
  }

  @Test(
    "What cannot be written says why",
    arguments: [
      ("", "'FOLDER/' is a folder", "name a file in it"),
      ("missing/a.svg", "there is no folder 'FOLDER/missing'", "make it first, or name another"),
      ("\u{1B}/a.svg", "there is no folder 'FOLDER/␛'", "make it first, or name another"),
    ])
  func refused(path: String, message: String, hint: String) throws {
    let folder = try TemporaryFolder()
    let problem = #expect(throws: Diagnostic.self) {
      try TextFile.write("one", to: folder.path + "/" + path, relativeTo: nil)
    }
    #expect(problem?.message.replacing(folder.path, with: "FOLDER") == message)
    #expect(problem?.hint == hint)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("A device is not replaced")
  func device() {
    let problem = #expect(throws: Diagnostic.self) { try TextFile.write("one", to: "/dev/null", relativeTo: nil) }
    #expect(problem?.message == "'/dev/null' is not a file")
  }
}
