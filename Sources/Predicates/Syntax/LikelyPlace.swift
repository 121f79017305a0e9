import Diagnostics

/// The place at which a quote or a bracket was probably left out.
///
/// A parser notices a missing bracket at the end of the text and a missing quote at the next one; the learner has to
/// look elsewhere. The part that is certain, the unmatched partner, stays in the message.
struct LikelyPlace {
  private static let arithmetic: Set<Token.Symbol> = [
    .ampersand, .bar, .caret, .plus, .minus, .star, .slash, .starStar, .shiftLeft, .shiftRight,
  ]

  private let source: SourceText
  private let tokens: [Token]

  init(_ source: SourceText) {
    self.source = source
    tokens = Lexer.tokens(of: source.text, dialect: .predicateFormat)
  }

  /// The error with its place moved to where something is likely missing; as it is when nothing better is known.
  func placing(_ error: Diagnostic) -> Diagnostic {
    guard let range = error.range else { return error }
    let index = tokens.firstIndex { $0.range.upperBound > range.lowerBound || $0.kind == .end } ?? tokens.count - 1
    if let end = quoteBehindWords(index), let place = openingQuote(before: end) {
      let quote = tokens[end].quote(in: source)
      return Diagnostic(
        "missing-quote", "this text has no \(quote) at its beginning", at: place,
        hint: "write \(quote) before it", fix: .init(SourceRange(place.lowerBound, place.lowerBound), with: quote))
    }
    if error.id == Diagnostic.ID.unexpected, tokens[index].isSymbol(.rightParenthesis),
      let place = opening(before: index)
    {
      var moved = error
      moved.message = "no ( belongs to the ) in column \(column(tokens[index]))"
      moved.range = place
      moved.hint = "perhaps ( is missing here"
      moved.fix = .init(place, with: "(")
      return moved
    }
    if error.id == Diagnostic.ID.loneExpression,
      let close = tokens[index...].firstIndex(where: { $0.range.lowerBound >= range.upperBound }),
      tokens[close].isSymbol(.rightParenthesis), isBalanced(0..<close), close + 1 < tokens.count,
      comparison(tokens[close + 1])
    {
      return Diagnostic(
        Diagnostic.ID.unexpected, "no ( belongs to the ) in column \(column(tokens[close]))", at: behind(index - 1),
        hint: "perhaps ( is missing here", fix: .init(behind(index - 1), with: "("))
    }
    if error.id == Diagnostic.ID.unexpectedEnd, let open = unclosed(), tokens[open].isSymbol(.leftParenthesis),
      let place = closing(of: open)
    {
      var moved = error
      moved.message = "the ( is not closed"
      moved.range = place
      moved.hint = ") is missing, perhaps here"
      moved.notes = ["the ( is on line \(line(tokens[open])), column \(column(tokens[open]))"]
      moved.fix = .init(place, with: ")")
      return moved
    }
    return error
  }

  private func column(_ token: Token) -> Int { source.position(at: token.range.lowerBound).column }
  private func line(_ token: Token) -> Int { source.position(at: token.range.lowerBound).line }

  // MARK: Quotes

  /// The quote directly after the words from here on: `Miami Heat'`.
  private func quoteBehindWords(_ index: Int) -> Int? {
    var end = index
    while end < tokens.count, end - index < 8, isText(tokens[end]) { end += 1 }
    guard end < tokens.count, case .string = tokens[end].kind else { return nil }
    return end
  }

  /// The words before a quote that directly follows them: `name == Miami Heat'`.
  private func openingQuote(before index: Int) -> SourceRange? {
    guard case .string = tokens[index].kind, !tokens[index].isSpaced, index > 0 else { return nil }
    var first = index
    while first > 0, index - first < 8, isText(tokens[first - 1]) { first -= 1 }
    guard first < index, first > 0, comparison(tokens[first - 1]) || opensValue(tokens[first - 1]) else { return nil }
    return tokens[first].range.union(tokens[index - 1].range)
  }

  /// Whether the token can be part of a text and so does not mark a condition's end.
  private func isText(_ token: Token) -> Bool {
    switch token.kind {
    case .identifier: Keyword(word: source[token.range]).map { $0.comparison == nil && $0 != .and } ?? true
    case .integer, .number, .unknown, .symbol(.dot), .symbol(.slash), .symbol(.star), .symbol(.minus), .symbol(.colon),
      .symbol(.at), .symbol(.question), .symbol(.plus), .symbol(.caret), .symbol(.backslash):
      true
    case .string, .date, .variable, .argument, .symbol, .end: false
    }
  }

  private func comparison(_ token: Token) -> Bool {
    switch token.kind {
    case .symbol(let symbol): PredicateParser.comparison(symbol) != nil || symbol == .rightBracket
    case .identifier: Keyword(word: source[token.range])?.comparison != nil
    default: false
    }
  }

  private func opensValue(_ token: Token) -> Bool {
    token.isSymbol(.leftBrace) || token.isSymbol(.comma)
  }

  // MARK: Brackets

  /// The place of the opening bracket that the closing one at `index` lacks.
  ///
  /// After the NOT of the last condition, if it has one. If AND and OR are mixed, brackets hold the ORs together: after
  /// the last AND before them. Otherwise before the last condition if the others have their own brackets, and at the
  /// beginning if none do.
  private func opening(before index: Int) -> SourceRange? {
    let joints = self.joints(in: 0..<index)
    let last = joints.last
    let start = last.map { $0.index + 1 } ?? 0
    guard start < index else { return nil }
    if isNegation(tokens[start]), start + 1 < index { return behind(start) }
    if let ors = joints.lastIndex(where: { $0.isOr == false }), ors < joints.count - 1 {
      let place = joints[ors].index
      return isNegation(tokens[place + 1]) ? behind(place + 1) : behind(place)
    }
    // One condition followed by a bracket: the bracket is superfluous.
    if joints.isEmpty { return tokens[min(index + 1, tokens.count - 1)].kind == .end ? nil : behind(-1) }
    if !isOnlyCondition(tokens, before: last?.index) { return behind(-1) }
    return behind(start - 1)
  }

  /// The place of the closing bracket that the opening one at `open` lacks.
  private func closing(of open: Int) -> SourceRange? {
    let end = tokens.count - 1
    let joints = self.joints(in: (open + 1)..<end)
    let isCall =
      open > 0 && tokens[open - 1].isIdentifier && !tokens[open].isSpaced
      && !isNegation(tokens[open - 1]) && !isJoint(tokens[open - 1])
    if isCall { return closingOfCall(open) }
    // Another bracket of the same kind follows, or AND after ORs: there the group ends.
    let holdsGroups = tokens[min(open + 1, end)].isSymbol(.leftParenthesis)
    for joint in joints {
      let next = joint.index + 1
      if !holdsGroups, next < end, tokens[next].isSymbol(.leftParenthesis) { return before(joint.index) }
      if !holdsGroups, next < end, isNegation(tokens[next]), tokens[next + 1].isSymbol(.leftParenthesis) {
        return before(joint.index)
      }
      if let first = joints.first, joint.isOr != first.isOr { return before(joint.index) }
    }
    // Arithmetic before a comparison: `(flags & 4 != 0`.
    guard joints.isEmpty, let sign = tokens[open...].firstIndex(where: { comparison($0) }) else { return nil }
    let isArithmetic = tokens[open..<sign].contains { token in
      if case .symbol(let symbol) = token.kind { Self.arithmetic.contains(symbol) } else { false }
    }
    return isArithmetic ? before(sign) : nil
  }

  /// For a call, the place before the sign that continues with its value, `.@count` or a comparison after a whole condition.
  private func closingOfCall(_ open: Int) -> SourceRange? {
    var depth = 0
    var hasComparison = false
    for index in (open + 1)..<(tokens.count - 1) {
      let token = tokens[index]
      switch token.kind {
      case .symbol(.leftParenthesis), .symbol(.leftBrace), .symbol(.leftBracket): depth += 1
      case .symbol(.rightParenthesis), .symbol(.rightBrace), .symbol(.rightBracket): depth -= 1
      default: break
      }
      guard depth == 0 else { continue }
      if isJoint(token) { hasComparison = false }
      if token.isSymbol(.dot), tokens[index + 1].isSymbol(.at), hasComparison {
        return before(index)
      }
      if comparison(token), !token.isSymbol(.rightBracket) {
        if hasComparison || Keyword(word: source[tokens[open - 1].range]) == nil { return before(index) }
        hasComparison = true
      }
    }
    return nil
  }

  private func isBalanced(_ range: Range<Int>) -> Bool {
    var depth = 0
    for token in tokens[range] {
      switch token.kind {
      case .symbol(.leftParenthesis): depth += 1
      case .symbol(.rightParenthesis): depth -= 1
      default: break
      }
    }
    return depth == 0
  }

  /// The last opening bracket without a partner.
  private func unclosed() -> Int? {
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .symbol(.leftParenthesis), .symbol(.leftBrace), .symbol(.leftBracket): open.append(index)
      case .symbol(.rightParenthesis), .symbol(.rightBrace), .symbol(.rightBracket): _ = open.popLast()
      default: break
      }
    }
    return open.last
  }

  /// AND and OR outside of brackets.
  private func joints(in range: Range<Int>) -> [(index: Int, isOr: Bool)] {
    var depth = 0
    var found: [(Int, Bool)] = []
    for index in range {
      switch tokens[index].kind {
      case .symbol(.leftParenthesis), .symbol(.leftBrace), .symbol(.leftBracket): depth += 1
      case .symbol(.rightParenthesis), .symbol(.rightBrace), .symbol(.rightBracket): depth -= 1
      default: break
      }
      guard depth == 0, isJoint(tokens[index]) else { continue }
      found.append((index, ["OR", "||"].contains(source[tokens[index].range].uppercased())))
    }
    return found
  }

  /// Whether every condition before a place has its own brackets: the style of the text.
  private func isOnlyCondition(_ tokens: [Token], before place: Int?) -> Bool {
    guard let place, place > 0 else { return false }
    return tokens[place - 1].isSymbol(.rightParenthesis)
  }

  private func isJoint(_ token: Token) -> Bool {
    switch token.kind {
    case .symbol(.ampersandAmpersand), .symbol(.barBar): true
    case .identifier: [.and, .or].contains(Keyword(word: source[token.range]))
    default: false
    }
  }

  private func isNegation(_ token: Token) -> Bool {
    token.isSymbol(.exclamation)
      || (token.isIdentifier && Keyword(word: source[token.range]) == .not)
  }

  private func behind(_ index: Int) -> SourceRange {
    let next = tokens[min(index + 1, tokens.count - 1)].range.lowerBound
    return SourceRange(next, next)
  }

  private func before(_ index: Int) -> SourceRange { tokens[max(0, index - 1)].range.end }
}
