import Diagnostics
import ModelReview
import Predicates

extension WorkbookParser {
  /// `object = "let" ident "=" value | delete | "save" | … | "validate" path [ "for" … ]`.
  mutating func parseObjectStatement(_ word: StatementWord) -> Statement.Kind? {
    cursor.advance()
    switch word {
    case .let: return parseLet()
    case .delete: return parseDeleteTarget().map(Statement.Kind.delete)
    case .save: return .save
    case .rollback: return .rollback
    case .undo: return .undo
    case .redo: return .redo
    case .reset: return .reset
    case .begin: return expectString("a name for the group").map { .beginGroup($0.text) }
    case .end: return .endGroup
    case .refresh:
      guard !atSeparator else {
        reportExpected("the object to refresh", hint: "refresh heat")
        return nil
      }
      guard !cursor.current.isSymbol(.leftBracket) else {
        let first = cursor.peek().isIdentifier ? String(cursor.text(of: cursor.peek())) : "heat"
        reportExpected("one object to refresh", hint: "one at a time: refresh \(first)")
        return nil
      }
      guard let path = parsePath() else { return nil }
      guard !isLookedUp(before: cursor.current) else { return reportNameless("refresh") }
      let isDiscarding = cursor.continues(word: "discarding")
      if isDiscarding { cursor.advance() }
      return .refresh(path, isDiscarding: isDiscarding)
    case .validate:
      guard !atSeparator else {
        reportExpected("the object to validate", hint: "validate heat")
        return nil
      }
      guard let path = parsePath() else { return nil }
      guard !isLookedUp(before: cursor.current) else { return reportNameless("validate") }
      guard cursor.continues(word: "for") else { return .validate(path, purpose: nil) }
      cursor.advance()
      return expectIdentifier(ValidationPurpose.alternatives).map { .validate(path, purpose: $0) }
    default: return nil
    }
  }

  /// `refresh object(wade.objectID)` and `refresh heat.players[0]`: what follows is no part of a path.
  private func isLookedUp(before token: Token) -> Bool {
    (token.isSymbol(.leftParenthesis) || token.isSymbol(.leftBracket)) && !token.isSpaced && !token.startsLine
  }

  private mutating func reportNameless(_ word: String) -> Statement.Kind? {
    report(
      Diagnostic.ID.expected, "\(word) takes an object by its name, or as Player#3", at: cursor.current.range,
      hint: "first give it a name: let x = …")
    return nil
  }

  private mutating func parseLet() -> Statement.Kind? {
    guard let name = expectVariable("a name") else { return nil }
    if let foreignSyntax = foreignSyntaxAfterLet(name) {
      cursor.report(foreignSyntax)
      return nil
    }
    guard expect(.equal, "'=' and a value", hint: "let \(name) = Team(name: \"…\")") != nil, let value = parseValue()
    else {
      return nil
    }
    return .letName(name, value)
  }

  /// `delete = "delete" ( Name "where" CONDITION | EXPR )`, after its word.
  mutating func parseDeleteTarget() -> DeleteTarget? {
    guard !atSeparator else {
      reportExpected("what to delete", hint: "delete heat")
      return nil
    }
    if cursor.at(.leftBracket) || cursor.at(word: "fetch") { return parseValue().map(DeleteTarget.values) }
    if let foreignSyntax = foreignDeletingAll() {
      cursor.report(foreignSyntax)
      return nil
    }
    if cursor.current.isIdentifier, cursor.token(cursor.peek(), is: "where"), !cursor.peek().startsLine {
      let entity = takeIdentifier()
      cursor.advance()
      return parseCondition().map { .matching(entity, $0) }
    }
    // One word is a name, also where it is a word of conditions, as a template's may be: delete All
    let next = cursor.peek()
    if cursor.beginsWithCapital, cursor.current.isIdentifier, next.kind == .end || next.startsLine {
      let name = takeIdentifier()
      return .expression(Expression(.key(Expression(.candidate, at: name.range), name.text), at: name.range))
    }
    return inPredicateLanguage({ $0.parseExpression() }).map(DeleteTarget.expression)
  }

  /// `path "=" value`, `path "." "add" "(" value ")"` and its relatives, `prop link prop`; nil without a trace when the
  /// line is none of them.
  mutating func parsePathStatement() -> Statement.Kind? {
    guard cursor.current.isIdentifier || isAtMarkedName else { return nil }
    let mark = cursor.mark
    guard let path = parsePath() else {
      cursor.restore(mark)
      return nil
    }
    if let foreignSyntax = foreignCounting(path) {
      cursor.report(foreignSyntax)
      return nil
    }
    switch cursor.current.kind {
    case .symbol(.equal) where cursor.isContinuation:
      cursor.advance()
      if beginsNextStatement || beginsNextAssignment {
        report(
          "missing", "expected a value after '=', but the line ends here", at: cursor.previous.range.end,
          hint: "such as \(cursor.source[path.range]) = nil")
        return nil
      }
      if ["none", "nothing", "empty"].contains(cursor.text(of: cursor.current).lowercased()),
        !cursor.current.startsLine,
        cursor.peek().kind == .end || cursor.peek().startsLine || cursor.peek().isSymbol(.semicolon)
      {
        cursor.report(
          foreignSyntax("no value is nil", at: cursor.current.range, write: "\(cursor.source[path.range]) = nil"))
        return nil
      }
      return parseValue().map { .assign(path, $0) }
    case .symbol(.oneToOne), .symbol(.oneToMany), .symbol(.manyToOne), .symbol(.manyToMany):
      return parseLink(left: path)
    case .symbol(.leftParenthesis) where cursor.isContinuation && !cursor.current.isSpaced && !path.keys.isEmpty:
      if let mutation = parseMutation(path) { return mutation }
    default: break
    }
    if cursor.problems(since: mark) > 0 { return nil }
    cursor.restore(mark)
    return nil
  }

  private mutating func parseMutation(_ path: ObjectPath) -> Statement.Kind? {
    var collection = path
    let verb = collection.keys.removeLast()
    guard ["add", "remove", "insert"].contains(verb.text), !collection.keys.isEmpty else { return nil }
    collection.range = SourceRange(
      path.range.lowerBound, collection.keys.last?.range.upperBound ?? path.range.upperBound)
    let open = cursor.advance()
    cursor.openBrackets += 1
    defer { cursor.openBrackets -= 1 }
    guard let value = parseValue() else { return nil }
    if verb.text == "insert" {
      let member = cursor.source[SourceRange(open.range.upperBound, cursor.previous.range.upperBound)]
      let hint =
        cursor.at(.rightParenthesis)
        ? "write \(collection).add(\(member)), or in an ordered relationship \(collection).insert(\(member), at: 0)"
        : "write \(collection).insert(…, at: 0)"
      guard expect(.comma, hint: hint) != nil, expect(word: "at", hint: hint) != nil, expect(.colon, hint: hint) != nil,
        let position = inPredicateLanguage({ $0.parseExpression() }), expectClosing(openedAt: open)
      else { return nil }
      return .insertInto(collection, value, at: position)
    }
    if cursor.at(.comma) {
      let list = cursor.source[SourceRange(open.range.upperBound, endOfLine(from: cursor.current))]
      let members = list.hasSuffix(")") ? list.dropLast() : list
      reportExpected("')'", hint: "several objects are a list: .\(verb.text)([\(members)])")
      return nil
    }
    // heat.players.add(wade ray)
    if cursor.current.isIdentifier, cursor.previous.isIdentifier, !cursor.current.startsLine {
      let list = cursor.source[SourceRange(open.range.upperBound, endOfLine(from: cursor.current))]
      let members = list.prefix { $0 != ")" }.split(separator: " ").joined(separator: ", ")
      reportExpected("')'", hint: "several objects are a list: .\(verb.text)([\(members)])")
      return nil
    }
    guard expectClosing(openedAt: open) else { return nil }
    return verb.text == "add" ? .addTo(collection, value) : .removeFrom(collection, value)
  }

  /// `2026-01-15` where that is the text before the current token.
  private var dayBefore: Substring? {
    let before = cursor.source[SourceRange(0, cursor.previous.range.upperBound)].suffix(10)
    let parts = before.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], parts.allSatisfy({ $0.allSatisfy(\.isNumber) }),
      cursor.peek().isSymbol(.colon)
    else { return nil }
    return before
  }

  /// The end of `09:00:00`.
  private var endOfTime: Int {
    var last = 0
    while cursor.peek(last + 1).isSymbol(.colon), cursor.peek(last + 2).kind == .integer { last += 2 }
    return cursor.peek(last).range.upperBound
  }

  mutating func expectClosing(openedAt open: Token) -> Bool {
    if cursor.consume(if: .rightParenthesis) != nil { return true }
    if cursor.atEnd {
      report(Diagnostic.ID.unexpectedEnd, "this '(' is never closed", at: open.range, hint: "add )")
    } else if cursor.current.startsLine, cursor.current.isIdentifier, !cursor.peek().isSymbol(.colon) {
      report("unclosed", "this '(' is not closed before the next line", at: open.range, hint: "add ) to its line")
    } else if cursor.current.isIdentifier, cursor.peek().isSymbol(.colon), cursor.isContinuation {
      // Pupil(name: "Dan" age: 8)
      let name = cursor.text(of: cursor.current)
      report(
        Diagnostic.ID.expected, "expected ')' or a comma, found '\(name)'", at: cursor.current.range,
        hint: "write , \(name): …")
    } else if cursor.at(.colon), cursor.previous.kind == .integer, cursor.peek().kind == .integer {
      // Event(timeStamp: 9:00)
      report(
        Diagnostic.ID.expected, "expected ')', found ':'", at: cursor.current.range,
        hint: "a time is written with its day: 2026-11-20T09:30:00Z")
    } else if case .integer = cursor.current.kind, cursor.isContinuation, let day = dayBefore {
      // Event(timeStamp: 2026-01-15 09:00:00)
      let time = cursor.source[SourceRange(cursor.current.range.lowerBound, endOfTime)]
      let full = time.filter { $0 == ":" }.count < 2 ? "\(time):00" : "\(time)"
      report(
        Diagnostic.ID.expected, "expected ')', found '\(cursor.text(of: cursor.current))'", at: cursor.current.range,
        hint: "a time follows its day with a T, and a Z for UTC: \(day)T\(full)Z")
    } else if cursor.current.isIdentifier, cursor.previous.isIdentifier, cursor.isContinuation {
      // Team(name: Miami Heat)
      report(
        Diagnostic.ID.expected, "expected ')', found '\(cursor.text(of: cursor.current))'", at: cursor.current.range,
        hint: "write text in quotes: \"\(cursor.text(of: cursor.previous)) \(cursor.text(of: cursor.current))\"")
    } else {
      reportExpected("')'")
    }
    return false
  }

  /// Whether a line begins here that sets a value: `sam.name = "Tom"`.
  private var beginsNextAssignment: Bool {
    guard cursor.current.startsLine, cursor.current.isIdentifier else { return false }
    var place = 1
    while cursor.peek(place).isSymbol(.dot), cursor.peek(place + 1).isIdentifier { place += 2 }
    return place > 1 && cursor.peek(place).isSymbol(.equal)
  }

  /// `prop link prop`: the heads at an end say how many arrive there.
  private mutating func parseLink(left: ObjectPath) -> Statement.Kind? {
    let sign = cursor.advance()
    guard case .name(let entity) = left.root, left.keys.count == 1, let property = left.keys.first else {
      report(
        "link", "a pair is written with one entity and one relationship at each end", at: left.range,
        hint: "Player.team <<--> Team.players")
      return nil
    }
    guard !atSeparator else {
      report(
        "missing", "the relationship at the other end is missing", at: sign.range,
        hint: "such as Player.team <<--> Team.players")
      return nil
    }
    // The head at an end belongs to the relationship that arrives there: heads at the right end are the left one's.
    let leftIsToMany = sign.isSymbol(.oneToMany) || sign.isSymbol(.manyToMany)
    let rightIsToMany = sign.isSymbol(.manyToOne) || sign.isSymbol(.manyToMany)
    let back = { Self.nameBack(of: property.text, from: entity.text, to: $0, isToMany: rightIsToMany) }
    guard let right = parseProperty(named: back) else { return nil }
    return .model(
      .link(
        LinkDeclaration(
          left: PropertyReference(entity: entity, property: property), right: right, leftIsToMany: leftIsToMany,
          rightIsToMany: rightIsToMany)))
  }

  /// Returns the name of a relationship that leads back, as proposals name it: `team` or `teams` if the one that leads here is called after
  /// the destination, and `captainOf` if it is called after a role.
  private static func nameBack(of property: String, from entity: String, to destination: String, isToMany: Bool)
    -> String
  {
    let lowered = ProposedNames.lowered(destination)
    guard entity != destination, [lowered, EnglishNouns.plural(lowered)].contains(property) else {
      return EnglishNouns.singular(property) + "Of"
    }
    let own = ProposedNames.lowered(entity)
    return isToMany ? EnglishNouns.plural(own) : own
  }

  private mutating func parseProperty(named name: (String) -> String) -> PropertyReference? {
    guard let entity = expectIdentifier("an entity"),
      expect(
        .dot, "a relationship",
        hint: entity.text.first?.isUppercase == true ? "\(entity).\(name(entity.text))" : "such as Player.\(entity)")
        != nil,
      let property = expectIdentifier("a relationship")
    else { return nil }
    return PropertyReference(entity: entity, property: property)
  }

  /// `path = ( ident | Name "#" int ) { "." ident }`.
  mutating func parsePath() -> ObjectPath? {
    let start = cursor.current.range
    let root: ObjectPath.Root
    if let literal = parseObjectID() {
      root = .object(literal)
    } else if cursor.current.isIdentifier {
      root = .name(takeIdentifier())
    } else {
      reportExpected("a name")
      return nil
    }
    var keys: [Identifier] = []
    while cursor.continues(.dot), isKey(cursor.peek()) {
      cursor.advance()
      guard let key = expectIdentifier("a property") else { return nil }
      keys.append(key)
    }
    return ObjectPath(root: root, keys: keys, range: range(from: start))
  }

  private func isKey(_ token: Token) -> Bool { token.isIdentifier || token.isSymbol(.hash) }

  /// `[ "#" ] Name "#" int`, without spaces; nil, with nothing consumed, when there is none here.
  mutating func parseObjectID() -> ObjectIDLiteral? {
    let start = isAtMarkedName ? 1 : 0
    let (name, sign, number) = (cursor.peek(start), cursor.peek(start + 1), cursor.peek(start + 2))
    guard name.isIdentifier, sign.isSymbol(.hash), !sign.isSpaced, number.kind == .integer, !number.isSpaced
    else { return nil }
    let entity = identifier(name)
    // A number beyond every object's is no object's: the message about it comes when it is looked up.
    let value = Int(cursor.text(of: number)) ?? Int.max
    for _ in 0..<start + 3 { cursor.advance() }
    return ObjectIDLiteral(entity: entity, number: value)
  }
}
