extension RelationSchema {
  /// Returns a minimal cover of the functional dependencies: equivalent to them, one attribute on each right side, none
  /// that the others imply, no left side that could be smaller. There can be several; this one depends on the order of
  /// declaration. Multivalued and join dependencies are not asked. O(dependencies³) at worst.
  public func minimalCover() -> [FunctionalDependency] {
    var meter = StepMeter(.minimalCover, .unlimited)
    return (try? minimalCover(&meter)) ?? []
  }

  /// Returns the minimal cover, unless it takes too long.
  /// - Throws: ``NormalizationError/budgetExceeded(task:steps:)`` or ``NormalizationError/cancelled``
  /// - Complexity: O(dependencies³) at worst, and at most the budget's steps.
  public func minimalCover(within budget: StepBudget) throws(NormalizationError) -> [FunctionalDependency] {
    var meter = StepMeter(.minimalCover, budget)
    return try minimalCover(&meter)
  }

  func minimalCover(_ meter: inout StepMeter) throws(NormalizationError) -> [FunctionalDependency] {
    var cover: [FunctionalDependency] = []
    for dependency in functionalDependencies {
      for attribute in dependency.dependent.subtracting(dependency.determinant) {
        let single = FunctionalDependency(dependency.determinant, [attribute])
        try meter.spend(1 + cover.count)
        if !cover.contains(single) { cover.append(single) }
      }
    }
    for index in cover.indices {
      for attribute in cover[index].determinant {
        let smaller = cover[index].determinant.subtracting([attribute])
        if cover[index].dependent.isSubset(of: try Self.closure(of: smaller, under: cover, &meter)) {
          cover[index].determinant = smaller
        }
      }
    }
    var index = 0
    while index < cover.count {
      let dependency = cover[index]
      let isImplied = dependency.dependent.isSubset(
        of: try Self.closure(of: dependency.determinant, under: cover, leavingOut: index, &meter))
      if isImplied { cover.remove(at: index) } else { index += 1 }
    }
    return cover
  }

  /// Returns the minimal cover with one dependency for each left side. O(dependencies³) at worst.
  public func canonicalCover() -> [FunctionalDependency] { Self.merged(minimalCover()) }

  static func merged(_ cover: [FunctionalDependency]) -> [FunctionalDependency] {
    var merged: [FunctionalDependency] = []
    for dependency in cover {
      if let index = merged.firstIndex(where: { $0.determinant == dependency.determinant }) {
        merged[index].dependent.formUnion(dependency.dependent)
      } else {
        merged.append(dependency)
      }
    }
    return merged
  }

  /// Whether these functional dependencies say the same as the declared ones. O(dependencies³) at worst.
  public func isEquivalent(to others: [FunctionalDependency]) -> Bool {
    others.allSatisfy { $0.dependent.isSubset(of: Self.closure(of: $0.determinant, under: functionalDependencies)) }
      && functionalDependencies.allSatisfy {
        $0.dependent.isSubset(of: Self.closure(of: $0.determinant, under: others))
      }
  }

  static func closure(of set: AttributeSet, under dependencies: [FunctionalDependency]) -> AttributeSet {
    var meter = StepMeter(.closure, .unlimited)
    return (try? closure(of: set, under: dependencies, &meter)) ?? set
  }

  static func closure(
    of set: AttributeSet, under dependencies: [FunctionalDependency], leavingOut: Int? = nil, _ meter: inout StepMeter
  ) throws(NormalizationError) -> AttributeSet {
    var closure = set
    var waiting = dependencies.indices.filter { $0 != leavingOut }
    while true {
      let before = waiting.count
      try meter.spend(1 + before)
      waiting.removeAll { index in
        guard dependencies[index].determinant.isSubset(of: closure) else { return false }
        closure.formUnion(dependencies[index].dependent)
        return true
      }
      if waiting.count == before || waiting.isEmpty { return closure }
    }
  }
}
