import Diagnostics
import ObjectGraph
import Predicates

/// Keeping both ends of a relationship in agreement.
extension ModelBuilder {
  /// "`inverse name` sets the other side's inverse too": every relationship that names a partner which names none itself
  /// becomes the partner's inverse.
  mutating func completeInverses() {
    let index = ModelIndex(model)
    for entity in index.model.entities {
      for relationship in entity.properties.lazy.compactMap(\.relationship) {
        guard let inverse = relationship.inverse,
          let (property, owner) = index.property(inverse, of: relationship.destination),
          let partner = property.relationship, partner.inverse == nil,
          index.isKind(entity.name, of: partner.destination)
        else { continue }
        editRelationship(inverse, at: owner) { if $0.inverse == nil { $0.inverse = relationship.name } }
      }
    }
  }

  /// Corrects inverses. If a relationship names an inverse that its destination does not have, and exactly one of the
  /// destination's relationships names it, that one is meant. A warning says so.
  mutating func correctInverses(declared properties: [String: SourceRange]) -> [Diagnostic] {
    var notes: [Diagnostic] = []
    let index = ModelIndex(model)
    for (place, entity) in index.model.entities.enumerated() {
      for relationship in entity.properties.lazy.compactMap(\.relationship) {
        guard let written = relationship.inverse, index.property(written, of: relationship.destination) == nil else {
          continue
        }
        let partners = index.properties(of: relationship.destination).compactMap(\.relationship).filter {
          $0.inverse == relationship.name && index.isKind(entity.name, of: $0.destination)
        }
        guard partners.count == 1, let partner = partners.first else { continue }
        editRelationship(relationship.name, at: place) { $0.inverse = partner.name }
        notes.append(
          Diagnostic(
            "inverse-corrected",
            "\(relationship.destination) has no '\(DisplayText.visible(written))', but \(relationship.destination).\(partner.name) names \(entity.name).\(relationship.name) as its inverse",
            at: properties[relationship.name], severity: .warning, hint: "taken as inverse \(partner.name)"))
      }
    }
    return notes
  }

  /// Makes a relationship's partner lead back to it. The relationship that was the partner's inverse loses it.
  mutating func takeInverse(
    _ partner: String, of destination: String, for name: String, in owner: String, at range: SourceRange
  ) {
    var freed: (name: String, destination: String)?
    editRelationship(partner, of: destination) { relationship in
      if let old = relationship.inverse, old != name { freed = (old, relationship.destination) }
      relationship.inverse = name
    }
    if let freed { takeInverse(away: freed.name, of: freed.destination, naming: partner, of: destination, at: range) }
  }

  /// Takes a relationship's inverse away because the inverse now serves another one, and says so: the statement names
  /// only the other one.
  mutating func takeInverse(
    away name: String, of entity: String, naming partner: String, of destination: String, at range: SourceRange
  ) {
    guard model.property(name, of: entity)?.0.relationship?.inverse == partner else { return }
    clearInverse(name, of: entity, naming: partner)
    notes.append(
      Diagnostic(
        "inverse-taken", "\(entity).\(name) has lost its inverse, \(destination).\(partner)", at: range,
        severity: .warning, hint: "change \(entity).\(name), inverse \(partner) gives it back"))
  }

  mutating func clearInverse(_ name: String, of entity: String, naming partner: String) {
    editRelationship(name, of: entity) { if $0.inverse == partner { $0.inverse = nil } }
  }

  mutating func editRelationship(
    _ name: String, of entity: String, _ edit: (inout RelationshipDescription) -> Void
  ) {
    guard let (property, owner) = model.property(name, of: entity), var relationship = property.relationship,
      var description = model[entity: owner]
    else { return }
    edit(&relationship)
    description[property: name] = .relationship(relationship)
    model[entity: owner] = description
  }

  /// The same for an own relationship of the entity at a place.
  private mutating func editRelationship(
    _ name: String, at place: Int, _ edit: (inout RelationshipDescription) -> Void
  ) {
    guard var relationship = model.entities[place][property: name]?.relationship else { return }
    edit(&relationship)
    model.entities[place][property: name] = .relationship(relationship)
  }

  mutating func eachRelationship(of index: Int, _ edit: (inout RelationshipDescription) -> Void) {
    for place in model.entities[index].properties.indices {
      guard var relationship = model.entities[index].properties[place].relationship else { continue }
      edit(&relationship)
      model.entities[index].properties[place] = .relationship(relationship)
    }
  }
}
