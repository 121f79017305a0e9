import Predicates

/// The objects that differ between two graphs of one context, also across changes of the model.
package struct GraphChanges: Sendable {
  /// A property of an object, by the name that it had in the earlier graph.
  package struct Cell: Hashable, Sendable {
    package var object: ManagedObjectID
    package var key: String
  }

  /// The objects of the earlier graph that are gone or marked as deleted, by their earlier IDs.
  package var deleted: [ManagedObjectID] = []
  /// The properties of the objects that stayed, with other values or other members than before.
  package var changed: [Cell] = []
  /// The new objects, by their entity's name in the later graph.
  package var inserted: [String: [ManagedObjectID]] = [:]

  package var isEmpty: Bool { deleted.isEmpty && changed.isEmpty && inserted.isEmpty }
}

extension Graph {
  /// Returns the changes since an earlier graph of the same context. A property that was removed, or became one of another
  /// kind, is no change of its objects. O(objects × properties).
  package func changes(since earlier: Graph) -> GraphChanges {
    var changes = GraphChanges()
    guard schema.isStorable, earlier.schema.isStorable else { return changes }
    let renumbered = renumbering(since: earlier)
    var known: Set<ManagedObjectID> = []
    for entity in earlier.schema.entities.compactMap({ $0 }) {
      for place in earlier.liveObjects(of: entity, includingSubentities: false) {
        let before = earlier.id(at: place)
        let now = renumbered[before] ?? before
        known.insert(now)
        guard contains(now), let place = self.place(of: now), let later = self.entity(at: place) else {
          changes.deleted.append(before)
          continue
        }
        for property in entity.properties {
          guard
            let same = later.properties.first(where: { $0.identity == property.identity })
              ?? later.property(property.name)
          else { continue }
          let old = earlier.value(of: property, at: earlier.place(of: before) ?? place)
          if !Self.isSame(old, property, value(of: same, at: place), same, renumbered) {
            changes.changed.append(GraphChanges.Cell(object: before, key: property.name))
          }
        }
      }
    }
    for entity in schema.entities.compactMap({ $0 }) {
      let new = liveObjects(of: entity, includingSubentities: false).map { id(at: $0) }.filter { !known.contains($0) }
      if !new.isEmpty { changes.inserted[entity.name] = new }
    }
    return changes
  }

  /// Whether a property holds what it held, objects by the IDs that they have here. A transient or derived value, and the
  /// order of an unordered relationship, are no part of it.
  private static func isSame(
    _ old: Value, _ before: Property, _ new: Value, _ now: Property, _ renumbered: [ManagedObjectID: ManagedObjectID]
  ) -> Bool {
    switch (before.relationship, now.relationship) {
    case (nil, nil): return old == new || before.attribute?.derivation != nil || before.attribute == nil
    case (let earlier?, let later?):
      let (were, are) = ((old.objectIDs ?? []).map { renumbered[$0] ?? $0 }, new.objectIDs ?? [])
      return earlier.isOrdered && later.isOrdered ? were == are : Set(were) == Set(are)
    default: return true
    }
  }
}
