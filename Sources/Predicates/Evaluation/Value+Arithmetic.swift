import Platform

import struct Foundation.Decimal

extension Value {
  /// The value of `left sign right`.
  ///
  /// Integers stay integers (`5 / 2` is 2), a decimal makes a decimal of 38 digits, otherwise a double makes a double;
  /// `**` is a double unless it is a decimal to the power of an integer. Booleans count as 1 and 0. A result that is
  /// too large is an error. Source: NSExpression's `divide:by:` and the like, which wrap around beyond 64 bits and
  /// calculate with decimals as with doubles: that loses digits silently, so ours does not.
  static func arithmetic(_ sign: Expression.BinaryOperator, _ left: Value, _ right: Value) throws(Failure) -> Value {
    switch sign {
    case .union, .intersect, .minus: return try setOperation(sign, left, right)
    case .bitAnd, .bitOr, .bitXor, .shiftLeft, .shiftRight: return try bits(sign, left, right)
    case .add, .subtract, .multiply, .divide, .power, .remainder: break
    }
    if case .integer(let a) = left, case .integer(let b) = right, sign != .power { return try whole(sign, a, b) }
    let a = try left.number(sign.rawValue)
    let b = try right.number(sign.rawValue)
    switch (a, b) {
    case (.decimal(let a), .integer(let b)) where sign == .power:
      let result = a.raised(to: b)
      if result.isNaN { throw .init(a.isZero ? .divisionByZero : .overflow(operation: sign.rawValue)) }
      return .decimal(result)
    case _ where sign == .power: return try finite(pow(a.asDouble, b.asDouble), sign)
    case (.integer(let a), .integer(let b)): return try whole(sign, a, b)
    case (.decimal, _), (_, .decimal): return try decimal(sign, a.asDecimal, b.asDecimal)
    default: return try floating(sign, a.asDouble, b.asDouble)
    }
  }

  /// The failure, without its place.
  typealias Failure = ArithmeticFailure

  private static func whole(_ sign: Expression.BinaryOperator, _ a: Int64, _ b: Int64) throws(Failure) -> Value {
    let result: (partialValue: Int64, overflow: Bool)
    switch sign {
    case .add: result = a.addingReportingOverflow(b)
    case .subtract: result = a.subtractingReportingOverflow(b)
    case .multiply: result = a.multipliedReportingOverflow(by: b)
    case .divide, .remainder:
      if b == 0 { throw .init(.divisionByZero) }
      result = sign == .divide ? a.dividedReportingOverflow(by: b) : (b == -1 ? 0 : a % b, false)
    case .power, .bitAnd, .bitOr, .bitXor, .shiftLeft, .shiftRight, .union, .intersect, .minus:
      throw .init(.overflow(operation: sign.rawValue))
    }
    if result.overflow { throw .init(.wholeNumberOverflow(operation: sign.rawValue)) }
    return .integer(result.partialValue)
  }

  private static func floating(_ sign: Expression.BinaryOperator, _ a: Double, _ b: Double) throws(Failure) -> Value {
    switch sign {
    case .add: return try finite(a + b, sign)
    case .subtract: return try finite(a - b, sign)
    case .multiply: return try finite(a * b, sign)
    case .divide:
      if b == 0 { throw .init(.divisionByZero) }
      return try finite(a / b, sign)
    case .remainder:
      if b == 0 { throw .init(.divisionByZero) }
      return try finite(a.truncatingRemainder(dividingBy: b), sign)
    case .power, .bitAnd, .bitOr, .bitXor, .shiftLeft, .shiftRight, .union, .intersect, .minus:
      throw .init(.overflow(operation: sign.rawValue))
    }
  }

  private static func finite(_ value: Double, _ sign: Expression.BinaryOperator) throws(Failure) -> Value {
    if value.isFinite { return .double(value) }
    throw .init(.overflow(operation: sign.rawValue))
  }

  private static func decimal(_ sign: Expression.BinaryOperator, _ a: Decimal, _ b: Decimal) throws(Failure) -> Value {
    let result: Decimal
    switch sign {
    case .add: result = a + b
    case .subtract: result = a - b
    case .multiply: result = a.multiplied(by: b)
    case .divide:
      if b == 0 { throw .init(.divisionByZero) }
      result = a.divided(by: b)
    case .remainder:
      if b == 0 { throw .init(.divisionByZero) }
      result = a.remainder(dividingBy: b)
    case .power, .bitAnd, .bitOr, .bitXor, .shiftLeft, .shiftRight, .union, .intersect, .minus: result = .nan
    }
    if result.isNaN { throw .init(.overflow(operation: sign.rawValue)) }
    return .decimal(result)
  }

  private static func bits(_ sign: Expression.BinaryOperator, _ left: Value, _ right: Value) throws(Failure) -> Value {
    let a = try left.wholeNumber(sign.rawValue)
    let b = try right.wholeNumber(sign.rawValue)
    switch sign {
    case .bitAnd: return .integer(a & b)
    case .bitOr: return .integer(a | b)
    case .bitXor: return .integer(a ^ b)
    case .shiftLeft: return .integer(a << b)
    case .shiftRight: return .integer(a >> b)
    case .add, .subtract, .multiply, .divide, .power, .remainder, .union, .intersect, .minus:
      throw .init(.overflow(operation: sign.rawValue))
    }
  }

  /// UNION, INTERSECT and MINUS give a set; `nil` counts as empty.
  private static func setOperation(
    _ sign: Expression.BinaryOperator, _ left: Value, _ right: Value
  ) throws(Failure) -> Value {
    let a = try left.collection(sign.rawValue)
    let b = try right.collection(sign.rawValue)
    switch sign {
    case .union: return .set(distinct(a + b))
    case .intersect: return .set(distinct(a.filter { element in b.contains { $0.isEqual(to: element) } }))
    default: return .set(distinct(a.filter { element in !b.contains { $0.isEqual(to: element) } }))
    }
  }

  // MARK: Operands

  /// The number itself, a Boolean as one; anything else fails.
  func number(_ operation: String) throws(Failure) -> Value {
    switch self {
    case .integer, .double, .decimal: return self
    case .boolean(let flag): return .integer(flag ? 1 : 0)
    case .null, .string, .date, .data, .uuid, .url, .object, .array, .set, .dictionary:
      throw .init(.notNumber(self, operation: operation))
    }
  }

  func wholeNumber(_ operation: String) throws(Failure) -> Int64 {
    switch try number(operation) {
    case .integer(let integer): return integer
    case .decimal(let decimal):
      guard let integer = Int64(decimal.truncated.description) else { throw .init(.overflow(operation: operation)) }
      return integer
    case let number:
      guard let integer = Int64(exactly: number.asDouble.rounded(.towardZero)) else {
        throw .init(.overflow(operation: operation))
      }
      return integer
    }
  }

  func collection(_ operation: String) throws(Failure) -> [Value] {
    if isNull { return [] }
    guard let elements else { throw .init(.notCollection(self, operator: operation)) }
    return elements
  }

  /// A number as a double; 0 for anything else.
  var asDouble: Double {
    switch self {
    case .integer(let integer): Double(integer)
    case .double(let double): double
    case .decimal(let decimal): Double(decimal.description) ?? 0
    case .boolean(let flag): flag ? 1 : 0
    case .null, .string, .date, .data, .uuid, .url, .object, .array, .set, .dictionary: 0
    }
  }

  /// A number as a decimal, a double by its shortest digits; not a number if no decimal represents it, 0 for anything
  /// else.
  var asDecimal: Decimal {
    switch self {
    case .integer(let integer): Decimal(integer)
    case .decimal(let decimal): decimal
    case .double(let double): abs(double) < 1e-128 ? 0 : Decimal(string: double.description) ?? Decimal.nan
    case .boolean(let flag): flag ? 1 : 0
    case .null, .string, .date, .data, .uuid, .url, .object, .array, .set, .dictionary: 0
    }
  }

  /// The elements without repetitions, in the order found. O(n).
  static func distinct(_ elements: [Value]) -> [Value] {
    var seen: Set<Value> = []
    return elements.filter { seen.insert($0).inserted }
  }
}

/// An ``EvaluationError`` that does not know its place yet.
struct ArithmeticFailure: Error {
  var fact: EvaluationError.Fact

  init(_ fact: EvaluationError.Fact) { self.fact = fact }
}
