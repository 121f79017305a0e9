import CGraphAtomics
import Platform

/// Columns of texts. Long texts are in chunks that graphs share and only append to: a chunk's first eight bytes say how
/// much of it is used, and a graph that appends has to advance that number from its own end. Of two graphs that share a
/// chunk only one can; the other begins a new one.
///
/// A text in a chunk is its length in four bytes (or the largest number and the length in the next eight), then its
/// bytes, at a multiple of four. The rows are in the columns.
extension GraphMemory {
  private static let smallestChunk = 1 << 8
  private static let largestChunk = 1 << 16
  private static let chunkHead = 8

  @inline(__always)
  func slot(_ column: Int, _ row: Int32) -> TextSlot {
    let strip = page(column, row) + PageLayout.strip(of: row, ColumnKind.text.stripBytes)
    return strip.load(fromByteOffset: 16 &* PageLayout.place(of: row), as: TextSlot.self)
  }

  @inline(__always)
  private func setSlot(_ slot: TextSlot, _ column: Int, _ row: Int32) {
    let strip = pageToWrite(column, row) + PageLayout.strip(of: row, ColumnKind.text.stripBytes)
    strip.storeBytes(of: slot, toByteOffset: 16 &* PageLayout.place(of: row), as: TextSlot.self)
  }

  /// The bytes of a long text, to be read at once.
  func longBytes(_ slot: TextSlot) -> UnsafeRawBufferPointer {
    let start = PageTree.page(columns[textColumn], slot.chunk) + slot.offset
    let count = start.load(as: UInt32.self)
    guard count == .max else { return UnsafeRawBufferPointer(start: start + 4, count: Int(count)) }
    return UnsafeRawBufferPointer(start: start + 12, count: start.loadUnaligned(fromByteOffset: 4, as: Int.self))
  }

  func text(of slot: TextSlot) -> String? {
    if slot.isNull { return nil }
    return slot.isLong ? String(decoding: longBytes(slot), as: UTF8.self) : slot.shortText
  }

  /// Sets a text; false when it is there already, byte by byte.
  @inline(__always)
  func setText(_ text: String?, _ column: Int, _ row: Int32) -> Bool {
    let old = slot(column, row)
    guard var text else {
      if old.isNull { return false }
      forget(old)
      setSlot(TextSlot(), column, row)
      return true
    }
    return text.withUTF8 { bytes in setText(UnsafeRawBufferPointer(bytes), old, column, row) }
  }

  /// Sets a text of valid UTF-8.
  func setTextBytes(_ bytes: UnsafeRawBufferPointer, _ column: Int, _ row: Int32) {
    _ = setText(bytes, slot(column, row), column, row)
  }

  @inline(__always)
  private func setText(_ bytes: UnsafeRawBufferPointer, _ old: TextSlot, _ column: Int, _ row: Int32) -> Bool {
    if bytes.count <= TextSlot.longest {
      let new = TextSlot(short: bytes)
      if new == old { return false }
      forget(old)
      setSlot(new, column, row)
      return true
    }
    return setLongText(bytes, old, column, row)
  }

  @inline(never)
  private func setLongText(_ bytes: UnsafeRawBufferPointer, _ old: TextSlot, _ column: Int, _ row: Int32) -> Bool {
    if old.isLong, longBytes(old).elementsEqual(bytes) { return false }
    forget(old)
    // Texts that are freed must not be kept when texts are moved together.
    if old.isLong { setSlot(TextSlot(), column, row) }
    setSlot(append(bytes), column, row)
    return true
  }

  @inline(__always)
  private func forget(_ slot: TextSlot) {
    if slot.isLong { texts.pointee.liveBytes -= GraphMemory.room(longBytes(slot).count) }
  }

  /// The bytes that a text of some length takes in a chunk.
  private static func room(_ count: Int) -> Int { (count + (count < Int(UInt32.max) ? 4 : 12) + 3) & ~3 }

  private func append(_ bytes: UnsafeRawBufferPointer) -> TextSlot {
    let room = GraphMemory.room(bytes.count)
    if texts.pointee.chunkCount > 0 {
      let chunk = MemoryBlock(entry: UInt(bitPattern: PageTree.page(columns[textColumn], texts.pointee.chunkCount - 1)))
      let used = texts.pointee.used
      if used + room <= chunk.capacity, graph_exchange(chunk.mark, used, used + room) != 0 {
        return write(bytes, room, in: chunk, at: used)
      }
    }
    if texts.pointee.totalBytes > 16 * GraphMemory.largestChunk,
      texts.pointee.liveBytes < texts.pointee.totalBytes / 2
    {
      moveTogether()
    }
    return write(bytes, room, in: beginChunk(room), at: GraphMemory.chunkHead)
  }

  private func beginChunk(_ room: Int) -> MemoryBlock {
    let size = min(max(texts.pointee.totalBytes / 4, GraphMemory.smallestChunk), GraphMemory.largestChunk)
    let chunk = MemoryBlock.allocate(bytes: max(size & ~15, room + GraphMemory.chunkHead), zeroed: false)
    chunk.mark.initialize(to: GraphMemory.chunkHead + room)
    let index = texts.pointee.chunkCount
    if index == PageTree.chunkCount(columns[textColumn]) << PageLayout.chunkBits {
      PageTree.addChunk(&columns[textColumn])
    }
    PageTree.place(chunk, at: index, in: &columns[textColumn])
    texts.pointee.chunkCount = index + 1
    return chunk
  }

  /// Writes a text where this graph alone may.
  private func write(_ bytes: UnsafeRawBufferPointer, _ room: Int, in chunk: MemoryBlock, at offset: Int) -> TextSlot {
    texts.pointee.used = offset + room
    texts.pointee.liveBytes += room
    texts.pointee.totalBytes += room
    let start = chunk.bytes + offset
    var text = start + 4
    if bytes.count < Int(UInt32.max) {
      start.storeBytes(of: UInt32(bytes.count), as: UInt32.self)
    } else {
      start.storeBytes(of: UInt32.max, as: UInt32.self)
      start.storeBytes(of: bytes.count, toByteOffset: 4, as: Int.self)
      text = start + 12
    }
    if let source = bytes.baseAddress { memcpy(text, source, bytes.count) }
    let prefix = UInt64(littleEndian: text.loadUnaligned(as: UInt64.self))
    return TextSlot(prefix: prefix, chunk: texts.pointee.chunkCount - 1, offset: offset)
  }

  /// Frees the room of texts that no row of this graph has any more, by rewriting the others. It costs no more than
  /// writing the freed texts did.
  private func moveTogether() {
    let old = columns[textColumn]
    columns[textColumn] = 0
    texts.pointee = TextState()
    for column in 0..<textColumn where infos[column].kind == .text && infos[column].table >= 0 {
      let info = infos[column]
      let root = columns[column]
      for page in 0..<pageCount(info.table) {
        let chunk = PageTree.chunk(root, page >> PageLayout.chunkBits)
        if MemoryBlock(entry: chunk.entries[page & (PageLayout.chunkPages - 1)]) == PageTree.zeroPage { continue }
        for row in rows(ofPage: page, info.table) {
          let slot = slot(column, row)
          guard slot.isLong else { continue }
          let start = PageTree.page(old, slot.chunk) + slot.offset
          let count = start.load(as: UInt32.self)
          let bytes =
            count == .max
            ? UnsafeRawBufferPointer(start: start + 12, count: start.loadUnaligned(fromByteOffset: 4, as: Int.self))
            : UnsafeRawBufferPointer(start: start + 4, count: Int(count))
          setSlot(append(bytes), column, row)
        }
      }
    }
    PageTree.release(old)
  }
}

extension GraphStorage {
  /// Takes over all long texts of another storage, for columns that are shared from it. Done before any text is set.
  func shareTexts(from other: GraphStorage) {
    share(textColumn, from: other, other.textColumn)
    texts.pointee = other.texts.pointee
  }
}
