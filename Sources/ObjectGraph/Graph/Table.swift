/// One table of a graph, as it is read: the objects of one root entity and all its descendants, a row an object. The
/// row is the object's number.
struct Table: Sendable {
  /// The headers of the rows, those beyond the end unused.
  struct Headers: Sendable {
    fileprivate let storage: GraphStorage
    fileprivate let table: Int
    private var memory: GraphMemory { storage.memory }

    subscript(row: Int32) -> RowHeader { memory.header(table, row) }
    subscript(row: Int) -> RowHeader { Int32(exactly: row).map { memory.header(table, $0) } ?? .unused }
  }

  fileprivate let storage: GraphStorage
  let index: Int
  private var memory: GraphMemory { storage.memory }

  var headers: Headers { Headers(storage: storage, table: index) }
  /// Rows up to this one may have been used; row 0 never is.
  var rowEnd: Int { Int(memory.tables[index].rowEnd) }
  /// The rows with a pending mark.
  var markedCount: Int { memory.tables[index].markedCount }
  /// The rows whose object is marked as deleted.
  var deletedCount: Int { memory.tables[index].deletedCount }
  /// The rows whose object exists and is not marked as deleted.
  var liveCount: Int { memory.tables[index].liveCount }

  /// Calls `body` with every row whose object exists and is not marked as deleted, in order of the numbers.
  func forEachLiveRow(_ body: (Int, RowHeader) throws -> Void) rethrows {
    for start in stride(from: Int32(0), to: memory.tables[index].rowEnd, by: PageLayout.stripRows) {
      let strip = RowStrip(memory: memory, table: index, first: start)
      var live = strip.live
      while live != 0 {
        let row = start + Int32(live.trailingZeroBitCount)
        live &= live &- 1
        try body(Int(row), memory.header(index, row))
      }
    }
  }
}

extension Graph {
  /// The tables by the stable place of the root entity, to be read.
  var tables: Tables { Tables(storage: storage) }

  struct Tables: RandomAccessCollection, Sendable {
    fileprivate let storage: GraphStorage

    var startIndex: Int { 0 }
    var endIndex: Int { storage.schema.tables.count }
    subscript(index: Int) -> Table { Table(storage: storage, index: index) }
  }
}
