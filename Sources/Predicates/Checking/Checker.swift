import Diagnostics

/// Walks a predicate with the types of what it names.
struct Checker<Shape: ModelShape> {
  let shape: Shape
  let entity: String
  let variables: Set<String>?
  let ownNames: Set<String>
  var diagnostics: [Diagnostic] = []
  /// The variables of the SUBQUERYs around, the innermost last.
  private var scope: [(name: String, type: InferredType)] = []

  init(shape: Shape, entity: String, variables: Set<String>?, ownNames: Set<String>) {
    self.shape = shape
    self.entity = entity
    self.variables = variables
    self.ownNames = ownNames
  }

  mutating func report(
    _ id: String, _ message: String, at range: SourceRange, severity: Diagnostic.Severity = .error,
    nearest: [String] = [], hint: String? = nil, fix: String? = nil
  ) {
    diagnostics.append(
      Diagnostic(
        id, message, at: range, severity: severity, nearest: nearest, hint: hint,
        fix: fix.map { Diagnostic.Fix(range, with: $0) }))
  }

  // MARK: Conditions

  mutating func check(_ predicate: Predicate) {
    switch predicate.kind {
    case .constant: break
    case .comparison(let comparison): check(comparison)
    case .and(let operands), .or(let operands): for operand in operands { check(operand) }
    case .not(let operand): check(operand)
    case .truth(let expression):
      switch type(of: expression) {
      case .value(.boolean), .value(.any), .unknown: break
      case let type:
        report(
          "not-a-condition", "\(name(of: expression)) is \(type.words), neither true nor false", at: expression.range,
          hint: type.isCollection
            ? "ask for \(expression.declaration).@count > 0"
            : type.isObject ? "write \(expression.declaration) != nil" : "compare it with something")
      }
    }
  }

  // MARK: Expressions

  mutating func type(of expression: Expression) -> InferredType {
    switch expression.kind {
    case .constant(let value): return InferredType(value)
    case .candidate: return .object(entity)
    case .key: return pathType(of: expression)
    case .variableKey(let base, let name):
      _ = type(of: base)
      _ = variable(name, at: expression.range.keyRange("$" + name))
      return .unknown
    case .variable(let name): return variable(name, at: expression.range)
    case .assignment(let name, let value):
      let type = self.type(of: value)
      scope.append((name, type))
      return type
    case .aggregate(let elements):
      let types = elements.map { type(of: $0) }
      let first = types.first { $0 != .null } ?? .unknown
      return .collection(types.allSatisfy { $0 == first || $0 == .null } ? first : .unknown)
    case .index(let base, let index):
      let type = self.type(of: base)
      if case .position(let position) = index { _ = self.type(of: position) }
      if case .size = index { return .value(.integer) }
      if case .collection(let element) = type { return element }
      return .unknown
    case .negation(let operand): return arithmetic("-", [operand])
    case .onesComplement(let operand): return arithmetic("~", [operand])
    case .binary(let sign, let left, let right):
      switch sign {
      case .union, .intersect, .minus:
        let type = self.type(of: left)
        _ = self.type(of: right)
        return type.isCollection ? type : .collection(.unknown)
      default: return arithmetic(sign.rawValue, [left, right])
      }
    case .function(let name, let arguments): return function(name, arguments)
    case .selector(let receiver, _, let arguments):
      _ = type(of: receiver)
      for argument in arguments { _ = type(of: argument) }
      return .unknown
    case .cast(let operand, let name):
      _ = type(of: operand)
      return CastType(rawValue: name)?.valueType.map(InferredType.value) ?? .unknown
    case .ternary(let test, let first, let second):
      check(test)
      let type = self.type(of: first)
      let other = self.type(of: second)
      return type == other ? type : .unknown
    case .subquery(let collection, let name, let predicate):
      let type = self.type(of: collection)
      var element = InferredType.unknown
      switch type {
      case .collection(let inner): element = inner
      case .unknown, .null, .value(.any): break
      default:
        report(
          "not-a-collection", "SUBQUERY needs a collection, and \(self.name(of: collection)) is \(type.words)",
          at: collection.range)
      }
      scope.append((name, element))
      check(predicate)
      scope.removeLast()
      return .collection(element)
    case .argument, .anyKey: return .unknown
    case .extension(let form):
      guard let string = form.base as? InterpolatedString else { return .unknown }
      for case .expression(let part) in string.parts { _ = type(of: part) }
      return .value(.string)
    }
  }

  private mutating func variable(_ name: String, at range: SourceRange) -> InferredType {
    if let local = scope.last(where: { $0.name == name }) { return local.type }
    guard let variables, !variables.contains(name), FetchedPropertyVariable(rawValue: name) == nil else {
      return .unknown
    }
    report(
      "unbound-variable", "nothing is named $\(name)", at: range,
      nearest: Suggestions.nearest(to: name, among: variables.union(scope.map(\.name)).sorted()).map { "$\($0)" })
    return .unknown
  }

  private mutating func arithmetic(_ sign: String, _ operands: [Expression]) -> InferredType {
    var result = ValueType.integer
    for operand in operands {
      switch type(of: operand) {
      case .value(let type) where type.isNumber || type == .boolean:
        if type == .decimal || (type == .double && result != .decimal) { result = type }
      case .value(.any), .unknown, .null: result = .any
      case let type:
        let hint: String? =
          switch type {
          case .value(.date): "a date as seconds is CAST(d, \"NSNumber\")"
          case .collection: "ANY … or a collection operator such as @sum makes one value of many"
          default: nil
          }
        report(
          Diagnostic.ID.notANumber, "\(sign) needs numbers, and \(name(of: operand)) is \(type.words)",
          at: operand.range,
          hint: hint)
        result = .any
      }
    }
    if sign == "**", result != .any { return .value(.double) }
    return result == .any ? .unknown : .value(result)
  }

  private mutating func function(_ name: String, _ arguments: [Expression]) -> InferredType {
    let types = arguments.map { type(of: $0) }
    if let path = arguments.first, case .collection(.value)? = types.first, let own = Self.operators[name] {
      reportSet(path, own)
    }
    switch name {
    case "now": return .value(.date)
    case "count", "length": return .value(.integer)
    case "uppercase", "lowercase", "canonical": return .value(.string)
    case "sqrt", "log", "ln", "exp", "median", "stddev": return .value(.double)
    case "noindex": return types.first ?? .unknown
    default: return .unknown
    }
  }

  /// The collection operators that take the value of each object, by the function that takes the values of a set.
  private static var operators: [String: CollectionOperator] {
    ["sum": .sum, "average": .average, "count": .count]
  }

  /// `sum(parcels.kilos)`: the values of the members of a set are a set, in which equal ones are one (`NSSet.value(forKey:)`).
  private mutating func reportSet(_ path: Expression, _ own: CollectionOperator) {
    guard case .key(let base, let key) = path.kind, let keys = path.keyPath,
      !keys.contains(where: { $0.hasPrefix("@") }),
      case .collection(.object) = type(of: base)
    else { return }
    let write = own == .count ? "\(base.declaration).@count" : "\(base.declaration).\(own.rawValue).\(key)"
    report(
      "set-of-values", "equal values of \(name(of: path)) count once: they are a set", at: path.range,
      severity: .warning, hint: "\(write) takes each object")
  }

  /// An expression in a message: as it was written, when it is short.
  func name(of expression: Expression) -> String {
    let text = expression.declaration
    return text.count <= 40 ? text : "this"
  }
}
