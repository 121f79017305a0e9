/// The type of an expression's value, as far as checking knows it.
package indirect enum InferredType: Hashable {
  case unknown, null
  case value(ValueType)
  /// An object of an entity.
  case object(String)
  case collection(InferredType)

  init(_ value: Value) {
    if let type = ValueType(value) {
      self = .value(type)
      return
    }
    switch value {
    case .null: self = .null
    case .array(let elements), .set(let elements):
      self = .collection(elements.first.map { InferredType($0) } ?? .unknown)
    default: self = .unknown
    }
  }

  var isCollection: Bool {
    if case .collection = self { true } else { false }
  }

  var isObject: Bool {
    if case .object = self { true } else { false }
  }

  /// In a learner's words.
  package var words: String {
    switch self {
    case .unknown: "a value"
    case .null: "nil"
    case .value(let type): type.words
    case .object(let entity): "an object (\(entity))"
    case .collection: "many"
    }
  }
}
