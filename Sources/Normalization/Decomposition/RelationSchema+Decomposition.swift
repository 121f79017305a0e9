extension RelationSchema {
  /// Returns a lossless decomposition into Boyce–Codd normal form, by cutting along violations; it may lose
  /// dependencies.
  ///
  /// Each component is checked exactly, against all dependencies that hold in its projection. A cut follows a declared
  /// dependency where one breaks the form.
  /// - Throws: ``NormalizationError/budgetExceeded(task:steps:)`` or ``NormalizationError/cancelled``: whether a
  ///   component is in Boyce–Codd form is an NP-complete question.
  /// - Complexity: Exponential at worst; at most the budget's steps.
  public func boyceCoddDecomposition(
    within budget: StepBudget = .standard
  ) throws(NormalizationError) -> Decomposition {
    var meter = StepMeter(.decomposition, budget)
    let inference = Inference(self)
    return try decompose(&meter) { component, meter throws(NormalizationError) in
      guard let left = try inference.boyceCoddViolation(in: component, &meter) else { return nil }
      let right = try inference.closure(of: left, &meter).intersection(component).subtracting(left)
      return (.functional(FunctionalDependency(left, right)), left, right)
    }
  }

  /// Returns a lossless decomposition into fourth normal form, by cutting along multivalued dependencies, of which
  /// functional ones are a kind; it may lose dependencies. Of join dependencies it follows what they imply for two
  /// parts.
  /// - Throws: ``NormalizationError/budgetExceeded(task:steps:)`` or ``NormalizationError/cancelled``
  /// - Complexity: Exponential at worst; at most the budget's steps.
  public func fourthNormalFormDecomposition(
    within budget: StepBudget = .standard
  ) throws(NormalizationError) -> Decomposition {
    var meter = StepMeter(.decomposition, budget)
    let inference = Inference(self)
    return try decompose(&meter) { component, meter throws(NormalizationError) in
      if let left = try inference.boyceCoddViolation(in: component, &meter) {
        let right = try inference.closure(of: left, &meter).intersection(component).subtracting(left)
        return (.functional(FunctionalDependency(left, right)), left, right)
      }
      guard !inference.isFunctional,
        let left = try inference.fourthFormViolation(in: component, &meter),
        let right = try inference.basis(of: left, within: component, &meter).first
      else { return nil }
      return (.multivalued(MultivaluedDependency(left, right)), left, right)
    }
  }

  private func decompose(
    _ meter: inout StepMeter,
    violation: (AttributeSet, inout StepMeter) throws(NormalizationError) -> (Dependency, AttributeSet, AttributeSet)?
  ) throws(NormalizationError) -> Decomposition {
    var waiting = [heading]
    var done: [AttributeSet] = []
    var steps: [Decomposition.Step] = []
    while let component = waiting.popLast() {
      try meter.spend()
      guard let (dependency, left, right) = try violation(component, &meter) else {
        done.append(component)
        continue
      }
      let parts = [left.union(right), component.subtracting(right)]
      steps.append(Decomposition.Step(component: component, violation: dependency, parts: parts))
      waiting += parts.reversed()
    }
    let components = done.maximalSets.sorted()
    let lost = try lostDependencies(in: components, &meter)
    return Decomposition(components: components, steps: steps, lostDependencies: lost)
  }
}

extension Inference {
  /// A left side in a component that determines something else there but not everything; nil when the projection on the
  /// component is in Boyce–Codd form.
  func boyceCoddViolation(
    in component: AttributeSet, _ meter: inout StepMeter
  ) throws(NormalizationError) -> AttributeSet? {
    for dependency in functional where dependency.determinant.isSubset(of: component) {
      let closure = try closure(of: dependency.determinant, &meter).intersection(component)
      if closure != dependency.determinant, closure != component { return dependency.determinant }
    }
    // A violation X -> a that leaves b undetermined stays one to a when all but a and b are added to X. So if no pair
    // shows a dependency, there is none; and if one shows a violation, it can be made smaller.
    var isOpen = false
    for (a, b) in component.pairs {
      let rest = component.subtracting([a, b])
      let closure = try closure(of: rest, &meter)
      let found = [closure.contains(a), closure.contains(b)]
      if found == [false, false] { continue }
      if found == [true, true] {
        isOpen = true
        continue
      }
      return try shrink(rest) { set throws(NormalizationError) in
        try self.closure(of: set, &meter).contains(closure.contains(a) ? a : b)
      }
    }
    guard isOpen else { return nil }
    for attribute in component {
      let sets = try MinimalSets(in: component.subtracting([attribute]), &meter) {
        set, meter throws(NormalizationError) in
        try closure(of: set, &meter).contains(attribute)
      }
      for set in sets.minimal where try !component.isSubset(of: closure(of: set, &meter)) { return set }
    }
    return nil
  }

  /// A left side in a component that separates attributes there and is no superkey; nil when there is none.
  func fourthFormViolation(
    in component: AttributeSet, _ meter: inout StepMeter
  ) throws(NormalizationError) -> AttributeSet? {
    for dependency in multivalued where dependency.determinant.isSubset(of: component) {
      let left = dependency.determinant
      if try component.isSubset(of: closure(of: left, &meter)) { continue }
      if try basis(of: left, within: component, &meter).count > 1 { return left }
    }
    for (a, b) in component.pairs {
      let sets = try MinimalSets(in: component.subtracting([a, b]), &meter) { set, meter throws(NormalizationError) in
        try separates(set, a, b, in: component, &meter)
      }
      for set in sets.minimal where try !component.isSubset(of: closure(of: set, &meter)) { return set }
    }
    return nil
  }

  private func shrink(
    _ set: AttributeSet, while condition: (AttributeSet) throws(NormalizationError) -> Bool
  ) throws(NormalizationError) -> AttributeSet {
    var smaller = set
    for attribute in set {
      smaller.remove(attribute)
      if try !condition(smaller) { smaller.insert(attribute) }
    }
    return smaller
  }
}
