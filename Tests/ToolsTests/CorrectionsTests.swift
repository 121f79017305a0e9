import Courses
import Diagnostics
import Foundation
import Grading
import JSON
import TestSupport
import Testing

@testable import Tools

@Suite("A teacher corrects points by hand")
struct CorrectionsTests {
  private static let maxima = ["whose": 4.0]

  @Test(
    "mistakes in the list",
    arguments: [
      ("student,points\nada,1\n", "'c.csv' lacks one of its columns"),
      (",whose,1,x", "'c.csv', line 2: the student has no id"),
      ("ada,tuba,1,x", "'c.csv', line 2: 'tuba' is not an exercise that is graded here"),
      ("ada,whose,5,x", "'c.csv', line 2: '5' is no number of points from 0 to 4"),
      ("ada,whose,-1,x", "'c.csv', line 2: '-1' is no number of points from 0 to 4"),
      ("ada,whose,some,x", "'c.csv', line 2: 'some' is no number of points from 0 to 4"),
      ("ada,whose,1,", "'c.csv', line 2: the correction has no reason"),
      ("ada,whose,1,x\nada,02/whose,1,x", "'c.csv', line 3: the answer of 'ada' to whose is corrected twice"),
    ])
  func mistakes(text: String, message: String) {
    let head = text.hasPrefix("student") ? "" : "student,exercise,points,reason\n"
    let error = #expect(throws: Diagnostic.self) {
      try Corrections(in: SourceText(head + text + "\n", name: "c.csv"), Self.maxima)
    }
    #expect(error?.message == message)
  }

  @Test("a column says what the points are out of, if the exercise is worth another number now")
  func worth() throws {
    let list = "student,exercise,points,reason,of\nada,whose,7.5,a,8\nbob,whose,3,b,\neve,tuba,1,c,2\n"
    let corrections = try Corrections(in: SourceText(list), ["whose": 16, "tuba": 2])
    #expect(corrections.correction(of: "ada", "whose")?.points == 15)
    #expect(corrections.correction(of: "bob", "whose")?.points == 3)
    #expect(corrections.withoutWorth == ["whose"])
    let error = #expect(throws: Diagnostic.self) {
      try Corrections(
        in: SourceText("student,exercise,points,reason,of\nada,whose,9,a,8\n", name: "c.csv"), ["whose": 16])
    }
    #expect(error?.message == "'c.csv', line 2: '9' is no number of points from 0 to 8")
  }

  @Test(
    "a correction that names a file does not hold for another one, and the run says so",
    arguments: [("ada/whose.graph", true), ("whose.graph", true), ("", true), ("ada/old.graph", false)])
  func files(file: String, holds: Bool) throws {
    let corrections = try Corrections(
      in: SourceText("student,exercise,points,reason,file\nada,whose,1,a,\(file)\n"), Self.maxima)
    let correction = try #require(corrections.correction(of: "ada", "whose"))
    let folder = try TemporaryFolder()
    try folder.write("save\n", to: "class/ada/whose.graph")
    let submissions = try Submissions(folder.path + "/class", layout: "folders", exercises: ["whose"])
    let work = submissions.collect(submissions.students[0], shownAs: "ada", names: .similar) { $0.item.path }
    #expect(ClassGrading.holds(correction, for: work.answers["whose"] ?? []) == holds)
    let library = Library(root: SmallCourse.path)
    var exercise = try #require(library.exercises().entries.first.flatMap { library.exercise($0.id).exercise })
    exercise.slug = "whose"
    var grading = ClassGrading(library: library, worker: [], submissions: submissions, exercises: [exercise])
    grading.corrections = corrections
    #expect(
      grading.outdatedCorrections(of: submissions.students[0], work)
        == (holds
          ? []
          : [
            "the correction of ada's answer to whose is left out: it was made for 'ada/old.graph', and what counts is 'ada/whose.graph'"
          ]))
  }

  @Test("a student is named by id or by the ID number of the roster, unless that is someone's id or several have it")
  func numbers() throws {
    let folder = try TemporaryFolder()
    try folder.write("save\n", to: "class/1/whose.graph")
    let ids = [("1", "0071"), ("2", "0072"), ("3", "0073"), ("4", "0073"), ("5", "1")]
    let roster = ids.map { id, number in
      var student = Student(id: id)
      student.number = number
      return student
    }
    let submissions = try Submissions(folder.path + "/class", exercises: ["whose"], roster: roster)
    #expect(submissions.idsByNumber == ["0071": "1", "0072": "2"])
    var corrections = try Corrections(
      in: SourceText("student,exercise,points,reason\n0071,whose,1,a\n1,whose,2,b\n0072,whose,3,c\n"), Self.maxima)
    corrections.rename(students: submissions.idsByNumber)
    #expect(corrections.correction(of: "1", "whose") == Correction(points: 2, reason: "b"))
    #expect(corrections.correction(of: "2", "whose") == Correction(points: 3, reason: "c"))
    #expect(corrections.students == ["1", "2"])
    var (policy, problems) = PolicyReader.read(
      SourceText("due: 2026-03-01T23:59:00Z\nexcused: [\"0072\"]\nextensions:\n  \"0071\": 3 days\n"))
    #expect(problems.isEmpty)
    policy.rename(students: submissions.idsByNumber)
    #expect(policy.general.excused == ["2"])
    #expect(Set(policy.general.extensions.keys) == ["1"])
  }

  @Test("a spreadsheet may write semicolons and commas in numbers")
  func semicolons() throws {
    let text = "Student;Exercise;Points;Reason\nada;09-delete/whose;2,5;\"It holds; see there\"\n"
    let corrections = try Corrections(in: SourceText(text), Self.maxima)
    #expect(corrections.correction(of: "ada", "whose") == Correction(points: 2.5, reason: "It holds; see there"))
    #expect(corrections.students == ["ada"])
  }

  @Test("the points change in every file, and the student's page says why")
  func report() throws {
    let folder = try TemporaryFolder()
    let library = Library(root: SmallCourse.path)
    let exercise = try #require(library.exercise("keep-the-players").exercise)
    for student in ["ada", "bob", "dan"] {
      let word = student == "ada" ? "nullify" : "cascade"
      try folder.write("change Team.players, delete \(word)\n", to: "class/\(student)/keep-the-players.graph")
    }
    let roster = ["ada", "bob", "dan", "eve"].map { Student(id: $0) }
    let submissions = try Submissions(folder.path + "/class", exercises: [exercise.slug], roster: roster)
    var grading = ClassGrading(
      library: library, worker: [BuiltProgram.url.path, "grade-worker"], submissions: submissions,
      exercises: [exercise])
    grading.policy = PolicyReader.read(SourceText("excused: [dan]\nshow: points\n")).policy
    let rows = ["ada,1.5,Copied.", "bob,3,\"Right, with other names.\"", "dan,1,No.", "eve,4,Handed in on paper."]
    let list =
      "student,exercise,points,reason\n"
      + rows.map { $0.replacing(",", with: ",keep-the-players,", maxReplacements: 1) + "\n" }.joined()
    grading.corrections = try Corrections(in: SourceText(list), ["keep-the-players": 4])
    let summary = try grading.run(
      out: folder.path + "/report", formats: [.canvas, .gradescope],
      metadata: .init(time: "2026-01-15T09:00:00.000Z"), jobs: 1, resuming: false)
    #expect(summary.counts == [.failed: 2, .passed: 1])
    #expect(summary.lowered == ["ada, keep-the-players: 2.5 fewer"])
    #expect(summary.lines(out: "r").contains { $0.hasPrefix("corrections that lower what the checks give") })
    func text(_ file: String) throws -> String {
      try String(contentsOfFile: "\(folder.path)/report/\(file)", encoding: .utf8)
    }
    #expect(
      try text("canvas.csv").split(separator: "\n").dropFirst(2).map { $0.split(separator: ",").last ?? "" }
        == ["1.50", "3.00", "EX", "4.00"])
    // The points of the checks still add up.
    for line in try text("verdicts.jsonl").split(separator: "\n") where !line.contains("\"excused\"") {
      let verdict = try #require(JSONFormat.verdict(from: try JSONValue(line)))
      #expect(verdict.shares().reduce(0) { $0 + $1.points } == verdict.score, "\(line)")
      #expect(verdict.isCorrected && !verdict.isMissing)
    }
    let pages = try text("students.jsonl").split(separator: "\n").map { line in
      try text(#require(line.firstMatch(of: /"page": "([^"]*)"/).map { String($0.output.1) }))
    }
    #expect(pages[0].contains("1.5 of 4 points"))
    #expect(pages[0].contains("<strong>Corrected by your teacher:</strong> Copied. (−2.5)"))
    #expect(
      pages[1].contains("<strong>Corrected by your teacher:</strong> Right, with other names.")
        && !pages[1].contains("the players stay"))
    #expect(!pages[2].contains("Corrected by"))
    #expect(
      pages[3].contains("<strong>Corrected by your teacher:</strong> Handed in on paper.")
        && !pages[3].contains("not handed in"))
    // The mistake of the class's page is not the teacher's correction.
    #expect(try !text("index.html").contains("Corrected by"))
  }
}

extension JSONValue {
  init(_ line: Substring) throws {
    self = try Array(line.utf8).withUnsafeBufferPointer { try JSONValue($0) }
  }
}
