import Predicates

/// Why the objects cannot follow a change of the model.
public enum ModelChangeError: Error, Hashable, Sendable {
  /// The model must be complete while there are objects in the graph.
  case unresolved([ModelProblem])
  /// A required attribute without default, or such an element of a composite by its path, and an object without a value
  /// for it.
  case missingValue(ManagedObjectID, entity: String, key: String)
  /// A required to-one that is new or was optional, and an object without a destination for it.
  case missingObject(ManagedObjectID, entity: String, key: String)
  /// A value that the attribute's new type cannot take.
  case unconvertible(ManagedObjectID, entity: String, key: String, value: Value, type: AttributeType)
  /// A relationship to one, and an object that holds several.
  case tooManyObjects(ManagedObjectID, entity: String, key: String, count: Int)
  /// Two objects lead to a third, whose new inverse can lead back to one only.
  case sharedObject(ManagedObjectID, entity: String, key: String, other: String)
  /// An object that the relationship's new destination does not include.
  case wrongDestination(ManagedObjectID, entity: String, key: String, other: String, destination: String)
  /// An abstract entity cannot have objects.
  case abstractWithObjects(ManagedObjectID, entity: String)
  /// Objects that share what a uniqueness constraint that is new forbids (Core Data's error 134111).
  case notUnique(ManagedObjectID, entity: String, keys: [String], others: [ManagedObjectID])
  /// More entities than one context can distinguish in its lifetime (65,534).
  case tooManyEntities
  /// A store file is open, which keeps the model it was written under. `isCompatible` tells whether the file could be opened
  /// under the changed model as it is, because the version hashes stay the same.
  case storeOpen(String, isCompatible: Bool)
  /// A child context has its parent's model.
  case childContext(String, parent: String)
  /// Objects would be renumbered, and other contexts over the coordinator know them by their old numbers.
  case otherContexts
}
