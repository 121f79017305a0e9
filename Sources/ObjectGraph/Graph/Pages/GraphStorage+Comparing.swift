import Platform

extension GraphStorage {
  /// Calls `body` with every strip of 64 rows in which a column differs from that of another storage of the same
  /// schema: its first row, both strips, to be read at once, and a bit for each row that differs. Rows that one of the
  /// two has no room for read as zeros. O(chunks of pages) for what is shared.
  ///
  /// Long texts that are kept in different places are taken to differ.
  func forEachStripChanged(
    _ column: Int, since other: GraphStorage,
    _ body: (_ first: Int32, _ mine: UnsafeRawPointer, _ theirs: UnsafeRawPointer, _ rows: UInt64) -> Void
  ) {
    let kind = schema.columns[column].kind
    let stripBytes = kind.stripBytes
    let zeros = UnsafeRawPointer(PageTree.zeroPage.bytes)
    let firstForeign = kind == .text ? firstChunkOfOtherTexts(than: other) : .max
    PageTree.forEachPageNotShared(columns[column], other.columns[column]) { page in
      let mine = block(column, page)
      let theirs = other.block(column, page)
      let strips = max(mine.strips, theirs.strips)
      for strip in 0..<strips {
        let a = strip < mine.strips ? UnsafeRawPointer(mine.block.bytes) + strip * stripBytes : zeros
        let b = strip < theirs.strips ? UnsafeRawPointer(theirs.block.bytes) + strip * stripBytes : zeros
        var rows = memcmp(a, b, stripBytes) == 0 ? 0 : kind.differingRows(a, b)
        if firstForeign != .max { rows |= otherTexts(a, b, than: other, from: firstForeign) & ~rows }
        if rows == 0 { continue }
        let row = page << PageLayout.rowBits + strip * PageLayout.stripRows
        body(Int32(truncatingIfNeeded: row), a, b, rows)
      }
    }
  }

  /// The lowest number that the two storages have different chunks of texts under: from there on equal slots may mean
  /// different texts. O(chunks that are not shared).
  private func firstChunkOfOtherTexts(than other: GraphStorage) -> Int {
    let count = min(texts.pointee.chunkCount, other.texts.pointee.chunkCount)
    var first = Int.max
    PageTree.forEachPageNotShared(columns[textColumn], other.columns[textColumn]) { chunk in
      if chunk < count { first = min(first, chunk) }
    }
    return first
  }

  /// The rows of two strips of texts whose slots are the same and lead to different texts.
  private func otherTexts(
    _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, than other: GraphStorage, from firstForeign: Int
  ) -> UInt64 {
    var rows: UInt64 = 0
    for place in 0..<PageLayout.stripRows {
      let slot = a.load(fromByteOffset: 16 * place, as: TextSlot.self)
      guard slot.isLong, slot.chunk >= firstForeign, slot == b.load(fromByteOffset: 16 * place, as: TextSlot.self)
      else { continue }
      let (mine, theirs) = (memory.longBytes(slot), other.memory.longBytes(slot))
      if mine.baseAddress != theirs.baseAddress, !mine.elementsEqual(theirs) { rows |= 1 &<< UInt64(place) }
    }
    return rows
  }

  private func block(_ column: Int, _ page: Int) -> (block: MemoryBlock, strips: Int) {
    let chunk = PageTree.chunk(columns[column], page >> PageLayout.chunkBits)
    let block = MemoryBlock(entry: chunk.entries[page & (PageLayout.chunkPages - 1)])
    let strips =
      block == PageTree.zeroPage
      ? PageLayout.stripsPerPage : block.count / schema.columns[column].kind.stripBytes
    return (block, strips)
  }
}

extension GraphStorage {
  func isPageMarked(_ table: Int, _ page: Int) -> Bool {
    guard let pages = tables[table].markedPages, page >> 6 < tables[table].markedWords else { return false }
    return pages[page >> 6] & (1 << UInt64(page & 63)) != 0
  }

  /// Returns the faults in a column's pages; empty when it is sound.
  func shapeProblems(_ column: Int) -> [String] {
    let info = schema.columns[column]
    let capacity = Int(info.table >= 0 ? tables[info.table].capacity : pools[info.pool].capacity)
    let chunks = PageTree.chunkCount(columns[column])
    var problems: [String] = []
    if capacity == 0, chunks != 0 { problems.append("column \(column) has pages without room for rows") }
    if capacity > 0, chunks != max(1, capacity / PageLayout.rowsPerChunk) {
      problems.append("column \(column) has \(chunks) chunks for \(capacity) rows")
    }
    for page in 0..<chunks << PageLayout.chunkBits {
      let strips = block(column, page).strips
      let wanted = page == 0 ? min(capacity / PageLayout.stripRows, PageLayout.stripsPerPage) : PageLayout.stripsPerPage
      if strips < wanted { problems.append("page \(page) of column \(column) has \(strips) strips of \(wanted)") }
    }
    return problems
  }
}

extension ColumnKind {
  /// A bit for each row of which two strips hold different bytes. Equal slots of long texts may still lead to different
  /// texts, see ``GraphStorage/forEachStripChanged(_:since:_:)``.
  func differingRows(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer) -> UInt64 {
    /// For rows of a given number of bytes each, eight rows at a time: as many words as a row has bytes.
    @inline(__always)
    func rows(of bytes: Int, from offset: Int = 0, _ isSame: (_ offset: Int) -> Bool) -> UInt64 {
      var rows: UInt64 = 0
      for group in 0..<PageLayout.stripRows / 8 {
        let start = offset &+ group &* 8 &* bytes
        var difference: UInt64 = 0
        for word in 0..<bytes {
          difference |=
            a.loadUnaligned(fromByteOffset: start &+ 8 &* word, as: UInt64.self)
            ^ b.loadUnaligned(fromByteOffset: start &+ 8 &* word, as: UInt64.self)
        }
        if difference == 0 { continue }
        for place in 0..<8 where !isSame(start &+ place &* bytes) { rows |= 1 &<< UInt64(8 &* group &+ place) }
      }
      return rows
    }
    @inline(__always)
    func isSame<T: BitwiseCopyable & Equatable>(_ offset: Int, _ type: T.Type) -> Bool {
      a.loadUnaligned(fromByteOffset: offset, as: type) == b.loadUnaligned(fromByteOffset: offset, as: type)
    }
    func there(_ offset: Int) -> UInt64 {
      a.load(fromByteOffset: offset, as: UInt64.self) ^ b.load(fromByteOffset: offset, as: UInt64.self)
    }
    return switch self {
    case .header: rows(of: 1) { isSame($0, UInt8.self) } | rows(of: 2, from: 64) { isSame($0, UInt16.self) }
    case .integer32: rows(of: 4) { isSame($0, UInt32.self) } | there(256)
    case .word: rows(of: 8) { isSame($0, UInt64.self) } | there(512)
    case .boolean: rows(of: 1) { isSame($0, UInt8.self) }
    case .text: rows(of: 16) { isSame($0, UInt64.self) && isSame($0 &+ 8, UInt64.self) }
    case .link: rows(of: 4) { isSame($0, UInt32.self) }
    case .threadedLink:
      rows(of: 4) { isSame($0, UInt32.self) } | rows(of: 8, from: 256) { isSame($0, UInt64.self) }
    case .list, .halfEdge: rows(of: 12) { isSame($0, UInt64.self) && isSame($0 &+ 8, UInt32.self) }
    }
  }
}
