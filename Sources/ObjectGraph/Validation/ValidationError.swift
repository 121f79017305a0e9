import Predicates

/// The codes of validation in NSCocoaErrorDomain (Core Data's header CoreDataErrors.h).
public enum ValidationCode: Int, Hashable, Sendable, CaseIterable {
  /// A rule of the model is broken, or a link dangles.
  case generic = 1550
  /// A uniqueness constraint is violated.
  case constraint = 1551
  /// Several errors in one; see ``SaveError/code``.
  case multipleErrors = 1560
  /// A required attribute or to-one has no value.
  case missingMandatoryProperty = 1570
  /// A to-many holds too few objects.
  case lacksMinimumCount = 1580
  /// A bounded to-many holds too many.
  case exceedsMaximumCount = 1590
  /// A relationship with the rule deny still holds objects.
  case deniedDelete = 1600
  /// A number above its maximum.
  case numberTooLarge = 1610
  /// A number below its minimum.
  case numberTooSmall = 1620
  /// A date after its maximum.
  case dateTooLate = 1630
  /// A date before its minimum.
  case dateTooSoon = 1640
  /// Not given here: a value that is no date is refused when it is set.
  case invalidDate = 1650
  /// A text above its maximum length.
  case stringTooLong = 1660
  /// A text below its minimum length.
  case stringTooShort = 1670
  /// A text that its pattern does not fit as a whole.
  case stringPatternMatching = 1680
  /// Not given here: a value that is no URI is refused when it is set.
  case invalidURI = 1690
}

/// Why an object cannot be saved as it is.
///
/// ```swift
/// for error in context.validateForInsert(player) {
///   print(error.line)   // 1570  Player#1: team is a required value
/// }
/// ```
///
/// Asked at the save, or by the three `validateFor…` of a context, and never when a value is set (Core Data's
/// documentation). A required property without a value gives one error; otherwise every bound that is broken gives
/// its own.
///
/// ## Topics
/// Facts: ``object``, ``entity``, ``key``, ``value``, ``reason-swift.property``
/// Codes: ``kind``, ``code``, ``ValidationCode``
/// Words: ``message``, ``line``, ``diagnostic``
public struct ValidationError: Error, Hashable, Sendable {
  /// An object and how a message names it: `Player#3`.
  public struct Named: Hashable, Sendable, CustomStringConvertible {
    /// The object.
    public var id: ManagedObjectID
    /// The name of its entity.
    public var entity: String

    /// `Player#3`.
    public var description: String { "\(entity)#\(id.number)" }
  }

  /// The reason, with the limits that were violated.
  public enum Reason: Hashable, Sendable {
    /// nil where a value is required. The property's other bounds are then not asked.
    case missing
    /// Fewer objects than the minimum; an optional to-many that is empty has none too few (Core Data's header
    /// NSRelationshipDescription.h).
    case tooFew(count: Int, minimum: Int)
    /// More objects than the maximum.
    case tooMany(count: Int, maximum: Int)
    /// The objects that a deny relationship of a deleted object still holds.
    case denied(by: [Named])
    /// The objects that a relationship leads to although they are gone or go. That this is 1550 in an object that is
    /// validated, and nothing otherwise, is our reading: sources differ.
    case dangling([Named])
    /// A number or date above the bound, which is itself allowed.
    case tooLarge(maximum: Value)
    /// A number or date below the bound, which is itself allowed.
    case tooSmall(minimum: Value)
    /// Lengths in UTF-16 units.
    case tooLong(length: Int, maximum: Int)
    /// Lengths in UTF-16 units.
    case tooShort(length: Int, minimum: Int)
    /// The whole text does not match this ICU regular expression.
    case patternMismatch(pattern: String)
    /// The pattern tries so many ways to match the value that the search for one was stopped.
    case patternTooCostly(pattern: String)
    /// A rule of the model, by its name.
    case ruleBroken(String)
    /// A rule of the model whose condition could not be evaluated, and why.
    case ruleFailed(String, explanation: String)
    /// All objects with the same values in these keys, the error's own among them. The errors of these objects share one
    /// array, so that a save of n objects that are all alike takes memory for n of them.
    case notUnique(keys: [String], objects: [Named])
    /// The refusal of a hook of the entity, in its own words and with its own code; see ``EntityHooks``.
    case custom(String, code: Int)
  }

  /// The object that cannot be saved.
  public var object: ManagedObjectID
  /// The name of its entity.
  public var entity: String
  /// The property; nil when it is about the whole object.
  public var key: String?
  /// The attribute's value that does not satisfy; of a uniqueness constraint that of its first key; `.null` otherwise.
  public var value: Value
  /// The reason for the error.
  public var reason: Reason

  /// An error about an object; `key` is nil when it is about the whole object.
  public init(
    object: ManagedObjectID, entity: String, key: String?, value: Value = .null, reason: Reason
  ) {
    self.object = object
    self.entity = entity
    self.key = key
    self.value = value
    self.reason = reason
  }

  /// The code that the reason has in Core Data's header; what a hook says is generic, whatever its ``code``. O(1).
  public var kind: ValidationCode {
    switch reason {
    case .missing: .missingMandatoryProperty
    case .tooFew: .lacksMinimumCount
    case .tooMany: .exceedsMaximumCount
    case .denied: .deniedDelete
    case .dangling, .ruleBroken, .ruleFailed, .custom: .generic
    case .tooLarge(.date): .dateTooLate
    case .tooSmall(.date): .dateTooSoon
    case .tooLarge: .numberTooLarge
    case .tooSmall: .numberTooSmall
    case .tooLong: .stringTooLong
    case .tooShort: .stringTooShort
    case .patternMismatch, .patternTooCostly: .stringPatternMatching
    case .notUnique: .constraint
    }
  }

  /// The number of the error, 1570 and so on.
  public var code: Int { if case .custom(_, let code) = reason { code } else { kind.rawValue } }

  /// How a message names the object: `Player#1`.
  public var objectName: String { "\(entity)#\(object.number)" }
}
