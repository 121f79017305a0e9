import TestSupport
import Testing

import struct Foundation.Data
import class Foundation.FileHandle
import class Foundation.FileManager
import class Foundation.Pipe
import class Foundation.Process
import struct Foundation.URL
import struct Foundation.UUID

/// The program with its standard streams full, closed, or not what they should be.
@Suite("Standard streams of the built program")
struct StandardStreamTests {
  struct Result: Equatable {
    var output: String
    var errors: String
    var status: Int32
  }

  /// A folder with a few files, which is the working folder of what is run.
  final class Folder {
    private let scratch: TemporaryFolder
    var path: String { scratch.path }

    init() throws {
      scratch = try TemporaryFolder()
      write("a.graph", Array("entity A { n: Integer64 }\nA(n: 1)\n1 + 1\n".utf8))
      write("lines.jsonl", Array("{\"age\": 31}\n{\"age\": 29}\n".utf8))
      write("questions.jsonl", Array("{\"id\": 1, \"format\": \"a = 1\"}\n".utf8))
      write("schemas.jsonl", Array("{\"id\": 1, \"attributes\": [\"A\"]}\n".utf8))
      write("models.jsonl", Array("{\"id\": 1, \"model\": {\"entities\": {}}, \"objects\": {}}\n".utf8))
      write("t.csv", Array("a,b\n1,2\n".utf8))
      write("answer.graph", [])
      // Checking a lesson of the book takes seconds.
      try FileManager.default.createDirectory(atPath: path + "/small/Lessons", withIntermediateDirectories: true)
      write("small/Lessons/01-small.md", Array("---\ntitle: Small\n---\n\n## One step\n\nLook.\n".utf8))
    }

    func write(_ name: String, _ bytes: [UInt8]) {
      _ = FileManager.default.createFile(atPath: "\(path)/\(name)", contents: Data(bytes))
    }

    /// Runs a line of the shell in which `graphbook` is the program.
    func shell(_ line: String) throws -> Result {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "graphbook() { \"\(BuiltProgram.url.path)\" \"$@\"; }\n\(line)"]
      process.currentDirectoryURL = URL(fileURLWithPath: path)
      process.environment = [
        "PATH": "/usr/bin:/bin", "XDG_STATE_HOME": path + "/state",
        "GRAPHBOOK_COURSES": line.contains("lesson check") ? path + "/small" : BuiltProgram.root.path,
      ]
      let (output, errors) = (Pipe(), Pipe())
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = errors
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      let errorText = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return Result(output: text, errors: errorText, status: process.terminationStatus)
    }
  }

  /// One command for each subcommand and form of output; all of them succeed and write something.
  static let commands = [
    "run a.graph", "run -q a.graph", "run - < a.graph", "lessons", "exercises", "lesson check", "learn",
    "exercise check shared-arena", "filter 'age > 3' lines.jsonl", "filter --count 'age > 3' lines.jsonl",
    "filter --explain 'age > 3' lines.jsonl", "predicate --jsonl questions.jsonl",
    "normalize --jsonl schemas.jsonl", "normalize --jsonl < schemas.jsonl", "review a.graph",
    "review --jsonl models.jsonl", "discover t.csv", "discover --json t.csv", "man", "--help", "--version",
    "run --help", "--generate-completion-script bash", "< a.graph",
  ]

  @Test("A full disk is an error with a message", .enabled(if: Self.hasFullDevice), arguments: commands)
  func full(_ command: String) throws {
    let found = try Folder().shell("graphbook \(command) > /dev/full")
    #expect(
      found
        == Result(output: "", errors: "standard output could not be written: no space left on device\n", status: 1))
  }

  @Test("A closed standard output is an error with a message", arguments: commands)
  func closed(_ command: String) throws {
    #expect(
      try Folder().shell("graphbook \(command) >&-")
        == Result(output: "", errors: "standard output is closed\n", status: 1))
  }

  @Test("A closed pipe ends quietly, and standard error need not be there", arguments: commands)
  func pipe(_ command: String) throws {
    // The status of the program itself, which is written to a file.
    let folder = try Folder()
    #expect(try folder.shell("{ graphbook \(command); echo $? > status; } | true").errors == "")
    #expect(try folder.shell("cat status").output == "0\n")
    let found = try folder.shell("graphbook \(command) 2>&-")
    #expect(found.status == 0 && !found.output.isEmpty)
  }

  @Test("A verdict that is lost is no success", .enabled(if: Self.hasFullDevice))
  func verdict() throws {
    let folder = try Folder()
    let solution = BuiltProgram.root.appendingPathComponent(
      "Exercises/03-league-manager/shared-arena/solution.graph"
    ).path
    let grade = "graphbook grade shared-arena --format json '\(solution)'"
    #expect(try folder.shell("\(grade) > /dev/full").status == 1)
    #expect(try folder.shell("\(grade) >&-").status == 1)
    #expect(try folder.shell("\(grade) 2>&-").status == 0)
    // Where both are full, the status alone tells.
    #expect(
      try folder.shell("\(grade) > /dev/full 2> /dev/full") == Result(output: "", errors: "", status: 1))
    #expect(
      try folder.shell("graphbook filter 'a =' 2> /dev/full") == Result(output: "", errors: "", status: 1))
  }

  @Test("A store is never written to in place of a closed standard output")
  func reusedNumber() throws {
    let folder = try Folder()
    folder.write("s.graph", Array("entity A { n: Integer64 }\nstore disk at \"s\"\nA(n: 1)\nsave\n".utf8))
    #expect(try folder.shell("graphbook run s.graph").status == 0)
    let before = try folder.shell("cat s").output
    _ = try folder.shell("graphbook run a.graph >&- ; graphbook run s.graph >&- <&- 2>&-")
    #expect(try folder.shell("cat s").output == before)
  }

  private static let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")

  // MARK: Input

  @Test(
    "Bytes that are not UTF-8 are refused on standard input",
    arguments: [
      ("run -", "1\nline 2 of standard input is not UTF-8 text\n  save it as UTF-8\n", ""),
      ("", "line 2 of standard input is not UTF-8 text\n  save it as UTF-8\n", ""),
      ("grade shared-arena -", "", "standard input is not UTF-8 text\n  save it as UTF-8\n"),
    ])
  func notUTF8(_ command: String, _ output: String, _ errors: String) throws {
    let found = try Folder().shell("printf '1\\n\"\\377\"\\n2\\n' | graphbook \(command)")
    #expect(found.status == 1)
    #expect(found.errors == errors)
    #expect(found.output.hasSuffix(output))
  }

  @Test(
    "An option that does not fit says what would",
    arguments: [
      ("class 9 --port -5", "'-5' is invalid for '--port <port>': it takes a whole number from 1 to 65535"),
      ("class 9 --port 70000", "'70000' is invalid for '--port <port>': it takes a whole number from 1 to 65535"),
      ("serve --port 0", "'0' is invalid for '--port <port>': it takes a whole number from 1 to 65535"),
      (
        "exercise variant moving-day exam --seed -1",
        "'-1' is invalid for '--seed <seed>': it takes a whole number from 0 to 18446744073709551615"
      ),
      ("run a.graph --steps -5", "--steps takes a number above 0"),
      ("grade --all . --exercise moving-day --out r --jobs -2", "--jobs is a number from 1 to 256"),
      ("grade moving-day a.graph --roster t.csv", "--roster needs --all, which names the submissions of a class"),
      (
        "grade moving-day a.graph --exercise two-ends", "--exercise needs --all, which names the submissions of a class"
      ),
    ])
  func options(_ command: String, message: String) throws {
    let found = try Folder().shell("graphbook \(command)")
    #expect(found.status == 64 && found.errors.contains(message), "\(found.errors)")
  }

  @Test(
    "A class's files that do not fit are named with what to do",
    arguments: [
      ("--out r --pattern moodel", "there is no layout 'moodel'\n  did you mean moodle?\n"),
      (
        "--out r --pattern homework",
        "there is no layout 'homework'\n  the layouts are moodle, canvas, github, gradescope, folders and files, or a pattern such as "
          + "\"{student}/{exercise}.graph\"\n"
      ),
      ("--out r --roster list.xlsx", "'list.xlsx' is an Excel workbook\n  save it as CSV\n"),
      ("--out r --roster open.csv", "the roster 'open.csv', line 2: a quoted field is not closed\n"),
      ("--out r --times open.csv", "'open.csv', line 2: a quoted field is not closed\n"),
      ("--out r --corrections open.csv", "'open.csv', line 2: a quoted field is not closed\n"),
      (
        "--out class/rep",
        "the report 'class/rep' would be among the submissions in 'class', and the next run would take its folders for students'\n"
          + "  name a folder outside of 'class' with --out\n"
      ),
    ])
  func classFiles(_ options: String, message: String) throws {
    let folder = try Folder()
    _ = try folder.shell("mkdir -p class/ada; cp a.graph class/ada/moving-day.graph")
    folder.write("list.xlsx", Array("PK\u{3}\u{4}".utf8) + [0xFF])
    folder.write("open.csv", Array("student,exercise,time,points,reason\nada,\"moving-day\n".utf8))
    let found = try folder.shell("graphbook grade --all class --exercise moving-day \(options)")
    #expect(found.status == 1 && found.errors.hasSuffix(message), "\(found.errors)")
    #expect(try folder.shell("ls class").output == "ada\n")
  }

  @Test("A folder or nothing as standard input is an error")
  func noInput() throws {
    let folder = try Folder()
    #expect(
      try folder.shell("graphbook run - < .")
        == Result(output: "standard input is a folder\n  name a file in it\n", errors: "", status: 1))
    #expect(
      try folder.shell("graphbook run - <&-") == Result(output: "standard input is closed\n", errors: "", status: 1))
  }

  // MARK: Verdicts

  @Test(
    "Every outcome of grading is one verdict as JSON",
    arguments: [
      ("shared-arena missing.graph", "no-such-file"),
      ("shared-arena none", "no-such-file"),
      ("shared-arena damaged.graph", "not-utf8"),
      ("shared-arena utf16.graph", "not-utf8"),
      ("shared-arena word.docx", "not-text"),
      ("shared-arena huge.graph", "file-too-long"),
      ("shared-arena long.graph", "answer-too-long"),
      ("shared-arena locked/answer.graph", "no-such-file"),
      ("shared-arena pipe", "unreadable-file"),
      ("shared-arena /dev/zero", "file-too-long"),
      ("shared-arena - <&-", "unreadable-file"),
      ("shared-arena \"$(printf 'a\\033[31m\\233')\"", "no-such-file"),
      ("nowhere answer.graph", "unknown-exercise"),
      ("\"$(printf 'a\\033[31m')\" missing.graph", "unknown-exercise"),
      ("../../etc answer.graph", "unknown-exercise"),
      ("'' answer.graph", "unknown-exercise"),
    ])
  func everyVerdict(_ arguments: String, _ id: String) throws {
    let folder = try Folder()
    folder.write("damaged.graph", [0x22, 0xC3, 0xA9, 0xFF, 0x22])
    folder.write("utf16.graph", [0xFF, 0xFE, 0x31])
    folder.write("word.docx", Array("PK\u{3}\u{4}".utf8) + [0xFF])
    folder.write("long.graph", Array(repeating: 0x20, count: 256 << 10 | 1))
    _ = try folder.shell("mkdir none; mkfifo pipe; truncate -s 70000000 huge.graph 2>&1")
    let found = try folder.shell("graphbook grade --format json \(arguments)")
    #expect(found.status == 1)
    #expect(found.errors == "")
    #expect(found.output.hasPrefix("{\"version\": 2, \"exercise\": "))
    // What was not handed in or could not be graded has no points.
    #expect(found.output.contains("\"status\": \"error\", \"score\": null, "))
    #expect(found.output.contains("\"id\": \"\(id)\""))
    #expect(found.output.split(separator: "\n").count == 1)
    #expect(!found.output.contains("\u{1B}"))
  }

  @Test("No courses at all is a verdict, too, and so is an empty answer")
  func noCourses() throws {
    let folder = try Folder()
    #expect(
      try folder.shell("GRAPHBOOK_COURSES=/nowhere graphbook grade --format json a answer.graph").output
        == """
        {"version": 2, "exercise": "a", "title": "", "status": "error", "score": null, "maxScore": 0, \
        "advice": null, "cause": null, "misconception": null, "end": null, "ideas": [], "steps": 0, "shape": [], \
        "checks": [], "diagnostics": [{"severity": "error", "id": "unknown-exercise", \
        "message": "there is no exercise 'a'", "hint": "type exercises to see them", "notes": [], "file": null, \
        "line": null, "column": null}]}

        """)
    let empty = try folder.shell("graphbook grade --format json shared-arena answer.graph")
    #expect(empty.status == 1 && empty.output.contains("\"status\": \"failed\""))
  }

  @Test(
    "Escapes in names and arguments never reach the terminal",
    arguments: [
      "run X", "run X/a", "filter X", "filter 'a == 1' X", "predicate --jsonl X", "predicate --jsonl --datasets X",
      "normalize --jsonl X", "review X", "review --jsonl X", "discover X", "grade X X", "grade shared-arena X",
      "lesson check X", "exercise check X", "X", "--X", "run --X", "run --steps X a.graph", "grade --format X a b",
      "filter --let X 'a == 1'", "run bad-X.graph", "discover bad-X.csv", "review bad-X.graph",
      "filter 'a == 1' bad-X.jsonl",
    ])
  func escapes(_ command: String) throws {
    let folder = try Folder()
    let escape = "\u{1B}[31m\u{9B}x\u{202E}"
    for name in ["bad-\(escape).graph", "bad-\(escape).csv", "bad-\(escape).jsonl"] {
      folder.write(name, Array("a,a\nsave it\n1,2,3\n\"".utf8))
    }
    let line = command.replacing("X.", with: "\(escape).").replacing("X", with: "\"\(escape)\"")
    let found = try folder.shell("graphbook \(line.replacing("bad-\(escape)", with: "bad-\"\(escape)\""))")
    #expect(found.status != 0, "\(found)")
    for text in [found.output, found.errors] {
      #expect(
        !text.unicodeScalars.contains { ["\u{1B}", "\u{9B}", "\u{202E}"].contains($0) }, "\(text.debugDescription)")
    }
  }
}
