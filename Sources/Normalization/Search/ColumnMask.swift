/// A set of columns as the searches need it: one machine word where that is enough, an ``AttributeSet`` where it is not.
protocol ColumnMask: Hashable, Sendable {
  init()
  init(first count: Int)
  var isEmpty: Bool { get }
  var count: Int { get }
  var first: Int? { get }
  func contains(_ column: Int) -> Bool
  func isSubset(of other: Self) -> Bool
  func intersection(_ other: Self) -> Self
  func subtracting(_ other: Self) -> Self
  func union(_ other: Self) -> Self
  /// With, or without, one column.
  mutating func set(_ column: Int)
  mutating func clear(_ column: Int)
  func forEachColumn(_ body: (Int) -> Void)
  var attributes: AttributeSet { get }
  /// Well mixed bits for a hash table, the same in every run.
  var fingerprint: UInt64 { get }
}

/// Up to 64 columns in a word.
struct WordMask: ColumnMask {
  var bits: UInt64

  init() { bits = 0 }
  init(bits: UInt64) { self.bits = bits }
  init(first count: Int) { bits = count >= 64 ? .max : (1 << UInt64(max(0, count))) - 1 }

  var isEmpty: Bool { bits == 0 }
  var count: Int { bits.nonzeroBitCount }
  var first: Int? { bits == 0 ? nil : bits.trailingZeroBitCount }
  func contains(_ column: Int) -> Bool { bits & (1 &<< UInt64(truncatingIfNeeded: column)) != 0 }
  var fingerprint: UInt64 {
    let product = bits &* 0x9E37_79B9_7F4A_7C15
    return product ^ (product >> 29)
  }
  func isSubset(of other: WordMask) -> Bool { bits & ~other.bits == 0 }
  func intersection(_ other: WordMask) -> WordMask { WordMask(bits: bits & other.bits) }
  func subtracting(_ other: WordMask) -> WordMask { WordMask(bits: bits & ~other.bits) }
  func union(_ other: WordMask) -> WordMask { WordMask(bits: bits | other.bits) }
  mutating func set(_ column: Int) { bits |= 1 &<< UInt64(truncatingIfNeeded: column) }
  mutating func clear(_ column: Int) { bits &= ~(1 &<< UInt64(truncatingIfNeeded: column)) }
  func forEachColumn(_ body: (Int) -> Void) {
    var rest = bits
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest &- 1
    }
  }

  var attributes: AttributeSet {
    var set = AttributeSet()
    set.low = bits
    return set
  }
}

extension AttributeSet: ColumnMask {
  mutating func set(_ column: Int) { insert(column) }
  mutating func clear(_ column: Int) { remove(column) }
  func forEachColumn(_ body: (Int) -> Void) { for column in self { body(column) } }
  var attributes: AttributeSet { self }
  var fingerprint: UInt64 {
    var product = low &* 0x9E37_79B9_7F4A_7C15
    for word in high { product = (product ^ (product >> 29) ^ word) &* 0x9E37_79B9_7F4A_7C15 }
    return product ^ (product >> 29)
  }
}
