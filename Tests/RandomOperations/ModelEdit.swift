import ObjectGraph
import Predicates

/// A change of a model that loses nothing, and so can be taken back.
struct ModelEdit {
  var name: String
  var model: ManagedObjectModel
  var renaming = ModelRenaming()

  private enum Kind: CaseIterable {
    case addAttribute, addEntity, addRelationship, renameAttribute, renameRelationship, renameEntity, deleteRule, order,
      toMany, retype, newParent, moveUp
  }

  /// An edit that fits the model, and the one that takes it back; nil when there is nothing to edit in this way.
  static func random(
    for model: ManagedObjectModel, _ random: inout SplitMix
  ) -> (there: ModelEdit, back: ModelEdit)? {
    guard let kind = random.pick(Kind.allCases), let entity = random.pick(model.entities) else { return nil }
    let fresh = "n\(random.below(1_000_000))"
    var new = model
    var there = ModelRenaming()
    var back = ModelRenaming()
    var name = "\(kind)"
    func replace(_ property: PropertyDescription, by other: PropertyDescription, of entity: String) {
      guard let index = new[entity: entity]?.properties.firstIndex(of: property) else { return }
      new[entity: entity]?.properties[index] = other
    }
    switch kind {
    case .addAttribute:
      let type = AttributeType.allCases[random.below(AttributeType.allCases.count)]
      new[entity: entity.name]?[property: fresh] = .attribute(
        AttributeDescription(fresh, type, isOptional: true, isTransient: type == .undefined))
    case .addEntity: new.entities.append(EntityDescription(fresh, parent: random.chance(50) ? entity.name : nil))
    case .addRelationship:
      let other = random.pick(model.entities) ?? entity
      new[entity: entity.name]?[property: fresh] = .relationship(
        RelationshipDescription(
          fresh, to: other.name, isToMany: random.chance(50), isOptional: true, inverse: fresh + "back"))
      new[entity: other.name]?[property: fresh + "back"] = .relationship(
        RelationshipDescription(
          fresh + "back", to: entity.name, isToMany: random.chance(50), isOptional: true, inverse: fresh))
    case .renameAttribute:
      guard let attribute = random.pick(entity.properties.compactMap(\.attribute)) else { return nil }
      var renamed = PropertyDescription.attribute(attribute)
      renamed.name = fresh
      replace(.attribute(attribute), by: renamed, of: entity.name)
      renameKey(attribute.name, to: fresh, in: &new)
      there.rename(property: attribute.name, of: entity.name, to: fresh)
      back.rename(property: fresh, of: entity.name, to: attribute.name)
    case .renameRelationship:
      guard let relationship = random.pick(entity.properties.compactMap(\.relationship)) else { return nil }
      for place in new.entities.indices {
        new.entities[place].properties = new.entities[place].properties.map { property in
          guard var found = property.relationship else { return property }
          if found.name == relationship.name { found.name = fresh }
          if found.inverse == relationship.name { found.inverse = fresh }
          return .relationship(found)
        }
      }
      renameKey(relationship.name, to: fresh, in: &new)
      there.rename(property: relationship.name, of: entity.name, to: fresh)
      back.rename(property: fresh, of: entity.name, to: relationship.name)
    case .renameEntity:
      for place in new.entities.indices {
        if new.entities[place].name == entity.name { new.entities[place].name = fresh }
        if new.entities[place].parent == entity.name { new.entities[place].parent = fresh }
        new.entities[place].properties = new.entities[place].properties.map { property in
          guard var found = property.relationship else { return property }
          if found.destination == entity.name { found.destination = fresh }
          return .relationship(found)
        }
      }
      there.rename(entity: entity.name, to: fresh)
      back.rename(entity: fresh, to: entity.name)
    case .deleteRule, .order, .toMany:
      guard var relationship = random.pick(entity.properties.compactMap(\.relationship)) else { return nil }
      let old = relationship
      switch kind {
      case .deleteRule: relationship.deleteRule = DeleteRule.allCases[random.below(DeleteRule.allCases.count)]
      case .order:
        guard relationship.isToMany else { return nil }
        relationship.isOrdered.toggle()
      default:
        guard !relationship.isToMany, !model.isUniqueKey(relationship.name) else { return nil }
        relationship.isToMany = true
        relationship.maximumCount = 0
      }
      name += " of \(entity.name).\(relationship.name)"
      replace(.relationship(old), by: .relationship(relationship), of: entity.name)
    case .retype:
      let attributes = entity.properties.compactMap(\.attribute).filter { $0.defaultValue == nil && !$0.isBounded }
      guard var attribute = random.pick(attributes), let type = random.pick(wider[attribute.type] ?? []) else {
        return nil
      }
      let old = attribute
      attribute.type = type
      name += " of \(entity.name).\(attribute.name) from \(old.type) to \(type)"
      replace(.attribute(old), by: .attribute(attribute), of: entity.name)
    case .newParent:
      guard entity.parent == nil else { return nil }
      new.entities.append(EntityDescription(fresh, isAbstract: true))
      new[entity: entity.name]?.parent = fresh
    case .moveUp:
      guard let parent = entity.parent, let attribute = random.pick(entity.properties.compactMap(\.attribute)),
        attribute.isOptional, attribute.defaultValue == nil
      else { return nil }
      new[entity: entity.name]?[property: attribute.name] = nil
      new[entity: parent]?.properties.append(.attribute(attribute))
    }
    guard new.problems().isEmpty else { return nil }
    return (
      ModelEdit(name: name, model: new, renaming: there),
      ModelEdit(name: "back: \(name)", model: model, renaming: back)
    )
  }

  /// Types that hold every value of another, and give it back as it was.
  private static let wider: [AttributeType: [AttributeType]] = [
    .integer16: [.integer32, .integer64, .decimal, .double, .string], .integer32: [.integer64, .decimal, .string],
    .integer64: [.decimal, .string], .boolean: [.string, .integer16], .uuid: [.string], .uri: [.string],
    .float: [.double, .string], .decimal: [.string],
  ]

  private static func renameKey(_ old: String, to new: String, in model: inout ManagedObjectModel) {
    for place in model.entities.indices {
      model.entities[place].uniquenessConstraints = model.entities[place].uniquenessConstraints.map {
        $0.map { $0 == old ? new : $0 }
      }
    }
  }
}

extension AttributeDescription {
  fileprivate var isBounded: Bool {
    minimumLength != nil || maximumLength != nil || minimumValue != nil || maximumValue != nil || pattern != nil
  }
}

extension ManagedObjectModel {
  fileprivate func isUniqueKey(_ name: String) -> Bool {
    entities.contains { $0.uniquenessConstraints.contains { $0.contains(name) } }
  }
}
