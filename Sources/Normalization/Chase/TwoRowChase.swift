/// The chase of two rows that agree on some attributes, with all dependencies of a schema.
///
/// Each column has at most two values, so a row is the set of columns where it has the second row's value. The chase
/// ends, because there are no more rows than such sets; that number is bounded by the budget.
struct TwoRowChase {
  /// The columns in which the two rows still differ: those that the agreed ones do not determine.
  private(set) var differing: AttributeSet
  private(set) var rows: Set<AttributeSet>

  init(_ inference: Inference, agreeingOn set: AttributeSet, _ meter: inout StepMeter) throws(NormalizationError) {
    differing = inference.heading.subtracting(set)
    rows = [AttributeSet(), differing]
    let joins =
      inference.join
      + inference.multivalued.map { dependency in
        let left = dependency.determinant
        return JoinDependency([
          left.union(dependency.dependent), inference.heading.subtracting(dependency.dependent).union(left),
        ])
      }
    var isChanging = true
    while isChanging {
      isChanging = try equate(inference.functional, &meter)
      for join in joins {
        let count = rows.count
        try add(join, &meter)
        isChanging = isChanging || rows.count != count
      }
    }
  }

  /// The blocks: attributes that no row of the chase separates, as far as a component sees.
  func blocks(within component: AttributeSet) -> [AttributeSet] {
    let seen = Set(rows.map { $0.intersection(component) }).filter { !$0.isEmpty }
    var blocks: [AttributeSet] = []
    for attribute in differing.intersection(component)
    where !blocks.contains(where: { $0.contains(attribute) }) {
      var block = differing.intersection(component)
      for row in seen where row.contains(attribute) { block.formIntersection(row) }
      blocks.append(block)
    }
    let determined = component.subtracting(differing)
    return blocks + determined.map { AttributeSet($0) }
  }

  private mutating func equate(
    _ dependencies: [FunctionalDependency], _ meter: inout StepMeter
  ) throws(NormalizationError) -> Bool {
    var isChanged = false
    var again = true
    while again {
      again = false
      for dependency in dependencies {
        let right = dependency.dependent.intersection(differing)
        if right.isEmpty { continue }
        try meter.spend(rows.count)
        var seen: [AttributeSet: AttributeSet] = [:]
        var same = AttributeSet()
        for row in rows {
          let left = row.intersection(dependency.determinant)
          if let other = seen[left] {
            same.formUnion(other.symmetricDifference(row).intersection(right))
          } else {
            seen[left] = row
          }
        }
        guard !same.isEmpty else { continue }
        differing.subtract(same)
        rows = Set(rows.map { $0.subtracting(same) })
        again = true
        isChanged = true
      }
    }
    return isChanged
  }

  /// Adds the join of the rows' projections on the components.
  private mutating func add(_ join: JoinDependency, _ meter: inout StepMeter) throws(NormalizationError) {
    var joined: Set<AttributeSet> = [AttributeSet()]
    var covered = AttributeSet()
    for component in join.components {
      let parts = Set(rows.map { $0.intersection(component) })
      let shared = covered.intersection(component)
      var byShared: [AttributeSet: [AttributeSet]] = [:]
      for part in parts { byShared[part.intersection(shared), default: []].append(part) }
      var next: Set<AttributeSet> = []
      for row in joined {
        let matches = byShared[row.intersection(shared)] ?? []
        try meter.spend(1 + 2 * matches.count)
        // A row that is kept takes memory, which steps have to bound as well.
        for part in matches where next.insert(row.union(part)).inserted { try meter.spend(16) }
      }
      joined = next
      covered.formUnion(component)
    }
    rows.formUnion(joined)
  }
}
