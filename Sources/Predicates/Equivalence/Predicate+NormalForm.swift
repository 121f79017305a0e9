extension Predicate {
  /// A predicate that holds for the same objects, and is the same for many ways to say one thing.
  ///
  /// ```swift
  /// // Both become: age <= 40 AND age >= 30 AND name == "Wade"
  /// Predicate.parse(#"name == "Wade" AND age BETWEEN {30, 40}"#)
  /// Predicate.parse(#"30 <= age AND age <= 40 AND NOT name != "Wade""#)
  /// ```
  ///
  /// NOT moves inwards, nested ANDs and ORs become flat, their operands are in order and each occurs once, BETWEEN
  /// becomes two comparisons, a comparison has its lesser side first, and the variable of a SUBQUERY has a name that
  /// depends on its depth alone. Each step keeps the answer for every object, also where values are nil; `NOT age < 30`
  /// therefore stays, as `age >= 30` is another condition where age is nil. O(nodes × log nodes), and the texts of the
  /// operands.
  package var normalForm: Predicate { normalized(isNegated: false, depth: 0) }

  private func normalized(isNegated: Bool, depth: Int) -> Predicate {
    switch kind {
    case .constant(let holds): return Predicate(.constant(holds != isNegated))
    case .not(let operand): return operand.normalized(isNegated: !isNegated, depth: depth)
    case .and(let operands):
      return Self.joined(
        operands.map { $0.normalized(isNegated: isNegated, depth: depth) }, isConjunction: !isNegated)
    case .or(let operands):
      return Self.joined(operands.map { $0.normalized(isNegated: isNegated, depth: depth) }, isConjunction: isNegated)
    case .truth(let expression):
      let condition = Predicate(.truth(expression.normalized(depth: depth)))
      return isNegated ? Predicate(.not(condition)) : condition
    case .comparison(let comparison):
      if let bounds = comparison.bounds {
        return Predicate(.and(bounds.map { Predicate(.comparison($0)) })).normalized(isNegated: isNegated, depth: depth)
      }
      var comparison = comparison
      comparison.left = comparison.left.normalized(depth: depth)
      comparison.right = comparison.right.normalized(depth: depth)
      comparison.sortSides()
      comparison.simplifyCount()
      guard isNegated else { return Predicate(.comparison(comparison)) }
      if comparison.isCountAboveZero {
        comparison.operator = .equal
        return Predicate(.comparison(comparison))
      }
      guard comparison.modifier == .direct, !comparison.hasAnyKey,
        comparison.operator == .equal || comparison.operator == .notEqual
      else {
        return Predicate(.not(Predicate(.comparison(comparison))))
      }
      comparison.operator = comparison.operator == .equal ? .notEqual : .equal
      comparison.simplifyCount()
      return Predicate(.comparison(comparison))
    }
  }

  /// AND or OR of operands in normal form.
  private static func joined(_ operands: [Predicate], isConjunction: Bool) -> Predicate {
    var parts: [String: Predicate] = [:]
    for operand in operands {
      switch (operand.kind, isConjunction) {
      case (.constant(let holds), _):
        if holds != isConjunction { return Predicate(.constant(holds)) }
      case (.and(let inner), true), (.or(let inner), false): for part in inner { parts[part.description] = part }
      default: parts[operand.description] = operand
      }
    }
    let sorted = parts.sorted { $0.key < $1.key }.map(\.value)
    if sorted.count == 1 { return sorted[0] }
    if sorted.isEmpty { return Predicate(.constant(isConjunction)) }
    return Predicate(isConjunction ? .and(sorted) : .or(sorted))
  }
}

extension Expression {
  /// The expression with the conditions inside it in normal form.
  fileprivate func normalized(depth: Int) -> Expression {
    rewriting { part in
      guard case .subquery(let collection, let variable, let condition) = part.kind else { return nil }
      let name = "x\(depth)"
      let renamed = condition.rewriting { inner in
        if case .variable(variable) = inner.kind { Expression(.variable(name)) } else { nil }
      }
      return Expression(
        .subquery(
          collection.normalized(depth: depth), name,
          // A variable from outside of that name would be caught.
          condition.mentions(name) && name != variable ? condition : renamed.normalForm(depth: depth + 1)))
    }
  }
}

extension Predicate {
  fileprivate func normalForm(depth: Int) -> Predicate { normalized(isNegated: false, depth: depth) }

  fileprivate func mentions(_ variable: String) -> Bool {
    var isMentioned = false
    forEachExpression { if $0.variableName == variable { isMentioned = true } }
    return isMentioned
  }
}

extension Predicate.Comparison {
  /// Whether a side is any of the keys: the comparison is then an ANY, and its sign cannot be turned.
  fileprivate var hasAnyKey: Bool { left.kind == .anyKey || right.kind == .anyKey }

  /// The two comparisons of a BETWEEN whose bounds are constants. A bound that is nil holds nothing, where `<=` and `>=`
  /// are true of nil and nil.
  fileprivate var bounds: [Self]? {
    guard self.operator == .between, modifier == .direct, case .aggregate(let bounds) = right.kind, bounds.count == 2,
      bounds.allSatisfy({ if case .constant(let value) = $0.kind { !value.isNull } else { false } })
    else { return nil }
    return [
      Self(left, .greaterOrEqual, bounds[0], options: options), Self(left, .lessOrEqual, bounds[1], options: options),
    ]
  }

  /// Puts the side first whose text is the lesser one, and sorts the constants of an IN.
  fileprivate mutating func sortSides() {
    guard modifier == .direct, !hasAnyKey else { return }
    if self.operator == .in, case .aggregate(let elements) = right.kind {
      let unique = Dictionary(elements.map { ($0.description, $0) }, uniquingKeysWith: { first, _ in first })
      right = Expression(.aggregate(unique.sorted { $0.key < $1.key }.map(\.value)))
    }
    let mirrored: Operator
    switch self.operator {
    case .equal, .notEqual: mirrored = self.operator
    case .less: mirrored = .greater
    case .lessOrEqual: mirrored = .greaterOrEqual
    case .greater: mirrored = .less
    case .greaterOrEqual: mirrored = .lessOrEqual
    case .between, .in, .contains, .beginsWith, .endsWith, .like, .matches, .utiConformsTo, .utiEquals, .selector:
      return
    }
    // A constant goes to the right, so that the result can be read.
    let isSorted = (left.isConstant ? 1 : 0, left.description) <= (right.isConstant ? 1 : 0, right.description)
    if !isSorted { (left, self.operator, right) = (right, mirrored, left) }
  }

  /// Says "some" as `> 0` and "none" as `== 0` of a count that cannot be nil.
  fileprivate mutating func simplifyCount() {
    guard modifier == .direct, left.isCountOfOwnMembers, case .constant(let value) = right.kind,
      let number = value.wholeNumber
    else { return }
    switch (self.operator, number) {
    case (.notEqual, 0), (.greaterOrEqual, 1): (self.operator, right) = (.greater, Expression(.constant(.integer(0))))
    case (.lessOrEqual, 0), (.less, 1): (self.operator, right) = (.equal, Expression(.constant(.integer(0))))
    default: break
    }
  }
}

extension Predicate.Comparison {
  fileprivate var isCountAboveZero: Bool {
    guard self.operator == .greater, modifier == .direct, left.isCountOfOwnMembers,
      case .constant(let value) = right.kind
    else { return false }
    return value.wholeNumber == 0
  }
}

extension Expression {
  fileprivate var isConstant: Bool { if case .constant = kind { true } else { false } }

  /// Whether it is `members.@count`, or `SUBQUERY(members, …).@count`, of the candidate or a variable itself.
  fileprivate var isCountOfOwnMembers: Bool {
    guard case .key(let base, "@count") = kind else { return false }
    switch base.kind {
    case .key(let owner, let key): return owner.isObject && !key.hasPrefix("@")
    case .subquery(let collection, _, _):
      guard case .key(let owner, let key) = collection.kind else { return false }
      return owner.isObject && !key.hasPrefix("@")
    default: return false
    }
  }

  private var isObject: Bool {
    switch kind {
    case .candidate, .variable: true
    default: false
    }
  }
}

extension Value {
  fileprivate var wholeNumber: Int64? { if case .integer(let number) = self { number } else { nil } }
}
