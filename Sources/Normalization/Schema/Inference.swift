/// The consequences of a schema's declared dependencies for a left side: the attributes that it determines, and the
/// blocks of the others that are independent of each other.
///
/// Three ways, each exact for what it covers. Functional dependencies alone: repeated application. With multivalued ones:
/// the dependency basis, refined as Beeri does (Beeri 1980: A is determined exactly if it is a block of its own and on the
/// right of a functional dependency). With join dependencies of three components and more, for which no such rules exist:
/// the chase of two rows that agree on the left side, which is complete and exponential at worst.
struct Inference: Sendable {
  let heading: AttributeSet
  let functional: [FunctionalDependency]
  /// The multivalued ones, and join dependencies of two components, which say the same.
  let multivalued: [MultivaluedDependency]
  /// Join dependencies of three components and more, none trivial.
  let join: [JoinDependency]

  init(_ schema: RelationSchema) {
    heading = schema.heading
    functional = schema.functionalDependencies.filter { !$0.isTrivial }
    let joins = schema.joinDependencies.map(\.reduced).filter { !$0.isTrivial(in: schema.heading) }
    multivalued = (schema.multivaluedDependencies + joins.compactMap(\.asMultivalued)).filter {
      !$0.isTrivial(in: schema.heading)
    }
    join = joins.filter { $0.components.count > 2 }
  }

  init(
    heading: AttributeSet, functional: [FunctionalDependency], multivalued: [MultivaluedDependency],
    join: [JoinDependency]
  ) {
    self.heading = heading
    self.functional = functional
    self.multivalued = multivalued
    self.join = join
  }

  /// Whether functional dependencies are all there is.
  var isFunctional: Bool { multivalued.isEmpty && join.isEmpty }

  /// X⁺.
  func closure(of set: AttributeSet, _ meter: inout StepMeter) throws(NormalizationError) -> AttributeSet {
    if isFunctional { return try functionalClosure(of: set, &meter) }
    if join.isEmpty {
      let blocks = try refinedBlocks(of: set, &meter)
      return set.union(determined(by: set, blocks: blocks))
    }
    return heading.subtracting(try TwoRowChase(self, agreeingOn: set, &meter).differing)
  }

  /// The dependency basis: the blocks of the attributes outside `set`. Attributes that `set` determines are blocks of one.
  func basis(
    of set: AttributeSet, within component: AttributeSet? = nil, _ meter: inout StepMeter
  ) throws(NormalizationError) -> [AttributeSet] {
    let component = component ?? heading
    let blocks: [AttributeSet]
    if isFunctional {
      let closure = try functionalClosure(of: set, &meter)
      blocks = closure.subtracting(set).map { AttributeSet($0) } + [heading.subtracting(closure)]
    } else if join.isEmpty {
      blocks = try refinedBlocks(of: set, &meter)
    } else {
      blocks = try TwoRowChase(self, agreeingOn: set, &meter).blocks(within: component)
    }
    return blocks.map { $0.intersection(component).subtracting(set) }.filter { !$0.isEmpty }.sorted()
  }

  // MARK: Functional dependencies

  func functionalClosure(of set: AttributeSet, _ meter: inout StepMeter) throws(NormalizationError) -> AttributeSet {
    var closure = set
    var waiting = Array(functional.indices)
    while true {
      try meter.spend(1 + waiting.count)
      var rest: [Int] = []
      for index in waiting {
        if functional[index].determinant.isSubset(of: closure) {
          closure.formUnion(functional[index].dependent)
        } else {
          rest.append(index)
        }
      }
      if rest.count == waiting.count || rest.isEmpty { return closure }
      waiting = rest
    }
  }

  // MARK: Multivalued dependencies

  private func refinedBlocks(
    of set: AttributeSet, _ meter: inout StepMeter
  ) throws(NormalizationError) -> [AttributeSet] {
    var blocks = [heading.subtracting(set)].filter { !$0.isEmpty }
    var isChanging = true
    while isChanging {
      isChanging = false
      try meter.spend(1)
      // To the blocks, a functional dependency is a multivalued one for each attribute of its right side.
      for dependency in functional {
        for attribute in dependency.dependent {
          try meter.spend(blocks.count)
          isChanging = Self.split(&blocks, dependency.determinant, AttributeSet(attribute)) || isChanging
        }
      }
      for dependency in multivalued {
        try meter.spend(blocks.count)
        isChanging = Self.split(&blocks, dependency.determinant, dependency.dependent) || isChanging
      }
    }
    return blocks
  }

  /// Splits the blocks that lie outside the left side and partly in the right one.
  private static func split(_ blocks: inout [AttributeSet], _ left: AttributeSet, _ right: AttributeSet) -> Bool {
    var parts: [AttributeSet] = []
    for index in blocks.indices where blocks[index].isDisjoint(with: left) {
      let inside = blocks[index].intersection(right)
      guard !inside.isEmpty, inside != blocks[index] else { continue }
      blocks[index].subtract(inside)
      parts.append(inside)
    }
    blocks += parts
    return !parts.isEmpty
  }

  private func determined(by set: AttributeSet, blocks: [AttributeSet]) -> AttributeSet {
    var onRight = AttributeSet()
    for dependency in functional { onRight.formUnion(dependency.dependent.subtracting(dependency.determinant)) }
    var determined = AttributeSet()
    for block in blocks where block.count == 1 && block.isSubset(of: onRight) { determined.formUnion(block) }
    return determined
  }
}
