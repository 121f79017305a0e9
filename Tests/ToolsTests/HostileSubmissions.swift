import Foundation
import Platform
import Testing

/// Something that a student hands in to break the grader, or to get points for nothing. The exercise asks for a delete rule
/// with which the players of a deleted team stay.
struct HostileSubmission: CustomTestStringConvertible, Sendable {
  /// The name of its test, and of the student unless ``student`` is another.
  var name: String
  var student: String
  /// The points of the statements in it that do what the task asks.
  var honest: Double = 0
  /// Makes what is handed in, at the path of the answer.
  var make: @Sendable (_ path: String) throws -> Void

  var testDescription: String { name }

  static func bytes(
    _ name: String, as student: String? = nil, honest: Double = 0, _ bytes: @escaping @Sendable () -> Data
  )
    -> Self
  {
    Self(name: name, student: student ?? name, honest: honest) { try bytes().write(to: URL(fileURLWithPath: $0)) }
  }

  static func text(
    _ name: String, as student: String? = nil, honest: Double = 0, _ text: @autoclosure @escaping @Sendable () -> String
  ) -> Self {
    bytes(name, as: student, honest: honest) { Data(text().utf8) }
  }

  static func link(_ name: String, to target: String) -> Self {
    Self(name: name, student: name) {
      try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: target)
    }
  }
}

extension HostileSubmission {
  static let all = noFiles + encodings + students + syntax + memory + work + cheats

  private static let right = "change Team.players, delete nullify\n"
  private static let entity =
    "model Bomb\nentity A { n: Integer64?; s: String?; t: String?; friends ->> A?, inverse friends }\n"

  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (1...count).map(line).joined(separator: "\n")
  }

  /// What is there instead of a file.
  private static let noFiles: [HostileSubmission] = [
    Self(name: "nothing", student: "nothing") { _ in },
    Self(name: "folder", student: "folder") {
      try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: true)
    },
    Self(name: "fifo", student: "fifo") { path in if mkfifo(path, 0o644) != 0 { throw POSIXError(.EIO) } },
    link("link-to-an-answer", to: "../honest/keep-the-players.graph"),
    link("link-to-a-file", to: "/etc/passwd"),
    link("link-to-a-device", to: "/dev/zero"),
    link("link-to-itself", to: "keep-the-players.graph"),
    link("link-to-nothing", to: "/nowhere"),
    Self(name: "linked-folder", student: "linked-folder") { path in
      let folder = (path as NSString).deletingLastPathComponent
      try FileManager.default.removeItem(atPath: folder)
      try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: "honest")
    },
    // A file of a terabyte that takes no room.
    Self(name: "terabyte", student: "terabyte") { path in
      try Data().write(to: URL(fileURLWithPath: path))
      if truncate(path, 1 << 40) != 0 { throw POSIXError(.EFBIG) }
    },
  ]

  private static let encodings: [HostileSubmission] = [
    bytes("empty") { Data() },
    text("white-space", " \n\t\r\n \u{A0}\n"),
    bytes("byte-order-mark") { Data([0xEF, 0xBB, 0xBF]) },
    bytes("utf-16-little", honest: 4) {
      Data([0xFF, 0xFE]) + right.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    },
    bytes("utf-16-big", honest: 4) {
      Data([0xFE, 0xFF]) + right.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    },
    bytes("utf-16-unmarked") { Data(right.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) },
    bytes("latin-1", honest: 4) { Data("// Gr".utf8) + [0xFC, 0xDF, 0x65, 0x0A] + Data(right.utf8) },
    bytes("overlong") { Data("// ".utf8) + [0xC0, 0xAF, 0x0A] + Data(right.utf8) },
    bytes("surrogate") { Data("// ".utf8) + [0xED, 0xA0, 0x80, 0x0A] + Data(right.utf8) },
    bytes("cut-off") { Data(right.utf8) + [0xE2, 0x82] },
    bytes("zeros") { Data(count: 4096) },
    bytes("zip-by-name") { Data([0x50, 0x4B, 3, 4, 20, 0, 0, 0, 8, 0]) },
    text("too-long", String(repeating: " ", count: 256 << 10) + "\n"),
    text("escapes", "entity \u{1B}]0;owned\u{7}\u{1B}[2J\u{1B}[31m { }\n\u{9B}31m\n"),
    text("right-to-left", "// \u{202E}rof\u{202C}\nentity \u{202E}A { }\n"),
    text("combining", "let a" + String(repeating: "\u{301}", count: 12_000) + " = 1\n"),
  ]

  /// Students with names that are more than names.
  private static let students: [HostileSubmission] = [
    text("student-escapes", as: "\u{1B}[2J\u{1B}[31mroot", "fetch Player\n"),
    text("student-formula", as: "=HYPERLINK(\"evil.example\")", "fetch Player\n"),
    text("student-line", as: "eve\n{\"student\": \"mallory\", \"status\": \"passed\"}", "fetch Player\n"),
    text("student-json", as: "\", \"status\": \"passed\", \"score\": 4, \"x\": \"", "fetch Player\n"),
    text("student-markup", as: "<script>alert(1)<\\script>]]>", "fetch Player\n"),
    text("student-command", as: "$(touch owned);`touch owned`|touch owned", "fetch Player\n"),
    text("student-dots", as: "x\u{2215}..\u{2215}..\u{2215}etc", "fetch Player\n"),
    text("student-braces", as: "{exercise}", "fetch Player\n"),
    text("student-option", as: "--resume", "fetch Player\n"),
    text("student-long", as: String(repeating: "x", count: 255), "fetch Player\n"),
  ]

  private static let syntax: [HostileSubmission] = [
    text("parentheses", "fetch Player where " + String(repeating: "(", count: 40_000)),
    text("brackets", "let x = " + String(repeating: "[", count: 40_000)),
    text("braces", String(repeating: "{", count: 40_000)),
    text("nested-loops", (0..<1_000).map { "for i\($0) in 1...1 { " }.joined()),
    text("nested-not", "fetch Player where " + String(repeating: "NOT ", count: 10_000) + "TRUEPREDICATE"),
    text("nested-texts", String(repeating: "expect \"\\(", count: 5_000)),
    text("long-chain", "let x = 1" + String(repeating: " + 1", count: 10_000)),
    text("long-path", "fetch Player where team" + String(repeating: ".players.team", count: 3_000) + " == nil"),
    text("open-text", "let x = \"" + String(repeating: "a", count: 40_000)),
    text("open-comment", "/*" + String(repeating: "/*", count: 20_000)),
    text("long-word", String(repeating: "a", count: 40_000)),
    text("long-number", "let x = " + String(repeating: "9", count: 40_000)),
    text("tiny-statements", String(repeating: "a;", count: 10_000)),
    text("misspelt", lines(1_000) { "fetsh Playr\($0)" }),
    text("open-fences", String(repeating: "```\n", count: 12_000)),
    text("overflow", "let x = 9223372036854775807 + 1; let y = -9223372036854775807 - 2; let z = 1 / 0\n"),
    text("overflowing-range", "for i in 9223372036854775806...9223372036854775807 { let x = i }\n"),
    text("huge-power", "let x = 9 ** 99999\nlet y = 2 ** 63\n"),
  ]

  private static let memory: [HostileSubmission] = [
    text("doubled-text", "let x0 = \"ab\"\n" + lines(30) { "let x\($0) = \"\\(x\($0 - 1))\\(x\($0 - 1))\"" }),
    text("doubled-list", "let x0 = [1, 2]\n" + lines(30) { "let x\($0) = [x\($0 - 1), x\($0 - 1)]" }),
    text("doubled-attribute", entity + "let a = A(s: \"ab\")\nfor i in 1...60 { a.s = \"\\(a.s)\\(a.s)\" }\n"),
    text("many-objects", entity + "for i in 1...1000000 { A(n: i) }\n"),
    text("many-links", entity + "for i in 1...900 { A(n: i) }\nfor a in (fetch A) { a.friends = fetch A }\n"),
    text("many-versions", "for i in 1...100000 { change Team.name, optional; change Team.name, no optional }\n"),
    text("wide-model", "model Wide\n" + lines(3_000) { "entity E\($0) { a: String?; b: String?; next -> E\($0)? }" }),
    text("printed", entity + "for i in 1...100 { A(n: i) }\n" + lines(500) { _ in "show graph" }),
  ]

  private static let work: [HostileSubmission] = [
    text("endless-range", "for i in 1...9000000000000000000 { let x = i }\n"),
    text("loops-in-loops", "for i in 1...100000 { for j in 1...100000 { for k in 1...100000 { let x = k } } }\n"),
    text(
      "subqueries",
      entity
        + "for i in 1...900 { A(n: i) }\nfor a in (fetch A) { a.friends = fetch A where n < 60 }\n"
        + "fetch A where SUBQUERY(friends, $x, SUBQUERY($x.friends, $y, $y.n > $x.n).@count > 500).@count > 0\n"),
    text("pattern", lines(500) { _ in "expect \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\" MATCHES \"(a+)+b\"" }),
    text("pattern-backwards", lines(500) { _ in "expect \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\" MATCHES \"(a*)*\\\\1c\"" }),
    text(
      "pattern-in-a-rule",
      "change Player.lastName, matches \"(a+)+b\"\nlet p = Player(lastName: \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\")\nsave\n"
    ),
    text(
      "like",
      entity
        + "A(s: \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\")\nfor i in 1...100000 { count A where s LIKE \"*a*a*a*a*a*a*a*b\" }\n"
    ),
    text(
      "deep-cascade",
      "model Bomb\nentity A { next -> A?, inverse of, delete cascade; of -> A?, inverse next }\nlet a = A()\nlet b = a\n"
        + "for i in 1...900 { let c = A(of: b); let b = c }\ndelete a\nsave\n"),
    text("fetch-in-a-loop", entity + "for i in 1...9000 { A(n: i); fetch A where n > $i }\n"),
    text("sort", entity + "for i in 1...9000 { A(n: i) }\nfor i in 1...1000 { fetch A sort n }\n"),
    text("save-in-a-loop", entity + "for i in 1...100000 { A(n: i); save }\n"),
    text("explain-in-a-loop", "for i in 1...100000 { explain delete heat }\n"),
    text("undo-without-end", String(repeating: "undo\nredo\n", count: 5_000)),
    text("check-save", "for i in 1...1900 { Player(lastName: \"x\") }\nchange Player.lastName, matches \"(x+)+y\"\n"),
  ]

  private static let cheats: [HostileSubmission] = [
    text("own-check", "check \"the players stay\", points 2 { expect 1 == 1 }\n"),
    text("own-verdict", "{\"version\": 2, \"status\": \"passed\", \"score\": 4, \"maxScore\": 4, \"checks\": []}\n"),
    text("own-frame", "{\"statuses\":[\"passed\"],\"bytes\":[0]}\n"),
    text("check-as-a-name", "entity Passed { name: String = \"the players stay\"; score: Integer16 = 4 }\n"),
    text("tap-as-a-comment", "// ok 1 - the players stay\n// 1..1\n"),
    text("annotation", "// ::notice title=Autograding complete::Points 4/4\n"),
    text("run", "run \"/etc/passwd\"\n"),
    text("run-checks", "run \"check.graph\"; run \"solution.graph\"; run \"../honest/keep-the-players.graph\"\n"),
    text("import", "import \"../../../../etc/passwd\"\n"),
    text("export", "export \"owned.graph\"\nexport \"../report/verdicts.jsonl\"\n"),
    text("store", "store owned at \"owned.graphstore\"\nsave\n"),
    text("compare-model", "compare model \"solution.graph\" with \"check.graph\"\n"),
    text("behaves-like", "expect behaves like \"solution.graph\"\n"),
    text("like-solution", "expect model like solution\nexpect objects like solution\n"),
    text("nothing-left", "delete wade; delete heat; save\n"),
    // The check of the tests counts players, and these have one.
    text(
      "another-model", honest: 3, "model League\nentity Team { name: String }\nentity Player { lastName: String }\n"),
    text("undone", String(repeating: "undo\n", count: 1_000)),
    text("rolled-back", "rollback\nreset\nrefresh\n"),
    text("another-heat", honest: 3, "let heat = Player(lastName: \"x\")\n"),
    text("renamed", "rename Team to Squad; rename Player to Team; rename Squad to Player\n"),
    text("replayed", honest: 4, right + String(repeating: "undo\nredo\n", count: 2_000)),
    text("right-then-stopped", honest: 4, right + "for i in 1...9000000000000000000 { let x = i }\n"),
    text("quit", "quit\nleave\nexit(0)\n:q\n"),
    text("python", "import os; os._exit(0)\n"),
  ]
}
