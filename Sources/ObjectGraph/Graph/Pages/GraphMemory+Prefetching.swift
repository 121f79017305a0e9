import CGraphAtomics

/// Asking for memory before it is needed: rows that are met in no order lie anywhere, and waiting for one after the other is
/// most of what following links takes. Nothing here changes anything. The rows are in the columns.
extension GraphMemory {
  /// Prefetches a row of a link, list or half-edge column.
  @inline(__always)
  func prefetch(_ column: Int, _ row: Int32) {
    let kind = infos[column].kind
    let strip = page(column, row) + PageLayout.strip(of: row, kind.stripBytes)
    let place = PageLayout.place(of: row)
    switch kind {
    case .threadedLink:
      graph_prefetch(strip + 4 &* place)
      graph_prefetch(strip + (256 &+ 8 &* place))
    case .link: graph_prefetch(strip + 4 &* place)
    case .list, .halfEdge: graph_prefetch(strip + 12 &* place)
    case .header, .integer32, .word, .boolean, .text: break
    }
  }

  /// The list that an object which is about to be linked has at its end, if its ID is one of the other table's.
  @inline(__always)
  func prefetchList(of layout: UnsafeMutablePointer<RelationshipLayout>, _ other: ManagedObjectID) {
    let row = Int32(bitPattern: other.number)
    if layout.pointee.inverseSlot >= 0, contains(layout.pointee.destinationTable, row) {
      prefetch(layout.pointee.inverseSlot, row)
    }
  }

  /// Prefetches the header of a row.
  @inline(__always)
  func prefetchHeader(_ table: Int, _ row: Int32) {
    let strip = page(tables[table].headers, row) + PageLayout.strip(of: row, ColumnKind.header.stripBytes)
    let place = PageLayout.place(of: row)
    graph_prefetch(strip + place)
    graph_prefetch(strip + (64 &+ 2 &* place))
  }

  /// Prefetches the first member of each of a row's relationships, and its neighbours in the list; the row's own links
  /// and lists should be in the cache.
  @inline(__always)
  func prefetchMembers(_ relationships: UnsafeMutableBufferPointer<Int>, of row: Int32) {
    for index in relationships {
      let layout = layouts + index
      let slot = layout.pointee.slot
      switch layout.pointee.shape {
      case .toOne, .oneToOne:
        let to = plainTarget(slot, row)
        if to != 0 { prefetchHeader(layout.pointee.destinationTable, to) }
      case .manyToOne:
        let to = threadedTarget(slot, row)
        if to == 0 { continue }
        prefetchHeader(layout.pointee.destinationTable, to)
        prefetch(layout.pointee.inverseSlot, to)
        let here = neighbours(slot, row)
        if here.next != 0 { prefetch(slot, here.next) }
        if here.previous != 0 { prefetch(slot, here.previous) }
      case .oneToMany:
        let head = list(slot, row).head
        if head == 0 { continue }
        prefetchHeader(layout.pointee.destinationTable, head)
        prefetch(layout.pointee.inverseSlot, head)
      case .manyToMany, .toMany:
        let head = list(slot, row).head
        if head != 0 { prefetch(layout.pointee.edges, head) }
      }
    }
  }
}
