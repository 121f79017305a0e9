import Diagnostics
import ObjectGraph
import Predicates

/// Turns declarations into descriptions, on a copy of a model.
///
/// Names that lead nowhere yet are let through: a model is written top to bottom, and what is still missing is listed when
/// the first object is made.
struct ModelBuilder {
  var model: ManagedObjectModel
  var renaming = ModelRenaming.none

  // MARK: Entities

  mutating func declare(_ declaration: EntityDeclaration) throws(Diagnostic) {
    try refuseTaken(declaration.name)
    var entity = EntityDescription(
      declaration.name.text, isAbstract: declaration.isAbstract, parent: declaration.parent?.text)
    for member in declaration.members { try add(member, to: &entity) }
    model.entities.append(entity)
    completeInverses()
  }

  mutating func add(_ member: Member, to entityName: Identifier) throws(Diagnostic) {
    var entity = try self.entity(entityName)
    try add(member, to: &entity)
    model[entity: entity.name] = entity
    completeInverses()
  }

  private func add(_ member: Member, to entity: inout EntityDescription) throws(Diagnostic) {
    switch member {
    case .property(let declaration):
      try refuseTaken(declaration.name, in: entity)
      entity.properties.append(try property(declaration))
    case .fetched(let declaration):
      try refuseTaken(declaration.name, in: entity)
      var userInfo: [String: Value] = [:]
      for entry in declaration.userInfo { userInfo[entry.key.text] = entry.value.value }
      entity.properties.append(
        .fetched(
          FetchedPropertyDescription(
            declaration.name.text, of: declaration.destination.text, predicate: declaration.clauses.condition,
            sortDescriptors: declaration.clauses.sortDescriptors, limit: declaration.clauses.limit, userInfo: userInfo))
      )
    case .unique(let names): entity.uniquenessConstraints.append(names.map(\.text))
    case .userInfo(let entry): entity.userInfo[entry.key.text] = entry.value.value
    case .rule(let name, let condition): entity.rules.append(ValidationRule(name, condition))
    }
  }

  mutating func change(_ name: Identifier, _ changes: [EntityChange]) throws(Diagnostic) {
    var entity = try self.entity(name)
    for change in changes {
      switch change.kind {
      case .abstract: entity.isAbstract = true
      case .parent(let parent):
        _ = try self.entity(parent)
        if model.isKind(parent.text, of: entity.name) {
          throw Diagnostic(
            "parent-cycle", "\(parent) can't be the parent of \(entity.name): it descends from it", at: parent.range,
            hint: "take an entity that is not below \(entity.name)")
        }
        entity.parent = parent.text
      case .no(let word):
        switch word.text {
        case "abstract": entity.isAbstract = false
        case "parent": entity.parent = nil
        default:
          throw Diagnostic(
            "unknown-option", "an entity has no '\(word)' to take away", at: word.range, hint: "abstract or parent")
        }
      case .renamed(let old): entity.renamingIdentifier = old
      }
    }
    model[entity: entity.name] = entity
  }

  mutating func rename(_ name: Identifier, to new: Identifier) throws(Diagnostic) {
    var entity = try self.entity(name)
    try refuseTaken(new)
    guard let place = model.entities.firstIndex(where: { $0.name == name.text }) else { return }
    entity.name = new.text
    model.entities[place] = entity
    renaming.rename(entity: name.text, to: new.text)
    for index in model.entities.indices {
      if model.entities[index].parent == name.text { model.entities[index].parent = new.text }
      eachRelationship(of: index) { relationship in
        if relationship.destination == name.text { relationship.destination = new.text }
      }
    }
  }

  mutating func remove(_ name: Identifier) throws(Diagnostic) {
    _ = try entity(name)
    if let child = model.subentities(of: name.text).first {
      throw Diagnostic(
        "entity-in-use", "\(name) is the parent of \(child)", at: name.range, hint: "first: change \(child), no parent")
    }
    model[entity: name.text] = nil
  }

  // MARK: Properties

  mutating func change(
    _ reference: PropertyReference, _ kind: PropertyKind?, _ options: [PropertyOption]
  ) throws(Diagnostic) {
    let (found, owner) = try property(reference)
    var property = found
    if let kind { property = try retyped(property, kind) }
    for option in options { try apply(option, to: &property, inChange: true) }
    guard var entity = model[entity: owner] else { return }
    let before = found.relationship
    entity[property: found.name] = property
    model[entity: owner] = entity
    // The partner follows: an inverse is one thing with two ends.
    if let before, let partner = before.inverse, property.relationship?.inverse != partner {
      clearInverse(partner, of: before.destination, naming: found.name)
    }
    if let relationship = property.relationship, let inverse = relationship.inverse, before?.inverse != inverse {
      takeInverse(inverse, of: relationship.destination, for: found.name, in: owner)
    }
    completeInverses()
  }

  mutating func rename(_ reference: PropertyReference, to new: Identifier) throws(Diagnostic) {
    let (found, owner) = try property(reference)
    guard var entity = model[entity: owner] else { return }
    try refuseTaken(new, in: entity)
    guard let place = entity.properties.firstIndex(where: { $0.name == found.name }) else { return }
    entity.properties[place].name = new.text
    entity.uniquenessConstraints = entity.uniquenessConstraints.map { $0.map { $0 == found.name ? new.text : $0 } }
    model[entity: owner] = entity
    renaming.rename(property: found.name, of: owner, to: new.text)
    guard let relationship = found.relationship, let inverse = relationship.inverse else { return }
    // A self-inverse relationship has been renamed already and is its own partner.
    let partner = relationship.destination == owner && inverse == found.name ? new.text : inverse
    editRelationship(partner, of: relationship.destination) { $0.inverse = new.text }
  }

  mutating func remove(_ reference: PropertyReference) throws(Diagnostic) {
    let (found, owner) = try property(reference)
    guard var entity = model[entity: owner] else { return }
    entity[property: found.name] = nil
    entity.uniquenessConstraints.removeAll { $0.contains(found.name) }
    model[entity: owner] = entity
    if let relationship = found.relationship, let inverse = relationship.inverse {
      clearInverse(inverse, of: relationship.destination, naming: found.name)
    }
  }

  /// `A.x <-->> B.y`: both are made, or made each other's inverse where they exist.
  mutating func pair(_ link: LinkDeclaration) throws(Diagnostic) {
    try placeEnd(link.left, isToMany: link.leftIsToMany, destination: link.right.entity, inverse: link.right.property)
    try placeEnd(link.right, isToMany: link.rightIsToMany, destination: link.left.entity, inverse: link.left.property)
  }

  private mutating func placeEnd(
    _ end: PropertyReference, isToMany: Bool, destination: Identifier, inverse: Identifier
  ) throws(Diagnostic) {
    var entity = try self.entity(end.entity)
    _ = try self.entity(destination)
    if entity[property: end.property.text] == nil, let (_, owner) = model.property(end.property.text, of: entity.name) {
      throw Diagnostic(
        "taken-name", "\(entity.name) inherits '\(end.property)' from \(owner)", at: end.property.range,
        hint: "take another name")
    }
    if let existing = entity[property: end.property.text] {
      guard var relationship = existing.relationship, relationship.destination == destination.text else {
        throw Diagnostic(
          "taken-name", "\(entity.name) has a property '\(end.property)' already", at: end.property.range,
          hint: "take another name, or first: remove \(end)")
      }
      if let partner = relationship.inverse, partner != inverse.text {
        clearInverse(partner, of: relationship.destination, naming: end.property.text)
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

  // MARK: Descriptions

  private func property(_ declaration: PropertyDeclaration) throws(Diagnostic) -> PropertyDescription {
    var property: PropertyDescription
    switch declaration.kind {
    case .attribute(let type, let isOptional, let defaultValue):
      var attribute = AttributeDescription(declaration.name.text, try attributeType(type), isOptional: isOptional)
      attribute.defaultValue = defaultValue?.described
      property = .attribute(attribute)
    case .toOne(let destination, let isOptional):
      property = .relationship(
        RelationshipDescription(declaration.name.text, to: destination.text, isOptional: isOptional))
    case .toMany(let destination, let isOptional):
      property = .relationship(
        RelationshipDescription(declaration.name.text, to: destination.text, isToMany: true, isOptional: isOptional))
    }
    for option in declaration.options { try apply(option, to: &property, inChange: false) }
    return property
  }

  private func attributeType(_ name: Identifier) throws(Diagnostic) -> AttributeType {
    if let type = AttributeType(workbookName: name.text) { return type }
    if model[entity: name.text] != nil {
      throw Diagnostic(
        "type-is-entity", "\(name) is an entity, so this is a relationship", at: name.range,
        hint: "write -> \(name)? for one, ->> \(name)? for many")
    }
    let known = AttributeType.allCases.map(\.rawValue) + AttributeType.synonyms.keys.sorted()
    throw Diagnostic(
      "unknown-type", "there is no attribute type '\(name)'", at: name.range,
      hint: Suggestions.didYouMean(name.text, among: known)
        ?? "types are String, Integer16, Integer32, Integer64, Double, Decimal, Boolean, Date …")
  }

  private func retyped(_ property: PropertyDescription, _ kind: PropertyKind) throws(Diagnostic) -> PropertyDescription
  {
    switch kind {
    case .attribute(let type, let isOptional, let defaultValue):
      var attribute = property.attribute ?? AttributeDescription(property.name, .string)
      attribute.type = try attributeType(type)
      attribute.isOptional = isOptional
      if let defaultValue { attribute.defaultValue = defaultValue.described }
      return .attribute(attribute)
    case .toOne(let destination, let isOptional), .toMany(let destination, let isOptional):
      let isToMany = if case .toMany = kind { true } else { false }
      var relationship = property.relationship ?? RelationshipDescription(property.name, to: destination.text)
      if relationship.isToMany != isToMany {
        relationship.isToMany = isToMany
        relationship.minimumCount = 0
        relationship.maximumCount = isToMany ? 0 : 1
        if !isToMany { relationship.isOrdered = false }
      }
      if relationship.destination != destination.text { relationship.inverse = nil }
      relationship.destination = destination.text
      relationship.isOptional = isOptional
      return .relationship(relationship)
    }
  }

  private func apply(
    _ option: PropertyOption, to property: inout PropertyDescription, inChange: Bool
  ) throws(Diagnostic) {
    switch property {
    case .attribute(var attribute):
      try apply(option, to: &attribute)
      property = .attribute(attribute)
    case .relationship(var relationship):
      try apply(option, to: &relationship)
      property = .relationship(relationship)
    case .fetched(let fetched):
      throw Diagnostic(
        "unfit-option", "\(fetched.name) is a fetched property and has no such option", at: option.range,
        hint: "remove it and add it anew")
    }
  }

  private func apply(_ option: PropertyOption, to attribute: inout AttributeDescription) throws(Diagnostic) {
    switch option.kind {
    case .length(let bounds):
      attribute.minimumLength = try bounds.lower.map { literal throws(Diagnostic) in try count(literal) }
      attribute.maximumLength = try bounds.upper.map { literal throws(Diagnostic) in try count(literal) }
    case .range(let bounds):
      attribute.minimumValue = bounds.lower?.value
      attribute.maximumValue = bounds.upper?.value
    case .matches(let pattern): attribute.pattern = pattern
    case .indexed: attribute.isIndexed = true
    case .transient: attribute.isTransient = true
    case .renamed(let old): attribute.renamingIdentifier = old
    case .transformer(let name): attribute.transformerName = name
    case .derived(let expression): attribute.derivation = expression
    case .defaultValue(let value): attribute.defaultValue = value.described
    case .userInfo(let entry): attribute.userInfo[entry.key.text] = entry.value.value
    case .optionality(let isOptional): attribute.isOptional = isOptional
    case .no(let word): try takeAway(word, from: &attribute)
    case .count, .ordered, .delete, .inverse:
      throw unfit(option, "\(attribute.name) is an attribute", "this option belongs to a relationship")
    }
  }

  private func takeAway(_ word: Identifier, from attribute: inout AttributeDescription) throws(Diagnostic) {
    switch word.text {
    case "length":
      attribute.minimumLength = nil
      attribute.maximumLength = nil
    case "range":
      attribute.minimumValue = nil
      attribute.maximumValue = nil
    case "matches": attribute.pattern = nil
    case "default": attribute.defaultValue = nil
    case "indexed": attribute.isIndexed = false
    case "transient": attribute.isTransient = false
    case "transformer": attribute.transformerName = nil
    case "derived": attribute.derivation = nil
    default:
      throw unknownOption(word, of: "an attribute", ["length", "range", "matches", "default", "indexed", "transient"])
    }
  }

  private func apply(_ option: PropertyOption, to relationship: inout RelationshipDescription) throws(Diagnostic) {
    switch option.kind {
    case .count(let bounds):
      guard relationship.isToMany else {
        throw unfit(option, "\(relationship.name) is to-one", "count is for to-many, which is written ->>")
      }
      relationship.minimumCount = try bounds.lower.map { literal throws(Diagnostic) in try count(literal) } ?? 0
      relationship.maximumCount = try bounds.upper.map { literal throws(Diagnostic) in try count(literal) } ?? 0
      if relationship.maximumCount == 1 {
        throw unfit(
          option, "a to-many with at most one object is a to-one",
          "write \(relationship.name) -> \(relationship.destination)")
      }
    case .ordered:
      guard relationship.isToMany else {
        throw unfit(option, "\(relationship.name) is to-one", "ordered is for to-many, which is written ->>")
      }
      relationship.isOrdered = true
    case .delete(let rule): relationship.deleteRule = DeleteRule(rawValue: rule.text) ?? .nullify
    case .inverse(let inverse): relationship.inverse = inverse.text
    case .transient: relationship.isTransient = true
    case .indexed: relationship.isIndexed = true
    case .renamed(let old): relationship.renamingIdentifier = old
    case .userInfo(let entry): relationship.userInfo[entry.key.text] = entry.value.value
    case .optionality(let isOptional): relationship.isOptional = isOptional
    case .no(let word):
      switch word.text {
      case "inverse": relationship.inverse = nil
      case "count":
        relationship.minimumCount = 0
        relationship.maximumCount = relationship.isToMany ? 0 : 1
      case "ordered": relationship.isOrdered = false
      case "transient": relationship.isTransient = false
      case "indexed": relationship.isIndexed = false
      default: throw unknownOption(word, of: "a relationship", ["inverse", "count", "ordered", "transient", "indexed"])
      }
    case .length, .range, .matches, .transformer, .derived, .defaultValue:
      throw unfit(option, "\(relationship.name) is a relationship", "this option belongs to an attribute")
    }
  }

  private func count(_ literal: Literal) throws(Diagnostic) -> Int {
    if case .integer(let number) = literal.value, (0...1_000_000_000).contains(number) { return Int(number) }
    throw Diagnostic(
      "bad-bound", "a count or length is a whole number that is not negative", at: literal.range, hint: "0...5")
  }

  private func unfit(_ option: PropertyOption, _ message: String, _ hint: String) -> Diagnostic {
    Diagnostic("unfit-option", message, at: option.range, hint: hint)
  }

  private func unknownOption(_ word: Identifier, of kind: String, _ known: [String]) -> Diagnostic {
    Diagnostic(
      "unknown-option", "\(kind) has no '\(word)' to take away", at: word.range,
      hint: Suggestions.didYouMean(word.text, among: known) ?? known.joined(separator: ", "))
  }

  // MARK: Inverses

  /// "`inverse name` sets the other side's inverse too": every relationship that names a partner which names none itself
  /// becomes the partner's inverse.
  private mutating func completeInverses() {
    let model = self.model
    for entity in model.entities {
      for relationship in entity.properties.compactMap(\.relationship) {
        guard let inverse = relationship.inverse else { continue }
        editRelationship(inverse, of: relationship.destination) { partner in
          if partner.inverse == nil, model.isKind(entity.name, of: partner.destination) {
            partner.inverse = relationship.name
          }
        }
      }
    }
  }

  /// Makes a relationship's partner lead back to it, and frees the one that did so before.
  private mutating func takeInverse(_ partner: String, of destination: String, for name: String, in owner: String) {
    var freed: (name: String, destination: String)?
    editRelationship(partner, of: destination) { relationship in
      if let old = relationship.inverse, old != name { freed = (old, relationship.destination) }
      relationship.inverse = name
    }
    if let freed { clearInverse(freed.name, of: freed.destination, naming: partner) }
  }

  private mutating func clearInverse(_ name: String, of entity: String, naming partner: String) {
    editRelationship(name, of: entity) { if $0.inverse == partner { $0.inverse = nil } }
  }

  private mutating func editRelationship(
    _ name: String, of entity: String, _ edit: (inout RelationshipDescription) -> Void
  ) {
    guard let (property, owner) = model.property(name, of: entity), var relationship = property.relationship,
      var description = model[entity: owner]
    else { return }
    edit(&relationship)
    description[property: name] = .relationship(relationship)
    model[entity: owner] = description
  }

  private mutating func eachRelationship(of index: Int, _ edit: (inout RelationshipDescription) -> Void) {
    for place in model.entities[index].properties.indices {
      guard var relationship = model.entities[index].properties[place].relationship else { continue }
      edit(&relationship)
      model.entities[index].properties[place] = .relationship(relationship)
    }
  }

  // MARK: Looking up

  func entity(_ name: Identifier) throws(Diagnostic) -> EntityDescription {
    if let entity = model[entity: name.text] { return entity }
    throw .unknownEntity(name.text, in: model, at: name.range)
  }

  /// A property and the entity that declares it.
  func property(_ reference: PropertyReference) throws(Diagnostic) -> (PropertyDescription, owner: String) {
    let entity = try self.entity(reference.entity)
    if let (property, owner) = model.property(reference.property.text, of: entity.name) { return (property, owner) }
    throw .unknownProperty(reference.property.text, of: entity.name, in: model, at: reference.property.range)
  }

  private func refuseTaken(_ name: Identifier) throws(Diagnostic) {
    guard model[entity: name.text] != nil else { return }
    throw Diagnostic(
      "taken-name", "there is an entity \(name) already", at: name.range, hint: "add \(name).… adds a property to it")
  }

  private func refuseTaken(_ name: Identifier, in entity: EntityDescription) throws(Diagnostic) {
    guard entity[property: name.text] == nil else {
      throw Diagnostic(
        "taken-name", "\(entity.name) has a property '\(name)' already", at: name.range,
        hint: "change \(entity.name).\(name) … changes it")
    }
    if let parent = entity.parent, let (_, owner) = model.property(name.text, of: parent) {
      throw Diagnostic(
        "taken-name", "\(entity.name) inherits '\(name)' from \(owner)", at: name.range, hint: "take another name")
    }
  }
}

extension DefaultValue {
  fileprivate var described: AttributeDescription.Default {
    switch self {
    case .literal(let literal): .value(literal.value)
    case .now: .now
    }
  }
}

extension Clauses {
  var sortDescriptors: [SortDescriptor] {
    sortKeys.map { SortDescriptor($0.path.map(\.text), isAscending: $0.isAscending) }
  }
}

extension Diagnostic {
  static func unknownEntity(_ name: String, in model: ManagedObjectModel, at range: SourceRange) -> Diagnostic {
    let known = model.entityNames
    let hint =
      known.isEmpty
      ? "there are no entities yet: entity \(name) { … } makes one"
      : Suggestions.didYouMean(name, among: known) ?? "the entities are \(known.prefix(8).joined(separator: ", "))"
    return Diagnostic("unknown-entity", "there is no entity '\(DisplayText.visible(name))'", at: range, hint: hint)
  }

  static func unknownProperty(
    _ name: String, of entity: String, in model: ManagedObjectModel, at range: SourceRange
  ) -> Diagnostic {
    let known = model.properties(of: entity).map(\.name)
    let hint =
      known.isEmpty
      ? "\(entity) has no properties yet"
      : Suggestions.didYouMean(name, among: known) ?? "its properties are \(known.prefix(8).joined(separator: ", "))"
    return Diagnostic("unknown-property", "\(entity) has no '\(DisplayText.visible(name))'", at: range, hint: hint)
  }
}
