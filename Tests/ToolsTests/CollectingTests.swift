import Courses
import Diagnostics
import Foundation
import Grading
import Shell
import TestSupport
import Testing

@testable import Tools

/// What becomes of every file of a class of 120, in the layout of every platform. `Collected/<platform>.txt` has a line for
/// each file and one for each student; `UPDATE_EXPECTATIONS=1` records them.
@Suite("Every file of a class is accounted for")
struct CollectingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let records = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Collected")

  private func submissions(
    _ collected: CollectedClass, zipped: Bool, roster: [Student]
  ) throws -> Submissions {
    let place = "\(folder.path)/Homework 1"
    if zipped {
      let entries = collected.files.map { WrittenZip.Entry.stored($0.path, $0.bytes) }
      try WrittenZip(entries: entries).data.write(to: URL(fileURLWithPath: place + ".zip"))
    } else {
      for file in collected.files {
        let url = URL(fileURLWithPath: "\(place)/\(file.path)")
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.bytes).write(to: url)
      }
    }
    return try Submissions(
      zipped ? place + ".zip" : place, exercises: ["free-agents"], besides: ["whose", "free-agents"], roster: roster)
  }

  private func lines(_ submissions: Submissions) -> (lines: [String], accounts: [FileAccount]) {
    var accounts = submissions.looseAccounts { $0.path }
    var students: [String] = []
    for student in submissions.students {
      let work = submissions.collect(student, shownAs: student.id, names: .similar) { $0.item.path }
      accounts += work.accounts
      let answer = work.answers["free-agents"]?.last
      students.append("\(student.id) (\(student.name)): \(answer?.refusal?.message ?? answer?.path ?? "?")")
    }
    accounts.sort(by: FileAccount.inOrder)
    let files = accounts.map { file in
      [file.path, file.student, file.result.rawValue + (file.isGuessed ? ", guessed" : ""), file.reason]
        .joined(separator: " | ")
    }
    return (
      ["\(submissions.layout): \(submissions.layoutWords)"] + submissions.notes + files + [""] + students, accounts
    )
  }

  @Test("in the layout of each platform", arguments: CollectedClass.Platform.allCases)
  func platform(_ platform: CollectedClass.Platform) throws {
    let collected = CollectedClass(platform)
    let roster = try Roster.students(in: SourceText(collected.roster, name: "roster.csv"))
    #expect(roster.count == 120)
    let (lines, accounts) = lines(try submissions(collected, zipped: false, roster: roster))
    // Nothing vanishes: each file is in the report, those in a folder of git as that folder.
    var paths = Set(collected.files.map(\.path))
    for account in accounts {
      let isGit = account.path.hasSuffix("/.git")
      paths = paths.filter { $0 != account.path && !(isGit && $0.hasPrefix(account.path + "/")) }
    }
    #expect(paths == [], "\(platform)")
    // All 120 are there, and no one else; the login of the one who has not joined GitHub's roster is not on it.
    #expect(lines.split(separator: "").last?.count == (platform == .github ? 121 : 120), "\(platform)")
    // In a zip file everything is as in the folder.
    #expect(self.lines(try submissions(collected, zipped: true, roster: roster)).lines == lines, "\(platform)")
    let text = lines.joined(separator: "\n") + "\n"
    let record = Self.records.appendingPathComponent("\(platform.rawValue).txt")
    if Terminal.environment("UPDATE_EXPECTATIONS") == "1" {
      try FileManager.default.createDirectory(at: Self.records, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: record)
      Issue.record("recorded \(record.lastPathComponent): look at the difference and run again")
    } else {
      #expect(try String(contentsOf: record, encoding: .utf8) == text)
    }
  }

  @Test("without a roster, the layout alone names the students", arguments: CollectedClass.Platform.allCases)
  func withoutRoster(_ platform: CollectedClass.Platform) throws {
    let collected = CollectedClass(platform)
    let submissions = try submissions(collected, zipped: true, roster: [])
    let students = submissions.students
    // Five students, or one of 40 teams, handed in nothing. A file's name alone does not always say where the student's
    // id ends.
    if platform != .files { #expect(students.count == (platform == .moodleTeams ? 39 : 115), "\(platform)") }
    if platform == .moodle { #expect(students.first?.name == "Ada Lovelace") }
    let accounts = Set(lines(submissions).accounts.map(\.path))
    #expect(collected.files.allSatisfy { accounts.contains($0.path) || $0.path.contains("/.git/") }, "\(platform)")
  }

  @Test(
    "names of files",
    arguments: [
      ("free-agents.graph", "free-agents name"), ("Free Agents.GRAPH", "free-agents similarName"),
      ("freeagents", "free-agents similarName"), ("free-agents-2.graph", "free-agents similarName"),
      ("free-agents - Kopie.graph", "free-agents similarName"), ("ada-free-agents.graph", "free-agents similarName"),
      ("free-agnets.graph", "free-agents similarName"), ("fre-agents (1).graph", "free-agents similarName"),
      ("free-agents2.graph", nil), ("free-actors.graph", nil), ("whoze.graph", nil),
      ("agents.graph", nil), ("free-agents-again.graph", "free-agents-again similarName"), ("whose.graph", nil),
      ("free-agents-again.txt", "free-agents-again similarName"), (".graph", nil), ("", nil),
    ])
  func names(name: String, result: String?) {
    let names = ExerciseNames(["free-agents", "free-agents-again"], besides: ["whose"])
    if name == "free-agents-again.graph" {
      #expect(names.exercise(named: name).map { "\($0.slug) \($0.certainty)" } == "free-agents-again name")
    } else {
      #expect(names.exercise(named: name).map { "\($0.slug) \($0.certainty)" } == result)
    }
  }

  @Test(
    "what was typed into a form",
    arguments: [
      ("<html><head><title>x</title></head><body><p>a &lt; b</p><p>c</p></body></html>", "a < b\nc\n"),
      ("<div>one<br>two</div>", "one\ntwo\n"), ("a&nbsp;b &amp;amp; &#65;&#x42;", "a b &amp; AB\n"),
      ("<script>alert(1)</script>x", "x\n"), ("<p", ""), ("a & b < c", "a & b\n"), ("", ""),
      ("<pre>let x = 1\nlet y = 2</pre>", "let x = 1\nlet y = 2\n"), ("&ldquo;x&rdquo;", "\"x\"\n"),
      // Canvas's own heading.
      ("<html><head></head><body>\n<h1>Sheet 3: Ada</h1>\n<p>save</p></body></html>", "save\n"),
      ("<p>a</p><h1>b</h1>c", "a\nb\nc\n"),
    ])
  func typed(page: String, text: String) { #expect(OnlineText.text(ofPage: page) == text) }

  @Test("a file that only looks like an answer can be refused")
  func strict() throws {
    for name in ["free_agents.graph", "answer.graph"] {
      try folder.write(CollectedClass.bare, to: "class/\(name.prefix(4))/\(name)")
    }
    try folder.write(CollectedClass.answer, to: "class/ada/x.txt")
    let submissions = try Submissions(folder.path + "/class", exercises: ["free-agents"])
    let results = submissions.students.flatMap { student in
      submissions.collect(student, shownAs: student.id, names: .strict) { $0.item.path }.accounts.map {
        "\($0.path): \($0.result), \($0.reason)"
      }
    }
    #expect(
      results == [
        "ada/x.txt: graded, its first line names the exercise",
        "answ/answer.graph: refused, its name is not free-agents.graph, and the policy accepts no other",
        "free/free_agents.graph: refused, its name is not free-agents.graph, and the policy accepts no other",
      ])
  }

  @Test("a file with the lines of several exercises is cut into their answers")
  func parts() throws {
    let text =
      "// Ada\n// Answer to 03-league/free-agents\nx\r\n// Answer to 1/whose\ny\n//Answer\n"
      + "// Answer to 9/other\nz\n"
    try folder.write(text, to: "class/ada/all.graph")
    try folder.write("to do: all\n", to: "class/ada/notes.txt")
    let submissions = try Submissions(
      folder.path + "/class", layout: "folders", exercises: ["free-agents", "whose", "third"])
    let work = submissions.collect(submissions.students[0], shownAs: "ada", names: .strict) { $0.item.path }
    let answers = try ["free-agents", "whose"].map { try submissions.text(of: #require(work.answers[$0]?.last)) }
    #expect(
      answers == ["// Ada\n// Answer to 03-league/free-agents\nx\n", "// Answer to 1/whose\ny\n//Answer\n"])
    #expect(work.answers["third"]?.last?.refusal?.id == "not-recognised")
    #expect(
      work.accounts.map { "\($0.path) \($0.exercise): \($0.result), \($0.reason)" }.sorted() == [
        "ada/all.graph : unrecognized, in one part an answer to other, which is not graded here",
        "ada/all.graph free-agents: graded, a line in it names the exercise",
        "ada/all.graph whose: graded, a line in it names the exercise",
        "ada/notes.txt : unrecognized, text that begins with \"to do: all\"",
      ])
    // The same exercise twice is one answer, and so is a file with one such line.
    for text in ["// Answer to 1/whose\nx\n// Answer to 1/whose\ny\n", "x\n// Answer to 1/whose\n", ""] {
      #expect(ExerciseNames.parts(of: text) == nil)
    }
    let alone = try Submissions.answer(to: "whose", in: folder.path + "/class/ada", besides: [])
    #expect(alone.text.text == answers[1])
  }

  @Test(
    "repositories in a folder of any name are known by .git, or by the roster",
    arguments: [(true, false, "github"), (false, true, "github"), (false, false, "folders")])
  func repositories(hasGit: Bool, hasRoster: Bool, layout: String) throws {
    for login in ["ada", "bob"] {
      try folder.write("x\n", to: "class/hw-3-\(login)/free-agents.graph")
      if hasGit { try folder.write("ref", to: "class/hw-3-\(login)/.git/HEAD") }
    }
    let roster = hasRoster ? ["ada", "bob", "eve"].map { Student(id: $0) } : []
    let submissions = try Submissions(folder.path + "/class", exercises: ["free-agents"], roster: roster)
    #expect(submissions.layout == layout)
    let ids = layout == "github" ? ["ada", "bob"] : ["hw-3-ada", "hw-3-bob"]
    #expect(submissions.students.map(\.id).prefix(2) == ids[...])
    // The folders of students whose ids begin alike are no repositories.
    let alike = try Submissions(
      folder.path + "/class", exercises: ["free-agents"], roster: [Student(id: "hw-3-ada"), Student(id: "hw-3-bob")])
    if !hasGit { #expect(alike.layout == "folders") }
  }

  @Test("Files that are numbered by their task are no versions of one answer, and bytes that are no text are no answer")
  func numbered() throws {
    func fates(_ files: [String: String]) throws -> [String] {
      let place = "numbered \(files.keys.sorted().joined().filter { $0.isLetter || $0.isNumber })"
      for (name, text) in files { try folder.write(text, to: "\(place)/ada/\(name)") }
      let submissions = try Submissions("\(folder.path)/\(place)", layout: "folders", exercises: ["free-agents"])
      return submissions.collect(submissions.students[0], shownAs: "ada", names: .similar) { $0.item.path }.accounts
        .map { "\($0.path) \($0.exercise): \($0.result), \($0.reason)" }
    }
    for names in [["Uebung 1.graph", "Uebung 2.graph"], ["hw_1.txt", "hw_2.txt"]] {
      #expect(try fates([names[0]: "a\n", names[1]: "b\n"]).allSatisfy { $0.contains("ambiguous") }, "\(names)")
    }
    for names in [["hw (1).graph", "hw (2).graph"], ["hw_v1.graph", "hw_v2.graph"], ["hw.graph", "hw-2.graph"]] {
      let found = try fates([names[0]: "a\n", names[1]: "b\n"])
      #expect(found.contains { $0.hasPrefix("ada/\(names[1]) free-agents: graded") }, "\(found)")
    }
    let left = ["free-agents.graph~", ".free-agents.graph.swp", "~$free-agents.graph", "free-agents.graph.orig"]
    let beside = try fates(Dictionary((left + ["free-agents.graph"]).map { ($0, "\($0)\n") }) { first, _ in first })
    #expect(beside.contains("ada/free-agents.graph free-agents: graded, its name is the exercise's"))
    #expect(beside.count { $0.contains(": ignored") } == left.count, "\(beside)")
    #expect(try fates(["free-agents.graph": "s\0a\0v\0e\0"]).allSatisfy { $0.contains("is not UTF-8 text") })
  }

  @Test("An id in other capitals is the same student's, unless the roster has both")
  func capitalsOfIDs() throws {
    try folder.write("x\n", to: "capitals/hw1-ada/free-agents.graph")
    try folder.write("x\n", to: "capitals/hw1-bobM/free-agents.graph")
    func students(_ ids: [String]) throws -> [String] {
      try Submissions(
        folder.path + "/capitals", layout: "github", exercises: ["free-agents"], roster: ids.map { Student(id: $0) }
      ).students.map(\.id)
    }
    #expect(try students(["Ada", "bobm"]) == ["Ada", "bobm"])
    #expect(try students(["Ada", "ada", "bobM"]) == ["Ada", "ada", "bobM"])
    // So are those in the teacher's lists, as the students' own ids are found.
    let submissions = try Submissions(
      folder.path + "/capitals", layout: "github", exercises: ["free-agents"],
      roster: ["Ada", "bobm", "eve", "Eve"].map { Student(id: $0) })
    #expect(submissions.ids(of: ["ada", "BOBM", "Ada", "EVE", "none"]) == ["ada": "Ada", "BOBM": "bobm"])
    var grading = ClassGrading(
      library: Library(root: folder.path), worker: [], submissions: submissions, exercises: [])
    grading.times = try SubmissionTimes(in: SourceText("student,time\nADA,2026-11-20T22:14:05Z\n"))
    grading.policy.general.excused = ["BobM"]
    grading.corrections = try Corrections(
      in: SourceText("student,exercise,points,reason\nada,free-agents,1,x\n"), ["free-agents": 6])
    #expect(grading.times?.students == ["Ada"] && grading.corrections.students == ["Ada"])
    #expect(grading.policy.general.excused == ["bobm"])
  }

  @Test("The line that hand in writes may come below comments of one's own, and before any statement")
  func lineBelow() {
    let line = "// Answer to 03-league/free-agents\n"
    for text in [line + "x", "// Ada Lovelace, 12345\n" + line + "x", "\n//\n\n// Ada\n" + line] {
      #expect(ExerciseNames.exercise(inFirstLineOf: text) == "free-agents", "\(text)")
    }
    for text in ["x\n" + line, "// Ada\nx\n" + line, "// Answer to\nx", ""] {
      #expect(ExerciseNames.exercise(inFirstLineOf: text) == nil, "\(text)")
    }
  }

  @Test("A file for each student that is named after another exercise is not the answer to this one")
  func otherInFiles() throws {
    for name in ["ada.graph", "dan_laptops-on-loan.graph", "bob.graph", "README.md"] {
      try folder.write("x\n", to: "each/\(name)")
    }
    let submissions = try Submissions(
      folder.path + "/each", layout: "files", exercises: ["free-agents"], besides: ["laptops-on-loan"])
    let accounts = submissions.students.flatMap { student in
      submissions.collect(student, shownAs: student.id, names: .similar) { $0.item.path }.accounts
    }
    #expect(
      accounts.map { "\($0.path) \($0.result) \($0.isGuessed)" }.sorted() == [
        "README.md unrecognized false", "ada.graph graded false", "bob.graph graded false",
        "dan_laptops-on-loan.graph unrecognized false",
      ])
  }

  @Test("Staff in Gradescope's roster hand nothing in")
  func staff() throws {
    let roster = "First Name,Last Name,SID,Email,Role\nAda,L,1,a@x.edu,Student\nTom,T,2,t@x.edu,TA\nEve,N,3,e@x.edu,\n"
    #expect(try Roster.students(in: SourceText(roster)).map(\.id) == ["1", "3"])
  }

  @Test(
    "A day or an hour that there is not is no time",
    arguments: [
      ("2026-11-30T10:00:00Z", true), ("2026-11-31T10:00:00Z", false), ("2026-02-29T10:00:00Z", false),
      ("2028-02-29T10:00:00.5Z", true), ("2026-11-20T25:00:00Z", false), ("2026-11-20T10:60:00Z", false),
      ("2026-11-20T23:59:60Z", true), ("2026-11-20T10:00:00+01:00", true), ("2026-13-01T10:00:00Z", false),
      ("today", false),
    ])
  func times(text: String, isTime: Bool) { #expect((GradingTime.date(text) != nil) == isTime) }

  /// What became of a student's files.
  private func fates(
    _ files: [String: String], _ exercises: [String], given: String? = nil, of student: String = "ada"
  ) throws -> [String] {
    let place = "class \(files.count)\(given?.count ?? 0)\(files.keys.sorted().joined().count)"
    for (name, text) in files { try folder.write(text, to: "\(place)/\(student)/\(name)") }
    var submissions = try Submissions("\(folder.path)/\(place)", exercises: exercises)
    if let given { submissions.given = try GivenFiles(in: SourceText(given, name: "files.csv"), exercises) }
    let work = submissions.collect(submissions.students[0], shownAs: student, names: .similar) { $0.item.path }
    return work.accounts.map { "\($0.path) \($0.exercise): \($0.result), \($0.reason)" }.sorted()
  }

  @Test("a text that no exercise is recognised in has names of one that has them alone")
  func words() throws {
    let library = Library(root: SmallCourse.path)
    let exercises = library.exercises().entries.compactMap { library.exercise($0.id).exercise }
    let words = ExerciseWords(of: exercises)
    for exercise in exercises {
      #expect(words.exercises(of: "Dear teacher,\nI had no time to do it.\n").isEmpty)
      #expect(words.exercises(of: "let it = 1; save\n").isEmpty)
      let others = exercises.filter { $0.slug != exercise.slug }.map(\.slug)
      let found = words.exercises(of: exercise.start.text)
      #expect(found.isEmpty || found.contains(exercise.slug) || others.isEmpty, "\(exercise.slug)")
    }
    func exercise(_ slug: String, _ start: String, names: [String]) throws -> Exercise {
      var exercise = try #require(exercises.first)
      (exercise.slug, exercise.names, exercise.start) = (slug, names, SourceText(start))
      return exercise
    }
    let both = try [
      exercise("arena", "entity Team {}\nentity Arena {}\nlet staples = Arena()", names: ["Team.arena"]),
      exercise("mail", "entity Team {}\nentity Coach {}\nlet nash = Coach()", names: ["Coach.email"]),
    ]
    for (text, slug) in [
      ("change Arena.tenants\nstaples.add", "arena"), ("nash.email = \"a\"", "mail"), ("Team.arena\n", ""),
      ("staples = nash; Arena; Coach", "arena, mail"), ("staples.arena = Arena; Coach", "arena"),
    ] { #expect(ExerciseWords(of: both).exercises(of: text).joined(separator: ", ") == slug, "\(text)") }
    try folder.write("staples.name = Arena\nnash = Coach\n", to: "several/ada/Homework.txt")
    var several = try Submissions("\(folder.path)/several", exercises: ["arena", "mail"])
    several.words = ExerciseWords(of: both)
    #expect(
      several.collect(several.students[0], shownAs: "ada", names: .similar) { $0.item.path }.accounts.map(\.reason) == [
        "text that begins with \"staples.name = Arena\", and has names of arena and mail: divide it, so that each answer has its own file"
      ])
    try folder.write("staples.name = Arena\n", to: "words/ada/Homework.txt")
    var submissions = try Submissions("\(folder.path)/words", exercises: ["arena", "mail"])
    submissions.words = ExerciseWords(of: both)
    let work = submissions.collect(submissions.students[0], shownAs: "ada", names: .similar) { $0.item.path }
    #expect(
      work.accounts.map(\.reason) == ["text that begins with \"staples.name = Arena\", and has names of arena"])
    // Text from a platform's box has no other name.
    try folder.write(
      "<p>staples.name = Arena</p>", to: "typed/Ada_1006_assignsubmission_onlinetext/onlinetext.html")
    var typed = try Submissions("\(folder.path)/typed", exercises: ["arena", "mail"])
    typed.words = ExerciseWords(of: both)
    let box = typed.collect(typed.students[0], shownAs: "ada", names: .similar) { $0.item.path }
    #expect(box.accounts.map { "\($0.exercise): \($0.reason)" } == ["arena: it has names of this exercise alone"])
    #expect(box.answers["mail"]?.first?.refusal?.id == Diagnostic.ID.noSuchFile)
    // Each exercise names the file that has its names.
    try folder.write("nash.email = \"a\"\n", to: "words/ada/Other.txt")
    submissions = try Submissions("\(folder.path)/words", layout: "folders", exercises: ["arena", "mail"])
    submissions.words = ExerciseWords(of: both)
    let answers = submissions.collect(submissions.students[0], shownAs: "ada", names: .similar) { $0.item.path }.answers
    func names(_ slug: String) -> String { answers[slug]?.first?.refusal.map { "\($0.message) \($0.notes)" } ?? "" }
    let (arena, mail) = (names("arena"), names("mail"))
    #expect(arena.contains("'Homework.txt'") && arena.hasSuffix("[]"))
    #expect(mail.contains("'Other.txt'") && mail.hasSuffix("[]"))
  }

  @Test("the only file left is the answer to the only exercise left")
  func lastFile() throws {
    let two = ["whose.graph": "x\n", "free-agents.graph": "y\n"]
    let exercises = ["whose", "free-agents", "third"]
    let left = "it is the only file left for the only exercise left"
    func other(_ files: [String: String]) throws -> [String] {
      try fates(two.merging(files) { $1 }, exercises).filter { !$0.hasPrefix("ada/whose") && !$0.hasPrefix("ada/free") }
    }
    #expect(try other(["Aufgabe2.graph": "z\n"]) == ["ada/Aufgabe2.graph third: graded, \(left)"])
    #expect(
      try other(["Answer.txt": "delete heat\n", "notes.txt": "to do: all\n"]) == [
        "ada/Answer.txt third: graded, \(left)", "ada/notes.txt : unrecognized, text that begins with \"to do: all\"",
      ])
    // Neither a note, nor one of two files.
    #expect(try other(["note.txt": "Dear teacher\n"]).allSatisfy { $0.contains("unrecognized") })
    #expect(try other(["a.graph": "x\n", "b.graph": "y\n"]).allSatisfy { $0.contains("unrecognized") })
    #expect(
      try fates(["whose.graph": "x\n", "c.graph": "y\n"], exercises)[0].hasPrefix("ada/c.graph : unrecognized"))
  }

  @Test("the teacher says which file is the answer")
  func given() throws {
    let files = ["a.graph": "x\n", "b.graph": "y\n", "whose.graph": "// Answer to 1/whose\nz\n"]
    let list = "path,exercise,answer_to\nada/a.graph,,free-agents\nada/whose.graph,whose,\nada/b.graph,,02/whose\n"
    #expect(
      try fates(files, ["whose", "free-agents"], given: list) == [
        "ada/a.graph free-agents: graded, the teacher says so", "ada/b.graph whose: graded, the teacher says so",
        "ada/whose.graph whose: superseded, 'ada/b.graph' is the answer: the teacher says so",
      ])
    // A path that could be a formula has an apostrophe in the report's list.
    #expect(
      try fates(["x.txt": "x\n"], ["whose", "free-agents"], given: "path,answer_to\n'=x/x.txt,whose\n", of: "=x")
        == ["=x/x.txt whose: graded, the teacher says so"])
    // One file may be the answer to several exercises: each gets the part with its line, or the whole.
    let parts = "path,answer_to\nada/all.graph,\"whose, free-agents\"\n"
    for text in ["x\n", "// Answer to 1/whose\nx\n//Answer to 03/free-agents\ny\n"] {
      #expect(
        try fates(["all.graph": text], ["whose", "free-agents", "third"], given: parts) == [
          "ada/all.graph free-agents: graded, the teacher says so", "ada/all.graph whose: graded, the teacher says so",
        ])
    }
    for (text, message) in [
      ("path,answer_to\na,whose tuba\n", "'files.csv', line 2: 'tuba' is not an exercise that is graded here"),
      ("path,exercise\na,whose\n", "'files.csv' has no column 'path' or no column 'answer_to'"),
      ("path,answer_to\na,\nb,tuba\n", "'files.csv', line 3: 'tuba' is not an exercise that is graded here"),
    ] {
      let error = #expect(throws: Diagnostic.self) { try fates(files, ["whose", "free-agents"], given: text) }
      #expect(error?.message == message)
    }
  }

  @Test(
    "a zip file that is not read says why",
    arguments: [
      ("many", "is a zip file with 101 files, and one with more than 100 is not read"),
      ("damaged", "is a damaged zip file"), ("empty", "is a zip file without files"),
      ("large", "is a zip file of more than 4 MB, which is not read"),
      ("nested", "is a zip file in a zip file, which is not read"),
    ])
  func unreadZip(kind: String, reason: String) throws {
    func zip(_ entries: [WrittenZip.Entry]) -> Data { WrittenZip(entries: entries).data }
    let one = zip([.stored("notes.txt", "x")])
    let data =
      switch kind {
      case "many": zip((0..<101).map { .stored("\($0).txt", "x") })
      case "damaged": one.dropLast(30)
      case "empty": zip([])
      case "large": zip([.stored("big.txt", Array(repeating: 0x20, count: 4 << 20))])
      default: zip([.stored("inner.zip", Array(one))])
      }
    try FileManager.default.createDirectory(atPath: folder.path + "/class/ada", withIntermediateDirectories: true)
    try Data(data).write(to: URL(fileURLWithPath: folder.path + "/class/ada/work.zip"))
    let submissions = try Submissions(folder.path + "/class", layout: "folders", exercises: ["whose", "free-agents"])
    let work = submissions.collect(submissions.students[0], shownAs: "ada", names: .similar) { $0.item.path }
    let path = kind == "nested" ? "work.zip/inner.zip" : "work.zip"
    #expect(work.accounts.map(\.reason) == ["'\(path)' \(reason)"])
    #expect(work.answers["whose"]?.last?.refusal?.message.hasSuffix(reason) == true)
  }

  @Test("the files that came with a repository are no one's answer, and no one is blamed for them")
  func starters() throws {
    for login in ["ada", "bob", "dan", "eve"] {
      let readme = login == "eve" ? "# Mine\n" : "# Homework\n"
      for (name, text) in [("README.md", readme), ("data/players.csv", "name\nWade\n"), (".git/HEAD", "ref")] {
        try folder.write(text, to: "hw-submissions/hw-\(login)/\(name)")
      }
    }
    try folder.write("x\n", to: "hw-submissions/hw-ada/answer (1).graph")
    let submissions = try Submissions(folder.path + "/hw-submissions", exercises: ["whose", "free-agents"])
    let works = submissions.students.map { student in
      submissions.collect(student, shownAs: student.id, names: .similar) { $0.item.path }
    }
    #expect(
      works.map { $0.answers["whose"]?.last?.refusal?.message ?? "" } == [
        "no file is recognised as the answer: 'answer (1).graph' is text that begins with \"x\"",
        "nothing was handed in", "nothing was handed in",
        "no file is recognised as the answer: 'README.md' is text that begins with \"# Mine\"",
      ])
    #expect(
      works.flatMap(\.accounts).filter(\.isNotable).map(\.path) == ["hw-ada/answer (1).graph", "hw-eve/README.md"])
  }

  @Test("the answer of one student in a folder, as Gradescope mounts it")
  func oneStudent() throws {
    try folder.write("x", to: "submission/README.txt")
    try folder.write(CollectedClass.bare, to: "submission/hw/Free Agents.graph")
    let found = try Submissions.answer(to: "free-agents", in: folder.path + "/submission", besides: [])
    #expect(found.text.text == CollectedClass.bare)
    #expect(
      found.note?.message
        == "'hw/Free Agents.graph' was taken for the answer to free-agents: its name is nearly free-agents.graph")
    let empty = try TemporaryFolder()
    let error = #expect(throws: Diagnostic.self) {
      _ = try Submissions.answer(to: "free-agents", in: empty.path, besides: [])
    }
    #expect(error?.message == "nothing was handed in")
  }

  @Test(
    "rosters as platforms write them",
    arguments: [
      ("student;name\nada;Ada\n", "ada|Ada||"), ("student\tname\nada\tAda\n", "ada|Ada||"),
      (
        "\u{FEFF}Identifier,Full name,ID number,Email address\nParticipant 12,Ada L,77,a@x\n",
        "12|Ada L|77|Participant 12"
      ),
      ("ID,Vollständiger Name,E-Mail-Adresse\n12,Ada L,a@x\n", "12|Ada L||"),
      ("Vorname,Nachname,ID-Nummer,E-Mail-Adresse\nAda,L,77,a@x\n", "77|Ada L|77|"),
      ("First name,Last name,Email address,Groups\nAda,L,a@x,G1\n", "a@x|Ada L||"),
      ("Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n\"L, Ada\",7,77,al,S\n", "7|Ada L|77|"),
      ("\"identifier\",\"github_username\",\"github_id\",\"name\"\n\"77\",\"ada\",\"1\",\"\"\n", "ada|ada|77|"),
      ("First Name,Last Name,SID,Email,Role\nAda,L,77,a@x,Student\n", "77|Ada L|77|"),
    ])
  func rosters(text: String, expected: String) throws {
    let students = try Roster.students(in: SourceText(text, name: "r.csv"))
    #expect(students.map { "\($0.id)|\($0.name)|\($0.number)|\($0.participant)" } == [expected])
  }

  @Test(
    "times as platforms write them",
    arguments: [
      ("student,exercise,time\nada,,2026-11-20T22:14:05Z\n", "2026-11-20T22:14:05Z"),
      (
        "assignment_name,github_username,submission_timestamp,points_awarded\nhw,ada,2026-11-20 22:14:05 UTC,\nhw,bob,,\n",
        "2026-11-20T22:14:05Z"
      ),
      ("First Name,SID,Submission Time\nAda,ada,2026-11-20 22:14:05 -0800\n", "2026-11-21T06:14:05Z"),
    ])
  func times(text: String, expected: String) throws {
    let times = try SubmissionTimes(in: SourceText(text, name: "t.csv"))
    #expect(times.time(of: "ada", "whose")?.formatted(.iso8601) == expected)
    #expect(times.time(of: "bob", "whose") == nil)
  }

  @Test("Gradescope's metadata gives the students and the times")
  func gradescope() {
    let export = GradescopeExport(
      """
      ---
      submission_1:
        :submitters:
        - :name: Ada 'x' L
          :sid: '0''7'
          :email: a@x
        - :name: Bob
          :sid:
          :email: b@x
        :created_at: 2026-11-20 22:14:05.5 -08:00
        :history:
        - :id: 5
          :created_at: 2026-01-01 00:00:00 Z
          :submitters:
          - :name: Eve
      """)
    #expect(export.submitters["submission_1"]?.map(\.id) == ["0'7", "b@x"])
    #expect(export.times["submission_1"]?.formatted(.iso8601) == "2026-11-21T06:14:05Z")
  }
}
