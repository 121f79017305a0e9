/// The codes of object graphs, contexts, stores and migration in NSCocoaErrorDomain, as Core Data's header
/// CoreDataErrors.h has them; those of validation are ``ValidationCode``.
public enum StoreCode: Int, Hashable, Sendable, CaseIterable {
  /// A context could not be locked. Not given here: contexts are confined.
  case contextLocking = 132000
  /// A coordinator could not be locked. Not given here.
  case coordinatorLocking = 132010
  /// A fault to an object that does not exist.
  case referentialIntegrity = 133000
  /// A relationship to an object in another store.
  case externalRelationship = 133010
  /// Objects were changed by another save since they were read.
  case merge = 133020
  /// A uniqueness constraint is violated together with objects that another save wrote.
  case constraintMerge = 133021
  /// An unknown kind of store.
  case invalidType = 134000
  /// A file of another kind than it was opened as.
  case typeMismatch = 134010
  /// The store does not take the objects' entity or configuration.
  case incompatibleSchema = 134020
  /// A store could not write a save.
  case save = 134030
  /// Some stores wrote a save and others could not.
  case incompleteSave = 134040
  /// Conflicts came up while a save was written; also a batch deletion that would leave a required inverse empty.
  case saveConflicts = 134050
  /// Any other error of the framework.
  case coreData = 134060
  /// An operation that a store could not perform.
  case operation = 134070
  /// A store could not be opened.
  case open = 134080
  /// A store did not answer in time. Not given here.
  case timeout = 134090
  /// A request that a store does not know. Not given here.
  case unsupportedRequestType = 134091
  /// A store was written under another model.
  case incompatibleVersionHash = 134100
  /// A migration failed.
  case migration = 134110
  /// A migration broke a uniqueness constraint.
  case migrationConstraintViolation = 134111
  /// A migration was cancelled. Not given here.
  case migrationCancelled = 134120
  /// The model that a store was written under is not known.
  case missingSourceModel = 134130
  /// No mapping from one model to the other is known.
  case missingMappingModel = 134140
  /// A migration could not read its source.
  case migrationManagerSourceStore = 134150
  /// A migration could not write its destination.
  case migrationManagerDestinationStore = 134160
  /// A migration policy failed.
  case entityMigrationPolicy = 134170
  /// SQLite failed.
  case sqlite = 134180
  /// How to migrate could not be inferred from the two models.
  case inferredMappingModel = 134190
  /// A record could not be imported. Not given here.
  case externalRecordImport = 134200
  /// A token of the history is too old. Not given here.
  case historyTokenExpired = 134301
}
