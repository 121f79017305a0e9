import Predicates

import struct Foundation.Date

/// A test of doubles, and of dates as seconds since 2001.
struct DoubleTest: Hashable, Sendable {
  enum Sign: Hashable, Sendable { case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual, between }

  /// The order of something that is no number was asked, which the closures answer: with an error, mostly.
  struct Undecided: Error {}

  var sign: Sign
  var constant: Double
  /// BETWEEN's upper bound.
  var upper = 0.0

  /// Nil for an operator that does not apply, and a constant that no double represents exactly.
  init?(_ sign: Predicate.Comparison.Operator, _ constant: Value, isDate: Bool) {
    func bound(_ value: Value) -> Double? {
      switch value {
      case .date(let date) where isDate && !date.timeIntervalSinceReferenceDate.isNaN:
        return date.timeIntervalSinceReferenceDate
      case .double(let number) where !isDate && !number.isNaN: return number
      case .integer(let number) where !isDate: return Double(exactly: number)
      case .boolean(let flag) where !isDate: return flag ? 1 : 0
      default: return nil
      }
    }
    switch sign {
    case .equal: self.sign = .equal
    case .notEqual: self.sign = .notEqual
    case .less: self.sign = .less
    case .lessOrEqual: self.sign = .lessOrEqual
    case .greater: self.sign = .greater
    case .greaterOrEqual: self.sign = .greaterOrEqual
    case .between:
      guard let pair = constant.elements, pair.count == 2, let low = bound(pair[0]), let high = bound(pair[1]) else {
        return nil
      }
      self.sign = .between
      self.constant = low
      upper = high
      return
    case .in, .contains, .beginsWith, .endsWith, .like, .matches, .utiConformsTo, .utiEquals, .selector: return nil
    }
    guard let value = bound(constant) else { return nil }
    self.constant = value
  }

  @inline(__always)
  func matches(_ value: Double) throws -> Bool {
    switch sign {
    case .equal: return value == constant
    case .notEqual: return value != constant
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .between:
      if value.isNaN { throw Undecided() }
    }
    return switch sign {
    case .less: value < constant
    case .lessOrEqual: value <= constant
    case .greater: value > constant
    case .greaterOrEqual: value >= constant
    case .equal, .notEqual, .between: value >= constant && value <= upper
    }
  }
}

/// A test of truth values: one answer for each.
struct BooleanTest: Hashable, Sendable {
  var ifTrue: Bool
  var ifFalse: Bool
}
