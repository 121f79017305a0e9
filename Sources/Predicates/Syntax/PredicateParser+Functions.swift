import Diagnostics

extension PredicateParser {
  // MARK: Functions

  /// The name of a function that is called here: a word, or several with colons (`add:to:`), right before `(`.
  func functionNameAhead() -> (name: String, tokens: Int)? {
    var name = String(cursor.text(of: cursor.current))
    var offset = 1
    while true {
      let next = cursor.peek(offset)
      switch next.kind {
      case .symbol(.leftParenthesis):
        guard !next.startsLine || cursor.openBrackets > 0 || dialect == .predicateFormat else { return nil }
        if Keyword(word: name) != nil { return nil }
        // `name (` is a call only of what is known as a function.
        if next.isSpaced, FunctionName(name) == nil { return nil }
        return (name, offset)
      case .symbol(.colon) where !next.isSpaced:
        name += ":"
        offset += 1
        let word = cursor.peek(offset)
        guard word.isIdentifier else { continue }
        if word.isSpaced { return nil }
        name += cursor.text(of: word)
        offset += 1
      default: return nil
      }
    }
  }

  /// function = name "(" [ expression { "," expression } ] ")" ; name = ident { ":" ident } [ ":" ]
  ///
  /// A function that is an operator's other name gives the operator: `add:to:(1, 2)` is `1 + 2`.
  mutating func parseFunction(_ found: (name: String, tokens: Int)) -> Expression? {
    let first = cursor.current
    var nameRange = first.range
    for _ in 0..<found.tokens { nameRange = nameRange.union(cursor.advance().range) }
    let opening = cursor.advance()
    guard let arguments = parseList(closedBy: .rightParenthesis, opened: opening) else { return nil }
    let range = first.range.union(cursor.previous.range)
    let known = FunctionName(found.name)
    if let known {
      if !known.arguments.contains(arguments.count) {
        report(
          Diagnostic.ID.argumentCount, "\(known.name) takes \(Self.count(known.arguments)), not \(arguments.count)",
          at: range)
      }
    } else {
      let names = FunctionName.all.map(\.name)
      report(
        Diagnostic.ID.unknownFunction, "there is no function '\(found.name)'", at: nameRange,
        nearest: Suggestions.nearest(to: found.name, among: names))
    }
    guard grow(over: height, at: range) else { return nil }
    if let sign = known?.operator, arguments.count == 2 {
      return Expression(.binary(sign, arguments[0], arguments[1]), at: range)
    }
    if known?.name == "onesComplement", arguments.count == 1 {
      return Expression(.onesComplement(arguments[0]), at: range)
    }
    return Expression(.function(known?.name ?? found.name, arguments), at: range)
  }

  private static func count(_ range: ClosedRange<Int>) -> String {
    switch (range.lowerBound, range.upperBound) {
    case (0, 0): "no arguments"
    case (1, 1): "one argument"
    case (2, 2): "two arguments"
    case (0, 1): "at most one argument"
    default: "at least one argument"
    }
  }

  // MARK: Forms with their own brackets

  /// Parses the text between the brackets of a form. The keyword and "(" have been seen but not consumed.
  private mutating func parseForm(
    _ inside: (inout PredicateParser, _ highest: inout Int) -> Expression.Kind?
  ) -> Expression? {
    guard cursor.enter() else { return nil }
    defer { cursor.leave() }
    let word = cursor.advance()
    let opening = cursor.advance()
    cursor.openBrackets += 1
    defer { cursor.openBrackets -= 1 }
    var highest = 0
    guard let kind = inside(&self, &highest) else { return nil }
    guard let closing = close(.rightParenthesis, opened: opening) else { return nil }
    let range = word.range.union(closing.range)
    guard grow(over: highest, at: range) else { return nil }
    return Expression(kind, at: range)
  }

  private mutating func comma(before wanted: String) -> Bool {
    if cursor.consume(if: .comma) != nil { return true }
    reportMissing("a comma and \(wanted)")
    return false
  }

  private mutating func argument(_ highest: inout Int) -> Expression? {
    guard let expression = parseExpression() else { return nil }
    highest = max(highest, height)
    return expression
  }

  private mutating func predicateArgument(_ highest: inout Int) -> Predicate? {
    guard let predicate = parsePredicate() else { return nil }
    highest = max(highest, height)
    return predicate
  }

  /// subquery = "SUBQUERY" "(" expression "," "$" ident "," predicate ")"
  mutating func parseSubquery() -> Expression? {
    parseForm { parser, highest in
      guard let collection = parser.argument(&highest), parser.comma(before: "a variable such as $x") else {
        return nil
      }
      guard parser.cursor.current.kind == .variable else {
        let token = parser.cursor.current
        let hint =
          token.isIdentifier
          ? "write $\(parser.cursor.text(of: token))" : "as in SUBQUERY(players, $x, $x.age > 30)"
        if token.isIdentifier {
          let name = parser.cursor.text(of: token)
          parser.report(
            Diagnostic.ID.missingOperand, "expected a variable after ',', found '\(name)'", at: token.range, hint: hint,
            fix: "$\(name)")
        } else {
          parser.reportMissing("a variable", hint: hint)
        }
        return nil
      }
      let name = String(parser.cursor.text(of: parser.cursor.advance()).dropFirst())
      guard parser.comma(before: "a condition"), let predicate = parser.predicateArgument(&highest) else { return nil }
      return .subquery(collection, name, predicate)
    }
  }

  /// cast = "CAST" "(" expression "," string ")"
  mutating func parseCast() -> Expression? {
    parseForm { parser, highest in
      guard let operand = parser.argument(&highest), parser.comma(before: "a type such as 'NSDate'") else { return nil }
      guard let type = parser.parseExpression() else { return nil }
      guard case .constant(.string(let name)) = type.kind else {
        parser.report(
          Diagnostic.ID.castType, "the type to cast to is a string", at: type.range,
          hint: "such as \"NSDate\" or \"NSNumber\"")
        return nil
      }
      if CastType(rawValue: name) == nil {
        let near = Suggestions.didYouMean(name, among: CastType.words)
        parser.report(
          Diagnostic.ID.castType, "there is no type '\(name)' to cast to", at: type.range,
          hint: near ?? "NSString, NSNumber, NSDecimalNumber or NSDate")
      }
      return .cast(operand, name)
    }
  }

  /// selector call = "FUNCTION" "(" expression "," string { "," expression } ")"
  mutating func parseSelectorCall() -> Expression? {
    parseForm { parser, highest in
      guard let receiver = parser.argument(&highest), parser.comma(before: "a selector such as 'length'") else {
        return nil
      }
      guard let selector = parser.parseExpression() else { return nil }
      guard case .constant(.string(let name)) = selector.kind else {
        parser.report(
          Diagnostic.ID.selector, "the selector is a string", at: selector.range,
          hint: "as in FUNCTION(name, \"length\")")
        return nil
      }
      var arguments: [Expression] = []
      while parser.cursor.consume(if: .comma) != nil {
        guard let next = parser.argument(&highest) else { return nil }
        arguments.append(next)
      }
      return .selector(receiver, name, arguments)
    }
  }

  /// ternary = "TERNARY" "(" predicate "," expression "," expression ")"
  mutating func parseTernary() -> Expression? {
    parseForm { parser, highest in
      guard let test = parser.predicateArgument(&highest), parser.comma(before: "the value when it holds") else {
        return nil
      }
      guard let first = parser.argument(&highest), parser.comma(before: "the value when it doesn't") else { return nil }
      guard let second = parser.argument(&highest) else { return nil }
      return .ternary(test, first, second)
    }
  }
}
