import Diagnostics
import Predicates

/// Batch requests.
extension WorkbookParser {
  /// `batch = "batch" ( "update" Name [ "where" CONDITION ] "set" assignment { "," assignment }
  /// | "delete" Name "where" CONDITION | "insert" Name "[" args { "," args } "]" )`.
  mutating func parseBatch() -> BatchStatement? {
    let start = cursor.advance().range
    let verb = takeIdentifier()
    guard let word = BatchWord(rawValue: verb.text) else {
      report(
        Diagnostic.ID.expected, "expected update, delete or insert, found '\(DisplayText.visible(verb.text))'",
        at: verb.range,
        nearest: Suggestions.nearest(to: verb.text, among: BatchWord.words),
        hint: "such as batch update Player where age > 30 set …")
      return nil
    }
    guard let entity = expectIdentifier("an entity") else { return nil }
    let kind: BatchStatement.Kind? =
      switch word {
      case .update: parseBatchUpdate()
      case .delete: parseBatchDelete(of: entity)
      case .insert: parseBatchInsert(of: entity)
      }
    return kind.map { BatchStatement(kind: $0, entity: entity, range: range(from: start)) }
  }

  private mutating func parseBatchUpdate() -> BatchStatement.Kind? {
    var condition: Predicate?
    if cursor.continues(word: "where") {
      cursor.advance()
      guard let parsed = parseCondition() else { return nil }
      condition = parsed
    }
    guard cursor.continues(word: "set") else {
      reportExpected("set and the new values", hint: "set age = age + 1, note = nil")
      return nil
    }
    cursor.advance()
    var assignments: [BatchStatement.Assignment] = []
    repeat {
      guard let key = expectIdentifier("an attribute"), expect(.equal, hint: "\(key) = …") != nil else { return nil }
      guard !atSeparator else {
        reportExpected("the new value of \(key)", hint: "\(key) = nil")
        return nil
      }
      guard let value = inPredicateLanguage({ $0.parseExpression() }) else { return nil }
      assignments.append(BatchStatement.Assignment(key: key, value: value))
    } while cursor.consume(if: .comma) != nil
    if cursor.continues(word: "where") {
      report("clause-order", "'where' must come before 'set'", at: cursor.current.range, hint: "write where … set …")
      return nil
    }
    return .update(condition, assignments)
  }

  private mutating func parseBatchDelete(of entity: Identifier) -> BatchStatement.Kind? {
    guard cursor.continues(word: "where") else {
      report(
        "delete-all", "this would delete every \(entity)", at: entity.range,
        hint: "write batch delete \(entity) where …")
      return nil
    }
    cursor.advance()
    return parseCondition().map(BatchStatement.Kind.delete)
  }

  private mutating func parseBatchInsert(of entity: Identifier) -> BatchStatement.Kind? {
    let pattern = "write batch insert \(entity) [(…: …), (…: …)]"
    guard cursor.continues(.leftBracket) else {
      reportExpected("a list of new objects", hint: pattern)
      return nil
    }
    let open = cursor.advance()
    cursor.openBrackets += 1
    defer { cursor.openBrackets -= 1 }
    var objects: [[Argument]] = []
    while !cursor.at(.rightBracket) {
      guard cursor.at(.leftParenthesis) else {
        if cursor.atEnd { break }
        reportExpected("the values of a new object in parentheses", hint: pattern)
        return nil
      }
      guard let arguments = parseArguments() else { return nil }
      objects.append(arguments)
      if cursor.consume(if: .comma) == nil { break }
    }
    if cursor.atEnd {
      report(Diagnostic.ID.unexpectedEnd, "this '[' is never closed", at: open.range, hint: "add ]")
      return nil
    }
    return expect(.rightBracket) == nil ? nil : .insert(objects)
  }
}
