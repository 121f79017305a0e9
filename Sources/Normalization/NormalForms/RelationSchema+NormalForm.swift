extension RelationSchema {
  /// Returns the normal form, the keys and every violation.
  ///
  /// Without join dependencies the fourth form is the fifth: then the report says `.fifth` or higher for it. A schema is
  /// in fifth form exactly if its keys imply every declared dependency.
  /// - Throws: ``NormalizationError/budgetExceeded(task:steps:)`` or ``NormalizationError/cancelled``; keys, minimal
  ///   dependencies and left sides of multivalued dependencies can be exponentially many.
  /// - Complexity: Exponential at worst; at most the budget's steps.
  public func normalFormReport(
    within budget: StepBudget = .standard
  ) throws(NormalizationError) -> NormalFormReport {
    var meter = StepMeter(.normalForm, budget)
    let inference = Inference(self)
    let minimal = try inference.minimalDependencies(in: heading, &meter)
    let keys = try inference.candidateKeys(of: heading, &meter)
    let prime = keys.reduce(into: AttributeSet()) { $0.formUnion($1) }

    var violations: [NormalFormViolation] = []
    for dependency in minimal {
      try meter.spend(keys.count)
      if keys.contains(where: { $0.isSubset(of: dependency.determinant) }) { continue }
      let form: NormalForm =
        if dependency.dependent.isSubset(of: prime) {
          .boyceCodd
        } else if keys.contains(where: { dependency.determinant.isSubset(of: $0) }) {
          .second
        } else {
          .third
        }
      violations.append(NormalFormViolation(form: form, dependency: .functional(dependency), blocks: []))
    }
    violations.sort { $0.form < $1.form }

    let broken = violations.map(\.form)
    let fourth = try inference.fourthFormViolations(
      keys: keys, determinants: violations.compactMap(\.determinant), &meter)
    violations += fourth
    let fifth = try fifthFormViolations(keys: keys, &meter)
    violations += fifth

    let normalForm: NormalForm =
      if broken.contains(.second) {
        .first
      } else if broken.contains(.third) {
        .second
      } else if broken.contains(.boyceCodd) {
        .third
      } else if !fourth.isEmpty {
        .boyceCodd
      } else if !fifth.isEmpty {
        .fourth
      } else {
        // The dependencies that keys alone imply are trivial when at most one attribute is outside each of them.
        keys.allSatisfy { $0.count + 1 >= heading.count } ? .sixth : .fifth
      }
    return NormalFormReport(
      keys: keys, prime: prime, normalForm: normalForm, minimalDependencies: minimal, violations: violations)
  }

  /// Returns the normal form alone; the same work as ``normalFormReport(within:)``.
  /// - Throws: ``NormalizationError/budgetExceeded(task:steps:)`` or ``NormalizationError/cancelled``
  /// - Complexity: Exponential at worst; at most the budget's steps.
  public func normalForm(within budget: StepBudget = .standard) throws(NormalizationError) -> NormalForm {
    try normalFormReport(within: budget).normalForm
  }

  /// The declared join dependencies of three and more components that the keys do not imply, one chase for each.
  private func fifthFormViolations(
    keys: [AttributeSet], _ meter: inout StepMeter
  ) throws(NormalizationError) -> [NormalFormViolation] {
    let keysAlone = RelationSchema(names, heading, keys.map { FunctionalDependency($0, heading) }, [], [])
    var found: [NormalFormViolation] = []
    for dependency in joinDependencies where !dependency.isTrivial(in: heading) {
      let components = dependency.components.map { $0.intersection(heading) }
      if try !keysAlone.joinsLosslessly(components, &meter) {
        found.append(NormalFormViolation(form: .fifth, dependency: .join(dependency), blocks: []))
      }
    }
    return found
  }
}

extension NormalFormViolation {
  /// The left side; nil for a join dependency.
  public var determinant: AttributeSet? {
    switch dependency {
    case .functional(let functional): functional.determinant
    case .multivalued(let multivalued): multivalued.determinant
    case .join: nil
    }
  }
}

extension Inference {
  /// The minimal left sides of non-trivial multivalued dependencies that are no superkeys, with their blocks.
  ///
  /// A left side that separates attributes a and b still does so with additional attributes other than a and b. So the
  /// minimal ones are found for each pair, by growing sets that do not separate it. A pair that all others together do
  /// not separate is done at once.
  func fourthFormViolations(
    keys: [AttributeSet], determinants: [AttributeSet], _ meter: inout StepMeter
  ) throws(NormalizationError) -> [NormalFormViolation] {
    var lefts = determinants
    if !isFunctional {
      for (a, b) in heading.pairs {
        lefts += try MinimalSets(in: heading.subtracting([a, b]), &meter) { set, meter throws(NormalizationError) in
          try separates(set, a, b, in: heading, &meter)
        }.minimal
        try meter.spend(1 + lefts.count)
      }
      lefts = Set(lefts).filter { left in !keys.contains { $0.isSubset(of: left) } }
    }
    try meter.spend(lefts.count)
    var found: [NormalFormViolation] = []
    for left in lefts.minimalSets {
      let blocks = try basis(of: left, &meter)
      guard blocks.count > 1, let first = blocks.first else { continue }
      let dependency = MultivaluedDependency(left, first)
      found.append(NormalFormViolation(form: .fourth, dependency: .multivalued(dependency), blocks: blocks))
    }
    return found
  }

  /// Whether two attributes of a component are in different blocks of the basis of `set`.
  func separates(
    _ set: AttributeSet, _ a: Int, _ b: Int, in component: AttributeSet, _ meter: inout StepMeter
  ) throws(NormalizationError) -> Bool {
    try !basis(of: set, within: component, &meter).contains { $0.contains(a) && $0.contains(b) }
  }
}

extension AttributeSet {
  /// All pairs, the lower position first.
  var pairs: [(Int, Int)] {
    let members = Array(self)
    return members.indices.flatMap { first in
      members[(first + 1)...].map { (members[first], $0) }
    }
  }
}
