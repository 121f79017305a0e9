import Courses
import Diagnostics
import Foundation
import Grading
import TestSupport
import Testing

@testable import Tools

@Suite("Where the times of answers come from")
struct TimesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let due = "due: 2026-11-20T23:59:00+01:00\nlate: 10%\n"

  @Test(
    "Moodle's worksheet writes them in words",
    arguments: [
      ("Friday, 20 November 2026, 10:14 PM", "2026-11-20T22:14:00Z"),
      ("Freitag, 20. November 2026, 22:14", "2026-11-20T22:14:00Z"),
      ("Sunday, 1 March 2026, 12:05 AM", "2026-03-01T00:05:00Z"),
      ("Sonntag, 1. März 2026, 00:05", "2026-03-01T00:05:00Z"), ("Montag, 4. Mai 2026, 12:00", "2026-05-04T12:00:00Z"),
      ("Monday, 7 December 2026, 12:30 PM", "2026-12-07T12:30:00Z"), ("-", nil), ("", nil), ("20/11/26, 22:14", nil),
      ("fredag, 4. desember 2026, 22:05", "2026-12-04T22:05:00Z"),
      ("zondag 4 oktober 2026, 22:05", "2026-10-04T22:05:00Z"),
      // March is maaliskuu.
      ("perjantai, 20. marraskuuta 2026, 22.05", nil), ("perjantai, 20. marraskuuta 2026, 22:05", nil),
    ])
  func moodle(text: String, time: String?) {
    #expect(MoodleTime.date(in: text)?.formatted(.iso8601) == time)
  }

  @Test(
    "a time that no clock shows is read as none",
    arguments: [
      "Friday, 20 November 2026, 8:86 PM", "Freitag, 20. November 2026, 25:10", "Freitag, 20. November 2026, 22:60",
    ])
  func noTime(text: String) {
    #expect(MoodleTime.date(in: text) == nil)
    let head = "Identifier,Full name,Last modified (submission)\n"
    let lines = Roster.warnings(about: SourceText(head + "Participant 1,Ada,\"\(text)\"\n"))
    #expect(lines.count == 1 && lines[0].contains(text), "\(lines)")
  }

  private func grading(
    _ students: [Student] = [], layout: String = "folders", times: String? = nil
  ) throws -> ClassGrading {
    let submissions = try Submissions(folder.path + "/class", layout: layout, exercises: ["whose"], roster: students)
    let path = folder.path + "/Exercises/01-x/whose"
    try folder.write("---\ntitle: x\npoints: 4\n---\nx\n", to: "Exercises/01-x/whose/task.md")
    try folder.write("model A\n", to: "Exercises/01-x/whose/start.graph")
    try folder.write("", to: "Exercises/01-x/whose/check.graph")
    try #require(FileManager.default.fileExists(atPath: path))
    let library = Library(root: folder.path)
    let exercise = try #require(library.exercise("whose").exercise)
    var grading = ClassGrading(library: library, worker: [], submissions: submissions, exercises: [exercise])
    grading.policy = PolicyReader.read(SourceText(Self.due)).policy
    if let times { grading.times = try SubmissionTimes(in: SourceText(times)) }
    return grading
  }

  /// When each student handed in, with the source and the days.
  private func found(_ grading: ClassGrading) -> [ClassGrading.TimedAnswer] {
    grading.submissions.students.flatMap { student in
      grading.handedIn(
        grading.submissions.collect(student, shownAs: student.id, names: .similar) { $0.item.path }, by: student)
    }
  }

  private func handIn(_ name: String, at time: String) throws {
    try folder.write("x", to: "class/\(name)")
    try FileManager.default.setAttributes(
      [.modificationDate: try Date(time, strategy: .iso8601)], ofItemAtPath: "\(folder.path)/class/\(name)")
  }

  private func words(_ answer: ClassGrading.TimedAnswer) -> String {
    let handedIn = answer.handedIn
    return [handedIn.time?.formatted(.iso8601), handedIn.source?.rawValue, handedIn.lateness.map { "\($0.days)" }]
      .map { $0 ?? "-" }.joined(separator: " ")
  }

  @Test("a list wins over the platform, the platform over the files, and files count only if asked for")
  func order() throws {
    for name in ["20001", "20002", "20003"] { try handIn("\(name)/whose.graph", at: "2026-11-25T12:00:00Z") }
    let head = "Identifier,Full name,Email address,Status,Grade,Maximum grade,Last modified (submission)\n"
    let students = try Roster.students(
      in: SourceText(
        head + "Participant 20001,A,a@x,,,4,\"Friday, 20 November 2026, 11:58 PM\"\n"
          + "Participant 20002,B,b@x,,,4,\"Saturday, 21 November 2026, 12:01 AM\"\nParticipant 20003,C,c@x,,,4,-\n",
        name: "r.csv"))
    var grading = try grading(students, times: "student,time\n20001,2026-11-22T12:00:00Z\n")
    #expect(
      found(grading).map(words) == ["2026-11-22T12:00:00Z list 2", "2026-11-20T23:01:00Z worksheet 1", "- - -"])
    grading.times = nil
    grading.usesFileTimes = true
    #expect(
      found(grading).map(words) == [
        "2026-11-20T22:58:00Z worksheet -", "2026-11-20T23:01:00Z worksheet 1", "2026-11-25T12:00:00Z files 5",
      ])
    #expect(
      try grading.timeLine(found(grading)).note
        == "the times are those of Moodle's worksheet (2 answers) and the files on this computer (1 answer); 2 of 3 answers are late"
    )
    grading.submitted = try Date("2026-11-20T12:00:00Z", strategy: .iso8601)
    #expect(words(found(grading)[0]) == "2026-11-20T12:00:00Z platform -")
  }

  @Test("without times no one is late, and a warning says so")
  func unknown() throws {
    for name in ["ada", "bob"] { try handIn("\(name)/whose.graph", at: "2026-11-25T12:00:00Z") }
    let grading = try grading()
    let line = try grading.timeLine(found(grading))
    #expect(line.note == nil)
    #expect(
      line.warnings.first?.hasPrefix("it is not known when the answers were handed in, so lateness costs nothing")
        == true)
    let partly = try self.grading(times: "student,time\nada,2026-11-22T12:00:00Z\n")
    #expect(
      try partly.timeLine(found(partly)).note
        == "the times are those of --times; 1 of 1 answer is late; 1 answer without a time counts as on time")
  }

  @Test(
    "times of a copy are refused",
    arguments: [
      (["2026-11-25T12:00:00Z", "2026-11-24T12:00:00Z"], "all 6 answers are late: these are times of a copy"),
      (
        ["2026-11-19T12:00:10Z", "2026-11-19T12:00:20Z"],
        "all 6 answers were handed in within a minute: these are times of a copy"
      ),
      (["2026-11-25T12:00:00Z", "2026-11-19T12:00:00Z"], nil),
    ])
  func copies(times: [String], message: String?) throws {
    for number in 0..<6 { try handIn("s\(number)/whose.graph", at: times[number % 2]) }
    var grading = try grading()
    grading.usesFileTimes = true
    var found: String?
    do throws(Diagnostic) { _ = try grading.timeLine(self.found(grading)) } catch { found = error.message }
    #expect(found == message.map { "by the times of the files, " + $0 })
  }

  @Test(
    "a few files are a copy's if they are late and of one minute",
    arguments: [
      (["2026-11-25T12:00:00Z"], false),
      (["2026-11-25T12:00:00Z", "2026-11-25T12:00:00Z"], true),
      (["2026-11-25T12:00:00Z", "2026-11-25T12:00:01Z", "2026-11-25T12:00:01Z", "2026-11-25T12:00:02Z"], true),
      (["2026-11-25T12:00:00Z", "2026-11-25T12:02:00Z", "2026-11-26T12:00:00Z"], false),
      (["2026-11-19T12:00:00Z", "2026-11-19T12:00:01Z"], false),
    ])
  func fewCopies(times: [String], isCopy: Bool) throws {
    for (number, time) in times.enumerated() { try handIn("s\(number)/whose.graph", at: time) }
    var grading = try grading()
    grading.usesFileTimes = true
    var found: String?
    do throws(Diagnostic) { _ = try grading.timeLine(self.found(grading)) } catch { found = error.message }
    let message = "by the times of the files, all \(times.count) answers are late: these are times of a copy"
    #expect(found == (isCopy ? message : nil))
  }

  @Test("a file that a group handed in late is no copy", arguments: [2, 6])
  func groupFile(members: Int) throws {
    try handIn("Team_assignsubmission_file_/whose.graph", at: "2026-11-25T12:00:00Z")
    let students = (1...members).map { number in
      var student = Student(id: "\(20_000 + number)")
      student.group = "Team"
      return student
    }
    var grading = try grading(students, layout: "moodle")
    grading.usesFileTimes = true
    #expect(found(grading).count == members)
    #expect(
      try grading.timeLine(found(grading)).note?.hasPrefix("the times are those of the files on this computer") == true)
  }

  @Test("Canvas's own mark of a late file is compared with the times")
  func canvas() throws {
    for name in ["alovelace_LATE_71_900_whose.graph", "bboole_72_901_whose.graph", "late_73_902_whose.graph"] {
      try handIn(name, at: "2026-11-25T12:00:00Z")
    }
    let unknown = try grading(layout: "canvas")
    #expect(found(unknown).map(\.handedIn.isMarkedLate) == [true, false, false])
    #expect(
      try unknown.timeLine(found(unknown)).warnings.first == "Canvas marks 1 answer as late, but does not say how late")
    let agreeing = try grading(
      layout: "canvas",
      times: "student,time\n71,2026-11-22T12:00:00Z\n72,2026-11-19T12:00:00Z\n73,2026-11-19T12:00:00Z\n")
    #expect(try agreeing.timeLine(found(agreeing)).warnings == [])
    let others = try grading(
      layout: "canvas",
      times: "student,time\n71,2026-11-22T12:00:00Z\n72,2026-11-22T12:00:00Z\n73,2026-11-19T12:00:00Z\n")
    #expect(
      try others.timeLine(found(others)).warnings == [
        "by the times, answers of 72 are late, and Canvas does not mark them"
      ])
    var onTime = try grading(
      layout: "canvas", times: "student,time\n71,2026-11-19T12:00:00Z\n72,2026-11-19T12:00:00Z\n")
    #expect(
      try onTime.timeLine(found(onTime)).warnings == [
        "Canvas marks answers of 71 as late, and by the times they are not"
      ])
    // The policy says so, and Canvas does not know it.
    onTime.policy.general.extensions = ["71": .by(5 * 86_400)]
    #expect(try onTime.timeLine(found(onTime)).warnings == [])
    let some = try grading(layout: "canvas", times: "student,time\n72,2026-11-19T12:00:00Z\n")
    #expect(
      try some.timeLine(found(some)).warnings == [
        "Canvas marks answers of 71 as late, and there is no time for them: they cost nothing"
      ])
    var handover = Handover(file: "a", text: "x", terms: unknown.policy.general)
    handover.isMarkedLate = true
    #expect(handover.sentences(of: 4, lost: 0).last?.hasPrefix("It is marked as late") == true)
  }

  @Test("a worker is told of the times")
  func frame() throws {
    var answer = StudentWork.Answer(path: "x", content: .text("y"))
    answer.handedIn = HandedIn(
      time: try Date("2026-11-22T12:00:00Z", strategy: .iso8601), source: .worksheet,
      lateness: .init(days: 2, percent: 20), isMarkedLate: true)
    let student = Student(id: "ada")
    let work = StudentWork(student: student, shown: student, answers: [answer])
    #expect(StudentWork.read(work.frame(serial: 1))?.work.answers == work.answers)
  }
}
