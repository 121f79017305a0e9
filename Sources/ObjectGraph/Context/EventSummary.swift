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
  public var inserted: [ManagedObjectID] {
    changedPlaces { here, there in here.isLive && !there.isAlive }.map(after.id(at:))
  }

  /// The objects that were there before and have other values now, those left out that are marked as deleted. Empty
  /// after a change of the model. O(what changed).
  public var updated: [Update] {
    changedPlaces { here, there in here.isLive && there.isLive }.compactMap { place in
      guard let entity = after.entity(at: place) else { return nil }
      let keys = after.changedProperties(of: entity, at: place, since: before).map(\.name)
      return keys.isEmpty ? nil : Update(id: after.id(at: place), keys: keys)
    }
  }

  private func changedPlaces(where isWanted: (RowHeader, RowHeader) -> Bool) -> [Graph.Place] {
    guard !isModelChanged else { return [] }
    return after.rowsPerhapsChanged(since: before).enumerated().flatMap { table, rows in
      rows.compactMap { row in
        isWanted(after.tables[table].headers[row], before.tables[table].headers[row])
          ? Graph.Place(table: table, row: row) : nil
      }
    }
  }
}
