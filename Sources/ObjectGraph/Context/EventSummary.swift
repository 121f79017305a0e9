/// What changed in one event, and only that. It holds both graphs and compares them when it is asked.
public struct EventSummary: Sendable {
  /// An object that has other values than before.
  public struct Update: Hashable, Sendable {
    /// The object.
    public var id: ManagedObjectID
    /// The properties that changed, in the entity's order; the inverses of what was set are among them.
    public var keys: [String]

    /// An update of these properties of an object.
    public init(id: ManagedObjectID, keys: [String]) {
      self.id = id
      self.keys = keys
    }
  }

  /// The graph that the event began with.
  public let before: Graph
  /// The graph that it left, deletions propagated.
  public let after: Graph
  /// What was deleted, and what followed from it; nil when nothing was.
  public let deletions: DeletionExplanation?

  /// Whether the model changed; then ``inserted`` and ``updated`` are empty, as the two graphs cannot be compared by
  /// row.
  public var isModelChanged: Bool { before.schema !== after.schema }

  /// The objects that were not there before, by entity tree and number. Empty after a change of the model. O(what
  /// changed).
  public var inserted: [ManagedObjectID] { changes().inserted }

  /// The objects that were there before and have other values now, those left out that are marked as deleted. Empty
  /// after a change of the model. O(what changed).
  public var updated: [Update] { changes().updated }

  /// ``inserted`` and ``updated``, found together. O(what changed).
  public func changes() -> (inserted: [ManagedObjectID], updated: [Update]) {
    var inserted: [ManagedObjectID] = []
    var updated: [Update] = []
    guard !isModelChanged else { return ([], []) }
    for (table, rows) in after.rowsPerhapsChanged(since: before).enumerated() {
      for row in rows {
        let place = Graph.Place(table: table, row: row)
        let (here, there) = (after.header(at: place), before.header(at: place))
        guard here.isLive else { continue }
        if !there.isAlive { inserted.append(after.id(at: place)) }
        guard there.isLive, let entity = after.entity(at: place) else { continue }
        let keys = after.changedProperties(of: entity, at: place, since: before).map(\.name)
        if !keys.isEmpty { updated.append(Update(id: after.id(at: place), keys: keys)) }
      }
    }
    return (inserted, updated)
  }
}
