import Predicates

/// The conditions under which objects can wait for a change.
extension ModelDraft {
  /// Whether objects can follow a declaration later, together with others: none of them can prevent it, and no value
  /// depends on the model in between.
  func objectsFollow(
    _ new: ManagedObjectModel, madeOf old: ManagedObjectModel, _ renaming: ModelRenaming
  ) -> Bool {
    guard model.base.hasObjects else { return true }
    for composite in old.composites
    where new[composite: composite.name] != composite && compositeUsers[composite.name, default: 0] > 0 {
      return false
    }
    var left = Dictionary(new.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for earlier in old.entities {
      guard let place = places[earlier.name], let drafted = entity(at: place) else { continue }
      guard let now = left.removeValue(forKey: renaming.entities[earlier.name] ?? earlier.name) else {
        if model.base.populated.contains(drafted.place) { return false }
        continue
      }
      if now != earlier, !follows(now, earlier, at: place, renaming) { return false }
    }
    return left.values.allSatisfy { $0.properties.allSatisfy(\.beginsWithoutQuestion) }
  }

  private func follows(
    _ now: EntityDescription, _ earlier: EntityDescription, at place: Int, _ renaming: ModelRenaming
  ) -> Bool {
    func name(_ property: String) -> String {
      renaming.properties[ModelRenaming.Property(property, of: earlier.name)] ?? property
    }
    let constraints = Set(earlier.uniquenessConstraints.map { $0.map(name) })
    let hasObjects = entity(at: place).map { model.base.populated.contains($0.place) } ?? true
    guard now.isAbstract == earlier.isAbstract || !hasObjects,
      now.parent == earlier.parent.map({ renaming.entities[$0] ?? $0 }),
      now.uniquenessConstraints.allSatisfy(constraints.contains)
    else { return false }
    var left = Dictionary(now.properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for property in earlier.properties {
      guard let after = left.removeValue(forKey: name(property.name)), after != property else { continue }
      let isFollowed =
        switch (property, after) {
        case (.attribute(let before), .attribute(let after)): follows(after, before, at: place)
        case (.relationship(let before), .relationship(let after)): follows(after, before, renaming)
        case (.fetched, .fetched): true
        case (.attribute, _), (.relationship, _), (.fetched, _): false
        }
      if !isFollowed { return false }
    }
    return left.values.allSatisfy(\.beginsWithoutQuestion)
  }

  private func follows(_ now: AttributeDescription, _ before: AttributeDescription, at place: Int) -> Bool {
    guard now.isTransient == before.isTransient, now.derivation == before.derivation,
      now.compositeName == before.compositeName, now.transformerName == before.transformerName
    else { return false }
    if now.type == before.type, now.isOptional == before.isOptional {
      // Its objects begin with the default of the model that first has the attribute.
      return now.defaultValue == before.defaultValue || stored(before, at: place) != nil
    }
    guard now.compositeName == nil, now.transformerName == nil, let stored = stored(before, at: place),
      let known = stored.attribute, known.type == before.type, known.isOptional == before.isOptional,
      case .attribute(let column) = stored.storage, let stable = entity(at: place)?.place,
      let entity = model.base.graph.schema.entity(at: stable)
    else { return false }
    let graph = model.base.graph
    return graph.liveObjects(of: entity).allSatisfy { place in
      let value = graph.value(of: column, at: place)
      return value.isNull ? now.isOptional || !before.isOptional : now.converted(value) != nil
    }
  }

  private func stored(_ attribute: AttributeDescription, at place: Int) -> Property? {
    property(Key(place: place, name: attribute.name)).flatMap { model.base.properties[$0.identity] }
  }

  private func follows(
    _ now: RelationshipDescription, _ before: RelationshipDescription, _ renaming: ModelRenaming
  ) -> Bool {
    let isSameInverse =
      now.inverse == before.inverse
      || renaming.properties.contains { $0.key.name == before.inverse && $0.value == now.inverse }
    return isSameInverse && now.destination == renaming.entities[before.destination] ?? before.destination
      && now.isToMany == before.isToMany && now.isOrdered == before.isOrdered && now.isTransient == before.isTransient
  }
}

extension PropertyDescription {
  /// Whether objects that get the property need no look: it is theirs without a value, or with the same for all of them.
  fileprivate var beginsWithoutQuestion: Bool {
    switch self {
    case .attribute(let attribute):
      attribute.derivation == nil && attribute.defaultValue != .now
        && (attribute.isOptional || attribute.defaultValue != nil)
    case .relationship, .fetched: true
    }
  }
}
