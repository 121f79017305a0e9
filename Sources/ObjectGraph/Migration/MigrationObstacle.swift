/// Objects with which a lightweight migration fails: it takes a store that has none of them.
///
/// Two models do not show whether there are such objects. ``MigrationForecast`` names the kind, and a migration and an edit of
/// the model, which ask the same, name the first object.
public enum MigrationObstacle: Hashable, Sendable {
  /// Objects that lack a value that is required (134110).
  case missingValue(MandatoryValue)
  /// Two objects with the same values for a uniqueness constraint that is new (134111).
  case repeatedValues(entity: String, keys: [String])
  /// An entity's own objects, where it becomes abstract (134110). No source says what Core Data does with them.
  case ownObjects(entity: String)
}

extension ModelMatching {
  /// The kinds of objects with which a migration fails. O(properties with the inherited ones counted at each entity, and for
  /// each new constraint the entities).
  func obstacles() -> [MigrationObstacle] {
    mandatoryValues().map(MigrationObstacle.missingValue)
      + new.model.entities.flatMap { entity -> [MigrationObstacle] in
        let repeated = newConstraints(of: entity).filter { isRepeatable($0, in: entity.name) }.map { keys in
          MigrationObstacle.repeatedValues(entity: entity.name, keys: keys)
        }
        return entity.isAbstract && hadObjects(entity) ? repeated + [.ownObjects(entity: entity.name)] : repeated
      }
  }

  /// The uniqueness constraints that an entity declares and did not declare before, by the new names of their keys.
  private func newConstraints(of entity: EntityDescription) -> [[String]] {
    if entity.uniquenessConstraints.isEmpty { return [] }
    let before = oldNames[entity.name].flatMap(old.entity)
    let known = Set((before?.uniquenessConstraints ?? []).map(Set.init))
    return entity.uniquenessConstraints.filter { keys in
      let earlier = keys.map { path in
        let key = path.firstKey
        return (source(of: String(key), in: entity.name)?.property.name ?? String(key)) + path.dropFirst(key.count)
      }
      return !known.contains(Set(earlier))
    }
  }

  /// Whether objects of an entity or its descendants may have values for all keys after a migration. A nil repeats nothing.
  private func isRepeatable(_ keys: [String], in entity: String) -> Bool {
    new.model.entities.contains { holder in
      guard !holder.isAbstract, hadObjects(holder), new.isKind(holder.name, of: entity) else { return false }
      return keys.allSatisfy { path in
        let key = String(path.firstKey)
        if source(of: key, in: holder.name) != nil { return true }
        let attribute = new.property(key, of: holder.name)?.property.attribute
        return attribute?.derivation != nil || attribute?.defaultValue == .now
          || attribute?.initialValue(in: new.model) != nil
      }
    }
  }

  /// Whether the old model lets an entity of both models have objects of its own.
  private func hadObjects(_ entity: EntityDescription) -> Bool {
    oldNames[entity.name].flatMap(old.entity)?.isAbstract == false
  }
}

extension MigrationObstacle {
  /// Whether the objects are an obstacle because of a change.
  func arises(from change: ModelDifference.Change, _ matching: ModelMatching) -> Bool {
    switch (self, change) {
    case (.missingValue(let value), _): value.isLacking(through: change, matching)
    case (.repeatedValues(let entity, _), .entityChanged(let name, let details)):
      entity == name && details.contains { $0.aspect == .setting(.unique) }
    case (.repeatedValues(let entity, _), .entityAdded(let name)): entity == name
    case (.ownObjects(let entity), .entityChanged(let name, let details)):
      entity == name && details.contains { $0.aspect == .setting(.abstract) }
    case (.repeatedValues, _), (.ownObjects, _): false
    }
  }
}

extension MandatoryValue {
  /// Whether objects lack the value because of a change.
  fileprivate func isLacking(through change: ModelDifference.Change, _ matching: ModelMatching) -> Bool {
    switch change {
    case .propertyAdded(let name, let owner), .propertyMoved(let name, _, let owner):
      return cause == .added && owner == entity && name == key
    case .propertyChanged(let name, let owner, let details):
      let aspects: [ModelDifference.Aspect] = [
        .setting(.optional), .setting(.transient), .setting(.derived), .setting(.type),
      ]
      return (cause == .becameRequired || path != key) && owner == entity && name == key
        && details.contains { aspects.contains($0.aspect) }
    case .partChanged(.composite, _, let details): return details.contains { $0.isOfElement(at: path) }
    // Objects that come under a parent which had the property before, or is new with it.
    case .entityChanged(let name, let details):
      return cause == .added && details.contains { $0.aspect == .setting(.parent) }
        && matching.new.isKind(name, of: entity)
        && (holders.isEmpty || holders.contains { matching.new.isKind($0, of: name) })
    case .entityAdded, .entityRemoved, .entityRenamed, .propertyRemoved, .propertyRenamed, .partAdded, .partRemoved,
      .partChanged:
      return false
    }
  }
}
