/// `determinant → dependent`: rows that agree on the determinant agree on the dependent.
///
/// An empty determinant says that the dependent is constant.
public struct FunctionalDependency: Hashable, Sendable {
  /// The left side.
  public var determinant: AttributeSet
  /// The right side.
  public var dependent: AttributeSet

  /// `determinant → dependent`.
  public init(_ determinant: AttributeSet, _ dependent: AttributeSet) {
    self.determinant = determinant
    self.dependent = dependent
  }

  /// Whether every table satisfies it: the right side is part of the left.
  public var isTrivial: Bool { dependent.isSubset(of: determinant) }
}

extension FunctionalDependency: Comparable {
  /// Orders by left side, then by right side. O(attributes).
  public static func < (a: FunctionalDependency, b: FunctionalDependency) -> Bool {
    a.determinant != b.determinant ? a.determinant < b.determinant : a.dependent < b.dependent
  }
}

/// A dependency of any of the three kinds.
public enum Dependency: Hashable, Sendable {
  case functional(FunctionalDependency)
  case multivalued(MultivaluedDependency)
  case join(JoinDependency)
}
