import Diagnostics
import Predicates

/// What people bring along from Swift, SQL and Objective-C, and the one line to write instead.
extension WorkbookParser {
  /// A habit at the start of a statement, or nil.
  func habitAtStatementStart() -> Diagnostic? {
    let token = cursor.current
    switch token.kind {
    case .identifier: return habitWord(token)
    case .symbol(.leftBracket): return habitOfMessages(token)
    case .symbol(.at): return habit("a string is written without @", at: token.range, write: "\"…\"")
    default: return nil
    }
  }

  /// The words that ``habitWord(_:)`` knows, in capitals: almost no statement begins with one.
  private static let habitWords = Set(
    [
      "VAR", "PRINT", "NEW", "CLASS", "STRUCT", "FUNC", "CONST", "IF", "GUARD", "SWITCH", "WHILE", "REPEAT", "RETURN",
      "TRY", "AWAIT", "IMPORT", "ECHO", "PUTS",
      "SELECT", "INSERT", "UPDATE", "CREATE", "DELETE", "ALTER", "COMMIT", "DROP",
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
    case "const" where next.kind == .identifier:
      return habit("names are made with let here", at: token.range, write: "let \(nextText) = …")
    case "if" where next.kind == .identifier, "guard" where next.kind == .identifier,
      "switch" where next.kind == .identifier:
      return habit(
        "the workbook has no branches", at: token.range,
        write: "the condition behind where: fetch Player where age > 20")
    case "while" where next.kind == .identifier, "repeat" where next.kind == .symbol(.leftBrace):
      return habit("the only loop is for", at: token.range, write: "for i in 1...10 { … }")
    case "return" where next.kind != .end:
      return habit("a value is printed by writing it alone", at: token.range, write: "it without return")
    case "try" where next.kind == .identifier, "await" where next.kind == .identifier:
      return habit("a statement that fails says so by itself", at: token.range, write: "it without \(word)")
    case "import" where next.kind == .identifier:
      return Diagnostic(
        "habit", "there is nothing to import: Core Data's words are all here", at: token.range,
        hint: "import \"League.graph\" reads a model")
    case "echo" where next.kind == .identifier || next.isText, "puts" where next.kind == .identifier || next.isText:
      return habit("a value is printed by writing it alone", at: token.range, write: "it without \(word)")
    default: break
    }
    switch word.uppercased() {
    case "SELECT" where next.kind == .identifier || next.kind == .symbol(.star):
      return habit("objects are fetched by their entity", at: token.range, write: "fetch Player where age > 20")
    case "INSERT" where word == "insert" && next.kind == .identifier && !cursor.token(next, is: "into"):
      return habit("an object is made by its entity's name", at: token.range, write: "\(nextText)(…)")
    case "INSERT" where cursor.token(next, is: "into", ignoringCase: true) && word != "insert":
      return habit("an object is made by its entity's name", at: token.range, write: "Team(name: \"Miami Heat\")")
    case "UPDATE" where next.kind == .identifier:
      return habit("a value is set on its object", at: token.range, write: "wade.age = 30")
    case "CREATE" where cursor.token(next, is: "table", ignoringCase: true):
      return habit("a kind of object is an entity here", at: token.range, write: "entity Team { name: String }")
    case "DELETE" where cursor.token(next, is: "from", ignoringCase: true):
      let entity = cursor.peek(2).kind == .identifier ? String(cursor.text(of: cursor.peek(2))) : "Player"
      return habit("objects are deleted by their entity", at: token.range, write: "delete \(entity) where …")
    case "ALTER" where cursor.token(next, is: "table", ignoringCase: true):
      return habit("a property is added to its entity", at: token.range, write: "add Team.city: String?")
    case "CREATE" where cursor.token(next, is: "entity", ignoringCase: true):
      return habit("an entity is described by itself", at: token.range, write: "entity Team { name: String }")
    case "COMMIT" where next.kind == .end || next.startsLine || next.kind == .symbol(.semicolon):
      return habit("changes are kept with save", at: token.range, write: "save")
    case "DROP" where next.kind == .identifier:
      return habit(
        "an entity is taken away with remove", at: token.range, write: "remove \(cursor.text(of: cursor.peek(2)))")
    default: return nil
    }
  }

  /// `[team setName:@"Heat"]`, `[wade age]`, `[[Team alloc] init]`.
  private func habitOfMessages(_ bracket: Token) -> Diagnostic? {
    if cursor.peek().kind == .symbol(.leftBracket), cursor.peek(2).kind == .identifier,
      cursor.token(cursor.peek(3), is: "alloc")
    {
      return habit(
        "an object is made by its entity's name", at: bracket.range.union(cursor.peek(3).range),
        write: "\(cursor.text(of: cursor.peek(2)))(…)")
    }
    let receiver = cursor.peek()
    let message = cursor.peek(2)
    guard receiver.kind == .identifier, message.kind == .identifier, !message.startsLine,
      !cursor.token(message, is: "where")
    else { return nil }
    let object = cursor.text(of: receiver)
    let selector = cursor.text(of: message)
    let write: String
    if selector == "valueForKey" || selector == "valueForKeyPath" {
      write = "\(object).name"
    } else if selector.hasPrefix("set"), let first = selector.dropFirst(3).first, first.isUppercase {
      write = "\(object).\(first.lowercased() + selector.dropFirst(4)) = …"
    } else {
      write = cursor.peek(3).kind == .symbol(.colon) ? "\(object).\(selector) = …" : "\(object).\(selector)"
    }
    return habit("messages are sent without brackets here", at: bracket.range.union(message.range), write: write)
  }

  func habit(_ message: String, at range: SourceRange, write: String) -> Diagnostic {
    Diagnostic("habit", message, at: range, hint: "write \(write)")
  }
}

extension Token {
  fileprivate var isText: Bool { if case .string = kind { true } else { false } }
}
