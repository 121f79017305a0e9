import Predicates

/// An attribute of an entity: its type, its default and what a value must satisfy to be saved.
///
/// ```swift
/// AttributeDescription("age", .integer16, isOptional: true)
/// ```
public struct AttributeDescription: Hashable, Sendable {
  /// The value that a new object starts with.
  public enum Default: Hashable, Sendable {
    case value(Value)
    /// The time of the insertion; for dates.
    case now
  }

  public var name: String
  public var type: AttributeType
  public var isOptional: Bool
  public var isTransient: Bool
  public var isIndexed: Bool
  public var defaultValue: Default?
  /// The least length of a string, in UTF-16 units, which is what NSString calls its length.
  public var minimumLength: Int?
  /// The greatest length of a string, in UTF-16 units.
  public var maximumLength: Int?
  /// The least number or date, itself allowed.
  public var minimumValue: Value?
  /// The greatest number or date, itself allowed.
  public var maximumValue: Value?
  /// An ICU regular expression that the whole string must match.
  public var pattern: String?
  /// The composite whose elements the attribute holds (as a dictionary), instead of one value of `type`.
  public var compositeName: String?
  /// The value transformer of a transformable attribute. Carried, not applied: the value is kept as it is.
  public var transformerName: String?
  /// The expression that a derived attribute is computed from. Carried, not yet evaluated.
  public var derivation: Expression?
  /// The name that this attribute had in an earlier version of the model.
  public var renamingIdentifier: String?
  public var userInfo: [String: Value]

  public init(
    _ name: String, _ type: AttributeType, isOptional: Bool = false, isTransient: Bool = false,
    isIndexed: Bool = false, defaultValue: Default? = nil, minimumLength: Int? = nil, maximumLength: Int? = nil,
    minimumValue: Value? = nil, maximumValue: Value? = nil, pattern: String? = nil, compositeName: String? = nil,
    transformerName: String? = nil, derivation: Expression? = nil, renamingIdentifier: String? = nil,
    userInfo: [String: Value] = [:]
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.isTransient = isTransient
    self.isIndexed = isIndexed
    self.defaultValue = defaultValue
    self.minimumLength = minimumLength
    self.maximumLength = maximumLength
    self.minimumValue = minimumValue
    self.maximumValue = maximumValue
    self.pattern = pattern
    self.compositeName = compositeName
    self.transformerName = transformerName
    self.derivation = derivation
    self.renamingIdentifier = renamingIdentifier
    self.userInfo = userInfo
  }
}
