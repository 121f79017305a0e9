/// Sample rows that satisfy exactly what functional dependencies imply and nothing beyond: a good illustration, and the
/// closed-loop test of discovery.
public struct ArmstrongRelation: Hashable, Sendable {
  /// The columns, ascending: positions in the schema.
  public let columns: [Int]
  /// The rows; values are numbers, of which only equality within a column means something.
  public let rows: [[Int]]
  /// For each row but the first the attributes in which it agrees with the first.
  public let agreements: [AttributeSet]
}

extension RelationSchema {
  /// Rows that satisfy exactly the functional dependencies that the declared functional ones imply (Armstrong 1974, in the
  /// form of Mannila and Räihä 1986).
  ///
  /// One row for each set of attributes that is closed and no intersection of larger closed ones; it agrees with the first
  /// row there and nowhere else.
  /// - Throws: ``NormalizationError/budgetExceeded(task:steps:)`` or ``NormalizationError/cancelled``; there can be
  ///   exponentially many such sets.
  /// - Complexity: Exponential at worst; at most the budget's steps.
  public func armstrongRelation(
    within budget: StepBudget = .standard
  ) throws(NormalizationError) -> ArmstrongRelation {
    var meter = StepMeter(.armstrongRelation, budget)
    let inference = Inference(functionalPart)
    var agreements: Set<AttributeSet> = []
    for attribute in heading {
      // The maximal sets that do not determine an attribute are closed, and no closed sets above them meet there.
      agreements.formUnion(
        try MinimalSets(in: heading.subtracting([attribute]), &meter) { set, meter throws(NormalizationError) in
          try inference.closure(of: set, &meter).contains(attribute)
        }.maximalOthers)
    }
    let sorted = agreements.sorted()
    let rows =
      [heading.map { _ in 0 }]
      + sorted.enumerated().map { index, agreement in
        heading.map { agreement.contains($0) ? 0 : index + 1 }
      }
    return ArmstrongRelation(columns: Array(heading), rows: rows, agreements: sorted)
  }

  /// Returns two rows that agree exactly on X⁺: why X does not determine what is outside X⁺. Under functional
  /// dependencies alone. O(dependencies² + attributes) at worst.
  public func counterexample(to dependency: FunctionalDependency) -> ArmstrongRelation? {
    let closure = functionalClosure(of: dependency.determinant)
    guard !dependency.dependent.isSubset(of: closure) else { return nil }
    let second = heading.map { closure.contains($0) ? 0 : 1 }
    return ArmstrongRelation(
      columns: Array(heading), rows: [heading.map { _ in 0 }, second], agreements: [closure.intersection(heading)])
  }
}
