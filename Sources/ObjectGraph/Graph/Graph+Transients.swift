import Predicates

/// Transient attributes belong to a context: the saved graph has their defaults only, and what a context has in them
/// survives its saves and its merges until the object is refreshed (Core Data's behaviour, by public tests).
extension Graph {
  /// Forgets the transient values of a graph that came from a context: rows that were there before keep what `before`
  /// has, new ones get the defaults.
  mutating func dropTransients(ofNew inserted: [ManagedObjectID], keeping before: Graph) {
    guard schema.hasTransients else { return }
    takeTransients(from: before)
    for id in inserted { if let place = place(of: own(id)) { setTransientsToDefaults(place) } }
  }

  /// Takes over all transient columns as another graph of the same schema has them. O(transient attributes).
  mutating func takeTransients(from other: Graph) {
    for entity in schema.entities.compactMap({ $0 }) {
      for property in entity.transients where property.declaredBy == entity.index {
        guard case .attribute(let column) = property.storage else { continue }
        tables[entity.table].share(column, from: other.tables[entity.table], column)
      }
    }
  }

  /// An object's transient attributes as they are after it was read anew.
  mutating func setTransientsToDefaults(_ place: Place) {
    for property in entity(at: place)?.transients ?? [] {
      guard case .attribute(let column) = property.storage else { continue }
      setValue(property.shape?.initialValue ?? .null, of: column, at: place)
    }
  }
}
