#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
        var rows: UInt64 = 0
        if memcmp(a, b, stripBytes) != 0 {
          for place in 0..<PageLayout.stripRows where kind.differs(a, b, at: place) { rows |= 1 &<< UInt64(place) }
        }
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

  private func block(_ column: Int, _ page: Int) -> (block: Block, strips: Int) {
    let chunk = PageTree.chunk(columns[column], page >> PageLayout.chunkBits)
    let block = Block(entry: chunk.entries[page & (PageLayout.chunkPages - 1)])
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

  /// What is wrong with a column's pages; empty when it is sound.
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
  /// Whether what two strips hold of a row differs in some byte. Equal slots of long texts may still lead to different
  /// texts, see ``GraphStorage/forEachStripChanged(_:since:_:)``.
  @inline(__always)
  func differs(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, at place: Int) -> Bool {
    @inline(__always)
    func differ<T: BitwiseCopyable & Equatable>(_ offset: Int, _ type: T.Type) -> Bool {
      a.loadUnaligned(fromByteOffset: offset, as: type) != b.loadUnaligned(fromByteOffset: offset, as: type)
    }
    func isThere(_ strip: UnsafeRawPointer, _ offset: Int) -> Bool {
      strip.load(fromByteOffset: offset, as: UInt64.self) >> UInt64(place) & 1 != 0
    }
    return switch self {
    case .header: differ(place, UInt8.self) || differ(64 + 2 * place, UInt16.self)
    case .integer32: differ(4 * place, Int32.self) || isThere(a, 256) != isThere(b, 256)
    case .word: differ(8 * place, UInt64.self) || isThere(a, 512) != isThere(b, 512)
    case .boolean: differ(place, UInt8.self)
    case .text: differ(16 * place, UInt64.self) || differ(16 * place + 8, UInt64.self)
    case .link: differ(4 * place, Int32.self)
    case .threadedLink: differ(4 * place, Int32.self) || differ(256 + 8 * place, UInt64.self)
    case .list, .halfEdge: differ(12 * place, UInt64.self) || differ(12 * place + 8, Int32.self)
    }
  }
}
