/// The plain data of a storage, by its address: what every access to single values goes through. Nothing is retained or
/// released on the way, which costs more than the access does and keeps the processor from doing several at a time.
///
/// Invariants:
/// - It is valid as long as its ``GraphStorage`` is held; it is never kept beyond that.
/// - It is changed only after ``Graph/edit()``, by the one graph that holds the storage.
struct GraphMemory {
  struct Head {
    /// A root a column, see ``PageTree``; the last is that of the chunks of texts.
    let columns: UnsafeMutablePointer<UInt>
    let tables: UnsafeMutablePointer<TableState>
    let pools: UnsafeMutablePointer<PoolState>
    let texts: UnsafeMutablePointer<TextState>
    /// The schema's data, valid as long as the schema is held.
    let schema: SchemaAccess.Memory
    /// Set when the columns are shared while others may read; cleared only by the sole holder.
    let disowned: UnsafeMutablePointer<Int>
  }

  private let head: UnsafeMutablePointer<Head>

  init(
    _ schema: SchemaAccess, columns: UnsafeMutablePointer<UInt>, tables: UnsafeMutablePointer<TableState>,
    pools: UnsafeMutablePointer<PoolState>, texts: UnsafeMutablePointer<TextState>
  ) {
    head = GraphMemory.make(
      1,
      Head(
        columns: columns, tables: tables, pools: pools, texts: texts, schema: schema.memory,
        disowned: GraphMemory.make(1, 0)))
  }

  func deallocate() {
    columns.deallocate()
    tables.deallocate()
    pools.deallocate()
    texts.deallocate()
    disowned.deallocate()
    head.deallocate()
  }

  static func make<T: BitwiseCopyable>(_ count: Int, _ value: T) -> UnsafeMutablePointer<T> {
    let memory = UnsafeMutablePointer<T>.allocate(capacity: max(1, count))
    memory.initialize(repeating: value, count: count)
    return memory
  }

  static func copy<T: BitwiseCopyable>(_ other: UnsafeMutablePointer<T>, _ count: Int) -> UnsafeMutablePointer<T> {
    let memory = UnsafeMutablePointer<T>.allocate(capacity: max(1, count))
    memory.initialize(from: other, count: count)
    return memory
  }

  // MARK: Contents

  @inline(__always)
  var columns: UnsafeMutablePointer<UInt> { head.pointee.columns }
  @inline(__always)
  var tables: UnsafeMutablePointer<TableState> { head.pointee.tables }
  @inline(__always)
  var pools: UnsafeMutablePointer<PoolState> { head.pointee.pools }
  @inline(__always)
  var texts: UnsafeMutablePointer<TextState> { head.pointee.texts }
  @inline(__always)
  var entities: UnsafeMutablePointer<EntityAccess> { head.pointee.schema.entities }
  @inline(__always)
  var entityCount: Int { head.pointee.schema.entityCount }
  @inline(__always)
  var layouts: UnsafeMutablePointer<RelationshipLayout> { head.pointee.schema.layouts }
  @inline(__always)
  var names: KeyTable.Memory { head.pointee.schema.names }
  @inline(__always)
  var infos: UnsafeMutablePointer<ColumnInfo> { head.pointee.schema.infos }
  var textColumn: Int { head.pointee.schema.columnCount }
  @inline(__always)
  var disowned: UnsafeMutablePointer<Int> { head.pointee.disowned }

  /// The columns of a table, the first that of the headers.
  private func tableColumns(_ table: Int) -> Range<Int> {
    let headers = tables[table].headers
    var end = headers
    while end < textColumn, infos[end].table == table { end += 1 }
    return headers..<end
  }

  // MARK: Pages

  /// The page of a row, to be read at once. The row is in the column: a debug build stops where it is not.
  @inline(__always)
  func page(_ column: Int, _ row: Int32) -> UnsafeMutableRawPointer {
    assertContains(column, row)
    return PageTree.page(columns[column], PageLayout.page(of: row))
  }

  /// Stops a debug build where a column has no such row: a release build would read or write the memory of another one.
  @inline(__always)
  private func assertContains(_ column: Int, _ row: Int32) {
    assert(column >= 0 && column < textColumn, "column \(column) of \(textColumn)")
    assert(row >= 0 && row < capacity(column), "row \(row) of column \(column), which has room for \(capacity(column))")
  }

  /// How many rows a column has memory for.
  private func capacity(_ column: Int) -> Int32 {
    let info = infos[column]
    return info.table >= 0 ? tables[info.table].capacity : pools[info.pool].capacity
  }

  /// The page of a row, to be written at once. The row is in the column: a debug build stops where it is not.
  @inline(__always)
  func pageToWrite(_ column: Int, _ row: Int32) -> UnsafeMutableRawPointer {
    assertContains(column, row)
    let page = PageLayout.page(of: row)
    return PageTree.pageToWrite(&columns[column], page, bytes: pageBytes(column, page))
  }

  private func pageBytes(_ column: Int, _ page: Int) -> Int {
    (page == 0 ? min(Int(capacity(column)), PageLayout.rows) : PageLayout.rows) / PageLayout.stripRows
      * infos[column].kind.stripBytes
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
          &columns[column], bytes: room / PageLayout.stripRows * infos[column].kind.stripBytes)
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
    tables[table].capacity = grow(tableColumns(table), from: tables[table].capacity, toHold: row)
    let words = (PageLayout.page(of: row) >> 6 + 1)
    if words > tables[table].markedWords || tables[table].markedPages == nil {
      let room = max(words, 2 * tables[table].markedWords)
      let pages = GraphMemory.make(room, UInt64(0))
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
