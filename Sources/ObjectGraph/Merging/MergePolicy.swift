/// A save's treatment of objects that another save has written since this context read them (NSMergePolicy of Core
/// Data's header).
///
/// A conflict is a matter of objects: two saves from the same state that both changed an object conflict, whichever of
/// its properties they changed, because Core Data counts versions by object. A to-many that changed because a member
/// joined or left is a change of the object, as in Core Data.
///
/// These are our choices, because Core Data's behaviour is not established:
/// - Every to-many merges member by member under each policy that saves; the members' to-one ends decide.
/// - An object that both sides deleted is no conflict.
/// - Changed here and deleted there: under ``store`` and ``rollback`` it stays deleted, under ``object`` and
///   ``overwrite`` it is written again.
/// - Deleted here and changed there: under ``store`` and ``rollback`` it stays, and what this context deleted only with
///   it by a cascade; under ``object`` and ``overwrite`` it goes, and objects that joined it meanwhile are let go.
public enum MergePolicy: String, Hashable, Sendable, CaseIterable {
  /// The save fails and names the objects (133020). The default.
  case error
  /// Property by property; where both sides changed one, the store's value stays (store trump).
  case store
  /// Property by property; where both sides changed one, this context's value is written (object trump).
  case object
  /// The objects are written as this context has them, attributes and to-one relationships it did not change included.
  case overwrite
  /// This context's changes of the objects in conflict are dropped.
  case rollback

  /// Whether a conflict ends with the value of this context. O(1).
  package var prefersOwn: Bool {
    switch self {
    case .object, .overwrite: true
    case .error, .store, .rollback: false
    }
  }

  /// Whether a conflict ends with the value of the store. O(1).
  package var prefersStored: Bool {
    switch self {
    case .store, .rollback: true
    case .error, .object, .overwrite: false
    }
  }
}
