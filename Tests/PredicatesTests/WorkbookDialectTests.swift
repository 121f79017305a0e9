import Diagnostics
import Predicates
import Testing

@Suite("The workbook's dialect")
struct WorkbookDialectTests {
  /// The parsed part, as canonical text after C (condition) or E (expression), and the token before which it ends.
  static let examples: [(text: String, parsed: String, stop: String)] = [
    ("1 + 2", "E 1 + 2", ""),
    ("heat.players.@count == 1", "C heat.players.@count == 1", ""),
    ("(a + 1) * 2 == 6", "C (a + 1) * 2 == 6", ""),
    ("((a == 1))", "C a == 1", ""),
    ("a == 1 sort name", "C a == 1", "sort"),
    ("a == 1\nb == 2", "C a == 1", "b"),
    ("a == 1 AND\nb == 2", "C a == 1 AND b == 2", ""),
    ("a ==\n1", "C a == 1", ""),
    ("(a ==\n1\n)", "C a == 1", ""),
    ("a\n== 1", "E a", "=="),
    ("a\n.b", "E a", "."),
    ("d > 2026-11-20", #"C d > CAST(816825600.000000, "NSDate")"#, ""),
    ("d == 2026-11-20T09:30:00Z", #"C d == CAST(816859800.000000, "NSDate")"#, ""),
    ("d < now()", "C d < now()", ""),
    ("7 % 3", "E 7 % 3", ""),
    (#"uuid "E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, #"E CAST("E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "NSUUID")"#, ""),
    (#"url "https://a.b""#, #"E CAST("https://a.b", "NSURL")"#, ""),
    (#"data "0a0b""#, #"E CAST("0a0b", "NSData")"#, ""),
    ("ready", "E ready", ""),
    (#""a \(1 + 2) b \(name)""#, #"E "a \(1 + 2) b \(name)""#, ""),
    ("a == 1 { b }", "C a == 1", "{"),
    ("{1, 2}", "E {1, 2}", ""),
    (#"a == 1 else "x""#, "C a == 1", "else"),
    (#"a == "x" limit 3"#, #"C a == "x""#, "limit"),
    ("a == true", "C a == 1", ""),
    ("1...5", "E 1", "..."),
    ("-5", "E -5", ""),
    ("- -5", "E --5", ""),
    ("a - 5", "E a - 5", ""),
    ("count(players) == 3", "C count(players) == 3", ""),
    ("count (players)", "E count(players)", ""),
    ("foo (1)", "E foo", "("),
    ("! ready", "C NOT ready", ""),
    ("NOT ready AND done", "C (NOT ready) AND done", ""),
    ("x.first", "E x.#first", ""),
  ]

  @Test("Lines, literals and where the longest match ends", arguments: examples)
  func example(_ example: (text: String, parsed: String, stop: String)) {
    var parser = PredicateParser(TokenCursor(SourceText(example.text), dialect: .workbook))
    parser.allowsInterpolation = true
    let text =
      switch parser.parseConditionOrExpression() {
      case .condition(let condition)?: "C \(condition)"
      case .expression(let expression)?: "E \(expression)"
      case nil: "nil"
      }
    #expect(shown(parser.cursor.diagnostics.filter { $0.severity == .error }, example.text) == "")
    #expect(text == example.parsed)
    #expect(parser.cursor.text(of: parser.cursor.current) == example.stop)
  }

  @Test("A lone expression is a condition")
  func truth() throws {
    var parser = PredicateParser(TokenCursor(SourceText("ready"), dialect: .workbook))
    let parsed = parser.parsePredicate()
    let predicate = try #require(parsed)
    #expect(predicate == Predicate(.truth(Expression(.key(Expression(.candidate), "ready")))))
  }

  @Test("A condition takes no \\( )")
  func interpolationInWhere() {
    let text = #"name == "x\(i)y""#
    var parser = PredicateParser(TokenCursor(SourceText(text), dialect: .workbook))
    let parsed = parser.parsePredicate()
    #expect(parsed == nil)
    #expect(
      shown(parser.cursor.diagnostics, text) == #"""
        a condition takes no \( )
          name == "x\(i)y"
                    ^^^^ write $name for a name of your own
        """#)
  }

  private struct Numbered: ExpressionExtension {
    var name: String
    var number: Int
    var canonicalText: String { "\(name)#\(number)" }
  }

  @Test("The host's forms come first in operand position")
  func extensions() throws {
    var parser = PredicateParser(TokenCursor(SourceText("team == Team#3 AND Team#4.name == Team"), dialect: .workbook))
    parser.parseExtension = { parser in
      let token = parser.cursor.current
      guard parser.cursor.at(word: "Team"), parser.cursor.peek().kind == .symbol(.hash) else { return nil }
      parser.cursor.advance()
      parser.cursor.advance()
      let number = parser.cursor.advance()
      let form = Numbered(name: "Team", number: Int(parser.cursor.text(of: number)) ?? 0)
      return Expression(.extension(AnyExpressionExtension(form)), at: token.range.union(number.range))
    }
    let parsed = parser.parsePredicate()
    let predicate = try #require(parsed)
    #expect(predicate.description == "team == Team#3 AND Team#4.name == Team")
    #expect(parser.cursor.diagnostics.isEmpty)
  }
}
