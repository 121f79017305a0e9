extension CommandTable {
  /// The codes in what save says, with their names in Core Data: `help 1570`.
  ///
  /// Source: CoreDataErrors.h.
  package static let codes: [Int: String] = [
    1550:
      "something is not valid: a rule of the model, or a link to an object that is gone (NSManagedObjectValidationError)",
    1551:
      "several objects have the same values where they must differ: unique (NSManagedObjectConstraintValidationError)",
    1560: "several things are not valid, each with its own code (NSValidationMultipleErrorsError)",
    1570: "a required value is missing (NSValidationMissingMandatoryPropertyError)",
    1580: "a to-many relationship holds too few objects: count (NSValidationRelationshipLacksMinimumCountError)",
    1590: "a to-many relationship holds too many objects: count (NSValidationRelationshipExceedsMaximumCountError)",
    1600:
      "an object would be deleted while a relationship with the rule deny holds others (NSValidationRelationshipDeniedDeleteError)",
    1610: "a number is too large: range (NSValidationNumberTooLargeError)",
    1620: "a number is too small: range (NSValidationNumberTooSmallError)",
    1630: "a date is too late: range (NSValidationDateTooLateError)",
    1640: "a date is too early: range (NSValidationDateTooSoonError)",
    1660: "a text is too long: length (NSValidationStringTooLongError)",
    1670: "a text is too short: length (NSValidationStringTooShortError)",
    1680: "a text does not match its pattern: matches (NSValidationStringPatternMatchingError)",
    133000: "a link leads to an object that no longer exists (NSManagedObjectReferentialIntegrityError)",
    133010: "a relationship leads into another store (NSManagedObjectExternalRelationshipError)",
    133020: "another context has saved the same object meanwhile: merge policy (NSManagedObjectMergeError)",
    133021: "another context has saved the same unique values meanwhile (NSManagedObjectConstraintMergeError)",
    134020: "no store takes the object (NSPersistentStoreIncompatibleSchemaError)",
    134100: "the model no longer fits the store (NSPersistentStoreIncompatibleVersionHashError)",
  ]
}
