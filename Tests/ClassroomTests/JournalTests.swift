import Diagnostics
import Testing

import struct Foundation.Data
import class Foundation.FileManager
import struct Foundation.URL

@testable import Classroom

@Suite("A class is kept in a journal")
struct JournalTests {
  private static let header = ClassJournal.Header(
    lesson: "teams", digest: "1", secret: "s", code: "c", boardKey: "b", day: "2026-01-15")

  @Test("What was written is read again, in its order")
  func writing() async throws {
    try await withFolder { folder in
      let path = folder + "/class.journal"
      let journal = try ClassJournal.create(path, Self.header)
      for event in ClassSessionTests.samples.dropLast() { try await journal.flushed(journal.append(event)) }
      let (header, events, _) = try ClassJournal.read(path)
      #expect(header == Self.header)
      #expect(events == Array(ClassSessionTests.samples.dropLast()))
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
    }
  }

  @Test("Many events at the same time are all written")
  func group() async throws {
    try await withFolder { folder in
      let path = folder + "/class.journal"
      let journal = try ClassJournal.create(path, Self.header)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for student in 1...300 {
          group.addTask { try await journal.flushed(journal.append(.solved(student: student, step: 0))) }
        }
        try await group.waitForAll()
      }
      let written = try ClassJournal.read(path).events
      #expect(Set(written).count == 300)
    }
  }

  @Test("A last line that was being written is dropped, and the file goes on without it")
  func torn() async throws {
    try await withFolder { folder in
      let path = folder + "/class.journal"
      do {
        let journal = try ClassJournal.create(path, Self.header)
        for student in 1...3 { try await journal.flushed(journal.append(.solved(student: student, step: 0))) }
      }
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      bytes.removeLast(7)
      try bytes.write(to: URL(fileURLWithPath: path))
      do {
        let (_, events, journal) = try ClassJournal.resume(path)
        #expect(events == [.solved(student: 1, step: 0), .solved(student: 2, step: 0)])
        try await journal.flushed(journal.append(.ended))
      }
      #expect(
        try ClassJournal.read(path).events == [.solved(student: 1, step: 0), .solved(student: 2, step: 0), .ended])
    }
  }

  @Test("A line that was changed is found")
  func damage() async throws {
    try await withFolder { folder in
      let path = folder + "/class.journal"
      do {
        let journal = try ClassJournal.create(path, Self.header)
        for student in 1...3 { try await journal.flushed(journal.append(.solved(student: student, step: 0))) }
      }
      let text = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
      try text.replacing("\"student\":2", with: "\"student\":9").write(
        to: URL(fileURLWithPath: path), atomically: false, encoding: .utf8)
      do throws(Diagnostic) {
        _ = try ClassJournal.read(path)
        Issue.record("the change was not found")
      } catch {
        #expect(error.message == "line 3 of '\(path)' is damaged")
      }
    }
  }

  @Test("A class that is running cannot be continued by another program")
  func running() async throws {
    try await withFolder { folder in
      let path = folder + "/class.journal"
      let journal = try ClassJournal.create(path, Self.header)
      do throws(Diagnostic) {
        _ = try ClassJournal.resume(path)
        Issue.record("two programs have the journal")
      } catch {
        #expect(error.message == "the class of '\(path)' is running")
      }
      #expect(journal.path == path)
    }
  }

  @Test("A journal that has no beginning does not keep the class before it from going on")
  func emptyJournal() async throws {
    try await withFolder { folder in
      func setup(_ isResuming: Bool) -> ClassSetup {
        ClassSetup(lesson: smallLesson, folder: folder, isResuming: isResuming, day: "2026-01-15")
      }
      _ = try setup(false).open().journal
      for (name, text) in [("3", ""), ("4", "0123 {\"graphbook-cl")] {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/class-teams-2026-01-15-\(name).journal"))
      }
      let opened = try setup(true).open()
      #expect(opened.journal.path == folder + "/class-teams-2026-01-15.journal")
      #expect(opened.note?.contains("has no beginning") == true)
    }
  }

  @Test("A class is resumed with everything that was acknowledged, and an ended one is not")
  func resuming() async throws {
    try await withFolder { folder in
      func setup(_ isResuming: Bool) -> ClassSetup {
        ClassSetup(lesson: smallLesson, folder: folder, isResuming: isResuming, day: "2026-01-15")
      }
      #expect(throws: Diagnostic.self) { try setup(true).open() }
      var secret = ""
      do {
        let opened = try setup(false).open()
        secret = opened.header.secret
        let events: [ClassEvent] = [
          .joined(student: 1, name: "Ana", token: "a"), .opened(firstQuestion),
          .voted(student: 1, firstQuestion, round: 0, Ballot.Answer(choices: [1], isRight: false)),
        ]
        for event in events { try await opened.journal.flushed(opened.journal.append(event)) }
      }
      do {
        let opened = try setup(true).open()
        #expect(opened.header.secret == secret)
        #expect(opened.session.ballots[firstQuestion]?.tally(ofRound: 0, choices: 3) == [0, 1, 0])
        #expect(opened.session.student(withToken: "a") == 1)
        try await opened.journal.flushed(opened.journal.append(.ended))
      }
      #expect(throws: Diagnostic.self) { try setup(true).open() }
      let second = try setup(false).open()
      #expect(second.journal.path == folder + "/class-teams-2026-01-15-2.journal")
    }
  }
}
