import Predicates

import struct Foundation.Date

extension Graph {
  /// Refuses a uniqueness constraint that was not there before and that the objects do not satisfy. One that was there is
  /// a matter for the saves.
  func refuseViolations(since old: Schema) throws(ModelChangeError) {
    guard schema.hasUniqueness else { return }
    for entity in schema.entities.compactMap({ $0 }) {
      let known = old.entity(at: entity.index)?.ownConstraints ?? []
      for keys in entity.ownConstraints where !known.contains(keys) {
        guard let (first, others) = firstViolation(of: keys, in: entity) else { continue }
        throw .notUnique(first, entity: entity.name, keys: keys, others: others)
      }
    }
  }

  private func firstViolation(
    of keys: [String], in entity: Entity
  ) -> (ManagedObjectID, others: [ManagedObjectID])? {
    let paths = keys.compactMap(entity.elementPath)
    var holders: [[Value]: ManagedObjectID] = [:]
    for place in liveObjects(of: entity) {
      let values = paths.map { value(of: $0, at: place) }
      if values.contains(where: \.isNull) { continue }
      if let first = holders.updateValue(id(at: place), forKey: values) { return (id(at: place), [first]) }
    }
    return nil
  }

  /// Computes derived attributes that are new or derived otherwise.
  mutating func computeDerived(since old: Graph, now: Date) {
    guard schema.hasDerived else { return }
    var stale: [(entity: Entity, property: Property)] = []
    for entity in schema.entities.compactMap({ $0 }) {
      let before = old.schema.entity(at: entity.index)
      for property in entity.derived where property.declaredBy == entity.index {
        let earlier = before?.properties.first { $0.identity == property.identity }?.attribute?.derivation
        if earlier != property.attribute?.derivation { stale.append((entity, property)) }
      }
    }
    if !stale.isEmpty { computeAllDerivedAttributes(of: stale, now: now) }
  }
}

extension Entity {
  /// The uniqueness constraints that it declares itself.
  var ownConstraints: [[String]] { uniquenessConstraints.filter { $0.declaredBy == index }.map(\.keys) }
}
