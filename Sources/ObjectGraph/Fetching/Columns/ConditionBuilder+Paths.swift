import Predicates

import struct Foundation.Date

extension ConditionBuilder {
  /// A key path resolved to relationships and the property at its end.
  struct Path {
    enum End {
      case candidate
      case attribute(Property, AttributeColumn, table: Int)
      case toOne(RelationshipLayout)
      /// The members of a to-many.
      case members(RelationshipLayout)
      /// How many they are.
      case count(RelationshipLayout)
    }

    var hops: [RelationshipLayout] = []
    var end: End
    var keys: [String]
    /// Whether the attribute at the end is `indexed`, or in a uniqueness constraint.
    var isIndexed = false

    /// The place of the first to-many among the hops.
    var firstToMany: Int? { hops.firstIndex(where: \.isToMany) }
  }

  /// Nil for an expression that is no path, and a path that is not of relationships with at most an attribute, the
  /// objects themselves or their number at its end.
  func path(_ expression: Expression) -> Path? {
    var expression = expression
    var isCounted = false
    if case .index(let base, .size) = expression.kind {
      expression = base
      isCounted = true
    }
    guard var keys = expression.keyPath else { return nil }
    let written = keys
    if !isCounted, keys.last == "@count" {
      keys.removeLast()
      isCounted = true
    }
    var path = Path(end: .candidate, keys: written)
    var here = entity
    for (index, key) in keys.enumerated() {
      let isLast = index == keys.count - 1
      guard let property = here.property(key) else {
        guard keys.count == 1, !isCounted, key == "objectID" || key == "self" else { return nil }
        return path
      }
      switch property.storage {
      case .fetched: return nil
      case .attribute(let column):
        guard isLast, !isCounted else { return nil }
        path.end = .attribute(property, column, table: here.table)
        path.isIndexed =
          property.attribute?.isIndexed == true || here.uniquenessConstraints.contains { $0.keys.contains(key) }
      case .relationship(let layout):
        guard isLast else {
          guard let next = source.graph.schema.entity(at: layout.destination) else { return nil }
          path.hops.append(layout)
          here = next
          continue
        }
        if isCounted {
          // The number of the members of members is another thing.
          guard layout.isToMany, path.firstToMany == nil else { return nil }
          path.end = .count(layout)
        } else {
          path.end = layout.isToMany ? .members(layout) : .toOne(layout)
        }
      }
    }
    if isCounted, keys.isEmpty { return nil }
    return path
  }
}

extension Expression {
  /// Whether the value is the same for every candidate and can be found now.
  func isFixed(in source: GraphSource) -> Bool {
    switch kind {
    case .constant: true
    case .variable(let name): source.variables[name] != nil
    case .key(let base, _): base.isFixed(in: source)
    case .aggregate(let elements): elements.allSatisfy { $0.isFixed(in: source) }
    case .index(let base, .position(let position)): base.isFixed(in: source) && position.isFixed(in: source)
    case .index(let base, _): base.isFixed(in: source)
    case .negation(let operand), .onesComplement(let operand), .cast(let operand, _): operand.isFixed(in: source)
    case .binary(_, let left, let right): left.isFixed(in: source) && right.isFixed(in: source)
    case .function(let name, let arguments):
      FunctionName(name)?.isRandom != true && arguments.allSatisfy { $0.isFixed(in: source) }
    case .candidate, .variableKey, .assignment, .selector, .ternary, .subquery, .argument, .anyKey, .extension: false
    }
  }
}

extension Predicate {
  /// Whether some part binds a variable for those after it.
  var hasAssignment: Bool {
    var found = false
    forEachExpression { if case .assignment = $0.kind { found = true } }
    return found
  }
}

/// A source that knows nothing: for comparisons of values alone.
private struct NoObjects: KeyValueSource {
  let meter: Meter?
  let now = Date(timeIntervalSinceReferenceDate: 0)

  func value(forKey key: String, of object: ObjectReference) throws -> Value {
    throw KeyValueError.unknownKey(key, of: "this object", known: [])
  }
}

extension Predicate.Comparison {
  /// The closures' answer to this comparison for a value in place of the whole left side.
  /// - Throws: what compiling throws: a constant that is no regular expression.
  func exactTest(against constant: Value, _ meter: Meter?) throws -> (Value) throws -> Bool {
    let comparison = Predicate.Comparison(
      Expression(.candidate, at: left.range), self.operator, Expression(.constant(constant), at: right.range),
      options: options, operatorRange: operatorRange)
    let compiled = try Predicate(.comparison(comparison)).compiled(over: NoObjects(meter: meter))
    return { try compiled.matches($0) }
  }

  /// The comparison that holds for a present value exactly when this one does not; nil if no single operator expresses
  /// it.
  var opposite: Predicate.Comparison? {
    var result = self
    switch self.operator {
    case .equal: result.operator = .notEqual
    case .notEqual: result.operator = .equal
    case .less: result.operator = .greaterOrEqual
    case .lessOrEqual: result.operator = .greater
    case .greater: result.operator = .lessOrEqual
    case .greaterOrEqual: result.operator = .less
    default: return nil
    }
    return result
  }

  /// Whether the comparison has an answer for every value of a kind of column.
  func isTotal(_ kind: AttributeColumn.Kind, _ constant: Value) -> Bool {
    switch (self.operator, kind, constant) {
    case (.equal, _, _), (.notEqual, _, _): true
    case (.in, _, _): constant.elements != nil
    case (.less, .string, .string), (.lessOrEqual, .string, .string), (.greater, .string, .string),
      (.greaterOrEqual, .string, .string), (.beginsWith, .string, .string), (.endsWith, .string, .string),
      (.contains, .string, .string), (.like, .string, .string):
      true
    case (_, .integer, .integer), (_, .integer, .double), (_, .integer, .decimal), (_, .wideInteger, .integer),
      (_, .wideInteger, .double), (_, .wideInteger, .decimal):
      [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(self.operator) && !constant.isNotANumber
    default: false
    }
  }
}

extension Value {
  fileprivate var isNotANumber: Bool {
    if case .double(let number) = self { number.isNaN } else { false }
  }
}
