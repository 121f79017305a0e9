/// A selection of the 256 rows of a block: a bit for each row.
///
/// A table is read block by block, so that what is worked on stays in the processor's cache and a fetch with a limit
/// can stop early.
struct RowBlock: Hashable, Sendable {
  /// How many rows a block has.
  static let rows = 256

  /// 64 rows a word, the lowest row in the lowest bit of the first.
  var words: SIMD4<UInt64>

  static let none = RowBlock(words: .zero)
  static let all = RowBlock(words: SIMD4(repeating: .max))

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
}

extension RowBlock {
  /// The rows that pass a test, by their places in the block.
  @inline(__always)
  func filter(_ test: (Int) throws -> Bool) rethrows -> RowBlock {
    var result = RowBlock.none
    for word in 0..<4 {
      var rest = words[word]
      var bits: UInt64 = 0
      while rest != 0 {
        let bit = rest.trailingZeroBitCount
        if try test(word << 6 | bit) { bits |= 1 &<< UInt64(truncatingIfNeeded: bit) }
        rest &= rest &- 1
      }
      result.words[word] = bits
    }
    return result
  }
}
