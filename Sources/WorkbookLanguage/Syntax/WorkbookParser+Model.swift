import Diagnostics
import Predicates

extension WorkbookParser {
  /// `model = "model" Name | [ "abstract" ] "entity" Name … | "add" … | "change" … | "rename" … | "remove" … | …`.
  mutating func parseModelStatement(_ word: StatementWord) -> ModelStatement? {
    cursor.advance()
    switch word {
    case .model: return expectNewName("the model's name").map(ModelStatement.name)
    case .abstract:
      guard expect(word: "entity") != nil else { return nil }
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
      guard let (entity, property) = parseEntityOrProperty() else { return nil }
      guard let property else { return .removeEntity(entity) }
      return .removeProperty(PropertyReference(entity: entity, property: property))
    case .version: return expectString("the version's name").map { .version($0.text) }
    case .use:
      guard expect(word: "version") != nil else { return nil }
      return expectString("the version's name").map { .useVersion($0.text) }
    default: return nil
    }
  }

  mutating func parseEntity(isAbstract: Bool) -> ModelStatement? {
    guard let name = expectNewName("the entity's name") else { return nil }
    var parent: Identifier?
    if cursor.continues(.colon) {
      cursor.advance()
      parent = expectIdentifier("the parent entity")
      if parent == nil { return nil }
    }
    guard let members = parseMembers() else { return nil }
    return .entity(EntityDeclaration(name: name, isAbstract: isAbstract, parent: parent, members: members))
  }

  mutating func parseTemplate() -> ModelStatement? {
    guard let name = expectNewName("the template's name"), expect(.equal) != nil, expect(word: "fetch") != nil,
      let query = parseQuery()
    else { return nil }
    return .template(name, query)
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
    guard let name = expectNewName("the configuration's name"), expect(.leftBrace) != nil else { return nil }
    cursor.openBrackets += 1
    defer { cursor.openBrackets -= 1 }
    // One that had its entities taken away has none, and is still a configuration.
    if cursor.consume(if: .rightBrace) != nil { return .configuration(name, []) }
    guard let names = parseNames("an entity"), expect(.rightBrace) != nil else { return nil }
    return .configuration(name, names)
  }

  mutating func parseNames(_ what: String) -> [Identifier]? {
    var names: [Identifier] = []
    repeat {
      guard let name = expectIdentifier(what) else { return nil }
      names.append(name)
    } while cursor.consume(if: .comma) != nil
    return names
  }

  mutating func parseAdd() -> ModelStatement? {
    guard let entity = expectIdentifier("an entity"),
      expect(.dot, "a property", hint: "add \(entity).…: String?") != nil,
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
    guard let (entity, property) = parseEntityOrProperty(), expect(word: "to") != nil,
      let name = expectNewName("the new name")
    else { return nil }
    guard let property else { return .renameEntity(entity, to: name) }
    return .renameProperty(PropertyReference(entity: entity, property: property), to: name)
  }

  mutating func parseChange() -> ModelStatement? {
    guard let (entity, property) = parseEntityOrProperty() else { return nil }
    guard let property else { return parseEntityChanges(entity) }
    if let habit = habitAtChange() {
      cursor.report(habit)
      return nil
    }
    var kind: PropertyKind?
    switch cursor.current.kind {
    case .symbol(.colon), .symbol(.toOne), .symbol(.toMany):
      guard let parsed = parsePropertyKind(after: property) else { return nil }
      kind = parsed
    default: break
    }
    var options: [PropertyOption] = []
    while cursor.consume(if: .comma) != nil {
      guard let option = parseOption(inChange: true) else { return nil }
      options.append(option)
    }
    if kind == nil, options.isEmpty {
      reportExpected("what to change", hint: "change \(entity).\(property), delete deny")
      return nil
    }
    return .changeProperty(PropertyReference(entity: entity, property: property), kind, options)
  }

  mutating func parseEntityChanges(_ entity: Identifier) -> ModelStatement? {
    var changes: [EntityChange] = []
    while cursor.consume(if: .comma) != nil {
      let start = cursor.current.range
      guard let kind = parseEntityChangeKind() else { return nil }
      changes.append(EntityChange(kind: kind, range: range(from: start)))
    }
    if changes.isEmpty {
      reportExpected("what to change", hint: "change \(entity), parent Person")
      return nil
    }
    return .changeEntity(entity, changes)
  }

  mutating func parseEntityChangeKind() -> EntityChange.Kind? {
    if cursor.consume(ifWord: "abstract") != nil { return .abstract }
    if cursor.consume(ifWord: "parent") != nil {
      return expectIdentifier("the parent entity").map(EntityChange.Kind.parent)
    }
    if cursor.consume(ifWord: "no") != nil { return expectIdentifier("abstract or parent").map(EntityChange.Kind.no) }
    if cursor.consume(ifWord: "renamed") != nil {
      guard expect(word: "from") != nil else { return nil }
      return expectString("the old name").map { .renamed(from: $0.text) }
    }
    reportExpected("abstract, parent, no or renamed")
    return nil
  }
}
