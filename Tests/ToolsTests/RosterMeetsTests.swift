import Courses
import Diagnostics
import Foundation
import Grading
import JSON
import TestSupport
import Testing

@testable import Tools

@Suite("What does not meet is said before grading")
struct RosterMeetsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let moodleHead =
    "Status;Gruppe;Bewertung;Bestwertung;Bewertung kann geändert werden;Zuletzt geändert (Abgabe)\n"

  private func roster(_ text: String) throws -> [Student] {
    try Roster.students(in: SourceText(text, name: "roster.csv"))
  }

  @Test(
    "Moodle's worksheet gives the participants' numbers in any language",
    arguments: [
      ("ID;Vollständiger Name;Matrikelnummer;E-Mail-Adresse;", "Teilnehmer/in20001;Ada L;77;a@x;;;;100,00;;\n"),
      ("ID;Vollständiger Name;Matrikelnummer;E-Mail-Adresse;", "Teilnehmer/in 20001;Ada L;77;a@x;;;;100.00;;\n"),
      ("Identifier;Full name;ID number;Email address;", "Participant 20001;Ada L;77;a@x;;;;100.00;;\n"),
      ("Identifiant;Nom complet;Sid;Adresse de courriel;", "Participant 20001;Ada L;77;a@x;;;;100,00;;\n"),
      ("Identificador;Nombre;SID;Correo;", "Participante 20001;Ada L;77;a@x;;;;100,00;;\n"),
    ])
  func worksheets(head: String, row: String) throws {
    let student = try #require(try roster(head + Self.moodleHead + row).first)
    #expect(
      "\(student.id)|\(student.name)|\(student.number)|\(student.email)|\(student.participant)"
        == "20001|Ada L|77|a@x|Participant 20001")
  }

  @Test(
    "two participants of one name are not both the one student on the roster who has it",
    arguments: [("Ada L", "ada l"), ("Ada O'Hara", "Ada OHara")])
  func oneOfTwoNamesakes(name: String, folderName: String) throws {
    try folder.write("x", to: "one/\(folderName)_20001_assignsubmission_file_/whose.graph")
    for number in [20001, 20004] {
      try folder.write("x", to: "two/\(folderName)_\(number)_assignsubmission_file_/whose.graph")
    }
    func submissions(_ place: String) throws -> Submissions {
      try Submissions(
        folder.path + "/" + place, exercises: ["whose"],
        roster: [Student(id: "77", name: name), Student(id: "78", name: "Bob")])
    }
    #expect(try submissions("one").students.map(\.id) == ["77", "78"])
    let two = try submissions("two")
    #expect(two.students.map(\.id) == ["77", "78", "20001", "20004"])
    #expect(two.files(of: two.students[0]).isEmpty)
    #expect(
      two.warnings.first?.hasPrefix("20001 and 20004 have the same name, \(name), which one student on the roster")
        == true)
  }

  @Test("the time of the grade goes back into the worksheet, by which Moodle notices grades that were changed since")
  func timeOfTheGrade() throws {
    let head =
      "Identifier,Full name,Email address,Status,Grade,Maximum grade,Last modified (submission),"
      + "Last modified (grade)\n"
    let time = "Sunday, 22 November 2026, 10:00 AM"
    let student = try #require(try roster(head + "Participant 20001,Ada L,a@x,,,10.00,-,\"\(time)\"\n").first)
    let member = GradingReport.Member(place: 0, student: student)
    let read = GradingReport.Member(try JSONValue(Substring(member.record(page: "p").line)))?.student
    #expect(read?.gradeTime == time && read?.maximum == 10)
    let row = WorksheetFormat().rows(for: StudentVerdicts(student, []), [])
    #expect(row.contains(",\"\(time)\","))
  }

  private static let norwegian =
    "Identifikator,Fullt navn,ID-nummer,E-postadresse,Status,Gruppe,Karakter,Høyeste karakter,Karakteren kan endres,"
    + "Sist endret (innlevering),Nettbasert tekst,Sist endret (karakter),Tilbakemeldingskommentarer\n"

  @Test("a worksheet in a language whose titles are not known keeps maximum and times, is written back, and is named")
  func norwegianWorksheet() throws {
    let rows =
      "Deltaker 20001,Łukasz,004071,a@x,Submitted,,,\"100,00\",Ja,\"fredag, 4. desember 2026, 22:05\",Hei,-,\n"
      + "Deltaker 20002,Åse,004072,b@x,No submission,A,\"4,00\",\"100,00\",Ja,-,,-,\n"
    let students = try roster(Self.norwegian + rows)
    #expect(students.map(\.id) == ["20001", "20002"] && students.map(\.name) == ["Łukasz", "Åse"])
    #expect(students.map(\.maximum) == [100, 100] && students.map(\.number) == ["004071", "004072"])
    #expect(students.map { $0.localTime?.formatted(.iso8601) } == ["2026-12-04T22:05:00Z", nil])
    let source = SourceText(Self.norwegian + rows, name: "r.csv")
    let sheet = try #require(Roster.sheet(in: source))
    var verdict = Verdict(exercise: "1/whose", title: "Whose", status: .passed, score: 2, maxScore: 4)
    verdict.checks = []
    let assignment = Assignment(exercise: "1/whose", title: "Whose", maxScore: 4)
    let text = WorksheetFormat(sheet).rows(for: StudentVerdicts(students[0], [verdict]), [assignment])
    #expect(text.contains(",\"50,00\",\"100,00\",Ja,\"fredag") && !text.hasSuffix("-,\n"))
    #expect(
      Roster.warnings(about: source).map {
        $0.hasPrefix(
          "the roster looks like Moodle's grading worksheet in a language whose titles are not known: by their places, "
            + "'Karakter' as the grade, 'Høyeste karakter' as the maximum grade, 'Sist endret (innlevering)' as the time of the "
            + "submission, 'Sist endret (karakter)' as the time of the grade and 'Tilbakemeldingskommentarer' as the feedback are read"
        ) && $0.contains("set your Moodle to English")
      } == [true])
  }

  @Test("columns and times of a worksheet that are not recognised are named, and none is taken for another")
  func unknownWorksheet() throws {
    let rows =
      "Osallistuja 1,Aino,a@x,?,,8,Kyllä,\"perjantai, 20. marraskuuta 2026, 22:05\",-,\n"
      + "Osallistuja 2,Eino,b@x,?,,8,Kyllä,-,-,\n"
    let head = "Tunniste,Nimi,Osoite,Tila,Arvosana,Paras,Muutettavissa,Muutettu,Muutettu (arvosana),Palaute\n"
    let lines = Roster.warnings(about: SourceText(head + rows, name: "r.csv"))
    #expect(lines.count == 2)
    #expect(
      lines.last?.hasPrefix(
        "1 of the worksheet's times of submission can't be read, such as 'perjantai, 20. marraskuuta 2026, 22:05', and "
          + "lateness costs nothing there") == true)
    // Two columns could be the maximum.
    let odd = Roster.warnings(
      about: SourceText(
        head + "O 1,A,a@x,,8,8,Kyllä,-,-,\nO 2,B,b@x,8,9,8,Kyllä,-,-,\nO 3,B,b@x,8,9,9,Ei,-,-,\n", name: "r.csv"))
    #expect(odd.count == 1 && odd[0].contains("; the grade, the maximum grade, the time of the submission"))
    for known in ["student,name\nada,Ada\n", "Student,ID,SIS User ID,SIS Login ID,Section\n\"L, A\",1,,,\n"] {
      #expect(Roster.warnings(about: SourceText(known, name: "r.csv")) == [])
    }
  }

  @Test("a list of logins is no worksheet")
  func logins() throws {
    let text = "id,name,email,login,section,group\nstudent01,Ada,a@x,,,\nstudent02,Bob,b@x,,,\n"
    #expect(try roster(text).map(\.id) == ["student01", "student02"])
  }

  @Test("two students of one name are two, and not four")
  func namesakes() throws {
    let head = "ID;Vollständiger Name;Matrikelnummer;E-Mail-Adresse;" + Self.moodleHead
    let students = try roster(
      head + "Teilnehmer/in20001;Ada L;77;a@x;;;;100,00;;\nTeilnehmer/in20004;Ada L;78;b@x;;;;100,00;;\n")
    for number in [20001, 20004] {
      try folder.write("x", to: "class/Ada L_\(number)_assignsubmission_file_/whose.graph")
    }
    let submissions = try Submissions(folder.path + "/class", exercises: ["whose"], roster: students)
    #expect(submissions.students.map(\.id) == ["20001", "20004"])
    #expect(submissions.students.allSatisfy { submissions.files(of: $0).count == 1 })
  }

  @Test(
    "a folder that is called after several students on the roster is named", arguments: ["Kari Hansen", "Hansen Kari"])
  func sharedNameAlone(called: String) throws {
    let roster = [
      Student(id: "1", name: "Kari Hansen"), Student(id: "2", name: "Kari Hansen"), Student(id: "3", name: "Bo"),
    ]
    try folder.write("x", to: "class/\(called)/whose.graph")
    try folder.write("x", to: "class/Bo/whose.graph")
    let submissions = try Submissions(
      folder.path + "/class", layout: "folders", exercises: ["whose"], roster: roster)
    #expect(
      submissions.warnings == [
        "2 students on the roster have the same name, \(called): what is called so was matched with none of them; call it after "
          + "the student's id"
      ])
    #expect(submissions.files(of: roster[0]).isEmpty && submissions.files(of: roster[1]).isEmpty)
  }

  @Test("a roster on which several have one name says whose work that keeps from being matched")
  func sharedNames() throws {
    let students = try roster("Vorname,Nachname,ID-Nummer,E-Mail-Adresse\nAda,L,1,a@x\nAda,L,2,b@x\nBo,M,3,c@x\n")
    for (name, number) in [("Ada L", 20001), ("Ada L", 20004), ("Bo M", 20005)] {
      try folder.write("x", to: "class/\(name)_\(number)_assignsubmission_file_/whose.graph")
    }
    let submissions = try Submissions(folder.path + "/class", exercises: ["whose"], roster: students)
    #expect(
      submissions.warnings == [
        "2 students on the roster have the same name, Ada L: 20001 and 20004 were matched with none of them, and Moodle's "
          + "grading worksheet as the roster tells them apart"
      ])
    #expect(submissions.files(of: students[2]).count == 1)
  }

  @Test(
    "a list of assignments is no roster",
    arguments: ["ID,Name,Points\n1234,Homework 3,19\n", "student;name;assignment;grade\nHomework 3;;1;2\n"])
  func assignments(text: String) {
    let error = #expect(throws: Diagnostic.self) { try roster(text) }
    #expect(error?.message == "the roster 'roster.csv' looks like a list of assignments, not of students")
    let own = text.prefix { $0 != "\n" }.replacing(";", with: ",")
    #expect(
      error?.notes == ["columns expected: student,name,email,login,section", "columns of the file: \(own)"])
    #expect(error?.hint == nil)
  }

  @Test("an error about the columns of a file shows those that are expected and those that are there")
  func columns() {
    let source = SourceText("a,b,c,d,e,f,g,h,i\n1,2,3,4,5,6,7,8,9\n", name: "list.csv")
    let own = "columns of the file: a,b,c,d,e,f,g,h, and 1 more"
    func notes(_ read: () throws -> Void) -> [String] {
      do { try read() } catch { return (error as? Diagnostic)?.notes ?? [] }
      return []
    }
    #expect(
      notes { _ = try Roster.students(in: source) } == ["columns expected: student,name,email,login,section", own])
    #expect(notes { _ = try SubmissionTimes(in: source) } == ["columns expected: student,exercise,time", own])
    #expect(
      notes { _ = try Corrections(in: source, [:]) } == ["columns expected: student,exercise,points,reason", own])
    #expect(notes { _ = try GivenFiles(in: source, []) } == ["columns expected: path,answer_to", own])
    #expect(
      notes { _ = try Roster.students(in: SourceText("", name: "list.csv")) } == [
        "columns expected: student,name,email,login,section"
      ])
  }

  private func warnings(
    _ students: [Student], _ formats: [OutputFormat] = [], _ change: (inout ClassGrading) throws -> Void = { _ in }
  ) throws -> [String] {
    let submissions = try Submissions(
      folder.path + "/class", layout: "folders", exercises: ["whose"], roster: students)
    var grading = ClassGrading(library: Library(root: folder.path), worker: [], submissions: submissions, exercises: [])
    try change(&grading)
    return grading.warnings(formats)
  }

  @Test("one line says that roster and submissions do not meet")
  func strangers() throws {
    for name in ["eve", "dan"] { try folder.write("x", to: "class/\(name)/whose.graph") }
    #expect(
      try warnings([Student(id: "ada"), Student(id: "bob")]) == [
        "the roster and the submissions do not meet: 2 of 2 on the roster handed in nothing, and 2 files are of no one on it: dan, eve"
      ])
    #expect(try warnings([Student(id: "eve"), Student(id: "dan"), Student(id: "bob")]) == [])
    // If no one is on the roster, nothing is graded.
    var message: String?
    do throws(Diagnostic) {
      let submissions = try Submissions(
        folder.path + "/class", layout: "folders", exercises: ["whose"], roster: [Student(id: "ada")])
      try ClassGrading(library: Library(root: folder.path), worker: [], submissions: submissions, exercises: [])
        .refuseOtherRoster()
    } catch { message = error.message }
    #expect(
      message
        == "no file is of a student on the roster: the submissions, read as a folder for each student, are of dan, eve")
  }

  @Test("students who handed something in, as Moodle says, and of whom there is no file")
  func lacking() throws {
    try folder.write("x", to: "class/ada/whose.graph")
    let students = ["ada", "bob", "eve"].map { id in
      var student = Student(id: id)
      student.localTime = id == "eve" ? nil : Date(timeIntervalSince1970: 0)
      return student
    }
    #expect(
      try warnings(students) == [
        "Moodle's worksheet says when bob handed something in, but no file of theirs is here: the download is probably incomplete"
      ])
  }

  @Test("ids in the policy and in the times that no student has")
  func unknown() throws {
    try folder.write("x", to: "class/ada/whose.graph")
    let lines = try warnings([]) { grading in
      grading.policy.general.excused = ["ada", "adda"]
      grading.times = try SubmissionTimes(
        in: SourceText("student,time\nada,2026-11-20T22:14:05Z\nbob,2026-11-20T22:14:05Z\n", name: "t.csv"))
    }
    #expect(
      lines == [
        "the policy excuses 'adda', but no student has this id",
        "--times gives times of 'bob', but no student has this id",
      ])
  }

  @Test("students whom Moodle's import would not find are named")
  func moodle() throws {
    try folder.write("x", to: "class/20001/whose.graph")
    var ada = Student(id: "20001", name: "Ada", email: "a@x")
    ada.participant = "Participant 20001"
    var bob = Student(id: "20002")
    bob.participant = "Participant 20002"
    #expect(
      try warnings([ada, bob], [.moodle]) == [
        "Moodle's import has no row for 20002: neither an ID number nor an address is known"
      ])
  }

  @Test("a student whom the roster does not have gets no row in Canvas's import, and is named")
  func canvas() throws {
    try folder.write("x", to: "class/71/whose.graph")
    try folder.write("x", to: "class/48649/whose.graph")
    let lines = try warnings([Student(id: "71", name: "Ada")], [.canvas])
    #expect(lines.last == "Canvas's import has no row for 48649: the roster does not have this id")
    // Without a roster, the number is all that is known.
    #expect(try warnings([], [.canvas]) == [])
    let submissions = try Submissions(
      folder.path + "/class", layout: "folders", exercises: ["whose"], roster: [Student(id: "71")])
    let assignment = Assignment(exercise: "1/whose", title: "Whose", maxScore: 4)
    let rows = submissions.students.map { student in
      let verdict = Verdict(exercise: "1/whose", title: "", status: .passed, score: 4, maxScore: 4)
      return CanvasFormat().rows(for: StudentVerdicts(student, [verdict]), [assignment])
    }
    #expect(rows == ["71,71,,,,4.00\n", ""])
    #expect(submissions.students.map(\.isKnownToMoodle) == [true, false])
  }

  @Test(
    "an assignment that has other points in Canvas's gradebook than its exercises is named",
    arguments: [("4.00", [4711], false), ("100.00", [4711], true), ("21", [4711], true), ("100", [4712], false)])
  func canvasMaximum(possible: String, numbers: [Int], isWarned: Bool) throws {
    let head = "Student,ID,SIS User ID,SIS Login ID,Section,Worksheet 3 (4711),Essay (4700),Final Score\n"
    let source = SourceText(
      head + "    Points Possible,,,,,\(possible),10.00,(read only)\n\"L, Ada\",71,,,,,7.5,75\n", name: "r.csv")
    #expect(Roster.canvasPoints(in: source) == [4711: try #require(Double(possible)), 4700: 10])
    try folder.write("x", to: "class/71/keep-the-players.graph")
    let exercise = try Self.fourPoints()
    var grading = try ClassGrading(
      library: Library(root: folder.path), worker: [],
      submissions: Submissions(
        folder.path + "/class", layout: "folders", exercises: [exercise.slug], roster: Roster.students(in: source)),
      exercises: [exercise])
    grading.numbers = [exercise.id: numbers[0]]
    grading.canvasPoints = Roster.canvasPoints(in: source)
    let lines = grading.warnings([.canvas])
    #expect(lines.isEmpty != isWarned)
    #expect(
      lines.allSatisfy {
        $0.hasPrefix(
          "Canvas's assignment 4711 has \(possible.prefix { $0 != "." }) points in the gradebook, and \(exercise.id) has 4:"
        )
      })
    #expect(grading.warnings([.json]).isEmpty)
  }

  private static func fourPoints() throws -> Exercise {
    let files = [
      "task.md": "---\ntitle: Four\npoints: 4\n---\nDo it.", "check.graph": "expect 1 == 1", "solution.graph": "save",
    ]
    let sources = files.map { ($0, SourceText($1, name: $0)) }
    return try #require(
      ExerciseReader.read(Dictionary(uniqueKeysWithValues: sources), slug: "keep-the-players", folder: "01-rules").0)
  }

  @Test("a worksheet that lacks students, or has other points than Moodle")
  func worksheet() throws {
    var ada = Student(id: "20001", name: "Ada")
    (ada.participant, ada.maximum) = ("Participant 20001", 100)
    try folder.write("x", to: "class/20001/whose.graph")
    try folder.write("x", to: "class/eve/whose.graph")
    let lines = try warnings([ada], [.worksheet])
    #expect(
      lines.dropFirst() == [
        "worksheet.csv has 1 rows for 2 students: the number of the participant is not known of eve; --roster with Moodle's own worksheet has the numbers",
        "the roster's maximum grade is 100, and the exercises have 0 points together: set the maximum grade of Moodle's assignment to 0 before you upload worksheet.csv, or give the exercises other points in the policy",
      ])
    ada.maximum = 0
    #expect(try warnings([ada], [.worksheet]).count == 2)
  }
}
