import Diagnostics

extension Compiler {
  /// ANY and ALL before a plain key path: the elements are tested as they are met, and none after the one that decides.
  /// Nil for any other left side.
  ///
  /// The path means the same as in ``keyPath(_:)``, except that duplicates are not removed, which makes no difference
  /// to ANY or ALL.
  mutating func quantified(
    _ comparison: Predicate.Comparison, right: Operand, test: @escaping (Value, Value) throws -> Bool
  ) throws -> Condition? {
    var keys: [(name: String, range: SourceRange)] = []
    var base = comparison.left
    while case .key(let inner, let name) = base.kind {
      guard !name.hasPrefix("@"), name != "self", name != "%K" else { return nil }
      keys.append((name, base.range.keyRange(name)))
      base = inner
    }
    guard !keys.isEmpty, comparison.modifier != .direct else { return nil }
    keys.reverse()
    let start = try operand(base)
    let walk = ElementWalk(access: KeyAccess(source: source, meter: meter), keys: keys)
    // ANY of nothing is false, ALL of nothing true.
    let wanted = comparison.modifier == .any
    let quantifier = comparison.modifier.rawValue
    let place = comparison.left.range
    return { frame in
      guard let (value, next) = try walk.collection(from: start.evaluate(frame)) else { return !wanted }
      guard let elements = value.elements else {
        throw EvaluationError(.quantifiedScalar(value, quantifier: quantifier), at: place)
      }
      let other = try right.evaluate(frame)
      let dropsNil = if case .set = value { true } else { false }
      try walk.access.spend(elements)
      for element in elements {
        if try walk.meets(element, next, dropsNil: dropsNil, { try test($0, other) == wanted }) { return wanted }
      }
      return !wanted
    }
  }
}

/// Goes along a key path through collections.
private struct ElementWalk<Source: KeyValueSource> {
  let access: KeyAccess<Source>
  let keys: [(name: String, range: SourceRange)]

  /// The first collection on the path, or the value at its end, and the keys that are left; nil when a step is nil.
  func collection(from start: Value) throws -> (value: Value, next: Int)? {
    var value = start
    var next = 0
    while next < keys.count {
      switch value {
      case .array, .set: return (value, next)
      default: value = try access.value(forKey: keys[next].name, of: value, at: keys[next].range)
      }
      next += 1
      if value.isNull { return nil }
    }
    return (value, next)
  }

  /// Whether one of the values reached from an element passes. The depth of recursion is the number of keys.
  func meets(_ element: Value, _ next: Int, dropsNil: Bool, _ test: (Value) throws -> Bool) throws -> Bool {
    guard next < keys.count else { return try test(element) }
    let value = try access.value(forKey: keys[next].name, of: element, at: keys[next].range)
    switch value {
    case .array(let inner), .set(let inner):
      try access.spend(inner)
      for element in inner where !(dropsNil && element.isNull) {
        if try meets(element, next + 1, dropsNil: dropsNil, test) { return true }
      }
      return false
    case .null:
      // A set holds no nil.
      return dropsNil ? false : try meets(.null, next + 1, dropsNil: dropsNil, test)
    default: return try meets(value, next + 1, dropsNil: dropsNil, test)
    }
  }
}
