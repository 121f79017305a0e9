/// Columns of numbers and truth values. The rows are in the columns.
extension GraphMemory {
  // MARK: Integers of at most 32 bits

  @inline(__always)
  func integer32(_ column: Int, _ row: Int32) -> Int32? {
    let strip = page(column, row) + PageLayout.strip(of: row, ColumnKind.integer32.stripBytes)
    let place = PageLayout.place(of: row)
    // A missing value is kept as 0: any other value is present, without a look at the bits, which are further away.
    let value = strip.load(fromByteOffset: 4 &* place, as: Int32.self)
    if value != 0 { return value }
    return strip.load(fromByteOffset: 256, as: UInt64.self) &>> UInt64(place) & 1 != 0 ? 0 : nil
  }

  @inline(__always)
  func setInteger32(_ value: Int32?, _ column: Int, _ row: Int32) {
    let strip = pageToWrite(column, row) + PageLayout.strip(of: row, ColumnKind.integer32.stripBytes)
    let place = PageLayout.place(of: row)
    // A missing value is kept as 0, so that equal pages are equal bytes.
    strip.storeBytes(of: value ?? 0, toByteOffset: 4 &* place, as: Int32.self)
    GraphMemory.note(value != nil, at: place, in: strip + 256)
  }

  // MARK: Words: Int64, and the bits of Double

  @inline(__always)
  func word(_ column: Int, _ row: Int32) -> UInt64? {
    let strip = page(column, row) + PageLayout.strip(of: row, ColumnKind.word.stripBytes)
    let place = PageLayout.place(of: row)
    let value = strip.load(fromByteOffset: 8 &* place, as: UInt64.self)
    if value != 0 { return value }
    return strip.load(fromByteOffset: 512, as: UInt64.self) &>> UInt64(place) & 1 != 0 ? 0 : nil
  }

  @inline(__always)
  func setWord(_ value: UInt64?, _ column: Int, _ row: Int32) {
    let strip = pageToWrite(column, row) + PageLayout.strip(of: row, ColumnKind.word.stripBytes)
    let place = PageLayout.place(of: row)
    strip.storeBytes(of: value ?? 0, toByteOffset: 8 &* place, as: UInt64.self)
    GraphMemory.note(value != nil, at: place, in: strip + 512)
  }

  @inline(__always)
  private static func note(_ isThere: Bool, at place: Int, in word: UnsafeMutableRawPointer) {
    let bits = word.load(as: UInt64.self)
    let bit: UInt64 = 1 &<< UInt64(place)
    word.storeBytes(of: isThere ? bits | bit : bits & ~bit, as: UInt64.self)
  }

  // MARK: Truth values

  @inline(__always)
  func boolean(_ column: Int, _ row: Int32) -> Bool? {
    let strip = page(column, row) + PageLayout.strip(of: row, ColumnKind.boolean.stripBytes)
    return switch strip.load(fromByteOffset: PageLayout.place(of: row), as: UInt8.self) {
    case 0: nil
    case 1: false
    default: true
    }
  }

  @inline(__always)
  func setBoolean(_ value: Bool?, _ column: Int, _ row: Int32) {
    let strip = pageToWrite(column, row) + PageLayout.strip(of: row, ColumnKind.boolean.stripBytes)
    let byte: UInt8 = value.map { $0 ? 2 : 1 } ?? 0
    strip.storeBytes(of: byte, toByteOffset: PageLayout.place(of: row), as: UInt8.self)
  }
}
