/// The keys of the model, entities, properties and fetch requests as a workbook asks for them, by Core Data's names.
/// ``DescriptionReference`` has a value for each.
enum ModelKey: String, CaseIterable {
  case name, entities, entitiesByName, fetchRequestTemplatesByName, configurations, versionIdentifiers
  case versionChecksum, entityVersionHashesByName
}

enum EntityKey: String, CaseIterable {
  case name, managedObjectClassName, managedObjectModel, isAbstract, superentity, subentities, subentitiesByName
  case properties, attributes, relationships, propertiesByName, attributesByName, relationshipsByName
  case uniquenessConstraints, codeGeneration, indexes, isSyncable, renamingIdentifier, userInfo, versionHash
  case versionHashModifier
}

/// A key that every kind of property has.
enum PropertyKey: String, CaseIterable {
  case name, entity, renamingIdentifier, userInfo, versionHash, versionHashModifier
}

enum AttributeKey: String, CaseIterable {
  case attributeType, isOptional, isTransient, isIndexed, defaultValue, minimumLength, maximumLength, minimumValue
  case maximumValue, pattern, valueTransformerName, derivationExpression, attributeValueClassName
  case allowsExternalBinaryDataStorage, isIndexedBySpotlight, usesScalarValue, isSyncable, isRelationship
}

enum RelationshipKey: String, CaseIterable {
  case destinationEntity, inverseRelationship, deleteRule, isToMany, isOptional, isOrdered, isTransient, isSyncable
  case minCount, maxCount, isRelationship
}

/// Besides `fetchRequest`, which leads on to a request.
enum FetchedPropertyKey: String, CaseIterable {
  case isOptional, isTransient, isRelationship
}

enum RequestKey: String, CaseIterable {
  case entity, entityName, predicate, sortDescriptors, fetchLimit, fetchOffset, includesSubentities
  case includesPendingChanges, returnsDistinctResults
}
