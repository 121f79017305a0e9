/// All minimal sets that satisfy a condition which stays true when attributes are added, and all maximal sets that fail it.
struct MinimalSets {
  /// The minimal sets that satisfy the condition, in the order of sets.
  var minimal: [AttributeSet]
  /// The maximal sets that fail it, in the order of sets.
  var maximalOthers: [AttributeSet]

  /// Asks `condition` at most (minimal + maximal others) × (columns + 1) times or so: each set that fails is grown to a
  /// maximal one, whose complement every answer must meet (dualise and advance).
  init(
    in columns: AttributeSet, _ meter: inout StepMeter,
    condition: (AttributeSet, inout StepMeter) throws(NormalizationError) -> Bool
  ) throws(NormalizationError) {
    var others: [AttributeSet] = []
    var search = TransversalSearch<AttributeSet>(columns: columns, count: columns.highest + 1)
    let found = try search.results(&meter) { set, meter throws(NormalizationError) in
      if try condition(set, &meter) { return .accept }
      var grown = set
      for column in columns where !grown.contains(column) {
        grown.insert(column)
        if try condition(grown, &meter) { grown.remove(column) }
      }
      others.append(grown)
      return .refuse([columns.subtracting(grown)])
    }
    minimal = (found ?? []).sorted()
    maximalOthers = Set(others).sorted()
  }
}

extension AttributeSet {
  /// The highest position; -1 for the empty set.
  var highest: Int {
    if let last = high.last { return high.count * 64 + 63 - last.leadingZeroBitCount }
    return 63 - low.leadingZeroBitCount
  }
}
