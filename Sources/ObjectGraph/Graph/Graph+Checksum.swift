extension Graph {
  /// Returns a number that almost certainly differs between graphs of one model that differ in an object, its entity or
  /// its state relative to the last save, in a value, a link or the order of a list. Valid within one run of the
  /// program.
  ///
  /// Changes that were written and taken back may leave half-edges in another order, and so give another number: equal
  /// graphs with the same history have the same number. O(graph).
  public func checksum() -> UInt64 {
    var sum: UInt64 = 0
    for (column, info) in schema.columns.enumerated() {
      let rowEnd = info.table >= 0 ? memory.tables[info.table].rowEnd : 2 * memory.pools[info.pool].highest + 2
      let capacity = info.table >= 0 ? memory.tables[info.table].capacity : memory.pools[info.pool].capacity
      guard capacity > 0 else { continue }
      for first in stride(from: Int32(0), to: rowEnd, by: PageLayout.stripRows) {
        let strip =
          UnsafeRawPointer(memory.page(column, first)) + PageLayout.strip(of: first, info.kind.stripBytes)
        let place = UInt64(column) << 32 | UInt64(first)
        sum = sum &+ (info.kind == .text ? textChecksum(strip, place) : Graph.checksum(strip, info.kind, place))
      }
    }
    for (slot, column) in storage.values.enumerated() {
      for row in 0..<column.count where !column[row].isNull {
        sum = sum &+ Graph.mixed(UInt64(bitPattern: Int64(column[row].hashValue)), UInt64(slot) << 40 | UInt64(row))
      }
    }
    return sum
  }

  private static func checksum(_ strip: UnsafeRawPointer, _ kind: ColumnKind, _ place: UInt64) -> UInt64 {
    var sum = place
    var any: UInt64 = 0
    for offset in stride(from: 0, to: kind.stripBytes, by: 8) {
      let word = strip.load(fromByteOffset: offset, as: UInt64.self)
      any |= word
      sum = mixed(word, sum)
    }
    // Strips that were never written are zeros, and may be missing.
    return any == 0 ? 0 : sum
  }

  /// Long texts count by their bytes, wherever they are kept.
  private func textChecksum(_ strip: UnsafeRawPointer, _ place: UInt64) -> UInt64 {
    var sum = place
    var any = false
    let slots = strip.assumingMemoryBound(to: TextSlot.self)
    for index in 0..<PageLayout.stripRows where !slots[index].isNull {
      any = true
      sum = Graph.mixed(UInt64(index), sum)
      _ = withText(of: slots[index]) { bytes in
        for byte in bytes { sum = Graph.mixed(UInt64(byte), sum) }
      }
    }
    return any ? sum : 0
  }

  @inline(__always)
  private static func mixed(_ word: UInt64, _ sum: UInt64) -> UInt64 {
    let product = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 29
  }
}
