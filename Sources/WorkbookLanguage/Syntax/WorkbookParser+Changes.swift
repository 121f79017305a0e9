import Diagnostics
import ObjectGraph
import Predicates

/// `change Booking, …`: what an entity's declaration says, said later.
extension WorkbookParser {
  /// `change = "change" Name { "," entityChange }`.
  mutating func parseEntityChanges(_ entity: Identifier) -> ModelStatement? {
    if !atSeparator, cursor.current.isIdentifier,
      EntityOptionWord(rawValue: String(cursor.text(of: cursor.current))) != nil
    {
      let change = "change \(entity), "
      cursor.report(
        Diagnostic(
          "missing-comma", "options follow a comma", at: cursor.current.range,
          hint: "write \(change)"
            + (cursor.at(word: "renamed")
              ? "renamed from \(oldName(at: 1))" : "\(cursor.text(of: cursor.current)) …"),
          fix: commaFix(before: cursor.current)))
      return nil
    }
    var changes: [EntityChange] = []
    while cursor.consume(if: .comma) != nil {
      let start = cursor.current.range
      guard let kind = parseEntityChangeKind(of: entity) else { return nil }
      changes.append(EntityChange(kind: kind, range: range(from: start)))
    }
    if changes.isEmpty {
      let next = cursor.peek()
      reportExpected(
        "what to change",
        hint: cursor.continues(.colon) && next.isIdentifier
          ? "a parent is given with a comma: , parent \(cursor.text(of: next))" : "such as change \(entity), unique …")
      return nil
    }
    return .changeEntity(entity, changes)
  }

  /// `entityChange = "abstract" | "parent" Name | "renamed" "from" string | "hash" "modifier" string | "unique" names
  /// | "rule" string ":" CONDITION | userInfo
  /// | "no" ( ident | "hash" "modifier" | "unique" [ names ] | "rule" [ string ] | "userInfo" [ ident ] )`.
  private mutating func parseEntityChangeKind(of entity: Identifier) -> EntityChange.Kind? {
    if let option = EntityOptionWord(cursor.current, in: cursor), ![.codegen, .no, .syncable].contains(option),
      let nothing = wordForNothing(at: 1)
    {
      let words = "no \(option == .hash ? "hash modifier" : option.rawValue)"
      report(
        "unknown-option", "\(words) takes it away", at: cursor.current.range.union(nothing.range),
        hint: "did you mean \(words)?")
      cursor.advance()
      cursor.advance()
      return nil
    }
    if let setting = parseEntitySetting() { return setting.map(EntityChange.Kind.setting) }
    guard let option = EntityOptionWord(cursor.current, in: cursor) else {
      reportUnknownOption(of: entity)
      return nil
    }
    cursor.advance()
    switch option {
    case .class: reportUnfinishedSetting(of: entity, "the name of the class in quotes", "\"CD\(entity)\"")
    case .codegen: reportUnfinishedSetting(of: entity, CodeGeneration.alternatives, "none")
    case .syncable: reportUnfinishedSetting(of: entity, "yes or no", "no")
    case .index: reportUnfinishedSetting(of: entity, "a name and the properties", "byName: …")
    case .abstract: return .abstract
    case .parent: return expectIdentifier("the parent entity").map(EntityChange.Kind.parent)
    case .renamed: return parseOldName().map(EntityChange.Kind.renamed)
    case .hash: return parseHashModifier().map(EntityChange.Kind.hashModifier)
    case .unique: return parseUniqueNames().map(EntityChange.Kind.unique)
    case .userInfo: return parseUserInfoEntry().map(EntityChange.Kind.userInfo)
    case .rule:
      let pattern = "write change \(entity), rule \"…\": …"
      guard let name = expectString("the rule's sentence", hint: pattern), expect(.colon, hint: pattern) != nil,
        let condition = parseCondition()
      else { return nil }
      return .rule(name: name.text, condition: condition)
    case .no: return parseTakenAway()
    }
    return nil
  }

  private mutating func reportUnknownOption(of entity: Identifier) {
    let word = String(cursor.text(of: cursor.current))
    guard cursor.current.isIdentifier, !atSeparator else {
      return reportExpected(Listing.alternatives(EntityOptionWord.words))
    }
    report(
      "unknown-option", "an entity has no option '\(DisplayText.visible(word))'", at: cursor.current.range,
      nearest: Suggestions.nearest(to: word, among: EntityOptionWord.words),
      hint:
        "its options are \(EntityOptionWord.words.joined(separator: ", ")); a property's are changed with change \(entity).…, …"
    )
  }

  private mutating func parseTakenAway() -> EntityChange.Kind? {
    switch cursor.isContinuation ? EntityOptionWord(cursor.current, in: cursor) : nil {
    case .unique:
      cursor.advance()
      if atSeparator || cursor.at(.comma) { return .noUnique([]) }
      return parseUniqueNames().map(EntityChange.Kind.noUnique)
    case .rule:
      cursor.advance()
      guard case .string = cursor.current.kind, cursor.isContinuation else {
        if atSeparator || cursor.at(.comma) { return .noRule(name: nil) }
        reportExpected("the rule's sentence", hint: "\"…\"")
        return nil
      }
      return expectString("the rule's sentence").map { .noRule(name: $0.text) }
    case .userInfo:
      cursor.advance()
      return .noUserInfo(parseOptionalKey())
    case .index:
      cursor.advance()
      return parseIndexName().map(EntityChange.Kind.noIndex)
    case .abstract, .parent, .renamed, .hash, .class, .codegen, .syncable, .no, nil: break
    }
    guard let word = parseWordTakenAway() else { return nil }
    guard let option = EntityOptionTakenAway(rawValue: word.text) else {
      let known = EntityOptionWord.removable
      report(
        "unknown-option", "an entity has no '\(DisplayText.visible(word.text))' to take away", at: word.range,
        nearest: Suggestions.nearest(to: word.text, among: known), hint: known.joined(separator: ", "))
      return nil
    }
    return .no(option)
  }

  /// A key of the user info, where one follows.
  mutating func parseOptionalKey() -> Identifier? {
    if case .string = cursor.current.kind, cursor.isContinuation {
      return expectString("a key").map { Identifier($0.text, at: $0.range) }
    }
    return cursor.current.isIdentifier && !atSeparator ? takeIdentifier() : nil
  }

  /// The properties of a constraint, up to a comma that is followed by another change. `#parent` is always a property.
  private mutating func parseUniqueNames() -> [Identifier]? {
    var names: [Identifier] = []
    if cursor.continues(.leftParenthesis), cursor.peek().isIdentifier {
      let name = cursor.text(of: cursor.peek())
      report(
        Diagnostic.ID.foreignSyntax, "the properties of a constraint are written without parentheses",
        at: cursor.current.range,
        hint: "such as unique \(name), …")
      return nil
    }
    repeat {
      if !names.isEmpty { cursor.advance() }
      guard let name = parseUniqueName() else { return nil }
      names.append(name)
    } while cursor.at(.comma) && !beginsEntityChange(1)
    if let last = names.last, cursor.current.isIdentifier, !atSeparator {
      let isAnd = cursor.at(word: "and") && cursor.peek().isIdentifier && !cursor.peek().startsLine
      let next = cursor.text(of: isAnd ? cursor.peek() : cursor.current)
      cursor.report(
        Diagnostic(
          "missing-comma",
          isAnd ? "a comma stands between two properties" : "a comma is missing between '\(last)' and '\(next)'",
          at: cursor.current.range,
          hint: "such as unique \(last), \(next)",
          fix: commaFix(before: isAnd ? cursor.peek() : cursor.current)))
      return nil
    }
    return names
  }

  /// A property, or an element of a composite: `address.city`.
  mutating func parseUniqueName() -> Identifier? {
    guard var name = expectIdentifier("a property") else { return nil }
    while cursor.continues(.dot) {
      cursor.advance()
      guard let element = expectIdentifier("an element of the composite") else { return nil }
      name = Identifier("\(name).\(element)", at: name.range.union(element.range))
    }
    return name
  }

  /// Whether another change begins with a token from here on.
  func beginsEntityChange(_ place: Int) -> Bool {
    if beginsEntitySetting(at: place) { return true }
    let (token, next) = (cursor.peek(place), cursor.peek(place + 1))
    let followsName = next.isIdentifier && !next.startsLine
    switch EntityOptionWord(token, in: cursor) {
    case .abstract: return true
    case .unique, .no, .parent, .userInfo: return followsName
    case .renamed: return cursor.token(next, is: "from")
    case .hash: return cursor.token(next, is: "modifier")
    case .rule: if case .string = next.kind { return true } else { return false }
    case .class, .codegen, .syncable, .index, nil: return false
    }
  }
}
