extension Expression: CustomStringConvertible {
  /// The canonical text, as Apple prints it. See ``Predicate/description``. O(size).
  public var description: String {
    switch kind {
    case .constant(let value): value.canonicalText
    case .candidate: "SELF"
    case .key(let base, let key): base.path(to: CanonicalText.key(key))
    case .variableKey(let base, let name):
      if case .candidate = base.kind { "SELF.$" + name } else { base.path(to: "$" + name) }
    case .variable(let name): "$" + name
    case .assignment(let name, let value): "$\(name) := \(value)"
    case .aggregate(let elements): "{" + Self.list(elements) + "}"
    case .index(let base, let index): "\(base.asIndexBase)[\(index.description)]"
    case .negation(let operand): "-" + operand.asNegated
    case .onesComplement(let operand): "~" + operand.asOperand
    case .binary(let sign, let left, let right): "\(left.asOperand) \(sign.rawValue) \(right.asOperand)"
    case .function(let name, let arguments):
      (name.contains(":") && !name.hasSuffix(":") ? name + ":" : name) + "(" + Self.list(arguments) + ")"
    case .selector(let receiver, let selector, let arguments):
      // The space before the second comma is Apple's.
      "FUNCTION(\(receiver), \(CanonicalText.quoted(selector))"
        + (arguments.isEmpty ? "" : " , " + Self.list(arguments)) + ")"
    case .cast(let operand, let type): "CAST(\(operand), \(CanonicalText.quoted(type)))"
    case .ternary(let test, let first, let second): "TERNARY(\(test), \(first), \(second))"
    case .subquery(let collection, let variable, let predicate): "SUBQUERY(\(collection), $\(variable), \(predicate))"
    case .argument(let specifier, _): specifier.description
    case .anyKey: "ANYKEY"
    case .extension(let form): form.base.canonicalText
    }
  }

  private static func list(_ elements: [Expression]) -> String {
    elements.map(\.description).joined(separator: ", ")
  }

  /// `name` of the candidate, `team.name` of a key path, `(a + b).name` of anything else.
  ///
  /// A key that `%K` brought is printed as it is, also where it would not be read back: `$single`, as Apple has it.
  private func path(to shown: String) -> String {
    switch kind {
    case .candidate: return shown == "%K" ? "SELF." + shown : shown
    case .binary, .assignment, .negation, .onesComplement: return "(\(description)).\(shown)"
    case .constant(let value):
      return value.isNumber || value.isBoolean ? "(\(description)).\(shown)" : "\(description).\(shown)"
    default: return "\(description).\(shown)"
    }
  }

  /// In parentheses when it is made of an operator itself.
  private var asOperand: String {
    switch kind {
    case .binary, .assignment: "(\(description))"
    default: description
    }
  }

  /// In parentheses also when it is a number, which the minus would become a part of.
  private var asNegated: String {
    guard case .constant(let value) = kind, !description.hasPrefix("-"), value.isNumber || value.isBoolean else {
      return asOperand
    }
    return "(\(description))"
  }

  /// Apple reads `a.b[0]` as `a.(b[0])`, so a path of several keys gets parentheses.
  private var asIndexBase: String {
    switch kind {
    case .key(let base, _), .variableKey(let base, _):
      if case .candidate = base.kind { description } else { "(\(description))" }
    case .binary, .assignment, .negation, .onesComplement: "(\(description))"
    case .constant(let value): value.isNumber || value.isBoolean ? "(\(description))" : description
    default: description
    }
  }
}

extension Expression.Index: CustomStringConvertible {
  /// The text between the brackets: an expression, `FIRST`, `LAST` or `SIZE`.
  public var description: String {
    switch self {
    case .position(let expression): expression.description
    case .first: "FIRST"
    case .last: "LAST"
    case .size: "SIZE"
    }
  }
}

extension Expression.ArgumentSpecifier: CustomStringConvertible {
  /// The placeholder as it is written: `%@`, `%K`, `%lld`.
  public var description: String {
    switch self {
    case .object: "%@"
    case .keyPath: "%K"
    case .printf(let letters): "%" + letters
    }
  }
}
