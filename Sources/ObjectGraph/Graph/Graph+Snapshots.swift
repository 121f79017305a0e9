extension Graph {
  /// A column of one graph, kept to compare later graphs with: its pages are shared, those of other columns are not
  /// held.
  struct ColumnSnapshot: Sendable {
    let column: AttributeColumn
    let table: Int
    /// A graph of the same schema in which this column alone has rows.
    fileprivate let graph: Graph

    fileprivate var root: UInt { graph.memory.columns[column.slot] }

    func integer(_ row: Int32) -> Int64? { graph.integer(column, table, row) }
    func double(_ row: Int32) -> Double? { graph.double(column, table, row) }
    func string(_ row: Int32) -> String? { graph.string(column, table, row) }
  }

  /// Nil for a column that has no order worth an index. O(columns).
  func snapshot(_ table: Int, _ column: AttributeColumn) -> ColumnSnapshot? {
    switch column.kind {
    case .boolean, .value: return nil
    case .integer, .wideInteger, .double, .date, .string: break
    }
    let kept = Graph(schema, context: context)
    kept.storage.share(column.slot, from: storage, column.slot)
    if column.kind == .string { kept.storage.shareTexts(from: storage) }
    kept.memory.tables[table].rowEnd = memory.tables[table].rowEnd
    kept.memory.tables[table].capacity = memory.tables[table].capacity
    return ColumnSnapshot(column: column, table: table, graph: kept)
  }

  /// The blocks in which this graph's column may have other values than the snapshot: those of the pages that the two
  /// do not share, in order. O(chunks of pages).
  ///
  /// Equal bytes would not do: where a long text is says nothing of what it is in another graph.
  func blocksPerhapsChanged(since snapshot: ColumnSnapshot) -> [Int] {
    let blocksPerPage = PageLayout.rows / RowBlock.rows
    var blocks: [Int] = []
    PageTree.forEachPageNotShared(memory.columns[snapshot.column.slot], snapshot.root) { page in
      for block in 0..<blocksPerPage { blocks.append(page * blocksPerPage + block) }
    }
    return blocks
  }
}
