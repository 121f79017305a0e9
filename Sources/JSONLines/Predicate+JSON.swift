import JSON
import Predicates

extension Predicate {
  /// The tree as JSON: `{"type": "and", "operands": […]}`, `{"type": "not", "operand": …}`, `{"type": "comparison",
  /// "left", "operator", "right", "modifier"?, "options"?}` with both sides as canonical text, `{"type": "constant",
  /// "value"}`.
  var json: JSONValue {
    switch kind {
    case .constant(let flag): .object([.init("type", .string("constant")), .init("value", .boolean(flag))])
    case .and(let operands): Self.compound("and", operands)
    case .or(let operands): Self.compound("or", operands)
    case .not(let operand): .object([.init("type", .string("not")), .init("operand", operand.json)])
    case .truth(let expression):
      .object([.init("type", .string("value")), .init("expression", .string(expression.description))])
    case .comparison(let comparison):
      .object(
        [
          .init("type", .string("comparison")), .init("left", .string(comparison.left.description)),
          .init("operator", .string(comparison.operator.appleName)),
          .init("right", .string(comparison.right.description)),
        ]
          + (comparison.modifier == .direct ? [] : [.init("modifier", .string(comparison.modifier.rawValue))])
          + (comparison.options.isEmpty ? [] : [.init("options", .string(comparison.options.description))]))
    }
  }

  private static func compound(_ type: String, _ operands: [Predicate]) -> JSONValue {
    .object([.init("type", .string(type)), .init("operands", .array(operands.map(\.json)))])
  }

  /// A part of a comparison; nil of any other predicate, and where the comparison has no such part.
  func part(_ part: PredicateRequest.Kind) -> JSONValue? {
    guard case .comparison(let comparison) = kind else { return nil }
    switch part {
    case .operator: return .string(comparison.operator.appleName)
    case .constant:
      switch comparison.right.kind {
      case .constant(let value): return value.json
      case .aggregate(let elements): return .array(elements.compactMap { $0.constantValue?.json })
      default: return nil
      }
    case .leftFunction:
      switch comparison.left.kind {
      case .function(let name, _): return .string(name + ":")
      case .binary(let sign, _, _): return .string(sign.functionName)
      case .onesComplement: return .string("onesComplement:")
      case .selector(_, let name, _): return .string(name)
      default: return nil
      }
    default: return nil
    }
  }
}

extension Expression {
  fileprivate var constantValue: Value? {
    if case .constant(let value) = kind { value } else { nil }
  }
}

extension Expression.BinaryOperator {
  /// The function that the operator is another spelling of: NSExpression's reference.
  fileprivate var functionName: String {
    switch self {
    case .add: "add:to:"
    case .subtract: "from:subtract:"
    case .multiply: "multiply:by:"
    case .divide: "divide:by:"
    case .power: "raise:toPower:"
    case .bitAnd: "bitwiseAnd:with:"
    case .bitOr: "bitwiseOr:with:"
    case .bitXor: "bitwiseXor:with:"
    case .shiftLeft: "leftshift:by:"
    case .shiftRight: "rightshift:by:"
    case .remainder: "modulus:by:"
    case .union, .intersect, .minus: rawValue
    }
  }
}

extension Predicate.Comparison.Operator {
  /// The case of `NSComparisonPredicate.Operator`.
  var appleName: String {
    switch self {
    case .equal: "equalTo"
    case .notEqual: "notEqualTo"
    case .less: "lessThan"
    case .lessOrEqual: "lessThanOrEqualTo"
    case .greater: "greaterThan"
    case .greaterOrEqual: "greaterThanOrEqualTo"
    case .between: "between"
    case .in: "in"
    case .contains: "contains"
    case .beginsWith: "beginsWith"
    case .endsWith: "endsWith"
    case .like: "like"
    case .matches: "matches"
    case .utiConformsTo, .utiEquals, .selector: "customSelector"
    }
  }
}
