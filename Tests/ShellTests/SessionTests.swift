import CommandIO
import Courses
import Diagnostics
import Grading
import Shell
import TestSupport
import Testing
import WorkbookLanguage

import struct Foundation.Data
import class Foundation.FileManager

@Suite("The session's loop")
struct SessionTests {
  /// Returns the output of a session for some lines, and how it ends.
  static func run(_ mode: Session.Mode, _ lines: [String], world: Session.World = .init()) -> (
    String, ProgramStatus
  ) {
    var output = ""
    var session = Session(mode, world: world)
    let status = session.run(ScriptedReader(lines), opening: { _ in [] }) { output += $0 }
    return (output, status)
  }

  static let scripts: [(lines: [String], status: ProgramStatus)] = [
    ([], .success),
    (["expect 1 + 1 == 2"], .success),
    (["expect 1 + 1 == 3"], .failure),
    (["expect 1 + 1 == 3", "expect 1 + 1 == 2"], .failure),
    (["fetch Nothing"], .failure),
    (["entity Team {", "", "  name: String", "", "}", "expect count Team == 0"], .success),
    (["entity Team {", "  name: String"], .failure),
    (["expect 1 +", "  1 == 2"], .success),
    (["lessons"], .failure),
    ([")"], .failure),
    (["// nothing"], .success),
  ]

  @Test("A script's exit status", arguments: scripts)
  func status(_ row: (lines: [String], status: ProgramStatus)) {
    #expect(Self.run(.script, row.lines).1 == row.status, "\(row.lines)")
  }

  @Test("At the prompt failures are part of learning")
  func promptStatus() {
    #expect(Self.run(.prompt, ["expect 1 + 1 == 3"]).1 == .success)
  }

  @Test("An empty line abandons an unfinished input at the prompt, and only there")
  func emptyLine() {
    let lines = ["entity Team {", "", "1 + 1"]
    #expect(
      Self.run(.prompt, lines).0 == """
        this '{' is never closed
          entity Team {
                      ^ add } where it should end
        (abandoned: an empty line gives up an unfinished statement)
        2

        """)
    #expect(Self.run(.script, ["entity Team {", "", "}", "expect count Team == 0"]).1 == .success)
  }

  @Test("Messages count the lines of the script")
  func lineNumbers() {
    var output = ""
    var session = Session(.script, name: "league.graph")
    session.run(ScriptedReader(["", "1 + 1", "fetch Playr"])) { output += $0 }
    #expect(output.contains("league.graph:3:7: there is no entity 'Playr'"))
  }

  @Test("A damaged record of progress is set aside, with a message, and nothing is lost")
  func damagedProgress() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/progress.json"
    _ = FileManager.default.createFile(atPath: path, contents: Data("{ \"version\": 1, \"lessons\": [".utf8))
    let (output, status) = Self.run(
      .prompt, ["lesson 1", "1", "0"], world: TranscriptTests.world(progressPath: path))
    #expect(status == .success)
    #expect(output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains("is damaged"))
    #expect(FileManager.default.fileExists(atPath: path + ".damaged-1"))
    #expect(ProgressStore(path: path).load().progress.lessons["a-small-lesson"]?.done == [0])
  }

  @Test("Progress is kept at once, and the next session goes on there")
  func resume() throws {
    let folder = try TemporaryFolder()
    let world = TranscriptTests.world(progressPath: folder.path + "/progress.json")
    _ = Self.run(.prompt, ["lesson 1", "1", "0", "next"], world: world)
    var session = Session(.prompt, world: world)
    #expect(session.greeting().lines(.plain).last == "You were in lesson 1, A small lesson, step 2: lesson 1 goes on.")
    #expect(Self.run(.prompt, ["lesson 1"], world: world).0.contains("2 of 3 · Your rule"))
    #expect(session.greeting().lines(.plain).count <= 12)
  }

  @Test("What cannot be saved is said, and the lesson goes on")
  func unwritableProgress() {
    let world = TranscriptTests.world(progressPath: "/nowhere/at/all/progress.json")
    let output = Self.run(.prompt, ["lesson 1", "1"], world: world).0
    #expect(output.contains("cannot be written"))
    #expect(output.contains("Right: The rule is cascade."))
  }

  @Test("What cannot be saved is said once")
  func unwritableOnce() {
    let world = TranscriptTests.world(progressPath: "/nowhere/at/all/progress.json")
    let output = Self.run(.prompt, ["lesson 1", "1", "0", "next", "skip", "next", "progress"], world: world).0
    #expect(output.split(separator: "cannot be written", omittingEmptySubsequences: false).count == 2)
    #expect(output.hasSuffix("lesson 1  a-small-lesson  2 of 3 steps\n"))
  }

  @Test("Two sessions at once: each adds to what the other has done")
  func twoSessions() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/progress.json"
    let world = TranscriptTests.world(progressPath: path)
    var first = Session(.prompt, world: world)
    var second = Session(.prompt, world: world)
    _ = (first.greeting(), second.greeting())
    first.run(ScriptedReader(["lesson 1", "1", "0"])) { _ in }
    second.run(ScriptedReader(["exercise keep-the-players", "hint"])) { _ in }
    let progress = ProgressStore(path: path).load().progress
    #expect(progress.lessons["a-small-lesson"]?.done == [0])
    #expect(progress.exercises["01-rules/keep-the-players"]?.hints == 1)
  }

  @Test("A record that is damaged while the session goes on is set aside, and what was known is written anew")
  func damagedMeanwhile() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/progress.json"
    var session = Session(.prompt, world: TranscriptTests.world(progressPath: path))
    var output = ""
    session.run(ScriptedReader(["lesson 1", "1", "0", "next"])) { text in
      output += text
      // Behind the last step's end something else writes over the record.
      if text.contains("next goes on") {
        _ = FileManager.default.createFile(atPath: path, contents: Data("{".utf8))
      }
    }
    #expect(output.contains(".damaged-1"))
    #expect(ProgressStore(path: path).load().progress.lessons["a-small-lesson"]?.done == [0])
  }

  static let foreignWords: [(lines: [String], hint: String)] = [
    (["exit"], "type quit"), (["q"], "type quit"),
    (["lesson 1", "exit"], "type quit"), (["lesson 1", "1", "exit"], "type quit"),
  ]

  @Test("Words from other programs get the word to type here", arguments: foreignWords)
  func foreignWord(_ row: (lines: [String], hint: String)) {
    let output = Self.run(.prompt, row.lines, world: TranscriptTests.world(progressPath: nil)).0
    #expect(output.hasSuffix("^ \(row.hint)\n"), "\(output)")
  }

  @Test("On a narrow screen the first lines are broken between words")
  func narrow() {
    var session = Session(.prompt, style: TextStyle(width: 24), world: TranscriptTests.world(progressPath: nil))
    let lines = session.greeting().lines(TextStyle(width: 24))
    #expect(
      lines.prefix(8) == [
        "Graphbook: a workbook", "for object graphs, in", "the words of Core Data", "", "  lessons    lists the",
        "             lessons;", "             lesson and", "             its number",
      ])
    #expect(lines.allSatisfy { $0.count <= 24 })
  }

  @Test("Without lessons the commands say so")
  func withoutLessons() {
    for command in ["lessons", "exercises", "lesson 1", "exercise x"] {
      #expect(
        Self.run(.prompt, [command]).0.hasPrefix("the lessons and exercises are nowhere to be found"), "\(command)")
    }
  }

  static let hostile = [
    String(repeating: "(", count: 5000), String(repeating: "{", count: 5000), String(repeating: "NOT ", count: 5000),
    "\u{1B}[31mred", "let \u{202E}x = 1", "\"unterminated", "lesson 99999999999999999999", "lesson -1",
    "exercise ../../etc",
    "help \u{1B}]0;title\u{07}", "timing maybe", "exercise", "lesson", "1 / 0", "9223372036854775807 + 1", "again",
    "\u{0}",
  ]

  @Test("No line can end the session", arguments: hostile)
  func hostileLines(_ line: String) {
    let (output, status) = Self.run(
      .prompt, [line, "", "expect 1 == 1"], world: TranscriptTests.world(progressPath: nil))
    #expect(status == .success)
    #expect(!output.contains("\u{1B}"))
  }
}

@Suite("Questions and answers at the prompt")
struct QuestionTests {
  /// Input at the small lesson's first question, which has two answers, and the beginning of the reply.
  static let replies: [(line: String, reply: String)] = [
    ("maybe", "'maybe' is not one of the answers\n  type the number of your answer: 1 or 2\n"),
    ("100", "'100' is not one of the answers\n  type the number of your answer: 1 or 2\n"),
    ("3", "'3' is not one of the answers\n"),
    ("yes", "'yes' is not one of the answers\n"),
    ("I do not know", "'I do not know' is not one of the answers\n"),
    ("1 2", "'1, 2' is not one of the answers\n"),
    ("heat", "Team#1 Miami Heat\n"),
    ("count Player", "1\n"),
    ("Player(name: 9:30)", "expected ')', found ':'\n"),
    ("heat =", "expected a value after '='"),
    ("wade.tem", "Player has no 'tem'\n"),
    ("show wade", "Player#1 Wade"),
    ("next", "\nSkipped. The remarks on each answer:\n"),
    ("hint", "This runs next:\n  delete heat\n  save\n"),
    ("b", "\nNot so: That would be nullify.\n"),
  ]

  @Test("Answers, attempts at one, and statements", arguments: replies)
  func reply(_ row: (line: String, reply: String)) {
    var replies: [String] = []
    var session = Session(.prompt, world: TranscriptTests.world(progressPath: nil))
    session.run(ScriptedReader(["lesson 1", row.line]), opening: { _ in [] }) { replies.append($0) }
    #expect(replies.count == 2)
    #expect(replies.last?.hasPrefix(row.reply) == true, "\(replies.last ?? "nothing")")
  }

  @Test("A statement that is not finished goes on in the next line, at a question, too")
  func unfinished() {
    var session = Session(.browser, world: TranscriptTests.world(progressPath: nil))
    _ = session.take("lesson 1", width: 72)
    #expect(session.take("Player(name: \"Bo\"", width: 72) == nil)
    #expect(session.take("3", width: 72)?.lines(.plain).first == "'3' is not one of the answers")
  }

  @Test("A graph block that fails is shown without the place in its file")
  func places() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/Lessons/Worlds", withIntermediateDirectories: true)
    let lesson = "---\ntitle: T\n---\n## A\n```graph\nfetch Playr\n```\n"
    _ = FileManager.default.createFile(atPath: folder.path + "/Lessons/01-t.md", contents: Data(lesson.utf8))
    let (output, _) = SessionTests.run(.prompt, ["lesson 1"], world: .init(library: Library(root: folder.path)))
    #expect(output.contains("graph> fetch Playr\nthere is no entity 'Playr'\n  fetch Playr\n        ^^^^^"))
    #expect(!output.contains(".md"))
  }
}

@Suite("Files are found from anywhere")
struct FileTests {
  static let searches: [(setting: String?, executable: String?, folder: String, existing: [String], found: [String])] =
    [
      ("/my/courses", "/usr/local/bin/graphbook", "/home/ada", ["/home/ada"], ["/my/courses"]),
      (nil, "/usr/local/bin/graphbook", "/home/ada", ["/usr/local/share/graphbook"], ["/usr/local/share/graphbook"]),
      (nil, "/home/ada/graphbook/.build/release/graphbook", "/tmp", ["/home/ada/graphbook"], ["/home/ada/graphbook"]),
      (nil, "/opt/graphbook", "/home/ada/courses/deep", ["/home/ada/courses"], ["/home/ada/courses"]),
      (nil, nil, "/home/ada", ["/home/ada"], ["/home/ada"]),
      ("", nil, "/home/ada", [], []),
      (
        nil, "/usr/local/bin/graphbook", "/src", ["/src", "/usr/local/share/graphbook"], ["/usr/local/share/graphbook"]
      ),
      ("mine:/other", nil, "/home/ada", ["/home/ada"], ["mine", "/other"]),
      ("mine:shipped", nil, "/home/ada", ["/home/ada"], ["mine", "/home/ada"]),
      ("shipped", nil, "/home/ada", ["/home/ada"], ["/home/ada"]),
      ("shipped:mine", nil, "/home/ada", ["/home/ada"], ["/home/ada", "mine"]),
      ("mine:shipped", nil, "/home/ada", ["/home/ada", "shipped"], ["mine", "shipped"]),
      ("mine:shipped", nil, "/home/ada", [], ["mine"]),
      ("/home/ada::shipped:/home/ada", nil, "/home/ada", ["/home/ada"], ["/home/ada"]),
      ("a:b", nil, "/home/ada", ["a:b"], ["a:b"]),
    ]

  @Test("The folder of the courses", arguments: searches)
  func courses(_ row: (setting: String?, executable: String?, folder: String, existing: [String], found: [String])) {
    let found = CoursesFolder.find(setting: row.setting, executable: row.executable, workingFolder: row.folder) {
      row.existing.contains($0)
    }
    #expect(found == row.found)
  }

  @Test("The state folder follows the XDG specification")
  func state() {
    #expect(StateFolder(stateHome: "/state", home: "/home/ada")?.progress == "/state/graphbook/progress.json")
    #expect(
      StateFolder(stateHome: "relative", home: "/home/ada")?.history == "/home/ada/.local/state/graphbook/history")
    #expect(StateFolder(stateHome: nil, home: "")?.path == nil)
  }

  @Test("A file that cannot be read is named")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    _ = FileManager.default.createFile(atPath: folder.path + "/setup.graph", contents: Data("1 + 1".utf8))
    _ = FileManager.default.createFile(atPath: folder.path + "/latin.graph", contents: Data([0xFF, 0xFE, 0x41]))
    #expect(try TextFile.read(folder.path + "/setup.graph").text == "1 + 1")
    #expect(try TextFile.read("setup.graph", relativeTo: folder.path + "/main.graph").text == "1 + 1")
    let missing = #expect(throws: Diagnostic.self) { try TextFile.read(folder.path + "/setp.graph") }
    #expect(missing?.hint == "did you mean \(folder.path)/setup.graph?")
    let inside = #expect(throws: Diagnostic.self) {
      try TextFile.read("./setp.graph", relativeTo: folder.path + "/main.graph")
    }
    #expect(inside?.hint == "did you mean ./setup.graph?")
    let shortened = #expect(throws: Diagnostic.self) { try TextFile.read(folder.path + "/s.graph") }
    #expect(shortened?.hint == "did you mean \(folder.path)/setup.graph?")
    let latin = #expect(throws: Diagnostic.self) { try TextFile.read(folder.path + "/latin.graph") }
    #expect(latin?.message.hasSuffix("is not UTF-8 text") == true)
    let isFolder = #expect(throws: Diagnostic.self) { try TextFile.read(folder.path) }
    #expect(isFolder?.message == "'\(folder.path)' is a folder")
    #expect(try TextFile.read("/dev/null").text.isEmpty)
    #expect(throws: Diagnostic.self) { try TextFile.read("/dev/zero") }
  }
}

@Suite("Statements that use files")
struct FileUseTests {
  /// Each with the words by which an answer refuses it, if it does, and whether a class does.
  private static let statements: [(text: String, words: String?, isRefusedInClass: Bool)] = [
    ("run \"a.graph\"", "run", true), ("import \"a.graph\"", "import", true), ("export \"a.svg\"", "export", true),
    ("compare model \"a.graph\" with \"b.graph\"", "compare model", true),
    ("expect behaves like \"a.graph\"", "behaves like", true),
    ("for i in 1...2 { run \"a.graph\" }", "run", true),
    ("expect { import \"a.graph\" } fails", "import", true),
    // An answer's stores are in memory, and a student's too, unless the name is a path.
    ("store s at \"a.graphstore\"", nil, false), ("store s at \"../a.graphstore\"", nil, true),
    ("store s at \"~a.graphstore\"", nil, true), ("store s at \"a.sqlite\"", nil, true),
    ("store s at \"a.sqlite\", lazy", nil, true), ("store s in memory", nil, false), ("save", nil, false),
    ("expect 1 == 1", nil, false), ("compare delete a", nil, false),
  ]

  @Test("are refused in an answer and in a class by one table", arguments: statements)
  func refusals(_ row: (text: String, words: String?, isRefusedInClass: Bool)) {
    let tree = WorkbookParser.parse(SourceText(row.text))
    #expect(tree.diagnostics.isEmpty)
    let refusals = tree.statements.refusals
    #expect(refusals.map(\.message) == (row.words.map { ["an answer cannot use '\($0)'"] } ?? []))
    var student = Session(.student)
    let reply = student.take(row.text, width: 120)?.lines(TextStyle(width: 120)).first ?? ""
    #expect(reply.hasPrefix("Files cannot be used in a class") == row.isRefusedInClass, "\(reply)")
    // Nothing that uses a file is missing from either list.
    var uses: [Statement.FileUse] = []
    for statement in tree.statements { statement.forEachStatement { uses += [$0.fileUse].compactMap { $0 } } }
    let opensStore = uses.contains { if case .store = $0 { true } else { false } }
    #expect((row.words != nil || opensStore) == !uses.isEmpty)
  }
}
