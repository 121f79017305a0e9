import Predicates

/// Transient properties belong to a context. The saved graph has their defaults and none of their links; what a context
/// has in them survives its saves and its merges until the object is refreshed (Core Data's behaviour, by public tests).
///
/// A link of a transient relationship whose inverse is stored is the inverse's, and stays.
extension Graph {
  /// Takes over what another graph of the same schema has in these objects' transient properties. Marks objects whose
  /// links change.
  mutating func takeTransients(of ids: [ManagedObjectID], from other: Graph) {
    for id in ids {
      guard let place = place(of: id), other.header(at: place).isAlive else { continue }
      for property in entity(at: place)?.transients ?? [] {
        switch property.storage {
        case .attribute(let column): setValue(other.value(of: column, at: place), of: column, at: place)
        case .relationship(let layout) where isUnstored(layout):
          let theirs = other.members(of: layout, place.row)
          for member in members(of: layout, place.row) where !theirs.contains(member) {
            disconnect(layout, place.row, member)
          }
          for member in theirs where header(at: Place(table: layout.destinationTable, row: member)).isAlive {
            connect(layout, place.row, member)
          }
        case .relationship, .fetched: break
        }
      }
    }
  }

  /// Gives an object's transient attributes the values they have after it is read again, and ends its transient links.
  /// Marks objects whose links change.
  /// - Parameter kept: Objects whose links stay, also those to this one.
  /// - Returns: Whether a link was ended.
  @discardableResult
  mutating func dropTransients(at place: Place, keeping kept: Set<Place> = []) -> Bool {
    var endsLinks = false
    for property in entity(at: place)?.transients ?? [] {
      switch property.storage {
      case .attribute(let column): setValue(property.shape?.initialValue ?? .null, of: column, at: place)
      case .relationship(let layout) where isUnstored(layout):
        for member in members(of: layout, place.row)
        where !kept.contains(Place(table: layout.destinationTable, row: member)) {
          if disconnect(layout, place.row, member) { endsLinks = true }
        }
      case .relationship, .fetched: break
      }
    }
    return endsLinks
  }

  /// Whether no store keeps the links of a transient relationship: its inverse, if there is one, is transient too.
  private func isUnstored(_ layout: RelationshipLayout) -> Bool {
    guard layout.hasInverse else { return true }
    let inverse = schema.entity(at: layout.destination)?.relationships.first { $0.layout?.index == layout.inverse }
    return inverse?.isTransient ?? true
  }
}
