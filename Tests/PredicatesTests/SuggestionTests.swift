import Diagnostics
import Predicates
import Testing

@Suite("What is offered beside an error")
struct SuggestionTests {
  static let mended: [(text: String, suggestion: String)] = [
    ("name CONTAIN 'x'", "name CONTAINS 'x'"), ("name STARTSWITH 'x'", "name BEGINSWITH 'x'"),
    ("a =! 1", "a != 1"), ("a IS NULL", "a == nil"), ("a IS NOT NULL", "a != nil"),
    ("a NOT IN {1, 2}", "NOT a IN {1, 2}"), ("ANY a.b NOT IN {1} OR c == 1", "NOT ANY a.b IN {1} OR c == 1"),
    ("ssid == 'JR's Pad'", "ssid == 'JR\\'s Pad'"), ("name == 'abc", "name == 'abc'"),
    ("name == 'abc AND age == 3", "name == 'abc' AND age == 3"), ("name == abc'", "name == 'abc'"),
    ("(a == 1", "(a == 1)"), ("a == 1)", "a == 1"), ("a IN {1, 2", "a IN {1, 2}"), ("a IN (1, 2)", "a IN {1, 2}"),
    ("a == 1 OR b == 2) AND c == 3", "(a == 1 OR b == 2) AND c == 3"),
    ("a == 1 ANDb == 2", "a == 1 AND b == 2"), ("a == 1 ADN b == 2", "a == 1 AND b == 2"),
    ("a == 1 AND AND b == 2", "a == 1 AND b == 2"), ("a == 1 AND", "a == 1"), ("a ==", "a == $value"),
    ("a = b = c", "a = b AND b = c"), ("a b", "a == b"), ("a 'x' AND b == 1", "a == 'x' AND b == 1"),
    ("%k == 1", "$value == 1"), ("name == “Heat”", "name == \"Heat\""), ("a == 3 – 2", "a == 3 - 2"),
    ("a\u{200B} == 1", "a  == 1"), ("a ≤ 3", "a <= 3"), ("a == 1;", "a == 1"), ("a", "a == TRUE"),
    ("SUBQUERY(a, b, c == 1).@count > 0", "SUBQUERY(a, $b, c == 1).@count > 0"),
    ("name [cd] 'x'", "name ==[cd] 'x'"), ("a == \"x' AND b == 1", "a == \"x'\" AND b == 1"),
  ]

  @Test("A text that parses and is near what was meant", arguments: mended)
  func mends(_ row: (text: String, suggestion: String)) {
    let suggestion = Predicate.suggestion(for: row.text)
    #expect(suggestion == row.suggestion)
    if let suggestion { #expect(!Predicate.parse(suggestion).diagnostics.containsError) }
  }

  @Test("What is right needs no suggestion", arguments: RoundTripTests.own)
  func right(_ text: String) { #expect(Predicate.suggestion(for: text) == nil) }

  @Test("A missing argument becomes a variable")
  func arguments() {
    #expect(Predicate.suggestion(for: "a == %@ AND b == %@", arguments: [1]) == "a == %@ AND b == $value")
  }

  static let places: [(text: String, message: String)] = [
    (
      "name == Miami Heat' AND age > 3",
      """
      this text has no ' at its beginning
        name == Miami Heat' AND age > 3
                ^^^^^^^^^^ write ' before it
      """
    ),
    (
      "a == 1 AND b == 2 OR c == 3) AND d == 4",
      """
      no ( belongs to the ) in column 28
        a == 1 AND b == 2 OR c == 3) AND d == 4
                   ^ perhaps ( is missing here
      """
    ),
    (
      "(a == 1 OR b == 2 AND c == 3",
      """
      the ( is not closed
        (a == 1 OR b == 2 AND c == 3
                         ^ ) is missing, perhaps here
        the ( is on line 1, column 1
      """
    ),
    (
      "flags & 4) != 0",
      """
      no ( belongs to the ) in column 10
        flags & 4) != 0
        ^ perhaps ( is missing here
      """
    ),
    (
      "name == 'x' AND age\u{200B} == 1",
      """
      there is an invisible character here: U+200B, zero width space
        name == 'x' AND age\u{200B} == 1
                           ^ erase it, or type the words again
      """
    ),
    (
      "name [cd] 'x'",
      """
      the operator before [cd] is missing
        name [cd] 'x'
             ^^^^ as in ==[cd]
      """
    ),
  ]

  @Test("An error stands where its cause is likely to be", arguments: places)
  func placed(_ row: (text: String, message: String)) {
    #expect(shown(Predicate.parse(row.text).diagnostics, row.text) == row.message)
  }
}
