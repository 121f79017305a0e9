/// The objects that a save wrote. An object that was inserted and deleted since the last save is in none of the lists.
public struct SaveReport: Hashable, Sendable {
  /// The objects that were saved before and had changed, by entity tree and number.
  public var updated: [ManagedObjectID]
  /// The objects that are gone now, in the same order.
  public var deleted: [ManagedObjectID]
  private var source: Source

  private enum Source {
    case objects([ManagedObjectID])
    /// The graphs of the last save and of this one: after millions of insertions a list may not be wanted.
    case graphs(before: Graph, after: Graph)
  }

  /// A report of these objects.
  public init(inserted: [ManagedObjectID], updated: [ManagedObjectID], deleted: [ManagedObjectID]) {
    source = .objects(inserted)
    self.updated = updated
    self.deleted = deleted
  }

  /// A report whose insertions are computed when they are read.
  init(before: Graph, after: Graph, updated: [ManagedObjectID], deleted: [ManagedObjectID]) {
    source = .graphs(before: before, after: after)
    self.updated = updated
    self.deleted = deleted
  }

  /// The objects that were new, in the same order. Computed when it is read: O(objects that the save wrote).
  public var inserted: [ManagedObjectID] {
    get {
      switch source {
      case .objects(let objects): objects
      case .graphs(let before, let after): after.insertions(since: before)
      }
    }
    set { source = .objects(newValue) }
  }

  /// Whether two reports name the same objects. O(objects).
  public static func == (a: SaveReport, b: SaveReport) -> Bool {
    a.updated == b.updated && a.deleted == b.deleted && a.inserted == b.inserted
  }

  /// Hashes what is compared. O(objects).
  public func hash(into hasher: inout Hasher) {
    hasher.combine(updated)
    hasher.combine(deleted)
    hasher.combine(inserted)
  }
}

extension Graph {
  /// The objects that are alive here and are not in an earlier graph of the same schema, by table and number.
  func insertions(since before: Graph) -> [ManagedObjectID] {
    var found: [ManagedObjectID] = []
    for table in schema.tables.indices where memory.tables[table].rowEnd > 0 {
      forEachRowChanged(nil, of: table, since: before) { row in
        let header = memory.header(table, row)
        if header.isAlive, !before.memory.header(table, row).isAlive {
          found.append(ManagedObjectID(entity: Int(header.entity), number: row, context: context))
        }
      }
    }
    return found
  }
}
