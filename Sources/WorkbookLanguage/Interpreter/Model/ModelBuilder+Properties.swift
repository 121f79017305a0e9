import Diagnostics
import ObjectGraph
import Predicates

/// Properties that are changed, renamed, removed, and pairs of relationships.
extension ModelBuilder {
  mutating func change(
    _ reference: PropertyReference, _ kind: PropertyKind?, _ options: [PropertyOption]
  ) throws(Diagnostic) {
    let (found, owner) = try property(reference)
    var property = found
    if let relationship = property.relationship { try refuseCardinality(in: options, of: reference, relationship) }
    if let kind { property = try retyped(property, kind) }
    for option in options { try apply(option, to: &property, inChange: true) }
    noteRequired(property, in: options, of: owner)
    if case .attribute(let attribute) = property { property = .attribute(attribute.withExactDecimals) }
    guard var entity = model[entity: owner] else { return }
    let before = found.relationship
    entity[property: found.name] = property
    model[entity: owner] = entity
    noteDerivation(of: property.name, in: owner, options)
    // The partner follows: an inverse is one thing with two ends.
    let inverse = property.relationship?.inverse
    if let before, let partner = before.inverse, inverse != partner {
      if inverse == nil {
        clearInverse(partner, of: before.destination, naming: found.name)
      } else {
        takeInverse(
          away: partner, of: before.destination, naming: found.name, of: owner, at: reference.property.range)
      }
    }
    if let relationship = property.relationship, let inverse, before?.inverse != inverse {
      takeInverse(
        inverse, of: relationship.destination, for: found.name, in: owner, at: reference.property.range)
    }
    completeInverses()
  }

  /// `change Arena.tenants, to-many`: the arrow says it.
  private func refuseCardinality(
    in options: [PropertyOption], of reference: PropertyReference, _ relationship: RelationshipDescription
  ) throws(Diagnostic) {
    for option in options {
      guard case .cardinality(let isToMany) = option.kind else { continue }
      let arrow = isToMany ? "->>" : "->"
      let mark = relationship.isOptional ? "?" : ""
      throw unfit(
        option, "the arrow says whether a relationship is to-one or to-many",
        "write change \(reference) \(arrow) \(relationship.destination)\(mark)")
    }
  }

  mutating func rename(_ reference: PropertyReference, to new: Identifier) throws(Diagnostic) {
    let (found, owner) = try property(reference)
    try refuseInherited(reference, from: owner, "rename \(owner).\(found.name) to \(new)")
    guard var entity = model[entity: owner] else { return }
    try refuseTaken(new, in: entity)
    guard let place = entity.properties.firstIndex(where: { $0.name == found.name }) else { return }
    let before = model
    entity.properties[place].name = new.text
    entity.uniquenessConstraints = entity.uniquenessConstraints.map { $0.map { $0 == found.name ? new.text : $0 } }
    model[entity: owner] = entity
    renameInIndexes(found.name, of: owner, to: new.text)
    renameInDependencies(found.name, of: owner, to: new.text)
    renameInConditions(found.name, of: owner, to: new.text, before: before)
    renaming.rename(property: found.name, of: owner, to: new.text)
    guard let relationship = found.relationship, let inverse = relationship.inverse else { return }
    // A self-inverse relationship has been renamed already and is its own partner.
    let partner = relationship.destination == owner && inverse == found.name ? new.text : inverse
    editRelationship(partner, of: relationship.destination) { $0.inverse = new.text }
  }

  mutating func remove(_ reference: PropertyReference) throws(Diagnostic) {
    let (found, owner) = try property(reference)
    try refuseInherited(reference, from: owner, "remove \(owner).\(found.name)")
    guard var entity = model[entity: owner] else { return }
    try refuseWhereNamed(reference.property, of: owner)
    entity[property: found.name] = nil
    model[entity: owner] = entity
    dropConstraints(naming: found.name, of: owner)
    renameInIndexes(found.name, of: owner, to: nil)
    if let relationship = found.relationship, let inverse = relationship.inverse {
      clearInverse(inverse, of: relationship.destination, naming: found.name)
    }
  }

  /// Takes away the constraints of an entity, and of those below it, that name a property or an element of it.
  private mutating func dropConstraints(naming key: String, of owner: String) {
    for entity in model.entities where model.isKind(entity.name, of: owner) {
      let dropped = entity.constraints(naming: key)
      guard !dropped.isEmpty else { continue }
      model[entity: entity.name]?.uniquenessConstraints.removeAll(where: dropped.contains)
      // A key of one property goes without saying.
      droppedConstraints += dropped.filter { $0.count > 1 }.map {
        "\(entity.name): unique \($0.joined(separator: ", "))"
      }
    }
  }

  /// Refuses what would change a parent, and so all its sub-entities, under the name of one of them.
  private func refuseInherited(
    _ reference: PropertyReference, from owner: String, _ statement: String
  ) throws(Diagnostic) {
    if owner == reference.entity.text { return }
    throw Diagnostic(
      "inherited", "\(reference.entity) inherits \(reference.property) from \(owner)", at: reference.entity.range,
      hint: "write \(statement)")
  }

  /// `A.x <-->> B.y`: both are made, or made each other's inverse where they exist.
  mutating func pair(_ link: LinkDeclaration) throws(Diagnostic) {
    try placeEnd(link.left, isToMany: link.leftIsToMany, destination: link.right.entity, inverse: link.right.property)
    try placeEnd(link.right, isToMany: link.rightIsToMany, destination: link.left.entity, inverse: link.left.property)
  }

  mutating func placeEnd(
    _ end: PropertyReference, isToMany: Bool, destination: Identifier, inverse: Identifier
  ) throws(Diagnostic) {
    var entity = try self.entity(end.entity)
    _ = try self.entity(destination)
    if entity[property: end.property.text] == nil, let (_, owner) = model.property(end.property.text, of: entity.name) {
      throw Diagnostic(
        Diagnostic.ID.takenName, "\(entity.name) inherits '\(end.property)' from \(owner)", at: end.property.range,
        hint: "take another name")
    }
    if let existing = entity[property: end.property.text] {
      guard var relationship = existing.relationship, relationship.destination == destination.text else {
        throw Diagnostic(
          Diagnostic.ID.takenName, "\(entity.name) has a property '\(end.property)' already", at: end.property.range,
          hint: "take another name, or first: remove \(end)")
      }
      if let partner = relationship.inverse, partner != inverse.text {
        takeInverse(
          away: partner, of: relationship.destination, naming: end.property.text, of: entity.name,
          at: end.property.range)
        guard let current = model[entity: entity.name] else { return }
        entity = current
      }
      if relationship.isToMany != isToMany { relationship.maximumCount = isToMany ? 0 : 1 }
      relationship.isToMany = isToMany
      relationship.inverse = inverse.text
      entity[property: end.property.text] = .relationship(relationship)
    } else {
      try refuseTaken(end.property, in: entity)
      entity.properties.append(
        .relationship(
          RelationshipDescription(
            end.property.text, to: destination.text, isToMany: isToMany, isOptional: true, inverse: inverse.text)))
    }
    model[entity: entity.name] = entity
  }
}
