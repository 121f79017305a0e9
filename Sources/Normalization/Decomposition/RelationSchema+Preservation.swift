extension RelationSchema {
  /// Returns the declared functional dependencies that do not follow from what the components keep of them. Multivalued
  /// and join dependencies are not asked. Polynomial: closures are taken through the components and no projection is
  /// written out (Beeri, Honeyman 1981).
  /// - Complexity: O(attributes × components × dependencies³) at worst.
  public func lostDependencies(in components: [AttributeSet]) -> [FunctionalDependency] {
    var meter = StepMeter(.preservation, .unlimited)
    return (try? lostDependencies(in: components, &meter)) ?? []
  }

  /// Returns the dependencies that are lost, unless it takes too long to find them.
  /// - Throws: ``NormalizationError/budgetExceeded(task:steps:)`` or ``NormalizationError/cancelled``
  /// - Complexity: O(attributes × components × dependencies³) at worst, and at most the budget's steps.
  public func lostDependencies(
    in components: [AttributeSet], within budget: StepBudget
  ) throws(NormalizationError) -> [FunctionalDependency] {
    var meter = StepMeter(.preservation, budget)
    return try lostDependencies(in: components, &meter)
  }

  func lostDependencies(
    in components: [AttributeSet], _ meter: inout StepMeter
  ) throws(NormalizationError) -> [FunctionalDependency] {
    var lost: [FunctionalDependency] = []
    for dependency in functionalDependencies {
      let closure = try closure(of: dependency.determinant, through: components, &meter)
      if !dependency.dependent.isSubset(of: closure) { lost.append(dependency) }
    }
    return lost
  }

  private func closure(
    of set: AttributeSet, through components: [AttributeSet], _ meter: inout StepMeter
  ) throws(NormalizationError) -> AttributeSet {
    var closure = set
    while true {
      let before = closure
      for component in components {
        let inside = try Self.closure(of: closure.intersection(component), under: functionalDependencies, &meter)
        closure.formUnion(inside.intersection(component))
      }
      if closure == before { return closure }
    }
  }

  /// Returns a component as a schema by itself, with the functional dependencies that hold in it (a minimal cover of
  /// them) and with the multivalued ones as far as their blocks show in it. Join dependencies are dropped.
  /// - Throws: ``NormalizationError/budgetExceeded(task:steps:)`` or ``NormalizationError/cancelled``
  /// - Complexity: Exponential at worst; at most the budget's steps.
  public func component(
    _ attributes: AttributeSet, within budget: StepBudget = .standard
  ) throws(NormalizationError) -> RelationSchema {
    var meter = StepMeter(.decomposition, budget)
    let inference = Inference(self)
    let part = attributes.intersection(heading)
    let functional = try inference.minimalDependencies(in: part, &meter)
    var multivalued: [MultivaluedDependency] = []
    if !inference.isFunctional {
      var lefts: Set<AttributeSet> = []
      for (a, b) in part.pairs {
        lefts.formUnion(
          try MinimalSets(in: part.subtracting([a, b]), &meter) { set, meter throws(NormalizationError) in
            try inference.separates(set, a, b, in: part, &meter)
          }.minimal)
      }
      for left in lefts.sorted() {
        for block in try inference.basis(of: left, within: part, &meter).dropLast() where block.count > 0 {
          multivalued.append(MultivaluedDependency(left, block))
        }
      }
    }
    let whole = RelationSchema(names, part, functional, multivalued, [])
    return RelationSchema(names, part, whole.minimalCover(), multivalued, [])
  }
}
