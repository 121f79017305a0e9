extension RelationSchema {
  /// Returns all candidate keys: the minimal sets that determine every attribute, in the order of sets. There is always
  /// one.
  ///
  /// With functional dependencies alone by Lucchesi and Osborn (1978), polynomial in the number of keys found; there can
  /// be exponentially many. Otherwise by growing non-keys and meeting their complements.
  /// - Throws: ``NormalizationError/budgetExceeded(task:steps:)`` or ``NormalizationError/cancelled``
  /// - Complexity: Exponential at worst; at most the budget's steps.
  public func candidateKeys(within budget: StepBudget = .standard) throws(NormalizationError) -> [AttributeSet] {
    var meter = StepMeter(.candidateKeys, budget)
    return try Inference(self).candidateKeys(of: heading, &meter)
  }

  /// Returns the attributes that belong to a candidate key.
  /// - Throws: ``NormalizationError/budgetExceeded(task:steps:)`` or ``NormalizationError/cancelled``
  /// - Complexity: Exponential at worst; at most the budget's steps.
  public func primeAttributes(within budget: StepBudget = .standard) throws(NormalizationError) -> AttributeSet {
    try candidateKeys(within: budget).reduce(into: AttributeSet()) { $0.formUnion($1) }
  }

  /// Returns all minimal non-trivial functional dependencies that are implied, each with one attribute on the right:
  /// the one form in which two sets of dependencies can be compared. In the order of dependencies.
  ///
  /// ```swift
  /// // A -> B, B -> C implies A -> B, A -> C and B -> C
  /// ```
  /// - Throws: ``NormalizationError/budgetExceeded(task:steps:)`` or ``NormalizationError/cancelled``; there can be
  ///   exponentially many.
  /// - Complexity: Exponential at worst; at most the budget's steps.
  public func minimalDependencies(
    within budget: StepBudget = .standard
  ) throws(NormalizationError) -> [FunctionalDependency] {
    var meter = StepMeter(.minimalDependencies, budget)
    return try Inference(self).minimalDependencies(in: heading, &meter)
  }

  /// Returns the dependencies that hold in the projection on some attributes, as minimal ones. In the order of
  /// dependencies.
  /// - Throws: ``NormalizationError/budgetExceeded(task:steps:)`` or ``NormalizationError/cancelled``
  /// - Complexity: Exponential at worst; at most the budget's steps.
  public func projectedDependencies(
    on component: AttributeSet, within budget: StepBudget = .standard
  ) throws(NormalizationError) -> [FunctionalDependency] {
    var meter = StepMeter(.minimalDependencies, budget)
    return try Inference(self).minimalDependencies(in: component.intersection(heading), &meter)
  }
}

extension Inference {
  /// The candidate keys of a component.
  func candidateKeys(
    of component: AttributeSet, _ meter: inout StepMeter
  ) throws(NormalizationError) -> [AttributeSet] {
    if isFunctional, component == heading { return try keysByExchange(&meter) }
    return try MinimalSets(in: component, &meter) { set, meter throws(NormalizationError) in
      component.isSubset(of: try closure(of: set, &meter))
    }.minimal
  }

  /// Lucchesi and Osborn: from a key K and a dependency X → Y, X ∪ (K − Y) determines everything again. If it holds no
  /// key known so far, a new one is inside it.
  private func keysByExchange(_ meter: inout StepMeter) throws(NormalizationError) -> [AttributeSet] {
    var keys = [try reducedKey(heading, &meter)]
    var next = 0
    while next < keys.count {
      let key = keys[next]
      next += 1
      for dependency in functional where !dependency.dependent.isDisjoint(with: key) {
        let candidate = dependency.determinant.union(key.subtracting(dependency.dependent))
        try meter.spend(1 + keys.count / 8)
        if keys.contains(where: { $0.isSubset(of: candidate) }) { continue }
        keys.append(try reducedKey(candidate, &meter))
      }
    }
    return keys.sorted()
  }

  private func reducedKey(_ set: AttributeSet, _ meter: inout StepMeter) throws(NormalizationError) -> AttributeSet {
    var key = set
    for attribute in set {
      key.remove(attribute)
      if try closure(of: key, &meter) != heading { key.insert(attribute) }
    }
    return key
  }

  /// The minimal dependencies among the attributes of a component.
  func minimalDependencies(
    in component: AttributeSet, _ meter: inout StepMeter
  ) throws(NormalizationError) -> [FunctionalDependency] {
    var found: [FunctionalDependency] = []
    for attribute in component {
      let sets = try MinimalSets(in: component.subtracting([attribute]), &meter) {
        set, meter throws(NormalizationError) in
        try closure(of: set, &meter).contains(attribute)
      }
      found += sets.minimal.map { FunctionalDependency($0, [attribute]) }
    }
    return found.sorted()
  }
}
