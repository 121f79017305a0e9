import Diagnostics

import struct Foundation.Decimal

/// The collection operators of key paths: `players.@avg.age`.
package enum CollectionOperator: String, Hashable, Sendable, CaseIterable {
  case count = "@count"
  case sum = "@sum"
  case average = "@avg"
  case minimum = "@min"
  case maximum = "@max"
  case unionOfObjects = "@unionOfObjects"
  case distinctUnionOfObjects = "@distinctUnionOfObjects"
  case unionOfArrays = "@unionOfArrays"
  case distinctUnionOfArrays = "@distinctUnionOfArrays"
  case unionOfSets = "@unionOfSets"
  case distinctUnionOfSets = "@distinctUnionOfSets"

  /// The operators that make one number of many.
  package static let ofNumbers: [Self] = [.sum, .average, .minimum, .maximum]

  /// Its name without the sign: `avg`.
  package var key: Substring { rawValue.dropFirst() }

  /// The operator for a property of Swift's collections: `@count` for `players.count`; nil for other keys.
  package static func spelling(forSwift key: String) -> String? {
    switch key {
    case "count", "size", "length": Self.count.rawValue
    case "isEmpty": "\(Self.count.rawValue) == 0"
    case "average": Self.average.rawValue
    default: ofNumbers.first { $0.key == key }?.rawValue
    }
  }

  /// The operator that a wrong name may mean, or all there are.
  static func hint(for name: String) -> String {
    let names = allCases.map(\.rawValue)
    return Suggestions.didYouMean(name, among: names) ?? "the operators are \(names.joined(separator: ", "))"
  }

  /// The operator applied to the values of its path, one for each element, `nil`s included.
  ///
  /// The sum of no values is 0; their average, minimum and maximum are nil. The average divides by the number of elements,
  /// even where some have no value, as Apple's does.
  func value(of values: [Value]) throws(ArithmeticFailure) -> Value {
    switch self {
    case .count: return .integer(Int64(values.count))
    case .sum: return try Value.sum(values, operation: rawValue)
    case .average:
      if values.isEmpty { return .null }
      return .average(try Value.sum(values, operation: rawValue), of: values.count)
    case .minimum: return try Value.extreme(values, .ascending)
    case .maximum: return try Value.extreme(values, .descending)
    case .unionOfObjects, .unionOfArrays, .unionOfSets: return .array(values.filter { !$0.isNull })
    case .distinctUnionOfObjects, .distinctUnionOfArrays: return .array(Value.distinct(values.filter { !$0.isNull }))
    case .distinctUnionOfSets: return .set(Value.distinct(values.filter { !$0.isNull }))
    }
  }
}

extension Value {
  /// The sum of numbers, `nil`s left out: a whole number of whole numbers, or a decimal where 64 bits do not hold it; a
  /// decimal when there is a decimal, else a double that is added up in decimal digits, so that 0.1 + 0.2 is 0.3 as Apple's
  /// NSDecimalNumber has it.
  static func sum(_ values: [Value], operation: String) throws(ArithmeticFailure) -> Value {
    var whole: Int64 = 0
    // The part that did not fit in 64 bits: exact, as fewer than 10¹⁸ values are added.
    var carried: Decimal?
    var rest: [Value] = []
    for value in values where !value.isNull {
      let number = try value.number(operation)
      if case .integer(let integer) = number {
        let (sum, overflow) = whole.addingReportingOverflow(integer)
        if overflow { carried = (carried ?? 0) + Decimal(whole) }
        whole = overflow ? integer : sum
      } else {
        rest.append(number)
      }
    }
    if let carried {
      let total = carried + Decimal(whole)
      if rest.isEmpty { return Int64(total.description).map { .integer($0) } ?? .decimal(total) }
      whole = 0
      rest.append(.decimal(total))
    }
    if rest.isEmpty { return .integer(whole) }
    let isDecimal = rest.contains { if case .decimal = $0 { true } else { false } }
    if !isDecimal, let sum = decimalSum(of: rest, and: whole) { return .double(sum) }
    if !isDecimal, rest.contains(where: { abs($0.asDouble) > 1e100 }) {
      let sum = rest.reduce(Double(whole)) { $0 + $1.asDouble }
      if sum.isFinite { return .double(sum) }
      throw .init(.overflow(operation: operation))
    }
    let sum = rest.reduce(Decimal(whole)) { $0 + $1.asDecimal }
    if sum.isNaN { throw .init(.overflow(operation: operation)) }
    return isDecimal ? .decimal(sum) : .double(Value.decimal(sum).asDouble)
  }

  /// The exact sum of doubles that have at most six decimals each, as most have; nil otherwise.
  private static func decimalSum(of values: [Value], and whole: Int64) -> Double? {
    let limit = 9_007_199_254_740_992.0  // 2⁵³: up to here every whole number is a double
    var (total, overflow) = whole.multipliedReportingOverflow(by: 1_000_000)
    if overflow { return nil }
    for value in values {
      let scaled = (value.asDouble * 1e6).rounded()
      guard abs(scaled) < limit, scaled / 1e6 == value.asDouble else { return nil }
      (total, overflow) = total.addingReportingOverflow(Int64(scaled))
      if overflow { return nil }
    }
    return abs(Double(total)) < limit ? Double(total) / 1e6 : nil
  }

  static func average(_ sum: Value, of count: Int) -> Value {
    if case .decimal(let decimal) = sum { return .decimal(decimal.divided(by: Decimal(count))) }
    return .double(sum.asDouble / Double(count))
  }

  /// The smallest (`.ascending`) or largest value, `nil`s left out; nil of none.
  static func extreme(_ values: [Value], _ wanted: ValueOrder) throws(ArithmeticFailure) -> Value {
    var found = Value.null
    for value in values where !value.isNull {
      if found.isNull {
        // One value alone needs an order as well: max(Book.pages) is none of an object.
        guard value.compare(to: value) != nil else { throw .init(.noOrder(value, value)) }
        found = value
        continue
      }
      guard let order = value.compare(to: found) else { throw .init(.noOrder(found, value)) }
      if order == wanted { found = value }
    }
    return found
  }
}
