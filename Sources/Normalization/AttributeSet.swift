/// A set of attributes, each named by its position from 0.
///
/// Sets of positions below 64 are one machine word and cost no allocation; larger positions are kept in further words, so
/// that there is no upper limit. The set knows no names: ``RelationSchema`` has them.
///
/// ```swift
/// let key: AttributeSet = [0, 2]
/// key.contains(2)                      // true
/// key.union([5]).count                 // 3
/// Array(key)                           // [0, 2]: always ascending
/// ```
///
/// Operations on whole sets are O(words), words being the highest position divided by 64.
public struct AttributeSet: Hashable, Sendable {
  /// Positions 0 to 63.
  var low: UInt64
  /// Positions from 64, a word each; the last word is not 0, so that equal sets are equal values.
  var high: [UInt64]

  /// The empty set.
  public init() {
    low = 0
    high = []
  }

  /// The positions 0 to `count - 1`; the empty set for a count below 1. O(words).
  public init(first count: Int) {
    self.init()
    guard count > 0 else { return }
    low = count >= 64 ? .max : (1 << UInt64(count)) - 1
    guard count > 64 else { return }
    let rest = count - 64
    high = Array(repeating: .max, count: rest / 64)
    if rest % 64 > 0 { high.append((1 << UInt64(rest % 64)) - 1) }
  }

  /// One attribute.
  /// - Precondition: `position` is not negative.
  public init(_ position: Int) {
    self.init()
    insert(position)
  }

  /// How many attributes there are. O(words).
  public var count: Int { high.reduce(low.nonzeroBitCount) { $0 + $1.nonzeroBitCount } }

  /// The lowest position; nil for the empty set. O(words).
  public var first: Int? {
    if low != 0 { return low.trailingZeroBitCount }
    for (index, word) in high.enumerated() where word != 0 { return 64 * (index + 1) + word.trailingZeroBitCount }
    return nil
  }

  /// Whether there is no attribute.
  public var isEmpty: Bool { low == 0 && high.isEmpty }

  private mutating func trim() {
    while high.last == 0 { high.removeLast() }
  }
}

// MARK: Sets

extension AttributeSet: SetAlgebra {
  /// Returns whether the position is a member. O(1).
  public func contains(_ position: Int) -> Bool {
    guard position >= 64 else { return position >= 0 && low & (1 << UInt64(position)) != 0 }
    let index = position / 64 - 1
    return index < high.count && high[index] & (1 << UInt64(position % 64)) != 0
  }

  /// Inserts a position. O(1), or O(words) where the set has to grow.
  /// - Precondition: `position` is not negative.
  @discardableResult
  public mutating func insert(_ position: Int) -> (inserted: Bool, memberAfterInsert: Int) {
    precondition(position >= 0, "an attribute's position is not negative: \(position)")
    if contains(position) { return (false, position) }
    if position < 64 {
      low |= 1 << UInt64(position)
    } else {
      let index = position / 64 - 1
      while high.count <= index { high.append(0) }
      high[index] |= 1 << UInt64(position % 64)
    }
    return (true, position)
  }

  /// Inserts a position; returns it if it was a member already. O(1), or O(words) where the set has to grow.
  /// - Precondition: `position` is not negative.
  @discardableResult
  public mutating func update(with position: Int) -> Int? {
    insert(position).inserted ? nil : position
  }

  /// Removes a position; returns it if it was a member. O(1), or O(words) for a position beyond 63.
  @discardableResult
  public mutating func remove(_ position: Int) -> Int? {
    guard contains(position) else { return nil }
    if position < 64 {
      low &= ~(1 << UInt64(position))
    } else {
      high[position / 64 - 1] &= ~(1 << UInt64(position % 64))
      trim()
    }
    return position
  }

  /// Adds the other set's members. O(words).
  public mutating func formUnion(_ other: AttributeSet) {
    low |= other.low
    guard !other.high.isEmpty else { return }
    while high.count < other.high.count { high.append(0) }
    for index in other.high.indices { high[index] |= other.high[index] }
  }

  /// Keeps only the members that the other set has as well. O(words).
  public mutating func formIntersection(_ other: AttributeSet) {
    low &= other.low
    guard !high.isEmpty else { return }
    if high.count > other.high.count { high.removeLast(high.count - other.high.count) }
    for index in high.indices { high[index] &= other.high[index] }
    trim()
  }

  /// Keeps the members that only one of the two sets has. O(words).
  public mutating func formSymmetricDifference(_ other: AttributeSet) {
    low ^= other.low
    guard !other.high.isEmpty else { return }
    while high.count < other.high.count { high.append(0) }
    for index in other.high.indices { high[index] ^= other.high[index] }
    trim()
  }

  /// Removes the other set's members. O(words).
  public mutating func subtract(_ other: AttributeSet) {
    low &= ~other.low
    guard !high.isEmpty, !other.high.isEmpty else { return }
    for index in 0..<Swift.min(high.count, other.high.count) { high[index] &= ~other.high[index] }
    trim()
  }

  /// Returns the members of either set. O(words).
  public func union(_ other: AttributeSet) -> AttributeSet {
    var result = self
    result.formUnion(other)
    return result
  }

  /// Returns the members that both sets have. O(words).
  public func intersection(_ other: AttributeSet) -> AttributeSet {
    var result = self
    result.formIntersection(other)
    return result
  }

  /// Returns the members that only one of the two sets has. O(words).
  public func symmetricDifference(_ other: AttributeSet) -> AttributeSet {
    var result = self
    result.formSymmetricDifference(other)
    return result
  }

  /// Returns the members that the other set lacks. O(words).
  public func subtracting(_ other: AttributeSet) -> AttributeSet {
    var result = self
    result.subtract(other)
    return result
  }

  /// Returns whether the other set has every member. O(words).
  public func isSubset(of other: AttributeSet) -> Bool {
    guard low & ~other.low == 0 else { return false }
    guard !high.isEmpty else { return true }
    guard high.count <= other.high.count else { return false }
    for index in high.indices where high[index] & ~other.high[index] != 0 { return false }
    return true
  }

  /// Returns whether the two sets have no member in common. O(words).
  public func isDisjoint(with other: AttributeSet) -> Bool {
    guard low & other.low == 0 else { return false }
    for index in 0..<Swift.min(high.count, other.high.count) where high[index] & other.high[index] != 0 { return false }
    return true
  }
}

// MARK: Order

extension AttributeSet: Sequence {
  /// The positions, ascending.
  public struct Iterator: IteratorProtocol {
    private var word: UInt64
    private var base = 0
    private let high: [UInt64]

    fileprivate init(_ set: AttributeSet) {
      word = set.low
      high = set.high
    }

    /// Returns the next higher position, or nil at the end. O(words) at worst, and for a whole iteration
    /// O(words + attributes).
    public mutating func next() -> Int? {
      while word == 0 {
        let index = base / 64
        guard index < high.count else { return nil }
        word = high[index]
        base += 64
      }
      let bit = word.trailingZeroBitCount
      word &= word &- 1
      return base + bit
    }
  }

  /// Returns an iterator over the positions, lowest first. O(1).
  public func makeIterator() -> Iterator { Iterator(self) }
}

extension AttributeSet: Comparable {
  /// Orders sets by size, and sets of one size by their positions, so that lists of sets have one order.
  /// O(words + attributes).
  public static func < (a: AttributeSet, b: AttributeSet) -> Bool {
    let counts = (a.count, b.count)
    return counts.0 != counts.1 ? counts.0 < counts.1 : a.lexicographicallyPrecedes(b)
  }
}

extension AttributeSet: CustomStringConvertible {
  /// The positions: `{0, 2}`. O(words + attributes).
  public var description: String { "{" + map(String.init).joined(separator: ", ") + "}" }
}
