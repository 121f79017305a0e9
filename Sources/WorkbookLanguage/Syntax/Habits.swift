import Diagnostics
import Predicates

/// What people bring along from Swift, SQL and Objective-C, and the one line to write instead.
extension WorkbookParser {
  /// A habit at the start of a statement, or nil.
  func habitAtStatementStart() -> Diagnostic? {
    let token = cursor.current
    switch token.kind {
    case .identifier: return habitWord(token)
    case .symbol(.leftBracket):
      // [team setName:@"Heat"]
      guard cursor.peek().kind == .identifier, cursor.peek(2).kind == .identifier,
        cursor.peek().isOnLine(of: cursor.peek(2)),
        !cursor.token(cursor.peek(2), is: "where")
      else { return nil }
      return habit(
        "messages are sent without brackets here", at: token.range.union(cursor.peek(2).range),
        write: "\(cursor.text(of: cursor.peek())).name = \"…\"")
    case .symbol(.at): return habit("a string is written without @", at: token.range, write: "\"…\"")
    default: return nil
    }
  }

  /// The words that ``habitWord(_:)`` knows, in capitals: almost no statement begins with one.
  private static let habitWords = Set(
    [
      "VAR", "PRINT", "NEW", "CLASS", "STRUCT", "FUNC", "SELECT", "INSERT", "UPDATE", "CREATE", "COMMIT", "DROP",
    ].compactMap { PackedWord($0) })

  private func habitWord(_ token: Token) -> Diagnostic? {
    let next = cursor.peek()
    guard !next.startsLine || next.kind == .end else { return nil }
    let word = cursor.text(of: token)
    guard let packed = PackedWord(word, inCapitals: true), Self.habitWords.contains(packed) else { return nil }
    let nextText = cursor.text(of: next)
    switch word {
    case "var" where next.kind == .identifier:
      return habit("names are made with let here", at: token.range, write: "let \(nextText) = …")
    case "print" where next.kind == .symbol(.leftParenthesis):
      let inner = cursor.peek(2)
      let what = inner.kind == .identifier ? String(cursor.text(of: inner)) : "heat.name"
      return habit("a value is printed by writing it alone", at: token.range, write: what)
    case "new" where next.kind == .identifier:
      return habit("an object is made by its entity's name", at: token.range, write: "\(nextText)(…)")
    case "class" where next.kind == .identifier, "struct" where next.kind == .identifier:
      return habit("a kind of object is an entity here", at: token.range, write: "entity \(nextText) { … }")
    case "func" where next.kind == .identifier:
      return habit(
        "the workbook has no functions", at: token.range, write: "the statements themselves, or run \"file.graph\"")
    default: break
    }
    switch word.uppercased() {
    case "SELECT" where next.kind == .identifier || next.kind == .symbol(.star):
      return habit("objects are fetched by their entity", at: token.range, write: "fetch Player where age > 20")
    case "INSERT" where cursor.token(next, is: "into", ignoringCase: true) && word != "insert":
      return habit("an object is made by its entity's name", at: token.range, write: "Team(name: \"Miami Heat\")")
    case "UPDATE" where next.kind == .identifier:
      return habit("a value is set on its object", at: token.range, write: "wade.age = 30")
    case "CREATE" where cursor.token(next, is: "table", ignoringCase: true):
      return habit("a kind of object is an entity here", at: token.range, write: "entity Team { name: String }")
    case "COMMIT" where next.kind == .end || next.startsLine || next.kind == .symbol(.semicolon):
      return habit("changes are kept with save", at: token.range, write: "save")
    case "DROP" where next.kind == .identifier:
      return habit(
        "an entity is taken away with remove", at: token.range, write: "remove \(cursor.text(of: cursor.peek(2)))")
    default: return nil
    }
  }

  /// A habit inside an entity's braces: `var name: String`, `let name: String`, `@NSManaged var`.
  func habitAtMemberStart() -> Diagnostic? {
    let next = cursor.peek()
    if cursor.at(word: "var") || cursor.at(word: "let"), next.kind == .identifier, !next.startsLine {
      return habit(
        "a property is written without '\(cursor.text(of: cursor.current))'", at: cursor.current.range,
        write: "\(cursor.text(of: next)): String")
    }
    return nil
  }

  /// A habit that shows at a token behind something complete: `wade.team?.name`, `==`, `is null`.
  func habit(at token: Token) -> Diagnostic? {
    switch token.kind {
    case .symbol(.question):
      if cursor.peek().kind == .symbol(.dot) {
        return habit("a key path goes on over nil by itself", at: token.range, write: "the path without ?")
      }
      return nil
    case .symbol(.exclamation) where !token.isSpaced:
      return habit("nothing is unwrapped here", at: token.range, write: "the path without !")
    case .symbol(.leftParenthesis) where !token.isSpaced:
      let name = cursor.previous
      guard name.kind == .identifier else { return nil }
      if cursor.token(name, is: "append") {
        return habit("objects are added with add", at: name.range, write: "heat.players.add(wade)")
      }
      if cursor.token(name, is: "delete") || cursor.token(name, is: "save") || cursor.token(name, is: "fetch") {
        return habit(
          "'\(cursor.text(of: name))' is a statement here", at: name.range,
          write: "\(cursor.text(of: name)) without brackets")
      }
      return nil
    default: return nil
    }
  }

  private func habit(_ message: String, at range: SourceRange, write: String) -> Diagnostic {
    Diagnostic("habit", message, at: range, hint: "write \(write)")
  }
}

extension Token {
  fileprivate func isOnLine(of next: Token) -> Bool { !next.startsLine }
}
