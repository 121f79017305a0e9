/// Names that a property must not have, because every managed object answers them already.
///
/// Core Data refuses the name of any method without arguments of NSObject or NSManagedObject (NSPropertyDescription,
/// which names `description`); these are the ones that a learner may plausibly write.
public enum ReservedNames {
  /// The names, in the spelling of Objective-C. Asked by ``ManagedObjectModel/problems()``.
  public static let properties: Set<String> = [
    "description", "debugDescription", "hash", "self", "class", "superclass", "zone", "copy", "mutableCopy", "retain",
    "release", "autorelease", "retainCount", "dealloc", "init", "isProxy", "isFault", "isInserted", "isUpdated",
    "isDeleted", "hasChanges", "hasPersistentChangedValues", "hasFaultForRelationshipNamed", "objectID", "entity",
    "managedObjectContext", "faultingState", "changedValues", "awakeFromFetch", "awakeFromInsert", "willSave",
    "didSave", "willTurnIntoFault", "didTurnIntoFault", "prepareForDeletion", "validateForInsert",
    "validateForUpdate", "validateForDelete", "observationInfo", "objectWillChange", "changedValuesForCurrentEvent",
    "attributeKeys", "classDescription", "className", "classForCoder", "classForArchiver",
    "classForKeyedArchiver", "finalize", "toManyRelationshipKeys", "toOneRelationshipKeys", "scriptingProperties",
  ]
}
