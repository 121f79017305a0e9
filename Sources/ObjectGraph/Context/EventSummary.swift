import Predicates

/// The changes of one event: both graphs, compared when needed, or the journal of a small event.
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

  /// The graph that it left, deletions propagated.
  public let after: Graph
  /// The deletions and their consequences; nil when there were none.
  public let deletions: DeletionExplanation?
  /// How the event began, as far as it was made.
  private let start: UndoStep

  init(_ start: UndoStep, after: Graph, deletions: DeletionExplanation?) {
    self.start = start
    self.after = after
    self.deletions = deletions
  }

  /// The graph that the event began with. O(1), or what going back a small event costs.
  public var before: Graph { start.graph(behind: after) }

  /// Whether the model changed; then ``inserted`` and ``updated`` are empty, as the two graphs cannot be compared by
  /// row. O(1).
  public var isModelChanged: Bool { start.graph.map { $0.schema !== after.schema } ?? false }

  /// The objects that were not there before, by entity tree and number. Empty after a change of the model. O(what
  /// changed).
  public var inserted: [ManagedObjectID] { changes().inserted }

  /// The objects that were there before and have other values now, those left out that are marked as deleted. Empty
  /// after a change of the model. O(what changed).
  public var updated: [Update] { changes().updated }

  /// Returns ``inserted`` and ``updated``, found together. O(what changed).
  public func changes() -> (inserted: [ManagedObjectID], updated: [Update]) {
    guard !isModelChanged else { return ([], []) }
    guard let before = start.graph else { return journaledChanges() }
    var inserted: [ManagedObjectID] = []
    var updated: [Update] = []
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

  private func journaledChanges() -> (inserted: [ManagedObjectID], updated: [Update]) {
    var updated: [Update] = []
    for place in start.journal.changedPlaces {
      guard let entity = after.entity(at: place) else { continue }
      var keys: [String] = []
      for property in entity.properties {
        guard case .attribute(let column) = property.storage, let old = start.journal.oldValue(of: column, at: place)
        else { continue }
        if !after.value(of: column, at: place).isIdentical(to: old) { keys.append(property.name) }
      }
      if !keys.isEmpty { updated.append(Update(id: after.id(at: place), keys: keys)) }
    }
    return (start.journal.madePlaces.map(after.id(at:)), updated)
  }

  /// The value of a property before the event; see ``GraphSource/value(forKey:of:)`` of ``before`` for all of them.
  /// `.null` for what is none. O(1) where one or two attributes were set, otherwise as `before`.
  package func oldValue(ofKey key: String, of id: ManagedObjectID) -> Value {
    if start.graph == nil, let place = after.place(of: id),
      case .attribute(let column)? = after.entity(at: place)?.property(key)?.storage,
      let old = start.journal.oldValue(of: column, at: place)
    {
      return old
    }
    return before.value(ofKey: key, of: id)
  }
}
