/// The keys of the model, entities, properties and fetch requests as a workbook asks for them, by Core Data's names.
/// ``DescriptionReference`` has a value for each.
extension CaseIterable where Self: RawRepresentable<String> {
  fileprivate static var rawValues: [String] { allCases.map(\.rawValue) }
}

enum ModelKey: String, CaseIterable {
  case name, entities, entitiesByName, fetchRequestTemplatesByName, configurations, versionIdentifiers
  case versionChecksum, entityVersionHashesByName

  static let keys = rawValues
}

enum EntityKey: String, CaseIterable {
  case name, managedObjectClassName, managedObjectModel, isAbstract, superentity, subentities, subentitiesByName
  case properties, attributes, relationships, propertiesByName, attributesByName, relationshipsByName
  case uniquenessConstraints, codeGeneration, indexes, isSyncable, renamingIdentifier, userInfo, versionHash
  case versionHashModifier

  static let keys = rawValues
}

/// A key that every kind of property has.
enum PropertyKey: String, CaseIterable {
  case name, entity, renamingIdentifier, userInfo, versionHash, versionHashModifier

  static let keys = rawValues
}

enum AttributeKey: String, CaseIterable {
  case attributeType, isOptional, isTransient, isIndexed, defaultValue, minimumLength, maximumLength, minimumValue
  case maximumValue, pattern, valueTransformerName, derivationExpression, attributeValueClassName
  case allowsExternalBinaryDataStorage, isIndexedBySpotlight, usesScalarValue, isSyncable, isRelationship

  static let keys = rawValues
}

enum RelationshipKey: String, CaseIterable {
  case destinationEntity, inverseRelationship, deleteRule, isToMany, isOptional, isOrdered, isTransient, isSyncable
  case minCount, maxCount, isRelationship

  static let keys = rawValues
}

/// Besides `fetchRequest`, which leads on to a request.
enum FetchedPropertyKey: String, CaseIterable {
  case isOptional, isTransient, isRelationship

  static let keys = rawValues + ["fetchRequest"]
}

enum RequestKey: String, CaseIterable {
  case entity, entityName, predicate, sortDescriptors, fetchLimit, fetchOffset, includesSubentities
  case includesPendingChanges, returnsDistinctResults

  static let keys = rawValues
}
