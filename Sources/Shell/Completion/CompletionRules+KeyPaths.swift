import ObjectGraph

/// The candidates after a dot: the keys of the object that the path so far leads to.
extension CompletionRules {
  func keys(behindDotAt dot: Int) -> [Candidate] {
    let isIdentity = dot > 2 && items[dot - 1].isWord("objectID") && items[dot - 2].isSign(.dot)
    if isIdentity, !has("where") { return Candidate.names(IdentityKey.words) }
    guard let end = value(endingAt: dot - 1) else { return [] }
    switch end {
    case .object(let entity):
      // The keys that every object has are offered once a letter is typed: its own properties are more interesting.
      let isBegun = !position.word.isEmpty && !has("where")
      return Candidate.names(
        world.properties(of: entity).map(\.name) + (isBegun ? ["objectID"] + ObjectKey.states : []))
    case .entity(let entity): return Candidate.names(world.properties(of: entity).map(\.name))
    case .objects(let entity):
      // The operator of a derivation comes last.
      if isDerivation { return Candidate.names(world.properties(of: entity).map(\.name) + [Self.count]) }
      let calls = position.bracket == nil && rootIsOwnName(of: dot) ? ["add(", "remove("] : []
      return Candidate.names(world.properties(of: entity).map(\.name) + CommandTable.collectionOperators + calls)
    case .elements(let entity): return Candidate.names(world.properties(of: entity).map(\.name))
    // Core Data documents no other operator over values.
    case .values: return Candidate.names(["@sum"])
    }
  }

  private static let count = "@count"

  /// Whether the path belongs to the derivation of an attribute that is added or changed.
  private var isDerivation: Bool { derivingEntity != nil }

  /// The entity whose attribute is derived here, in `add Team.total: Integer64?, derived …`.
  private var derivingEntity: String? {
    guard items.count > 3, items[0].isWord("add") || items[0].isWord("change"), items[2].isSign(.dot),
      items.contains(where: { $0.isWord("derived") }), world.isEntity(items[1].text)
    else { return nil }
    return items[1].text
  }

  /// The entity whose keys may follow a dot, if it is known.
  func entity(behindDotAt dot: Int) -> String? {
    switch value(endingAt: dot - 1) {
    case .object(let entity)?, .entity(let entity)?, .objects(let entity)?, .elements(let entity)?: entity
    case .values?, nil: nil
    }
  }

  private enum PathValue {
    case object(String)
    case objects(String)
    /// Behind `@avg` and the like: keys of the elements.
    case elements(String)
    /// The values of an attribute of many, in a derivation: an operator may follow.
    case values
    /// The description itself: `Team` in `change Team.players`.
    case entity(String)
  }

  /// Returns the value that the key path ending at an item leads to; nil if it is not known, or is a plain value.
  private func value(endingAt index: Int) -> PathValue? {
    guard index >= 0 else { return nil }
    let item = items[index]
    if item.kind == .number, index >= 2, items[index - 1].isSign(.hash) { return .object(items[index - 2].text) }
    if item.kind == .variable { return named(String(item.text.dropFirst())) }
    guard item.kind == .word else { return nil }
    if index >= 1, items[index - 1].isSign(.at), index >= 2, items[index - 2].isSign(.dot) {
      guard case .objects(let entity)? = value(endingAt: index - 3), item.text != "count" else { return nil }
      return .elements(entity)
    }
    if index >= 1, items[index - 1].isSign(.dot) {
      switch value(endingAt: index - 2) {
      case .object(let entity)?: return step(item.text, of: entity, isToMany: false)
      case .objects(let entity)?, .elements(let entity)?: return step(item.text, of: entity, isToMany: true)
      case .entity?, .values?, nil: return nil
      }
    }
    return root(item.text, at: index)
  }

  private func step(_ key: String, of entity: String, isToMany: Bool) -> PathValue? {
    guard let property = world.property(key, of: entity) else { return nil }
    guard let destination = property.destination else { return isToMany && isDerivation ? .values : nil }
    return isToMany || property.isToMany ? .objects(destination) : .object(destination)
  }

  private func root(_ word: String, at index: Int) -> PathValue? {
    if let head = items[..<index].lastIndex(where: { $0.isWord("where") || $0.isWord("sort") }).flatMap({ _ in queryHead
    }),
      let entity = entity(ofQueryAt: head)
    {
      return word == "SELF" ? .object(entity) : step(word, of: entity, isToMany: false)
    }
    if items.first?.isWord("group") == true, items.count > 1, let value = step(word, of: items[1].text, isToMany: false)
    {
      return value
    }
    if index > 2, let entity = derivingEntity, let value = step(word, of: entity, isToMany: false) { return value }
    if let value = named(word) { return value }
    return world.isEntity(word) ? .entity(word) : nil
  }

  private func named(_ name: String) -> PathValue? {
    switch world.names[name] {
    case .object(let entity)?: .object(entity)
    case .objects(let entity)?: .objects(entity)
    case .other?, nil: nil
    }
  }

  private func rootIsOwnName(of dot: Int) -> Bool {
    dot >= 1 && items.count == dot + 1 && world.names[items[0].text] != nil
  }
}
