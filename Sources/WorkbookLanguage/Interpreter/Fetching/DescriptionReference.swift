import Diagnostics
import ObjectGraph
import Predicates

/// A description as a value: the model, an entity or a property, distinguished from objects by its first byte.
///
/// The reference counts positions in the model, so it is good until the model changes; a statement is the longest that one is kept.
struct DescriptionReference: Hashable {
  enum Subject: Hashable {
    /// The names among which bare words are looked up: the learner's, the entities, `model`.
    case workbook
    case model
    /// An entity by its bare name: a modelled property wins over the description's own keys.
    case namedEntity(Int)
    /// An entity that a description leads to: `Player.team.destinationEntity`.
    case entity(Int)
    case property(entity: Int, property: Int)
    /// The request of a template.
    case template(Int)
    /// The request of a fetched property.
    case fetchRequest(entity: Int, property: Int)
  }

  var subject: Subject

  private static let tag: UInt64 = 0x02

  init(_ subject: Subject) { self.subject = subject }

  init?(_ reference: ObjectReference) {
    guard reference.rawValue >> 56 == Self.tag else { return nil }
    let entity = Int(reference.rawValue >> 24 & 0xFF_FFFF)
    let property = Int(reference.rawValue & 0xFF_FFFF)
    switch reference.rawValue >> 48 & 0xFF {
    case 0: subject = .workbook
    case 1: subject = .model
    case 2: subject = .entity(entity)
    case 3: subject = .property(entity: entity, property: property)
    case 4: subject = .namedEntity(entity)
    case 5: subject = .template(entity)
    case 6: subject = .fetchRequest(entity: entity, property: property)
    default: return nil
    }
  }

  var reference: ObjectReference {
    let (kind, entity, property): (UInt64, Int, Int) =
      switch subject {
      case .workbook: (0, 0, 0)
      case .model: (1, 0, 0)
      case .entity(let entity): (2, entity, 0)
      case .property(let entity, let property): (3, entity, property)
      case .namedEntity(let entity): (4, entity, 0)
      case .template(let place): (5, place, 0)
      case .fetchRequest(let entity, let property): (6, entity, property)
      }
    return ObjectReference(
      rawValue: Self.tag << 56 | kind << 48 | UInt64(entity & 0xFF_FFFF) << 24 | UInt64(property & 0xFF_FFFF))
  }

  var value: Value { .object(reference) }

  static func entity(_ name: String, in model: ManagedObjectModel) -> DescriptionReference? {
    model.entities.firstIndex { $0.name == name }.map { DescriptionReference(.entity($0)) }
  }

  /// A property by its name, found where it is declared.
  static func property(_ name: String, of entity: String, in model: ManagedObjectModel) -> DescriptionReference? {
    guard let (_, owner) = model.property(name, of: entity),
      let index = model.entities.firstIndex(where: { $0.name == owner }),
      let place = model.entities[index].properties.firstIndex(where: { $0.name == name })
    else { return nil }
    return DescriptionReference(.property(entity: index, property: place))
  }

  /// `Team` or `Team.players`.
  func text(in model: ManagedObjectModel) -> String {
    switch subject {
    case .workbook: "the workbook"
    case .model: "model \(model.name)"
    case .entity(let index), .namedEntity(let index):
      model.entities.indices.contains(index) ? model.entities[index].name : "an entity"
    case .property(let entity, let property):
      description(entity, property, in: model).map { "\($0.0.name).\($0.1.name)" } ?? "a property"
    case .template, .fetchRequest: request(in: model).map { "fetch \(ModelText.request($0))" } ?? "a fetch request"
    }
  }

  private func description(
    _ entity: Int, _ property: Int, in model: ManagedObjectModel
  ) -> (EntityDescription, PropertyDescription)? {
    guard model.entities.indices.contains(entity), model.entities[entity].properties.indices.contains(property) else {
      return nil
    }
    return (model.entities[entity], model.entities[entity].properties[property])
  }

  // MARK: Keys

  /// The value of a description's key, by Core Data's name for it.
  func value(forKey key: String, in model: ManagedObjectModel) throws -> Value {
    switch subject {
    case .workbook: throw KeyValueError.unknownKey(key, of: "the workbook", known: [])
    case .model: return try modelValue(key, model)
    case .namedEntity(let index):
      guard model.entities.indices.contains(index) else { throw KeyValueError.missingObject("an entity") }
      // "After an entity's name a modelled property wins, then the description's own keys."
      if let property = Self.property(key, of: model.entities[index].name, in: model) { return property.value }
      return try entityValue(key, model.entities[index], model)
    case .entity(let index):
      guard model.entities.indices.contains(index) else { throw KeyValueError.missingObject("an entity") }
      return try entityValue(key, model.entities[index], model)
    case .property(let entity, let property):
      guard let (owner, description) = description(entity, property, in: model) else {
        throw KeyValueError.missingObject("a property")
      }
      if key == "fetchRequest", description.fetched != nil {
        return DescriptionReference(.fetchRequest(entity: entity, property: property)).value
      }
      return try propertyValue(key, description, of: owner, model)
    case .template, .fetchRequest:
      guard let request = request(in: model) else { throw KeyValueError.missingObject("a fetch request") }
      return try Self.requestValue(key, request, model)
    }
  }

  private func modelValue(_ key: String, _ model: ManagedObjectModel) throws -> Value {
    switch ModelKey(rawValue: key) {
    case .name: return .string(model.name)
    case .entities: return .array(model.entities.indices.map { DescriptionReference(.entity($0)).value })
    case .entitiesByName:
      return .dictionary(
        Dictionary(
          model.entities.enumerated().map { ($1.name, DescriptionReference(.entity($0)).value) },
          uniquingKeysWith: { first, _ in first }))
    case .fetchRequestTemplatesByName:
      return .dictionary(
        Dictionary(
          model.fetchRequestTemplates.enumerated().map { ($1.name, DescriptionReference(.template($0)).value) },
          uniquingKeysWith: { first, _ in first }))
    case .configurations: return .array(model.configurations.map { .string($0.name) })
    case .versionIdentifiers: return .set(model.versionIdentifiers.sorted().map(Value.string))
    case .versionChecksum: return .string(model.versionChecksum.description)
    case .entityVersionHashesByName:
      return .dictionary(model.versionHashes().mapValues { .string($0.description) })
    case nil: throw KeyValueError.unknownKey(key, of: "the model", known: ModelKey.words)
    }
  }

  private func entityValue(_ key: String, _ entity: EntityDescription, _ model: ManagedObjectModel) throws -> Value {
    func list(_ names: [String]) -> Value {
      .array(names.compactMap { Self.property($0, of: entity.name, in: model)?.value })
    }
    func byName(_ names: [String]) -> Value {
      .dictionary(
        Dictionary(
          names.compactMap { name in Self.property(name, of: entity.name, in: model).map { (name, $0.value) } },
          uniquingKeysWith: { first, _ in first }))
    }
    let properties = model.properties(of: entity.name)
    let attributes = properties.filter { $0.attribute != nil }.map(\.name)
    let relationships = properties.filter { $0.relationship != nil }.map(\.name)
    switch EntityKey(rawValue: key) {
    case .name: return .string(entity.name)
    case .managedObjectClassName: return .string(entity.managedObjectClassName ?? entity.name)
    case .codeGeneration: return .string(entity.codeGeneration.rawValue)
    case .indexes: return .array(entity.indexes.map { .string(ModelText.index($0)) })
    case .isSyncable: return .boolean(entity.isSyncable)
    case .isAbstract: return .boolean(entity.isAbstract)
    case .superentity: return entity.parent.flatMap { Self.entity($0, in: model)?.value } ?? .null
    case .subentities:
      return .array(model.subentities(of: entity.name).compactMap { Self.entity($0, in: model)?.value })
    case .subentitiesByName:
      return .dictionary(
        Dictionary(
          model.subentities(of: entity.name).compactMap { name in
            Self.entity(name, in: model).map { (name, $0.value) }
          }, uniquingKeysWith: { first, _ in first }))
    case .managedObjectModel: return DescriptionReference(.model).value
    case .versionHash: return .string(model.versionHash(ofEntity: entity.name)?.description ?? "")
    case .versionHashModifier: return entity.versionHashModifier.map(Value.string) ?? .null
    case .properties: return list(properties.map(\.name))
    case .attributes: return list(attributes)
    case .relationships: return list(relationships)
    case .propertiesByName: return byName(properties.map(\.name))
    case .attributesByName: return byName(attributes)
    case .relationshipsByName: return byName(relationships)
    case .uniquenessConstraints: return .array(entity.uniquenessConstraints.map { .array($0.map(Value.string)) })
    case .renamingIdentifier: return .string(entity.renamingIdentifier ?? entity.name)
    case .userInfo: return .dictionary(entity.userInfo)
    case nil:
      // The keys that every entity has are worth naming only where one of them is meant.
      let isNear = Suggestions.didYouMean(key, among: EntityKey.words) != nil
      throw KeyValueError.unknownKey(
        key, of: "the entity \(entity.name)", known: properties.map(\.name) + (isNear ? EntityKey.words : []))
    }
  }

  private func propertyValue(
    _ key: String, _ property: PropertyDescription, of owner: EntityDescription, _ model: ManagedObjectModel
  ) throws -> Value {
    if let key = PropertyKey(rawValue: key) {
      switch key {
      case .name: return .string(property.name)
      case .entity: return Self.entity(owner.name, in: model)?.value ?? .null
      case .renamingIdentifier: return .string(property.renamingIdentifier ?? property.name)
      case .userInfo: return .dictionary(property.userInfo)
      case .versionHash:
        return .string(model.versionHash(ofProperty: property.name, of: owner.name)?.description ?? "")
      case .versionHashModifier: return property.versionHashModifier.map(Value.string) ?? .null
      }
    }
    let known: [String]
    switch property {
    case .attribute(let attribute):
      if let key = AttributeKey(rawValue: key) { return attributeValue(key, attribute) }
      known = AttributeKey.words
    case .relationship(let relationship):
      if let key = RelationshipKey(rawValue: key) { return relationshipValue(key, relationship, of: owner, model) }
      known = RelationshipKey.words
    case .fetched:
      if let key = FetchedPropertyKey(rawValue: key) { return Self.fetchedValue(key) }
      known = FetchedPropertyKey.words + ["fetchRequest"]
    }
    throw KeyValueError.unknownKey(
      key, of: "the property \(owner.name).\(property.name)", known: PropertyKey.words + known)
  }

  private func attributeValue(_ key: AttributeKey, _ attribute: AttributeDescription) -> Value {
    func number(_ value: Int?) -> Value { value.map { .integer(Int64($0)) } ?? .null }
    switch key {
    case .attributeType: return .string(attribute.type.rawValue)
    case .isOptional: return .boolean(attribute.isOptional)
    case .isTransient: return .boolean(attribute.isTransient)
    case .isIndexed: return .boolean(attribute.isIndexed)
    case .minimumLength: return number(attribute.minimumLength)
    case .maximumLength: return number(attribute.maximumLength)
    case .minimumValue: return attribute.minimumValue ?? .null
    case .maximumValue: return attribute.maximumValue ?? .null
    case .pattern: return attribute.pattern.map(Value.string) ?? .null
    case .valueTransformerName: return attribute.transformerName.map(Value.string) ?? .null
    case .attributeValueClassName: return attribute.valueClassName.map(Value.string) ?? .null
    case .allowsExternalBinaryDataStorage: return .boolean(attribute.allowsExternalBinaryDataStorage)
    case .isIndexedBySpotlight: return .boolean(attribute.isIndexedBySpotlight)
    case .usesScalarValue: return .boolean(attribute.usesScalarValue ?? attribute.type.isScalarByDefault)
    case .isSyncable: return .boolean(attribute.isSyncable)
    case .derivationExpression:
      return attribute.derivation.map { .string($0.declaration) } ?? .null
    case .isRelationship: return .boolean(false)
    case .defaultValue:
      if case .value(let value)? = attribute.defaultValue { return value }
      return attribute.defaultValue == .now ? .string("now()") : .null
    }
  }

  private func relationshipValue(
    _ key: RelationshipKey, _ relationship: RelationshipDescription, of owner: EntityDescription,
    _ model: ManagedObjectModel
  ) -> Value {
    switch key {
    case .destinationEntity: return Self.entity(relationship.destination, in: model)?.value ?? .null
    case .inverseRelationship:
      guard let inverse = model.inverse(of: relationship.name, in: owner.name) else { return .null }
      return Self.property(inverse.relationship.name, of: inverse.entity, in: model)?.value ?? .null
    case .deleteRule: return .string(relationship.deleteRule.rawValue)
    case .isToMany: return .boolean(relationship.isToMany)
    case .isOptional: return .boolean(relationship.isOptional)
    case .isOrdered: return .boolean(relationship.isOrdered)
    case .isTransient: return .boolean(relationship.isTransient)
    case .isSyncable: return .boolean(relationship.isSyncable)
    case .minCount: return .integer(Int64(relationship.isToMany ? relationship.minimumCount : 1))
    case .maxCount: return .integer(Int64(relationship.isToMany ? relationship.maximumCount : 1))
    case .isRelationship: return .boolean(true)
    }
  }

  /// The words that a key of a description can have as its value, where these are fixed.
  static func words(forKey key: String) -> [String]? {
    switch key {
    case "deleteRule": DeleteRule.words
    case "codeGeneration": CodeGeneration.words
    case "attributeType": AttributeType.words
    default: nil
    }
  }
}
