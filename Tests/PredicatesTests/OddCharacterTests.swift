import Diagnostics
import Mutations
import Testing

@testable import Predicates

@Suite("Characters that join, hide or turn the line")
struct OddCharacterTests {
  private static func message(_ text: String) -> String {
    let diagnostics = Predicate.parse(text).diagnostics
    let shown = diagnostics.map { DiagnosticFormatter().format($0, in: SourceText(text)) }
    return (shown + [Predicate.suggestion(for: text).map { "this parses: \($0)" }].compactMap { $0 })
      .joined(separator: "\n")
  }

  @Test(
    "The message and what parses instead",
    arguments: [
      (
        "%é",
        """
        there is no placeholder '%é'
          %é
          ^^ %@ takes a value, %K a key path
        this parses: $value == TRUE
        """
      ),
      (
        "a == '\u{301}x",
        """
        this text has no ' at its end
          a == '\u{301}x
               ^^ inside '…' an apostrophe is written \\', or write "…"
        this parses: a == '\u{301}x'
        """
      ),
      (
        "$\u{301} == 1",
        """
        the name is missing after $
          $\u{301} == 1
          ^ it begins with a letter, as in $name
        this parses:  $value == 1
        """
      ),
      (
        "a matcheſx 'b'",
        """
        there is no operator 'matcheſx'
          a matcheſx 'b'
            ^^^^^^^^ did you mean MATCHES?
        this parses: a MATCHES 'b'
        """
      ),
      (
        "a == \u{9B}31m",
        """
        unexpected character '\u{FFFD}'
          a == \u{FFFD}31m
               ^
        this parses: a == 31.m
        """
      ),
    ])
  func messages(_ text: String, _ expected: String) {
    #expect(Self.message(text) == expected)
  }

  @Test("What is printed is safe to print, and parses to the same")
  func printing() throws {
    let text = "a == '\u{9B}31m\u{202E}é\u{200D}'"
    let predicate = try #require(Predicate.parse(text).predicate)
    #expect(predicate.description == "a == \"\\u009b31m\\u202eé\u{200D}\"")
    #expect(Predicate.parse(predicate.description).predicate == predicate)
  }

  @Test("All texts of up to four of these, in both languages")
  func enumeration() {
    let pieces = ["a", "%", "\"", "'", "$", "\u{200D}", "\u{301}", "é", "👨", "=="]
    OddCharacters.forEachText(of: pieces, upTo: 4) { text in check(text) }
  }

  @Test("Each odd character before, in and behind each kind of token")
  func everyCharacter() {
    for piece in OddCharacters.pieces {
      for frame in [
        "%|\"", "%|", "$|", "'|'", "'|", "|'a", "a|b == 1", "|== 1", "1|", "a IN |x", "a.|b", "2026-|", "\\|", "#|",
      ] {
        for text in [piece, piece + piece + piece, piece + "a"] {
          let text = frame.split(separator: "|", omittingEmptySubsequences: false).joined(separator: text)
          check(text)
          if let suggestion = Predicate.suggestion(for: text) {
            #expect(Predicate.parse(suggestion).predicate != nil, "\(text.debugDescription) → \(suggestion)")
            #expect(text.contains("\u{FFFD}") || !suggestion.contains("\u{FFFD}"), "\(text.debugDescription)")
          }
        }
      }
    }
  }

  private func check(_ text: String) {
    let (predicate, diagnostics) = Predicate.parse(text)
    if predicate == nil, diagnostics.isEmpty { Issue.record("no message: \(text.debugDescription)") }
    for diagnostic in diagnostics {
      let shown = DiagnosticFormatter().format(diagnostic, in: SourceText(text))
      if !text.contains("\u{FFFD}"), shown.contains("\u{FFFD}"),
        !text.unicodeScalars.contains(where: DisplayText.isHidden)
      {
        Issue.record("half a character: \(text.debugDescription): \(shown)")
      }
    }
    if let predicate, Predicate.parse(predicate.description).predicate != predicate {
      Issue.record("\(text.debugDescription) → \(predicate)")
    }
    let tokens = Lexer.tokens(of: text, dialect: .workbook)
    let starts = Set(
      text.unicodeScalars.indices.map { text.utf8.distance(from: text.startIndex, to: $0) } + [text.utf8.count])
    for token in tokens where !starts.contains(token.range.lowerBound) || !starts.contains(token.range.upperBound) {
      Issue.record("a token in the middle of a scalar: \(text.debugDescription)")
    }
    var parser = PredicateParser(TokenCursor(SourceText(text), dialect: .workbook))
    parser.allowsInterpolation = true
    if parser.parseConditionOrExpression() == nil, parser.cursor.diagnostics.isEmpty {
      Issue.record("no message: \(text.debugDescription)")
    }
  }

  @Test(
    "All invisible characters of a line have one message, each line its own",
    arguments: [
      (
        "age\u{200B} == 1 AND name\u{200B} == 'x'",
        """
        there is an invisible character here: U+200B, zero width space; there is another one after it
          age\u{200B} == 1 AND name\u{200B} == 'x'
             ^ type the line again
        """
      ),
      (
        "a\u{200B}\u{AD}\u{FEFF} == 1\u{2060}",
        """
        there is an invisible character here: U+200B, zero width space; there are 3 more after it
          a\u{200B}\u{AD}\u{FEFF} == 1\u{2060}
           ^ type the line again
        """
      ),
      (
        "a\u{200B} == 1\nAND b\u{200B} == 2 AND c\u{AD} == 3\nAND d\u{2060} == 4",
        """
        there is an invisible character here: U+200B, zero width space
          a\u{200B} == 1
           ^ erase it, or type the words again
        there is an invisible character here: U+200B, zero width space; there is another one after it
          AND b\u{200B} == 2 AND c\u{AD} == 3
               ^ type the line again
        there is an invisible character here: U+2060, word joiner
          AND d\u{2060} == 4
               ^ erase it, or type the words again
        """
      ),
    ])
  func invisible(_ row: (text: String, message: String)) {
    let shown = Predicate.parse(row.text).diagnostics.map {
      DiagnosticFormatter().format($0, in: SourceText(row.text))
    }
    // Hidden characters are shown as what they are not: the replacement character.
    #expect(shown.joined(separator: "\n") == row.message)
  }
}
