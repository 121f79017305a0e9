import struct Foundation.Data
import struct Foundation.Date
import struct Foundation.Decimal
import struct Foundation.URL
import struct Foundation.UUID

/// A value that a predicate compares, an attribute holds or an expression yields.
///
/// `==` on `Value` is identity of representation (`.integer(1) != .double(1)`), fit for dictionaries and tests. What the
/// predicate language calls equal is ``Value/isEqual(to:options:)``.
public enum Value: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case double(Double)
  case decimal(Decimal)
  case string(String)
  case date(Date)
  case data(Data)
  case uuid(UUID)
  case url(URL)
  /// An object that only its ``KeyValueSource`` can look into.
  case object(ObjectReference)
  /// An ordered collection.
  case array([Value])
  /// An unordered collection without duplicates; the order kept is the order found, so that output repeats.
  case set([Value])
  case dictionary([String: Value])
}

/// The identity of an object in a ``KeyValueSource``: eight bytes that mean something to the source alone.
public struct ObjectReference: Hashable, Sendable {
  public var rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

extension Value {
  /// Whether the value is `.null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The elements of an array or a set, the values of a dictionary; nil for anything else.
  public var elements: [Value]? {
    switch self {
    case .array(let elements), .set(let elements): elements
    case .dictionary(let dictionary): dictionary.sorted { $0.key < $1.key }.map(\.value)
    default: nil
    }
  }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .double(value) }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  public init(arrayLiteral elements: Value...) { self = .array(elements) }
}
