/// A stretch of a ``SourceText``, in UTF-8 bytes from its start; the upper bound is not part of it.
///
/// The caller keeps `lowerBound` at or below `upperBound`: reading a reversed range from a text traps.
public struct SourceRange: Hashable, Sendable {
  /// The offset of the first byte.
  public var lowerBound: Int
  /// The offset after the last byte.
  public var upperBound: Int

  /// The bytes from one offset to another; a reversed pair makes the empty range at `lowerBound`.
  public init(_ lowerBound: Int, _ upperBound: Int) {
    self.lowerBound = lowerBound
    self.upperBound = max(lowerBound, upperBound)
  }

  /// The same stretch as a range of the standard library; O(1).
  public init(_ range: Range<Int>) { self.init(range.lowerBound, range.upperBound) }

  /// Returns the smallest range that holds both. O(1).
  public func union(_ other: SourceRange) -> SourceRange {
    SourceRange(min(lowerBound, other.lowerBound), max(upperBound, other.upperBound))
  }

  /// The empty range just after this one: where something is missing.
  public var end: SourceRange { SourceRange(upperBound, upperBound) }
}
