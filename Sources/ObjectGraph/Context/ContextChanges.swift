/// A change in a context, as a value: Core Data's notifications.
public struct ContextChanges: Sendable {
  /// The kind of change.
  public enum Kind: String, Hashable, Sendable {
    /// Pending changes were processed, at the end of an event or before a save, or others' saves were taken in.
    case objectsDidChange
    /// A save begins; what hooks and validation do comes after.
    case willSave
    /// A save is done.
    case didSave
  }

  /// The kind of change.
  public var kind: Kind
  /// The name of the context.
  public var context: String
  /// The objects that are new, by entity tree and number.
  public var inserted: [ManagedObjectID] = []
  /// The objects that have other values.
  public var updated: [ManagedObjectID] = []
  /// The objects that are marked as deleted or gone.
  public var deleted: [ManagedObjectID] = []
  /// The objects that have values which others saved, or which a refresh brought back.
  public var refreshed: [ManagedObjectID] = []

  /// Whether nothing happened.
  public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty }
}

extension ManagedObjectContext {
  /// Calls a closure with what happens here from now on, at once and where the context is used. It may change the
  /// context. O(1).
  /// - Returns: what ends it, with ``stopObserving(_:)``.
  @discardableResult
  public func observe(_ handler: @escaping (ContextChanges) -> Void) -> ObservationToken {
    if observers.isEmpty { notified = graph }
    observerNumber += 1
    observers[observerNumber] = handler
    return ObservationToken(number: observerNumber)
  }

  /// Ends an observation; nothing happens when it has ended. O(1).
  public func stopObserving(_ token: ObservationToken) { observers[token.number] = nil }

  /// Reports the differences from an earlier graph.
  func post(_ kind: ContextChanges.Kind, since before: Graph, areRefreshed: Bool = false) {
    guard !observers.isEmpty, before.schema === graph.schema else { return }
    var changes = ContextChanges(kind: kind, context: name)
    for (table, rows) in graph.rowsPerhapsChanged(since: before).enumerated() {
      for row in rows {
        let place = Graph.Place(table: table, row: row)
        switch (before.header(at: place).isLive, graph.header(at: place).isLive) {
        case (false, true): changes.inserted.append(graph.id(at: place))
        case (true, false): changes.deleted.append(before.id(at: place))
        case (true, true):
          guard let entity = graph.entity(at: place),
            !graph.changedProperties(of: entity, at: place, since: before).isEmpty
          else { continue }
          if areRefreshed {
            changes.refreshed.append(graph.id(at: place))
          } else {
            changes.updated.append(graph.id(at: place))
          }
        case (false, false): break
        }
      }
    }
    notified = graph
    if !changes.isEmpty { tell(changes) }
  }

  /// Reports a save.
  func post(_ kind: ContextChanges.Kind, _ report: SaveReport) {
    guard !observers.isEmpty else { return }
    tell(
      ContextChanges(
        kind: kind, context: name, inserted: report.inserted, updated: report.updated, deleted: report.deleted))
  }

  private func tell(_ changes: ContextChanges) {
    for (_, handler) in observers.sorted(by: { $0.key < $1.key }) { handler(changes) }
  }
}
