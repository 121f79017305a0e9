import ObjectGraph

/// A model as the reference graph asks it: every entity with all its properties, inherited ones first. Worked out from
/// the descriptions alone, so that a mistake in the library's own look-ups shows.
struct ReferenceSchema {
  struct Entity {
    var name: String
    var isAbstract: Bool
    /// Itself and its ancestors.
    var kinds: Set<String>
    var properties: [PropertyDescription]
    /// Lists of keys with the entity that declares them.
    var constraints: [(declaredBy: String, keys: [String])]
  }

  var entities: [String: Entity] = [:]
  /// In the order of the model.
  var names: [String] = []

  init(_ model: ManagedObjectModel) {
    for entity in model.entities {
      var line = [entity]
      while let parent = line.first?.parent, let found = model.entities.first(where: { $0.name == parent }) {
        line.insert(found, at: 0)
      }
      names.append(entity.name)
      entities[entity.name] = Entity(
        name: entity.name, isAbstract: entity.isAbstract, kinds: Set(line.map(\.name)),
        properties: line.flatMap(\.properties),
        constraints: line.flatMap { declaring in declaring.uniquenessConstraints.map { (declaring.name, $0) } })
    }
  }

  func property(_ key: String, of entity: String) -> PropertyDescription? {
    entities[entity]?.properties.first { $0.name == key }
  }

  func relationship(_ key: String, of entity: String) -> RelationshipDescription? {
    property(key, of: entity)?.relationship
  }

  func relationships(of entity: String) -> [RelationshipDescription] {
    (entities[entity]?.properties ?? []).compactMap(\.relationship)
  }

  func attributes(of entity: String) -> [AttributeDescription] {
    (entities[entity]?.properties ?? []).compactMap(\.attribute)
  }

  func isKind(_ entity: String, of other: String) -> Bool { entities[entity]?.kinds.contains(other) ?? false }
}
