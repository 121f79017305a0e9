import Testing

@testable import Diagnostics

@Suite("The shape of a message")
struct DiagnosticFormatterTests {
  @Test("a place inside a character underlines the character, in its cells")
  func joined() {
    // A mark on e, the second person of a family, a sign between two others.
    for (text, range, expected) in [
      ("ne\u{301}x", SourceRange(2, 4), "m\n  ne\u{301}x\n   ^"),
      ("a👨\u{200D}👩b", SourceRange(8, 12), "m\n  a👨\u{200D}👩b\n   ^^"),
      ("a👨\u{200D}👩b", SourceRange(8, 13), "m\n  a👨\u{200D}👩b\n   ^^^"),
      ("e\u{301}", SourceRange(3, 3), "m\n  e\u{301}\n   ^"),
      ("e\u{301}", SourceRange(1, 1), "m\n  e\u{301}\n  ^"),
    ] {
      #expect(DiagnosticFormatter().format(Diagnostic("id", "m", at: range), in: SourceText(text)) == expected)
    }
  }

  @Test("of a long line as much is shown as fits, cut between words")
  func longLine() {
    let text = "let everybody = fetch Player where age > 30 AND teem == nil sort lastName, firstName limit 10 offset 20"
    let start = text.utf8.count - "teem == nil sort lastName, firstName limit 10 offset 20".utf8.count
    let formatter = DiagnosticFormatter(width: 50)
    #expect(
      formatter.format(
        Diagnostic("id", "Player has no 'teem'", at: SourceRange(start, start + 4)), in: SourceText(text)) == """
          Player has no 'teem'
            … Player where age > 30 AND teem == nil sort …
                                        ^^^^
          """)
    #expect(
      formatter.format(Diagnostic("id", "no", at: SourceRange(0, 3)), in: SourceText(text)) == """
        no
          let everybody = fetch Player where age > …
          ^^^
        """)
  }

  @Test("a file's name cannot bring an escape sequence along")
  func nameOfFile() {
    let source = SourceText("x", name: "a\u{1B}[31m\n\u{9B}.graph")
    let text = DiagnosticFormatter().format(Diagnostic("id", "m", at: SourceRange(0, 1)), in: source)
    #expect(text == "a␛[31m␊�.graph:1:1: m\n  x\n  ^")
  }

  private func format(
    _ text: String, _ range: SourceRange?, hint: String? = nil, notes: [String] = [], name: String? = nil,
    severity: Diagnostic.Severity = .error, with formatter: DiagnosticFormatter = DiagnosticFormatter()
  ) -> String {
    formatter.format(
      Diagnostic("id", "what is wrong", at: range, severity: severity, hint: hint, notes: notes),
      in: SourceText(text, name: name))
  }

  @Test("message, place, hint, notes")
  func whole() {
    #expect(
      format("fetch Playr", SourceRange(6, 11), hint: "did you mean Player?", notes: ["one", "two\nthree"]) == """
        what is wrong
          fetch Playr
                ^^^^^ did you mean Player?
          one
          two
          three
        """)
  }

  @Test("a named text gives file, line and column in characters")
  func named() {
    #expect(
      format("é\n  ünknown word", SourceRange(14, 18), name: "a.graph") == """
        a.graph:2:11: what is wrong
          ünknown word
                  ^^^^
        """)
    let formatter = DiagnosticFormatter(showsPlaces: false)
    #expect(format("word", SourceRange(0, 4), name: "a.graph", with: formatter).hasPrefix("what is wrong\n"))
  }

  @Test("wide characters and tabs keep the underline in its place")
  func widths() {
    #expect(
      format("名前\tx", SourceRange(7, 8)) == """
        what is wrong
          名前    x
                  ^
        """)
  }

  @Test("a place at the end, beyond it and over a line break is underlined where it can be")
  func edges() {
    #expect(format("ab", SourceRange(2, 2)).hasSuffix("  ab\n    ^"))
    #expect(format("ab", SourceRange(50, 60)).hasSuffix("  ab\n    ^"))
    #expect(format("ab\ncd", SourceRange(1, 5)).hasSuffix("  ab\n   ^"))
    #expect(format("", SourceRange(0, 0)).hasSuffix("  \n  ^"))
    #expect(format("é", SourceRange(1, 2)).contains("^"))
    #expect(format("ab", nil, hint: "do this") == "what is wrong\n  do this")
  }

  @Test("a long line is cut to what stands around the place")
  func longLines() {
    let text = String(repeating: "x", count: 500) + " here " + String(repeating: "y", count: 500)
    let lines = format(text, SourceRange(501, 505)).split(separator: "\n")
    #expect(lines[1].count < 120)
    #expect(lines[1].hasPrefix("  …xxx"))
    #expect(lines[1].hasSuffix("yyy…"))
    #expect(lines[1].contains(" here "))
  }

  @Test("control characters of a learner's name cannot reach the terminal")
  func controls() {
    let formatter = DiagnosticFormatter()
    let text = formatter.format(
      Diagnostic("id", "no '\u{1B}[31mx'", at: SourceRange(0, 1), hint: "\u{7}", notes: ["\u{202E}abc"]),
      in: SourceText("\u{1B}[2J"))
    #expect(!text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 7 || $0.value == 0x202E })
  }

  @Test("beyond the width, message and notes go on in a further line between words")
  func wrapping() {
    let formatter = DiagnosticFormatter(width: 20)
    let text = formatter.format(
      Diagnostic("id", "one two three four five six", at: SourceRange(0, 1), hint: "seven eight nine ten"),
      in: SourceText("x"))
    #expect(
      text == """
        one two three four
          five six
          x
          ^
          seven eight nine
            ten
        """)
  }

  @Test("severities are told apart", arguments: zip(Diagnostic.Severity.allCases, ["", "warning: ", "note: "]))
  func severities(severity: Diagnostic.Severity, word: String) {
    #expect(format("x", nil, severity: severity) == "\(word)what is wrong")
    let ansi = format("x", SourceRange(0, 1), severity: severity, with: DiagnosticFormatter(style: .ansi))
    #expect(ansi.contains("\u{1B}["))
    #expect(ansi.hasSuffix("\u{1B}[0m"))
  }
}
