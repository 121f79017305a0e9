import Predicates

/// An attribute with the composites and the transformer of its model looked up: what its values are made of.
final class AttributeShape: Sendable {
  let attribute: AttributeDescription
  let pattern: WholeTextExpression?
  /// The elements when it holds a composite; nil otherwise.
  let elements: [AttributeShape]?
  let transformer: AttributeTransformer?
  /// Whether a value can be wrong at the save, apart from being there.
  let isBounded: Bool
  /// The value in a new object, if it is always the same; for a composite, its elements' defaults.
  let initialValue: Value?

  /// - Parameter depth: the number of composites around it; beyond the limit elements are left out. A model whose
  ///   composites go deeper has ``ModelProblem/compositeTooDeep(_:limit:)``.
  init(_ attribute: AttributeDescription, in composites: CompositeShapes, depth: Int = 0) {
    self.attribute = attribute
    pattern = attribute.pattern.flatMap(PatternCache.shared.compiled)
    elements = attribute.compositeName.map { composites.elements(of: $0, depth: depth) }
    isBounded =
      attribute.minimumLength != nil || attribute.maximumLength != nil || attribute.minimumValue != nil
      || attribute.maximumValue != nil || attribute.pattern != nil
      || (elements?.contains { !$0.attribute.isOptional || $0.isBounded } ?? false)
    transformer =
      attribute.type == .transformable ? attribute.transformerName.flatMap(AttributeTransformer.named) : nil
    switch attribute.defaultValue {
    case .now: initialValue = nil
    case .value(let value): initialValue = Self.kept(value, attribute, elements, transformer)
    case nil:
      let parts = (elements ?? []).compactMap { element in element.initialValue.map { (element.attribute.name, $0) } }
      initialValue = parts.isEmpty ? nil : .dictionary(Dictionary(parts, uniquingKeysWith: { first, _ in first }))
    }
  }

  /// How deep composites can be nested.
  static let depthLimit = 16
  /// How many single values a composite can have, those of the composites inside it included.
  static let elementLimit = 1_000

  private static func kept(
    _ value: Value, _ attribute: AttributeDescription, _ elements: [AttributeShape]?,
    _ transformer: AttributeTransformer?
  ) -> Value? {
    if case .success(let kept) = coerced(value, attribute, elements, transformer), !kept.isNull { kept } else { nil }
  }

  /// Whether its type alone does not say which values it takes.
  var isSpecial: Bool { elements != nil || transformer != nil || attribute.derivation != nil }

  /// The value as the attribute keeps it. A composite is a dictionary of the elements that have a value, and nil when
  /// none has.
  func coerced(_ value: Value) -> Result<Value, CoercionError> {
    Self.coerced(value, attribute, elements, transformer)
  }

  private static func coerced(
    _ value: Value, _ attribute: AttributeDescription, _ elements: [AttributeShape]?,
    _ transformer: AttributeTransformer?
  ) -> Result<Value, CoercionError> {
    if value.isNull { return .success(.null) }
    if let transformer {
      if let misfit = value.nestingMisfit { return .failure(misfit) }
      return transformer.accepts(value).flatMap { $0.nestingMisfit == nil ? .success($0) : nil }
        ?? .failure(CoercionError(.type, value: value, expected: .transformed(transformer.name)))
    }
    guard let elements else { return attribute.type.coerced(value) }
    guard case .dictionary(let entries) = value else { return .failure(CoercionError(.type)) }
    var kept: [String: Value] = [:]
    for (key, part) in entries.sorted(by: { $0.key < $1.key }) {
      guard let element = elements.first(where: { $0.attribute.name == key }) else {
        return .failure(CoercionError(.unknownElement(known: elements.map(\.attribute.name)), path: [key]))
      }
      switch element.coerced(part) {
      case .success(.null): break
      case .success(let value): kept[key] = value
      case .failure(var error):
        error.path.insert(key, at: 0)
        if error.value == nil { error.value = part }
        if error.expected == nil {
          error.expected = element.attribute.compositeName.map { .composite($0) } ?? .attribute(element.attribute.type)
        }
        return .failure(error)
      }
    }
    return .success(kept.isEmpty ? .null : .dictionary(kept))
  }
}
