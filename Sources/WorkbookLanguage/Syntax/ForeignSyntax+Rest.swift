import Diagnostics
import Predicates

/// Hints for a line that goes on where its statement has ended: `save wade`, `delete wade, ray`, `where age 30`.
extension WorkbookParser {
  /// Returns the hint for the rest of a line; nil if the rest could be a separate statement.
  func hintForRest(at token: Token) -> String? {
    let start = startOfStatement()
    let word = String(cursor.text(of: start))
    let line = cursor.source[SourceRange(start.range.lowerBound, cursor.previous.range.upperBound)]
    let rest = cursor.source[SourceRange(token.range.lowerBound, endOfLine(from: token))]
    if let hint = hintForNumber(at: token) { return hint }
    if token.isText {
      let file = cursor.text(of: token)
      if ["load", "open", "read", "execute"].contains(word.lowercased()) {
        return "run \(file) runs a file of statements"
      }
      if word == "save" { return "save writes to the stores; export \(file) writes a file" }
    }
    if word == "save", ["as", "to", "in", "into"].contains(cursor.text(of: token)) {
      return "save writes to the stores; export \"zoo.graph\" writes a file"
    }
    if word == "hand" || word == "handin" { return "write hand in" }
    if word == "lesson", token.kind == .integer { return "write \(line) step \(cursor.text(of: token))" }
    // Room (number: 3)
    if token.isSymbol(.leftParenthesis), cursor.previous.isIdentifier,
      cursor.text(of: cursor.previous).first?.isUppercase == true, let hint = offer("\(line)\(rest)")
    {
      return hint
    }
    if let hint = hintForSQL(at: token, line) { return hint }
    if let hint = hintForSetting(at: token, line, rest) { return hint }
    switch (StatementWord(rawValue: word), token.kind) {
    // Ingredient(name: "Flour"), Ingredient(name: "Milk")
    case (nil, .symbol(.comma)) where cursor.previous.isSymbol(.rightParenthesis) && word.first?.isUppercase == true:
      return "write ; or begin a line between two statements"
    case (.delete, .symbol(.comma)), (.refresh, .symbol(.comma)):
      let first = cursor.source[SourceRange(start.range.upperBound, cursor.previous.range.upperBound)]
      if word == "delete" { return offer("delete [\(first.drop { $0 == " " })\(rest)]") ?? "one at a time: \(line)" }
      return "one at a time: \(line)"
    case (.remove, .symbol(.comma)), (.validate, .symbol(.comma)): return "one at a time: \(line)"
    case (.save, _), (.undo, _), (.redo, _), (.rollback, _), (.reset, _), (.review, _), (.end, _):
      return cursor.previous == start ? "write \(word)" : nil
    case (.check, .symbol(.leftBrace)): return "write check \"…\" { … }"
    case (.explain, .identifier) where rest.hasPrefix("fetch "): return offer("\(line) in \(rest)")
    case (_, .identifier) where word == "count" && cursor.token(token, is: "by"):
      return offer("group\(line.dropFirst(5)) \(rest): count")
    case (.fetch, .identifier) where cursor.token(token, is: "having"):
      return "having belongs to group; the condition of a fetch follows the word where"
    // Team.captain, inverse captainOf
    case (nil, .symbol(.comma)) where isPropertyReference(line) && isOptionWord(cursor.peek()):
      return offer("change \(line)\(rest)")
    // change Player.email, transient no
    case (.change, .identifier) where cursor.token(token, is: "no") && isOptionWord(cursor.previous):
      let option = cursor.text(of: cursor.previous)
      return offer("\(line.dropLast(option.count))no \(option)")
    case (nil, .identifier) where isPropertyReference(line) && isOptionWord(token):
      return offer("change \(line), \(rest)")
    // add A.x: Integer16 = 0 range 0...3
    case (.add, .identifier) where isOptionWord(token), (.change, .identifier) where isOptionWord(token):
      return offer("\(line), \(rest)")
    // let newest = Event sort timeStamp
    case (.let, .identifier)
    where cursor.peek(-2).isSymbol(.equal) && cursor.text(of: cursor.previous).first?.isUppercase == true:
      let entity = cursor.previous.range.lowerBound
      let name = cursor.source[SourceRange(start.range.lowerBound, entity)]
      let list = cursor.source[SourceRange(entity, endOfLine(from: token))]
      if let hint = offer("\(name)fetch \(list)") { return hint }
    case (nil, .identifier)
    where cursor.previous == start && word.first?.isUppercase == true && (word.count < 2 || word != word.uppercased()):
      return offer("fetch \(word) where \(rest)")
    case (nil, .identifier) where cursor.previous == start && word == word.lowercased():
      // A sentence is no misspelt statement, unless an entity's name follows its first word.
      let isSentence = rest.split(separator: " ").count > 3 && rest.first?.isUppercase != true
      let meant = isSentence ? nil : Suggestions.didYouMean(word, among: StatementWord.words)
      return "no statement begins with '\(DisplayText.visible(word))': \(meant ?? "type help for the statements")"
    case (.let, .identifier) where cursor.token(cursor.previous, is: "new"):
      let name = cursor.source[SourceRange(start.range.lowerBound, cursor.previous.range.lowerBound)]
      // let c = new Book, let c = new Book { … }
      if token.isIdentifier, !cursor.peek().isSymbol(.leftParenthesis) {
        return "write \(name)\(cursor.text(of: token))(…)"
      }
      return offer("\(name)\(rest)")
    default: break
    }
    if let hint = PredicateParser(cursor).hintForUnexpected() { return hint }
    if isCondition(from: start), isOperand(cursor.previous), isOperand(token) {
      return "an operator such as == is missing before it"
    }
    let second = StatementWord(rawValue: String(cursor.text(of: token)))
    // Player.age remove
    if let second, [.delete, .remove].contains(second), rest == second.rawValue,
      let hint = offer("\(rest) \(line)")
    {
      return hint
    }
    // A statement that would throw work away is not proposed.
    if let second, [.reset, .rollback, .delete, .remove, .store].contains(second) { return "leave it out" }
    if second != nil, cursor.offersTranslations, Self.parses(String(rest)) { return nil }
    // A longer rest is wrong as a whole, so leaving out its first word would not help.
    return rest.contains(" ") || rest.contains(".") ? "type help for the statements" : "leave it out"
  }

  /// `add Player.number: Integer16 NULL`, `JOIN Team …`, `FOREIGN KEY …`.
  private func hintForSQL(at token: Token, _ line: Substring) -> String? {
    let start = startOfStatement()
    let word = cursor.text(of: token).lowercased()
    let verb = cursor.text(of: start)
    if verb == "add" || verb == "change" {
      if word == "null" { return offer("\(line)?") }
      if word == "not", cursor.token(cursor.peek(), is: "null", ignoringCase: true) {
        return "leave NOT NULL out: a property is required unless a ? follows its type"
      }
    }
    let joins = ["join", "inner", "left", "right", "outer", "cross"]
    if joins.contains(word) || cursor.token(start, is: "join", ignoringCase: true) {
      return "nothing is joined here: a condition follows the relationship, as in fetch Player where team.name == \"…\""
    }
    if cursor.previous == start, cursor.token(start, is: "foreign", ignoringCase: true), word == "key" {
      return "a relationship takes the place of a foreign key: Player.team <<--> Team.players"
    }
    return nil
  }

  /// `Player#1 age = 3`, `Player#1.age: 3`, `game.start = 10:00`.
  private func hintForSetting(at token: Token, _ line: Substring, _ rest: Substring) -> String? {
    if token.isSymbol(.colon), cursor.peek(-2).isSymbol(.equal), cursor.previous.kind == .integer,
      cursor.peek().kind == .integer
    {
      return
        "a time is written with its day: 2026-11-20T\(cursor.text(of: cursor.previous))\(rest.filter { $0 != " " }):00Z"
    }
    guard line.wholeMatch(of: /\w+#\d+(\.\w+)*/) != nil else { return nil }
    if token.isSymbol(.colon) { return offer("\(line) =\(rest.dropFirst())") }
    return token.isIdentifier && cursor.peek().isSymbol(.equal) ? offer("\(line).\(rest)") : nil
  }

  /// The change that mends a line whose rest ``hintForRest(at:)`` is about: a dot for a decimal comma, the statement that a misspelt
  /// first word means. Nil where several would do: `45,000` may be a number in groups.
  func fixForRest(at token: Token) -> Diagnostic.Fix? {
    if isDecimalComma(token) {
      let isGroup = cursor.text(of: cursor.peek()).count == 3
      return isGroup ? nil : Diagnostic.Fix(token.range, with: ".")
    }
    let start = startOfStatement()
    guard start.isIdentifier, case let word = String(cursor.text(of: start)),
      StatementWord(rawValue: word) == nil, token.isIdentifier, cursor.previous == start
    else { return nil }
    let near = Suggestions.nearest(to: word, among: StatementWord.words)
    return near.count == 1 ? Diagnostic.Fix(start.range, with: near[0]) : nil
  }

  /// Whether a token is the comma of `1,5`.
  private func isDecimalComma(_ token: Token) -> Bool {
    (cursor.previous.kind == .integer || cursor.previous.kind == .number) && !token.isSpaced && token.isSymbol(.comma)
      && cursor.peek().kind == .integer && !cursor.peek().isSpaced
  }

  /// A decimal comma, or digits in groups: `1,5`, `1_000`.
  private func hintForNumber(at token: Token) -> String? {
    guard cursor.previous.kind == .integer || cursor.previous.kind == .number, !token.isSpaced else { return nil }
    let digits = cursor.text(of: cursor.previous)
    if isDecimalComma(token) {
      let more = cursor.text(of: cursor.peek())
      let whole =
        more.count == 3 && cursor.previous.kind == .integer ? "\(digits)\(more) is written without a comma, and " : ""
      return "\(whole)a decimal point is a dot: \(digits).\(more)"
    }
    let more = cursor.text(of: token)
    guard more.first == "_", more.allSatisfy({ $0 == "_" || $0.isNumber }) else { return nil }
    return "a number is written without groups: \(digits)\(more.replacing("_", with: ""))"
  }

  /// `delete all Player`, `delete every Player where age > 30`.
  func foreignDeletingAll() -> Diagnostic? {
    let entity = cursor.peek()
    guard cursor.at(word: "all") || cursor.at(word: "every"), entity.isIdentifier, !entity.startsLine else {
      return nil
    }
    let rest = SourceRange(entity.range.lowerBound, endOfLine(from: cursor.current))
    return Diagnostic(
      Diagnostic.ID.foreignSyntax, "a condition or a fetch says which objects are deleted",
      at: cursor.current.range.union(entity.range),
      hint: cursor.token(cursor.peek(2), is: "where")
        ? "write delete \(cursor.source[rest])"
        : "write delete \(cursor.text(of: entity)) where …, or delete fetch \(cursor.text(of: entity)) for all of them")
  }

  /// `Team.captain`.
  private func isPropertyReference(_ line: some StringProtocol) -> Bool {
    let parts = line.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].first?.isUppercase == true
      && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }
  }

  private func isOptionWord(_ token: Token) -> Bool {
    token.isIdentifier && OptionWord(rawValue: String(cursor.text(of: token))) != nil
  }

  private func offer(_ text: String) -> String? {
    cursor.offersTranslations && Self.parses(text) ? "write \(text)" : nil
  }

  func startOfStatement() -> Token {
    var back = -1
    while !cursor.peek(back).startsLine, cursor.peek(back) != cursor.peek(back - 1),
      !cursor.peek(back - 1).isSymbol(.semicolon), !cursor.peek(back - 1).isSymbol(.leftBrace)
    {
      back -= 1
    }
    return cursor.peek(back)
  }

  func endOfLine(from token: Token) -> Int {
    var end = token.range.upperBound
    var offset = 1
    while true {
      let next = cursor.peek(offset)
      guard next.kind != .end, !next.startsLine, !next.isSymbol(.semicolon), !next.isSymbol(.rightBrace) else {
        return end
      }
      end = next.range.upperBound
      offset += 1
    }
  }

  private func isCondition(from start: Token) -> Bool {
    var back = -1
    while cursor.peek(back) != start, cursor.peek(back) != cursor.peek(back - 1) {
      if cursor.token(cursor.peek(back), is: "where") { return true }
      back -= 1
    }
    return cursor.token(start, is: "expect")
  }

  private func isOperand(_ token: Token) -> Bool {
    switch token.kind {
    case .identifier, .integer, .number, .string, .variable: true
    default: false
    }
  }
}
