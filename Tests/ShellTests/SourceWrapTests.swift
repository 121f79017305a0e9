import Diagnostics
import Testing

@Suite("Long statements are broken between words, and can be typed as they are shown")
struct SourceWrapTests {
  static let rows: [(line: String, width: Int, lines: [String])] = [
    ("name: String", 12, ["name: String"]),
    ("name: String, length 1...40, indexed", 30, ["name: String, length 1...40,", "    indexed"]),
    ("  name: String, length 1...40", 20, ["  name: String,", "      length 1...40"]),
    ("fetch Player where age > 30 AND team == nil", 34, ["fetch Player where age > 30 AND", "    team == nil"]),
    (
      "let x = Player(name: \"a, b, c, d, e\", age: 3)", 30, ["let x = Player(name: \"a, b, c, d, e\",", "    age: 3)"]
    ),
    ("let longName = anotherName", 20, ["let longName =", "    anotherName"]),
    ("unbreakable", 5, ["unbreakable"]),
    ("", 5, [""]),
  ]

  @Test("Lines", arguments: rows)
  func lines(_ row: (line: String, width: Int, lines: [String])) {
    #expect(SourceWrap(width: row.width).lines(row.line) == row.lines)
  }
}
