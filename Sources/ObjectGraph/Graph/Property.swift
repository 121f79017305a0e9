import Predicates

import struct Foundation.Date

/// A property and where its values are kept.
final class Property: Sendable {
  enum Storage: Hashable, Sendable {
    case attribute(AttributeColumn)
    case relationship(RelationshipLayout)
    case fetched
  }

  let name: String
  /// Stays the same when the model changes and the property is the same one, or renamed.
  let identity: Int
  let description: PropertyDescription
  /// The stable place of the entity that declares it.
  let declaredBy: Int
  let storage: Storage
  let attribute: AttributeDescription?
  let relationship: RelationshipDescription?
  /// The compiled pattern of an attribute that has one.
  let pattern: WholeTextExpression?
  /// An attribute with its composite and its transformer looked up.
  let shape: AttributeShape?
  /// The type, which every access needs; kept apart from the description, which is expensive to copy.
  let type: AttributeType
  let isComposite: Bool
  /// Whether its type alone does not say which values it takes: a composite, a transformer, a derivation.
  let isSpecial: Bool
  /// A string attribute, and no composite.
  let isText: Bool
  let isTransient: Bool
  let isOptional: Bool
  /// Whether an attribute's values have to satisfy more than to be there.
  let isBounded: Bool

  /// Whether it is a required derived attribute without a default: the store computes the value after the validation, so no
  /// new object has one (1570; a test suite that runs against Apple's framework).
  var isMissingAtInsertion: Bool {
    !isOptional && attribute.map { $0.derivation != nil && $0.defaultValue == nil } ?? false
  }

  init(
    _ description: PropertyDescription, declaredBy: Int, identity: Int, storage: Storage,
    composites: CompositeShapes = CompositeShapes()
  ) {
    name = description.name
    self.identity = identity
    self.description = description
    self.declaredBy = declaredBy
    self.storage = storage
    if case .relationship(let layout) = storage { relationshipIndex = layout.index } else { relationshipIndex = nil }
    attribute = description.attribute
    relationship = description.relationship
    shape = description.attribute.map { AttributeShape($0, in: composites) }
    pattern = shape?.pattern
    type = attribute?.type ?? .undefined
    isComposite = attribute?.compositeName != nil
    isSpecial = shape?.isSpecial ?? false
    isText = type == .string && attribute != nil && !isComposite
    isTransient = description.isTransient
    isOptional = attribute?.isOptional ?? relationship?.isOptional ?? true
    isBounded = shape?.isBounded ?? false
  }

  /// The value as the property keeps it; a derived attribute takes none.
  func coerced(_ value: Value) -> Result<Value, CoercionError> {
    guard isSpecial, let shape else { return type.coerced(value) }
    return shape.attribute.derivation == nil ? shape.coerced(value) : .failure(CoercionError(.derived))
  }

  var hasInitialValue: Bool { shape?.initialValue != nil || attribute?.defaultValue == .now }

  /// Returns the value of a new object; nil for none.
  func initialValue(now: () -> Date) -> Value? {
    attribute?.defaultValue == .now ? .date(now()) : shape?.initialValue
  }

  var layout: RelationshipLayout? {
    if case .relationship(let layout) = storage { layout } else { nil }
  }

  /// The place of its layout in the schema; nil for what is no relationship.
  let relationshipIndex: Int?
}
