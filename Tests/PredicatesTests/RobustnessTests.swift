import Diagnostics
import Predicates
import Support
import Testing

@Suite("Nothing that is typed can trap")
struct RobustnessTests {
  static let texts =
    RoundTripTests.own + [
      #"name == "a\(b + "c\(d)")" AND x LIKE 'é*'"#, "d > 2026-11-20T09:30:00Z OR uuid \"x\" == now()",
      "wade.team?.name == “Heat”", "a NOT IN {1, 2} AND b IS NOT NULL AND c === 1",
      "x == '\\u00e9\\x41\\101\\uD83E\\uDD84'",
    ]

  @Test("Every truncation parses or says why not", arguments: texts)
  func truncations(_ text: String) {
    let bytes = Array(text.utf8)
    for end in 0...bytes.count { parse(String(decoding: bytes[..<end], as: UTF8.self)) }
  }

  @Test("Random changes", arguments: 0..<20)
  func mutations(_ seed: Int) {
    var random = SplitMix(state: UInt64(seed))
    let pieces = [
      "(", ")", "{", "}", "[", "]", "\"", "'", "\\", "\\(", "%", "%@", "$", "#", "@", ".", ",", "-", "!", "NOT ",
      " AND ",
      " IN ", "==", "\n", "é", "🦄", "\u{0}", "9999999999999999999999", "1e999", "SUBQUERY(", "2026-99-99", ":=", "…",
      "“",
    ]
    for text in Self.texts {
      var bytes = Array(text.utf8)
      for _ in 0..<(1 + random.below(4)) {
        let place = random.below(bytes.count + 1)
        switch random.below(3) {
        case 0: bytes.insert(contentsOf: pieces[random.below(pieces.count)].utf8, at: place)
        case 1: if place < bytes.count { bytes.remove(at: place) }
        default: if place < bytes.count { bytes[place] = UInt8(truncatingIfNeeded: random.next()) }
        }
      }
      parse(String(decoding: bytes, as: UTF8.self))
    }
  }

  private func parse(_ text: String) {
    let result = Predicate.parse(text)
    #expect(result.predicate != nil || !result.diagnostics.isEmpty)
    _ = shown(result.diagnostics, text)
    if let predicate = result.predicate {
      #expect(Predicate.parse(predicate.description).predicate == predicate, "\(text) → \(predicate)")
      evaluate(predicate)
      _ = predicate.check(against: LeagueShape(), entity: "Player", variables: [], ownNames: ["heat"])
    }
    var parser = PredicateParser(TokenCursor(SourceText(text), dialect: .workbook))
    parser.allowsInterpolation = true
    switch parser.parseConditionOrExpression() {
    case .condition(let predicate)?: evaluate(predicate)
    case .expression(let expression)?: _ = try? expression.compiled(over: VariableSource()).value()
    case nil: #expect(!parser.cursor.diagnostics.isEmpty)
    }
    _ = shown(parser.cursor.diagnostics, text)
  }

  private func evaluate(_ predicate: Predicate) {
    for candidate: Value in [.null, 5, "text", ["a", 2, .null], .dictionary(["a": 1, "b": ["x", "y"]])] {
      _ = try? predicate.compiled(over: VariableSource(variables: ["x": 1])).matches(candidate)
    }
  }

  @Test(
    "A hundred thousand of one sign is one error",
    arguments: [
      "(", "[", "{", "-", "NOT ", "!", "~", "a[", "$a := ", "sum(", "a + (", "\"\\(", "TERNARY(", "- (", "ANY ",
    ])
  func deep(_ piece: String) {
    let text = String(repeating: piece, count: 100_000 / piece.utf8.count)
    #expect(Predicate.parse(text).diagnostics.count == 1)
    var parser = PredicateParser(TokenCursor(SourceText(text), dialect: .workbook))
    parser.allowsInterpolation = true
    _ = parser.parseConditionOrExpression()
    #expect(parser.cursor.diagnostics.count == 1, "\(parser.cursor.diagnostics.prefix(3))")
  }

  @Test("A long chain of conditions is flat; a long chain of operators or keys is refused")
  func chains() throws {
    let count = 20_000
    let flat = Array(repeating: "a == 1", count: count).joined(separator: " AND ")
    let predicate = try #require(Predicate.parse(flat).predicate)
    guard case .and(let operands) = predicate.kind else {
      Issue.record("not an AND")
      return
    }
    #expect(operands.count == count)
    #expect(predicate.description.utf8.count == flat.utf8.count)
    #expect(try predicate.compiled(over: VariableSource()).matches(.dictionary(["a": 1])))
    for sign in [" + ", "."] {
      let chain = Array(repeating: "a", count: count).joined(separator: sign)
      #expect(Predicate.parse(chain + " == 1").diagnostics.map(\.id) == ["nested-too-deep"])
    }
  }
}
