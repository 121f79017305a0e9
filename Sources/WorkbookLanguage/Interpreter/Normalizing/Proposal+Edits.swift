import ModelReview
import ObjectGraph

extension Proposal {
  /// The statements that make the same change of the model, without the objects' part of it. None where the proposal does
  /// not fit the model. O(size of the model).
  func edits(in model: ManagedObjectModel) -> [String] {
    guard let context = try? ManagedObjectContext(model: model), (try? carryOut(in: context)) != nil else { return [] }
    return model.edits(to: context.model)
  }
}

extension ManagedObjectModel {
  /// The statements that make another model of this one, as far as entities, attributes and relationships come or go.
  fileprivate func edits(to other: ManagedObjectModel) -> [String] {
    let made = other.entities.filter { self[entity: $0.name] == nil }
    var lines = made.map(\.head)
    for entity in other.entities where self[entity: entity.name] != nil {
      lines += entity.properties.filter { $0.attribute != nil && !has($0, in: entity.name) }.map {
        "add \(entity.name).\(PropertyText.declaration($0))"
      }
    }
    for entity in entities {
      guard other[entity: entity.name] != nil else {
        lines.append("remove \(entity.name)")
        continue
      }
      lines += entity.properties.filter { !other.has($0, in: entity.name) }.map { "remove \(entity.name).\($0.name)" }
    }
    for entity in other.entities {
      let new = entity.properties.filter { !has($0, in: entity.name) }.compactMap(\.relationship)
      lines += new.flatMap { other.pair($0, of: entity.name, after: self) }
    }
    for entity in other.entities {
      guard let before = self[entity: entity.name] else {
        lines += entity.constraintsOnRelationships + entity.ruleChanges(after: [])
        lines += entity.dependencies.map { ModelText.dependency($0, of: entity.name) }
        continue
      }
      // A constraint goes with a property that it names, also where the relationship in its place has the same name.
      let removed = Set(before.properties.filter { !other.has($0, in: entity.name) }.map(\.name))
      let new = entity.uniquenessConstraints.filter {
        !before.uniquenessConstraints.contains($0) || !removed.isDisjoint(with: $0)
      }
      lines += new.map {
        "change \(entity.name), unique \($0.joined(separator: ", "))"
      }
      lines += entity.ruleChanges(after: before.rules)
      let dependencies = entity.dependencies.filter {
        !before.dependencies.contains($0) || !removed.isDisjoint(with: $0.keys)
      }
      lines += dependencies.map { ModelText.dependency($0, of: entity.name) }
    }
    return lines
  }

  /// Whether an entity has such a property: one of the same name, and a relationship only if that is one.
  private func has(_ property: PropertyDescription, in entity: String) -> Bool {
    guard let own = self[entity: entity]?[property: property.name] else { return false }
    return (own.relationship == nil) == (property.relationship == nil)
  }

  /// The statements that make a relationship with its inverse. None at the end that comes second: that of an entity which the
  /// model before does not have, or else the end that leads to many, or else the later name.
  private func pair(_ relationship: RelationshipDescription, of entity: String, after before: Self) -> [String] {
    guard let inverse = relationship.inverse,
      let back = self[entity: relationship.destination]?[property: inverse]?.relationship
    else { return ["add \(entity).\(PropertyText.declaration(.relationship(relationship)))"] }
    let (here, there) = ("\(entity).\(relationship.name)", "\(relationship.destination).\(inverse)")
    let isKnown = before[entity: entity] != nil
    if isKnown != (before[entity: relationship.destination] != nil) {
      guard isKnown else { return [] }
    } else if relationship.isToMany != back.isToMany {
      guard back.isToMany else { return [] }
    } else if here > there {
      return []
    }
    let arrow = (back.isToMany ? "<<--" : "<--") + (relationship.isToMany ? ">>" : ">")
    return ["\(here) \(arrow) \(there)"] + relationship.changes(of: here) + back.changes(of: there)
  }
}

extension EntityDescription {
  /// `entity Position { name: String; unique name }`, without its relationships.
  fileprivate var head: String {
    let constraints = uniquenessConstraints.filter(isOfAttributes).map { "unique \($0.joined(separator: ", "))" }
    let members = properties.filter { $0.relationship == nil }.map(PropertyText.declaration) + constraints
    return members.isEmpty ? "entity \(name) { }" : "entity \(name) { \(members.joined(separator: "; ")) }"
  }

  /// `change Position, unique team`.
  fileprivate var constraintsOnRelationships: [String] {
    uniquenessConstraints.filter { !isOfAttributes($0) }.map { "change \(name), unique \($0.joined(separator: ", "))" }
  }

  /// `change Player, rule "has a team": team != nil`.
  fileprivate func ruleChanges(after before: [ValidationRule]) -> [String] {
    rules.filter { !before.contains($0) }.map { "change \(name), \(ModelText.rule($0))" }
  }

  private func isOfAttributes(_ names: [String]) -> Bool { names.allSatisfy { self[property: $0]?.attribute != nil } }
}

extension RelationshipDescription {
  /// `change Player.phones, ordered, delete cascade`: what a pair does not say. None where it says all.
  fileprivate func changes(of reference: String) -> [String] {
    let options =
      (isOptional ? [] : ["required"]) + (isOrdered ? ["ordered"] : [])
      + (deleteRule == .nullify ? [] : ["delete \(deleteRule.rawValue)"])
    return options.isEmpty ? [] : ["change \(reference), \(options.joined(separator: ", "))"]
  }
}
