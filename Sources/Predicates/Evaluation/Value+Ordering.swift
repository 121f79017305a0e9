import struct Foundation.Decimal

/// The order of one value relative to another.
public enum ValueOrder: Int, Hashable, Sendable {
  /// The first is smaller.
  case ascending = -1
  /// Neither comes first.
  case same = 0
  /// The first is greater.
  case descending = 1

  static func between<T: Comparable>(_ a: T, _ b: T) -> ValueOrder { a < b ? .ascending : a == b ? .same : .descending }

  /// The order with the two values exchanged.
  public var reversed: ValueOrder {
    switch self {
    case .ascending: .descending
    case .same: .same
    case .descending: .ascending
    }
  }
}

extension Value {
  /// Returns the order of two values: numbers (Booleans as 0 and 1) by value, text by its Unicode scalars after
  /// `options` have been applied, dates by time; `nil` comes before everything, as SQLite sorts it. Nil when the two
  /// have no common order: text and a number, objects, lists, UUIDs.
  ///
  /// Two texts that differ only in their composition have the same order, as with `NSString.compare:`; then `<=` holds
  /// although `==` does not.
  ///
  /// The operators `<` and `>` of predicates treat `nil` on their own: see ``Predicate``.
  /// - Complexity: O(1), and O(length) for texts.
  public func compare(to other: Value, options: Predicate.Comparison.Options = []) -> ValueOrder? {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): return .between(a, b)
    case (.string(let a), .string(let b)):
      return options.folds ? .between(options.folded(a), options.folded(b)) : .between(a, b)
    case (.date(let a), .date(let b)): return .between(a, b)
    case (.null, .null): return .same
    case (.null, _): return .ascending
    case (_, .null): return .descending
    case (.boolean, _), (.integer, _), (.double, _), (.decimal, _): return numericOrder(to: other)
    default: return nil
    }
  }

  /// The order of two numbers, exact across types; nil when one of them is none.
  func numericOrder(to other: Value) -> ValueOrder? {
    switch (self, other) {
    case (.boolean(let a), _): return Value.integer(a ? 1 : 0).numericOrder(to: other)
    case (_, .boolean(let b)): return numericOrder(to: .integer(b ? 1 : 0))
    case (.integer(let a), .integer(let b)): return .between(a, b)
    case (.double(let a), .double(let b)): return a.isNaN || b.isNaN ? nil : .between(a, b)
    case (.integer(let a), .double(let b)): return Self.order(a, b)
    case (.double(let a), .integer(let b)): return Self.order(b, a)?.reversed
    case (.decimal(let a), .decimal(let b)): return .between(a, b)
    case (.decimal(let a), .integer(let b)): return .between(a, Decimal(b))
    case (.integer(let a), .decimal(let b)): return .between(Decimal(a), b)
    case (.decimal(let a), .double(let b)): return Self.order(a, b)
    case (.double(let a), .decimal(let b)): return Self.order(b, a)?.reversed
    default: return nil
    }
  }

  private static func order(_ a: Int64, _ b: Double) -> ValueOrder? {
    if b.isNaN { return nil }
    if b >= 0x1p63 { return .ascending }
    if b < -0x1p63 { return .descending }
    let whole = b.rounded(.towardZero)
    let order = ValueOrder.between(a, Int64(whole))
    return order == .same ? .between(whole, b) : order
  }

  private static func order(_ a: Decimal, _ b: Double) -> ValueOrder? {
    if b.isNaN { return nil }
    // The double counts as its shortest decimal, as for NSDecimalNumber, so that 5.1 equals 5.1.
    if let decimal = Decimal(string: b.description) { return .between(a, decimal) }
    return b > 0 ? .ascending : .descending
  }
}
