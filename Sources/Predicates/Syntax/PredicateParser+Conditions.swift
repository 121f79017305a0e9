import Diagnostics

extension PredicateParser {
  /// or = and { ( "OR" | "||" ) and }
  ///
  /// A chain is one node with all its operands: it does not recur, however long it is.
  mutating func parseOr() -> ConditionOrExpression? {
    guard cursor.enter() else { return nil }
    defer { cursor.leave() }
    guard let first = parseAnd() else { return nil }
    guard atOr else { return first }
    guard let start = condition(first) else { return nil }
    var operands = Self.operands(ofOr: start)
    var highest = height
    while atOr {
      let sign = cursor.advance()
      skipRepeated(.bar, after: sign)
      skipRepeatedWord(after: sign)
      guard let next = parseAnd(), let operand = condition(next) else { return nil }
      highest = max(highest, height)
      operands += Self.operands(ofOr: operand)
    }
    let range = start.range.union(cursor.previous.range)
    guard grow(over: highest, at: range) else { return nil }
    return .condition(Predicate(.or(operands), at: range))
  }

  /// and = not { ( "AND" | "&&" ) not }
  private mutating func parseAnd() -> ConditionOrExpression? {
    guard let first = parseNot() else { return nil }
    guard atAnd else { return first }
    guard let start = condition(first) else { return nil }
    var operands = Self.operands(ofAnd: start)
    var highest = height
    while atAnd {
      let sign = cursor.advance()
      skipRepeated(.ampersand, after: sign)
      skipRepeatedWord(after: sign)
      guard let next = parseNot(), let operand = condition(next) else { return nil }
      highest = max(highest, height)
      operands += Self.operands(ofAnd: operand)
    }
    let range = start.range.union(cursor.previous.range)
    guard grow(over: highest, at: range) else { return nil }
    return .condition(Predicate(.and(operands), at: range))
  }

  /// not = ( "NOT" | "!" ) not | comparison
  private mutating func parseNot() -> ConditionOrExpression? {
    guard cursor.at(.exclamation) || keyword == .not, !namesKey else { return parseComparison() }
    guard cursor.enter() else { return nil }
    defer { cursor.leave() }
    let sign = cursor.advance()
    guard let parsed = parseNot(), let operand = condition(parsed) else { return nil }
    let range = sign.range.union(operand.range)
    guard grow(over: height, at: range) else { return nil }
    return .condition(Predicate(.not(operand), at: range))
  }

  private var atOr: Bool { cursor.continues(.barBar) || continues(.or) }

  private var atAnd: Bool { cursor.continues(.ampersandAmpersand) || continues(.and) }

  /// `a AND (b AND c)` is one AND of three.
  private static func operands(ofAnd predicate: Predicate) -> [Predicate] {
    if case .and(let operands) = predicate.kind { operands } else { [predicate] }
  }

  private static func operands(ofOr predicate: Predicate) -> [Predicate] {
    if case .or(let operands) = predicate.kind { operands } else { [predicate] }
  }

  /// `AND AND`, `AND OR`: one word too many.
  private mutating func skipRepeatedWord(after sign: Token) {
    guard continues(.and) || continues(.or), !namesKey else { return }
    // If nothing follows, report the missing condition.
    guard cursor.peek().kind != .end, !cursor.peek().startsLine else { return }
    let word = cursor.advance()
    let (first, second) = (cursor.source[sign.range].uppercased(), cursor.source[word.range].uppercased())
    report(
      "repeated-word", "\(second) follows \(first) with no condition between them", at: word.range,
      hint: first == second ? "leave one \(second) out" : "leave \(first) or \(second) out")
    while continues(.and) || continues(.or), !namesKey { _ = cursor.advance() }
  }

  /// `&&&` and `|||`: one sign too many.
  private mutating func skipRepeated(_ symbol: Token.Symbol, after sign: Token) {
    guard cursor.at(symbol), !cursor.current.isSpaced else { return }
    var range = sign.range
    while cursor.at(symbol), !cursor.current.isSpaced { range = range.union(cursor.advance().range) }
    let right = symbol == .bar ? "||" : "&&"
    report(
      "unknown-operator", "there is no operator '\(cursor.source[range])'", at: range, hint: "write \(right)",
      fix: right)
  }

  // MARK: Comparisons

  /// comparison = [ "ANY" | "SOME" | "ALL" | "NONE" ] binary operator [ "[" options "]" ] binary
  ///            | binary
  private mutating func parseComparison() -> ConditionOrExpression? {
    let quantifier = consumeQuantifier()
    guard let first = parseBinary() else { return nil }
    guard let sign = parseComparisonOperator() else {
      guard let quantifier else { return first }
      let word = cursor.text(of: quantifier.token)
      let hint =
        if case .condition = first {
          "write \(word) right before the comparison, without brackets"
        } else {
          "\(word) comes before a comparison: \(word) players.age > 30"
        }
      reportMissing("a comparison", hint: hint)
      return nil
    }
    guard let left = value(first) else { return nil }
    let leftHeight = height
    if sign.isComplete {
      // `IS NULL` has its right side in it.
      let comparison = Predicate.Comparison(
        left, sign.operator, Expression(.constant(.null), at: sign.range), modifier: quantifier?.modifier ?? .direct,
        operatorRange: sign.range)
      return finish(comparison, sign, quantifier, from: left.range, height: leftHeight)
    }
    let options = parseOptions(of: sign)
    reportMisplacedWord()
    guard let parsed = parseRightSide(of: sign), let right = value(parsed) else { return nil }
    if sign.operator == .between, case .constant = right.kind { reportBoundsWithAnd(after: right) }
    let comparison = Predicate.Comparison(
      left, sign.operator, right, modifier: quantifier?.modifier ?? .direct, options: options,
      operatorRange: sign.range)
    if sign.isNegated { reportNegated(sign, quantifier?.token.range.union(left.range) ?? left.range, right.range) }
    noteWildcard(in: comparison)
    guard let result = finish(comparison, sign, quantifier, from: left.range, height: max(leftHeight, height)) else {
      return nil
    }
    return refuseChain(after: result, right: right)
  }

  private mutating func finish(
    _ comparison: Predicate.Comparison, _ sign: ComparisonSign, _ quantifier: Quantifier?, from start: SourceRange,
    height: Int
  ) -> ConditionOrExpression? {
    let range = (quantifier?.token.range ?? start).union(cursor.previous.range)
    guard grow(over: height, at: range) else { return nil }
    var predicate = Predicate(.comparison(comparison), at: range)
    if quantifier?.isNegated ?? false { predicate = Predicate(.not(predicate), at: range) }
    if sign.isNegated { predicate = Predicate(.not(predicate), at: range) }
    return .condition(predicate)
  }

  private struct Quantifier {
    var token: Token
    var modifier: Predicate.Comparison.Modifier
    /// NONE is NOT ANY.
    var isNegated: Bool
  }

  private mutating func consumeQuantifier() -> Quantifier? {
    guard let keyword, !namesKey else { return nil }
    switch keyword {
    case .any, .some: return Quantifier(token: cursor.advance(), modifier: .any, isNegated: false)
    case .all: return Quantifier(token: cursor.advance(), modifier: .all, isNegated: false)
    case .none: return Quantifier(token: cursor.advance(), modifier: .any, isNegated: true)
    default: return nil
    }
  }

  /// Whether the keyword at the cursor is meant as a key: what follows it is an operator or a dot, not an operand.
  var namesKey: Bool {
    guard cursor.current.isIdentifier else { return false }
    let next = cursor.peek()
    if next.startsLine, cursor.openBrackets == 0, dialect == .workbook { return false }
    switch next.kind {
    case .symbol(let symbol): return Self.comparison(symbol) != nil || symbol == .dot
    case .identifier: return Keyword(word: cursor.text(of: next))?.comparison != nil
    default: return false
    }
  }

  /// `a = b = c`: each comparison must be written out.
  private mutating func refuseChain(
    after first: ConditionOrExpression, right: Expression
  ) -> ConditionOrExpression? {
    guard atComparisonOperator else { return first }
    let place = cursor.current.range
    let sign = cursor.text(of: cursor.current)
    let middle = cursor.source[right.range]
    let shown = middle.count > 30 ? "b" : String(middle)
    // name == "x" & team == nil
    let bits = [" & ": "AND", " | ": "OR"].first { middle.contains($0.key) }
    report(
      Diagnostic.ID.chainedComparison, "comparisons don't chain", at: place,
      hint: bits.map { "\($0.key.filter { $0 != " " }) is for numbers; write \($0.value) between two comparisons" }
        ?? "write … AND \(shown) \(sign) …")
    guard parseComparisonOperator() != nil, parseBinary() != nil else { return nil }
    return first
  }

  /// Reports `BETWEEN 1 AND 5`, and goes on after it.
  private mutating func reportBoundsWithAnd(after low: Expression) {
    let high = cursor.peek()
    guard Keyword(word: cursor.text(of: cursor.current)) == .and, !isComparison(cursor.peek(2)) else { return }
    switch high.kind {
    case .integer, .number, .string(isTerminated: true): break
    default: return
    }
    let bounds = "{\(cursor.source[low.range]), \(cursor.text(of: high))}"
    let range = low.range.union(high.range)
    cursor.report(
      Diagnostic(
        "not-a-pair", "BETWEEN takes its two bounds in braces", at: range, hint: "write BETWEEN \(bounds)",
        fix: Diagnostic.Fix(range, with: bounds)))
    cursor.advance()
    cursor.advance()
  }

  /// A quantifier or NOT on the right side of a comparison.
  private mutating func reportMisplacedWord() {
    guard let keyword, !namesKey, [.any, .some, .all, .none, .not].contains(keyword) else { return }
    let token = cursor.advance()
    report(
      Diagnostic.ID.misplacedWord, "\(keyword.rawValue) must come before the whole comparison", at: token.range,
      hint: "move it to the left: \(keyword.rawValue) a == b")
  }

  /// A list in square or round brackets is read as one in braces, with an error.
  private mutating func parseRightSide(of sign: ComparisonSign) -> ConditionOrExpression? {
    guard cursor.at(.leftBracket) else { return parseBinary() }
    let opening = cursor.advance()
    guard let elements = parseList(closedBy: .rightBracket, opened: opening) else { return nil }
    let range = opening.range.union(cursor.previous.range)
    reportListBrackets(at: range, elements)
    guard grow(over: height, at: range) else { return nil }
    return .expression(Expression(.aggregate(elements), at: range))
  }

  mutating func reportListBrackets(at range: SourceRange, _ elements: [Expression]) {
    let inside = cursor.source[SourceRange(range.lowerBound + 1, range.upperBound - 1)]
    let list = inside.count > 40 ? "{1, 2, 3}" : "{\(inside)}"
    report(
      "list-brackets", "a list in a condition needs braces", at: range, hint: "write \(list)",
      fix: "{\(inside)}")
  }

  /// `LIKE '%x%'` is SQL: here `*` matches any text.
  private mutating func noteWildcard(in comparison: Predicate.Comparison) {
    guard comparison.operator == .like, case .constant(.string(let pattern)) = comparison.right.kind,
      pattern.contains("%"), !pattern.contains("*")
    else { return }
    let right = pattern.replacing("%", with: "*")
    report(
      "sql-wildcard", "in LIKE, * matches any text and % matches itself", at: comparison.right.range, severity: .note,
      hint: "write \"\(right)\"", fix: "\"\(right)\"")
  }
}
