extension RelationSchema {
  /// Returns a decomposition into Boyce–Codd form that is lossless and preserves all functional dependencies; nil when
  /// there is none. Multivalued and join dependencies are not asked.
  ///
  /// There is one exactly if the maximal sets of attributes that are in Boyce–Codd form preserve everything between them
  /// and one of them holds a key. These are the components.
  /// - Throws: ``NormalizationError/budgetExceeded(task:steps:)`` or ``NormalizationError/cancelled``: up to 2ⁿ sets of
  ///   n attributes are looked at.
  /// - Complexity: O(2ⁿ) sets of n attributes at worst; at most the budget's steps.
  public func preservingBoyceCoddDecomposition(
    within budget: StepBudget = .standard
  ) throws(NormalizationError) -> Decomposition? {
    var meter = StepMeter(.decomposition, budget)
    let inference = Inference(functionalPart)
    // A subset of a set in Boyce–Codd form is in it too, so the sets are cut from above.
    var level: Set<AttributeSet> = [heading]
    var maximal: [AttributeSet] = []
    while !level.isEmpty {
      var next: Set<AttributeSet> = []
      for set in level.sorted() {
        try meter.spend(1 + maximal.count)
        if maximal.contains(where: { set.isSubset(of: $0) }) { continue }
        if try inference.boyceCoddViolation(in: set, &meter) == nil {
          maximal.append(set)
        } else {
          for attribute in set { next.insert(set.subtracting([attribute])) }
        }
      }
      level = next
    }
    guard maximal.contains(where: { heading.isSubset(of: functionalClosure(of: $0)) }),
      lostDependencies(in: maximal).isEmpty
    else { return nil }
    return Decomposition(components: maximal.sorted(), steps: [], lostDependencies: [])
  }
}
