/// Why a save did not happen; nothing is written then, and the changes are pending still.
public enum SaveError: Error, Hashable, Sendable {
  /// The errors of every object; never empty.
  case validation([ValidationError])
  /// Objects that another save has changed since this context read them, under the policy
  /// ``MergePolicy/error`` (133020); never empty.
  case mergeConflicts([MergeConflict])
  /// Objects that have the same unique values as what another save wrote (133021); never empty.
  case constraintConflicts([ConstraintConflict])
  /// Relationships between objects of two stores (133010); never empty.
  case crossStore([CrossStoreLink])
  /// Hooks that run before a save went on changing objects for this many rounds; the objects of the last one.
  case unsettled(rounds: Int, [ValidationError.Named])
  /// A store could not write it, or none takes an object.
  case store(StoreError)
  /// The model was changed elsewhere, and what is pending here cannot follow.
  case modelChanged(ModelChangeError)
  /// The context's ``Cancellation`` stopped it (3072, Foundation's `NSUserCancelledError`).
  case cancelled

  /// The code of the one error, or 1560 for several that validation found (Core Data's header: a container of the
  /// others). Hooks that do not settle are 134060: Core Data raises an exception there. O(1).
  public var code: Int {
    switch self {
    case .validation(let errors):
      errors.count == 1 ? errors[0].code : ValidationCode.multipleErrors.rawValue
    case .mergeConflicts: StoreCode.merge.rawValue
    case .constraintConflicts: StoreCode.constraintMerge.rawValue
    case .crossStore: StoreCode.externalRelationship.rawValue
    case .unsettled: StoreCode.coreData.rawValue
    case .store(let error): error.code
    case .modelChanged: StoreCode.incompatibleVersionHash.rawValue
    case .cancelled: 3072
    }
  }

  /// The errors of every object, in the order found; empty when it was not validation that failed.
  public var errors: [ValidationError] {
    if case .validation(let errors) = self { errors } else { [] }
  }
}
