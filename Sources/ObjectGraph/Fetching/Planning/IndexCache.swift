import Support

/// The indexes that fetches made, shared by all copies of a graph and by every thread.
///
/// An index is made by the first fetch that wants it and rebuilt when too many pages of the column have changed. It
/// holds on to the pages of the column that it was made from.
final class IndexCache: Sendable {
  private let indexes = Locked<[Key: AttributeIndex]>([:])

  private struct Key: Hashable {
    var table: Int
    var column: AttributeColumn
  }

  init() {}

  /// An index of a column, and the blocks of this graph that it does not know; nil for a column that has no order.
  func index(of column: AttributeColumn, in table: Int, of graph: Graph) -> (index: AttributeIndex, unknown: [Int])? {
    guard let snapshot = graph.snapshot(table, column) else { return nil }
    let rowEnd = graph.rowEnd(table)
    let key = Key(table: table, column: column)
    // Made under the lock: two fetches that want the same one wait for it once.
    return indexes.withLock { indexes in
      guard let known = indexes[key] else {
        let made = AttributeIndex(snapshot, rowEnd: rowEnd)
        indexes[key] = made
        return (made, [])
      }
      let unknown = graph.blocksPerhapsChanged(since: known.snapshot)
      guard unknown.count > max(8, graph.blockCount(table) / 8) else { return (known, unknown) }
      let made = AttributeIndex(known, now: snapshot, changed: unknown, rowEnd: rowEnd)
      indexes[key] = made
      return (made, [])
    }
  }
}
