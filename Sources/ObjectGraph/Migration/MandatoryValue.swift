import Predicates

/// A property that every object needs a value of, and to which a migration gives none: a required attribute without default
/// or a required to-one, when it is new or was optional before.
///
/// Core Data infers a mapping for such a change and then fails as soon as a row lacks the value: 134110, "missing attribute
/// values on mandatory destination attribute", or "relationship" (reported from its migrations in place; openradar
/// 12153321). An attribute with a default is filled. So are, as far as we know, none of these: transient properties, which
/// stores do not keep; derived attributes, which are computed; and to-many relationships, whose rows are elsewhere.
///
/// Two models do not show whether there are such rows: ``MigrationForecast`` names the property, and a migration, which
/// asks the same, the first object.
public struct MandatoryValue: Hashable, Sendable {
  /// Why objects may lack it.
  public enum Cause: Hashable, Sendable {
    /// The objects had no such property before.
    case added
    /// It was optional, or no store kept it.
    case becameRequired
  }

  /// The name of the property, or the path of an element inside its composite.
  public var path: String
  /// The new name of the entity that declares it.
  public var entity: String
  /// Whether it is a to-one relationship.
  public var isRelationship: Bool
  /// Why objects may lack it.
  public var cause: Cause
  /// The entities whose objects lack it, by their new names; empty if all that had objects before and have the property now
  /// do.
  public var holders: [String]
}

extension AttributeDescription {
  /// Whether objects need a value that they may not have had in an earlier attribute, or without one.
  func isMandatory(since before: AttributeDescription?) -> Bool {
    !isOptional && !isTransient && derivation == nil && (before.map { $0.isOptional || $0.isTransient } ?? true)
  }
}

extension RelationshipDescription {
  /// Whether objects need a destination that they may not have had in an earlier relationship, or without one.
  package func isMandatory(since before: RelationshipDescription?) -> Bool {
    !isToMany && !isOptional && !isTransient && (before.map { $0.isOptional || $0.isTransient || $0.isToMany } ?? true)
  }
}

extension AttributeShape {
  /// The path of what a value lacks, itself or an element of it, that is needed and may not have been there before; nil for
  /// nothing.
  func missingPath(in value: Value, since before: AttributeDescription?, _ matching: ModelMatching) -> String? {
    if value.isNull { return attribute.isMandatory(since: before) ? attribute.name : nil }
    guard let elements, let name = attribute.compositeName, case .dictionary(let entries) = value else { return nil }
    let composite = before?.compositeName.flatMap { matching.old.composites[$0] }
    let names = composite.map { matching.elements(of: name, since: $0.name) } ?? [:]
    for element in elements {
      let earlier = names[element.attribute.name].flatMap { composite?[element: $0] }
      let part = entries[element.attribute.name] ?? .null
      if let path = element.missingPath(in: part, since: earlier, matching) { return "\(attribute.name).\(path)" }
    }
    return nil
  }
}

extension ModelMatching {
  /// The properties without which a migration leaves the objects that the old model may have had.
  /// O(properties with the inherited ones counted at each entity).
  func mandatoryValues() -> [MandatoryValue] {
    var found: [MandatoryValue] = []
    var places: [MandatoryValue: Int] = [:]
    var owners: [[String]: Int] = [:]
    for entity in new.model.entities where !entity.isAbstract {
      guard oldNames[entity.name].flatMap(old.entity)?.isAbstract == false else { continue }
      for property in new.properties(of: entity.name) {
        let declaring = new.property(property.name, of: entity.name).map { new.model.entities[$0.declaredBy].name }
        let owner = declaring ?? entity.name
        owners[[owner, property.name], default: 0] += 1
        for (path, cause) in gaps(in: property, since: source(of: property.name, in: entity.name)?.property) {
          let value = MandatoryValue(
            path: path, entity: owner, isRelationship: property.relationship != nil, cause: cause, holders: [])
          if places[value] == nil {
            places[value] = found.count
            found.append(value)
          }
          if let place = places[value] { found[place].holders.append(entity.name) }
        }
      }
    }
    for place in found.indices where found[place].holders.count == owners[[found[place].entity, found[place].key]] {
      found[place].holders = []
    }
    return found
  }

  private func gaps(
    in property: PropertyDescription, since before: PropertyDescription?
  ) -> [(path: String, cause: MandatoryValue.Cause)] {
    switch property {
    case .attribute(let now): return gaps(in: now, since: before?.attribute)
    case .relationship(let now):
      return now.isMandatory(since: before?.relationship) ? [(now.name, before == nil ? .added : .becameRequired)] : []
    case .fetched: return []
    }
  }

  private func gaps(
    in attribute: AttributeDescription, since before: AttributeDescription?
  ) -> [(path: String, cause: MandatoryValue.Cause)] {
    if attribute.isTransient || attribute.derivation != nil { return [] }
    var found: [(path: String, cause: MandatoryValue.Cause)] = []
    var work = [(path: attribute.name, before: before, now: attribute, inside: [String]())]
    while let (path, before, now, inside) = work.popLast() {
      let isFilled = now.defaultValue == .now || now.initialValue(in: new.model) != nil
      if now.isMandatory(since: before), !isFilled { found.append((path, before == nil ? .added : .becameRequired)) }
      // Elements are asked for where the composite has a value.
      guard let name = now.compositeName, !inside.contains(name), let composite = new.composites[name],
        before?.compositeName != nil || before == nil && isFilled
      else { continue }
      let earlier = before?.compositeName.flatMap { old.composites[$0] }
      let names = earlier.map { elements(of: name, since: $0.name) } ?? [:]
      for element in composite.elements.reversed() {
        let source = names[element.name].flatMap { earlier?[element: $0] }
        work.append(("\(path).\(element.name)", source, element, inside + [name]))
      }
    }
    return found
  }
}

extension MandatoryValue {
  /// The name of the property itself.
  var key: String { String(path.firstKey) }
}
