/// The face that a planner needs: a predicate taken apart, and the parts that an index can answer.
extension Predicate {
  /// The conditions that must all hold: the operands of an AND, an AND inside it included, else the predicate itself;
  /// none of TRUEPREDICATE. O(operands).
  public var conjuncts: [Predicate] {
    switch kind {
    case .and(let operands): operands.flatMap(\.conjuncts)
    case .constant(true): []
    case .constant, .comparison, .or, .not, .truth: [self]
    }
  }

  /// The conditions joined by AND: the predicate whose ``conjuncts`` they are. O(conjuncts).
  public init(conjuncts: [Predicate]) {
    let parts = conjuncts.flatMap(\.conjuncts)
    switch parts.count {
    case 0: self.init(.constant(true))
    case 1: self = parts[0]
    default: self.init(.and(parts), at: parts.dropFirst().reduce(parts[0].range) { $0.union($1.range) })
    }
  }

  /// A comparison of a key path with a constant, as an index can answer it.
  public struct Bound: Hashable, Sendable {
    /// The plain keys of the path, from the candidate.
    public var keyPath: [String]
    /// Turned around where the constant stood on the left: `30 < age` is `age > 30`.
    public var `operator`: Comparison.Operator
    /// The constant; a list of them for IN, a pair for BETWEEN.
    public var constant: Value
    /// The options of a text comparison; an index that keeps text as it is can be used only if there are none.
    public var options: Comparison.Options
  }

  /// The predicate as a bound; nil when it is none: another form, a modifier, a collection operator in the path, a side
  /// that depends on the candidate or on a variable.
  public var bound: Bound? {
    guard case .comparison(let comparison) = kind, comparison.modifier == .direct else { return nil }
    if let path = comparison.left.plainKeyPath, let constant = comparison.right.constant {
      return Bound(
        keyPath: path, operator: comparison.operator, constant: constant, options: comparison.options)
    }
    guard let path = comparison.right.plainKeyPath, let constant = comparison.left.constant,
      let turned = comparison.operator.turned
    else { return nil }
    return Bound(keyPath: path, operator: turned, constant: constant, options: comparison.options)
  }
}

extension Expression {
  /// The keys of a path from the candidate without collection operators; nil for anything else.
  var plainKeyPath: [String]? {
    guard let keyPath, !keyPath.isEmpty,
      keyPath.allSatisfy({ !$0.hasPrefix("@") && $0 != "%K" && $0 != "self" })
    else { return nil }
    return keyPath
  }

  /// The value of a constant, or of a list of constants; nil for anything else.
  package var constant: Value? {
    switch kind {
    case .constant(let value): return value
    case .aggregate(let elements):
      let constants = elements.compactMap(\.constant)
      return constants.count == elements.count ? .array(constants) : nil
    case .negation(let operand):
      guard let value = operand.constant else { return nil }
      return try? Value.arithmetic(.subtract, .integer(0), value)
    default: return nil
    }
  }
}

extension Predicate.Comparison.Operator {
  /// The operator with the sides exchanged; nil for one that has no such opposite.
  var turned: Predicate.Comparison.Operator? {
    switch self {
    case .equal, .notEqual, .utiEquals: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .between, .in, .contains, .beginsWith, .endsWith, .like, .matches, .utiConformsTo, .selector: nil
    }
  }
}

extension Predicate.Comparison {
  /// The comparison with its sides exchanged, where there is one that says the same.
  package var turned: Predicate.Comparison? {
    var result = self
    (result.left, result.right) = (right, left)
    switch self.operator {
    case .equal, .notEqual: break
    case .less: result.operator = .greater
    case .lessOrEqual: result.operator = .greaterOrEqual
    case .greater: result.operator = .less
    case .greaterOrEqual: result.operator = .lessOrEqual
    case .in where options.isEmpty: result.operator = .contains
    default: return nil
    }
    return result
  }
}
