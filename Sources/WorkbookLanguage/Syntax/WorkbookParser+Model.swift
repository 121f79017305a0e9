import Diagnostics
import Predicates

extension WorkbookParser {
  /// `model = "model" Name | [ "abstract" ] "entity" Name … | "add" … | "change" … | "rename" … | "remove" … | …`.
  mutating func parseModelStatement(_ word: StatementWord) -> Statement.Kind? {
    cursor.advance()
    switch word {
    case .model: return expectNewName("the model's name").map(Statement.Kind.model)
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

  private mutating func parseEntity(isAbstract: Bool) -> Statement.Kind? {
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

  /// `members = "{" { [ member ] sep } [ member ] "}"`.
  private mutating func parseMembers() -> [Member]? {
    guard let open = expect(.leftBrace, "the properties in braces", hint: "{ name: String }") else { return nil }
    var members: [Member] = []
    while !cursor.atEnd, !cursor.at(.rightBrace) {
      if cursor.consume(if: .semicolon) != nil { continue }
      if beginsNextStatement {
        report(
          "missing-brace", "this '{' is not closed before the next statement", at: open.range,
          hint: "add } at the end of its entity",
          notes: ["the next statement begins with '\(cursor.text(of: cursor.current))'"])
        return nil
      }
      let mark = cursor.mark
      if let member = parseMember() {
        members.append(member)
        if !atSeparator {
          reportUnexpectedInMember()
          recoverToSeparator()
        }
      } else {
        if cursor.problems(since: mark) == 0 { reportExpected("a property", hint: "name: String") }
        if !cursor.hasMoved(since: mark) { cursor.advance() }
        recoverToSeparator()
      }
    }
    return closeBrace(openedAt: open.range) == nil ? nil : members
  }

  private mutating func reportUnexpectedInMember() {
    let token = cursor.current
    if let last = cursor.diagnostics.last, last.range == token.range { return }
    let text = cursor.text(of: token)
    let hint =
      token.kind == .identifier ? "an option stands behind a comma: , \(text)" : "end the property with ; or a new line"
    report("unexpected", "'\(text)' can't stand here", at: token.range, hint: hint)
  }

  /// `member = property | "unique" names | userInfo | "rule" string ":" CONDITION`.
  private mutating func parseMember() -> Member? {
    if cursor.current.kind == .identifier, !nextIsPropertyKind {
      if cursor.at(word: "unique") {
        cursor.advance()
        return parseNames("an attribute").map(Member.unique)
      }
      if cursor.at(word: "userInfo") {
        cursor.advance()
        return parseUserInfoEntry().map(Member.userInfo)
      }
      if cursor.at(word: "rule"), case .string = cursor.peek().kind {
        cursor.advance()
        guard let name = expectString("the rule's sentence"), expect(.colon) != nil,
          let condition = predicates.parsePredicate()
        else { return nil }
        return .rule(name: name.text, condition: condition)
      }
    }
    if let habit = habitAtMemberStart() {
      cursor.report(habit)
      return nil
    }
    guard let name = expectIdentifier("a property") else { return nil }
    return parseMember(named: name)
  }

  /// A word is a property's name when what follows says so, whatever the word.
  private var nextIsPropertyKind: Bool {
    switch cursor.peek().kind {
    case .symbol(.colon), .symbol(.toOne), .symbol(.toMany), .symbol(.fetched): true
    default: false
    }
  }

  /// `property = ident kind { "," option } | ident "~>" Name { "," userInfo } clauses`.
  private mutating func parseMember(named name: Identifier) -> Member? {
    if cursor.continues(.fetched) {
      cursor.advance()
      guard let destination = expectIdentifier("the entity to fetch") else { return nil }
      var userInfo: [UserInfoEntry] = []
      while cursor.consume(if: .comma) != nil {
        guard expect(word: "userInfo") != nil, let entry = parseUserInfoEntry() else { return nil }
        userInfo.append(entry)
      }
      guard let clauses = parseClauses() else { return nil }
      return .fetched(
        FetchedPropertyDeclaration(name: name, destination: destination, userInfo: userInfo, clauses: clauses))
    }
    guard let kind = parsePropertyKind(after: name) else { return nil }
    var options: [PropertyOption] = []
    while cursor.consume(if: .comma) != nil {
      guard let option = parseOption(inChange: false) else { return nil }
      options.append(option)
    }
    return .property(PropertyDeclaration(name: name, kind: kind, options: options))
  }

  /// `kind = ":" Type [ "?" ] [ "=" ( literal | "now()" ) ] | ( "->" | "->>" ) Name [ "?" ]`.
  private mutating func parsePropertyKind(after name: Identifier) -> PropertyKind? {
    guard cursor.isContinuation else {
      reportMissingKind(of: name)
      return nil
    }
    switch cursor.current.kind {
    case .symbol(.colon):
      cursor.advance()
      if cursor.at(.leftBracket), cursor.peek().kind == .identifier {
        let entity = cursor.text(of: cursor.peek())
        report(
          "habit", "a to-many relationship is not written as a list",
          at: cursor.current.range.union(cursor.peek().range),
          hint: "write \(name) ->> \(entity)?")
        return nil
      }
      guard let type = expectIdentifier("the attribute's type") else { return nil }
      let isOptional = consumeQuestion()
      var defaultValue: DefaultValue?
      if cursor.continues(.equal) {
        cursor.advance()
        defaultValue = parseDefault()
        if defaultValue == nil { return nil }
      }
      return .attribute(type: type, isOptional: isOptional, defaultValue: defaultValue)
    case .symbol(.toOne):
      cursor.advance()
      return expectIdentifier("the entity it leads to").map { .toOne($0, isOptional: consumeQuestion()) }
    case .symbol(.toMany):
      cursor.advance()
      return expectIdentifier("the entity it leads to").map { .toMany($0, isOptional: consumeQuestion()) }
    default:
      reportMissingKind(of: name)
      return nil
    }
  }

  private mutating func reportMissingKind(of name: Identifier) {
    if cursor.atEnd {
      reportExpected("a type or an arrow", hint: "\(name): String or \(name) -> Team")
    } else {
      report(
        "missing-kind", "'\(name)' needs a type or an arrow", at: name.range,
        hint: "\(name): String, \(name) -> Team or \(name) ->> Player")
    }
  }

  private mutating func consumeQuestion() -> Bool {
    guard cursor.continues(.question) else { return false }
    cursor.advance()
    return true
  }

  private mutating func parseDefault() -> DefaultValue? {
    if cursor.at(word: "now"), cursor.peek().kind == .symbol(.leftParenthesis) {
      cursor.advance()
      cursor.advance()
      return expect(.rightParenthesis) == nil ? nil : .now
    }
    return parseLiteral("a value").map(DefaultValue.literal)
  }

  /// A constant written out.
  mutating func parseLiteral(_ what: String) -> Literal? {
    guard !atSeparator else {
      reportExpected(what)
      return nil
    }
    let allowed = predicates.allowsInterpolation
    predicates.allowsInterpolation = false
    defer { predicates.allowsInterpolation = allowed }
    guard let expression = predicates.parseExpression() else { return nil }
    guard case .constant(let value) = expression.kind else {
      report(
        "expected", "expected \(what), written out", at: expression.range,
        hint: "such as 3, \"text\", true or 2026-11-20")
      return nil
    }
    return Literal(value: value, range: expression.range)
  }

  private mutating func parseBounds() -> Bounds? {
    var bounds = Bounds()
    if !cursor.at(.ellipsis) {
      guard let lower = parseLiteral("a lower bound") else { return nil }
      bounds.lower = lower
    }
    guard expect(.ellipsis, "'...' between the bounds", hint: "0...5, 1... or ...5") != nil else { return nil }
    if cursor.isContinuation, startsLiteral {
      guard let upper = parseLiteral("an upper bound") else { return nil }
      bounds.upper = upper
    }
    return bounds
  }

  private var startsLiteral: Bool {
    switch cursor.current.kind {
    case .integer, .number, .string, .date, .symbol(.minus): true
    default: false
    }
  }

  /// `userInfo = "userInfo" ident ":" literal`, behind its word.
  private mutating func parseUserInfoEntry() -> UserInfoEntry? {
    guard let key = expectIdentifier("a key"), expect(.colon) != nil, let value = parseLiteral("a value") else {
      return nil
    }
    return UserInfoEntry(key: key, value: value)
  }

  private static let optionWords = [
    "length", "range", "count", "matches", "indexed", "transient", "ordered", "delete", "inverse", "renamed",
    "transformer", "derived", "userInfo", "required", "optional", "no",
  ]

  /// `option = ( "length" | "range" | "count" ) bounds | "matches" string | "indexed" | … | userInfo`.
  private mutating func parseOption(inChange: Bool) -> PropertyOption? {
    let start = cursor.current.range
    guard let kind = parseOptionKind(inChange: inChange) else { return nil }
    return PropertyOption(kind: kind, range: range(from: start))
  }

  private mutating func parseOptionKind(inChange: Bool) -> PropertyOption.Kind? {
    if cursor.consume(if: .equal) != nil { return parseDefault().map(PropertyOption.Kind.defaultValue) }
    guard cursor.current.kind == .identifier else {
      reportExpected("an option", hint: "such as indexed, length 1... or delete cascade")
      return nil
    }
    let word = cursor.advance()
    switch cursor.text(of: word) {
    case "length": return parseBounds().map(PropertyOption.Kind.length)
    case "range": return parseBounds().map(PropertyOption.Kind.range)
    case "count": return parseBounds().map(PropertyOption.Kind.count)
    case "matches": return expectString("a pattern").map { .matches($0.text) }
    case "indexed": return .indexed
    case "transient": return .transient
    case "ordered": return .ordered
    case "delete": return parseDeleteRule()
    case "inverse": return expectIdentifier("the relationship that leads back").map(PropertyOption.Kind.inverse)
    case "renamed":
      guard expect(word: "from") != nil else { return nil }
      return expectString("the old name").map { .renamed(from: $0.text) }
    case "transformer": return expectString("the transformer's name").map { .transformer($0.text) }
    case "derived": return predicates.parseExpression().map(PropertyOption.Kind.derived)
    case "userInfo": return parseUserInfoEntry().map(PropertyOption.Kind.userInfo)
    case "required" where inChange: return .optionality(isOptional: false)
    case "optional" where inChange: return .optionality(isOptional: true)
    case "no" where inChange: return expectIdentifier("what to take away").map(PropertyOption.Kind.no)
    case "required":
      return reportOption(word, "a property is required unless a ? stands behind its type", "leave it out")
    case "optional": return reportOption(word, "optional is written as a ? behind the type", "String? or -> Team?")
    case let text:
      let hint =
        Suggestions.didYouMean(String(text), among: Self.optionWords)
        ?? "options are \(Self.optionWords.prefix(9).joined(separator: ", "))"
      return reportOption(word, "there is no option '\(text)'", hint)
    }
  }

  private mutating func reportOption(_ word: Token, _ message: String, _ hint: String) -> PropertyOption.Kind? {
    report("unknown-option", message, at: word.range, hint: hint)
    return nil
  }

  private mutating func parseDeleteRule() -> PropertyOption.Kind? {
    let rules = ["nullify", "cascade", "deny", "none"]
    guard let rule = expectIdentifier("a delete rule: \(rules.joined(separator: ", "))") else { return nil }
    guard rules.contains(rule.text) else {
      report(
        "unknown-rule", "there is no delete rule '\(rule)'", at: rule.range,
        hint: Suggestions.didYouMean(rule.text, among: rules) ?? "the rules are nullify, cascade, deny and none")
      return nil
    }
    return .delete(rule)
  }

  // MARK: Whole statements

  private mutating func parseTemplate() -> Statement.Kind? {
    guard let name = expectNewName("the template's name"), expect(.equal) != nil, expect(word: "fetch") != nil,
      let query = parseQuery()
    else { return nil }
    return .template(name, query)
  }

  private mutating func parseDependency() -> Statement.Kind? {
    guard let entity = expectIdentifier("an entity"), expect(.colon) != nil else { return nil }
    if cursor.continues(word: "join"), cursor.peek().kind == .symbol(.leftParenthesis) {
      cursor.advance()
      var tuples: [[Identifier]] = []
      repeat {
        guard expect(.leftParenthesis) != nil, let names = parseNames("an attribute"), expect(.rightParenthesis) != nil
        else { return nil }
        tuples.append(names)
      } while cursor.consume(if: .comma) != nil
      return .dependency(entity, .join(tuples))
    }
    guard let left = parseNames("an attribute") else { return nil }
    let isMultivalued = cursor.at(.toMany)
    guard cursor.consume(if: .toMany) != nil || cursor.consume(if: .toOne) != nil else {
      reportExpected("-> or ->>", hint: "dependency Player: team -> uniformColor")
      return nil
    }
    guard let right = parseNames("an attribute") else { return nil }
    return .dependency(entity, isMultivalued ? .multivalued(left, right) : .functional(left, right))
  }

  private mutating func parseConfiguration() -> Statement.Kind? {
    guard let name = expectNewName("the configuration's name"), expect(.leftBrace) != nil else { return nil }
    cursor.openBrackets += 1
    defer { cursor.openBrackets -= 1 }
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

  private mutating func parseAdd() -> Statement.Kind? {
    guard let entity = expectIdentifier("an entity"),
      expect(.dot, "a property", hint: "add \(entity).city: String?") != nil,
      let name = expectIdentifier("the new property's name"), let member = parseMember(named: name)
    else { return nil }
    return .add(entity, member)
  }

  private mutating func parseEntityOrProperty() -> (Identifier, Identifier?)? {
    guard let entity = expectIdentifier("an entity or a property") else { return nil }
    guard cursor.continues(.dot) else { return (entity, nil) }
    cursor.advance()
    guard let property = expectIdentifier("a property") else { return nil }
    return (entity, property)
  }

  private mutating func parseRename() -> Statement.Kind? {
    guard let (entity, property) = parseEntityOrProperty(), expect(word: "to") != nil,
      let name = expectNewName("the new name")
    else { return nil }
    guard let property else { return .renameEntity(entity, to: name) }
    return .renameProperty(PropertyReference(entity: entity, property: property), to: name)
  }

  private mutating func parseChange() -> Statement.Kind? {
    guard let (entity, property) = parseEntityOrProperty() else { return nil }
    guard let property else { return parseEntityChanges(entity) }
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

  private mutating func parseEntityChanges(_ entity: Identifier) -> Statement.Kind? {
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

  private mutating func parseEntityChangeKind() -> EntityChange.Kind? {
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

  // MARK: Stores

  /// `store = "store" ident ( "in" "memory" | "at" string ) { … } | ( "close" | "reopen" ) ident | "migrate" [ ident ] | …`.
  mutating func parseStoreStatement(_ word: StatementWord) -> Statement.Kind? {
    cursor.advance()
    switch word {
    case .close: return expectIdentifier("a store").map { .store(.close($0)) }
    case .reopen: return expectIdentifier("a store").map { .store(.reopen($0)) }
    case .migrate:
      if atSeparator { return .store(.migrate(nil)) }
      return expectIdentifier("a store").map { .store(.migrate($0)) }
    case .merge:
      guard expect(word: "policy") != nil else { return nil }
      return expectIdentifier("a merge policy: error, store, object, overwrite or rollback").map {
        .store(.mergePolicy($0))
      }
    default: break
    }
    guard let name = expectNewName("the store's name") else { return nil }
    var path: String?
    if cursor.consume(ifWord: "in") != nil {
      guard expect(word: "memory") != nil else { return nil }
    } else {
      guard expect(word: "at") != nil, let text = expectString("the store's file") else { return nil }
      path = text.text
    }
    var configuration: Identifier?
    var isMigrating = false
    while cursor.consume(if: .comma) != nil {
      if cursor.consume(ifWord: "migrating") != nil {
        isMigrating = true
      } else {
        guard expect(word: "configuration") != nil, let parsed = expectIdentifier("a configuration") else { return nil }
        configuration = parsed
      }
    }
    guard let path else { return .store(.openInMemory(name, configuration: configuration)) }
    return .store(.openFile(name, path: path, configuration: configuration, isMigrating: isMigrating))
  }
}
