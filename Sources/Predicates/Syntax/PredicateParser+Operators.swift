import Diagnostics

extension PredicateParser {
  /// A comparison operator as it was written.
  struct ComparisonSign {
    var `operator`: Predicate.Comparison.Operator
    var range: SourceRange
    /// `NOT IN`: the whole comparison is negated.
    var isNegated = false
    /// `IS NULL`: there is no right side to come.
    var isComplete = false
  }

  static func comparison(_ symbol: Token.Symbol) -> Predicate.Comparison.Operator? {
    switch symbol {
    case .equal, .equalEqual: .equal
    case .notEqual, .lessGreater: .notEqual
    case .less: .less
    case .lessOrEqual, .equalLess: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual, .equalGreater: .greaterOrEqual
    default: nil
    }
  }

  var atComparisonOperator: Bool {
    guard cursor.isContinuation else { return false }
    if case .symbol(let symbol) = cursor.current.kind { return Self.comparison(symbol) != nil }
    return keyword?.comparison != nil
  }

  /// operator = "=" | "==" | "!=" | "<>" | "<" | ">" | "<=" | "=<" | ">=" | "=>"
  ///          | "BETWEEN" | "IN" | "CONTAINS" | "BEGINSWITH" | "ENDSWITH" | "LIKE" | "MATCHES"
  ///          | "UTI-CONFORMS-TO" | "UTI-EQUALS" | selector ":"
  ///
  /// Forms from elsewhere (`NOT IN`, `IS NULL`, `===`, `=!`) and misspelt words are taken for what they mean, with a
  /// message. Nil, with nothing consumed, when there is no operator here.
  mutating func parseComparisonOperator() -> ComparisonSign? {
    guard cursor.isContinuation else { return nil }
    let token = cursor.current
    switch token.kind {
    case .symbol(let symbol):
      guard let found = Self.comparison(symbol) else { return nil }
      cursor.advance()
      return refuseSymbols(after: ComparisonSign(operator: found, range: token.range))
    case .identifier:
      if let found = keyword?.comparison {
        cursor.advance()
        return ComparisonSign(operator: found, range: token.range)
      }
      if keyword == .not { return parseNotOperator() }
      if dialect == .predicateFormat, let sign = parseSelectorOperator() { return sign }
      if cursor.at(word: "IS", ignoringCase: true) { return parseIsNull() }
      return parseMisspeltOperator()
    case .unknown: return parseTypographicOperator()
    default: return nil
    }
  }

  /// `===`, `=!`, `!==`, `==>`: a second operator directly after an operator.
  private mutating func refuseSymbols(after sign: ComparisonSign) -> ComparisonSign {
    var sign = sign
    var extra = sign.range
    while !cursor.current.isSpaced, case .symbol(let symbol) = cursor.current.kind,
      Self.comparison(symbol) != nil || (symbol == .exclamation && cursor.text(of: cursor.previous) == "=")
    {
      extra = extra.union(cursor.advance().range)
    }
    guard extra != sign.range else { return sign }
    let written = String(cursor.source[extra])
    let right: String
    switch written {
    case "=!": (right, sign.operator) = ("!=", .notEqual)
    case "!==": (right, sign.operator) = ("!=", .notEqual)
    default: right = Self.spelling(of: sign.operator)
    }
    sign.range = extra
    report("unknown-operator", "there is no operator '\(written)'", at: extra, hint: "write \(right)", fix: right)
    return sign
  }

  /// `x NOT IN y` for `NOT x IN y`: taken, with a warning. `NOT` before anything else is not ours.
  private mutating func parseNotOperator() -> ComparisonSign? {
    let next = cursor.peek()
    guard next.isIdentifier, let found = Keyword(word: cursor.text(of: next))?.comparison else { return nil }
    let not = cursor.advance()
    let word = cursor.advance()
    let range = not.range.union(word.range)
    return ComparisonSign(operator: found, range: range, isNegated: true)
  }

  /// Says what NSPredicate takes in place of `x NOT IN y`, once both sides are known.
  mutating func reportNegated(_ sign: ComparisonSign, _ left: SourceRange, _ right: SourceRange) {
    let name = Self.spelling(of: sign.operator)
    let before = cursor.source[left]
    let behind = cursor.source[SourceRange(sign.range.upperBound, right.upperBound)]
    cursor.report(
      Diagnostic(
        "not-in", "NSPredicate has no NOT \(name)", at: sign.range, severity: .warning, hint: "write NOT x \(name) y",
        fix: Diagnostic.Fix(left.union(right), with: "NOT \(before)\(before.last == " " ? "" : " ")\(name)\(behind)")))
  }

  /// selector = ident ":" — `SELF isKindOfClass: %@`.
  private mutating func parseSelectorOperator() -> ComparisonSign? {
    let colon = cursor.peek()
    guard colon.isSymbol(.colon), !colon.isSpaced else { return nil }
    let word = cursor.advance()
    cursor.advance()
    return ComparisonSign(
      operator: .selector(String(cursor.text(of: word))), range: word.range.union(colon.range))
  }

  /// `IS NULL`, `IS NOT NULL` and `IS x`, from SQL.
  private mutating func parseIsNull() -> ComparisonSign? {
    var offset = 1
    let isNegated = cursor.token(cursor.peek(), is: "NOT", ignoringCase: true)
    if isNegated { offset = 2 }
    let word = cursor.peek(offset)
    let isNull =
      cursor.token(word, is: "NULL", ignoringCase: true) || cursor.token(word, is: "NIL", ignoringCase: true)
    guard isNull || (dialect == .predicateFormat && startsOperand(word)) else { return nil }
    let first = cursor.advance()
    if isNegated { cursor.advance() }
    if isNull { cursor.advance() }
    let range = first.range.union(cursor.previous.range)
    let right = (isNegated ? "!=" : "==") + (isNull ? " nil" : "")
    report(
      "sql-is", "'\(cursor.source[range])' is SQL", at: range, hint: "write \(right)", fix: right)
    return ComparisonSign(operator: isNegated ? .notEqual : .equal, range: range, isComplete: isNull)
  }

  private static let otherSpellings: [String: Predicate.Comparison.Operator] = [
    "STARTSWITH": .beginsWith, "HASPREFIX": .beginsWith, "HASSUFFIX": .endsWith, "INCLUDES": .contains,
    "ILIKE": .like, "REGEXP": .matches, "RLIKE": .matches,
  ]

  /// A word that is nearly an operator and is followed by an operand: `CONTAIN 'x'`.
  private mutating func parseMisspeltOperator() -> ComparisonSign? {
    let token = cursor.current
    let word = cursor.text(of: token)
    guard word.utf8.count >= 3, word.utf8.count <= 15, startsOperand(cursor.peek()) else { return nil }
    let upper = word.uppercased()
    var found = Self.otherSpellings[upper]
    if found == nil, Keyword(word: word) == nil {
      // Any two letters are near to IN.
      let words = Keyword.operatorWords.filter { $0 != Keyword.in.rawValue }
      found = Suggestions.nearest(to: upper, among: words, limit: 1).first.flatMap { Keyword(word: $0)?.comparison }
    }
    guard let found else { return nil }
    cursor.advance()
    let right = Self.spelling(of: found)
    report(
      "unknown-operator", "there is no operator '\(word)'", at: token.range, hint: "did you mean \(right)?", fix: right)
    return ComparisonSign(operator: found, range: token.range)
  }

  /// `≤`, `≥`, `≠`, as a word processor writes them.
  private mutating func parseTypographicOperator() -> ComparisonSign? {
    let token = cursor.current
    let found: Predicate.Comparison.Operator
    switch cursor.text(of: token) {
    case "≤": found = .lessOrEqual
    case "≥": found = .greaterOrEqual
    case "≠": found = .notEqual
    default: return nil
    }
    cursor.advance()
    let right = Self.spelling(of: found)
    report(
      "unknown-operator", "there is no operator '\(cursor.text(of: token))'", at: token.range, hint: "write \(right)",
      fix: right)
    return ComparisonSign(operator: found, range: token.range)
  }

  /// Whether an operand may begin with this token, on the same line.
  func startsOperand(_ token: Token) -> Bool {
    if token.startsLine, dialect == .workbook, cursor.openBrackets == 0 { return false }
    switch token.kind {
    case .identifier:
      let word = Keyword(word: cursor.text(of: token))
      return word?.comparison == nil && word != .and && word != .or
    case .integer, .number, .string, .date, .variable, .argument: return true
    case .symbol(let symbol): return [.leftBrace, .leftParenthesis, .leftBracket, .minus, .hash, .at].contains(symbol)
    case .unknown, .end: return false
    }
  }

  // MARK: Options

  /// options = "[" letters "]", the letters any of c d n l
  mutating func parseOptions(of sign: ComparisonSign) -> Predicate.Comparison.Options {
    guard cursor.at(.leftBracket), cursor.peek().isIdentifier, cursor.peek(2).isSymbol(.rightBracket)
    else { return [] }
    // `ids == [wade]` is a list in the wrong brackets.
    if cursor.current.isSpaced, !startsOperand(cursor.peek(3)) { return [] }
    let word = cursor.peek()
    let text = cursor.text(of: word)
    var options: Predicate.Comparison.Options = []
    for letter in text {
      guard let option = Predicate.Comparison.Options(letter: letter) else {
        // `IN [x]` is a list in the wrong brackets.
        if sign.operator == .in, cursor.current.isSpaced { return [] }
        report(
          "unknown-option", "there is no option '\(letter)'", at: word.range,
          hint: "c ignores letter case, d accents; n compares text as it is, l by locale")
        cursor.advance()
        cursor.advance()
        cursor.advance()
        return options
      }
      options.insert(option)
    }
    cursor.advance()
    cursor.advance()
    cursor.advance()
    return options
  }

  /// The operator as canonical text writes it.
  static func spelling(of operator: Predicate.Comparison.Operator) -> String { CanonicalText.spelling(of: `operator`) }
}
