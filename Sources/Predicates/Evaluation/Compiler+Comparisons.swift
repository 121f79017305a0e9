import Diagnostics

extension Compiler {
  /// Whether two values pass an operator.
  private typealias Test = (Value, Value) throws -> Bool

  mutating func comparison(_ comparison: Predicate.Comparison, at range: SourceRange) throws -> Condition {
    let right = try operand(comparison.right)
    let test = metered(try self.test(comparison, right: right.constant, at: range), comparison, right.constant)
    if let condition = try quantified(comparison, right: right, test: test) { return condition }
    let left = try operand(comparison.left)
    // ANYKEY is any of the keys, so a comparison with it is an ANY over their values.
    let modifier = comparison.left.kind == .anyKey && comparison.modifier == .direct ? .any : comparison.modifier
    switch modifier {
    case .direct:
      if let constant = right.constant { return { frame in try test(try left.evaluate(frame), constant) } }
      return { frame in try test(try left.evaluate(frame), try right.evaluate(frame)) }
    case .any, .all:
      // ANY of nothing is false, ALL of nothing true.
      let wanted = modifier == .any
      let quantifier = modifier.rawValue
      let place = comparison.left.range
      return { frame in
        let collection = try left.evaluate(frame)
        if collection.isNull { return !wanted }
        guard let elements = collection.elements else {
          throw EvaluationError(.quantifiedScalar(collection, quantifier: quantifier), at: place)
        }
        let other = try right.evaluate(frame)
        for element in elements where try test(element, other) == wanted { return wanted }
        return !wanted
      }
    }
  }

  /// A test that spends for the texts and lists that it compares.
  private func metered(_ test: @escaping Test, _ comparison: Predicate.Comparison, _ right: Value?) -> Test {
    guard let meter else { return test }
    switch right {
    case .null?, .boolean?, .integer?, .double?, .decimal?, .date?, .uuid?, .object?: return test
    case .string?, .data?, .url?, .array?, .set?, .dictionary?, nil: break
    }
    let cost = ComparisonCost(comparison)
    return { left, right in
      try meter.spend(comparing: left, right, cost)
      return try test(left, right)
    }
  }

  private func test(_ comparison: Predicate.Comparison, right: Value?, at range: SourceRange) throws -> Test {
    let options = comparison.options
    let sign = CanonicalText.spelling(of: comparison.operator)
    switch comparison.operator {
    case .equal: return equality(options, right: right, wanted: true)
    case .notEqual: return equality(options, right: right, wanted: false)
    case .less: return order(options, [.ascending], at: range)
    case .lessOrEqual: return order(options, [.ascending, .same], at: range)
    case .greater: return order(options, [.descending], at: range)
    case .greaterOrEqual: return order(options, [.descending, .same], at: range)
    case .between: return Self.between(options, at: range)
    case .in: return Self.membership(options, right: right, at: range)
    case .contains:
      let search: TextSearch? =
        if case .string(let text)? = right {
          TextSearch(options.folded(text), isLiteral: options.contains(.normalized))
        } else { nil }
      return { container, element in
        if case .string(let text) = container, let search { return search.isFound(in: options.folded(text)) }
        if case .string = container { return try Self.contains(container, element, options, "CONTAINS", at: range) }
        if container.isNull { return false }
        guard let elements = container.elements else {
          throw EvaluationError(.notCollection(container, operator: "CONTAINS"), at: range)
        }
        // nil is in nothing, also where the list holds it.
        return !element.isNull && elements.contains { $0.isEqual(to: element) }
      }
    case .beginsWith:
      let isLiteral = options.contains(.normalized)
      return Self.substring(options, sign, right: right, at: range) { text, needle in
        isLiteral ? text.utf8.starts(with: needle.utf8) : text.hasPrefix(needle)
      }
    case .endsWith:
      let isLiteral = options.contains(.normalized)
      return Self.substring(options, sign, right: right, at: range) { text, needle in
        isLiteral ? text.utf8.reversed().starts(with: needle.utf8.reversed()) : text.hasSuffix(needle)
      }
    case .like: return Self.likeness(options, right: right, at: range)
    case .matches: return try Self.match(options, right: right, meter, at: range)
    case .utiEquals:
      return { left, right in left.isEqual(to: right) }
    case .utiConformsTo:
      return { left, right in
        guard let (type, other) = try Self.texts(left, right, sign, at: range) else { return false }
        return TypeIdentifier.conforms(type, to: other)
      }
    case .selector(let name):
      guard let selector = ComparisonSelector(rawValue: name) else {
        return { _, _ in throw EvaluationError(.unsupported("the selector \(sign)"), at: range) }
      }
      return { left, right in try selector.holds(left, right, at: range) }
    }
  }

  // MARK: Equality and order

  private func equality(_ options: Predicate.Comparison.Options, right: Value?, wanted: Bool) -> Test {
    switch right {
    case .string(let text)?:
      let folded = options.folded(text)
      return { left, _ in
        guard case .string(let other) = left else { return !wanted }
        return options.folded(other).isLiterally(folded) == wanted
      }
    case .integer(let integer)?:
      return { left, right in
        if case .integer(let other) = left { return (other == integer) == wanted }
        return left.isEqual(to: right) == wanted
      }
    case .null?: return { left, _ in left.isNull == wanted }
    default: return { left, right in left.isEqual(to: right, options: options) == wanted }
    }
  }

  /// `<` and `>` are false if a side is nil; `<=` and `>=` are true of nil and nil.
  private func order(
    _ options: Predicate.Comparison.Options, _ wanted: Set<ValueOrder>, at range: SourceRange
  ) -> Test {
    let orEqual = wanted.contains(.same)
    let direction: ValueOrder = wanted.contains(.ascending) ? .ascending : .descending
    return { left, right in
      if left.isNull || right.isNull { return orEqual && left.isNull && right.isNull }
      guard let order = left.compare(to: right, options: options) else {
        throw EvaluationError(.noOrder(left, right), at: range)
      }
      return order == direction || (orEqual && order == .same)
    }
  }

  /// Both bounds belong to it; nil is between nothing.
  private static func between(_ options: Predicate.Comparison.Options, at range: SourceRange) -> Test {
    { value, bounds in
      guard let pair = bounds.elements, pair.count == 2 else { throw EvaluationError(.notPair(bounds), at: range) }
      if value.isNull || pair[0].isNull || pair[1].isNull { return false }
      guard let low = value.compare(to: pair[0], options: options) else {
        throw EvaluationError(.noOrder(value, pair[0]), at: range)
      }
      if low == .ascending { return false }
      guard let high = value.compare(to: pair[1], options: options) else {
        throw EvaluationError(.noOrder(value, pair[1]), at: range)
      }
      return high != .descending
    }
  }

  /// An element of a collection, or a part of a text.
  private static func membership(
    _ options: Predicate.Comparison.Options, right: Value?, at range: SourceRange
  ) -> Test {
    if let elements = right?.elements {
      let set = ConstantSet(elements, options: options)
      return { element, _ in set.contains(element) }
    }
    return { element, container in
      if case .string = container { return try contains(container, element, options, "IN", at: range) }
      if container.isNull { return false }
      guard let elements = container.elements else {
        throw EvaluationError(.notCollection(container, operator: "IN"), at: range)
      }
      return !element.isNull && elements.contains { $0.isEqual(to: element, options: options) }
    }
  }

  // MARK: Text

  /// A test of two texts: nil is false, an empty needle is false, anything else than text an error.
  private static func substring(
    _ options: Predicate.Comparison.Options, _ sign: String, right: Value?, at range: SourceRange,
    _ test: @escaping (String, String) -> Bool
  ) -> Test {
    if case .string(let constant)? = right, !constant.isEmpty {
      let needle = options.folded(constant)
      let folds = options.folds
      return { left, right in
        guard case .string(let text) = left else { return try texts(left, right, sign, at: range) != nil }
        return test(folds ? options.folded(text) : text, needle)
      }
    }
    return { left, right in
      guard let (text, needle) = try texts(left, right, sign, at: range) else { return false }
      return !needle.isEmpty && test(options.folded(text), options.folded(needle))
    }
  }

  private static func contains(
    _ text: Value, _ needle: Value, _ options: Predicate.Comparison.Options, _ sign: String, at range: SourceRange
  ) throws -> Bool {
    guard let (text, needle) = try texts(text, needle, sign, at: range) else { return false }
    return TextSearch(options.folded(needle), isLiteral: options.contains(.normalized)).isFound(
      in: options.folded(text))
  }

  private static func texts(
    _ left: Value, _ right: Value, _ sign: String, at range: SourceRange
  ) throws -> (String, String)? {
    switch (left, right) {
    case (.string(let a), .string(let b)): return (a, b)
    case (.null, .string), (.null, .null), (.string, .null): return nil
    case (.string, let other), (.null, let other), (let other, _):
      throw EvaluationError(.notText(other, operator: sign), at: range)
    }
  }

  private static func likeness(_ options: Predicate.Comparison.Options, right: Value?, at range: SourceRange) -> Test {
    if case .string(let pattern)? = right {
      let prepared = LikePattern(options.folded(pattern))
      return { left, right in
        guard let (text, _) = try texts(left, right, "LIKE", at: range) else { return false }
        return prepared.matches(options.folded(text))
      }
    }
    return { left, right in
      guard let (text, pattern) = try texts(left, right, "LIKE", at: range) else { return false }
      return LikePattern(options.folded(pattern)).matches(options.folded(text))
    }
  }

  private static func match(
    _ options: Predicate.Comparison.Options, right: Value?, _ meter: Meter?, at range: SourceRange
  ) throws -> Test {
    let cache = CompiledPatterns(options)
    if case .string(let pattern)? = right { _ = try cache.expression(pattern, at: range) }
    return { left, right in
      guard let (text, pattern) = try texts(left, right, "MATCHES", at: range), !pattern.isEmpty else { return false }
      let folded = options.contains(.diacriticInsensitive) ? options.folded(text) : text
      switch try cache.expression(pattern, at: range).match(folded, meter) {
      case .matches: return true
      case .differs: return false
      case .exhausted:
        if meter?.isStopped == true { throw OperationCancelled(meter?.exhaustion ?? .requested) }
        throw EvaluationError(.costlyPattern(pattern), at: range)
      }
    }
  }
}

/// The regular expressions of one MATCHES, compiled once each.
private final class CompiledPatterns {
  private let options: Predicate.Comparison.Options
  private var expressions: [String: WholeTextExpression] = [:]

  init(_ options: Predicate.Comparison.Options) { self.options = options }

  func expression(_ pattern: String, at range: SourceRange) throws -> WholeTextExpression {
    if let found = expressions[pattern] { return found }
    // [d] removes the marks from both sides; the expression itself ignores letter case.
    let marks: Predicate.Comparison.Options =
      options.contains(.normalized) ? [] : options.intersection(.diacriticInsensitive)
    guard !pattern.isEmpty, let made = WholeTextExpression(marks.folded(pattern), options: options) else {
      if pattern.isEmpty, let empty = WholeTextExpression("(?!)", options: []) { return empty }
      throw EvaluationError(.badPattern(pattern), at: range)
    }
    if expressions.count >= 64 { expressions.removeAll() }
    expressions[pattern] = made
    return made
  }
}
