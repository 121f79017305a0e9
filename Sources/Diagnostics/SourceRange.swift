/// A stretch of a ``SourceText``, in UTF-8 bytes from its start; the upper bound is not part of it.
public struct SourceRange: Hashable, Sendable {
  public var lowerBound: Int
  public var upperBound: Int

  public init(_ lowerBound: Int, _ upperBound: Int) {
    self.lowerBound = lowerBound
    self.upperBound = max(lowerBound, upperBound)
  }

  public init(_ range: Range<Int>) { self.init(range.lowerBound, range.upperBound) }

  /// The smallest range that holds both.
  public func union(_ other: SourceRange) -> SourceRange {
    SourceRange(min(lowerBound, other.lowerBound), max(upperBound, other.upperBound))
  }

  /// The empty range just behind this one: where something is missing.
  public var end: SourceRange { SourceRange(upperBound, upperBound) }
}
