import Diagnostics
import Predicates

/// Foreign syntax that shows at a token after something complete: `wade.team?.name`, `wade.age += 1`, `order by`.
extension WorkbookParser {
  func foreignSyntax(at token: Token) -> Diagnostic? {
    switch token.kind {
    case .symbol(.question):
      if cursor.peek().isSymbol(.question) {
        return foreignSyntax(
          "there is no ??: nil is a value like any other", at: token.range, write: "a condition: where age == nil")
      }
      if cursor.peek().isSymbol(.dot) {
        return foreignSyntax("a key path continues through nil by itself", at: token.range, write: "the path without ?")
      }
      return nil
    case .symbol(.exclamation) where !token.isSpaced:
      return foreignSyntax("nothing is unwrapped here", at: token.range, write: "the path without !")
    case .symbol(.leftParenthesis) where !token.isSpaced: return foreignCall(token)
    case .symbol(.leftBrace): return foreignClosure(token)
    case .symbol(.toOne), .symbol(.toMany):
      guard cursor.previous.isIdentifier, cursor.peek().isIdentifier else { return nil }
      let key = cursor.text(of: cursor.peek())
      if cursor.peek(2).isSymbol(.dot) {
        return Diagnostic(
          "wrong-arrow", "a pair is declared with an arrow that has heads on both sides", at: token.range,
          hint: "write <--> for one to one, <-->> or <<--> for one to many, <<-->> for many to many")
      }
      return foreignArrow(key: String(key), isToMany: token.isSymbol(.toMany))
    case .symbol(.fetched):
      // Choir.juniors ~> Singer where …
      guard cursor.peek(-3).isIdentifier, cursor.peek(-3).startsLine, cursor.peek(-2).isSymbol(.dot),
        cursor.previous.isIdentifier, cursor.peek().isIdentifier
      else { return nil }
      return missingVerb(of: "\(cursor.text(of: cursor.peek(-3))).\(cursor.text(of: cursor.previous))")
    case .symbol(.colon) where cursor.peek().isSymbol(.colon):
      return foreignSyntax("a key follows a dot", at: token.range.union(cursor.peek().range), write: ".")
    case .symbol(.colon):
      if let dependency = foreignDependency() { return dependency }
      // Player.age: Integer16, heat.name: "Heat"
      guard cursor.peek(-3).isIdentifier, cursor.peek(-3).startsLine, cursor.peek(-2).isSymbol(.dot),
        cursor.previous.isIdentifier
      else { return nil }
      let property = "\(cursor.text(of: cursor.peek(-3))).\(cursor.text(of: cursor.previous))"
      if cursor.peek().isIdentifier, cursor.text(of: cursor.peek()).first?.isUppercase == true {
        return missingVerb(of: property)
      }
      return foreignSyntax("a value is set with =", at: token.range, write: "\(property) = …")
    case .symbol(.dot):
      // fetch Player.team, fetch heat.players
      let verb = cursor.text(of: cursor.peek(-2))
      guard verb == "fetch" || verb == "count", cursor.previous.isIdentifier, cursor.peek().isIdentifier else {
        return nil
      }
      let name = cursor.text(of: cursor.previous)
      let key = cursor.text(of: cursor.peek())
      // fetch Film.where(year > 3)
      if key == "where" {
        let rest = restOfLine(from: 2).text.drop(while: \.isWhitespace)
        let condition = rest.hasPrefix("(") && rest.hasSuffix(")") ? rest.dropFirst().dropLast() : rest
        return foreignSyntax(
          "a condition follows a space", at: cursor.peek().range, write: "\(verb) \(name) where \(condition)")
      }
      let ofObject = verb == "count" ? "\(name).\(key).@count" : "\(name).\(key)"
      return foreignSyntax(
        "a \(verb) is of an entity's objects", at: cursor.peek(-2).range.union(cursor.peek().range),
        write: name.first?.isUppercase == true ? "fetch \(name) select \(key)" : ofObject)
    case .identifier: return foreignWords(token)
    default: return nil
    }
  }

  /// `Customer: zip -> city`, a dependency without its word.
  private func foreignDependency() -> Diagnostic? {
    guard cursor.previous == startOfStatement(), cursor.offersTranslations else { return nil }
    let line = SourceRange(cursor.previous.range.lowerBound, endOfLine(from: cursor.current))
    let dependency = "dependency \(cursor.source[line])"
    guard Self.parses(dependency) else { return nil }
    return foreignSyntax("a dependency begins with the word dependency", at: line, write: dependency)
  }

  /// `let x: Int = 3`, `let x: [Player] = []`, `let x := 3`.
  func foreignSyntaxAfterLet(_ name: Identifier) -> Diagnostic? {
    if cursor.continues(.colon), [.identifier, .symbol(.leftBracket)].contains(cursor.peek().kind) {
      return foreignSyntax(
        "the type of a name follows from its value", at: cursor.current.range.union(cursor.peek().range),
        write: "let \(name) = …")
    }
    if cursor.continues(.assign) {
      return foreignSyntax("a name is given with =", at: cursor.current.range, write: "let \(name) = …")
    }
    return nil
  }

  /// `wade.age += 1`, `wade.age++`, `Team.x <-> Player.y`.
  func foreignCounting(_ path: ObjectPath) -> Diagnostic? {
    if cursor.isContinuation, cursor.at(.less), !cursor.peek().isSpaced,
      [.symbol(.toOne), .symbol(.toMany), .symbol(.minus)].contains(cursor.peek().kind)
    {
      return Diagnostic(
        "wrong-arrow", "there is no arrow like this", at: cursor.current.range.union(cursor.peek().range),
        hint: "write <--> for one to one, <-->> or <<--> for one to many, <<-->> for many to many")
    }
    guard cursor.isContinuation, case .symbol(let sign) = cursor.current.kind,
      [.plus, .minus, .star, .slash].contains(sign),
      !cursor.peek().isSpaced, !cursor.peek().startsLine
    else { return nil }
    let next = cursor.peek()
    let range = cursor.current.range.union(next.range)
    if next.isSymbol(.equal) {
      if cursor.peek(2).isSymbol(.leftBracket), sign == .plus || sign == .minus {
        let list = cursor.source[SourceRange(cursor.peek(2).range.lowerBound, endOfLine(from: cursor.peek(2)))]
        return foreignSyntax(
          "there is no \(sign.rawValue)=", at: range, write: "\(path).\(sign == .plus ? "add" : "remove")(\(list))")
      }
      if cursor.peek(2).isIdentifier, sign == .plus || sign == .minus {
        let verb = sign == .plus ? "add" : "remove"
        let name = cursor.text(of: cursor.peek(2))
        return Diagnostic(
          Diagnostic.ID.foreignSyntax, "there is no \(sign.rawValue)=", at: range,
          hint: "for a list \(path).\(verb)(\(name)), for a number \(path) = \(path) \(sign.rawValue) \(name)")
      }
      return foreignSyntax("there is no \(sign.rawValue)=", at: range, write: "\(path) = \(path) \(sign.rawValue) …")
    }
    if next.isSymbol(sign), sign == .plus || sign == .minus,
      cursor.peek(2).startsLine || cursor.peek(2).kind == .end
    {
      return foreignSyntax(
        "there is no \(sign.rawValue)\(sign.rawValue)", at: range, write: "\(path) = \(path) \(sign.rawValue) 1")
    }
    return nil
  }

  /// `heat.players.append(wade)`, `context.save()`, `wade.setAge(3)`.
  private func foreignCall(_ parenthesis: Token) -> Diagnostic? {
    let name = cursor.previous
    guard name.isIdentifier else { return nil }
    let word = String(cursor.text(of: name))
    switch word {
    case "append", "push":
      let (object, end) = (cursor.peek(), cursor.peek(2))
      let argument = object.isIdentifier && end.isSymbol(.rightParenthesis) ? cursor.text(of: object) : "…"
      return foreignSyntax("objects are added with add", at: name.range, write: "\(receiver).add(\(argument))")
    case "removeAll", "clear":
      return foreignSyntax("a list is emptied by setting an empty one", at: name.range, write: "\(receiver) = []")
    case "delete", "save", "fetch", "undo", "redo", "rollback", "reset", "refresh", "quit", "validate":
      return foreignStatementCall(word, at: name.range)
    case "contains", "hasPrefix", "hasSuffix":
      let sign = word == "contains" ? "CONTAINS" : word == "hasPrefix" ? "BEGINSWITH" : "ENDSWITH"
      guard let argument = soleArgument else { break }
      return foreignSyntax("texts are compared by operators", at: name.range, write: "\(receiver) \(sign) \(argument)")
    case "lowercased", "uppercased":
      let start = startOfStatement().range.lowerBound
      guard cursor.source[SourceRange(start, name.range.lowerBound)].contains(" where ") else {
        return foreignSyntax(
          "a function comes before its text", at: name.range, write: "\(word.dropLast())(\(receiver))")
      }
      fallthrough
    case "localizedCaseInsensitiveCompare":
      return foreignSyntax("[c] after an operator ignores the case", at: name.range, write: "\(receiver) ==[c] \"…\"")
    case "toggle":
      return foreignSyntax("a value is set with =", at: name.range, write: "\(receiver) = true, or = false")
    case _ where CollectionOperator.ofNumbers.contains { $0.key == word }:
      return foreignSyntax(
        "one value of many is a collection operator", at: name.range,
        write: "\(receiver).@\(word).\(soleArgument ?? "…")")
    case "init":
      return foreignSyntax("an object is made by its entity's name", at: name.range, write: "Team(name: \"…\")")
    default: break
    }
    if let (reason, statement) = keyValueStatement(for: word, of: receiver, argumentsAt: 1) {
      return foreignSyntax(reason, at: name.range, write: statement)
    }
    if let (reason, statement) = managedObjectStatement(for: word, of: receiver, argumentsAt: 1) {
      return foreignSyntax(reason, at: name.range, write: statement)
    }
    if word.hasPrefix("set"), let first = word.dropFirst(3).first, first.isUppercase {
      return foreignSyntax(
        "a value is set with =", at: name.range,
        write: "\(receiver).\(first.lowercased() + word.dropFirst(4)) = …")
    }
    guard name.range.lowerBound > 0,
      cursor.source.text.utf8.dropFirst(name.range.lowerBound - 1).first == UInt8(ascii: ".")
    else { return nil }
    return Diagnostic(
      Diagnostic.ID.unexpected, "there is no function '\(word)' of an object", at: name.range.union(parenthesis.range),
      hint: "a property is read and set by its name; .add(…) and .remove(…) change a to-many relationship")
  }

  /// The text between the parentheses that open here, where it is one word or text; nil for anything else.
  private var soleArgument: String? {
    let argument = cursor.peek()
    guard argument.isIdentifier || argument.isText, cursor.peek(2).isSymbol(.rightParenthesis) else { return nil }
    return String(cursor.text(of: argument))
  }

  /// `heat.captain` of `heat.captain.setAge(`, and `wade` where nothing comes before the call.
  private var receiver: String {
    var names: [Substring] = []
    // players.@max(…)
    var place = cursor.peek(-2).isSymbol(.at) ? -3 : -2
    while cursor.peek(place).isSymbol(.dot), cursor.peek(place - 1).isIdentifier {
      names.insert(cursor.text(of: cursor.peek(place - 1)), at: 0)
      place -= 2
    }
    return names.isEmpty ? "wade" : names.joined(separator: ".")
  }

  /// `Game.away -> Team?` at the start of a line declares a relationship; anywhere else an arrow was meant as a dot.
  private func foreignArrow(key: String, isToMany: Bool) -> Diagnostic {
    let arrow = cursor.current
    guard cursor.peek(-3).isIdentifier, cursor.peek(-3).startsLine || cursor.peek(-3) == cursor.peek(-4),
      cursor.peek(-2).isSymbol(.dot)
    else {
      return foreignSyntax("a key follows a dot", at: arrow.range, write: "\(cursor.text(of: cursor.previous)).\(key)")
    }
    let relationship = "\(cursor.text(of: cursor.peek(-3))).\(cursor.text(of: cursor.previous))"
    var problem = foreignSyntax(
      "a relationship of an existing entity is added with add", at: arrow.range,
      write: "add \(relationship) \(isToMany ? "->>" : "->") \(key)?")
    problem.id = Diagnostic.ID.missingVerb
    problem.fix = verbFix
    return problem
  }

  /// `Choir.juniors ~> Singer`, `Player.age: Integer16`: a declaration without its verb.
  private func missingVerb(of property: String) -> Diagnostic {
    let sign = cursor.text(of: cursor.current)
    let space = cursor.current.isSymbol(.colon) ? "" : " "
    return Diagnostic(
      Diagnostic.ID.missingVerb, "a property of an entity that is there is added or changed", at: cursor.current.range,
      hint: "write add \(property)\(space)\(sign) … or change \(property)\(space)\(sign) …", fix: verbFix)
  }

  /// The change that adds the verb before the key path that ends here.
  private var verbFix: Diagnostic.Fix {
    let start = cursor.peek(-3).range.lowerBound
    return Diagnostic.Fix(SourceRange(start, start), with: "add ")
  }

  /// `context.save()`, `context.delete(wade)`: the statement, with what is in the brackets where that is one word.
  private func foreignStatementCall(_ word: String, at range: SourceRange) -> Diagnostic {
    let argument = cursor.peek()
    // wade.delete(), Player.fetch()
    let isOfObject =
      ["delete", "refresh", "validate", "fetch"].contains(word) && cursor.peek(-2).isSymbol(.dot)
      && cursor.peek(-3).isIdentifier && cursor.peek(-3).startsLine
    // Player#1.delete()
    let isOfNumbered = ["delete", "refresh", "validate"].contains(word) && cursor.peek(-4).isSymbol(.hash)
    let start = startOfStatement().range.lowerBound
    let object =
      isOfObject
      ? " \(cursor.text(of: cursor.peek(-3)))"
      : isOfNumbered ? " \(cursor.source[SourceRange(start, cursor.peek(-3).range.upperBound)])" : ""
    let rest =
      argument.isSymbol(.rightParenthesis)
      ? object
      : argument.isIdentifier && cursor.peek(2).isSymbol(.rightParenthesis) ? " \(cursor.text(of: argument))" : " …"
    return foreignSyntax("'\(word)' is a statement here", at: range, write: word + rest)
  }

  /// `heat.players.forEach { … }`, `Team { name: "x" }`.
  private func foreignClosure(_ brace: Token) -> Diagnostic? {
    let name = cursor.previous
    guard name.isIdentifier else { return nil }
    let word = String(cursor.text(of: name))
    if ["forEach", "map", "filter", "sorted", "first", "contains", "allSatisfy"].contains(word) {
      return foreignClosure(word, at: name.range)
    }
    guard word.first?.isUppercase == true else { return nil }
    return Diagnostic(
      Diagnostic.ID.unexpected, "the values of a new object go in parentheses; a kind of object is an entity",
      at: brace.range,
      hint: "write \(word)(name: \"…\"), or entity \(word) { name: … }")
  }

  /// A closure of Swift's collections: in a condition it is a quantifier or SUBQUERY, elsewhere a fetch or a key path.
  private func foreignClosure(_ word: String, at range: SourceRange) -> Diagnostic {
    let (list, condition) = (receiver, conditionOfClosure)
    switch word {
    case "forEach": return foreignSyntax("the loop is for", at: range, write: "for p in heat.players { … }")
    case "map":
      return foreignSyntax("a key path gives the values of many", at: range, write: "\(list).\(keyOfClosure ?? "…")")
    case "sorted":
      return foreignSyntax(
        "objects are put in order by a fetch", at: range, write: "fetch … sort \(keyOfClosure ?? "…")")
    default: break
    }
    let start = startOfStatement().range.lowerBound
    guard cursor.source[SourceRange(start, range.lowerBound)].contains(" where "), let condition else {
      return foreignSyntax(
        "objects are found with a condition", at: range, write: "fetch … where \(conditionOfClosure ?? "…")")
    }
    switch word {
    case "contains": return foreignSyntax("ANY asks one of many", at: range, write: "ANY \(list).\(condition)")
    case "allSatisfy": return foreignSyntax("ALL asks each of many", at: range, write: "ALL \(list).\(condition)")
    default:
      return foreignSyntax(
        "SUBQUERY finds some of many", at: range, write: "SUBQUERY(\(list), $p, $p.\(condition)).@count > 0")
    }
  }

  /// The first key of a closure, `age` of `{ $0.age < $1.age }`.
  private var keyOfClosure: String? {
    let rest = cursor.source[SourceRange(cursor.current.range.lowerBound, endOfLine(from: cursor.current))]
    guard let start = rest.range(of: "$0.") else { return nil }
    let key = rest[start.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return key.isEmpty ? nil : String(key)
  }

  /// `{ $0.age > 20 }` as a condition; nil for a closure that is none.
  private var conditionOfClosure: String? {
    var offset = 1
    while cursor.peek(offset).kind != .end, !cursor.peek(offset).isSymbol(.rightBrace) { offset += 1 }
    guard offset > 1 else { return nil }
    let inside = cursor.source[cursor.peek().range.union(cursor.peek(offset - 1).range)]
    let condition = inside.replacing("$0.", with: "").replacing("!$0.", with: "NOT ")
    return Self.parses("fetch Player where \(condition)") && !condition.contains("$") ? String(condition) : nil
  }

  /// `fetch Player age > 20` with its `where`; nil where that is no statement either.
  private func queryWithWhere(at token: Token, _ skipped: Int = 0) -> String? {
    let entity = cursor.previous
    let word = cursor.text(of: cursor.peek(-2))
    guard cursor.offersTranslations, entity.isIdentifier, cursor.text(of: entity).first?.isUppercase == true,
      ["fetch", "count", "delete", "only"].contains(word)
    else { return nil }
    var last = token
    var offset = skipped + 1
    while cursor.peek(offset).kind != .end, !cursor.peek(offset).startsLine, !cursor.peek(offset).isSymbol(.semicolon) {
      last = cursor.peek(offset)
      offset += 1
    }
    let start = word == "only" ? "fetch only" : String(word)
    let text = "\(start) \(cursor.text(of: entity)) where \(cursor.source[token.range.union(last.range)])"
    return last != token && Self.parses(text) ? text : nil
  }

  /// `desc` for `DESC`, `descending` and `decending,`; any other word as it is.
  private static func sortWord(_ word: Substring) -> String {
    let comma = word.hasSuffix(",") ? "," : ""
    let name = word.dropLast(comma.count).lowercased()
    let isMisspelt = name.count > 6 && SortDirection(word: name) == nil
    let near = isMisspelt ? Suggestions.nearest(to: name, among: SortDirection.allCases.map(\.name)).first : nil
    return (SortDirection(word: near ?? name)?.rawValue).map { $0 + comma } ?? String(word)
  }

  /// `order by`, `from Player`, `group by`, `+=` and the like after a fetch.
  private func foreignWords(_ token: Token) -> Diagnostic? {
    let word = cursor.text(of: token).lowercased()
    if cursor.peek().isSymbol(.equal), cursor.previous.isIdentifier {
      return foreignSyntax(
        "a key follows a dot", at: cursor.previous.range.union(token.range),
        write: "\(cursor.text(of: cursor.previous)).\(cursor.text(of: token)) = …")
    }
    let joined = cursor.text(of: cursor.previous) + cursor.text(of: token)
    if cursor.previous.startsLine || cursor.previous == cursor.peek(-2), StatementWord(rawValue: String(joined)) != nil
    {
      return foreignSyntax(
        "'\(joined)' is one word", at: cursor.previous.range.union(token.range), write: String(joined))
    }
    if let direction = SortDirection(word: cursor.text(of: cursor.previous)), word == "true" || word == "false" {
      let meant: SortDirection = direction.isAscending == (word == "true") ? .ascending : .descending
      let query = cursor.source[SourceRange(startOfStatement().range.lowerBound, cursor.previous.range.lowerBound)]
      return foreignSyntax(
        "one word says the direction", at: cursor.previous.range.union(token.range), write: "\(query)\(meant.rawValue)")
    }
    let isBehindAll = cursor.token(cursor.previous, is: "all") || cursor.token(cursor.previous, is: "every")
    switch word {
    case "order" where cursor.token(cursor.peek(), is: "by", ignoringCase: true),
      "sorted" where cursor.token(cursor.peek(), is: "by", ignoringCase: true):
      let range = token.range.union(cursor.peek().range)
      let rest = cursor.source[SourceRange(range.upperBound, endOfLine(from: token))]
        .replacing(/\bascending ?[:=]? ?(true|false)/) {
          ($0.1 == "true" ? SortDirection.ascending : .descending).rawValue
        }
      let keys = rest.split(separator: " ")
        .map(Self.sortWord).joined(separator: " ")
      let query = cursor.source[SourceRange(startOfStatement().range.lowerBound, cursor.previous.range.upperBound)]
      let whole = "\(query) sort \(keys)"
      var problem = foreignSyntax(
        "objects are put in order with sort", at: range,
        write: cursor.offersTranslations && Self.parses(whole) ? whole : "sort \(keys.isEmpty ? "…" : keys)")
      if !keys.isEmpty, !rest.contains(";"), !rest.contains("//") {
        problem.fix = Diagnostic.Fix(SourceRange(range.lowerBound, endOfLine(from: token)), with: "sort \(keys)")
      }
      return problem
    case "as" where cursor.text(of: cursor.peek()).lowercased().hasPrefix("dictionar"):
      let query = cursor.source[SourceRange(startOfStatement().range.lowerBound, cursor.previous.range.upperBound)]
      return foreignSyntax(
        "select fetches dictionaries", at: token.range.union(cursor.peek().range), write: "\(query) select …")
    default:
      if ["with", "if", "when", "whose", "having", "and", "that"].contains(word),
        let query = queryWithWhere(at: cursor.peek(), 1)
      {
        return foreignSyntax("a condition follows the word where", at: token.range, write: query)
      }
      if let query = queryWithWhere(at: token) {
        return foreignSyntax("a condition follows the word where", at: token.range, write: query)
      }
      guard isBehindAll, cursor.text(of: token).first?.isUppercase == true else { return nil }
      let verb = cursor.token(cursor.peek(-2), is: "count") ? "count" : "fetch"
      return foreignSyntax(
        "a \(verb) finds every object by itself", at: cursor.previous.range,
        write: "\(verb) \(cursor.text(of: token))\(restOfLine(from: 1).text)")
    }
  }
}
