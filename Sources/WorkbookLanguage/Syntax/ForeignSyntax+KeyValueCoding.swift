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
    let (key, value, end) = keyValueArguments(at: start)
    let path = "\(receiver).\(key ?? "name")"
    switch method {
    case "setValue", "setPrimitiveValue": return ("a value is set with =", "\(path) = \(value ?? "…")")
    case "value", "valueForKey", "valueForKeyPath", "primitiveValue", "primitiveValueForKey":
      return ("a value is read by its key path", path)
    case "mutableSetValue", "mutableOrderedSetValue", "mutableSetValueForKey", "mutableOrderedSetValueForKey":
      let collection = "\(receiver).\(key ?? "players")"
      // `heat.mutableSetValue(forKey: "players").add(wade)`
      let rest = cursor.source[SourceRange(end, endOfLine(from: cursor.current))]
      let change = collection + rest
      if rest.hasPrefix("."), Self.parses(change) {
        return ("a to-many relationship is changed by its name", change)
      }
      return ("a to-many relationship is read by its name", collection)
    default: return nil
    }
  }

  /// `heat.addToPlayers(wade)`, `[heat addPlayersObject:wade]`, `wade.validateForDelete()`: the accessors that Xcode
  /// generates for a to-many relationship, and methods of NSManagedObject. Nil for another method.
  /// - Parameter start: The place of the first argument, counted from the current token.
  func managedObjectStatement(
    for method: some StringProtocol, of receiver: some StringProtocol, argumentsAt start: Int
  ) -> (reason: String, statement: String)? {
    switch method {
    case "validateForInsert", "validateForUpdate", "validateForDelete":
      return ("'validate' is a statement here", "validate \(receiver) for \(method.dropFirst(11).lowercased())")
    default: break
    }
    let accessors = [
      ("addTo", "", "add"), ("removeFrom", "", "remove"), ("insertInto", "", "insert"), ("add", "Object", "add"),
      ("remove", "Object", "remove"),
    ]
    for (prefix, suffix, verb) in accessors where method.hasPrefix(prefix) && method.hasSuffix(suffix) {
      let name = method.dropFirst(prefix.count).dropLast(suffix.count)
      guard let first = name.first, first.isUppercase else { continue }
      let value = keyValueArguments(at: start).value ?? "…"
      return (
        "objects are \(verb)\(verb == "remove" ? "d" : "ed") with \(verb)",
        "\(receiver).\(first.lowercased())\(name.dropFirst()).\(verb)(\(value))"
      )
    }
    return nil
  }

  /// The key and the value of a call, as far as they are written out, and where the call ends.
  private func keyValueArguments(at start: Int) -> (key: String?, value: Substring?, end: Int) {
    var key: String?
    var value: SourceRange?
    var depth = 0
    var place = start
    while true {
      let token = cursor.peek(place)
      if token.kind == .end || token.startsLine {
        place -= 1
        break
      }
      if depth == 0, token.isIdentifier, ["forKey", "forKeyPath"].contains(cursor.text(of: token)) {
        key = text(at: place + 1)
      }
      if token.isSymbol(.leftParenthesis) || token.isSymbol(.leftBracket) { depth += 1 }
      if token.isSymbol(.rightParenthesis) || token.isSymbol(.rightBracket) {
        depth -= 1
        if depth < 0 { break }
      }
      let isPunctuation = depth == 0 && [.at, .comma, .colon].contains(where: token.isSymbol)
      if key == nil, !isPunctuation { value = value?.union(token.range) ?? token.range }
      place += 1
    }
    // `valueForKey:@"name"`: the key is the only argument.
    return (key ?? text(at: start), value.map { cursor.source[$0] }, cursor.peek(place).range.upperBound)
  }

  /// The text of the next literal, whatever comes between a label and it; nil where there is none.
  private func text(at start: Int) -> String? {
    var place = start
    while cursor.peek(place).isSymbol(.at) || cursor.peek(place).isSymbol(.colon) { place += 1 }
    guard case .string = cursor.peek(place).kind else { return nil }
    return String(cursor.text(of: cursor.peek(place)).dropFirst().dropLast())
  }
}
