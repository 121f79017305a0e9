/// The changes that a save wrote, as a value that can be passed to other threads.
public struct SaveNotification: Sendable {
  /// The name of the context that saved.
  public var context: String
  /// Counts the saves of the coordinator.
  public var commit: Int
  /// The objects that were new, by entity tree and number.
  public var inserted: [ManagedObjectID]
  /// The objects that had other values than before.
  public var updated: [ManagedObjectID]
  /// The objects that are gone.
  public var deleted: [ManagedObjectID]

  /// All of them.
  public var objects: [ManagedObjectID] { inserted + updated + deleted }
}

/// Ends an observation; see ``PersistentStoreCoordinator/observeSaves(_:)`` and
/// ``ManagedObjectContext/observe(_:)``.
public struct ObservationToken: Hashable, Sendable {
  let number: Int
}
