import Predicates

/// Transient attributes belong to a context: the saved graph has their defaults only, and what a context has in them
/// survives its saves and its merges until the object is refreshed (Core Data's behaviour, by public tests).
extension Graph {
  /// Takes over what another graph of the same schema has in these objects' transient attributes.
  mutating func takeTransients(of ids: [ManagedObjectID], from other: Graph) {
    for id in ids {
      guard let place = place(of: id), other.header(at: place).isAlive else { continue }
      for property in entity(at: place)?.transients ?? [] {
        if case .attribute(let column) = property.storage {
          setValue(other.value(of: column, at: place), of: column, at: place)
        }
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
