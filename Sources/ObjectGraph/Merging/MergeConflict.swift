import Predicates

/// An object that a save found changed by another save since this context read it.
public struct MergeConflict: Error, Hashable, Sendable {
  /// The actions of the two sides.
  public enum Kind: Hashable, Sendable {
    /// Both have other values than before.
    case bothChanged
    /// This context changed it, the other save deleted it.
    case deletedInStore
    /// This context deleted it, the other save changed it.
    case deletedHere
  }

  /// A property that one side or both have changed.
  public struct Property: Hashable, Sendable {
    /// Its key.
    public var key: String
    /// The value that both sides started from.
    public var base: Value
    /// The value that the other save wrote; `.null` when it deleted the object.
    public var store: Value
    /// The value in this context; `.null` when it deleted the object.
    public var own: Value
    /// Whether both sides changed this very property, perhaps to the same value.
    public var isContested: Bool
    /// How a message names the objects among the values: `Team#1`.
    public var objectNames: [Value: String] = [:]
    /// How a message names the objects that the other save added to a to-many relationship of an object deleted here.
    public var added: [String] = []
  }

  /// The object.
  public var object: ManagedObjectID
  /// The name of its entity.
  public var entity: String
  /// The kind of conflict.
  public var kind: Kind
  /// The properties that were changed, in the entity's order.
  public var properties: [Property]

  /// How a message names the object: `Player#1`.
  public var objectName: String { "\(entity)#\(object.number)" }
}

/// A uniqueness constraint that holds on each side and not on both together (133021), or that a merge policy cannot
/// mend.
public struct ConstraintConflict: Error, Hashable, Sendable {
  /// The keys that must differ.
  public var keys: [String]
  /// Their values, which several objects have.
  public var values: [Value]
  /// The objects of this context with these values, by number.
  public var objects: [ValidationError.Named]
  /// The object that is saved already, when there is one.
  public var saved: ValidationError.Named?
  /// The keys of values that a merge would lose, as the saved object's entity has no such properties; empty where the
  /// merge policy is not the one to blame.
  public var keysLost: [String] = []
}

/// A relationship between objects of two stores; Core Data keeps none (133010).
public struct CrossStoreLink: Error, Hashable, Sendable {
  /// The object whose relationship it is.
  public var object: ValidationError.Named
  /// The store that keeps it.
  public var store: String
  /// The relationship's key.
  public var key: String
  /// The object that it leads to.
  public var other: ValidationError.Named
  /// The other store.
  public var otherStore: String
}
