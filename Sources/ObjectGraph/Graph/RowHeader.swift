/// A table's data about every row: the entity of its object, and the object's state relative to the last save.
struct RowHeader: Hashable, Sendable {
  struct Marks: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    /// The object exists, perhaps marked as deleted. Without it the row is unused, or that of an object that is gone.
    static let alive = Marks(rawValue: 1)
    static let inserted = Marks(rawValue: 2)
    static let updated = Marks(rawValue: 4)
    static let deleted = Marks(rawValue: 8)
    /// Going back past a save led to a graph that does not know the object: it only waits for the next save to go.
    static let ghost = Marks(rawValue: 16)
    /// The marks that a save clears.
    static let pending: Marks = [.inserted, .updated, .deleted]

    /// Whether an object exists and is not marked as deleted.
    var isLive: Bool { rawValue & 9 == 1 }
  }

  var entity: UInt16
  var marks: Marks

  static let unused = RowHeader(entity: .max, marks: [])

  /// Whether an object can be found, read and written here: it exists and is not marked as deleted.
  var isLive: Bool { marks.isLive }
  var isAlive: Bool { marks.contains(.alive) }
}
