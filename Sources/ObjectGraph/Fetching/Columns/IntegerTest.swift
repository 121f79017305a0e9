import Predicates

/// A test of integers: whether they lie between two bounds, inclusive, or outside them.
///
/// `==`, `<` and the like, BETWEEN, and comparisons with fractions can all be expressed by it.
struct IntegerTest: Hashable, Sendable {
  var lowest: Int64
  var highest: Int64
  /// Whether the test is inverted: `!=`.
  var isNegated = false

  /// The test that no number passes.
  static let nothing = IntegerTest(lowest: 1, highest: 0)

  @inline(__always)
  func matches(_ value: Int64) -> Bool { (value >= lowest && value <= highest) != isNegated }

  /// Nil for an operator or constant that is something else than an interval of whole numbers, or that cannot be
  /// compared with one.
  init?(_ sign: Predicate.Comparison.Operator, _ constant: Value) {
    switch sign {
    case .equal, .notEqual:
      guard let (low, high) = Self.bounds(constant) else { return nil }
      // A fraction equals no whole number.
      self = low == high ? IntegerTest(lowest: low, highest: high) : .nothing
      isNegated = sign == .notEqual
    case .less:
      guard let (_, high) = Self.bounds(constant) else { return nil }
      self = high == .min ? .nothing : IntegerTest(lowest: .min, highest: high - 1)
    case .lessOrEqual:
      guard let (low, _) = Self.bounds(constant) else { return nil }
      self.init(lowest: .min, highest: low)
    case .greater:
      guard let (low, _) = Self.bounds(constant) else { return nil }
      self = low == .max ? .nothing : IntegerTest(lowest: low + 1, highest: .max)
    case .greaterOrEqual:
      guard let (_, high) = Self.bounds(constant) else { return nil }
      self.init(lowest: high, highest: .max)
    case .between:
      guard let pair = constant.elements, pair.count == 2, let (_, low) = Self.bounds(pair[0]),
        let (high, _) = Self.bounds(pair[1])
      else { return nil }
      self.init(lowest: low, highest: high)
    case .in, .contains, .beginsWith, .endsWith, .like, .matches, .utiConformsTo, .utiEquals, .selector: return nil
    }
  }

  init(lowest: Int64, highest: Int64, isNegated: Bool = false) {
    self.lowest = lowest
    self.highest = highest
    self.isNegated = isNegated
  }

  /// The whole numbers next to a constant, the same twice for a whole number. Nil for what is no number, and for one
  /// beyond what 64 bits hold.
  private static func bounds(_ constant: Value) -> (below: Int64, above: Int64)? {
    switch constant {
    case .integer(let number): return (number, number)
    case .boolean(let flag): return flag ? (1, 1) : (0, 0)
    case .double(let number):
      guard number.isFinite, let below = Int64(exactly: number.rounded(.down)),
        let above = Int64(exactly: number.rounded(.up))
      else { return nil }
      return (below, above)
    default: return nil
    }
  }
}
