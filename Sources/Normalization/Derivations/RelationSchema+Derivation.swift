extension RelationSchema {
  /// Returns a derivation of a functional dependency from the declared functional ones; nil when they do not imply it
  /// (``counterexample(to:)`` then shows two rows).
  ///
  /// Follows the closure of the left side and keeps only the dependencies that the conclusion needs.
  ///
  /// ```swift
  /// // From A -> B and B -> C:
  /// //   0  A -> B   given
  /// //   1  B -> C   given
  /// //   2  A -> C   transitivity of 0 and 1
  /// ```
  /// O(dependencies²) steps at worst.
  public func derivation(of dependency: FunctionalDependency) -> Derivation? {
    let left = dependency.determinant
    if dependency.isTrivial { return Derivation(steps: [.init(dependency, .reflexivity)]) }
    guard let used = dependenciesUsed(from: left, toward: dependency.dependent) else { return nil }

    var steps: [Derivation.Step] = []
    func add(_ dependency: FunctionalDependency, _ rule: Derivation.Rule) -> Int {
      steps.append(Derivation.Step(dependency, rule))
      return steps.count - 1
    }
    // `reached` is what the left side is shown to determine so far, and the step that says so; nil while that is the left
    // side itself.
    var reached = left
    var reachedStep: Int?
    for (position, index) in used.enumerated() {
      let given = functionalDependencies[index]
      let givenStep = add(given, .given(index))
      var current: Int
      if given.determinant == left {
        current = givenStep
      } else if given.determinant.isSubset(of: left) {
        let start = add(FunctionalDependency(left, given.determinant), .reflexivity)
        current = add(FunctionalDependency(left, given.dependent), .transitivity(start, givenStep))
      } else {
        var start = reachedStep ?? add(FunctionalDependency(left, left), .reflexivity)
        if steps[start].dependency.dependent != given.determinant {
          if !given.determinant.isSubset(of: steps[start].dependency.dependent) {
            start = add(FunctionalDependency(left, reached), .augmentation(start, with: left))
            reachedStep = start
          }
          if steps[start].dependency.dependent != given.determinant {
            start = add(FunctionalDependency(left, given.determinant), .decomposition(start))
          }
        }
        current = add(FunctionalDependency(left, given.dependent), .transitivity(start, givenStep))
      }
      reached.formUnion(given.dependent)
      let isLast = position == used.count - 1
      if let before = reachedStep, !(isLast && dependency.dependent.isSubset(of: given.dependent)) {
        let both = steps[before].dependency.dependent.union(given.dependent)
        current = add(FunctionalDependency(left, both), .union(before, current))
      }
      reachedStep = current
    }
    guard var last = reachedStep else { return nil }
    if !dependency.dependent.isSubset(of: steps[last].dependency.dependent) {
      last = add(FunctionalDependency(left, reached), .augmentation(last, with: left))
    }
    if steps[last].dependency != dependency { _ = add(dependency, .decomposition(last)) }
    return Derivation(steps: steps).withoutDetours()
  }

  /// The declared dependencies, in an order in which each can be applied, that lead from a set to others; only those that
  /// are needed. Nil when they do not lead there.
  private func dependenciesUsed(from left: AttributeSet, toward goal: AttributeSet) -> [Int]? {
    var closure = left
    var applied: [(index: Int, new: AttributeSet)] = []
    var isGrowing = true
    while isGrowing, !goal.isSubset(of: closure) {
      isGrowing = false
      for (index, dependency) in functionalDependencies.enumerated() {
        guard dependency.determinant.isSubset(of: closure) else { continue }
        let new = dependency.dependent.subtracting(closure)
        if new.isEmpty { continue }
        closure.formUnion(new)
        applied.append((index, new))
        isGrowing = true
      }
    }
    guard goal.isSubset(of: closure) else { return nil }
    var needed = goal.subtracting(left)
    var used: [Int] = []
    for (index, new) in applied.reversed() where !new.isDisjoint(with: needed) {
      used.append(index)
      needed.subtract(new)
      needed.formUnion(functionalDependencies[index].determinant.subtracting(left))
    }
    return used.reversed()
  }
}
