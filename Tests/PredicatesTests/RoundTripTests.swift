import Diagnostics
import Mutations
import Predicates
import Testing

@Suite("Printing and parsing again")
struct RoundTripTests {
  static let own =
    PredicateTexts.forms + [
      "a == -YES", "-(1) == a", "a == YES.YES", "a == -true[cd]", "$0 == $19",
    ]

  @Test("Canonical text parses to the same predicate and is its own canonical text", arguments: own)
  func roundTrip(_ text: String) throws { try check(text) }

  @Test(
    "Every real format string parses, prints and parses again to the same",
    .enabled(if: corpus.isThere, "the corpus is not there"))
  func realFormats() throws {
    let lines = try corpus.lines("real_formats.txt")
    #expect(lines.count == 1804)
    for line in lines { try check(line) }
  }

  func check(_ text: String) throws {
    let (parsed, diagnostics) = Predicate.parse(text)
    guard let parsed else {
      Issue.record("\(text)\n\(shown(diagnostics, text))")
      return
    }
    let printed = parsed.description
    let again = Predicate.parse(printed)
    guard let second = again.predicate else {
      Issue.record("\(text)\n\(printed)\n\(shown(again.diagnostics, printed))")
      return
    }
    #expect(second == parsed, "\(text) → \(printed)")
    #expect(second.description == printed)
  }
}

func shown(_ diagnostics: [Diagnostic], _ text: String) -> String {
  diagnostics.map { DiagnosticFormatter().format($0, in: SourceText(text)) }.joined(separator: "\n")
}
