import CGraphAtomics
import Predicates

/// A graph's data about one table, apart from its columns. Plain data.
struct TableState {
  /// The column of the headers.
  var headers = 0
  /// Rows up to this one may have been used; row 0 never is.
  var rowEnd: Int32 = 0
  /// The rows that the columns have room for; none while it is 0.
  var capacity: Int32 = 0
  /// The rows with a pending mark.
  var markedCount = 0
  /// The rows whose object exists and is not marked as deleted.
  var liveCount = 0
  /// The rows whose object exists and is marked as deleted.
  var deletedCount = 0
  /// How often an object went that something may still lead to; while it is 0 no link leads to one that is gone.
  var goneCount = 0
  /// A bit for every page of rows in which some row has a pending mark; nil before the first.
  var markedPages: UnsafeMutablePointer<UInt64>?
  var markedWords = 0
}

/// A graph's data about the links of one many-to-many relationship, apart from their column. Plain data.
struct PoolState {
  var column = 0
  /// The half-edges that the column has room for.
  var capacity: Int32 = 0
  /// The highest link given so far; link n is the half-edges 2n and 2n + 1.
  var highest: Int32 = 0
  /// The first of the links to be used again, 0 when there is none; the next is where its first half-edge leads to.
  var firstFree: Int32 = 0
  /// The links in use.
  var count = 0
}

/// The place for the next long text, and the room that texts take. Plain data.
struct TextState {
  var chunkCount = 0
  /// The bytes of the last chunk that this graph knows to be used.
  var used = 0
  var liveBytes = 0
  var totalBytes = 0
}

/// The memory of graphs: one for all copies of a graph until one of them is changed.
///
/// Invariants:
/// - It is changed only by ``Graph/edit()``'s caller, when one graph holds it: hence `@unchecked Sendable`.
/// - While columns are shared with another storage, their roots have ``MemoryBlock/mayBeShared``, or `disowned` is set and
///   they get it before the next change.
/// - A pointer into a page is good until the next change; none is kept. The same goes for ``memory`` and the last release.
/// - Rows below `rowEnd` are in every column of their table.
final class GraphStorage: @unchecked Sendable {
  let schema: Schema
  /// Everything that is plain data.
  let memory: GraphMemory
  /// The columns that are no plain data.
  var values: [PagedColumn<Value>]
  /// The indexes that fetches have made; copies have the same cache.
  let indexes: IndexCache

  var columns: UnsafeMutablePointer<UInt> { memory.columns }
  var tables: UnsafeMutablePointer<TableState> { memory.tables }
  var pools: UnsafeMutablePointer<PoolState> { memory.pools }
  var texts: UnsafeMutablePointer<TextState> { memory.texts }
  var textColumn: Int { memory.textColumn }

  init(_ schema: Schema) {
    self.schema = schema
    indexes = IndexCache()
    memory = GraphMemory(
      schema.access, columns: GraphMemory.make(schema.columns.count + 1, 0),
      tables: GraphMemory.make(schema.tables.count, TableState()),
      pools: GraphMemory.make(schema.poolCount, PoolState()), texts: GraphMemory.make(1, TextState()))
    values = Array(repeating: PagedColumn(filler: .null), count: schema.valueColumnCount)
    for (table, layout) in schema.tables.enumerated() { tables[table].headers = layout.columns.lowerBound }
    for (pool, column) in schema.poolColumns.enumerated() { pools[pool].column = column }
  }

  /// A second storage with the same columns.
  /// - Parameter schema: One of the same layout.
  private init(sharing other: GraphStorage, schema: Schema) {
    self.schema = schema
    indexes = other.indexes
    memory = GraphMemory(
      other.schema.access, columns: GraphMemory.copy(other.columns, other.schema.columns.count + 1),
      tables: GraphMemory.copy(other.tables, other.schema.tables.count),
      pools: GraphMemory.copy(other.pools, other.schema.poolCount), texts: GraphMemory.copy(other.texts, 1))
    values = other.values
    for table in 0..<schema.tables.count {
      if let pages = tables[table].markedPages {
        tables[table].markedPages = GraphMemory.copy(pages, tables[table].markedWords)
      }
    }
    for column in 0..<schema.columns.count + 1 where columns[column] != 0 {
      MemoryBlock(entry: columns[column]).retain()
      columns[column] |= MemoryBlock.mayBeShared
    }
  }

  deinit {
    for column in 0..<schema.columns.count + 1 { PageTree.release(columns[column]) }
    for table in 0..<schema.tables.count { tables[table].markedPages?.deallocate() }
    memory.deallocate()
  }

  // MARK: Sharing

  /// A copy to be changed, while others hold this one: O(columns).
  /// - Parameter other: Its schema, one of the same layout; nil for the same one.
  @inline(never)
  func fork(under other: Schema? = nil) -> GraphStorage {
    let copy = GraphStorage(sharing: self, schema: other ?? schema)
    graph_flag_set(memory.disowned)
    return copy
  }

  @inline(__always)
  var isDisowned: Bool { graph_flag_get(memory.disowned) != 0 }

  /// Called by the one holder before it changes anything: the columns may be shared with copies.
  @inline(never)
  func disown() {
    for column in 0..<schema.columns.count + 1 where columns[column] != 0 { columns[column] |= MemoryBlock.mayBeShared }
    memory.disowned.pointee = 0
  }

  /// Takes over a column of another storage as it is, replacing its own.
  func share(_ column: Int, from other: GraphStorage, _ otherColumn: Int) {
    let root = other.columns[otherColumn]
    if root != 0 { MemoryBlock(entry: root).retain() }
    graph_flag_set(other.memory.disowned)
    PageTree.release(columns[column])
    columns[column] = root == 0 ? 0 : root | MemoryBlock.mayBeShared
  }

  /// Takes over the headers of another storage's table, replacing its own, and makes room for the rows in the table's
  /// columns; columns that already have room for as many rows stay.
  func shareRows(_ table: Int, from other: GraphStorage, _ otherTable: Int) {
    let theirs = other.tables[otherTable]
    if theirs.rowEnd > 0 { memory.ensure(table, theirs.rowEnd - 1) }
    guard theirs.rowEnd > 0, tables[table].capacity == theirs.capacity else {
      for row in 0..<max(theirs.rowEnd, tables[table].rowEnd) {
        let header = other.memory.header(otherTable, row)
        if header != memory.header(table, row) {
          memory.setEntity(header.entity, table, row)
          memory.setMarks(header.marks, table, row)
        }
      }
      tables[table].goneCount = max(tables[table].goneCount, theirs.goneCount)
      return
    }
    share(tables[table].headers, from: other, theirs.headers)
    tables[table].rowEnd = theirs.rowEnd
    tables[table].liveCount = theirs.liveCount
    tables[table].markedCount = theirs.markedCount
    tables[table].deletedCount = theirs.deletedCount
    tables[table].goneCount = theirs.goneCount
    tables[table].markedPages?.deallocate()
    tables[table].markedPages = theirs.markedPages.map { GraphMemory.copy($0, theirs.markedWords) }
    tables[table].markedWords = theirs.markedWords
  }

  /// Takes over all half-edges of another storage's pool.
  func sharePool(_ pool: Int, from other: GraphStorage, _ otherPool: Int) {
    let column = pools[pool].column
    share(column, from: other, other.pools[otherPool].column)
    pools[pool] = other.pools[otherPool]
    pools[pool].column = column
  }
}
