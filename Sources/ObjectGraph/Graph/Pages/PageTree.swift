import Platform

/// The pages of one column: a root, a table of chunks, chunks of 32 pages, pages. Copies share all of it until they
/// write, and a write copies one page and the two tables above it.
///
/// Invariants:
/// - A root of 0 is a column without pages. Every chunk has 32 entries.
/// - Where an entry, and all above it, lacks ``MemoryBlock/mayBeShared``, what it leads to has this one holder.
/// - When a table that may have been shared turns out to have one holder only, its entries get the note before the
///   table loses it: a copy of the table holds the blocks that they lead to.
/// - Pages that were never written are one page of zeros, and chunks of them one chunk, which live for ever.
enum PageTree {
  /// The largest page: 512 texts.
  private static let largestPage = ColumnKind.text.stripBytes * PageLayout.stripsPerPage
  static let zeroPage = MemoryBlock.allocate(bytes: largestPage, zeroed: true)
  static let zeroChunk: MemoryBlock = {
    let chunk = MemoryBlock.allocate(bytes: 8 * PageLayout.chunkPages, zeroed: false)
    chunk.count = PageLayout.chunkPages
    for page in 0..<PageLayout.chunkPages { chunk.entries[page] = zeroPage.address | MemoryBlock.mayBeShared }
    return chunk
  }()

  // MARK: Reading

  /// A page, to be read while the caller holds the graph and does not change it. The page is in the column.
  @inline(__always)
  static func page(_ root: UInt, _ page: Int) -> UnsafeMutableRawPointer {
    assertContains(root, page)
    let chunk = MemoryBlock(entry: root).entries[page &>> PageLayout.chunkBits]
    let entry = MemoryBlock(entry: chunk).entries[page & (PageLayout.chunkPages &- 1)]
    return MemoryBlock(entry: entry).bytes
  }

  /// Stops a debug build where a column has no such page.
  @inline(__always)
  private static func assertContains(_ root: UInt, _ page: Int) {
    assert(
      page >= 0 && page >> PageLayout.chunkBits < chunkCount(root),
      "page \(page) of a column with \(chunkCount(root) << PageLayout.chunkBits)")
  }

  static func chunkCount(_ root: UInt) -> Int { root == 0 ? 0 : MemoryBlock(entry: root).count }

  /// The chunk, or that of zeros beyond the end.
  static func chunk(_ root: UInt, _ index: Int) -> MemoryBlock {
    index < chunkCount(root) ? MemoryBlock(entry: MemoryBlock(entry: root).entries[index]) : zeroChunk
  }

  /// Calls `body` with every page in which two columns may differ: O(chunks) for what they share.
  static func forEachPageNotShared(_ a: UInt, _ b: UInt, _ body: (Int) -> Void) {
    if a | MemoryBlock.mayBeShared == b | MemoryBlock.mayBeShared { return }
    for index in 0..<max(chunkCount(a), chunkCount(b)) {
      let mine = chunk(a, index)
      let theirs = chunk(b, index)
      if mine == theirs { continue }
      for page in 0..<PageLayout.chunkPages
      where MemoryBlock(entry: mine.entries[page]) != MemoryBlock(entry: theirs.entries[page]) {
        body(index << PageLayout.chunkBits | page)
      }
    }
  }

  // MARK: Writing

  /// A page that is this column's alone, to be written before anything else of the graph is changed. The page is in
  /// the column.
  /// - Parameter bytes: how long a page is that was never written.
  @inline(__always)
  static func pageToWrite(_ root: inout UInt, _ page: Int, bytes: @autoclosure () -> Int) -> UnsafeMutableRawPointer {
    assertContains(root, page)
    if root & MemoryBlock.mayBeShared == 0 {
      let chunk = MemoryBlock(entry: root).entries[page &>> PageLayout.chunkBits]
      if chunk & MemoryBlock.mayBeShared == 0 {
        let entry = MemoryBlock(entry: chunk).entries[page & (PageLayout.chunkPages &- 1)]
        if entry & MemoryBlock.mayBeShared == 0 { return UnsafeMutableRawPointer(bitPattern: entry).unsafelyUnwrapped }
      }
    }
    return ownPage(&root, page, bytes: bytes())
  }

  @inline(never)
  private static func ownPage(_ root: inout UInt, _ page: Int, bytes: Int) -> UnsafeMutableRawPointer {
    let entries = ownChunk(&root, page >> PageLayout.chunkBits).entries
    let place = page & (PageLayout.chunkPages - 1)
    let entry = entries[place]
    let old = MemoryBlock(entry: entry)
    if entry & MemoryBlock.mayBeShared == 0 { return old.bytes }
    if old == zeroPage {
      let new = MemoryBlock.allocate(bytes: bytes, zeroed: true)
      entries[place] = new.address
      return new.bytes
    }
    if old.isUnique {
      entries[place] = old.address
      return old.bytes
    }
    let new = MemoryBlock.allocate(bytes: old.count, zeroed: false)
    memcpy(new.bytes, old.bytes, old.count)
    entries[place] = new.address
    release(page: old)
    return new.bytes
  }

  /// Makes the root's table unique to this column, with room for a number of chunks.
  private static func ownTable(_ root: inout UInt, room: Int) {
    let old = MemoryBlock(entry: root)
    let isShared = root & MemoryBlock.mayBeShared != 0
    if root != 0, !isShared, room <= old.capacity { return }
    if root != 0, room <= old.capacity, old.isUnique {
      for index in 0..<old.count { old.entries[index] |= MemoryBlock.mayBeShared }
      root = old.address
      return
    }
    let count = root == 0 ? 0 : old.count
    let capacity = room <= count ? count : max(room, 2 * count)
    let new = MemoryBlock.allocate(bytes: 8 * capacity, zeroed: false)
    new.capacity = capacity
    new.count = count
    let zeros = zeroChunk
    for index in 0..<count {
      let chunk = MemoryBlock(entry: old.entries[index])
      if chunk != zeros { chunk.retain() }
      new.entries[index] = isShared ? old.entries[index] | MemoryBlock.mayBeShared : old.entries[index]
    }
    if root != 0 { release(table: old) }
    root = new.address
  }

  private static func ownChunk(_ root: inout UInt, _ index: Int) -> MemoryBlock {
    ownTable(&root, room: index + 1)
    let entries = MemoryBlock(entry: root).entries
    let old = MemoryBlock(entry: entries[index])
    if entries[index] & MemoryBlock.mayBeShared == 0 { return old }
    if old != zeroChunk, old.isUnique {
      for page in 0..<PageLayout.chunkPages { old.entries[page] |= MemoryBlock.mayBeShared }
      entries[index] = old.address
      return old
    }
    let new = MemoryBlock.allocate(bytes: 8 * PageLayout.chunkPages, zeroed: false)
    new.count = PageLayout.chunkPages
    let zeros = zeroPage
    for place in 0..<PageLayout.chunkPages {
      let page = MemoryBlock(entry: old.entries[place])
      if page != zeros { page.retain() }
      new.entries[place] = old.entries[place] | MemoryBlock.mayBeShared
    }
    entries[index] = new.address
    release(chunk: old)
    return new
  }

  /// Adds a chunk of pages of zeros.
  static func addChunk(_ root: inout UInt) {
    let count = chunkCount(root)
    ownTable(&root, room: count + 1)
    MemoryBlock(entry: root).entries[count] = zeroChunk.address | MemoryBlock.mayBeShared
    MemoryBlock(entry: root).count = count + 1
  }

  /// Makes the first page longer; what is new in it is zero. A page that was never written stays as it is.
  static func lengthenFirstPage(_ root: inout UInt, bytes: Int) {
    guard MemoryBlock(entry: chunk(root, 0).entries[0]) != zeroPage else { return }
    let entries = ownChunk(&root, 0).entries
    let old = MemoryBlock(entry: entries[0])
    let new = MemoryBlock.allocate(bytes: bytes, zeroed: true)
    memcpy(new.bytes, old.bytes, min(bytes, old.count))
    entries[0] = new.address
    release(page: old)
  }

  /// Puts a new block in the place of a page of zeros.
  static func place(_ block: MemoryBlock, at page: Int, in root: inout UInt) {
    ownChunk(&root, page >> PageLayout.chunkBits).entries[page & (PageLayout.chunkPages - 1)] = block.address
  }

  // MARK: Ending

  /// Gives up a column's share of its pages.
  static func release(_ root: UInt) {
    if root != 0 { release(table: MemoryBlock(entry: root)) }
  }

  private static func release(table: MemoryBlock) {
    guard table.releaseIsLast() else { return }
    for index in 0..<table.count { release(chunk: MemoryBlock(entry: table.entries[index])) }
    table.deallocate()
  }

  private static func release(chunk: MemoryBlock) {
    guard chunk != zeroChunk, chunk.releaseIsLast() else { return }
    let zeros = zeroPage
    for place in 0..<PageLayout.chunkPages {
      let page = MemoryBlock(entry: chunk.entries[place])
      if page != zeros, page.releaseIsLast() { page.deallocate() }
    }
    chunk.deallocate()
  }

  private static func release(page: MemoryBlock) {
    if page != zeroPage, page.releaseIsLast() { page.deallocate() }
  }
}
