/// The parts of a model that predicates read: for each entity its keys, and the constants that each attribute is
/// compared with.
struct ReadKeys<Shape: ModelShape> {
  /// A key of an entity.
  struct Place: Hashable {
    var entity: String
    var key: String
  }

  let shape: Shape
  /// In the order in which they were met.
  private(set) var attributes: [Place] = []
  private(set) var relationships: [Place] = []
  /// The constants that each attribute is compared with, over all comparisons.
  private(set) var constants: [Place: [Value]] = [:]
  /// The options and operators that text is compared with: they need their own samples.
  private(set) var patterns: [Place: [Pattern]] = [:]
  /// The reason why the search is impossible, in words.
  private(set) var obstacle: String?

  struct Pattern: Hashable {
    var text: String
    var `operator`: Predicate.Comparison.Operator
    var options: Predicate.Comparison.Options
  }

  private var scope: [(name: String, type: InferredType)] = []
  private let variables: [String: Value]
  private let entity: String
  /// The attributes of the comparison that is being read.
  private var beside: [Place] = []
  private var values: [Value] = []

  init(shape: Shape, entity: String, variables: [String: Value]) {
    self.shape = shape
    self.entity = entity
    self.variables = variables
  }

  mutating func read(_ predicate: Predicate) {
    switch predicate.kind {
    case .constant: break
    case .and(let operands), .or(let operands): for operand in operands { read(operand) }
    case .not(let operand): read(operand)
    case .truth(let expression): _ = type(of: expression)
    case .comparison(let comparison):
      let outer = (beside, values)
      (beside, values) = ([], [])
      _ = type(of: comparison.left)
      _ = type(of: comparison.right)
      for place in beside {
        // All attributes of a comparison share its constants: `age > captain.age + 3`.
        for value in values where !constants[place, default: []].contains(value) {
          constants[place, default: []].append(value)
        }
        for case .string(let text) in values {
          let pattern = Pattern(text: text, operator: comparison.operator, options: comparison.options)
          if !patterns[place, default: []].contains(pattern) { patterns[place, default: []].append(pattern) }
        }
      }
      (beside, values) = outer
    }
  }

  // MARK: Expressions

  private mutating func type(of expression: Expression) -> InferredType {
    switch expression.kind {
    case .constant(let value):
      note(value)
      return InferredType(value)
    case .candidate: return .object(entity)
    case .key: return pathType(expression)
    case .variableKey(let base, let name):
      obstacle = obstacle ?? "which key .$\(name) is depends on a value"
      _ = type(of: base)
      return .unknown
    case .variable(let name):
      if let local = scope.last(where: { $0.name == name }) { return local.type }
      guard let value = variables[name] else {
        obstacle = obstacle ?? "$\(name) has no value"
        return .unknown
      }
      note(value)
      return InferredType(value)
    case .assignment(let name, let value):
      let type = self.type(of: value)
      scope.append((name, type))
      return type
    case .aggregate(let elements):
      let types = elements.map { type(of: $0) }
      return .collection(types.first ?? .unknown)
    case .index(let base, let index):
      let type = self.type(of: base)
      if case .position(let position) = index { _ = self.type(of: position) }
      if case .collection(let element) = type { return index == .size ? .value(.integer) : element }
      return .unknown
    case .negation(let operand), .onesComplement(let operand), .cast(let operand, _):
      _ = type(of: operand)
      return .unknown
    case .binary(let sign, let left, let right):
      let type = self.type(of: left)
      _ = self.type(of: right)
      return [.union, .intersect, .minus].contains(sign) ? type : .unknown
    case .function(let name, let arguments):
      if FunctionName(name)?.isRandom == true { obstacle = obstacle ?? "\(name)() is never the same" }
      for argument in arguments { _ = type(of: argument) }
      return .unknown
    case .selector(let receiver, _, let arguments):
      _ = type(of: receiver)
      for argument in arguments { _ = type(of: argument) }
      return .unknown
    case .ternary(let test, let first, let second):
      read(test)
      let type = self.type(of: first)
      _ = self.type(of: second)
      return type
    case .subquery(let collection, let name, let predicate):
      let type = self.type(of: collection)
      var element = InferredType.unknown
      if case .collection(let inner) = type { element = inner }
      scope.append((name, element))
      read(predicate)
      scope.removeLast()
      return type
    case .argument(let specifier, _):
      obstacle = obstacle ?? "\(specifier) has no value"
      return .unknown
    case .anyKey:
      obstacle = obstacle ?? "ANYKEY reads every key"
      return .unknown
    case .extension(let form):
      obstacle = obstacle ?? "\(form.base.canonicalText) has no value here"
      return .unknown
    }
  }

  private mutating func note(_ value: Value) {
    if let elements = value.elements {
      for element in elements { note(element) }
    } else if !values.contains(value) {
      values.append(value)
    }
  }

  private mutating func pathType(_ expression: Expression) -> InferredType {
    guard case .key(let base, let key) = expression.kind else { return type(of: expression) }
    let before = type(of: base)
    if key == "self" || key.hasPrefix("@") { return key == "@count" ? .value(.integer) : before }
    var entity = ""
    var isMany = false
    switch before {
    case .object(let name): entity = name
    case .collection(.object(let name)): (entity, isMany) = (name, true)
    default: return .unknown
    }
    guard let property = shape.property(key, of: entity) else {
      obstacle = obstacle ?? "\(entity) has no '\(key)'"
      return .unknown
    }
    let place = Place(entity: entity, key: key)
    var type = InferredType(property)
    switch property {
    case .attribute:
      if !attributes.contains(place) { attributes.append(place) }
      beside.append(place)
    case .toOne, .toMany: if !relationships.contains(place) { relationships.append(place) }
    case .fetched: obstacle = obstacle ?? "\(key) is a fetched property: its objects follow from others"
    }
    if isMany {
      if case .collection(let inner) = type { type = inner }
      return .collection(type)
    }
    return type
  }
}
