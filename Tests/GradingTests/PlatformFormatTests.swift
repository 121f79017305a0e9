import Diagnostics
import Foundation
import Grading
import JSON
import Testing

@Suite("Verdicts in the formats of platforms")
struct PlatformFormatTests {
  static let time = "2026-01-15T09:00:00.000Z"
  static let metadata = OutputFormat.Metadata(
    student: HostileVerdicts.student, answer: "answer.graph", time: time, homePage: "https://school.example")
  static let platforms = OutputFormat.allCases.filter { $0 != .text && $0 != .json }

  static func text(_ format: OutputFormat, _ verdicts: [Verdict]) -> String {
    switch format.kind(metadata) {
    case .document(let format): return format.text(for: verdicts)
    case .gradebook(let format):
      let assignments = verdicts.map { Assignment(exercise: $0.exercise, title: $0.title, maxScore: $0.maxScore) }
      return format.files(of: assignments).map {
        format.text(for: [StudentVerdicts(HostileVerdicts.student, verdicts)], $0)
      }.joined()
    }
  }

  /// The verdicts of the format tests, and hostile ones of a readable length.
  static func verdicts() throws -> [Verdict] {
    try FormatTests.verdicts() + HostileVerdicts.all.filter { $0.exercise != "x" }
  }

  @Test("The document on grading has a row for each format, and says which need a student")
  func documented() throws {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    let document = try String(contentsOf: folder.appendingPathComponent("docs/grading.md"), encoding: .utf8)
    let rows = document.split(separator: "\n").filter { $0.hasPrefix("| `") }
    for format in OutputFormat.allCases {
      #expect(rows.contains { $0.dropFirst().prefix { $0 != "|" }.contains("`\(format.rawValue)`") }, "\(format)")
    }
    let naming = OutputFormat.allCases.filter(\.needsStudent).map { "`\($0.rawValue)`" }
    #expect(document.contains("\(naming.dropLast().joined(separator: ", ")) and \(naming.last ?? "") need `--student`"))
  }

  @Test("each format is as it was recorded", arguments: platforms)
  func golden(format: OutputFormat) throws {
    let text = Self.text(format, try Self.verdicts())
    let name = "platforms/\(format.rawValue).\(format.fileExtension)"
    #expect(Fixtures.golden(name, recording: text) == text)
  }

  @Test(
    "Moodle's ID number is a number of the institution, and nothing else",
    arguments: [
      ("77", "", "", "77"), ("1001", "Participant 1001", "", ""), ("1001", "Participant 1001", "77", "77"),
      ("a@example.com", "", "", ""), ("ada", "", "77", "77"),
    ])
  func idNumber(id: String, participant: String, number: String, expected: String) {
    var student = Student(id: id, email: id.contains("@") ? id : "")
    (student.participant, student.number) = (participant, number)
    #expect(student.isKnownToMoodle == (!expected.isEmpty || id.contains("@")))
    if !student.isKnownToMoodle { student.email = "a@example.com" }
    let row = MoodleFormat().rows(for: StudentVerdicts(student, []), [])
    #expect(row.split(separator: ",", omittingEmptySubsequences: false)[0] == expected)
    // Only a participant has a row in the grading worksheet.
    #expect(WorksheetFormat().rows(for: StudentVerdicts(student, []), []).isEmpty == participant.isEmpty)
  }

  @Test(
    "Moodle's worksheet has the points scaled to its own maximum, and says so",
    arguments: [
      (2, 3, nil, "2.00,3.00", nil), (2, 3, 3, "2.00,3.00", nil),
      (2, 3, 100, "66.67,100.00", "2 of 3 points, scaled to 66.67 of 100"),
      (3, 3, 100, "100.00,100.00", "3 of 3 points, scaled to 100 of 100"),
      (0.05, 8, 1, "0.01,1.00", "0.05 of 8 points, scaled to 0.01 of 1"),
      (0.5, 4, 1, "0.13,1.00", "0.5 of 4 points, scaled to 0.13 of 1"),
      (1, 3, 0, "0.00,0.00", "1 of 3 points, scaled to 0 of 0"),
    ] as [(Double, Double, Double?, String, String?)])
  func scaled(score: Double, maximum: Double, grade: Double?, cells: String, words: String?) {
    var student = Student(id: "1001")
    (student.participant, student.maximum) = ("Participant 1001", grade)
    let verdict = Verdict(
      exercise: "a", title: "A", status: .failed, score: score, maxScore: maximum,
      checks: [
        CheckResult(
          name: "It holds", status: .failed, points: 0, maxPoints: 3, feedback: ["no"], statement: "", line: 1)
      ])
    let assignments = [Assignment(exercise: "a", title: "A", maxScore: maximum)]
    let row = WorksheetFormat().rows(for: StudentVerdicts(student, [verdict]), assignments)
    #expect(row.contains(",Submitted for grading,\(cells),Yes,-,-,"))
    // A list of the checks with their points, in HTML.
    let points = score == 0.05 ? "0.05 of 8" : "\(pointsText(score)) of \(pointsText(maximum))"
    let list = "<ul><li>✗ It holds: \(points)<br>no</li></ul>"
    let comments = (words.map { "<p>\($0)</p>" } ?? "") + list
    #expect(row.hasSuffix(comments.contains(",") ? "\"\(comments)\"\n" : "\(comments)\n"), "\(row)")
  }

  @Test("Moodle's worksheet has no grade for a student of whom an answer could not be graded, or none was handed in")
  func ungraded() {
    var student = Student(id: "1001")
    (student.participant, student.maximum) = ("Participant 1001", 100)
    let assignments = ["a", "b"].map { Assignment(exercise: $0, title: "A", maxScore: 3) }
    func row(_ problems: Diagnostic?...) -> String {
      let verdicts = zip(["a", "b"], problems).map { exercise, problem in
        Verdict(
          exercise: exercise, title: "A", status: problem == nil ? .passed : .error, score: problem == nil ? 3 : 0,
          maxScore: 3, diagnostics: problem.map { [$0] } ?? [])
      }
      return WorksheetFormat().rows(for: StudentVerdicts(student, verdicts), assignments)
    }
    let missing = Diagnostic(Diagnostic.ID.noSuchFile, "nothing was handed in")
    let unreadable = Diagnostic("not-utf8", "'a.graph' is not UTF-8 text")
    let tooLong = Diagnostic("budget", "stopped after 100,000 statements", line: 1, of: SourceText("x"))
    #expect(row(missing, missing).contains(",No submission,,100.00,"))
    #expect(row(unreadable, missing).contains(",Submitted for grading,,100.00,"))
    #expect(row(unreadable, missing).contains("'a.graph' is not UTF-8 text"))
    #expect(row(tooLong, missing).contains(",Submitted for grading,,100.00,"))
    #expect(row(nil, unreadable).contains(",Submitted for grading,,100.00,"))
    #expect(row(nil, missing).contains(",Submitted for grading,50.00,100.00,"))
  }

  @Test("Around a German exercise, the texts of platforms are German", arguments: platforms)
  func german(format: OutputFormat) throws {
    let german = try Self.verdicts().map { verdict in
      var verdict = verdict
      verdict.words = .german
      return verdict
    }
    let missing = {
      var verdict = Verdict(
        onUnknown: "m", refusedFor: [Diagnostic(Diagnostic.ID.noSuchFile, "nothing was handed in")])
      verdict.words = .german
      return verdict
    }()
    var text = Self.text(format, german + [missing])
    if format == .classroom {
      text =
        Data(base64Encoded: String(text.dropFirst("result=".count).dropLast()))
        .map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    for word in [
      "not yet", "Everything else is as it was", "It was done as the task asks", "this does not hold",
      "nothing was handed in", "the answer can be graded", "the student is excused", "It was handed in on time",
    ] {
      #expect(!text.contains(word), "\(word)")
    }
    #expect(!text.contains(/[0-9] points/))
  }

  @Test(
    "without verdicts each format says so, or has a heading and no row",
    arguments: [
      (
        OutputFormat.gradescope,
        #"{"score": 0, "output": "nothing was graded", "output_format": "text", "test_output_format": "text", "#
          + #""test_name_format": "text", "visibility": "visible", "stdout_visibility": "hidden", "tests": []}"# + "\n"
      ),
      (
        .prairielearn,
        #"{"gradable": false, "score": 0.0, "format_errors": "there is nothing to grade", "message": "", "output": ""}"#
          + "\n"
      ),
      (.exercism, #"{"version": 3, "status": "error", "message": "nothing was graded", "tests": []}"# + "\n"),
      (
        .junit,
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="Graphbook" tests="0" failures="0" errors="0" skipped="0">
        </testsuites>

        """
      ),
      (.tap, "TAP version 14\n1..0 # SKIP nothing was graded\n"),
      (.github, "::notice title=Graphbook::nothing was graded\n"),
      (.summary, "nothing was graded\n"),
      (
        .classroom,
        "result=" + Data(#"{"version": 1, "status": "error", "max_score": 0, "tests": []}"#.utf8).base64EncodedString()
          + "\n"
      ),
      (.csv, "student,name,email,exercise,title,status,score,max_score,checks_passed,checks,comment\n"),
      (.lti, ""), (.xapi, ""),
    ])
  func nothing(format: OutputFormat, text: String) {
    let found =
      switch format.kind(Self.metadata) {
      case .document(let format): format.text(for: [])
      case .gradebook(let format): format.text(for: [], [])
      }
    #expect(found == text)
  }

  @Test("an exercise from which the student is excused is skipped, and not failed")
  func excused() throws {
    let verdict = Verdict.excused(from: try Fixtures.exercise())
    let id = verdict.exercise
    #expect(Self.text(.tap, [verdict]) == "TAP version 14\n1..1\nok 1 - \(id) # SKIP excused\n")
    let junit = Self.text(.junit, [verdict])
    #expect(junit.contains("tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"1\""))
    #expect(
      junit.contains("<skipped message=\"excused\"/>") && !junit.contains("<error") && !junit.contains("system-err"))
  }

  @Test("no format lets a control character or a bidirectional mark through", arguments: platforms)
  func noControls(format: OutputFormat) {
    let text = Self.text(format, HostileVerdicts.all)
    let hidden = text.unicodeScalars.filter { $0 != "\n" && DisplayText.isHidden($0) }
    #expect(hidden.isEmpty)
  }

  @Test("long messages are cut to what the platform takes, at a character, and say so")
  func longMessages() throws {
    let long = [HostileVerdicts.all[1]]
    let exercism = Self.text(.exercism, long)
    #expect(exercism.contains("mmm\\n… (65,538 bytes in all)\""))
    let record = try #require(try JSONSerialization.jsonObject(with: Data(exercism.utf8)) as? [String: Any])
    let test = try #require((record["tests"] as? [[String: Any]])?.first)
    #expect((test["message"] as? String)?.utf8.count == 65_535)
    #expect(Self.text(.junit, long).contains("mmm\n… (65,538 bytes in all)</failure>"))
    let few = [HostileVerdicts.all[1], HostileVerdicts.all[1]]
    let prairie = PrairieLearnFormat(byteLimit: 50_000).text(for: few)
    #expect(prairie.utf8.count <= 50_000)
    #expect(prairie.hasPrefix(#"{"gradable": true, "score": 0.0, "message""#) && prairie.contains("\"tests\": ["))
    var manyChecks = HostileVerdicts.all[3]
    manyChecks.checks = Array(repeating: manyChecks.checks[0], count: 200)
    let most = PrairieLearnFormat(byteLimit: 8000).text(for: [manyChecks])
    #expect(most.utf8.count <= 8000 && most.contains("\"score\": 0.0") && !most.contains("\"tests\""))
    let summary = SummaryFormat(byteLimit: 20_000).text(for: few)
    #expect(summary.utf8.count <= 20_000 && summary.hasSuffix("\n1 more verdict does not fit here\n"))
  }

  @Test("GitHub shows ten errors, and a notice counts the others")
  func annotations() {
    let checks = (1...14).map { number in
      CheckResult(
        name: "check \(number)", status: .failed, points: 0, maxPoints: 1, feedback: ["no"], statement: "", line: 1)
    }
    let verdict = Verdict(exercise: "x", title: "X", status: .failed, score: 0, maxScore: 14, checks: checks, steps: 1)
    let lines = GitHubFormat(answer: "a.graph").text(for: [verdict]).split(separator: "\n")
    #expect(lines.count == 11)
    #expect(lines[9] == "::error file=a.graph,title=X%3A check 10::no")
    #expect(lines[10] == "::notice title=Graphbook::X (x): not yet, 0 of 14 points%0A4 more are not shown here")
  }

  @Test(
    "points divided among checks add up",
    arguments: [
      ([3, 1], [true, false], 7.5, 10.0), ([1, 1, 1], [true, true, false], 6.67, 10),
      ([1, 1, 1], [true, true, true], 10, 10),
      ([2, 0], [true, false], 3, 4), ([2, 0], [false, false], 0, 4), ([0, 0], [true, true], 5, 5),
      ([0, 0], [true, false], 0, 5),
      ([7, 7, 7, 7, 7, 7, 7], [true, false, true, true, false, true, true], 0.71, 1),
    ])
  func shares(maxPoints: [Int], passed: [Bool], score: Double, maxScore: Double) throws {
    let checks = zip(maxPoints, passed).map { points, passed in
      CheckResult(
        name: "c", status: passed ? .passed : .failed, points: passed ? points : 0, maxPoints: points, statement: "",
        line: 1)
    }
    let verdict = Verdict(
      exercise: "x", title: "X", status: .failed, score: score, maxScore: maxScore, checks: checks, steps: 1)
    let line = ClassroomFormat().text(for: [verdict]).dropFirst("result=".count).dropLast()
    let data = try #require(Data(base64Encoded: String(line)))
    let record = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let tests = try #require(record["tests"] as? [[String: Any]])
    let points = tests.compactMap { ($0["score"] as? NSNumber)?.doubleValue }
    #expect(abs(points.reduce(0, +) - score) < 0.001)
    #expect(points.count == checks.count)
    for (points, passed) in zip(points, passed) where passed || maxPoints.count > 2 { #expect(points >= 0) }
  }

  @Test("an assignment's number goes into Canvas's title, and a title does not get one by itself")
  func canvasTitles() {
    let format = CanvasFormat()
    let titled = Assignment(exercise: "x", title: "Whose; players (2)", maxScore: 10, number: 1234)
    #expect(
      format.head(for: [titled]).hasPrefix(
        "Student,ID,SIS User ID,SIS Login ID,Section,\"Whose, players (2) (1234)\"\n"))
    let plain = Assignment(exercise: "x", title: "Whose players (2)", maxScore: 10)
    #expect(
      format.head(for: [plain]) == """
        Student,ID,SIS User ID,SIS Login ID,Section,Whose players [2]
            Points Possible,,,,,10.00

        """)
  }

  @Test("exercises with one number are one column of Canvas's, with the sum of their points")
  func canvasSum() {
    let assignments = [("a", 7), ("b", nil), ("c", 7)].map {
      Assignment(exercise: $0.0, title: $0.0.uppercased(), maxScore: 2, number: $0.1)
    }
    let files = CanvasFormat().files(of: assignments)
    #expect(
      files.map(CanvasFormat().head) == [
        "Student,ID,SIS User ID,SIS Login ID,Section,A + C (7)\n    Points Possible,,,,,4.00\n",
        "Student,ID,SIS User ID,SIS Login ID,Section,B\n    Points Possible,,,,,2.00\n",
      ])
    func row(_ problem: Diagnostic?) -> String {
      let verdicts = assignments.map { assignment in
        Verdict(
          exercise: assignment.exercise, title: "", status: .failed, score: 1.5, maxScore: 2)
      }
      var student = StudentVerdicts(Student(id: "ada"), verdicts)
      if let problem {
        (student.verdicts[2].status, student.verdicts[2].score) = (.error, 0)
        student.verdicts[2].diagnostics = [problem]
      }
      return files.map { CanvasFormat().rows(for: student, $0) }.joined()
    }
    #expect(row(nil) == "ada,ada,,,,3.00\nada,ada,,,,1.50\n")
    #expect(row(Diagnostic(Diagnostic.ID.noSuchFile, "nothing was handed in")) == "ada,ada,,,,1.50\nada,ada,,,,1.50\n")
    // An import would clear the grade of a row without one.
    #expect(row(Diagnostic("not-utf8", "no")) == "ada,ada,,,,1.50\n")
  }

  @Test("a missing answer has no score for LTI, and a broken exercise none for any gradebook")
  func withoutScore() throws {
    let missing = Verdict(
      exercise: "x", title: "X", status: .error, score: 0, maxScore: 2, diagnostics: [.init("no-such-file", "nothing")])
    let student = StudentVerdicts(Student(id: "ada"), [missing])
    #expect(
      LTIFormat(time: Self.time).rows(for: student, []) == """
        {"resourceId": "x", "score": {"userId": "ada", "comment": "nothing", "timestamp": "2026-01-15T09:00:00.000Z", \
        "activityProgress": "Initialized", "gradingProgress": "NotReady"}}

        """)
    var broken = missing
    broken.diagnostics = [.init("broken-exercise", "the checks cannot be used")]
    let assignment = Assignment(exercise: "x", title: "X", maxScore: 2)
    let other = StudentVerdicts(Student(id: "ada"), [broken])
    #expect(CanvasFormat().rows(for: other, [assignment]).isEmpty)
    // An import would clear the grade of a row without one.
    #expect(MoodleFormat().rows(for: other, [assignment]).isEmpty)
    // Nor has what is missing or could not be graded, before the teacher decides.
    var unreadable = missing
    unreadable.diagnostics = [.init("not-utf8", "'a.graph' is not UTF-8 text")]
    for verdict in [missing, unreadable] {
      let student = StudentVerdicts(Student(id: "ada"), [verdict])
      #expect(CanvasFormat().rows(for: student, [assignment]).isEmpty)
      #expect(MoodleFormat().rows(for: student, [assignment]).isEmpty)
      let lacking = verdict.isMissing ? "0,1" : "1,0"
      #expect(GradesFormat().rows(for: student, [assignment]) == "ada,ada,,,0,0.00,,2.00,\(lacking)\n")
    }
    // Moodle finds no one without a number and an address.
    var stranger = Student(id: "20001")
    stranger.participant = "Participant 20001"
    #expect(MoodleFormat().rows(for: StudentVerdicts(stranger, [missing]), [assignment]).isEmpty)
    let excused = StudentVerdicts(stranger, [Verdict.excused(from: try Fixtures.exercise(["task.md": Fixtures.task]))])
    #expect(
      WorksheetFormat().rows(for: excused, [Assignment(exercise: excused.verdicts[0].exercise, title: "", maxScore: 1)])
        .contains(",Excused,,0.00,"))
  }

  @Test("An answer that could not be graded has no points in any format that can do without them")
  func ungradedEverywhere() throws {
    let unreadable = Verdict(
      exercise: "x", title: "X", status: .error, score: 0, maxScore: 2,
      diagnostics: [.init("not-utf8", "'a.graph' is not UTF-8 text")])
    for format in [OutputFormat.text, .csv, .junit, .lti, .xapi, .summary, .github] {
      let text = format == .text ? TextFormat().text(for: [unreadable]) : Self.text(format, [unreadable])
      #expect(text.contains("not UTF-8") || format == .xapi, "\(format)")
      for word in ["0 of 2", "score\" value", "scoreGiven", "\"raw\"", "0.00,2.00", "0 points"] {
        #expect(!text.contains(word), "\(format): \(word)")
      }
    }
    #expect(TextFormat().text(for: [unreadable]).hasPrefix("X (x): error\n"))
    let text = JSONFormat().text(for: [unreadable])
    #expect(text.contains("\"score\": null, \"maxScore\": 2"))
    let record = try Array(text.utf8).withUnsafeBufferPointer { try JSONValue($0) }
    #expect(try #require(JSONFormat.verdict(from: record)).isUngraded)
    // Two exercises, of which one could be graded.
    let graded = Verdict(exercise: "y", title: "Y", status: .passed, score: 3, maxScore: 3)
    let assignments = [("x", 2.0), ("y", 3.0)].map { Assignment(exercise: $0.0, title: $0.0, maxScore: $0.1) }
    #expect(
      GradesFormat().rows(for: StudentVerdicts(Student(id: "ada"), [unreadable, graded]), assignments)
        == "ada,ada,,,3.00,0,0.00,3.00,5.00,1,0\n")
  }

  @Test("The sum has all points, and says how many answers could not be graded or were not handed in")
  func sums() {
    func sum(_ problems: [Diagnostic?]) -> (words: String, total: Double?, row: String) {
      let assignments = problems.indices.map { Assignment(exercise: "\($0)", title: "\($0)", maxScore: 7) }
      let verdicts = zip(assignments, problems).map { assignment, problem in
        Verdict(
          exercise: assignment.exercise, title: "", status: problem == nil ? .passed : .error,
          score: problem == nil ? 7 : 0, maxScore: 7, diagnostics: problem.map { [$0] } ?? [])
      }
      var student = Student(id: "1", name: "Ada")
      student.participant = "Participant 1"
      let all = StudentVerdicts(student, verdicts)
      return (
        all.sum(of: assignments, .english), all.total(of: assignments), WorksheetFormat().rows(for: all, assignments)
      )
    }
    let (unreadable, missing) = (Diagnostic("not-utf8", "no"), Diagnostic(Diagnostic.ID.noSuchFile, "nothing"))
    #expect(sum([nil, nil, unreadable]).words == "14 of 21 points, one answer could not be graded")
    #expect(sum([nil, unreadable, unreadable]).words == "7 of 21 points, 2 answers could not be graded")
    #expect(sum([nil, nil, missing]).words == "14 of 21 points, one answer was not handed in")
    #expect(sum([nil, nil]).words == "14 of 14 points")
    // What has no points is no 0.
    #expect(sum([missing, missing]).words == "2 answers were not handed in" && sum([missing, missing]).total == nil)
    let row = sum([nil, missing, unreadable]).row
    #expect(row.contains("<p>7 of 21 points, one answer could not be graded, one answer was not handed in</p>"))
    #expect(row.contains("1: not handed in</strong>") && row.contains("2: could not be graded</strong>"))
    #expect(row.contains(",Submitted for grading,,21.00,"))
  }

  @Test("The worksheet that was given comes back with grades and feedback, and every other byte as it was")
  func givenWorksheet() throws {
    let head = [
      "Identifier", "\"Full name\"", "ID number", "Status", "Grade", "Grade can be changed", "Feedback comments",
    ]
    let sheet = try #require(GradingSheet(head: head, separator: ";", lineEnd: "\r\n", hasMark: true))
    let format = WorksheetFormat(sheet)
    let assignment = Assignment(exercise: "x", title: "X", maxScore: 3)
    #expect(
      format.head(for: [assignment])
        == "\u{FEFF}Identifier;\"Full name\";ID number;Status;Grade;Grade can be changed;Feedback comments\r\n")
    var student = Student(id: "1", name: "Ada")
    student.participant = "Participant 1"
    student.sheetCells = ["Participant 1", "\"=Ada, \"\"Countess\"\"\"", "007", "-", "", "Yes", ""]
    func row(_ verdict: Verdict) -> String { format.rows(for: StudentVerdicts(student, [verdict]), [assignment]) }
    let passed = Verdict(exercise: "x", title: "X", status: .passed, score: 3, maxScore: 3)
    #expect(row(passed) == "Participant 1;\"=Ada, \"\"Countess\"\"\";007;-;3.00;Yes;\r\n")
    let unreadable = Verdict(
      exercise: "x", title: "X", status: .error, score: 0, maxScore: 3, diagnostics: [.init("not-utf8", "is a picture")]
    )
    #expect(row(unreadable) == "Participant 1;\"=Ada, \"\"Countess\"\"\";007;-;;Yes;<p>is a picture</p>\r\n")
    // A German file has commas in its numbers.
    student.sheetCells = ["Participant 1", "Ada, 3", "\"21,00\"", "-", "", "Yes", ""]
    #expect(row(passed) == "Participant 1;Ada, 3;\"21,00\";-;\"3,00\";Yes;\r\n")
    student.sheetCells = []
    #expect(row(passed) == "Participant 1;;;;3.00;;\r\n")
    #expect(GradingSheet(head: ["student", "name"], separator: ",", lineEnd: "\n", hasMark: false) == nil)
  }

  @Test(
    "an exercise whose chapter has another number now keeps its id for platforms",
    arguments: [
      ("17-design-clinic/tin-moon", "16-design-clinic/tin-moon"),
      ("18-final-project/lost-property", "17-final-project/lost-property"), ("17-other/one", "17-other/one"),
      ("17-design-clinic", "17-design-clinic"),
    ])
  func lastingIDs(id: String, lasting: String) {
    let verdict = Verdict(exercise: id, title: "X", status: .passed, score: 2, maxScore: 2)
    let student = StudentVerdicts(Student(id: "ada"), [verdict])
    #expect(LTIFormat(time: Self.time).rows(for: student, []).hasPrefix("{\"resourceId\": \"\(lasting)\", "))
    let page = "https://school.example/"
    #expect(
      XAPIFormat(homePage: page, time: Self.time).rows(for: student, []).contains(
        "\"id\": \"\(page)exercises/\(lasting)\""))
  }
}
