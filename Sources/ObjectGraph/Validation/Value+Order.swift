import Predicates

import struct Foundation.Decimal

extension Value {
  /// Whether the value comes before another of the same kind; nil when the two have no order. Numbers compare exactly
  /// across their types, strings by Unicode scalars, false before true.
  func precedes(_ other: Value) -> Bool? {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): a < b
    case (.double(let a), .double(let b)): a < b
    case (.integer(let a), .double(let b)): Value.compare(a, b) < 0
    case (.double(let a), .integer(let b)): Value.compare(b, a) > 0
    case (.decimal(let a), .decimal(let b)): a < b
    case (.decimal(let a), .integer(let b)): a < Decimal(b)
    case (.integer(let a), .decimal(let b)): Decimal(a) < b
    case (.decimal, .double), (.double, .decimal): compare(to: other) == .ascending
    case (.string(let a), .string(let b)): a.unicodeScalars.lexicographicallyPrecedes(b.unicodeScalars)
    case (.boolean(let a), .boolean(let b)): !a && b
    case (.date(let a), .date(let b)): a < b
    case (.uuid(let a), .uuid(let b)): a.uuidString < b.uuidString
    case (.url(let a), .url(let b)): a.absoluteString < b.absoluteString
    case (.data(let a), .data(let b)): a.lexicographicallyPrecedes(b)
    case (.object(let a), .object(let b)): a.rawValue < b.rawValue
    default: nil
    }
  }

  /// -1, 0 or 1 as the integer lies below, at or above the double; a NaN counts as above every integer.
  private static func compare(_ integer: Int64, _ double: Double) -> Int {
    if double.isNaN || double >= 0x1p63 { return -1 }
    if double < -0x1p63 { return 1 }
    let whole = Int64(double.rounded(.towardZero))
    if integer != whole { return integer < whole ? -1 : 1 }
    let rest = double - Double(whole)
    return rest > 0 ? -1 : rest < 0 ? 1 : 0
  }

  /// Whether values of the type can be compared with this one: a number with numbers, a date with dates.
  func isComparable(as type: AttributeType) -> Bool {
    switch self {
    case .integer, .double, .decimal: type.isOrdered && type != .date
    case .date: type == .date
    default: false
    }
  }
}
