import ObjectGraph

/// The codes that messages begin with, and those that an app prints: `help 1570`.
extension CommandTable {
  /// Returns the sentence about a code, with its name in Core Data; nil for a number that is none.
  package static func text(ofCode code: Int) -> String? {
    ValidationCode(rawValue: code).map(text) ?? StoreCode(rawValue: code).map(text)
  }

  /// Returns the code that a name of Core Data's stands for: `NSValidationMultipleErrorsError`.
  static func code(named name: String) -> Int? {
    guard name.hasSuffix("Error") else { return nil }
    let name = name.hasPrefix("NS") ? name : "NS" + name
    return codes.first { text(ofCode: $0)?.contains("(\(name))") == true }
  }

  /// All codes, in order.
  package static let codes = (ValidationCode.allCases.map(\.rawValue) + StoreCode.allCases.map(\.rawValue)).sorted()

  /// Source: CoreDataErrors.h.
  private static func text(_ code: ValidationCode) -> String {
    switch code {
    case .generic:
      "something is not valid: a rule of the model, or a link to an object that is gone (NSManagedObjectValidationError)"
    case .constraint:
      "several objects have the same values where they must differ: unique (NSManagedObjectConstraintValidationError)"
    case .multipleErrors: "several things are not valid, each with its own code (NSValidationMultipleErrorsError)"
    case .missingMandatoryProperty: "a required value is missing (NSValidationMissingMandatoryPropertyError)"
    case .lacksMinimumCount:
      "a to-many relationship holds too few objects: count (NSValidationRelationshipLacksMinimumCountError)"
    case .exceedsMaximumCount:
      "a to-many relationship holds too many objects: count (NSValidationRelationshipExceedsMaximumCountError)"
    case .deniedDelete:
      "an object would be deleted while a relationship with the rule deny holds others (NSValidationRelationshipDeniedDeleteError)"
    case .numberTooLarge: "a number is too large: range (NSValidationNumberTooLargeError)"
    case .numberTooSmall: "a number is too small: range (NSValidationNumberTooSmallError)"
    case .dateTooLate: "a date is too late: range (NSValidationDateTooLateError)"
    case .dateTooSoon: "a date is too early: range (NSValidationDateTooSoonError)"
    case .invalidDate: "a value is not a date (NSValidationInvalidDateError); Graphbook refuses it when it is set"
    case .stringTooLong: "a text is too long: length (NSValidationStringTooLongError)"
    case .stringTooShort: "a text is too short: length (NSValidationStringTooShortError)"
    case .stringPatternMatching:
      "a text does not match its pattern: matches (NSValidationStringPatternMatchingError)"
    case .invalidURI: "a value is not a URI (NSValidationInvalidURIError); Graphbook refuses it when it is set"
    }
  }

  /// Source: CoreDataErrors.h.
  private static func text(_ code: StoreCode) -> String {
    switch code {
    case .contextLocking:
      "a context could not be locked (NSManagedObjectContextLockingError); Graphbook never reports it"
    case .coordinatorLocking:
      "a coordinator could not be locked (NSPersistentStoreCoordinatorLockingError); Graphbook never reports it"
    case .referentialIntegrity:
      "a link leads to an object that no longer exists (NSManagedObjectReferentialIntegrityError)"
    case .externalRelationship: "a relationship leads into another store (NSManagedObjectExternalRelationshipError)"
    case .merge: "another context has saved the same object meanwhile: merge policy (NSManagedObjectMergeError)"
    case .constraintMerge:
      "another context has saved the same unique values meanwhile (NSManagedObjectConstraintMergeError)"
    case .invalidType: "there is no such kind of store (NSPersistentStoreInvalidTypeError)"
    case .typeMismatch: "a file is not of the type that it was opened as (NSPersistentStoreTypeMismatchError)"
    case .incompatibleSchema: "no store takes the object (NSPersistentStoreIncompatibleSchemaError)"
    case .save: "a store could not write the changes (NSPersistentStoreSaveError)"
    case .incompleteSave: "some stores wrote their changes and others could not (NSPersistentStoreIncompleteSaveError)"
    case .saveConflicts:
      "the store finds conflicts, or a batch delete would leave a required inverse empty (NSPersistentStoreSaveConflictsError)"
    case .coreData: "any other error of Core Data (NSCoreDataError)"
    case .operation: "a store operation failed (NSPersistentStoreOperationError)"
    case .open: "a store could not be opened (NSPersistentStoreOpenError)"
    case .timeout: "a store did not answer in time (NSPersistentStoreTimeoutError); Graphbook never reports it"
    case .unsupportedRequestType:
      "a store does not know the kind of request (NSPersistentStoreUnsupportedRequestTypeError); Graphbook never reports it"
    case .incompatibleVersionHash:
      "the model no longer fits the store (NSPersistentStoreIncompatibleVersionHashError)"
    case .migration: "a migration failed (NSMigrationError)"
    case .migrationConstraintViolation:
      "a migration would leave objects with the same unique values (NSMigrationConstraintViolationError)"
    case .migrationCancelled: "a migration was cancelled (NSMigrationCancelledError); Graphbook never reports it"
    case .missingSourceModel:
      "the model that a store was written under is not known (NSMigrationMissingSourceModelError)"
    case .missingMappingModel:
      "no mapping from one model to the other is known (NSMigrationMissingMappingModelError)"
    case .migrationManagerSourceStore:
      "a migration could not read the old store (NSMigrationManagerSourceStoreError)"
    case .migrationManagerDestinationStore:
      "a migration could not write the new store (NSMigrationManagerDestinationStoreError)"
    case .entityMigrationPolicy: "a migration policy of an entity failed (NSEntityMigrationPolicyError)"
    case .sqlite: "SQLite reports an error (NSSQLiteError)"
    case .inferredMappingModel:
      "the two models differ too much for a mapping to be inferred (NSInferredMappingModelError)"
    case .externalRecordImport:
      "a record could not be imported (NSExternalRecordImportError); Graphbook never reports it"
    case .historyTokenExpired:
      "a token of the history is too old (NSPersistentHistoryTokenExpiredError); Graphbook never reports it"
    }
  }
}
