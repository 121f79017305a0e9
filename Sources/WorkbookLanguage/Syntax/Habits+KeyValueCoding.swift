import Diagnostics
import Predicates

/// Key-value coding as it is written in Swift and Objective-C: `wade.setValue("x", forKey: "name")`,
/// `[wade valueForKey:@"name"]`.
extension WorkbookParser {
  /// The statement to write for a call of key-value coding, and why; nil for another method.
  /// - Parameter start: The place of the first argument, counted from the current token.
  func keyValueStatement(
    for method: some StringProtocol, of receiver: some StringProtocol, argumentsAt start: Int
  ) -> (reason: String, statement: String)? {
    let (key, value) = keyValueArguments(at: start)
    let path = "\(receiver).\(key ?? "name")"
    switch method {
    case "setValue", "setPrimitiveValue": return ("a value is set with =", "\(path) = \(value ?? "…")")
    case "value", "valueForKey", "valueForKeyPath", "primitiveValue", "primitiveValueForKey":
      return ("a value is read by its key path", path)
    case "mutableSetValue", "mutableOrderedSetValue", "mutableSetValueForKey", "mutableOrderedSetValueForKey":
      return ("objects are added with add", "\(receiver).\(key ?? "players").add(…)")
    default: return nil
    }
  }

  /// The key and the value of a call, as far as they are written out.
  private func keyValueArguments(at start: Int) -> (key: String?, value: Substring?) {
    var value: SourceRange?
    var depth = 0
    var place = start
    while true {
      let token = cursor.peek(place)
      if token.kind == .end || token.startsLine { break }
      if depth == 0, token.isIdentifier, ["forKey", "forKeyPath"].contains(cursor.text(of: token)) {
        return (text(at: place + 1), value.map { cursor.source[$0] })
      }
      if token.isSymbol(.leftParenthesis) || token.isSymbol(.leftBracket) { depth += 1 }
      if token.isSymbol(.rightParenthesis) || token.isSymbol(.rightBracket) {
        depth -= 1
        if depth < 0 { break }
      }
      let isPunctuation = depth == 0 && [.at, .comma, .colon].contains(where: token.isSymbol)
      if !isPunctuation { value = value?.union(token.range) ?? token.range }
      place += 1
    }
    // `valueForKey:@"name"`: the key is the only argument.
    return (text(at: start), value.map { cursor.source[$0] })
  }

  /// The text of the next literal, whatever comes between a label and it; nil where there is none.
  private func text(at start: Int) -> String? {
    var place = start
    while cursor.peek(place).isSymbol(.at) || cursor.peek(place).isSymbol(.colon) { place += 1 }
    guard case .string = cursor.peek(place).kind else { return nil }
    return String(cursor.text(of: cursor.peek(place)).dropFirst().dropLast())
  }
}
