import Diagnostics
import ObjectGraph
import Predicates

extension WorkbookParser {
  /// `model = "model" ( Name | string ) | [ "abstract" ] "entity" Name … | "add" … | "change" … | "rename" … | "remove" … | …`.
  mutating func parseModelStatement(_ word: StatementWord) -> ModelStatement? {
    cursor.advance()
    switch word {
    case .model:
      // Versions of Xcode's models have names such as "League 2".
      return expectPartName("the model's name").map(ModelStatement.name)
    case .abstract:
      if cursor.at(word: "class") || cursor.at(word: "struct"), cursor.peek().isIdentifier {
        cursor.report(foreignClass(cursor.current, "abstract entity \(cursor.text(of: cursor.peek())) { … }"))
        return nil
      }
      guard expect(word: "entity", hint: "abstract entity Person { … }") != nil else { return nil }
      return parseEntity(isAbstract: true)
    case .entity: return parseEntity(isAbstract: false)
    case .composite:
      guard let name = expectNewName("the composite's name"), let members = parseMembers() else { return nil }
      return .composite(CompositeDeclaration(name: name, members: members))
    case .template: return parseTemplate()
    case .dependency: return parseDependency()
    case .configuration: return parseConfiguration()
    case .add: return parseAdd()
    case .change: return parseChange()
    case .rename: return parseRename()
    case .remove:
      if cursor.at(word: "dependency"), !cursor.peek().isSymbol(.dot) {
        cursor.advance()
        guard case .dependency(let entity, let dependency)? = parseDependency() else { return nil }
        return .removeDependency(entity, dependency)
      }
      if let foreignSyntax = foreignNamingEntity("remove") {
        cursor.report(foreignSyntax)
        return nil
      }
      guard let (entity, property) = parseEntityOrProperty() else { return nil }
      if let foreignSyntax = foreignRemovedOption(entity, property) {
        cursor.report(foreignSyntax)
        return nil
      }
      guard let property else { return .removeEntity(entity) }
      return .removeProperty(PropertyReference(entity: entity, property: property))
    case .version: return expectVersionName(isKnown: false).map { .version($0) }
    case .use:
      guard expect(word: "version") != nil else { return nil }
      return expectVersionName(isKnown: true).map { .useVersion($0) }
    default: return nil
    }
  }

  /// A version's name; the hint puts a word or a number in quotes.
  /// - Parameter isKnown: Whether it must be the name of a version that exists; the interpreter then hints at one.
  private mutating func expectVersionName(isKnown: Bool) -> String? {
    let isWord = [.identifier, .integer, .number].contains(cursor.current.kind) && !atSeparator
    guard isWord else { return expectString("the version's name")?.text }
    let word = cursor.text(of: cursor.current)
    report(
      isKnown ? Diagnostic.ID.expectedVersion : Diagnostic.ID.expected, "expected the version's name, found '\(word)'",
      at: cursor.current.range,
      hint: "\"\(versionWords)\"")
    return nil
  }

  /// `add number to Player`: the entity comes first.
  private func hintForAdding(_ name: Identifier) -> String {
    let entity = cursor.peek()
    let isReversed = cursor.token(cursor.current, is: "to") && entity.isIdentifier && !entity.startsLine
    return isReversed ? "write add \(cursor.text(of: entity)).\(name): String?" : "add \(name).…: String?"
  }

  /// `TodoCore 3`: the words up to the end of the statement.
  private var versionWords: Substring {
    var last = 0
    while [.identifier, .integer, .number].contains(cursor.peek(last + 1).kind), !cursor.peek(last + 1).startsLine {
      last += 1
    }
    return cursor.source[cursor.current.range.union(cursor.peek(last).range)]
  }

  mutating func parseEntity(isAbstract: Bool) -> ModelStatement? {
    guard let name = expectNewName("the entity's name") else { return nil }
    var parent: Identifier?
    if cursor.continues(.colon) {
      cursor.advance()
      if let nothing = wordForNothing(at: 0, or: .leftBrace) {
        report(
          "no-parent", "an entity without a parent has no colon", at: nothing.range,
          hint: "write entity \(name) { … }")
        return nil
      }
      parent = expectIdentifier("the parent entity")
      if parent == nil { return nil }
    }
    guard let members = parseMembers() else { return nil }
    return .entity(EntityDeclaration(name: name, isAbstract: isAbstract, parent: parent, members: members))
  }

  mutating func parseTemplate() -> ModelStatement? {
    guard let name = expectPartName("the template's name"),
      expect(.equal, or: "= ", before: cursor.at(word: "fetch")),
      expect("fetch", or: "fetch ", before: cursor.current.isIdentifier && !cursor.current.startsLine),
      let query = parseQuery()
    else { return nil }
    return .template(name, query)
  }

  /// Expects the `=` of a template.
  private mutating func expect(_ symbol: Token.Symbol, or missing: String, before isNext: Bool) -> Bool {
    if cursor.consume(if: symbol) != nil { return true }
    reportMissing("'\(symbol.rawValue)'", missing, before: isNext)
    return false
  }

  /// Expects the word `fetch` of a template.
  private mutating func expect(_ word: String, or missing: String, before isNext: Bool) -> Bool {
    if cursor.consume(ifWord: word) != nil { return true }
    reportMissing("'\(word)'", missing, before: isNext)
    return false
  }

  /// - Parameter isNext: whether what follows the missing text is there.
  private mutating func reportMissing(_ what: String, _ text: String, before isNext: Bool) {
    let example = "template Tall = fetch Player where …"
    guard isNext else { return reportExpected(what, hint: example) }
    let token = cursor.current
    cursor.report(
      Diagnostic(
        "expected", "expected \(what), found '\(cursor.text(of: token))'", at: token.range, hint: example,
        fix: Diagnostic.Fix(SourceRange(token.range.lowerBound, token.range.lowerBound), with: text)))
  }

  mutating func parseDependency() -> ModelStatement? {
    guard let entity = expectIdentifier("an entity"), expect(.colon) != nil else { return nil }
    if cursor.continues(word: "join"), cursor.peek().isSymbol(.leftParenthesis) {
      cursor.advance()
      var tuples: [[Identifier]] = []
      repeat {
        guard expect(.leftParenthesis) != nil, let names = parseNames("an attribute"), expect(.rightParenthesis) != nil
        else { return nil }
        tuples.append(names)
      } while cursor.consume(if: .comma) != nil
      return .dependency(entity, .join(tuples))
    }
    // Nothing on the left: the same for all objects.
    let isConstant = cursor.at(.toOne) || cursor.at(.toMany)
    guard let left = isConstant ? [] : parseNames("an attribute") else { return nil }
    let isMultivalued = cursor.at(.toMany)
    guard cursor.consume(if: .toMany) != nil || cursor.consume(if: .toOne) != nil else {
      reportExpected("-> or ->>", hint: "dependency \(entity): … -> …")
      return nil
    }
    guard let right = parseNames("an attribute") else { return nil }
    return .dependency(entity, isMultivalued ? .multivalued(left, right) : .functional(left, right))
  }

  mutating func parseConfiguration() -> ModelStatement? {
    guard let name = expectPartName("the configuration's name"),
      expect(.leftBrace, "the entities in braces", hint: "write configuration \(name) { \(namesOnLine ?? "…") }") != nil
    else { return nil }
    cursor.openBrackets += 1
    defer { cursor.openBrackets -= 1 }
    // One that had its entities taken away has none, and is still a configuration.
    if cursor.consume(if: .rightBrace) != nil { return .configuration(name, []) }
    guard let names = parseNames("an entity"), expect(.rightBrace) != nil else { return nil }
    return .configuration(name, names)
  }

  /// The words on the rest of the line, with commas between them: `= [Player, Team]`.
  private var namesOnLine: String? {
    var names: [String] = []
    var place = 0
    while cursor.peek(place).kind != .end, !cursor.peek(place).startsLine, !cursor.peek(place).isSymbol(.semicolon) {
      if cursor.peek(place).isIdentifier { names.append(String(cursor.text(of: cursor.peek(place)))) }
      place += 1
    }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  mutating func parseNames(_ what: String) -> [Identifier]? {
    var names: [Identifier] = []
    repeat {
      if cursor.at(.leftParenthesis) {
        reportExpected(what, hint: "leave the parentheses out")
        return nil
      }
      guard let name = expectIdentifier(what) else { return nil }
      names.append(name)
    } while cursor.consume(if: .comma) != nil
    return names
  }

  /// `remove entity Beast`: the name of an entity alone says what it is.
  mutating func foreignNamingEntity(_ word: String) -> Diagnostic? {
    let name = cursor.peek()
    guard cursor.at(word: "entity"), name.isIdentifier, !name.startsLine else { return nil }
    return foreignSyntax(
      "an entity is taken away by its name", at: cursor.current.range.union(name.range),
      write: "\(word) \(cursor.text(of: name))")
  }

  mutating func parseAdd() -> ModelStatement? {
    guard let entity = expectIdentifier("an entity") else { return nil }
    if let foreignSyntax = foreignAddedConstraint(entity) {
      cursor.report(foreignSyntax)
      return nil
    }
    if cursor.at(.colon), entity.text.first?.isLowercase == true {
      // add jerseyNumber: Integer16 to Player
      let rest = cursor.source[SourceRange(cursor.current.range.lowerBound, endOfLine(from: cursor.current))]
      let words = rest.split(separator: " ")
      let isWhole = words.count > 2 && words[words.count - 2] == "to"
      let owner = isWhole ? String(words[words.count - 1]) : "Player"
      let kind = isWhole ? words.dropLast(2).joined(separator: " ") : String(rest)
      report(
        Diagnostic.ID.foreignSyntax, "a property is named after its entity and a dot", at: entity.range,
        hint: "\(isWhole ? "write" : "such as") add \(owner).\(entity)\(kind)")
      return nil
    }
    guard
      expect(.dot, "a property", hint: hintForAdding(entity)) != nil,
      let name = expectIdentifier("the new property's name"), let member = parseMember(named: name)
    else { return nil }
    return .add(entity, member)
  }

  mutating func parseEntityOrProperty() -> (Identifier, Identifier?)? {
    guard let entity = expectIdentifier("an entity or a property") else { return nil }
    guard cursor.continues(.dot) else { return (entity, nil) }
    cursor.advance()
    guard let property = expectIdentifier("a property") else { return nil }
    return (entity, property)
  }

  mutating func parseRename() -> ModelStatement? {
    guard let (entity, property) = parseEntityOrProperty(),
      expect(word: "to", hint: "such as rename Player.team to club") != nil,
      let name = expectNewName("the new name")
    else { return nil }
    if let property, cursor.continues(.dot), cursor.peek().isIdentifier {
      let new = cursor.text(of: cursor.peek())
      report(
        Diagnostic.ID.expected, "a property is renamed within its entity", at: name.range,
        hint: "write rename \(entity).\(property) to \(new)")
      return nil
    }
    guard let property else { return .renameEntity(entity, to: name) }
    return .renameProperty(PropertyReference(entity: entity, property: property), to: name)
  }

  mutating func parseChange() -> ModelStatement? {
    guard let (entity, property) = parseEntityOrProperty() else { return nil }
    guard let property else { return parseEntityChanges(entity) }
    if let foreignSyntax = foreignSyntaxAtChange() {
      cursor.report(foreignSyntax)
      return nil
    }
    let reference = PropertyReference(entity: entity, property: property)
    var kind: PropertyKind?
    var options: [PropertyOption] = []
    switch cursor.current.kind {
    case .symbol(.colon), .symbol(.toOne), .symbol(.toMany):
      guard let parsed = parsePropertyKind(after: property) else { return nil }
      kind = parsed
    case .symbol(.fetched) where cursor.isContinuation:
      cursor.advance()
      guard let destination = expectIdentifier("the entity to fetch"), let parsed = parseChangeOptions(of: reference),
        let clauses = parseClauses()
      else { return nil }
      return .changeProperty(reference, .fetched(destination, clauses), parsed)
    case .symbol(.equal) where cursor.isContinuation:
      guard let option = parseOption(inChange: true) else { return nil }
      options.append(option)
    default: break
    }
    guard let parsed = parseChangeOptions(of: reference) else { return nil }
    options += parsed
    if kind == nil, options.isEmpty {
      let meansDefault = cursor.continues(.equalEqual) || cursor.continues(word: "default")
      let new = String(cursor.text(of: cursor.peek()))
      let isType = new.first?.isUppercase == true && ForeignType.attributeType(new) != nil
      let renames = cursor.continues(word: "to") && cursor.peek().isIdentifier && !isType
      reportExpected(
        "what to change",
        hint: renames
          ? "write rename \(reference) to \(cursor.text(of: cursor.peek()))"
          : meansDefault
            ? "write change \(reference) = …"
            : cursor.current.isIdentifier && AttributeType(rawValue: String(cursor.text(of: cursor.current))) != nil
              ? "write change \(reference): \(cursor.text(of: cursor.current))\(cursor.peek().isSymbol(.question) ? "?" : "")"
              : cursor.current.isIdentifier && DeleteRule(rawValue: String(cursor.text(of: cursor.current))) != nil
                ? "write change \(reference), delete \(cursor.text(of: cursor.current))"
                : cursor.continues(word: "where")
                  ? "write the whole of it: change \(reference) ~> … where …"
                  : "such as change \(reference), optional")
      return nil
    }
    return .changeProperty(reference, kind, options)
  }

  /// `{ "," option }` after a property.
  private mutating func parseChangeOptions(of reference: PropertyReference) -> [PropertyOption]? {
    var options: [PropertyOption] = []
    while cursor.consume(if: .comma) != nil {
      if let misplaced = entityOption(of: reference) {
        cursor.report(misplaced)
        return nil
      }
      guard let option = parseOption(inChange: true) else { return nil }
      options.append(option)
    }
    return options
  }

  /// `change Booking.gym, unique`: what belongs to the entity.
  private func entityOption(of reference: PropertyReference) -> Diagnostic? {
    let isTakenAway = cursor.at(word: "no")
    let word = isTakenAway ? cursor.peek() : cursor.current
    let no = isTakenAway ? "no " : ""
    if cursor.token(word, is: "unique") {
      return Diagnostic(
        "entity-option", "a uniqueness constraint belongs to the entity", at: word.range,
        hint: "write change \(reference.entity), \(no)unique \(isTakenAway ? "…" : reference.property.text)")
    }
    if cursor.token(word, is: "rule") {
      return Diagnostic(
        "entity-option", "a rule belongs to the entity", at: word.range,
        hint: "write change \(reference.entity), \(no)rule \"…\"\(isTakenAway ? "" : ": …")")
    }
    return nil
  }
}
