import Platform
import Support
import TestSupport
import Testing

import struct Foundation.Data
import class Foundation.FileManager
import struct Foundation.UUID

extension TemporaryFolder {
  func file(_ name: String) -> AtomicFile { AtomicFile(path: "\(path)/\(name)") }

  func mode(_ name: String) -> UInt32 {
    var info = stat()
    return lstat("\(path)/\(name)", &info) == 0 ? UInt32(info.st_mode) & 0o7777 : 0
  }
}

@Suite("A file is replaced whole, under a lock")
struct AtomicFileTests {
  @Test func makingAndReplacing() throws {
    let space = try TemporaryFolder()
    try space.file("a").replace(with: Array("one".utf8))
    #expect(try space.text(of: "a") == "one")
    try space.file("a").replace(with: Array("two".utf8))
    #expect(try space.text(of: "a") == "two")
    #expect(space.names == ["a"])
  }

  @Test("Modes stay as they are", arguments: [0o600, 0o640, 0o664, 0o755] as [UInt32])
  func modes(mode: UInt32) throws {
    let space = try TemporaryFolder()
    try space.write("one", to: "a")
    chmod("\(space.path)/a", mode_t(mode))
    try space.file("a").replace(with: Array("two".utf8))
    #expect(space.mode("a") == mode)
    #expect(try space.text(of: "a") == "two")
  }

  @Test("A link stays a link, and the file it leads to is replaced", arguments: ["there/b", "first", "/absolute"])
  func links(target: String) throws {
    let space = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: "\(space.path)/there", withIntermediateDirectories: true)
    symlink("there/b", "\(space.path)/first")
    let leads = target == "/absolute" ? "\(space.path)/there/b" : target
    symlink(leads, "\(space.path)/a")
    // At first the link leads nowhere.
    for text in ["one", "two"] {
      try space.file("a").replace(with: Array(text.utf8))
      #expect(try space.text(of: "there/b") == text)
      #expect(try space.text(of: "a") == text)
    }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(space.path)/a") == leads)
    #expect(space.names == ["a", "first", "there"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(space.path)/there") == ["b"])
  }

  @Test func aCircleOfLinksIsRefused() throws {
    let space = try TemporaryFolder()
    symlink("b", "\(space.path)/a")
    symlink("a", "\(space.path)/b")
    #expect(throws: AtomicFile.Failure(reason: "too many levels of symbolic links", number: ELOOP)) {
      try space.file("a").replace(with: [])
    }
  }

  @Test func whatIsNoOrdinaryFileIsRefused() throws {
    let space = try TemporaryFolder()
    mkfifo("\(space.path)/pipe", 0o600)
    mkdir("\(space.path)/folder", 0o700)
    for name in ["pipe", "folder"] {
      #expect(throws: AtomicFile.Failure(reason: "it is not an ordinary file")) {
        try space.file(name).replace(with: [])
      }
      #expect(throws: AtomicFile.Failure(reason: "it is not an ordinary file")) { _ = try space.file(name).read() }
    }
    #expect(throws: AtomicFile.Failure(reason: "no such file or directory", number: ENOENT)) {
      try space.file("no/such").replace(with: [])
    }
    #expect(space.names == ["folder", "pipe"])
  }

  @Test func oneAtATime() throws {
    let space = try TemporaryFolder()
    let busy = AtomicFile.Failure(reason: "another program is writing it", number: EWOULDBLOCK)
    do {
      let held = try space.file("a").lock()
      try held.write(Array("one".utf8))
      #expect(throws: busy) { _ = try space.file("a").lock(patience: 0) }
      // Another file of the folder is free, and the same one under another name is not.
      try space.file("b").replace(with: [])
      symlink("a", "\(space.path)/c")
      #expect(throws: busy) { _ = try space.file("c").lock(patience: 0) }
      #expect(throws: AtomicFile.Failure(reason: "stopped", number: ECANCELED)) {
        _ = try space.file("a").lock { true }
      }
      #expect(try held.read() == nil)
      try held.commit()
      #expect(try held.read()?.bytes == Array("one".utf8))
    }
    _ = try space.file("a").lock(patience: 0)
    #expect(space.names == ["a", "b", "c"])
  }

  @Test func whatIsNotCommittedIsDropped() throws {
    let space = try TemporaryFolder()
    try space.file("a").replace(with: Array("one".utf8))
    let held = try space.file("a").lock()
    try held.write(Array("two".utf8))
    held.discard()
    #expect(throws: AtomicFile.Failure(reason: "nothing was written")) { try held.commit() }
    #expect(throws: AtomicFile.Failure(reason: "stopped", number: ECANCELED)) { try held.write([1]) { true } }
    #expect(try space.text(of: "a") == "one")
    #expect(space.names == ["a", "a.saving-lock"])
  }

  @Test func leftoversOfAKilledWriterGo() throws {
    let space = try TemporaryFolder()
    let others = ["a.saving", "a.saving-0123", "a.saving-0123456789ABCDEF", "b.saving-0123456789abcdef"]
    for name in others + ["a.saving-0123456789abcdef", "a.saving-fedcba9876543210", "a.saving-lock"] {
      try space.write("", to: name)
    }
    space.file("a").removeLeftovers()
    #expect(space.names == others.sorted())
    // Without the lock's file no writer was killed.
    try space.write("", to: "a.saving-0123456789abcdef")
    space.file("a").removeLeftovers()
    #expect(space.names == (others + ["a.saving-0123456789abcdef"]).sorted())
    try space.write("", to: "a.saving-lock")
    try space.file("a").replace(with: [])
    #expect(space.names == (others + ["a"]).sorted())
  }

  @Test func aFileOfSomeoneElseUnderTheNameOfTheLockStays() throws {
    let space = try TemporaryFolder()
    try space.write("notes", to: "a.saving-lock")
    try space.file("a").replace(with: [])
    #expect(try space.text(of: "a.saving-lock") == "notes")
  }

  @Test func longNames() throws {
    let space = try TemporaryFolder()
    let name = String(repeating: "é", count: 127)
    try space.file(name).replace(with: Array("one".utf8))
    #expect(space.names == [name])
    #expect(try space.text(of: name) == "one")
  }

  @Test func theEndOfAFile() throws {
    let space = try TemporaryFolder()
    try space.write("0123456789", to: "a")
    #expect(try space.file("a").read(last: 4).bytes == Array("6789".utf8))
    #expect(try space.file("a").read(last: 40).bytes == Array("0123456789".utf8))
    #expect(try space.file("a").read().stamp == space.file("a").stamp)
  }

  /// The superuser may write everywhere.
  @Test(.enabled(if: getuid() != 0)) func readOnlyFoldersAndFiles() throws {
    let space = try TemporaryFolder()
    try space.write("one", to: "a")
    chmod("\(space.path)/a", 0o400)
    #expect(throws: AtomicFile.Failure(reason: "permission denied", number: EACCES)) {
      try space.file("a").replace(with: [])
    }
    chmod("\(space.path)/a", 0o600)
    chmod(space.path, 0o500)
    #expect(throws: AtomicFile.Failure(reason: "permission denied", number: EACCES)) {
      try space.file("a").replace(with: [])
    }
    #expect(try space.text(of: "a") == "one")
  }
}
