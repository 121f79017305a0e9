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
      #expect(
        opened.notes == [
          "this continues the class of 2026-01-15, 0 students, step 1 of 3, '\(folder)/class-teams-2026-01-15.journal'",
          "'\(folder)/class-teams-2026-01-15-4.journal' has no beginning, and was left out",
        ] || opened.notes.last?.contains("-3.journal' has no beginning") == true)
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
      do throws(Diagnostic) {
        _ = try setup(true).open()
        Issue.record("an ended class goes on")
      } catch {
        #expect(error.notes == ["'\(folder)/class-teams-2026-01-15.journal' was ended, and cannot be continued"])
      }
      let second = try setup(false).open()
      #expect(second.journal.path == folder + "/class-teams-2026-01-15-2.journal")
    }
  }

  @Test("Of several classes the teacher chooses, and one that no one joined does not compete")
  func choosing() async throws {
    try await withFolder { folder in
      func setup(_ day: String, resumes: Bool, _ chosen: String? = nil) -> ClassSetup {
        ClassSetup(lesson: smallLesson, folder: folder, isResuming: resumes, chosen: chosen, day: day)
      }
      func begin(_ day: String, _ names: String...) async throws -> ClassSetup.Opened {
        let opened = try setup(day, resumes: false).open()
        let joined = names.enumerated().map { ClassEvent.joined(student: $0 + 1, name: $1, token: $1) }
        for event in joined { try await opened.journal.flushed(opened.journal.append(event)) }
        return opened
      }
      func path(_ day: String) -> String { "\(folder)/class-teams-\(day).journal" }
      let first = "2026-01-08, 2 students, step 3 of 3, '\(path("2026-01-08"))'"
      do {
        let opened = try await begin("2026-01-08", "Ana", "Bo")
        #expect(opened.notes == [])
        try await opened.journal.flushed(opened.journal.append(.moved(to: ClassPlace(step: 2, screen: 0))))
      }
      // The teacher forgets --resume, and stops.
      let opened = try await begin("2026-01-15")
      #expect(opened.interrupted == [first])
      let notes = opened.notes
      #expect(notes == ["a new class has begun; that of \(first) was not ended, and --resume continues it"])
      #expect(try setup("2026-01-15", resumes: true).open().notes == ["this continues the class of \(first)"])
      // Someone has joined the new one.
      _ = try await begin("2026-01-22", "Cy")
      do throws(Diagnostic) {
        _ = try setup("2026-01-22", resumes: true).open()
        Issue.record("one of two classes goes on unasked")
      } catch {
        #expect(error.message == "2 classes of lesson 1 were interrupted")
        #expect(error.notes.sorted() == [first, "2026-01-22, 1 student, step 1 of 3, '\(path("2026-01-22"))'"])
        #expect(error.hint?.hasPrefix("--resume --journal '") == true)
      }
      let chosen = try setup("2026-01-22", resumes: true, path("2026-01-08")).open()
      #expect(chosen.session.students.values.map(\.name).sorted() == ["Ana", "Bo"])
    }
  }
}
