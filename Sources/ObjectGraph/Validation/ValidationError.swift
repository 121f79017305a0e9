import Predicates

/// The codes of validation in NSCocoaErrorDomain (Core Data's header CoreDataErrors.h).
public enum ValidationCode: Int, Hashable, Sendable, CaseIterable {
  case generic = 1550
  case constraint = 1551
  case multipleErrors = 1560
  case missingMandatoryProperty = 1570
  case lacksMinimumCount = 1580
  case exceedsMaximumCount = 1590
  case deniedDelete = 1600
  case numberTooLarge = 1610
  case numberTooSmall = 1620
  case dateTooLate = 1630
  case dateTooSoon = 1640
  case invalidDate = 1650
  case stringTooLong = 1660
  case stringTooShort = 1670
  case stringPatternMatching = 1680
  case invalidURI = 1690
}

/// Why an object cannot be saved as it is.
public struct ValidationError: Error, Hashable, Sendable {
  /// An object and how a message names it: `Player#3`.
  public struct Named: Hashable, Sendable, CustomStringConvertible {
    public var id: ManagedObjectID
    public var entity: String

    public var description: String { "\(entity)#\(id.number)" }
  }

  public enum Reason: Hashable, Sendable {
    case missing
    case tooFew(count: Int, minimum: Int)
    case tooMany(count: Int, maximum: Int)
    /// The objects that a deny relationship of a deleted object still holds.
    case denied(by: [Named])
    case dangling([Named])
    case tooLarge(maximum: Value)
    case tooSmall(minimum: Value)
    case tooLong(length: Int, maximum: Int)
    case tooShort(length: Int, minimum: Int)
    case patternMismatch(pattern: String)
    /// Whether the value matches could not be found out: the pattern tries too many ways on it.
    case patternTooCostly(pattern: String)
    /// A rule of the model, by its name.
    case ruleBroken(String)
    /// A rule of the model whose condition could not be evaluated, and why.
    case ruleFailed(String, explanation: String)
    /// The other objects with the same values in these keys.
    case notUnique(keys: [String], others: [Named])
  }

  public var object: ManagedObjectID
  /// The name of its entity.
  public var entity: String
  /// The property; nil when it is about the whole object.
  public var key: String?
  /// The value that does not satisfy.
  public var value: Value
  public var reason: Reason

  public init(
    object: ManagedObjectID, entity: String, key: String?, value: Value = .null, reason: Reason
  ) {
    self.object = object
    self.entity = entity
    self.key = key
    self.value = value
    self.reason = reason
  }

  public var kind: ValidationCode {
    switch reason {
    case .missing: .missingMandatoryProperty
    case .tooFew: .lacksMinimumCount
    case .tooMany: .exceedsMaximumCount
    case .denied: .deniedDelete
    case .dangling, .ruleBroken, .ruleFailed: .generic
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
  public var code: Int { kind.rawValue }

  /// How a message names the object: `Player#1`.
  public var objectName: String { "\(entity)#\(object.number)" }
}

/// Why a save did not happen; nothing is written then.
public enum SaveError: Error, Hashable, Sendable {
  /// What every object lacks; never empty.
  case validation([ValidationError])

  /// The code of the one error, or 1560 for several.
  public var code: Int {
    switch self {
    case .validation(let errors):
      errors.count == 1 ? errors[0].code : ValidationCode.multipleErrors.rawValue
    }
  }

  public var errors: [ValidationError] {
    switch self {
    case .validation(let errors): errors
    }
  }
}
