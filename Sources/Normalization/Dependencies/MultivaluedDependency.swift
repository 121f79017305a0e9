/// `determinant ↠ dependent`: for each value of the determinant, the values of the dependent and those of all other
/// attributes occur in every combination.
///
/// The schema decides which attributes "all other" are, and so the result of ``isTrivial(in:)``.
public struct MultivaluedDependency: Hashable, Sendable {
  /// The left side.
  public var determinant: AttributeSet
  /// The right side.
  public var dependent: AttributeSet

  /// `determinant ↠ dependent`.
  public init(_ determinant: AttributeSet, _ dependent: AttributeSet) {
    self.determinant = determinant
    self.dependent = dependent
  }

  /// Whether every table with these attributes satisfies it: nothing is left on one of the two sides.
  /// O(words of a set).
  public func isTrivial(in heading: AttributeSet) -> Bool {
    dependent.isSubset(of: determinant) || heading.isSubset(of: determinant.union(dependent))
  }

  /// Returns the same statement about the other attributes (complementation). O(words of a set).
  public func complement(in heading: AttributeSet) -> MultivaluedDependency {
    MultivaluedDependency(determinant, heading.subtracting(dependent).subtracting(determinant))
  }
}
