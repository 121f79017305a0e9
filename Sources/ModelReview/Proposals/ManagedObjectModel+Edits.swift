import ObjectGraph

/// The edits that proposals are made of.
extension ManagedObjectModel {
  /// Gives an entity a property like one of another: the same type and limits, without a default, optional unless it
  /// has to be there. The inverse of a relationship gets a new name.
  mutating func place(_ property: PropertyDescription, in entity: String, isRequired: Bool = false) {
    switch property {
    case .attribute(var attribute):
      attribute.isOptional = !isRequired
      attribute.defaultValue = nil
      attribute.renamingIdentifier = nil
      self[entity: entity]?.properties.append(.attribute(attribute))
    case .relationship(var relationship):
      relationship.isOptional = !isRequired
      relationship.renamingIdentifier = nil
      relationship.inverse = nil
      var names = ProposedNames(self)
      let back = names.property(
        EnglishNouns.plural(ProposedNames.lowered(entity)), of: relationship.destination)
      relationship.inverse = back
      self[entity: entity]?.properties.append(.relationship(relationship))
      self[entity: relationship.destination]?.properties.append(
        .relationship(
          RelationshipDescription(back, to: entity, isToMany: true, isOptional: true, inverse: relationship.name)))
    case .fetched: break
    }
  }

  /// Takes a property away, with the other end of a relationship, the constraints and the dependencies that name it.
  mutating func take(_ name: String, from entity: String) {
    guard let (property, owner) = property(name, of: entity) else { return }
    if property.relationship != nil, let back = inverse(of: name, in: owner) {
      self[entity: back.entity]?[property: back.relationship.name] = nil
      dropDependencies(naming: back.relationship.name, of: back.entity)
    }
    self[entity: owner]?[property: name] = nil
    for place in entities.indices where isKind(entities[place].name, of: owner) {
      let dropped = entities[place].constraints(naming: name)
      entities[place].uniquenessConstraints.removeAll(where: dropped.contains)
    }
    dropDependencies(naming: name, of: owner)
  }

  /// Takes away what is declared of a property, by its entity and by those below it.
  package mutating func dropDependencies(naming key: String, of entity: String) {
    for place in entities.indices where isKind(entities[place].name, of: entity) {
      entities[place].dependencies.removeAll { $0.keys.contains(key) }
    }
  }

  mutating func rename(relationship name: String, of entity: String, to new: String) {
    guard let (property, owner) = property(name, of: entity), let back = inverse(of: name, in: owner),
      let place = self[entity: owner]?.properties.firstIndex(where: { $0.name == property.name })
    else { return }
    self[entity: owner]?.properties[place].name = new
    var other = back.relationship
    other.inverse = new
    self[entity: back.entity]?[property: other.name] = .relationship(other)
  }
}

extension ManagedObjectContext {
  /// Gives a relationship its own name once what had it before is gone. Nothing is done where it has it already.
  func rename(relationship name: String, of entity: String, to new: String) throws {
    guard name != new else { return }
    var named = model
    named.rename(relationship: name, of: entity, to: new)
    var renaming = ModelRenaming()
    renaming.rename(property: name, of: entity, to: new)
    try setModel(named, renaming: renaming)
  }
}
