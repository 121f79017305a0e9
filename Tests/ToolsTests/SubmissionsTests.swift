import Diagnostics
import Foundation
import Grading
import TestSupport
import Testing

@testable import Tools

@Suite("Submissions in folders and zip files")
struct SubmissionsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The students and what each handed in for an exercise: its text, or the reason why there is none.
  private func answers(_ submissions: Submissions, _ exercise: String = "whose") -> [String] {
    submissions.students.map { student in
      let work = submissions.collect(student, shownAs: student.id, names: .similar) { $0.item.path }
      let attempts = (work.answers[exercise] ?? []).map { answer in
        if let reason = answer.refusal { return reason.message }
        guard let item = answer.item, let text = try? submissions.source.text(of: item, shownAs: answer.path) else {
          return "?"
        }
        return answer.isOnlineText ? OnlineText.text(ofPage: text) : text
      }
      return "\(student.id): \(attempts.joined(separator: ", "))"
    }
  }

  private func zip(_ entries: [WrittenZip.Entry]) throws -> String {
    let path = folder.path + "/class.zip"
    try WrittenZip(entries: entries).data.write(to: URL(fileURLWithPath: path))
    return path
  }

  private func message(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return (error as? Diagnostic)?.message ?? "\(error)" }
    return nil
  }

  @Test("Moodle's zip file, with and without folders")
  func moodle() throws {
    let path = try zip([
      .deflated("Ada Lovelace_1001_assignsubmission_file_/whose.graph", "ada"),
      .stored("Bob B_1002_assignsubmission_file/whose.graph", "bob"),
      .stored("C. D._1003_assignsubmission_file_whose.graph", "carol"),
      .stored("Dan_1004_assignsubmission_file_/my answer.graph", "dan"),
      .stored("Eve_1005_assignsubmission_file_/one.graph", "one"),
      .stored("Eve_1005_assignsubmission_file_/two.graph", "two"),
      .stored("Fay_1006_assignsubmission_onlinetext_/onlinetext.html", "<p>"),
      .stored("Gil_1007_assignsubmission_file_/readme.txt", "text"),
    ])
    let submissions = try Submissions(path, exercises: ["whose"], roster: [Student(id: "1003"), Student(id: "99")])
    #expect(submissions.layout == "moodle")
    #expect(
      answers(submissions) == [
        "1003: carol", "99: nothing was handed in", "1001: ada", "1002: bob", "1004: dan",
        "1005: 2 files were handed in: 'one.graph' and 'two.graph'",
        "1006: no file is recognised as the answer: 'onlinetext.html' is empty",
        "1007: no file is recognised as the answer: 'readme.txt' is text that begins with \"text\"",
      ])
    // With several exercises, the file has the name of one.
    let several = try Submissions(path, exercises: ["whose", "links"])
    #expect(
      answers(several).contains {
        $0.hasPrefix(
          "1004: no file is recognised as the answer: 'my answer.graph' is text")
      })
    #expect(answers(several, "links").contains("1001: nothing was handed in"))
    #expect(
      try Submissions(path, layout: "moodle", exercises: ["whose"]).students.map(\.participant).contains(
        "Participant 1004"))
  }

  @Test("Canvas's zip file")
  func canvas() throws {
    let path = try zip([
      .stored("lovelaceada_71_90001_whose.graph", "ada"),
      .stored("boole_george_LATE_72_90002_whose-1.graph", "george"),
      .stored("doe_73_90003_answer.graph", "doe"),
    ])
    let submissions = try Submissions(path, layout: "canvas", exercises: ["whose"])
    #expect(answers(submissions) == ["71: ada", "72: george", "73: doe"])
  }

  @Test(
    "a group's submission on Canvas is that of all its members, and a warning says where the roster does not know them")
  func canvasGroups() throws {
    let path = try zip([
      .stored("labgroup3_501_9001_whose.graph", "three"), .stored("labgroup4_LATE_504_9002_whose.graph", "four"),
      .stored("evaeva_505_9003_whose.graph", "eva"), .stored("labgroup5_506_text.html", "<p>five</p>"),
    ])
    func submissions(_ groups: [String]) throws -> Submissions {
      let names = ["A, Ana", "B, Bia", "C, Caio", "D, Davi", "Eva, Eva", "F, Fabio"].map { "\"\($0)\"" }
      let rows = Swift.zip(names, groups).enumerated().map { "\($1.0),\(501 + $0),T1,\($1.1)\n" }
      let text = "Student,ID,Section,Group\n" + rows.joined()
      let roster = try Roster.students(in: SourceText(text, name: "roster.csv"))
      return try Submissions(path, layout: "canvas", exercises: ["whose"], roster: roster)
    }
    let known = try submissions([
      "Lab group 3", "Lab group 3", "Lab-Group 3", "Lab group 4", "Eva Eva", "\"Lab group 5, Team\"",
    ])
    #expect(
      answers(known) == ["501: three", "502: three", "503: three", "504: four", "505: eva", "506: five\n"])
    #expect(known.warnings.isEmpty)
    let unknown = try submissions(["", "", "", "Other", "", ""])
    #expect(answers(unknown).prefix(3) == ["501: three", "502: nothing was handed in", "503: nothing was handed in"])
    #expect(
      unknown.warnings == [
        "files that Canvas calls 'labgroup3', 'labgroup4', 'labgroup5' are not called after the student whose number they have: "
          + "if a group handed them in, only that student gets the points, unless the roster has the group's members in a column Group"
      ])
  }

  @Test("the repositories of GitHub Classroom, in a folder and in a zip file")
  func classroom() throws {
    let repository = folder.path + "/hw-submissions/hw-ada-l"
    try FileManager.default.createDirectory(atPath: repository, withIntermediateDirectories: true)
    try Data("ada".utf8).write(to: URL(fileURLWithPath: repository + "/whose.graph"))
    let submissions = try Submissions(
      folder.path + "/hw-submissions", layout: "hw-{student}/{exercise}.graph", exercises: ["whose"])
    #expect(answers(submissions) == ["ada-l: ada"])
    let path = try zip([
      .stored("hw/hw-bob/whose.graph", "bob"), .stored("hw/hw-eve/README.md", ""), .stored("hw/other/whose.graph", "x"),
    ])
    let zipped = try Submissions(path, layout: "*/hw-{student}/{exercise}.graph", exercises: ["whose"])
    #expect(
      answers(zipped) == ["bob: bob", "eve: no file is recognised as the answer: 'README.md' is empty"])
  }

  @Test("attempts come in their order")
  func attempts() throws {
    let path = try zip([
      .stored("ada/10/whose.graph", "ten"), .stored("ada/9/whose.graph", "nine"), .stored("bob/1/links.graph", "x"),
    ])
    let submissions = try Submissions(
      path, layout: "{student}/{attempt}/{exercise}.graph", exercises: ["whose"], besides: ["links"])
    let other = "by its name an answer to links, which is not graded here"
    #expect(
      answers(submissions) == [
        "ada: nine, ten", "bob: no file is recognised as the answer: 'links.graph' is \(other)",
      ])
  }

  @Test("a group's work is no participant's who has the group's number", arguments: [true, false])
  func groupNumbers(hasGroups: Bool) throws {
    for (name, text) in [
      ("Team 3_20005", "team"), ("Chloë Königsmann_20005", "own"), ("Participant_20011", "blind"),
      ("Eve L._20012", "eve"),
    ] {
      try folder.write(text, to: "class/\(name)_assignsubmission_file/whose.graph")
    }
    let names = [
      ("20005", "Chloë Königsmann"), ("20010", "Ada Lovelace"), ("20011", "Bob Boole"), ("20012", "Eve Noether"),
    ]
    let roster = names.map { id, name in
      var student = Student(id: id, name: name)
      if hasGroups, id == "20010" { student.group = "Team 3" }
      return student
    }
    let submissions = try Submissions(folder.path + "/class", exercises: ["whose"], roster: roster)
    #expect(
      answers(submissions) == [
        "20005: own", "20010: \(hasGroups ? "team" : "nothing was handed in")", "20011: blind", "20012: eve",
      ] + (hasGroups ? [] : ["Team 3_20005: team"]))
    #expect(submissions.warnings.count == (hasGroups ? 0 : 1))
    #expect(submissions.students.last?.participant == "")
  }

  @Test("a zip file that a student handed in is read like a folder, also in the zip file of a class")
  func zipOfStudent() throws {
    func bytes(_ entries: [WrittenZip.Entry]) -> [UInt8] { Array(WrittenZip(entries: entries).data) }
    let work = bytes([
      .stored("work/whose.graph", "whose"), .deflated("work/notes.md", "notes"), .stored("__MACOSX/._whose.graph", "x"),
    ])
    let climbing = bytes([.stored("../whose.graph", "climbed"), .stored("/whose.graph", "absolute")])
    let nested = bytes([.stored("inner.zip", work)])
    let many = bytes((0...100).map { .stored("\($0).graph", "x") })
    let damaged = Array(work.prefix(work.count / 2))
    let handedIn = [
      ("ada", work), ("bob", climbing), ("cleo", nested), ("dan", many), ("eve", damaged), ("fay", Array("none".utf8)),
    ]
    for (student, bytes) in handedIn {
      let place = URL(fileURLWithPath: "\(folder.path)/class/\(student)")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      try Data(bytes).write(to: place.appendingPathComponent("Abgabe.ZIP"))
    }
    let inFolder = try Submissions(folder.path + "/class", layout: "folders", exercises: ["whose"])
    let path = try zip(handedIn.map { .stored("\($0.0)/Abgabe.ZIP", $0.1) })
    let inZip = try Submissions(path, layout: "folders", exercises: ["whose"])
    let answers = answers(inFolder)
    #expect(
      answers.prefix(2) == [
        "ada: whose", "bob: 2 files were handed in: 'Abgabe.ZIP/../whose.graph' and 'Abgabe.ZIP//whose.graph'",
      ])
    #expect(answers == self.answers(inZip))
    #expect(answers.dropFirst(2).allSatisfy { $0.contains("no file is recognised") })
  }

  @Test("a zip file can do no more than be read")
  func hostileZip() throws {
    var encrypted = WrittenZip.Entry.stored("enc/whose.graph", "x")
    encrypted.flags = 1
    var damaged = WrittenZip.Entry.deflated("dam/whose.graph", "text")
    damaged.checksum ^= 1
    var link = WrittenZip.Entry.stored("link/whose.graph", "/etc/passwd")
    link.mode = 0o120777
    var odd = WrittenZip.Entry.stored("odd/whose.graph", "x")
    odd.method = 99
    var short = WrittenZip.Entry.deflated("short/whose.graph", "text")
    short.packed.removeLast(2)
    var latin = WrittenZip.Entry.stored("x/whose.graph", "latin")
    latin.name = Array("gr".utf8) + [0xFC, 0xDF] + Array("/whose.graph".utf8)
    var zero = WrittenZip.Entry.stored("zero/whose.graph", "x")
    zero.name = Array("ze".utf8) + [0] + Array("ro/whose.graph".utf8)
    let path = try zip([
      .stored("../whose.graph", "climbs"), .stored("a/../../b/whose.graph", "climbs"), .stored("/whose.graph", "x"),
      .stored("..", "x"), .stored("//whose.graph", "x"), zero,
      .bomb("bomb/whose.graph", times: 100_000, claiming: 10),
      .bomb("claims/whose.graph", times: 1, claiming: 4_000_000_000),
      .stored("double/whose.graph", "one"), .stored("double/whose.graph", "two"),
      .stored("folder/whose.graph/", ""), encrypted, damaged, link, odd, short, latin,
      .stored("utf/whose.graph", [0xFF, 0xFE, 0x41, 0]),
      .stored("slash//es/whose.graph", "slashes"), .stored("\u{1B}[2J/whose.graph", "escape"),
      .stored("deep/er/whose.graph", "x"),
    ])
    let submissions = try Submissions(path, exercises: ["whose"])
    #expect(
      answers(submissions).map { DisplayText.visible($0) } == [
        "␛[2J: escape", "bomb: the answer is longer than 256 KB",
        "claims: 'whose.graph' is damaged in the zip file",
        "dam: 'whose.graph' is damaged in the zip file", "deep: x",
        "double: 2 files were handed in: 'whose.graph' and 'whose.graph'",
        "enc: 'whose.graph' is encrypted",
        "folder: 'whose.graph' is a folder", "grⁿ▀: latin",
        "link: 'whose.graph' is reached through a symbolic link",
        "odd: 'whose.graph' is compressed in an unknown way",
        "short: 'whose.graph' is damaged in the zip file", "slash: slashes", "utf: A",
      ])
    #expect(
      submissions.notes == [
        "6 paths lead out of the folder and were left out: '../whose.graph', 'a/../../b/whose.graph', '/whose.graph', '..', "
          + "'//whose.graph', 'ze␀ro/whose.graph'"
      ])
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path) == ["class.zip"])
  }

  @Test("names in a zip file may have backslashes, and be in code page 437 or in an extra field")
  func oldNames() throws {
    func named(_ name: [UInt8], _ text: String, system: UInt8 = 0) -> WrittenZip.Entry {
      var entry = WrittenZip.Entry.stored("", text)
      (entry.name, entry.system) = (name, system)
      return entry
    }
    let path437: [UInt8] = Array("M".utf8) + [0x81] + Array("ller/whose.graph".utf8)
    var extra = named(Array("J".utf8) + [0x3F] + Array("rg/whose.graph".utf8), "extra")
    let unicode = Array("Jörg/whose.graph".utf8)
    let sum = WrittenZip.Entry.checksum(of: extra.name)
    extra.extra = [0x75, 0x70, UInt8(unicode.count + 5), 0, 1]
    extra.extra += (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) } + unicode
    var stale = named(Array("eve/whose.graph".utf8), "stale")
    stale.extra = extra.extra
    let path = try zip([
      named(Array("ada\\whose.graph".utf8), "dos"), named(Array("bob\\whose.graph".utf8), "unix", system: 3),
      named(Array("cyd/own\\whose.graph".utf8), "mixed"), named(Array("dan/a\\b.graph".utf8), "kept", system: 3),
      named(path437, "437"), extra, stale, named(Array("Łukasz/whose.graph".utf8), "UTF-8"),
      named(Array("..\\up\\whose.graph".utf8), "climbs"), named(Array("fay\\".utf8), ""),
    ])
    let submissions = try Submissions(path, layout: "folders", exercises: ["whose"])
    #expect(
      answers(submissions) == [
        "Jörg: extra", "Müller: 437", "ada: dos", "bob: unix", "cyd: mixed", "dan: kept", "eve: stale",
        "fay: nothing was handed in", "Łukasz: UTF-8",
      ])
    #expect(submissions.notes.first?.contains("'../up/whose.graph'") == true)
    let all = CodePage437.text(of: (0...255).map { UInt8($0) })
    #expect(all.unicodeScalars.count == 256 && Set(all).count == 256)
    #expect(CodePage437.text(of: [0x80, 0x9F, 0xA0, 0xE1, 0xFE]) == "Çƒáß■")
  }

  @Test("a file with another ending than a pattern's is its student's")
  func otherEnding() throws {
    let pattern = "*_{student}_attempt_*_{exercise}.graph"
    let files = [
      "HW 1_ada01_attempt_2026-11-20_whose.graph": "ada", "HW 1_bob02_attempt_2026-11-20_Whose.txt": "bob",
      "HW 1_cyd03_attempt_2026-11-20_whose.graph.txt": "cyd", "HW 1_dan04_attempt_2026-11-20_notes.txt": "some notes",
      "HW 1_eve05_attempt_2026-11-20_whose.docx": "PK\u{3}\u{4}", "HW 1_fay06_attempt_2026-11-20_whose": "fay",
      "readme.txt": "x",
    ]
    for (name, text) in files { try folder.write(text, to: "class/\(name)") }
    let submissions = try Submissions(folder.path + "/class", layout: pattern, exercises: ["whose", "other"])
    #expect(
      answers(submissions) == [
        "ada01: ada", "bob02: bob", "cyd03: cyd",
        "dan04: no file is recognised as the answer: 'HW 1_dan04_attempt_2026-11-20_notes.txt' is text that begins with \"some notes\"",
        "eve05: 'HW 1_eve05_attempt_2026-11-20_whose.docx' is a Word document", "fay06: fay",
      ])
    #expect(submissions.loose.map(\.path) == ["readme.txt"])
    let accounts = submissions.students.flatMap { student in
      submissions.collect(student, shownAs: student.id, names: .similar) { $0.item.path }.accounts
    }
    #expect(accounts.filter(\.isGuessed).map(\.student) == ["bob02", "cyd03", "eve05", "fay06"])
  }

  @Test("a zip file that is damaged anywhere gives a message, or answers", arguments: [0, 1])
  func damage(seed: Int) throws {
    let whole = WrittenZip(entries: [.deflated("ada/whose.graph", "text"), .stored("bob/whose.graph", "text")]).data
    let path = folder.path + "/class.zip"
    for place in whole.indices {
      var data = whole
      if seed == 0 { data[place] ^= 0xFF } else { data = data.prefix(place) }
      try data.write(to: URL(fileURLWithPath: path))
      if let submissions = try? Submissions(path, exercises: ["whose"]) { _ = answers(submissions) }
    }
    try Data().write(to: URL(fileURLWithPath: path))
    for (data, problem) in [
      (Data(), "neither a folder nor a zip file"), (Data("text".utf8), "neither a folder nor a zip file"),
      (whole.prefix(40), "a damaged zip file"),
    ] {
      try data.write(to: URL(fileURLWithPath: path))
      #expect(message { _ = try Submissions(path, exercises: ["whose"]) } == "'\(path)' is \(problem)")
    }
    #expect(
      message { _ = try Submissions(path + "x", exercises: ["whose"]) } == "there is no folder or zip file '\(path)x'")
  }

  @Test("a zip file with answers to several exercises that names no one is the student's after whom it is named")
  func oneStudentsZip() throws {
    let path = folder.path + "/ada.zip"
    let entries: [WrittenZip.Entry] = [.stored("whose.graph", "ada"), .stored("free-agents.graph", "free")]
    try WrittenZip(entries: entries).data.write(to: URL(fileURLWithPath: path))
    let submissions = try Submissions(path, exercises: ["whose", "free-agents"])
    #expect(submissions.layoutWords == "the files of one student")
    #expect(answers(submissions) == ["ada: ada"] && answers(submissions, "free-agents") == ["ada: free"])
    // On the roster, it is the student with that id.
    let listed = try Submissions(
      path, exercises: ["whose", "free-agents"], roster: [Student(id: "ada", name: "Ada"), Student(id: "bob")])
    #expect(answers(listed) == ["ada: ada", "bob: nothing was handed in"])
    // Answers to one exercise, or that name someone, are several students'.
    let class1 = try zip([.stored("ada-whose.graph", "ada"), .stored("bob-free-agents.graph", "bob")])
    #expect(try Submissions(class1, exercises: ["whose", "free-agents"]).students.map(\.id) == ["ada", "bob"])
  }

  @Test(
    "students' folders in a folder named github are folders", arguments: ["github", "class/github"])
  func folderNamedGitHub(name: String) throws {
    for (place, students) in [("one", ["ada"]), ("two", ["ada", "bob"])] {
      for student in students { try folder.write(student, to: "\(place)/\(name)/\(student)/whose.graph") }
      for root in ["/\(place)", "/\(place)/\(name)"] {
        let submissions = try Submissions(folder.path + root, exercises: ["whose"])
        #expect(submissions.layout == "folders" && answers(submissions) == students.map { "\($0): \($0)" }, "\(root)")
      }
    }
  }

  @Test("matriculation numbers keep their zeros, and are other students' without them")
  func leadingZeros() throws {
    let roster = try Roster.students(
      in: SourceText("student,name,ID number\n0012345,Ada,0012345\n12345,Bob,12345\n", name: "roster.csv"))
    #expect(roster.map(\.id) == ["0012345", "12345"] && roster.map(\.number) == ["0012345", "12345"])
    for (id, text) in [("0012345", "ada"), ("12345", "bob"), ("012345", "eve")] {
      try folder.write(text, to: "numbers/\(id)/whose.graph")
    }
    let submissions = try Submissions(folder.path + "/numbers", exercises: ["whose"], roster: roster)
    #expect(answers(submissions) == ["0012345: ada", "12345: bob", "012345: eve"])
    let whose = Assignment(exercise: "whose", title: "", maxScore: 2)
    for format in [CanvasFormat() as any GradebookFormat, GradesFormat(), CSVFormat()] {
      let verdict = Verdict(exercise: "whose", title: "", status: .failed, score: 1, maxScore: 2)
      #expect(format.rows(for: StudentVerdicts(roster[0], [verdict]), [whose]).contains("0012345"))
    }
  }

  @Test(
    "patterns",
    arguments: [
      ("{student}/{exercise}.graph", "ada/whose.graph", "ada whose"),
      ("{student}/{exercise}.graph", "ada/b/whose.graph", nil),
      ("{student}/{exercise}.graph", "ada/.graph", nil),
      ("hw-{student}.graph", "hw-a-hw-b.graph", "a-hw-b -"),
      ("*_{student}_x", "a_b_c_x", "c -"),
      ("*_{student}_{number}_*.graph", "a_LATE_1_22_b.graph", "1 -"),
      ("*_{student}_{number}_*.graph", "a_1_2x_b.graph", nil),
      ("{student}-{exercise}", "ada-l-whose", "ada-l whose"),
      ("x{student}", "x", nil),
      ("xx{student}", "x", nil),
      ("ü{student}ü", "üadaü", "ada -"),
    ])
  func patterns(pattern: String, path: String, result: String?) throws {
    let match = try SubmissionPattern(pattern).match(path.split(separator: "/", omittingEmptySubsequences: false))
    #expect(match.map { "\($0.student ?? "-") \($0.exercise ?? "-")" } == result)
  }

  @Test(
    "patterns that are none",
    arguments: [
      ("{exercise}.graph", "needs {student} exactly once"),
      ("{student}/{student}/{exercise}", "needs {student} exactly once"),
      ("{student}{exercise}", "has two parts with nothing between them"),
      ("../{student}/{exercise}", "contains an empty name, '.' or '..'"),
      ("/{student}/{exercise}", "contains an empty name, '.' or '..'"),
      ("{student}/{exercise}/{exercise}", "has {exercise} twice"),
    ])
  func badPatterns(pattern: String, problem: String) {
    #expect(message { _ = try SubmissionPattern(pattern) } == "the pattern '\(pattern)' \(problem)")
  }

  @Test("a pattern without {exercise} needs exactly one exercise")
  func oneExercise() throws {
    #expect(
      message { _ = try Submissions(folder.path, layout: "{student}.graph", exercises: ["a", "b"]) }
        == "the pattern '{student}.graph' has no {exercise}, but there are 2 exercises")
    try Data("text".utf8).write(to: URL(fileURLWithPath: folder.path + "/ada.graph"))
    #expect(answers(try Submissions(folder.path, layout: "{student}.graph", exercises: ["whose"])) == ["ada: text"])
  }
}

extension Verdict {
  /// The verdict on an answer that was not handed in.
  fileprivate init(missing exercise: String) {
    self.init(
      onUnknown: exercise, refusedFor: [Diagnostic(Diagnostic.ID.noSuchFile, "nothing was handed in")])
  }
}
