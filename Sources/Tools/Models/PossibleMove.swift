import ObjectGraph

/// Attributes that a newer version has in a new entity, so that a lightweight migration drops what was kept in the old one:
/// the references of a bank statement, which are those of its SEPA data from then on.
struct PossibleMove: Hashable {
  var old: String
  var new: String
  /// At least two, in the order of the old entity.
  var attributes: [String]

  /// Returns the moves from entities that both versions have to those that the newer one alone has. O(entities² × properties).
  static func found(from old: ManagedObjectModel, to new: ManagedObjectModel) -> [PossibleMove] {
    let added = new.entities.filter { old[entity: $0.name] == nil && $0.renamingIdentifier == nil }
    return old.entities.flatMap { entity -> [PossibleMove] in
      guard new[entity: entity.name] != nil else { return [] }
      let gone = entity.properties.compactMap(\.attribute).filter { attribute in
        !attribute.isTransient && attribute.derivation == nil && new.property(attribute.name, of: entity.name) == nil
          // Renamed in its entity.
          && !new.entities.contains { entity in
            entity.properties.contains { $0.attribute?.renamingIdentifier == attribute.name }
          }
      }
      return added.compactMap { later in
        let names = gone.filter { later[property: $0.name]?.attribute?.type == $0.type }.map(\.name)
        return names.count > 1 ? PossibleMove(old: entity.name, new: later.name, attributes: names) : nil
      }
    }
  }
}
