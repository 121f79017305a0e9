extension RelationSchema {
  /// The number of components for left sides that determine each other: one for all, or one each.
  public enum EquivalentKeys: Hashable, Sendable {
    /// A component for each left side of the canonical cover, as most textbooks have it.
    case apart
    /// One component for left sides that determine each other, with several keys (Bernstein 1976): one entity with
    /// several uniqueness constraints.
    case together
  }

  /// Returns a decomposition into third normal form that is lossless and preserves the functional dependencies.
  ///
  /// A component for each left side of the canonical cover; one for a key when none holds a key; those that others
  /// contain are dropped. Multivalued and join dependencies are not asked. O(dependencies³) at worst.
  public func synthesis(_ equivalentKeys: EquivalentKeys = .apart) -> Decomposition {
    var meter = StepMeter(.decomposition, .unlimited)
    return (try? synthesis(equivalentKeys, &meter))
      ?? Decomposition(components: [heading], steps: [], lostDependencies: [])
  }

  /// Returns the synthesis, unless it takes too long.
  /// - Throws: ``NormalizationError/budgetExceeded(task:steps:)`` or ``NormalizationError/cancelled``
  /// - Complexity: O(dependencies³) at worst, and at most the budget's steps.
  public func synthesis(
    _ equivalentKeys: EquivalentKeys = .apart, within budget: StepBudget
  ) throws(NormalizationError) -> Decomposition {
    var meter = StepMeter(.decomposition, budget)
    return try synthesis(equivalentKeys, &meter)
  }

  private func synthesis(
    _ equivalentKeys: EquivalentKeys, _ meter: inout StepMeter
  ) throws(NormalizationError) -> Decomposition {
    var components: [AttributeSet]
    switch equivalentKeys {
    case .apart: components = Self.merged(try minimalCover(&meter)).map { $0.determinant.union($0.dependent) }
    case .together: components = mergedComponents()
    }
    let inference = Inference(functionalPart)
    var holdsKey = false
    for component in components where !holdsKey {
      holdsKey = heading.isSubset(of: try inference.functionalClosure(of: component, &meter))
    }
    if !holdsKey || components.isEmpty {
      var key = heading
      for attribute in heading {
        let smaller = key.subtracting([attribute])
        if try inference.functionalClosure(of: smaller, &meter) == heading { key = smaller }
      }
      // Attributes that no dependency names are in every key; one that is constant may leave the key empty.
      if !key.isEmpty || components.isEmpty { components.append(key.isEmpty ? heading : key) }
    }
    let (pairs, overflow) = components.count.multipliedReportingOverflow(by: components.count)
    try meter.spend(overflow ? .max : pairs)
    components = components.maximalSets.sorted()
    let lost = try lostDependencies(in: components, &meter)
    return Decomposition(components: components, steps: [], lostDependencies: lost)
  }

  /// Returns Bernstein's groups: dependencies whose left sides determine each other. Dependencies that the equivalences
  /// make superfluous are removed first; otherwise a group could contain a transitive dependency.
  private func mergedComponents() -> [AttributeSet] {
    var groups: [(lefts: [AttributeSet], closure: AttributeSet)] = []
    let cover = canonicalCover()
    for dependency in cover {
      let closure = functionalClosure(of: dependency.determinant)
      if let index = groups.firstIndex(where: { $0.closure == closure }) {
        groups[index].lefts.append(dependency.determinant)
      } else {
        groups.append(([dependency.determinant], closure))
      }
    }
    let equivalences = groups.flatMap { group in
      group.lefts.flatMap { left in
        group.lefts.filter { $0 != left }.map { FunctionalDependency(left, $0) }
      }
    }
    var rest = minimalCover().filter { dependency in
      !equivalences.contains {
        $0.determinant == dependency.determinant && dependency.dependent.isSubset(of: $0.dependent)
      }
    }
    var index = 0
    while index < rest.count {
      var others = rest
      others.remove(at: index)
      let closure = Self.closure(of: rest[index].determinant, under: others + equivalences)
      if rest[index].dependent.isSubset(of: closure) { rest.remove(at: index) } else { index += 1 }
    }
    return groups.map { group in
      var component = group.lefts.reduce(into: AttributeSet()) { $0.formUnion($1) }
      for dependency in rest where group.lefts.contains(dependency.determinant) {
        component.formUnion(dependency.dependent)
      }
      return component
    }
  }
}
