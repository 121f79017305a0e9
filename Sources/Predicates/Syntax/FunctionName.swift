/// The functions that `NSExpression(forFunction:arguments:)` knows, and how many arguments each takes.
///
/// Source: NSExpression reference, and NSDerivedAttributeDescription for `canonical:`. Names are without the colon at their end, in lower case for the look-up: Apple's
/// parser takes `COUNT(x)` and `count(x)` alike.
package struct FunctionName: Hashable, Sendable {
  /// The name as Apple spells it, without a trailing colon.
  package let name: String
  package let arguments: ClosedRange<Int>
  /// The operator that says the same; the tree holds that.
  package let `operator`: Expression.BinaryOperator?
  /// Whether it can return an object from its arguments, so that a key path can continue from the result.
  package let handsOnObjects: Bool

  /// Whether two calls can return different results.
  package var isRandom: Bool { name.hasPrefix("random") }

  private init(
    _ name: String, _ arguments: ClosedRange<Int>, _ operator: Expression.BinaryOperator? = nil,
    handsOnObjects: Bool = false
  ) {
    self.name = name
    self.arguments = arguments
    self.operator = `operator`
    self.handsOnObjects = handsOnObjects
  }

  package init?(_ name: some StringProtocol) {
    var key = name.lowercased()
    if key.hasSuffix(":") { key.removeLast() }
    guard let found = Self.table[key] else { return nil }
    self = found
  }

  private static let many = 1...Int.max

  package static let all: [FunctionName] = [
    .init("sum", many), .init("count", many), .init("min", many), .init("max", many), .init("average", many),
    .init("median", many), .init("mode", many), .init("stddev", many),
    .init("add:to", 2...2, .add), .init("from:subtract", 2...2, .subtract), .init("multiply:by", 2...2, .multiply),
    .init("divide:by", 2...2, .divide), .init("modulus:by", 2...2), .init("raise:toPower", 2...2, .power),
    .init("bitwiseAnd:with", 2...2, .bitAnd), .init("bitwiseOr:with", 2...2, .bitOr),
    .init("bitwiseXor:with", 2...2, .bitXor), .init("leftshift:by", 2...2, .shiftLeft),
    .init("rightshift:by", 2...2, .shiftRight), .init("onesComplement", 1...1),
    .init("sqrt", 1...1), .init("log", 1...1), .init("ln", 1...1), .init("exp", 1...1), .init("abs", 1...1),
    .init("ceiling", 1...1), .init("floor", 1...1), .init("trunc", 1...1),
    .init("random", 0...1), .init("randomn", 1...1), .init("now", 0...0),
    .init("uppercase", 1...1), .init("lowercase", 1...1), .init("canonical", 1...1), .init("length", 1...1),
    .init("noindex", 1...1, handsOnObjects: true),
    .init("castObject:toType", 2...2, handsOnObjects: true), .init("objectFrom:withIndex", 2...2, handsOnObjects: true),
    .init("distanceToLocation:fromLocation", 2...2),
  ]

  /// The names of the functions of many values, which are given one by one or as one collection.
  static let ofMany = Set(all.filter { $0.arguments == many }.map(\.name))

  private static let table = Dictionary(uniqueKeysWithValues: all.map { ($0.name.lowercased(), $0) })
}
