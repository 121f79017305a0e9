extension ValueTable {
  /// Returns all minimal functional dependencies that the rows satisfy, each with one column on the right; in the order
  /// of dependencies. A constant column is one with an empty left side.
  ///
  /// Exact and the same on every run. Discovered dependencies are candidates: satisfied by these rows is not the same as
  /// true of what they describe.
  /// - Throws: ``NormalizationError/budgetExceeded(task:steps:)`` or ``NormalizationError/cancelled``; wide tables can
  ///   have millions.
  /// - Complexity: Exponential in the columns at worst; at most the budget's steps.
  public func functionalDependencies(
    within budget: StepBudget = .discovery
  ) throws(NormalizationError) -> [FunctionalDependency] {
    let (found, problem) = foundFunctionalDependencies(within: budget)
    if let problem { throw problem }
    return found
  }

  /// The minimal functional dependencies that were found within a budget, and the reason where these are not all.
  package func foundFunctionalDependencies(
    within budget: StepBudget
  ) -> (dependencies: [FunctionalDependency], problem: NormalizationError?) {
    var meter = StepMeter(.functionalDiscovery, budget)
    let byRight: [[AttributeSet]]
    let problem: NormalizationError?
    if columns.count <= 64 {
      var search = DependencySearch<WordMask>(self)
      let result = search.functional(&meter)
      (byRight, problem) = (result.found.map { $0.map(\.attributes) }, result.problem)
    } else {
      var search = DependencySearch<AttributeSet>(self)
      (byRight, problem) = search.functional(&meter)
    }
    var found: [FunctionalDependency] = []
    for (right, lefts) in byRight.enumerated() {
      found += lefts.map { FunctionalDependency($0, AttributeSet(right)) }
    }
    return (found.sorted(), problem)
  }

  /// Returns all minimal sets of columns in which no two rows agree, in the order of sets. Rows that occur twice leave
  /// none; a table of one row or none has the empty set.
  /// - Throws: ``NormalizationError/budgetExceeded(task:steps:)`` or ``NormalizationError/cancelled``
  /// - Complexity: Exponential in the columns at worst; at most the budget's steps.
  public func uniqueColumnCombinations(
    within budget: StepBudget = .discovery
  ) throws(NormalizationError) -> [AttributeSet] {
    let (found, problem) = foundUniqueColumnCombinations(within: budget)
    if let problem { throw problem }
    return found
  }

  /// The minimal unique sets of columns that were found within a budget, and the reason where these are not all.
  package func foundUniqueColumnCombinations(
    within budget: StepBudget
  ) -> (combinations: [AttributeSet], problem: NormalizationError?) {
    var meter = StepMeter(.uniqueDiscovery, budget)
    if columns.count <= 64 {
      var search = DependencySearch<WordMask>(self)
      let (found, problem) = search.unique(&meter)
      return (found.map(\.attributes).sorted(), problem)
    }
    var search = DependencySearch<AttributeSet>(self)
    let (found, problem) = search.unique(&meter)
    return (found.sorted(), problem)
  }
}

extension StepBudget {
  /// Two thousand million steps: some ten seconds in a release build.
  public static let discovery = StepBudget(steps: 2_000_000_000)
}

extension ValueTable {
  /// How many rows remain when rows that occur several times are counted once. O(rows × columns).
  public var distinctRowCount: Int { rowCount - redundantRowCount(given: heading) }

  /// Returns how many rows have the values of an earlier row in these columns: so often a dependency on them says
  /// something again. O(rows × columns of the set).
  public func redundantRowCount(given set: AttributeSet) -> Int {
    var classes = [UInt32](repeating: 0, count: rowCount)
    var count = min(1, rowCount)
    for column in set.intersection(heading) {
      var numbers: [UInt64: UInt32] = [:]
      for row in 0..<rowCount {
        let key = UInt64(classes[row]) << 32 | UInt64(ids[column * rowCount + row])
        let next = UInt32(truncatingIfNeeded: numbers.count)
        classes[row] = numbers[key] ?? next
        if classes[row] == next { numbers[key] = next }
      }
      count = numbers.count
    }
    return rowCount - count
  }
}
