/// `⋈[R1, …, Rk]`: the table is the join of its projections on the components.
///
/// The components have to hold all attributes of the schema between them.
public struct JoinDependency: Hashable, Sendable {
  /// R1 to Rk.
  public var components: [AttributeSet]

  /// `⋈[R1, …, Rk]`.
  public init(_ components: [AttributeSet]) { self.components = components }

  /// Whether every table with these attributes satisfies it: a component holds them all.
  /// O(components × words of a set).
  public func isTrivial(in heading: AttributeSet) -> Bool {
    heading.isEmpty || components.contains { heading.isSubset(of: $0) }
  }

  /// The components without those that others contain; the statement is the same. O(k²).
  public var reduced: JoinDependency { JoinDependency(components.maximalSets) }

  /// `A ∩ B ↠ A` when, reduced, there are two components A and B: the same statement.
  var asMultivalued: MultivaluedDependency? {
    let parts = reduced.components
    return parts.count == 2 ? MultivaluedDependency(parts[0].intersection(parts[1]), parts[0]) : nil
  }
}

extension [AttributeSet] {
  /// The sets that no other contains, each once, in the order found. O(n²).
  var maximalSets: [AttributeSet] {
    var kept: [AttributeSet] = []
    for (index, set) in enumerated() {
      let isCovered = enumerated().contains { other in
        set.isSubset(of: other.element) && (set != other.element || other.offset < index)
      }
      if !isCovered { kept.append(set) }
    }
    return kept
  }

  /// The sets that contain no other, each once, in the order of sets. O(n²).
  var minimalSets: [AttributeSet] {
    var kept: [AttributeSet] = []
    for set in sorted() where !kept.contains(where: { $0.isSubset(of: set) }) { kept.append(set) }
    return kept
  }
}
