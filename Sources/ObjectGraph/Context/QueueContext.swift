/// A context with its own queue: what Core Data calls a private-queue context.
///
/// Its work runs one piece after another, away from the caller. Arguments and results are values; object IDs may cross,
/// objects may not, which the compiler checks: a ``ManagedObject`` is not Sendable.
///
/// ```swift
/// let background = QueueContext(coordinator: coordinator, name: "background")
/// let ids = try await background.perform { context in
///   let player = try context.insert("Player")
///   try context.save()
///   return [player]
/// }
/// let players = ids.map { main.object(with: $0) }
/// ```
///
/// A child of it is made inside ``perform(_:)`` and stays there. A child of a context that is confined elsewhere cannot
/// have its own queue: the parent must not be touched from it.
public actor QueueContext {
  private let context: ManagedObjectContext
  private var continuations: [Int: AsyncStream<ContextChanges>.Continuation] = [:]
  private var nextNumber = 0

  /// A context over a coordinator. O(1).
  public init(coordinator: PersistentStoreCoordinator, name: String = "background") {
    context = ManagedObjectContext(coordinator: coordinator, name: name)
    // Core Data has no undo unless it is requested; one step at most is kept here.
    context.undoLimit = 1
  }

  /// Runs a piece of work on the context, followed by an end of event: deletions are propagated and observers notified
  /// (Core Data's header has `performBlock` do so).
  ///
  /// Others' saves are taken in before it when the context merges automatically. When the work throws, its changes stay
  /// pending, as in Core Data: roll back inside it if you want to drop them.
  /// - Throws: The error of `work`.
  /// - Complexity: That of `work`, O(others' changes + pending changes) for a context that merges automatically, and
  ///   O(deleted objects × their links) at the end.
  public func perform<Result: Sendable>(
    _ work: @Sendable (ManagedObjectContext) throws -> Result
  ) throws -> Result {
    if context.automaticallyMergesChangesFromParent { context.mergeAutomatically() }
    defer { context.endEvent() }
    return try work(context)
  }

  /// Returns the changes in the context from now on, until the stream is released. O(1).
  public func changes() -> AsyncStream<ContextChanges> {
    if continuations.isEmpty {
      context.observe { [weak self] changes in self?.assumeIsolated { $0.yield(changes) } }
    }
    nextNumber += 1
    let number = nextNumber
    let (stream, continuation) = AsyncStream.makeStream(of: ContextChanges.self)
    continuations[number] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.end(number) } }
    return stream
  }

  private func yield(_ changes: ContextChanges) {
    for continuation in continuations.values { continuation.yield(changes) }
  }

  private func end(_ number: Int) { continuations[number] = nil }

  deinit { for continuation in continuations.values { continuation.finish() } }
}
