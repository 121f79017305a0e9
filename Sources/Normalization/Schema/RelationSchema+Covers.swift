extension RelationSchema {
  /// A minimal cover of the functional dependencies: equivalent to them, one attribute on each right side, none that the
  /// others imply, no left side that could be smaller. There can be several; this one depends on the order of declaration.
  /// Multivalued and join dependencies are not asked. O(dependencies³) at worst.
  public func minimalCover() -> [FunctionalDependency] {
    var cover: [FunctionalDependency] = []
    for dependency in functionalDependencies {
      for attribute in dependency.dependent.subtracting(dependency.determinant) {
        let single = FunctionalDependency(dependency.determinant, [attribute])
        if !cover.contains(single) { cover.append(single) }
      }
    }
    for index in cover.indices {
      for attribute in cover[index].determinant {
        let smaller = cover[index].determinant.subtracting([attribute])
        if cover[index].dependent.isSubset(of: Self.closure(of: smaller, under: cover)) {
          cover[index].determinant = smaller
        }
      }
    }
    var index = 0
    while index < cover.count {
      let dependency = cover[index]
      let isImplied = dependency.dependent.isSubset(
        of: Self.closure(of: dependency.determinant, under: cover, leavingOut: index))
      if isImplied { cover.remove(at: index) } else { index += 1 }
    }
    return cover
  }

  /// The minimal cover with one dependency for each left side.
  public func canonicalCover() -> [FunctionalDependency] {
    var merged: [FunctionalDependency] = []
    for dependency in minimalCover() {
      if let index = merged.firstIndex(where: { $0.determinant == dependency.determinant }) {
        merged[index].dependent.formUnion(dependency.dependent)
      } else {
        merged.append(dependency)
      }
    }
    return merged
  }

  /// Whether these functional dependencies say the same as the declared ones.
  public func isEquivalent(to others: [FunctionalDependency]) -> Bool {
    others.allSatisfy { $0.dependent.isSubset(of: Self.closure(of: $0.determinant, under: functionalDependencies)) }
      && functionalDependencies.allSatisfy {
        $0.dependent.isSubset(of: Self.closure(of: $0.determinant, under: others))
      }
  }

  static func closure(
    of set: AttributeSet, under dependencies: [FunctionalDependency], leavingOut: Int? = nil
  ) -> AttributeSet {
    var closure = set
    var waiting = dependencies.indices.filter { $0 != leavingOut }
    while true {
      let before = waiting.count
      waiting.removeAll { index in
        guard dependencies[index].determinant.isSubset(of: closure) else { return false }
        closure.formUnion(dependencies[index].dependent)
        return true
      }
      if waiting.count == before || waiting.isEmpty { return closure }
    }
  }
}
