import ObjectGraph
import Predicates
import WorkbookLanguage

/// The candidates in an entity's braces, in a property and in a change of either.
extension CompletionRules {
  var heading: [Candidate] { items.last?.isSign(.colon) == true ? entities : [] }

  var isNewPropertyName: Bool { items.first?.isWord("add") == true && items.count == 3 }

  /// Whether a word has been started. Rarely used words are offered only then.
  private var isBegun: Bool { !position.word.isEmpty }

  func modelChange(_ verb: String) -> [Candidate] {
    guard items.count > 1 else { return entities }
    guard items.count >= 4, items[2].isSign(.dot) else {
      return verb == "change" && items.count > 2 ? entityChange : []
    }
    let property = world.property(items[3].text, of: items[1].text)
    let declared = declaration(items[4...], of: items[1].text, known: property)
    if verb == "change", items.last?.isSign(.comma) == true {
      return declared + Candidate.words(["required", "optional", "no"])
    }
    return declared
  }

  /// The candidates in an entity's braces.
  func member(of entity: String) -> [Candidate] {
    guard let first = items.first else {
      return Candidate.words(
        EntityOptionWord.allCases.filter { $0.isMember && (isBegun || !$0.isRare) }.map(\.rawValue))
    }
    if let word = EntityOptionWord(rawValue: first.text), word.isMember, items.count == 1 || !items[1].isDeclaration {
      return setting(word, items[1...], of: entity)
    }
    return items.count > 1 ? declaration(items[1...], of: entity, known: nil) : []
  }

  /// The candidates after a comma in `change Booking, …`, and in what follows.
  private var entityChange: [Candidate] {
    guard let last = items.last else { return [] }
    if last.isWord("no") { return Candidate.words(EntityOptionWord.removable) }
    let options = Candidate.words(EntityOptionWord.allCases.filter { isBegun || !$0.isRare }.map(\.rawValue))
    let rest = items[3...]
    let start = rest.lastIndex { item in
      EntityOptionWord(rawValue: item.text).map { item.kind == .word && $0 != .no } ?? false
    }
    guard let start, let word = EntityOptionWord(rawValue: items[start].text) else {
      return last.isSign(.comma) ? options : []
    }
    let inside = setting(word, items[(start + 1)...], of: items[1].text)
    return last.isSign(.comma) ? options + inside : inside
  }

  /// Returns the candidates after the word of an entity's option: `unique number`, `codegen none`.
  private func setting(
    _ word: EntityOptionWord, _ rest: ArraySlice<CompletionPosition.Item>, of entity: String
  ) -> [Candidate] {
    let isFirst = rest.isEmpty
    let isKey = rest.last?.isSign(.comma) == true || rest.last?.isSign(.colon) == true
    let properties = Candidate.names(world.properties(of: entity).map(\.name))
    switch word {
    case .unique: return isFirst || isKey ? properties : []
    case .index:
      if isKey { return properties }
      return rest.contains { $0.isSign(.colon) } ? Candidate.words(SortDirection.words) : []
    case .rule: return isKey ? properties : []
    case .parent: return isFirst ? entitiesAsWords : []
    case .codegen: return isFirst ? Candidate.words(CodeGeneration.words) : []
    case .syncable: return isFirst ? Candidate.words(["no", "yes"]) : []
    case .renamed: return isFirst ? Candidate.words(["from"]) : []
    case .hash: return isFirst ? Candidate.words(["modifier"]) : []
    case .abstract, .userInfo, .class, .no: return []
    }
  }

  /// Returns the candidates after a property's name, in a declaration and in a change: `kind { "," option }`.
  private func declaration(
    _ rest: ArraySlice<CompletionPosition.Item>, of entity: String, known: CompletionWorld.Property?
  ) -> [Candidate] {
    guard let last = rest.last else { return [] }
    if rest.contains(where: { $0.isSign(.fetched) }), !last.isSign(.fetched) { return query ?? [] }
    switch last.kind {
    case .sign(.colon): return Candidate.words(AttributeType.words)
    case .sign(.toOne), .sign(.toMany), .sign(.fetched): return entities
    case .sign(.comma): return Candidate.words(options(after: rest, known: known))
    case .sign(.equal): return Candidate.words(["true", "false", "now()", "nil"])
    case .word:
      let before = rest.dropLast().last
      if before?.isWord("no") == true { return Candidate.words(OptionTakenAway.rest(of: last.text)) }
      guard before?.isSign(.comma) == true, let option = OptionWord(rawValue: last.text) else { return [] }
      return candidates(in: option, rest, known)
    default: return []
    }
  }

  /// Returns the candidates after the word of a property's option.
  private func candidates(
    in option: OptionWord, _ rest: ArraySlice<CompletionPosition.Item>, _ known: CompletionWorld.Property?
  ) -> [Candidate] {
    switch option {
    case .delete: return Candidate.words(DeleteRule.words)
    case .inverse:
      let destination = destination(in: rest) ?? known?.destination
      return Candidate.words((destination.map(world.properties) ?? []).filter(\.isRelationship).map(\.name))
    case .no: return Candidate.words(OptionTakenAway.firstWords)
    case .renamed: return Candidate.words(["from"])
    case .hash: return Candidate.words(["modifier"])
    case .external: return Candidate.words(["storage"])
    case .scalar, .syncable: return Candidate.words(["no", "yes"])
    case .length, .range, .matches, .count, .ordered, .indexed, .transient, .transformer, .derived, .userInfo,
      .required,
      .optional, .class, .spotlight:
      return []
    }
  }

  private func options(
    after rest: ArraySlice<CompletionPosition.Item>, known: CompletionWorld.Property?
  ) -> [String] {
    let isToMany = rest.contains { $0.isSign(.toMany) } || known?.isToMany == true
    let isRelationship = isToMany || rest.contains { $0.isSign(.toOne) } || known?.isRelationship == true
    return OptionWord.allCases.filter {
      $0.fits(toMany: isToMany, relationship: isRelationship) && (isBegun || !$0.isRare)
    }.map(\.rawValue)
  }

  private func destination(in rest: ArraySlice<CompletionPosition.Item>) -> String? {
    guard let arrow = rest.firstIndex(where: { $0.isSign(.toOne) || $0.isSign(.toMany) }), arrow + 1 < rest.endIndex
    else { return nil }
    return rest[arrow + 1].text
  }
}

extension CompletionPosition.Item {
  /// Whether it makes the word before it the name of a property.
  fileprivate var isDeclaration: Bool {
    [.colon, .toOne, .toMany, .fetched].contains { isSign($0) }
  }
}

extension EntityOptionWord {
  /// Whether it can appear inside an entity's braces.
  fileprivate var isMember: Bool {
    switch self {
    case .unique, .rule, .userInfo, .index, .codegen, .class, .syncable, .renamed, .hash: true
    case .abstract, .parent, .no: false
    }
  }

  /// Whether it is rarely used.
  fileprivate var isRare: Bool {
    switch self {
    case .unique, .rule, .userInfo, .abstract, .parent, .no: false
    case .index, .codegen, .class, .syncable, .renamed, .hash: true
    }
  }
}

extension OptionWord {
  /// Whether a property of this kind can have it; the words of changes are offered apart.
  fileprivate func fits(toMany: Bool, relationship: Bool) -> Bool {
    switch self {
    case .length, .range, .matches, .indexed, .renamed, .transformer, .derived, .class, .external, .spotlight, .scalar:
      !relationship
    case .inverse, .delete: relationship
    case .count, .ordered: toMany
    case .transient, .userInfo, .hash, .syncable: true
    case .required, .optional, .no: false
    }
  }

  /// Whether it is rarely used.
  fileprivate var isRare: Bool {
    switch self {
    case .transformer, .derived, .class, .external, .spotlight, .scalar, .hash, .syncable: true
    case .length, .range, .matches, .inverse, .delete, .count, .ordered, .indexed, .transient, .renamed, .userInfo,
      .required, .optional, .no:
      false
    }
  }
}
