import Predicates

/// The model as conditions are checked against it.
package struct ConditionShape: ModelShape {
  package let model: ManagedObjectModel

  package init(model: ManagedObjectModel) { self.model = model }

  package func property(_ key: String, of entity: String) -> PropertyShape? {
    switch model.property(key, of: entity)?.property {
    // An element of a composite is reached as what a to-one leads to is.
    case .attribute(let attribute) where attribute.compositeName != nil:
      return .toOne(attribute.compositeName ?? "", isOptional: attribute.isOptional)
    case .attribute(let attribute): return .attribute(attribute.type.valueType, isOptional: attribute.isOptional)
    case .relationship(let relationship):
      return relationship.isToMany
        ? .toMany(relationship.destination) : .toOne(relationship.destination, isOptional: relationship.isOptional)
    case .fetched(let fetched): return .fetched(fetched.destination)
    case nil where model[composite: entity] != nil:
      guard let element = model[composite: entity]?[element: key] else { return nil }
      if let name = element.compositeName { return .toOne(name, isOptional: true) }
      return .attribute(element.type.valueType, isOptional: true)
    case nil where entity == Self.description: return descriptionProperty(key)
    case nil where key == ObjectKey.entity.rawValue: return .toOne(Self.description, isOptional: false)
    case nil:
      return ObjectKey.inConditions.contains(key) ? .attribute(.any, isOptional: false) : nil
    }
  }

  /// The name that messages use for the description which `entity` leads to.
  private static let description = "the entity"

  private func descriptionProperty(_ key: String) -> PropertyShape? {
    switch EntityReference.Key(rawValue: key) {
    case .name, .managedObjectClassName, .renamingIdentifier: .attribute(.string, isOptional: false)
    case .isAbstract: .attribute(.boolean, isOptional: false)
    case .superentity: .toOne(Self.description, isOptional: true)
    case .userInfo: .attribute(.any, isOptional: false)
    case nil: nil
    }
  }

  package func keys(of entity: String) -> [String] {
    entity == Self.description
      ? EntityReference.Key.words
      : model[composite: entity]?.elements.map(\.name) ?? model.properties(of: entity).map(\.name)
  }

  package func inverse(of relationship: String, of entity: String) -> String? {
    guard case .relationship(let found)? = model.property(relationship, of: entity)?.property else { return nil }
    return found.inverse
  }

  package func isTransformable(_ key: String, of entity: String) -> Bool {
    (model[composite: entity]?[element: key] ?? model.property(key, of: entity)?.property.attribute)?.type
      == .transformable
  }

  package func missingColumn(_ key: String, of entity: String) -> MissingColumn? {
    guard let property = model.property(key, of: entity)?.property else {
      return ObjectKey.marks.contains(key) && model[entity: entity] != nil ? .objectState : nil
    }
    if property.fetched != nil { return .fetchedProperty }
    return property.isTransient ? .transient : nil
  }

  package func concrete(_ entity: String) -> String? {
    guard let found = model[entity: entity] else { return nil }
    if !found.isAbstract { return entity }
    return model.entities.first { !$0.isAbstract && model.isKind($0.name, of: entity) }?.name
  }
}

extension ManagedObjectModel {
  /// A property of an entity or, as a relationship may hold objects of any sub-entity, of one below it. O(entities).
  package func anyProperty(_ name: String, of entity: String) -> PropertyDescription? {
    if let (property, _) = property(name, of: entity) { return property }
    return entities.lazy.filter { isKind($0.name, of: entity) }.compactMap { $0[property: name] }.first
  }
}
