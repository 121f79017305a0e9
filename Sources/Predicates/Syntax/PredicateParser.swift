import Diagnostics

/// A condition or a value: `(a + 1) * 2 == 6` and `((a == 1))` begin alike, and only what follows decides.
package enum ConditionOrExpression: Hashable, Sendable {
  case condition(Predicate)
  case expression(Expression)

  package var range: SourceRange {
    switch self {
    case .condition(let predicate): predicate.range
    case .expression(let expression): expression.range
    }
  }
}

/// Parses the predicate format language from a token cursor: by hand, by recursive descent, without going back.
///
/// A function returns nil after it has reported why. The cursor ends where the longest match ends; what follows is the
/// caller's, so that the workbook goes on there with `sort` or `else`.
///
/// Every error is a `Diagnostic` in `cursor.diagnostics`; the one with the id `unexpected-end` says that the text
/// ended where an operand or a closing bracket was awaited, so that a prompt can ask for another line.
package struct PredicateParser {
  package var cursor: TokenCursor
  /// Called first where a value must come and begins with a word or a sign; returns nil and leaves the cursor alone when
  /// the form is not its own.
  package var parseExtension: (@Sendable (inout PredicateParser) -> Expression?)?
  /// Whether `\(…)` is allowed in strings: outside `where`, in the workbook.
  package var allowsInterpolation = false
  /// The values for `%@`, `%K`, `%d` …, in order; nil leaves them open as ``Expression/Kind/argument(_:_:)``.
  package var arguments: [Value]?
  /// How many of them have been met.
  package var argumentCount = 0

  /// The height of the tree returned last. Chains (`a + b + …`, `a.b.c…`) grow a tree without nesting the text, so it
  /// is limited on its own: everything that walks trees recurs.
  package var height = 0
  static let heightLimit = 300

  package init(_ cursor: TokenCursor) { self.cursor = cursor }

  /// predicate = or
  package mutating func parsePredicate() -> Predicate? {
    guard let parsed = parseConditionOrExpression() else { return nil }
    return condition(parsed)
  }

  /// expression = binary
  package mutating func parseExpression() -> Expression? {
    guard let parsed = parseBinary() else { return nil }
    return value(parsed)
  }

  /// Parses either: `heat.players.@count == 1` is a condition, `1 + 2` an expression.
  package mutating func parseConditionOrExpression() -> ConditionOrExpression? {
    if let literal = parseLoneLiteral() { return .expression(literal) }
    return parseOr()
  }

  /// A number or text that nothing follows which could go on with it: most values of new objects are. Nil, with nothing
  /// taken, for anything else.
  private mutating func parseLoneLiteral() -> Expression? {
    switch cursor.peek().kind {
    case .end, .symbol(.comma), .symbol(.rightParenthesis), .symbol(.semicolon): break
    default: return nil
    }
    let token = cursor.current
    switch token.kind {
    case .integer, .number:
      guard let value = plainNumber(token) else { return nil }
      cursor.advance()
      height = 1
      return Expression(.constant(value), at: token.range)
    case .string(isTerminated: true):
      guard let text = plainText(token) else { return nil }
      cursor.advance()
      height = 1
      return Expression(.constant(.string(text)), at: token.range)
    default: return nil
    }
  }

  var dialect: Lexer.Dialect { cursor.dialect }

  // MARK: One of the two

  /// The parsed thing as a condition. A lone expression is one in the workbook (`expect ready`); a format string must
  /// compare it.
  mutating func condition(_ parsed: ConditionOrExpression) -> Predicate? {
    switch parsed {
    case .condition(let predicate): return predicate
    case .expression(let expression):
      if dialect == .predicateFormat { reportLoneExpression(expression) }
      return Predicate(.truth(expression), at: expression.range)
    }
  }

  /// The parsed thing as an operand: a condition has no value.
  mutating func value(_ parsed: ConditionOrExpression) -> Expression? {
    switch parsed {
    case .expression(let expression): return expression
    case .condition(let predicate):
      report(
        Diagnostic.ID.conditionAsValue, "a condition is not a value", at: predicate.range,
        hint: "TERNARY(condition, a, b) makes a value of one")
      return nil
    }
  }

  // MARK: Height

  /// Records the height of a tree over subtrees whose highest is `highest`; false, with a message, beyond the limit.
  mutating func grow(over highest: Int, at range: SourceRange) -> Bool {
    height = highest + 1
    if height <= Self.heightLimit { return true }
    report(
      Diagnostic.ID.nestedTooDeep, "this chain has more than \(Self.heightLimit) links", at: range,
      hint: "split it into smaller conditions")
    return false
  }

  // MARK: Reporting

  mutating func report(
    _ id: String, _ message: String, at range: SourceRange, severity: Diagnostic.Severity = .error,
    nearest: [String] = [], hint: String? = nil, notes: [String] = [], fix replacement: String? = nil
  ) {
    // Errors after a place that could not be parsed add nothing.
    if cursor.diagnostics.contains(where: { $0.id == Diagnostic.ID.nestedTooDeep }) { return }
    cursor.report(
      Diagnostic(
        id, message, at: range, severity: severity, nearest: nearest, hint: hint, notes: notes,
        fix: replacement.map { Diagnostic.Fix(range, with: $0) }))
  }

  /// A token as messages name it: `')'`, `the end`.
  func name(of token: Token) -> String {
    if token.kind == .end { return "the end" }
    let text = cursor.text(of: token)
    return "'" + DisplayText.beginning(of: text, upTo: 24) + "'"
  }

  /// The place just after the last token: where something is missing at the end of a text.
  var placeBehind: SourceRange {
    let end = cursor.previous.range.end
    return cursor.current.range.upperBound == 0 ? cursor.current.range : end
  }

  /// Reports that `wanted` is missing here.
  mutating func reportMissing(_ wanted: String, hint: String? = nil) {
    let isFirst = cursor.previous.range == cursor.current.range
    let before = isFirst ? "" : " after \(name(of: cursor.previous))"
    if cursor.atEnd {
      report(
        Diagnostic.ID.unexpectedEnd, "expected \(wanted)\(before), but the text ends here", at: placeBehind, hint: hint)
    } else if dialect == .workbook, !cursor.isContinuation, !cursor.at(.rightParenthesis) {
      report(
        Diagnostic.ID.missingOperand, "expected \(wanted)\(before), but the line ends here", at: placeBehind, hint: hint
      )
    } else {
      report(
        Diagnostic.ID.missingOperand, "expected \(wanted)\(before), found \(name(of: cursor.current))",
        at: cursor.current.range,
        hint: hint)
    }
  }

  // MARK: Brackets

  /// Takes the bracket that closes `opening`, or says which one is missing and where the opening one is.
  mutating func close(_ symbol: Token.Symbol, opened opening: Token) -> Token? {
    if let token = cursor.consume(if: symbol) { return token }
    let position = cursor.source.position(at: opening.range.lowerBound)
    let open = cursor.text(of: opening)
    let place = "the \(open) is on line \(position.line), column \(position.column)"
    if cursor.atEnd {
      report(
        Diagnostic.ID.unexpectedEnd, "the \(open) is not closed", at: placeBehind,
        hint: "\(symbol.rawValue) is missing here",
        notes: [place])
    } else {
      report(
        Diagnostic.ID.missingBracket, "expected \(symbol.rawValue), found \(name(of: cursor.current))",
        at: cursor.current.range,
        hint: hintForUnexpected() ?? (startsOperand(cursor.current) ? "a comma or an operator is missing" : nil),
        notes: [place])
    }
    return nil
  }

  // MARK: Keywords

  /// The keyword at the cursor, or nil.
  var keyword: Keyword? {
    guard case .identifier = cursor.current.kind else { return nil }
    return cursor.packedWord(of: cursor.current, inCapitals: true).flatMap(Keyword.init)
  }

  /// Whether the keyword continues the text before it.
  func continues(_ keyword: Keyword) -> Bool { cursor.isContinuation && self.keyword == keyword }
}
