extension RelationSchema {
  /// Returns X⁺ under the functional dependencies alone: all attributes that `set` determines. O(dependencies²) at
  /// worst.
  public func functionalClosure(of set: AttributeSet) -> AttributeSet {
    var meter = StepMeter(.closure, .unlimited)
    let start = set.intersection(heading)
    return (try? Inference(functionalPart).functionalClosure(of: start, &meter)) ?? start
  }

  /// Returns X⁺ under all declared dependencies: multivalued and join dependencies can determine more than the
  /// functional ones alone do (with `A ->> C` and `B -> C`, A determines C).
  /// - Throws: ``NormalizationError/budgetExceeded(task:steps:)`` or ``NormalizationError/cancelled``, which only join
  ///   dependencies of three and more components can make likely.
  /// - Complexity: Polynomial without join dependencies of three and more components, exponential at worst with them;
  ///   at most the budget's steps.
  public func closure(
    of set: AttributeSet, within budget: StepBudget = .standard
  ) throws(NormalizationError) -> AttributeSet {
    var meter = StepMeter(.closure, budget)
    return try Inference(self).closure(of: set.intersection(heading), &meter)
  }

  /// Returns the dependency basis of X: the finest blocks of the attributes outside X such that X ↠ Y holds exactly for
  /// the unions of blocks. Attributes that X determines are blocks of one. In the order of sets.
  ///
  /// Follows Beeri, *On the membership problem for functional and multivalued dependencies* (1980); with join dependencies
  /// of three and more components the chase decides.
  /// - Throws: ``NormalizationError/budgetExceeded(task:steps:)`` or ``NormalizationError/cancelled``
  /// - Complexity: Polynomial without join dependencies of three and more components, exponential at worst with them;
  ///   at most the budget's steps.
  public func dependencyBasis(
    of set: AttributeSet, within budget: StepBudget = .standard
  ) throws(NormalizationError) -> [AttributeSet] {
    var meter = StepMeter(.closure, budget)
    return try Inference(self).basis(of: set.intersection(heading), &meter)
  }

  /// Whether the declared dependencies imply this one, so that every table which satisfies them satisfies it.
  /// - Throws: ``NormalizationError/budgetExceeded(task:steps:)`` or ``NormalizationError/cancelled``
  /// - Complexity: Polynomial for functional and multivalued dependencies of a schema that declares no join dependency
  ///   of three and more components; exponential at worst otherwise. At most the budget's steps.
  public func implies(
    _ dependency: Dependency, within budget: StepBudget = .standard
  ) throws(NormalizationError) -> Bool {
    var meter = StepMeter(.chase, budget)
    let inference = Inference(self)
    switch dependency {
    case .functional(let functional):
      if functional.isTrivial { return true }
      return try functional.dependent.isSubset(of: inference.closure(of: functional.determinant, &meter))
    case .multivalued(let multivalued):
      if multivalued.isTrivial(in: heading) { return true }
      let right = multivalued.dependent.subtracting(multivalued.determinant)
      return try inference.basis(of: multivalued.determinant, &meter).allSatisfy {
        $0.isSubset(of: right) || $0.isDisjoint(with: right)
      }
    case .join(let join):
      return try joinsLosslessly(join.components, within: budget)
    }
  }

  /// Whether a set determines all attributes, minimal or not.
  /// - Throws: ``NormalizationError/budgetExceeded(task:steps:)`` or ``NormalizationError/cancelled``
  /// - Complexity: As ``closure(of:within:)``.
  public func isSuperkey(
    _ set: AttributeSet, within budget: StepBudget = .standard
  ) throws(NormalizationError) -> Bool {
    try heading.isSubset(of: closure(of: set, within: budget))
  }
}
