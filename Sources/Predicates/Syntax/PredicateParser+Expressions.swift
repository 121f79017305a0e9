import Diagnostics

extension PredicateParser {
  /// binary = unary { operator unary }, from loosest to tightest:
  ///     "UNION" "INTERSECT" "MINUS" ; "|" ; "^" ; "&" ; "<<" ">>" ; "+" "-" ; "*" "/" "%" ; "**"
  ///
  /// All bind to the left, and all bind tighter than comparisons: `1 & 0 == 0` is `(1 & 0) == 0`.
  mutating func parseBinary(tighterThan loosest: Int = -1) -> ConditionOrExpression? {
    guard let first = parseUnary() else { return nil }
    if refuseDash() { return nil }
    guard let start = binaryOperator, start.precedence > loosest else { return first }
    guard var left = value(first) else { return nil }
    while let (sign, precedence) = binaryOperator, precedence > loosest {
      let leftHeight = height
      cursor.advance()
      refuseIncrement(sign)
      guard let parsed = parseBinary(tighterThan: precedence), let right = value(parsed) else { return nil }
      let range = left.range.union(right.range)
      guard grow(over: max(leftHeight, height), at: range) else { return nil }
      left = Expression(.binary(sign, left, right), at: range)
    }
    return .expression(left)
  }

  private static func binary(_ symbol: Token.Symbol) -> (operator: Expression.BinaryOperator, precedence: Int)? {
    switch symbol {
    case .bar: (.bitOr, 1)
    case .caret: (.bitXor, 2)
    case .ampersand: (.bitAnd, 3)
    case .shiftLeft: (.shiftLeft, 4)
    case .shiftRight: (.shiftRight, 4)
    case .plus: (.add, 5)
    case .minus: (.subtract, 5)
    case .star: (.multiply, 6)
    case .slash: (.divide, 6)
    case .percent: (.remainder, 6)
    case .starStar: (.power, 7)
    default: nil
    }
  }

  private var binaryOperator: (operator: Expression.BinaryOperator, precedence: Int)? {
    guard cursor.isContinuation else { return nil }
    switch cursor.current.kind {
    case .symbol(let symbol):
      if symbol == .percent, dialect == .predicateFormat { return nil }
      return Self.binary(symbol)
    case .identifier:
      switch keyword {
      case .union: return startsOperand(cursor.peek()) ? (.union, 0) : nil
      case .intersect: return startsOperand(cursor.peek()) ? (.intersect, 0) : nil
      case .minus: return startsOperand(cursor.peek()) ? (.minus, 0) : nil
      default: return nil
      }
    default: return nil
    }
  }

  /// `a – 1`, with a dash from a word processor. True when that was reported.
  private mutating func refuseDash() -> Bool {
    guard cursor.current.kind == .unknown, cursor.isContinuation,
      Self.dashes.contains(cursor.text(of: cursor.current).first ?? " "), startsOperand(cursor.peek())
    else { return false }
    reportDash(at: cursor.current.range)
    return true
  }

  /// `a += 1` and `a ++`: nothing changes in a condition.
  private mutating func refuseIncrement(_ sign: Expression.BinaryOperator) {
    guard cursor.at(.equal), !cursor.current.isSpaced else { return }
    let equal = cursor.advance()
    report(
      "unknown-operator", "there is no operator '\(sign.rawValue)='", at: equal.range,
      hint: "a condition changes nothing: write \(sign.rawValue)")
  }

  /// unary = ( "-" | "~" | "+" ) unary | postfix
  ///
  /// A minus before a literal is part of the number.
  private mutating func parseUnary() -> ConditionOrExpression? {
    let isMinus = cursor.at(.minus)
    guard isMinus || cursor.at(.tilde) else { return parsePostfix() }
    guard cursor.enter() else { return nil }
    defer { cursor.leave() }
    let sign = cursor.advance()
    if isMinus, cursor.current.kind == .integer || cursor.current.kind == .number {
      let token = cursor.advance()
      guard let number = number(token, isNegative: true) else { return nil }
      height = 1
      let expression = Expression(.constant(number), at: sign.range.union(token.range))
      return parseSuffixes(of: .expression(expression))
    }
    guard let parsed = parseUnary(), let operand = value(parsed) else { return nil }
    let range = sign.range.union(operand.range)
    guard grow(over: height, at: range) else { return nil }
    return .expression(Expression(isMinus ? .negation(operand) : .onesComplement(operand), at: range))
  }

  // MARK: Suffixes

  /// postfix = primary { "." key | "[" ( expression | "FIRST" | "LAST" | "SIZE" ) "]" }
  ///
  /// `a.b[0]` is `(a.b)[0]`. Apple groups it as `a.(b[0])`, which raises when it is evaluated; canonical text therefore
  /// has the parentheses.
  private mutating func parsePostfix() -> ConditionOrExpression? {
    guard let primary = parsePrimary() else { return nil }
    return parseSuffixes(of: primary)
  }

  mutating func parseSuffixes(of primary: ConditionOrExpression) -> ConditionOrExpression? {
    refuseOptionalChaining()
    if refuseOptionsAlone() { return nil }
    guard cursor.continues(.dot) || cursor.continues(.leftBracket) else { return primary }
    guard var base = value(primary) else { return nil }
    while true {
      if cursor.continues(.dot) {
        cursor.advance()
        guard let next = parseKey(of: base) else { return nil }
        base = next
      } else if refuseOptionsAlone() {
        return nil
      } else if cursor.continues(.leftBracket) {
        guard let next = parseIndex(of: base) else { return nil }
        base = next
      } else {
        return .expression(base)
      }
      refuseOptionalChaining()
    }
  }

  /// key = [ "#" ] ident | "@" ident | "$" ident | "%K"
  private mutating func parseKey(of base: Expression) -> Expression? {
    let token = cursor.current
    let name: String
    switch token.kind {
    case .identifier:
      name = String(cursor.text(of: cursor.advance()))
    case .variable:
      let variable = cursor.advance()
      let range = base.range.union(variable.range)
      guard grow(over: height, at: range) else { return nil }
      return Expression(.variableKey(base, String(cursor.text(of: variable).dropFirst())), at: range)
    case .symbol(.at), .symbol(.hash):
      guard let marked = parseMarkedName() else { return nil }
      name = marked
    case .argument where dialect == .predicateFormat:
      return parseKeyArgument(of: base)
    default:
      let isRange = cursor.source.text.utf8.dropFirst(cursor.current.range.lowerBound).first == UInt8(ascii: ".")
      // 12.3.2015
      let isDate = cursor.current.kind == .integer && dialect == .workbook
      reportMissing(
        "a key",
        hint: isRange && dialect == .workbook ? rangeHint(from: base) : isDate ? "a date is written 2026-11-20" : nil)
      return nil
    }
    let range = base.range.union(cursor.previous.range)
    guard grow(over: height, at: range) else { return nil }
    return Expression(.key(base, name), at: range)
  }

  /// `0..3`, whose rest is the token `.3`.
  private func rangeHint(from base: Expression) -> String {
    let start = cursor.source[base.range]
    let end = cursor.text(of: cursor.current).drop { $0 == "." }
    let isWhole = !end.isEmpty && (String(start) + end).allSatisfy(\.isNumber)
    return "a range has three dots: " + (isWhole ? "\(start)...\(end)" : "1...3")
  }

  /// `#size` (a key that is a word of the language) or `@count`.
  mutating func parseMarkedName() -> String? {
    let mark = cursor.advance()
    guard cursor.current.isIdentifier, !cursor.current.isSpaced, !cursor.current.startsLine else {
      reportMissing("a name")
      return nil
    }
    let word = cursor.text(of: cursor.advance())
    return mark.isSymbol(.at) ? "@" + word : String(word)
  }

  /// index = "[" ( expression | "FIRST" | "LAST" | "SIZE" ) "]"
  private mutating func parseIndex(of base: Expression) -> Expression? {
    let baseHeight = height
    let opening = cursor.advance()
    cursor.openBrackets += 1
    defer { cursor.openBrackets -= 1 }
    guard cursor.enter() else { return nil }
    defer { cursor.leave() }
    let index: Expression.Index
    let isAlone = cursor.peek().isSymbol(.rightBracket)
    switch isAlone ? keyword : nil {
    case .first: (index, _) = (.first, cursor.advance())
    case .last: (index, _) = (.last, cursor.advance())
    case .size: (index, _) = (.size, cursor.advance())
    default:
      guard let position = parseExpression() else { return nil }
      index = .position(position)
    }
    guard let closing = close(.rightBracket, opened: opening) else { return nil }
    let range = base.range.union(closing.range)
    guard grow(over: max(baseHeight, height), at: range) else { return nil }
    return Expression(.index(base, index), at: range)
  }

  /// `name [cd] 'x'`: options follow an operator, and there is none. True when that was reported.
  private mutating func refuseOptionsAlone() -> Bool {
    guard cursor.at(.leftBracket), cursor.peek(2).isSymbol(.rightBracket), cursor.peek().isIdentifier,
      startsOperand(cursor.peek(3)), !cursor.peek(3).isSymbol(.leftBracket),
      !cursor.peek(3).isSymbol(.minus)
    else { return false }
    let word = cursor.text(of: cursor.peek())
    guard word.allSatisfy({ "cdnlCDNL".contains($0) }) else { return false }
    let range = cursor.current.range.union(cursor.peek(2).range)
    report(
      "missing-operator", "the operator before [\(word)] is missing", at: range, hint: "as in ==[\(word)]",
      fix: "==[\(word)]")
    return true
  }

  /// `team?.name`: nil goes through a key path by itself.
  private mutating func refuseOptionalChaining() {
    guard cursor.at(.question) || cursor.at(.exclamation), !cursor.current.isSpaced, cursor.isContinuation,
      cursor.peek().isSymbol(.dot), !cursor.peek().isSpaced
    else { return }
    let mark = cursor.advance()
    report(
      Diagnostic.ID.optionalChaining, "a key path needs no '\(cursor.text(of: mark))'", at: mark.range,
      hint: "write . alone: nil goes through by itself", fix: "")
  }
}
