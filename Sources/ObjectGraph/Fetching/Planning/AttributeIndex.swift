import Foundation

/// The rows of a table in the order of one attribute: what equality, IN, ranges and BEGINSWITH are looked up in.
///
/// An index is made from a column at some time, and never changes. It serves every graph: a lookup rescans every page
/// that the graph no longer shares with that column, and checks each hit against the graph's own column. So copies,
/// undo and rollback need not know about it.
final class AttributeIndex: Sendable {
  let snapshot: Graph.ColumnSnapshot
  /// Rows with a value, by ``keys``, then by the whole text, then by row.
  private let rows: [Int32]
  /// Numbers and dates as ``SortPrefix`` bits, texts by their first eight bytes in composed form.
  private let keys: [UInt64]

  private struct Entry {
    var key: UInt64
    var row: Int32
  }

  /// O(rows × log rows).
  init(_ snapshot: Graph.ColumnSnapshot, rowEnd: Int) {
    self.snapshot = snapshot
    var entries: [Entry] = []
    entries.reserveCapacity(rowEnd)
    for row in 1..<Swift.max(1, rowEnd) {
      let row = Int32(truncatingIfNeeded: row)
      if let key = Self.key(of: row, in: snapshot) { entries.append(Entry(key: key, row: row)) }
    }
    Self.sort(&entries, snapshot)
    rows = entries.map(\.row)
    keys = entries.map(\.key)
  }

  /// The index of the same column as it is now: entries of blocks that are the same are kept. O(rows), and sorting for
  /// the others.
  init(_ old: AttributeIndex, now snapshot: Graph.ColumnSnapshot, changed blocks: [Int], rowEnd: Int) {
    self.snapshot = snapshot
    let changed = Set(blocks)
    var fresh: [Entry] = []
    for block in blocks {
      for row in Swift.max(1, block * RowBlock.rows)..<Swift.max(1, Swift.min(rowEnd, (block + 1) * RowBlock.rows)) {
        let row = Int32(truncatingIfNeeded: row)
        if let key = Self.key(of: row, in: snapshot) { fresh.append(Entry(key: key, row: row)) }
      }
    }
    Self.sort(&fresh, snapshot)
    var merged: [Entry] = []
    merged.reserveCapacity(old.rows.count + fresh.count)
    var next = 0
    for (key, row) in zip(old.keys, old.rows) where !changed.contains(RowBlock.number(of: Int(row))) {
      let entry = Entry(key: key, row: row)
      while next < fresh.count, Self.precedes(fresh[next], entry, snapshot) {
        merged.append(fresh[next])
        next += 1
      }
      merged.append(entry)
    }
    merged.append(contentsOf: fresh[next...])
    rows = merged.map(\.row)
    keys = merged.map(\.key)
  }

  /// How many rows have a value.
  var count: Int { rows.count }

  /// The places of the entries that a look-up leads to; O(log rows) for each of its keys.
  func places(_ lookup: IndexLookup) -> [Range<Int>] {
    switch lookup {
    case .keys(let ranges):
      ranges.map { range in
        let start = partition { keys[$0] < range.lowerBound }
        return start..<Swift.max(start, partition { keys[$0] <= range.upperBound })
      }
    case .texts(let texts):
      texts.map { text in
        let bytes = Self.composed(text)
        let start = partition { compare($0, bytes, prefixOnly: false) < 0 }
        return start..<Swift.max(start, partition { compare($0, bytes, prefixOnly: false) <= 0 })
      }
    case .prefix(let text): [stretch(Self.composed(text))]
    }
  }

  private func stretch(_ bytes: [UInt8]) -> Range<Int> {
    let start = partition { compare($0, bytes, prefixOnly: true) < 0 }
    return start..<Swift.max(start, partition { compare($0, bytes, prefixOnly: true) <= 0 })
  }

  func row(at place: Int) -> Int32 { rows[place] }

  // MARK: Order

  /// The first place where a test, true of a stretch at the front, is false.
  private func partition(_ isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Compares the text of an entry with another, or its first bytes with a prefix.
  private func compare(_ place: Int, _ bytes: [UInt8], prefixOnly: Bool) -> Int {
    if bytes.count >= 8 || !prefixOnly {
      let key = Self.key(bytes)
      if keys[place] != key { return keys[place] < key ? -1 : 1 }
    }
    let mine = Self.composed(snapshot.string(rows[place]) ?? "")
    return Self.compare(prefixOnly ? mine.prefix(bytes.count) : mine[...], bytes[...])
  }

  private static func compare(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Int {
    for (x, y) in zip(a, b) where x != y { return x < y ? -1 : 1 }
    return a.count == b.count ? 0 : a.count < b.count ? -1 : 1
  }

  /// The order of two texts whose first eight bytes in composed form are the same.
  private static func compare(_ a: String, _ b: String) -> Int {
    var (a, b) = (a, b)
    let order = a.withUTF8 { a in
      b.withUTF8 { b -> Int? in
        let shared = min(a.count, b.count)
        for place in 0..<shared {
          if a[place] | b[place] >= 0x80 { return nil }
          if a[place] != b[place] {
            // A mark after the letter may make another letter of it.
            let isPlain = place + 1 >= a.count || a[place + 1] < 0x80
            return isPlain && (place + 1 >= b.count || b[place + 1] < 0x80) ? (a[place] < b[place] ? -1 : 1) : nil
          }
        }
        if a.count == b.count { return 0 }
        return (a.count > shared ? a[shared] : b[shared]) >= 0x80 ? nil : a.count < b.count ? -1 : 1
      }
    }
    return order ?? compare(composed(a)[...], composed(b)[...])
  }

  private static func sort(_ entries: inout [Entry], _ snapshot: Graph.ColumnSnapshot) {
    entries.sort { precedes($0, $1, snapshot) }
  }

  private static func precedes(_ a: Entry, _ b: Entry, _ snapshot: Graph.ColumnSnapshot) -> Bool {
    if a.key != b.key { return a.key < b.key }
    if snapshot.column.kind == .string {
      let order = compare(snapshot.string(a.row) ?? "", snapshot.string(b.row) ?? "")
      if order != 0 { return order < 0 }
    }
    return a.row < b.row
  }

  private static func key(of row: Int32, in snapshot: Graph.ColumnSnapshot) -> UInt64? {
    switch snapshot.column.kind {
    case .integer, .wideInteger: snapshot.integer(row).map { SortPrefix($0).bits }
    case .double, .date: snapshot.double(row).map { SortPrefix($0, isDate: false).bits }
    case .string: snapshot.string(row).map { key(composed($0)) }
    case .boolean, .value: nil
    }
  }

  private static func key(_ bytes: [UInt8]) -> UInt64 {
    var key: UInt64 = 0
    for place in 0..<8 { key = key << 8 | UInt64(place < bytes.count ? bytes[place] : 0) }
    return key
  }

  /// The bytes of a text by which canonically equivalent ones are the same.
  private static func composed(_ text: String) -> [UInt8] {
    var bytes = Array(text.utf8)
    if bytes.contains(where: { $0 >= 0x80 }) { bytes = Array(text.precomposedStringWithCanonicalMapping.utf8) }
    return bytes
  }
}
