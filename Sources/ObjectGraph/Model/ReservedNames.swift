/// Names that a property must not have, because every managed object answers them already.
///
/// Core Data refuses the name of any method without arguments of NSObject or NSManagedObject (NSPropertyDescription,
/// which names `description`); these are the ones that a learner may plausibly write.
public enum ReservedNames {
  /// The names, in the spelling of Objective-C. Asked by ``ManagedObjectModel/problems()``.
  public static let properties: Set<String> = keys.union([
    "description", "debugDescription", "hash", "class", "superclass", "zone", "copy", "mutableCopy", "retain",
    "release", "autorelease", "retainCount", "dealloc", "init", "isProxy", "hasFaultForRelationshipNamed",
    "managedObjectContext", "faultingState", "awakeFromFetch", "awakeFromInsert", "willSave",
    "didSave", "willTurnIntoFault", "didTurnIntoFault", "prepareForDeletion", "validateForInsert",
    "validateForUpdate", "validateForDelete", "observationInfo", "objectWillChange", "changedValuesForCurrentEvent",
    "attributeKeys", "classDescription", "className", "classForCoder", "classForArchiver",
    "classForKeyedArchiver", "finalize", "toManyRelationshipKeys", "toOneRelationshipKeys", "scriptingProperties",
  ])

  /// The keys that are methods without arguments; `committedValues(forKeys:)` has one.
  private static let keys = Set(ObjectKey.allCases.filter { $0 != .committedValues }.map(\.rawValue))
}
