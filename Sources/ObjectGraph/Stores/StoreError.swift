/// The reason why a store or its coordinator cannot do something. Nothing has changed when one is thrown, except with
/// ``incompleteSave(saved:failed:reason:)``; the words are in ``diagnostic``.
public enum StoreError: Error, Hashable, Sendable {
  /// The coordinator has no store of this name; `known` are those it has.
  case unknownStore(String, known: [String])
  /// A store of this name is attached already.
  case nameTaken(String)
  /// The store was written under a model that does not fit: these entities differ (134100).
  case incompatibleModel(store: String, entities: [String])
  /// No file, no permission, or not a store (134080).
  case cannotOpen(store: String, reason: String)
  /// The file is damaged: what is wrong, and where in it (134080).
  case damaged(store: String, place: String, reason: String)
  /// The store could not be written; it holds what it held before (134030).
  case cannotSave(store: String, reason: String)
  /// The model was put together from the store's tables, and the change needs what they do not say (134030).
  case modelFromTables(store: String, ChangeBeyondValues)
  /// Another program has written the file since it was opened, and its changes would be lost (134030).
  case changedElsewhere(store: String)
  /// Some stores have written the save and another could not: they no longer agree (134040).
  case incompleteSave(saved: [String], failed: String, reason: String)
  /// No store takes objects of this entity (134020).
  case noStore(entity: String)
  /// The store's configuration leaves the entity out (134020; an exception without a code in Core Data, when an object is
  /// assigned to the store).
  case notInConfiguration(entity: String, store: String, configuration: String)
  /// The model has no configuration of this name (134020).
  case unknownConfiguration(String, known: [String])
  /// The object is kept in a store already and cannot be assigned to another (134020).
  case alreadyStored(ManagedObjectID, entity: String, store: String)
  /// An object of a store cannot follow to the coordinator's model (134110).
  case migrationFailed(store: String, ModelChangeError)
  /// No mapping from the store's model to the coordinator's can be inferred (134140, with the reason, 134190, inside it).
  case noInferredMapping(store: String, reason: String)
  /// Objects of a store have the same values for a uniqueness constraint of the coordinator's model (134111).
  case migrationConstraintViolation(store: String, reason: String)
  /// No version of the model is the one that the store was written under: these entities differ (134130).
  case missingSourceModel(store: String, entities: [String])
  /// The store is open, the model has changed since, and only a closed store of its kind is migrated (134100).
  case openUnderEarlierModel(store: String)
  /// More stores than a coordinator can distinguish (254).
  case tooManyStores
  /// A save was stopped by its ``Cancellation``; the store holds what it held before.
  case cancelled

  /// The code that Core Data's header has for it. O(1).
  public var kind: StoreCode {
    switch self {
    case .unknownStore, .nameTaken, .tooManyStores: .operation
    case .incompatibleModel, .openUnderEarlierModel: .incompatibleVersionHash
    case .cannotOpen, .damaged: .open
    case .cannotSave, .modelFromTables, .changedElsewhere, .cancelled: .save
    case .incompleteSave: .incompleteSave
    case .noStore, .notInConfiguration, .unknownConfiguration, .alreadyStored: .incompatibleSchema
    case .migrationFailed: .migration
    case .noInferredMapping: .missingMappingModel
    case .migrationConstraintViolation: .migrationConstraintViolation
    case .missingSourceModel: .missingSourceModel
    }
  }

  /// The number of the error, 134100 and so on.
  public var code: Int { kind.rawValue }
}

/// A change that does more than give attributes other values: to carry it out, a store needs its real model.
public enum ChangeBeyondValues: Hashable, Sendable {
  /// A new object; which of its properties are required is not known.
  case insertion(object: String)
  /// An object that goes; the delete rules are not known.
  case deletion(object: String)
  /// Another link; the inverse and the required number of links are not known.
  case relationship(String, object: String)
  /// A value that goes; whether it is required is not known.
  case emptied(attribute: String, object: String)
}
