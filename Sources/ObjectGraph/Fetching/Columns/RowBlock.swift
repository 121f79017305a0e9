/// Which of the 256 rows of a block are meant: a bit a row.
///
/// A table is read block by block, so that what is worked on stays in the processor's cache and a fetch with a limit
/// can stop early.
struct RowBlock: Hashable, Sendable {
  /// How many rows a block has.
  static let rows = 256

  /// 64 rows a word, the lowest row in the lowest bit of the first.
  var words: SIMD4<UInt64>

  static let none = RowBlock(words: .zero)

  /// The block that a row is in.
  static func number(of row: Int) -> Int { row >> 8 }

  var isEmpty: Bool { words == .zero }

  /// How many rows are meant.
  var count: Int {
    words[0].nonzeroBitCount + words[1].nonzeroBitCount + words[2].nonzeroBitCount + words[3].nonzeroBitCount
  }

  mutating func insert(_ row: Int) { words[(row & 255) >> 6] |= 1 << UInt64(row & 63) }

  func contains(_ row: Int) -> Bool { words[(row & 255) >> 6] & (1 << UInt64(row & 63)) != 0 }

  func intersection(_ other: RowBlock) -> RowBlock { RowBlock(words: words & other.words) }
  func union(_ other: RowBlock) -> RowBlock { RowBlock(words: words | other.words) }
  func subtracting(_ other: RowBlock) -> RowBlock { RowBlock(words: words & ~other.words) }

  /// Calls `body` with the place in the block of every row that is meant, in order.
  @inline(__always)
  func forEach(_ body: (Int) throws -> Void) rethrows {
    for word in 0..<4 {
      var rest = words[word]
      while rest != 0 {
        try body(word << 6 | rest.trailingZeroBitCount)
        rest &= rest &- 1
      }
    }
  }

  /// Those of the rows, by their places in the block, that pass a test.
  @inline(__always)
  func filter(_ test: (Int) throws -> Bool) rethrows -> RowBlock {
    var result = RowBlock.none
    for word in 0..<4 {
      var rest = words[word]
      var bits: UInt64 = 0
      while rest != 0 {
        let bit = rest.trailingZeroBitCount
        if try test(word << 6 | bit) { bits |= 1 &<< UInt64(bit) }
        rest &= rest &- 1
      }
      result.words[word] = bits
    }
    return result
  }

  /// As ``filter(_:)`` for a test that is cheap and may be asked of rows that are not meant: without a branch a row.
  @inline(__always)
  func filterDensely(_ test: (Int) -> Bool) -> RowBlock {
    var result = RowBlock.none
    for word in 0..<4 where words[word] != 0 {
      var bits: UInt64 = 0
      for bit in 0..<64 { bits |= (test(word << 6 | bit) ? 1 : 0) &<< UInt64(truncatingIfNeeded: bit) }
      result.words[word] = bits & words[word]
    }
    return result
  }
}

extension RowBlock {
  /// The first rows of a block, so many; 256 at most.
  static func first(_ count: Int) -> RowBlock {
    var result = RowBlock.none
    for word in 0..<4 {
      let here = min(64, max(0, count - word << 6))
      result.words[word] = here == 64 ? .max : (1 << UInt64(here)) - 1
    }
    return result
  }
}
