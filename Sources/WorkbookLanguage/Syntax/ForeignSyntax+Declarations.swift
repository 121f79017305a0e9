import Diagnostics
import ObjectGraph
import Predicates

/// Foreign syntax inside an entity's braces, and in what changes a model.
extension WorkbookParser {
  /// `var name: String`, `let name: String`, `@NSManaged var name`, `String name`.
  func foreignSyntaxAtMemberStart() -> Diagnostic? {
    let next = cursor.peek()
    if cursor.at(word: "var") || cursor.at(word: "let"), next.isIdentifier, !next.startsLine {
      // seats: Int = 0
      let type = cursor.peek(3)
      let isTyped = cursor.peek(2).isSymbol(.colon) && type.isIdentifier && !type.startsLine
      let isOptional = isTyped && cursor.peek(4).isSymbol(.question) && !cursor.peek(4).isSpaced
      let (name, mark) = (cursor.text(of: next), isOptional ? "?" : "")
      let word = cursor.current
      var end = next.range.lowerBound
      var meant = "\(name): \(isTyped ? cursor.text(of: type) : "String")\(mark)"
      var fix = ""
      if isTyped, !isTypeName(type), cursor.text(of: type).first?.isUppercase == true {
        // author: Chef
        (meant, end) = (
          "\(name) -> \(cursor.text(of: type))\(mark)", (isOptional ? cursor.peek(4) : type).range.upperBound
        )
        fix = meant
      } else if !isTyped, case .symbol = cursor.peek(2).kind, !cursor.peek(2).startsLine {
        // author -> Chef, inverse written
        meant = String(cursor.source[SourceRange(end, endOfLine(from: word))])
      }
      var problem = foreignSyntax(
        "a property is written without '\(cursor.text(of: word))'", at: word.range, write: meant)
      if isTyped || meant.contains("->") {
        problem.fix = Diagnostic.Fix(SourceRange(word.range.lowerBound, end), with: fix)
      }
      return problem
    }
    if cursor.at(.at), next.isIdentifier {
      return foreignSyntax(
        "a property is written without '@\(cursor.text(of: next))'", at: cursor.current.range.union(next.range),
        write: "name: String")
    }
    if cursor.current.isIdentifier, isTypeName(cursor.current), next.isIdentifier, !next.startsLine {
      return foreignSyntax(
        "the name comes before the type", at: cursor.current.range.union(next.range),
        write: "\(cursor.text(of: next)): \(cursor.text(of: cursor.current))")
    }
    return nil
  }

  /// Returns a message for a wrong kind after a property's name: another arrow, or a type without its colon.
  func foreignSyntaxAtKind(of name: Identifier) -> Diagnostic? {
    guard !cursor.atEnd, !cursor.current.startsLine else { return nil }
    let token = cursor.current
    if token.isIdentifier, isTypeName(token) {
      return foreignSyntax(
        "a colon must come before the type", at: token.range, write: "\(name): \(cursor.text(of: token))")
    }
    // city = String, city := String
    if token.isSymbol(.equal) || token.isSymbol(.assign), isTypeName(cursor.peek()), !cursor.peek().startsLine {
      let type = cursor.peek()
      return foreignSyntax(
        "a type follows a colon", at: token.range.union(type.range), write: "\(name): \(cursor.text(of: type))")
    }
    if let foreignSyntax = foreignEarlyQuestion(name) { return foreignSyntax }
    guard case .symbol(let sign) = token.kind, Self.arrowSigns.contains(sign) else { return nil }
    // Adjacent signs up to a name: --> <- => >> <->
    var last = token
    var count = 1
    while case .symbol(let symbol) = cursor.peek(count).kind, !cursor.peek(count).isSpaced,
      ![.leftBrace, .rightBrace, .leftBracket, .leftParenthesis].contains(symbol)
    {
      last = cursor.peek(count)
      count += 1
    }
    let target = cursor.peek(count)
    guard target.isIdentifier, !target.startsLine else { return nil }
    let entity = cursor.text(of: target)
    let range = token.range.union(last.range)
    if cursor.peek(count + 1).isSymbol(.dot) {
      return Diagnostic(
        "wrong-arrow", "an arrow with two ends declares both relationships at once, outside the braces and without add",
        at: range, hint: "it is a statement of its own, with an entity before each of the two names")
    }
    return Diagnostic(
      "wrong-arrow", "there is no arrow like this", at: range,
      hint: "write \(name) -> \(entity)? for one, \(name) ->> \(entity)? for many")
  }

  private static let arrowSigns: Set<Token.Symbol> = [
    .minus, .less, .greater, .shiftLeft, .shiftRight, .lessOrEqual, .equalLess, .greaterOrEqual, .equalGreater,
    .equalEqual, .fetched, .oneToOne, .oneToMany, .manyToOne, .manyToMany,
  ]

  /// `dueDate?: Date`, `arena? -> Arena`: the question mark belongs behind the type.
  private func foreignEarlyQuestion(_ name: Identifier) -> Diagnostic? {
    guard cursor.at(.question), !cursor.current.isSpaced else { return nil }
    let (sign, target) = (cursor.peek(), cursor.peek(2))
    guard [.symbol(.colon), .symbol(.toOne), .symbol(.toMany)].contains(sign.kind), target.isIdentifier,
      !target.startsLine
    else { return nil }
    let arrow = sign.isSymbol(.colon) ? ":" : " \(cursor.text(of: sign))"
    return foreignSyntax(
      "the question mark follows the type", at: cursor.current.range,
      write: "\(name)\(arrow) \(cursor.text(of: target))?")
  }

  /// `-> [Player]`, `->> [Player]`, `->>> Player`, `-> String`: something after an arrow that is not an entity.
  func foreignSyntaxAfterArrow(of name: Identifier, isToMany: Bool) -> Diagnostic? {
    let token = cursor.current
    let next = cursor.peek()
    switch token.kind {
    case .symbol(.leftBracket) where next.isIdentifier:
      return foreignSyntax(
        "many objects are two arrowheads and no list", at: token.range.union(next.range),
        write: "\(name) ->> \(cursor.text(of: next))?")
    case .symbol(.greater), .symbol(.shiftRight):
      guard next.isIdentifier else { return nil }
      return Diagnostic(
        "wrong-arrow", "an arrow has one head or two", at: token.range,
        hint: "write \(name) -> \(cursor.text(of: next))? for one, \(name) ->> \(cursor.text(of: next))? for many")
    case .identifier where isAttributeType(token):
      return foreignSyntax(
        "\(cursor.text(of: token)) is a type of attributes, and an arrow leads to an entity", at: token.range,
        write: isToMany
          ? "\(name): \(cursor.text(of: token)), or an entity that holds one of them"
          : "\(name): \(cursor.text(of: token))")
    default: return nil
    }
  }

  /// Returns a message for a wrong type: `"String"`, `Set<Player>`.
  func foreignSyntaxAtType(of name: Identifier) -> Diagnostic? {
    let token = cursor.current
    if case .string = token.kind {
      let quoted = cursor.text(of: token).filter { $0.isLetter || $0.isNumber }
      return foreignSyntax("a type is written without quotes", at: token.range, write: "\(name): \(quoted)")
    }
    guard token.isIdentifier, cursor.peek().isSymbol(.less), cursor.peek(2).isIdentifier,
      ["Set", "Array", "NSSet", "NSOrderedSet", "OrderedSet", "List"].contains(String(cursor.text(of: token)))
    else { return nil }
    return foreignSyntax(
      "a to-many relationship is not written as a collection", at: token.range.union(cursor.peek(2).range),
      write: "\(name) ->> \(cursor.text(of: cursor.peek(2)))?")
  }

  /// Returns a message for an expression in quotes: `derived "players.@count"`. A text with spaces or a place for a value may be meant.
  func foreignSyntaxAtDerivation() -> Diagnostic? {
    let token = cursor.current
    guard case .string(isTerminated: true) = token.kind else { return nil }
    let inside = cursor.text(of: token).dropFirst().dropLast()
    guard inside.wholeMatch(of: /[\p{L}_]\w*(\.@?\w+)*(:?\([\w.@, ]*\))?/) != nil else { return nil }
    var diagnostic = foreignSyntax(
      "an expression is written without quotes", at: token.range, write: "derived \(inside)")
    diagnostic.offer = nil
    diagnostic.fix = Diagnostic.Fix(token.range, with: String(inside))
    return diagnostic
  }

  /// `change Team.players delete deny`, `change Team.players: delete deny`: an option without its comma.
  func foreignSyntaxAtChange() -> Diagnostic? {
    var token = cursor.current
    var range = token.range
    if token.isSymbol(.colon) {
      token = cursor.peek()
      range = range.union(token.range)
    }
    guard token.isIdentifier, !token.startsLine, OptionWord(rawValue: String(cursor.text(of: token))) != nil else {
      return nil
    }
    if cursor.token(token, is: "renamed") {
      let start = startOfStatement().range.lowerBound
      let change = cursor.source[SourceRange(start, cursor.previous.range.upperBound)]
      let written = "\(change), renamed from \(oldName(at: 1))"
      let line = SourceRange(start, endOfLine(from: cursor.current))
      return Diagnostic(
        "missing-comma", "options follow a comma", at: line, hint: "write \(written)",
        fix: written.contains("…") ? nil : Diagnostic.Fix(line, with: written))
    }
    return Diagnostic(
      "missing-comma", "options follow a comma", at: range, hint: "write , \(cursor.text(of: token)) …",
      fix: commaFix(before: token))
  }

  /// The change that puts a comma between what has been read and a token that comes next, in place of whatever is there.
  func commaFix(before token: Token) -> Diagnostic.Fix {
    Diagnostic.Fix(SourceRange(cursor.previous.range.upperBound, token.range.lowerBound), with: ", ")
  }

  private func isTypeName(_ token: Token) -> Bool {
    isAttributeType(token) || ForeignType.isObviousType(text(token))
  }

  private func isAttributeType(_ token: Token) -> Bool { AttributeType(workbookName: text(token)) != nil }

  private func text(_ token: Token) -> String { String(cursor.text(of: token)) }
}
