import CGraphAtomics
import Predicates

/// What a graph keeps of one table, beside its columns. Plain data.
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
  /// How often an object went; while it is 0 no link leads to one that is gone.
  var goneCount = 0
  /// A bit for every page of rows in which some row has a pending mark; nil before the first.
  var markedPages: UnsafeMutablePointer<UInt64>?
  var markedWords = 0
}

/// What a graph keeps of the links of one many-to-many relationship, beside their column. Plain data.
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

/// Where the next long text goes, and how much room texts take. Plain data.
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
/// - While columns are shared with another storage, their roots have ``Block/mayBeShared``, or `disowned` is set and
///   they get it before the next change.
/// - A pointer into a page is good until the next change; none is kept.
/// - Rows below `rowEnd` are in every column of their table.
final class GraphStorage: @unchecked Sendable {
  let schema: Schema
  /// The schema's entities and layouts, good as long as the schema is held: read without retaining it.
  let entities: UnsafeMutablePointer<EntityAccess>
  let entityCount: Int
  let layouts: UnsafeMutablePointer<RelationshipLayout>
  let nameSlots: UnsafeMutablePointer<KeyTable.Slot>
  let nameMask: Int
  /// A root a column, see ``PageTree``; the last is that of the chunks of texts.
  let columns: UnsafeMutablePointer<UInt>
  let tables: UnsafeMutablePointer<TableState>
  let pools: UnsafeMutablePointer<PoolState>
  let texts: UnsafeMutablePointer<TextState>
  /// Set by whoever shares the columns while others may read; never cleared by another than the one holder.
  private let disowned: UnsafeMutablePointer<Int>
  /// The columns that are no plain data.
  var values: [PagedColumn<Value>]
  /// What fetches made to find objects quickly; copies have the same.
  let indexes: IndexCache

  var textColumn: Int { schema.columns.count }

  init(_ schema: Schema) {
    self.schema = schema
    entities = schema.access.entities
    entityCount = schema.access.entityCount
    layouts = schema.access.layouts
    nameSlots = schema.access.nameSlots
    nameMask = schema.access.nameMask
    indexes = IndexCache()
    columns = GraphStorage.make(schema.columns.count + 1, 0)
    tables = GraphStorage.make(schema.tables.count, TableState())
    pools = GraphStorage.make(schema.poolCount, PoolState())
    texts = GraphStorage.make(1, TextState())
    disowned = GraphStorage.make(1, 0)
    for (table, layout) in schema.tables.enumerated() { tables[table].headers = layout.columns.lowerBound }
    for (pool, column) in schema.poolColumns.enumerated() { pools[pool].column = column }
    values = Array(repeating: PagedColumn(filler: .null), count: schema.valueColumnCount)
  }

  /// A second storage with the same columns.
  private init(sharing other: GraphStorage) {
    schema = other.schema
    entities = other.entities
    entityCount = other.entityCount
    layouts = other.layouts
    nameSlots = other.nameSlots
    nameMask = other.nameMask
    indexes = other.indexes
    columns = GraphStorage.copy(other.columns, other.schema.columns.count + 1)
    tables = GraphStorage.copy(other.tables, other.schema.tables.count)
    pools = GraphStorage.copy(other.pools, other.schema.poolCount)
    texts = GraphStorage.copy(other.texts, 1)
    disowned = GraphStorage.make(1, 0)
    values = other.values
    for table in 0..<schema.tables.count {
      if let pages = tables[table].markedPages {
        tables[table].markedPages = GraphStorage.copy(pages, tables[table].markedWords)
      }
    }
    for column in 0..<schema.columns.count + 1 where columns[column] != 0 {
      Block(entry: columns[column]).retain()
      columns[column] |= Block.mayBeShared
    }
  }

  deinit {
    for column in 0..<schema.columns.count + 1 { PageTree.release(columns[column]) }
    for table in 0..<schema.tables.count { tables[table].markedPages?.deallocate() }
    columns.deallocate()
    tables.deallocate()
    pools.deallocate()
    texts.deallocate()
    disowned.deallocate()
  }

  private static func make<T: BitwiseCopyable>(_ count: Int, _ value: T) -> UnsafeMutablePointer<T> {
    let memory = UnsafeMutablePointer<T>.allocate(capacity: max(1, count))
    memory.initialize(repeating: value, count: count)
    return memory
  }

  private static func copy<T: BitwiseCopyable>(_ other: UnsafeMutablePointer<T>, _ count: Int) -> UnsafeMutablePointer<
    T
  > {
    let memory = UnsafeMutablePointer<T>.allocate(capacity: max(1, count))
    memory.initialize(from: other, count: count)
    return memory
  }

  // MARK: Sharing

  /// A copy to be changed, while others hold this one: O(columns).
  @inline(never)
  func fork() -> GraphStorage {
    let copy = GraphStorage(sharing: self)
    graph_flag_set(disowned)
    return copy
  }

  @inline(__always)
  var isDisowned: Bool { graph_flag_get(disowned) != 0 }

  /// Called by the one holder before it changes anything: the columns may be shared with copies.
  @inline(never)
  func disown() {
    for column in 0..<schema.columns.count + 1 where columns[column] != 0 { columns[column] |= Block.mayBeShared }
    disowned.pointee = 0
  }

  /// Takes over a column of another storage as it is, in place of its own.
  func share(_ column: Int, from other: GraphStorage, _ otherColumn: Int) {
    let root = other.columns[otherColumn]
    if root != 0 { Block(entry: root).retain() }
    graph_flag_set(other.disowned)
    PageTree.release(columns[column])
    columns[column] = root == 0 ? 0 : root | Block.mayBeShared
  }

  /// Takes over the headers of another storage's table in place of its own, and makes room for the rows in the table's
  /// columns; those that have room for as many rows already stay.
  func shareRows(_ table: Int, from other: GraphStorage, _ otherTable: Int) {
    let theirs = other.tables[otherTable]
    if theirs.rowEnd > 0 { ensure(table, theirs.rowEnd - 1) }
    guard theirs.rowEnd > 0, tables[table].capacity == theirs.capacity else {
      for row in 0..<max(theirs.rowEnd, tables[table].rowEnd) {
        let header = other.header(otherTable, row)
        if header != self.header(table, row) {
          setEntity(header.entity, table, row)
          setMarks(header.marks, table, row)
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
    tables[table].markedPages = theirs.markedPages.map { GraphStorage.copy($0, theirs.markedWords) }
    tables[table].markedWords = theirs.markedWords
  }

  /// Takes over all half-edges of another storage's pool.
  func sharePool(_ pool: Int, from other: GraphStorage, _ otherPool: Int) {
    let column = pools[pool].column
    share(column, from: other, other.pools[otherPool].column)
    pools[pool] = other.pools[otherPool]
    pools[pool].column = column
  }

  // MARK: Pages

  /// The page of a row, to be read at once. The row is in the column.
  @inline(__always)
  func page(_ column: Int, _ row: Int32) -> UnsafeMutableRawPointer {
    PageTree.page(columns[column], PageLayout.page(of: row))
  }

  /// The page of a row, to be written at once. The row is in the column.
  @inline(__always)
  func pageToWrite(_ column: Int, _ row: Int32) -> UnsafeMutableRawPointer {
    let page = PageLayout.page(of: row)
    return PageTree.pageToWrite(&columns[column], page, bytes: pageBytes(column, page))
  }

  private func pageBytes(_ column: Int, _ page: Int) -> Int {
    let info = schema.columns[column]
    let capacity = info.table >= 0 ? tables[info.table].capacity : pools[info.pool].capacity
    return (page == 0 ? min(Int(capacity), PageLayout.rows) : PageLayout.rows) / PageLayout.stripRows
      * info.kind.stripBytes
  }

  /// Makes room for a row in some columns. The first page grows by doubling, what comes after it by chunks that take
  /// room when they are written.
  private func grow(_ range: Range<Int>, from capacity: Int32, toHold row: Int32) -> Int32 {
    var room = Int(capacity)
    if room == 0 {
      for column in range { PageTree.addChunk(&columns[column]) }
      room = PageLayout.stripRows
    }
    if room < PageLayout.rows, room <= Int(row) {
      while room < PageLayout.rows, room <= Int(row) { room *= 2 }
      for column in range where capacity != 0 {
        PageTree.lengthenFirstPage(
          &columns[column], bytes: room / PageLayout.stripRows * schema.columns[column].kind.stripBytes)
      }
    }
    if room == PageLayout.rows { room = PageLayout.rowsPerChunk }
    while room <= Int(row) {
      for column in range { PageTree.addChunk(&columns[column]) }
      room += PageLayout.rowsPerChunk
    }
    return Int32(clamping: room)
  }

  /// Makes room for a row of a table.
  @inline(__always)
  func ensure(_ table: Int, _ row: Int32) {
    if row >= tables[table].capacity { growTable(table, row) }
    if row >= tables[table].rowEnd { tables[table].rowEnd = row &+ 1 }
  }

  @inline(never)
  private func growTable(_ table: Int, _ row: Int32) {
    tables[table].capacity = grow(schema.tables[table].columns, from: tables[table].capacity, toHold: row)
    let words = (PageLayout.page(of: row) >> 6 + 1)
    if words > tables[table].markedWords || tables[table].markedPages == nil {
      let room = max(words, 2 * tables[table].markedWords)
      let pages = GraphStorage.make(room, UInt64(0))
      if let old = tables[table].markedPages {
        pages.update(from: old, count: tables[table].markedWords)
        old.deallocate()
      }
      tables[table].markedPages = pages
      tables[table].markedWords = room
    }
  }

  /// Makes room for a half-edge of a pool.
  @inline(__always)
  func ensure(pool: Int, _ end: Int32) {
    if end >= pools[pool].capacity {
      let column = pools[pool].column
      pools[pool].capacity = grow(column..<column + 1, from: pools[pool].capacity, toHold: end)
    }
  }

  /// Whether a row is in the columns of a table; none else may be asked for.
  @inline(__always)
  func contains(_ table: Int, _ row: Int32) -> Bool {
    UInt32(bitPattern: row) < UInt32(bitPattern: tables[table].rowEnd)
  }
}
