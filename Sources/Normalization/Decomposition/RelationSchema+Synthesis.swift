extension RelationSchema {
  /// Whether left sides that determine each other get one component or one each.
  public enum EquivalentKeys: Hashable, Sendable {
    /// A component for each left side of the canonical cover, as most textbooks have it.
    case apart
    /// One component for left sides that determine each other, with several keys (Bernstein 1976): one entity with
    /// several uniqueness constraints.
    case together
  }

  /// A decomposition into third normal form that is lossless and preserves the functional dependencies.
  ///
  /// A component for each left side of the canonical cover; one for a key when none holds a key; those that others
  /// contain are dropped. Multivalued and join dependencies are not asked. O(dependencies³) at worst.
  public func synthesis(_ equivalentKeys: EquivalentKeys = .apart) -> Decomposition {
    var components: [AttributeSet]
    switch equivalentKeys {
    case .apart: components = canonicalCover().map { $0.determinant.union($0.dependent) }
    case .together: components = mergedComponents()
    }
    let holdsKey = components.contains { heading.isSubset(of: functionalClosure(of: $0)) }
    if !holdsKey || components.isEmpty {
      var key = heading
      for attribute in heading where functionalClosure(of: key.subtracting([attribute])) == heading {
        key.remove(attribute)
      }
      // Attributes that no dependency names are in every key; one that is constant may leave the key empty.
      if !key.isEmpty || components.isEmpty { components.append(key.isEmpty ? heading : key) }
    }
    components = components.maximalSets.sorted()
    return Decomposition(components: components, steps: [], lostDependencies: lostDependencies(in: components))
  }

  /// Bernstein's groups: dependencies whose left sides determine each other. What the equivalences make superfluous is
  /// taken out first, without which a group could hold a transitive dependency.
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
