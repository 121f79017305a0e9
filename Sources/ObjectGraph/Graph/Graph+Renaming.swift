extension Graph {
  /// The names that entities and properties have got since an earlier graph of the same context: they keep their
  /// identities when the model changes. O(properties).
  package func renaming(since earlier: Graph) -> ModelRenaming {
    var renaming = ModelRenaming()
    for (place, before) in earlier.schema.entities.enumerated() {
      guard let before, schema.entities.indices.contains(place), let now = schema.entities[place] else { continue }
      if now.name != before.name { renaming.rename(entity: before.name, to: now.name) }
      let names = Dictionary(now.ownProperties.map { ($0.identity, $0.name) }, uniquingKeysWith: { first, _ in first })
      for property in before.ownProperties {
        guard let name = names[property.identity], name != property.name else { continue }
        renaming.rename(property: property.name, of: before.name, to: name)
      }
    }
    return renaming
  }

  /// Whether an object is here, and not marked as deleted. O(1).
  package func contains(_ id: ManagedObjectID) -> Bool {
    place(of: id).map { header(at: $0).isLive } ?? false
  }
}
