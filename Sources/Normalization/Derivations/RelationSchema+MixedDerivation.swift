extension RelationSchema {
  /// Returns a derivation of a functional or multivalued dependency from the declared ones of both kinds; nil when they
  /// do not imply it. Join dependencies are not used, and not shown: no finite set of such rules is complete for them.
  ///
  /// Follows the refinement of the left side's dependency basis (Beeri 1980): each block that is split is a step, and
  /// an attribute that is a block by itself and is on the right of a functional dependency is determined, by
  /// coalescence. Only the steps that the conclusion needs are kept.
  ///
  /// ```swift
  /// // From A ->> C and B -> C:
  /// //   0  A ->> C  given
  /// //   1  B -> C   given
  /// //   2  A -> C   coalescence of 0 and 1
  /// ```
  /// - Throws: ``NormalizationError/budgetExceeded(task:steps:)`` or ``NormalizationError/cancelled``
  /// - Complexity: Polynomial in the attributes and the dependencies; at most the budget's steps.
  public func mixedDerivation(
    of goal: Dependency, within budget: StepBudget = .standard
  ) throws(NormalizationError) -> MixedDerivation? {
    var meter = StepMeter(.closure, budget)
    switch goal {
    case .functional(let dependency):
      var proof = BasisProof(self, dependency.determinant)
      try proof.refine(&meter)
      guard let last = proof.functional(dependency.dependent) else { return nil }
      return proof.derivation(endingAt: last)
    case .multivalued(let dependency):
      var proof = BasisProof(self, dependency.determinant)
      try proof.refine(&meter)
      guard let last = proof.multivalued(dependency.dependent) else { return nil }
      return proof.derivation(endingAt: last)
    case .join: return nil
    }
  }
}

/// The dependency basis of a set, each block with the step that shows it.
private struct BasisProof {
  let schema: RelationSchema
  let left: AttributeSet
  private var steps: [MixedDerivation.Step] = []
  private var known: [Dependency: Int] = [:]
  private var blocks: [(set: AttributeSet, step: Int)] = []

  init(_ schema: RelationSchema, _ left: AttributeSet) {
    self.schema = schema
    self.left = left
    let rest = schema.heading.subtracting(left)
    let itself = add(.functional(FunctionalDependency(left, left)), .armstrong(.reflexivity))
    let independent = add(.multivalued(MultivaluedDependency(left, left)), .replication(itself))
    let all = add(.multivalued(MultivaluedDependency(left, rest)), .complementation(independent))
    if !rest.isEmpty { blocks = [(rest, all)] }
  }

  private mutating func add(_ dependency: Dependency, _ rule: MixedDerivation.Rule) -> Int {
    if let step = known[dependency] { return step }
    steps.append(MixedDerivation.Step(dependency, rule))
    known[dependency] = steps.count - 1
    return steps.count - 1
  }

  private mutating func add(_ left: AttributeSet, _ right: AttributeSet, _ rule: MixedDerivation.Rule) -> Int {
    add(.multivalued(MultivaluedDependency(left, right)), rule)
  }

  // MARK: Refining

  mutating func refine(_ meter: inout StepMeter) throws(NormalizationError) {
    var isChanging = true
    while isChanging {
      isChanging = false
      try meter.spend(1 + blocks.count * (schema.functionalDependencies.count + schema.multivaluedDependencies.count))
      for (index, dependency) in schema.multivaluedDependencies.enumerated() {
        isChanging =
          split(dependency.determinant, dependency.dependent) { proof in
            proof.add(.multivalued(dependency), .givenMultivalued(index))
          } || isChanging
      }
      for (index, dependency) in schema.functionalDependencies.enumerated() {
        for attribute in dependency.dependent.subtracting(dependency.determinant) {
          isChanging =
            split(dependency.determinant, [attribute]) { proof in
              let single = proof.single(attribute, index)
              return proof.add(dependency.determinant, [attribute], .replication(single))
            } || isChanging
        }
      }
    }
  }

  /// `V → A` from the `index`-th functional dependency.
  private mutating func single(_ attribute: Int, _ index: Int) -> Int {
    let dependency = schema.functionalDependencies[index]
    let given = add(.functional(dependency), .armstrong(.given(index)))
    return add(
      .functional(FunctionalDependency(dependency.determinant, [attribute])), .armstrong(.decomposition(given)))
  }

  /// Splits the blocks that lie outside V and partly in W, for `V ↠ W`.
  private mutating func split(
    _ from: AttributeSet, _ to: AttributeSet, _ given: (inout BasisProof) -> Int
  ) -> Bool {
    var hasSplit = false
    for place in blocks.indices where blocks[place].set.isDisjoint(with: from) {
      let block = blocks[place]
      let inside = block.set.intersection(to)
      guard !inside.isEmpty, inside != block.set else { continue }
      hasSplit = true
      let start = given(&self)
      let shown = inner(block, from, to, start)
      let isFirst = block.set == schema.heading.subtracting(left)
      let rest = add(
        left, block.set.subtracting(inside), isFirst ? .complementation(shown) : .difference(block.step, shown))
      blocks[place] = (inside, shown)
      blocks.append((block.set.subtracting(inside), rest))
    }
    return hasSplit
  }

  /// `X ↠ B ∩ W` from `X ↠ B` and `V ↠ W`, where V is outside of B.
  private mutating func inner(
    _ block: (set: AttributeSet, step: Int), _ from: AttributeSet, _ to: AttributeSet, _ start: Int
  ) -> Int {
    // The short way, where the left side has V already and W lies in the block.
    if from.isSubset(of: left), to.isSubset(of: block.set) {
      return add(left, to, .multivaluedAugmentation(start, left: left, right: AttributeSet()))
    }
    let outside = schema.heading.subtracting(block.set)
    let complement = add(left, outside.subtracting(left), .complementation(block.step))
    let whole = add(left, outside, .multivaluedAugmentation(complement, left: left, right: left))
    let widened = add(outside, to, .multivaluedAugmentation(start, left: outside, right: AttributeSet()))
    return add(left, to.subtracting(outside), .multivaluedTransitivity(whole, widened))
  }

  // MARK: Concluding

  mutating func multivalued(_ right: AttributeSet) -> Int? {
    let wanted = right.subtracting(left)
    let inside = right.intersection(left)
    if wanted.isEmpty {
      let trivial = add(.functional(FunctionalDependency(left, right)), .armstrong(.reflexivity))
      return add(left, right, .replication(trivial))
    }
    let parts = blocks.filter { !$0.set.isDisjoint(with: wanted) }
    guard let first = parts.first, parts.allSatisfy({ $0.set.isSubset(of: wanted) }) else { return nil }
    var last = first.step
    var reached = first.set
    for part in parts.dropFirst() {
      reached.formUnion(part.set)
      last = add(left, reached, .multivaluedUnion(last, part.step))
    }
    if inside.isEmpty { return last }
    return add(left, right, .multivaluedAugmentation(last, left: inside, right: inside))
  }

  mutating func functional(_ right: AttributeSet) -> Int? {
    let inside = right.intersection(left)
    var reached = AttributeSet()
    var last: Int?
    func joined(_ proof: inout BasisProof, _ set: AttributeSet, _ step: Int) {
      guard let before = last else {
        last = step
        reached = set
        return
      }
      reached.formUnion(set)
      last = proof.add(.functional(FunctionalDependency(proof.left, reached)), .armstrong(.union(before, step)))
    }
    if !inside.isEmpty || right.isEmpty {
      joined(&self, inside, add(.functional(FunctionalDependency(left, inside)), .armstrong(.reflexivity)))
    }
    for attribute in right.subtracting(left) {
      guard let block = blocks.first(where: { $0.set == [attribute] }),
        let index = schema.functionalDependencies.firstIndex(where: {
          $0.dependent.contains(attribute) && !$0.determinant.contains(attribute)
        })
      else { return nil }
      let other = single(attribute, index)
      let shown = add(
        .functional(FunctionalDependency(left, [attribute])), .coalescence(block.step, other))
      joined(&self, [attribute], shown)
    }
    return last
  }

  /// The steps that lead to one, renumbered.
  func derivation(endingAt last: Int) -> MixedDerivation {
    var needed: Set<Int> = []
    var open = [last]
    while let step = open.popLast() {
      if needed.insert(step).inserted { open += steps[step].rule.sources }
    }
    let kept = needed.sorted()
    let numbers = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($0.element, $0.offset) })
    return MixedDerivation(
      steps: kept.map { step in
        MixedDerivation.Step(steps[step].dependency, steps[step].rule.renumbered { numbers[$0] ?? $0 })
      })
  }
}

extension MixedDerivation.Rule {
  /// The earlier steps that the rule uses.
  public var sources: [Int] {
    switch self {
    case .armstrong(let rule): rule.sources
    case .givenMultivalued: []
    case .replication(let step), .complementation(let step),
      .multivaluedAugmentation(let step, _, _):
      [step]
    case .multivaluedTransitivity(let first, let second), .multivaluedUnion(let first, let second),
      .difference(let first, let second), .intersection(let first, let second), .coalescence(let first, let second):
      [first, second]
    }
  }

  fileprivate func renumbered(_ number: (Int) -> Int) -> MixedDerivation.Rule {
    switch self {
    case .armstrong(let rule): .armstrong(rule.renumbered(number))
    case .givenMultivalued: self
    case .replication(let step): .replication(number(step))
    case .complementation(let step): .complementation(number(step))
    case .multivaluedAugmentation(let step, let left, let right):
      .multivaluedAugmentation(number(step), left: left, right: right)
    case .multivaluedTransitivity(let first, let second): .multivaluedTransitivity(number(first), number(second))
    case .multivaluedUnion(let first, let second): .multivaluedUnion(number(first), number(second))
    case .difference(let first, let second): .difference(number(first), number(second))
    case .intersection(let first, let second): .intersection(number(first), number(second))
    case .coalescence(let first, let second): .coalescence(number(first), number(second))
    }
  }
}
