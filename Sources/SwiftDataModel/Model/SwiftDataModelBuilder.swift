import Diagnostics
import ModelReview
import ObjectGraph
import Predicates

/// Makes a managed object model of some of the classes.
struct SwiftDataModelBuilder {
  let schema: SwiftSchema
  /// The classes, as places in the schema's `classes`; none has the name of another.
  private(set) var members: [Int] = []
  let pairing: InversePairing
  private var ownFacts: [Diagnostic] = []
  /// Composites by their types' places in `types`; nil for a structure that cannot be one.
  private var composites: [Int: String?] = [:]
  private var made: [CompositeDescription] = []
  private var entityNames: [Int: String] = [:]
  /// The types that are in none of the files, with the first place of each.
  private var unknownTypes: [(name: String, place: SourcePlace)] = []
  /// Whether defaults that are no literals count as defaults.
  private let isForComparison: Bool

  /// - Parameter places: Classes of the schema.
  init(_ schema: SwiftSchema, _ places: [Int], isForComparison: Bool = false) {
    self.schema = schema
    self.isForComparison = isForComparison
    pairing = InversePairing(schema, among: places)
    var known: [String: Int] = [:]
    for place in places {
      let name = schema.classes[place].name
      if let first = known[name] {
        ownFacts.append(
          fact(
            "class-twice",
            "\(schema.classes[place].qualified) is left out: an entity is called like its class without the types around it, "
              + "and \(name) is \(schema.classes[first].qualified)", at: schema.type(schema.classes[place].type).place,
            hint: "name the folder of one app"))
      } else {
        known[name] = place
        members.append(place)
        entityNames[place] = name
      }
    }
  }

  /// Notes on gaps in the classes, complete after the model has been made.
  var facts: [Diagnostic] {
    guard let first = unknownTypes.first else { return ownFacts }
    let names = unknownTypes.map(\.name)
    let words =
      names.count == 1 ? "the type \(names[0]) is" : "the types \(Listing.text(names)) are"
    return ownFacts + [
      fact(
        "unknown-type", "\(words) not in these files, so values of \(names.count == 1 ? "it" : "them") are taken whole",
        at: first.place, hint: "name the folder that has \(names.count == 1 ? "its file" : "their files") as well")
    ]
  }

  private func fact(_ id: String, _ message: String, at place: SourcePlace, hint: String) -> Diagnostic {
    Diagnostic(
      id, message, at: place.range, severity: .note, hint: hint, source: schema.declarations.sources[place.file])
  }

  // MARK: The model

  /// O(properties).
  mutating func model(named name: String, identifier: String?) -> ManagedObjectModel {
    let entities = members.map { entity($0) }
    return ManagedObjectModel(
      name: name, entities: entities, composites: made.filter { !$0.elements.isEmpty },
      versionIdentifiers: identifier.map { [$0] } ?? [])
  }

  private mutating func entity(_ place: Int) -> EntityDescription {
    let model = schema.classes[place]
    var entity = EntityDescription(model.name)
    let ancestors = schema.ancestors(of: place)
    entity.parent = ancestors.first.flatMap { entityNames[$0] }
    let inherited = Set(ancestors.flatMap { schema.classes[$0].order })
    let relationships = Dictionary(
      model.relationships.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
    let attributes = Dictionary(
      model.attributes.map { ($0.property.name, $0) }, uniquingKeysWith: { first, _ in first })
    for name in model.order where !inherited.contains(name) {
      guard let reason = Self.refusal(of: name) else {
        add(name, attributes[name], relationships[name], of: place, to: &entity)
        continue
      }
      if let place = attributes[name]?.property.place
        ?? relationships[name].map({ model.relationships[$0].property.place })
      {
        ownFacts.append(
          fact(
            "left-out", "\(model.name).\(name) is left out: \(reason)", at: place, hint: "it is no problem in the app"))
      }
    }
    for group in model.uniqueGroups {
      let known = group.keys.allSatisfy { isKey($0, of: entity) }
      if known, !entity.uniquenessConstraints.contains(group.keys) { entity.uniquenessConstraints.append(group.keys) }
    }
    addIndexes(model, to: &entity)
    return entity
  }

  /// Why a property of this name has no place in a model here; nil if it has one.
  private static func refusal(of name: String) -> String? {
    if ReservedNames.properties.contains(name) { return "every object here has one of that name" }
    let isName = name.unicodeScalars.enumerated().allSatisfy { place, scalar in
      scalar == "_" || scalar.properties.isAlphabetic || place > 0 && scalar.properties.numericType == .decimal
    }
    return isName ? nil : "a name has letters, digits and _ here"
  }

  private mutating func add(
    _ name: String, _ attribute: ModelClass.Attribute?, _ relationship: Int?, of place: Int,
    to entity: inout EntityDescription
  ) {
    let model = schema.classes[place]
    var isUnique = false
    if let attribute {
      entity.properties.append(.attribute(self.attribute(attribute, of: model)))
      isUnique = attribute.has("unique")
    } else if let relationship, let made = self.relationship(InversePairing.End(owner: place, index: relationship)) {
      entity.properties.append(.relationship(made))
      isUnique = model.relationships[relationship].isUnique
    }
    if isUnique { entity.uniquenessConstraints.append([name]) }
  }

  /// Whether a key of a constraint or an index is an attribute, an element of its composite, or a to-one.
  private func isKey(_ key: String, of entity: EntityDescription) -> Bool {
    let names = key.split(separator: ".").map(String.init)
    guard let first = names.first, let property = entity[property: first] else { return false }
    if let relationship = property.relationship { return names.count == 1 && !relationship.isToMany }
    var attribute = property.attribute
    for name in names.dropFirst() {
      let composite = attribute?.compositeName.flatMap { name in made.first { $0.name == name } }
      attribute = composite?[element: name]
    }
    return attribute != nil
  }

  private func addIndexes(_ model: ModelClass, to entity: inout EntityDescription) {
    for group in model.indexGroups {
      guard group.keys.allSatisfy({ isKey($0, of: entity) }) else { continue }
      if group.keys.count == 1, !group.isRTree, var attribute = entity[property: group.keys[0]]?.attribute {
        attribute.isIndexed = true
        entity[property: attribute.name] = .attribute(attribute)
      } else {
        let name = FetchIndexDescription.standardName(
          forIndexOf: group.keys.map { $0.prefix(1).uppercased() + $0.dropFirst().filter { $0 != "." } }.joined())
        guard !entity.indexes.contains(where: { $0.name == name }) else { continue }
        entity.indexes.append(
          FetchIndexDescription(
            name, group.keys.map { .init($0, collation: group.isRTree ? .rTree : .binary) }))
      }
    }
  }

  // MARK: Attributes

  private mutating func attribute(_ attribute: ModelClass.Attribute, of model: ModelClass) -> AttributeDescription {
    let property = attribute.property
    var made = AttributeDescription(property.name, .transformable, isOptional: attribute.isOptional)
    if let transformer = attribute.options.first(where: { $0.name == "transformable" }) {
      made.valueClassName = property.type?.unwrapped.text
      made.transformerName = transformer.arguments.first.flatMap { argument in
        switch argument.value {
        case .string(let name): name
        case .type(let path): path.last
        default: nil
        }
      }
    } else if attribute.has("codable") {
      made.valueClassName = property.type?.unwrapped.text
    } else if let type = attribute.type {
      give(type, to: &made, property)
    } else {
      ownFacts.append(
        fact(
          "unknown-type", "the type of \(model.name).\(property.name) is not written and its default does not show it",
          at: property.place, hint: "write its type"))
    }
    made.allowsExternalBinaryDataStorage = attribute.has("externalStorage") && made.type == .binaryData
    made.isIndexedBySpotlight = attribute.has("spotlight")
    made.isTransient = attribute.has("ephemeral")
    made.renamingIdentifier = attribute.originalName
    made.versionHashModifier = attribute.hashModifier
    giveDefault(of: property, attribute.type, to: &made)
    return made
  }

  private mutating func give(_ type: ResolvedType, to attribute: inout AttributeDescription, _ property: StoredProperty)
  {
    switch type {
    case .optional(let inner): give(inner, to: &attribute, property)
    case .foreign(let path, let text):
      if let known = AttributeMapping.type(path) {
        attribute.type = known
      } else if path.last == "RawValue", let place = schema.names.type(path.dropLast(), from: []),
        let raw = rawType(of: place)
      {
        attribute.type = raw
      } else {
        attribute.valueClassName = text
        noteUnknown(text, property)
      }
    case .declared(let place):
      let declaration = schema.type(place)
      if declaration.kind == .enum, let raw = rawType(of: place) {
        attribute.type = raw
      } else if declaration.kind == .struct, !declaration.hasOwnCoding, let name = composite(of: place) {
        attribute.type = .undefined
        attribute.compositeName = name
      } else {
        attribute.valueClassName = schema.nameWithoutVersion(declaration)
      }
    case .collection, .other: attribute.valueClassName = property.type?.unwrapped.text
    }
  }

  private mutating func noteUnknown(_ type: String, _ property: StoredProperty) {
    guard !AttributeMapping.frameworkTypes.contains(type), !unknownTypes.contains(where: { $0.name == type }) else {
      return
    }
    unknownTypes.append((type, property.typePlace ?? property.place))
  }

  /// The type of an enum's raw values, if it is one that Core Data has.
  private func rawType(of place: Int) -> AttributeType? {
    guard let path = schema.type(place).inherited.first?.path else { return nil }
    if schema.names.type(path, from: schema.type(place).scope) != nil { return nil }
    return AttributeMapping.type(path)
  }

  private mutating func giveDefault(
    of property: StoredProperty, _ type: ResolvedType?, to attribute: inout AttributeDescription
  ) {
    guard let value = property.defaultValue, value != .nothing else { return }
    if attribute.compositeName == nil, let literal = literal(value, type, attribute.type) {
      attribute.defaultValue = literal
    } else if isForComparison {
      // In which way a composite is filled does not matter for that.
      if let some = attribute.compositeName == nil ? AttributeMapping.someValue(attribute.type) : nil {
        attribute.defaultValue = some
      } else {
        attribute.isOptional = true
      }
    }
  }

  private func literal(
    _ value: SourceValue, _ type: ResolvedType?, _ attributeType: AttributeType
  ) -> AttributeDescription.Default? {
    if attributeType == .date {
      switch value {
      case .call(_, let callee, _, let arguments)
      where arguments.isEmpty && ["Date", "init", "now"].contains(callee.last):
        return .now
      case .member(let path, _) where path.last == "now": return .now
      default: return nil
      }
    }
    if case .declared(let place)? = type, case .member(let path, _) = value, let name = path.last {
      return schema.type(place).rawValues[name].flatMap { AttributeMapping.value($0, attributeType) }.map { .value($0) }
    }
    return AttributeMapping.value(value, attributeType).map { .value($0) }
  }

  // MARK: Composites

  /// The composite of a structure; nil if it is none, holds itself or a model, or has no properties.
  private mutating func composite(of place: Int) -> String? {
    if let known = composites[place] { return known }
    // While it is made, it holds itself.
    composites[place] = .some(nil)
    let declaration = schema.type(place)
    let stored = declaration.stored.filter { Self.refusal(of: $0.name) == nil }
    guard !stored.isEmpty, Self.refusal(of: declaration.name) == nil else { return nil }
    var elements: [AttributeDescription] = []
    for property in stored where !(property.isLet && property.defaultText != nil) {
      var element = AttributeDescription(property.name, .transformable)
      let type = property.type.map { schema.names.resolve($0, from: declaration.qualifiedPath) }
      element.isOptional = type?.isOptional ?? (property.defaultValue == .nothing)
      if let type {
        if leadsToModel(type) { return nil }
        give(type.unwrapped, to: &element, property)
      }
      if element.compositeName == nil, let value = property.defaultValue,
        let literal = literal(value, type?.unwrapped, element.type), literal != .now
      {
        element.defaultValue = literal
      }
      elements.append(element)
    }
    guard !elements.isEmpty else { return nil }
    let taken = Set(made.map(\.name)).union(entityNames.values)
    var name = declaration.name
    if taken.contains(name) { name = declaration.qualifiedPath.joined(separator: "_") }
    var number = 2
    while taken.contains(name) {
      name = "\(declaration.name)_\(number)"
      number += 1
    }
    composites[place] = name
    made.append(CompositeDescription(name, elements: elements))
    return name
  }

  private func leadsToModel(_ type: ResolvedType) -> Bool {
    switch type {
    case .declared(let place): schema.type(place).isModel
    case .optional(let inner), .collection(_, let inner): leadsToModel(inner)
    case .foreign, .other: false
    }
  }

  // MARK: Relationships

  /// Nil for one that leads to no class of this model.
  private mutating func relationship(_ end: InversePairing.End) -> RelationshipDescription? {
    let written = schema.classes[end.owner].relationships[end.index]
    guard case .model(let type) = written.destination, let place = schema.classPlaces[type],
      let destination = entityNames[place]
    else {
      let name = "\(schema.classes[end.owner].name).\(written.name)"
      if case .unknown(let text) = written.destination {
        ownFacts.append(
          fact(
            "unknown-destination",
            text.isEmpty
              ? "\(name) is left out: its type is not written"
              : "\(name) is left out: \(text) is no model in these files",
            at: written.property.typePlace ?? written.property.place,
            hint: "name the folder that has its file as well"))
      }
      return nil
    }
    var made = RelationshipDescription(
      written.name, to: destination, isToMany: written.isToMany, isOptional: written.isOptional,
      deleteRule: written.deleteRule, renamingIdentifier: written.originalName,
      versionHashModifier: written.hashModifier)
    if written.isToMany {
      made.minimumCount = max(0, written.minimumCount ?? 0)
      made.maximumCount = written.maximumCount == 1 ? 0 : max(0, written.maximumCount ?? 0)
    }
    if let partner = pairing.statuses[end]?.partner, pairing.statuses[partner]?.partner == end {
      let other = schema.classes[partner.owner].relationships[partner.index]
      let isLeftOut =
        Self.refusal(of: other.name) != nil
        || schema.ancestors(of: partner.owner).contains { schema.classes[$0].order.contains(other.name) }
      if !isLeftOut, entityNames[partner.owner] != nil, case .model(let back) = other.destination,
        back == schema.classes[end.owner].type, type == schema.classes[partner.owner].type
      {
        made.inverse = other.name
      }
    }
    return made
  }

  /// The pairs that SwiftData infers, in words.
  func inferredInverses() -> [String] {
    let included = Set(members)
    return members.flatMap { owner in
      schema.classes[owner].relationships.indices.compactMap { index -> String? in
        let end = InversePairing.End(owner: owner, index: index)
        guard case .inferred(let other)? = pairing.statuses[end], included.contains(other.owner),
          (end.owner, end.index) < (other.owner, other.index)
        else { return nil }
        return "\(name(of: end)) and \(name(of: other))"
      }
    }
  }

  func name(of end: InversePairing.End) -> String {
    "\(schema.classes[end.owner].name).\(schema.classes[end.owner].relationships[end.index].name)"
  }

  // MARK: Places

  func places() -> [[String]: SwiftModelBundle.Place] {
    var places: [[String]: SwiftModelBundle.Place] = [:]
    for member in members {
      let model = schema.classes[member]
      places[[model.name]] = schema.place(schema.type(model.type).place)
      for property in model.attributes.map(\.property) + model.relationships.map(\.property) {
        places[[model.name, property.name]] = schema.place(property.place)
      }
    }
    return places
  }
}

extension AttributeMapping {
  /// Types of Apple's frameworks that are known to be in no file of an app.
  static let frameworkTypes: Set<String> = [
    "Locale", "TimeZone", "DateComponents", "DateInterval", "AttributedString", "CLLocationCoordinate2D", "CGPoint",
    "CGSize",
    "CGRect", "Color", "UIColor", "NSColor", "UIImage", "NSImage", "PersistentIdentifier", "IndexSet", "Calendar",
    "Any",
    "AnyObject", "Locale.Currency", "Locale.Language", "UTType", "NSAttributedString", "NSObject",
  ]
}

extension SwiftSchema {
  func place(_ place: SourcePlace) -> SwiftModelBundle.Place {
    SwiftModelBundle.Place(declarations.sources[place.file], place.range)
  }
}
