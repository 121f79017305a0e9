import Predicates

/// An attribute of an entity: its type, its default and what a value must satisfy to be saved.
///
/// ```swift
/// AttributeDescription("age", .integer16, isOptional: true)
/// ```
public struct AttributeDescription: Hashable, Sendable {
  /// The value that a new object starts with.
  public enum Default: Hashable, Sendable {
    /// This value, taken as if it were set.
    case value(Value)
    /// The time of the insertion, by the context's clock; for dates. Ours: in Core Data code sets it.
    case now
  }

  /// The key; unique in the entity and its ancestors.
  public var name: String
  /// The type of the values; another type is refused when it is set.
  public var type: AttributeType
  /// Whether nil can be saved. False by default; a missing required value is 1570, at the save.
  public var isOptional: Bool
  /// Whether a store leaves it out. In memory its values are kept through a save like all others; a refresh or a
  /// store that is opened again begins with the default. Lets the type be ``AttributeType/undefined``.
  public var isTransient: Bool
  /// Whether fetches keep an index of it: look-ups by `==`, IN, ranges and BEGINSWITH then need not read all objects.
  public var isIndexed: Bool
  /// Set at insertion; nil leaves the attribute without a value.
  public var defaultValue: Default?
  /// The least length of a string, in UTF-16 units, which is what NSString calls its length.
  public var minimumLength: Int?
  /// The greatest length of a string, in UTF-16 units.
  public var maximumLength: Int?
  /// The least number or date, itself allowed (as tests against Apple's framework show); checked at the save.
  public var minimumValue: Value?
  /// The greatest number or date, itself allowed.
  public var maximumValue: Value?
  /// An ICU regular expression that the whole string must match; one that takes too many steps on a value counts as
  /// failed.
  public var pattern: String?
  /// The composite whose elements the attribute holds (as a dictionary), instead of one value of `type`.
  public var compositeName: String?
  /// The name of a transformable attribute's ``AttributeTransformer``. One that is known says which values the
  /// attribute takes and how a store keeps them; with any other name the value is kept as it is.
  public var transformerName: String?
  /// The Swift class of a transformable attribute's values, such as `UIColor`; nil is `NSObject`. For generated code.
  public var valueClassName: String?
  /// Whether generated code has the value as a number (`Int16`, `TimeInterval`) and not as an object (`NSNumber?`,
  /// `Date?`). Nil is what Xcode does with a new attribute: numbers and Booleans are scalars, dates are objects.
  public var usesScalarValue: Bool?
  /// Whether Core Data may keep large data in files next to the store. Here, a store keeps all data inside.
  public var allowsExternalBinaryDataStorage: Bool
  /// Whether Spotlight indexes the values, on Apple's systems.
  public var isIndexedBySpotlight: Bool
  /// Whether Apple's Sync Services copy it; true in every model since they ended.
  public var isSyncable: Bool
  /// The expression, over the object, that a derived attribute is computed from at each save. It cannot be set, and
  /// between two saves it is as it was at the last one (Core Data's documentation of NSDerivedAttributeDescription).
  public var derivation: Expression?
  /// The name that this attribute had in an earlier version of the model.
  public var renamingIdentifier: String?
  /// Changes the version hash when nothing else does, so that stores of the version before have to be migrated.
  public var versionHashModifier: String?
  /// Notes by the model's author; they change no behaviour.
  public var userInfo: [String: Value]

  /// A required attribute without default and bounds, unless the arguments say otherwise.
  /// ``ManagedObjectModel/problems()`` checks whether they fit the type. O(1).
  public init(
    _ name: String, _ type: AttributeType, isOptional: Bool = false, isTransient: Bool = false,
    isIndexed: Bool = false, defaultValue: Default? = nil, minimumLength: Int? = nil, maximumLength: Int? = nil,
    minimumValue: Value? = nil, maximumValue: Value? = nil, pattern: String? = nil, compositeName: String? = nil,
    transformerName: String? = nil, valueClassName: String? = nil, usesScalarValue: Bool? = nil,
    allowsExternalBinaryDataStorage: Bool = false, isIndexedBySpotlight: Bool = false, isSyncable: Bool = true,
    derivation: Expression? = nil, renamingIdentifier: String? = nil, versionHashModifier: String? = nil,
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
    self.valueClassName = valueClassName
    self.usesScalarValue = usesScalarValue
    self.allowsExternalBinaryDataStorage = allowsExternalBinaryDataStorage
    self.isIndexedBySpotlight = isIndexedBySpotlight
    self.isSyncable = isSyncable
    self.derivation = derivation
    self.renamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.userInfo = userInfo
  }

  /// An attribute that holds a composite of the model; required by default.
  public init(_ name: String, composite: String, isOptional: Bool = false, userInfo: [String: Value] = [:]) {
    self.init(name, .undefined, isOptional: isOptional, compositeName: composite, userInfo: userInfo)
  }
}

extension AttributeDescription.Default: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  /// A literal text is that value: `defaultValue: "No name"`.
  public init(stringLiteral value: String) { self = .value(.string(value)) }
  /// A literal whole number is that value: `defaultValue: 0`.
  public init(integerLiteral value: Int64) { self = .value(.integer(value)) }
  /// A literal with a point is that value.
  public init(floatLiteral value: Double) { self = .value(.double(value)) }
  /// `true` and `false` are that value.
  public init(booleanLiteral value: Bool) { self = .value(.boolean(value)) }
}
