extension RelationSchema {
  /// Chases a tableau with the declared dependencies, until nothing changes or a row is distinguished throughout.
  ///
  /// The decomposition that the tableau stands for is lossless exactly if such a row appears (Aho, Beeri, Ullman 1979);
  /// otherwise the end is a counterexample: a table that satisfies the dependencies and that the join of its projections
  /// exceeds.
  /// - Throws: ``NormalizationError/budgetExceeded(task:steps:)`` or ``NormalizationError/cancelled``; multivalued and
  ///   join dependencies can add exponentially many rows.
  /// - Complexity: Exponential at worst; at most the budget's steps.
  public func chase(_ tableau: Tableau, within budget: StepBudget = .standard) throws(NormalizationError) -> Chase {
    var meter = StepMeter(.chase, budget)
    return try chase(tableau, &meter)
  }

  func chase(_ tableau: Tableau, _ meter: inout StepMeter) throws(NormalizationError) -> Chase {
    var chase = Chase(start: tableau, end: tableau)
    var isChanging = true
    while isChanging, !chase.end.hasDistinguishedRow {
      isChanging = false
      for dependency in functionalDependencies {
        if try chase.equate(dependency, &meter) { isChanging = true }
      }
      for dependency in dependencies {
        if chase.end.hasDistinguishedRow { break }
        let components: [AttributeSet]
        switch dependency {
        case .functional: continue
        case .multivalued(let multivalued):
          let left = multivalued.determinant
          components = [left.union(multivalued.dependent), left.union(heading.subtracting(multivalued.dependent))]
        case .join(let join): components = join.components
        }
        if try chase.join(components, dependency, &meter) { isChanging = true }
      }
    }
    return chase
  }

  /// Whether every table that satisfies the declared dependencies is the join of its projections on the components.
  /// Components that leave an attribute out between them never are.
  /// - Throws: ``NormalizationError/budgetExceeded(task:steps:)`` or ``NormalizationError/cancelled``
  /// - Complexity: Exponential at worst; at most the budget's steps.
  public func joinsLosslessly(
    _ components: [AttributeSet], within budget: StepBudget = .standard
  ) throws(NormalizationError) -> Bool {
    var meter = StepMeter(.chase, budget)
    return try joinsLosslessly(components, &meter)
  }

  func joinsLosslessly(_ components: [AttributeSet], _ meter: inout StepMeter) throws(NormalizationError) -> Bool {
    if heading.isEmpty { return !components.isEmpty }
    return try chase(Tableau(components.maximalSets, heading: heading), &meter).end.hasDistinguishedRow
  }
}

extension Chase {
  /// Makes the rows agree as a functional dependency asks.
  fileprivate mutating func equate(
    _ dependency: FunctionalDependency, _ meter: inout StepMeter
  ) throws(NormalizationError) -> Bool {
    let left = end.columns.indices.filter { dependency.determinant.contains(end.columns[$0]) }
    let right = end.columns.indices.filter {
      dependency.dependent.contains(end.columns[$0]) && !dependency.determinant.contains(end.columns[$0])
    }
    var isChanged = false
    var again = !right.isEmpty
    while again {
      again = false
      var firstRows: [[Int]: Int] = [:]
      for row in end.rows.indices {
        try meter.spend()
        let key = left.map { end.rows[row][$0] }
        guard let first = firstRows[key] else {
          firstRows[key] = row
          continue
        }
        for column in right {
          let symbols = (end.rows[first][column], end.rows[row][column])
          guard symbols.0 != symbols.1 else { continue }
          let (kept, gone) = (min(symbols.0, symbols.1), max(symbols.0, symbols.1))
          try meter.spend(end.rows.count)
          for other in end.rows.indices where end.rows[other][column] == gone { end.rows[other][column] = kept }
          steps.append(
            Step(
              dependency: .functional(dependency), rows: [first, row],
              effect: .equated(column: end.columns[column], from: gone, to: kept)))
          isChanged = true
          again = true
        }
      }
    }
    return isChanged
  }

  /// Adds the rows of the join of the projections on the components.
  fileprivate mutating func join(
    _ components: [AttributeSet], _ dependency: Dependency, _ meter: inout StepMeter
  ) throws(NormalizationError) -> Bool {
    struct Partial: Hashable {
      var symbols: [Int?]
      var sources: [Int]
    }
    var partials = [Partial(symbols: Array(repeating: nil, count: end.columns.count), sources: [])]
    var covered: Set<Int> = []
    for component in components {
      let places = end.columns.indices.filter { component.contains(end.columns[$0]) }
      let shared = places.filter { covered.contains($0) }
      var bySymbols: [[Int]: [Int]] = [:]
      var projections: Set<[Int]> = []
      for row in end.rows.indices where projections.insert(places.map { end.rows[row][$0] }).inserted {
        bySymbols[shared.map { end.rows[row][$0] }, default: []].append(row)
      }
      var next: [Partial] = []
      var seen: Set<[Int?]> = []
      for partial in partials {
        let matches = bySymbols[shared.map { partial.symbols[$0] ?? -1 }] ?? []
        try meter.spend(1 + shared.count + matches.count * (1 + end.columns.count))
        for row in matches {
          var longer = partial
          for place in places { longer.symbols[place] = end.rows[row][place] }
          longer.sources.append(row)
          // A row that is kept takes memory, which steps have to bound as well: some two hundred bytes a column.
          guard seen.insert(longer.symbols).inserted else { continue }
          try meter.spend(8 * (1 + end.columns.count))
          next.append(longer)
        }
      }
      partials = next
      covered.formUnion(places)
    }
    var known = Set(end.rows)
    var isChanged = false
    for partial in partials {
      let row = partial.symbols.compactMap(\.self)
      guard row.count == end.columns.count, known.insert(row).inserted else { continue }
      end.rows.append(row)
      steps.append(Step(dependency: dependency, rows: partial.sources, effect: .added(row: row)))
      isChanged = true
    }
    return isChanged
  }
}
