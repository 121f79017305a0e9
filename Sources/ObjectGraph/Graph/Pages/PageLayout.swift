/// How many rows a page has, and where in a page a row's value is.
///
/// A page holds 512 rows in eight strips of 64. All data of a row is in its strip: first the values, then the data that
/// goes with them (which of them are present, the neighbours in a list). So the first page of a small table can be cut
/// off after any strip without moving anything.
enum PageLayout {
  static let rowBits = 9
  static let rows = 1 << rowBits
  static let stripRows = 64
  static let stripsPerPage = rows / stripRows
  /// Pages that share one table. A write after a copy counts a holder more for each of them, and for each chunk.
  static let chunkBits = 5
  static let chunkPages = 1 << chunkBits
  static let rowsPerChunk = rows << chunkBits

  @inline(__always)
  static func page(of row: Int32) -> Int { Int(row &>> Int32(rowBits)) }

  /// The offset of the strip of a row in its page.
  @inline(__always)
  static func strip(of row: Int32, _ stripBytes: Int) -> Int { (Int(row) &>> 6 & (stripsPerPage &- 1)) &* stripBytes }

  @inline(__always)
  static func place(of row: Int32) -> Int { Int(row) & (stripRows &- 1) }
}

/// The kind of data that a column keeps for a row, and the layout of its strips. All of it is plain data: bytes that
/// can be copied.
enum ColumnKind: UInt8, Sendable {
  /// 64 bytes of marks, then 64 entities of two bytes.
  case header
  /// 64 numbers of four bytes, then a word of bits for those that are there.
  case integer32
  /// 64 numbers of eight bytes, Int64 or Double, then a word of bits for those that are there.
  case word
  /// 64 bytes: 0 no value, 1 false, 2 true.
  case boolean
  /// 64 texts of sixteen bytes, see ``TextSlot``.
  case text
  /// 64 rows.
  case link
  /// 64 rows, then 64 neighbours in a list: next and previous.
  case threadedLink
  /// 64 lists: first, last and count.
  case list
  /// 64 half-edges: target, next and previous.
  case halfEdge

  @inline(__always)
  var stripBytes: Int {
    switch self {
    case .header: 64 + 128
    case .integer32: 256 + 8
    case .word: 512 + 8
    case .boolean: 64
    case .text: 1024
    case .link: 256
    case .threadedLink: 256 + 512
    case .list, .halfEdge: 768
    }
  }
}
