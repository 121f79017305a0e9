import Diagnostics

extension PredicateParser {
  /// primary = number | string | date | "NULL" | "NIL" | "TRUE" | "YES" | "FALSE" | "NO" | "SELF" | "ANYKEY"
  ///         | "TRUEPREDICATE" | "FALSEPREDICATE" | "$" ident [ ":=" expression ] | "%" specifier
  ///         | "{" [ expression { "," expression } ] "}" | "(" or ")" | [ "#" ] ident | "@" ident
  ///         | function | extension
  mutating func parsePrimary() -> ConditionOrExpression? {
    switch cursor.current.kind {
    case .identifier, .symbol:
      let mark = cursor.mark
      if let form = parseExtensionForm() { return .expression(form) }
      // A form with a mistake in it has reported that.
      if cursor.problems(since: mark) > 0 { return nil }
    default: break
    }
    height = 1
    let token = cursor.current
    switch token.kind {
    case .identifier: return parseWord()
    case .integer, .number:
      cursor.advance()
      return number(token, isNegative: false).map { .expression(Expression(.constant($0), at: token.range)) }
    case .string: return parseString().map { .expression($0) }
    case .date: return parseDate().map { .expression($0) }
    case .variable: return parseVariable().map { .expression($0) }
    case .argument: return parseArgument().map { .expression($0) }
    case .symbol(.leftParenthesis): return parseParenthesized()
    case .symbol(.leftBrace): return parseAggregate().map { .expression($0) }
    case .symbol(.at), .symbol(.hash):
      guard let name = parseMarkedName() else { return nil }
      return .expression(key(name, at: token.range.union(cursor.previous.range)))
    case .unknown: return parseTypographicString().map { .expression($0) }
    case .symbol, .end:
      reportMissing(wanted, hint: hintForUnexpected())
      return nil
    }
  }

  /// A key of the candidate.
  func key(_ name: String, at range: SourceRange) -> Expression {
    Expression(.key(Expression(.candidate, at: SourceRange(range.lowerBound, range.lowerBound)), name), at: range)
  }

  private mutating func parseExtensionForm() -> Expression? {
    guard let parseExtension else { return nil }
    height = 0
    guard let form = parseExtension(&self) else { return nil }
    height += 1
    return form
  }

  /// The kind of operand that is missing, judged by the text before it.
  private var wanted: String {
    let token = cursor.previous
    if token.range == cursor.current.range { return "a condition" }
    switch token.kind {
    case .symbol(.ampersandAmpersand), .symbol(.barBar), .symbol(.exclamation): return "a condition"
    case .identifier:
      switch Keyword(word: cursor.text(of: token)) {
      case .and, .or, .not: return "a condition"
      default: return "a value"
      }
    default: return "a value"
    }
  }

  // MARK: Words

  private mutating func parseWord() -> ConditionOrExpression? {
    let token = cursor.current
    if let literal = parseWordLiteral() { return .expression(literal) }
    if let name = functionNameAhead() { return parseFunction(name).map { .expression($0) } }
    guard let keyword else {
      cursor.advance()
      return .expression(key(String(cursor.text(of: token)), at: token.range))
    }
    let isCall = cursor.peek().isSymbol(.leftParenthesis)
    switch keyword {
    case .true, .yes: return constant(.boolean(true))
    case .false, .no: return constant(.boolean(false))
    case .null, .nil: return constant(.null)
    case .self:
      cursor.advance()
      return .expression(Expression(.candidate, at: token.range))
    case .anyKey:
      cursor.advance()
      return .expression(Expression(.anyKey, at: token.range))
    case .truePredicate:
      cursor.advance()
      return .condition(Predicate(.constant(true), at: token.range))
    case .falsePredicate:
      cursor.advance()
      return .condition(Predicate(.constant(false), at: token.range))
    case .subquery where isCall: return parseSubquery().map { .expression($0) }
    case .cast where isCall: return parseCast().map { .expression($0) }
    case .function where isCall: return parseSelectorCall().map { .expression($0) }
    case .ternary where isCall: return parseTernary().map { .expression($0) }
    case .subquery, .cast, .function, .ternary, .union, .intersect, .minus:
      cursor.advance()
      return .expression(key(String(cursor.text(of: token)), at: token.range))
    case .first, .last, .size: return refuseReservedWord()
    case .any, .some, .all, .none:
      if namesKey { return refuseReservedWord() }
      // After an arithmetic sign, or twice: the place for a comparison has passed.
      report(
        Diagnostic.ID.misplacedWord, "\(keyword.rawValue) comes before a whole comparison", at: token.range,
        hint: "as in \(keyword.rawValue) players.age > 30")
      return nil
    case .and, .or, .not, .in, .between, .contains, .beginsWith, .endsWith, .like, .matches, .utiConformsTo, .utiEquals:
      if namesKey { return refuseReservedWord() }
      reportMissing(wanted)
      return nil
    }
  }

  private mutating func constant(_ value: Value) -> ConditionOrExpression {
    .expression(Expression(.constant(value), at: cursor.advance().range))
  }

  /// The words that can be in the square brackets after a list.
  private static let indexWords: Set<String> = ["FIRST", "LAST", "SIZE"]

  /// Whether a key of this name needs a `#` in a condition.
  package static func isReservedKey(_ name: String) -> Bool {
    indexWords.contains(name.uppercased()) || Keyword(word: name[...]) != nil
  }

  /// A word of the language where a key must be: taken as the key, with an error.
  private mutating func refuseReservedWord() -> ConditionOrExpression? {
    let token = cursor.advance()
    let word = cursor.text(of: token)
    let index = Self.indexWords.contains(word.uppercased())
    if index, cursor.at(.leftParenthesis), !cursor.current.isSpaced {
      report(
        "reserved-word", "'\(word)' is no function", at: token.range,
        hint: "write it after a list: players[\(word.uppercased())]")
      return parseParenthesized()
    }
    report(
      "reserved-word", "'\(word)' is a word of the language", at: token.range,
      hint: "a key of this name is written #\(word)",
      fix: "#\(word)")
    return .expression(key(String(word), at: token.range))
  }

  // MARK: Brackets

  /// "(" or ")"
  private mutating func parseParenthesized() -> ConditionOrExpression? {
    let opening = cursor.advance()
    cursor.openBrackets += 1
    defer { cursor.openBrackets -= 1 }
    guard let inside = parseOr() else { return nil }
    if cursor.at(.comma), case .expression(let first) = inside {
      return parseMisbracketedList(first, opened: opening)
    }
    guard let closing = close(.rightParenthesis, opened: opening) else { return nil }
    let range = opening.range.union(closing.range)
    switch inside {
    case .condition(var predicate):
      predicate.range = range
      return .condition(predicate)
    case .expression(var expression):
      expression.range = range
      return .expression(expression)
    }
  }

  /// `(1, 2, 3)`: a list in SQL's brackets.
  private mutating func parseMisbracketedList(_ first: Expression, opened opening: Token) -> ConditionOrExpression? {
    var elements = [first]
    var highest = height
    while cursor.consume(if: .comma) != nil {
      guard let next = parseExpression() else { return nil }
      highest = max(highest, height)
      elements.append(next)
    }
    guard let closing = close(.rightParenthesis, opened: opening) else { return nil }
    let range = opening.range.union(closing.range)
    reportListBrackets(at: range, elements)
    guard grow(over: highest, at: range) else { return nil }
    return .expression(Expression(.aggregate(elements), at: range))
  }

  /// aggregate = "{" [ expression { "," expression } ] "}"
  private mutating func parseAggregate() -> Expression? {
    let opening = cursor.advance()
    guard let elements = parseList(closedBy: .rightBrace, opened: opening) else { return nil }
    let range = opening.range.union(cursor.previous.range)
    guard grow(over: height, at: range) else { return nil }
    return Expression(.aggregate(elements), at: range)
  }

  /// [ expression { "," expression } ] and the closing bracket; the opening one has been taken. The height is the
  /// highest element's.
  mutating func parseList(closedBy closing: Token.Symbol, opened opening: Token) -> [Expression]? {
    cursor.openBrackets += 1
    defer { cursor.openBrackets -= 1 }
    guard cursor.enter() else { return nil }
    defer { cursor.leave() }
    height = 0
    if cursor.consume(if: closing) != nil { return [] }
    var elements: [Expression] = []
    var highest = 0
    repeat {
      guard let element = parseExpression() else { return nil }
      highest = max(highest, height)
      elements.append(element)
    } while cursor.consume(if: .comma) != nil
    guard close(closing, opened: opening) != nil else { return nil }
    height = highest
    return elements
  }

  // MARK: Variables

  /// variable = "$" ident [ ":=" expression ]
  private mutating func parseVariable() -> Expression? {
    let token = cursor.advance()
    let name = String(cursor.text(of: token).unicodeScalars.dropFirst())
    guard cursor.continues(.assign) else { return Expression(.variable(name), at: token.range) }
    guard cursor.enter() else { return nil }
    defer { cursor.leave() }
    cursor.advance()
    guard let value = parseExpression() else { return nil }
    let range = token.range.union(value.range)
    guard grow(over: height, at: range) else { return nil }
    return Expression(.assignment(name, value), at: range)
  }

  // MARK: Unexpected tokens

  /// Returns a hint for a token that is not allowed here.
  package func hintForUnexpected() -> String? {
    let token = cursor.current
    let text = cursor.text(of: token)
    switch token.kind {
    case .identifier:
      if case .string = cursor.previous.kind, !token.isSpaced {
        return "inside '…' an apostrophe is written \\', or write \"…\""
      }
      if !token.isSpaced, cursor.previous.kind == .integer || cursor.previous.kind == .number {
        return "a name begins with a letter"
      }
      if let sign = Self.comparisons(spelt: text, cursor.text(of: cursor.peek())) { return "this operator is \(sign)" }
      if Suggestions.nearest(to: text.uppercased(), among: ["AND"]).first != nil { return "did you mean AND?" }
      if let quoted = unquotedText { return "write text in quotes: \(quoted)" }
      if Keyword(word: text) == nil, isComparison(cursor.peek()) { return "AND or OR is missing before it" }
      return nil
    case .symbol(.question): return dialect == .workbook ? nil : "write $name for a value that is filled in later"
    case .symbol(.percent) where dialect == .predicateFormat:
      return "a remainder is written modulus:by:(a, b), a placeholder %@"
    case .symbol(.ellipsis):
      let (low, high) = (cursor.previous, cursor.peek())
      return "write BETWEEN {\(cursor.text(of: low)), \(cursor.text(of: high))} for values from one to the other"
    case .symbol(.leftBracket): return "a list in an expression is written in braces: { … }"
    case .symbol(.semicolon) where dialect == .predicateFormat: return "a condition ends without ;"
    case .symbol(.rightParenthesis), .symbol(.rightBrace), .symbol(.rightBracket):
      return cursor.openBrackets == 0 ? "nothing is open that \(text) would close" : nil
    case .unknown:
      if Self.dashes.contains(text.first ?? " ") { return "this is a dash: write -" }
      return Self.typographicQuotes.contains(text.first ?? " ") ? "write straight quotes: \"…\"" : nil
    default: return nil
    }
  }

  /// The operator that words stand for: `is`, `equals`, `starts with`.
  private static func comparisons(spelt word: Substring, _ next: Substring) -> String? {
    switch (word.lowercased(), next.lowercased()) {
    case ("is", "not"): "written !="
    case ("is", _), ("equals", _), ("equal", _): "written =="
    case ("starts", "with"), ("startswith", _): "written BEGINSWITH"
    case ("ends", "with"): "written ENDSWITH"
    case ("includes", _), ("has", _): "written CONTAINS"
    default: nil
    }
  }

  func isComparison(_ token: Token) -> Bool {
    switch token.kind {
    case .symbol(let symbol): Self.comparison(symbol) != nil
    case .identifier: Keyword(word: cursor.text(of: token))?.comparison != nil
    default: false
    }
  }

  /// The words after a comparison's operator as one text in quotes, when there are several: `name == Miami Heat`.
  private var unquotedText: String? {
    let word = cursor.previous
    let sign = cursor.peek(-2)
    guard word.isIdentifier, Keyword(word: cursor.text(of: word)) == nil, sign.range != word.range else {
      return nil
    }
    guard isComparison(sign) else { return nil }
    var last = cursor.current
    guard Keyword(word: cursor.text(of: last)) == nil else { return nil }
    for offset in 1...6 {
      let next = cursor.peek(offset)
      guard next.isIdentifier, !next.startsLine, Keyword(word: cursor.text(of: next)) == nil else { break }
      let word = String(cursor.text(of: next))
      if dialect == .workbook, word == "else" || ClauseWord(rawValue: word) != nil { break }
      last = next
    }
    // `a == b c == 1`: the last word begins another condition.
    let behind = (1...7).map { cursor.peek($0) }.first { $0.range.lowerBound >= last.range.upperBound }
    if let behind, isComparison(behind) { return nil }
    return "\"\(cursor.source[word.range.union(last.range)])\""
  }
}
