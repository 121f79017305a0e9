import struct Foundation.Data
import struct Foundation.Date
import struct Foundation.Decimal
import struct Foundation.URL
import struct Foundation.UUID

/// A value that a predicate compares, an attribute holds or an expression yields.
///
/// `==` on `Value` compares representations (`.integer(1) != .double(1)`, sets with their order, text scalar by
/// scalar), as dictionaries and tests need. Equality in the predicate language is ``Value/isEqual(to:options:)``.
///
/// ```swift
/// let heights: Value = [1.98, 2.03]
/// Value.integer(1).isEqual(to: .double(1))   // true
/// ```
///
/// ## Topics
/// Comparing: ``isEqual(to:options:)``, ``compare(to:options:)``, ``ValueOrder``
/// Looking inside: ``isNull``, ``elements``
/// Text: ``canonicalText``, ``kindDescription``
/// Objects: ``ObjectReference``, ``KeyValueSource``
public enum Value: Hashable, Sendable {
  /// No value: `nil`, `NULL`.
  case null
  /// A truth value; in comparisons and arithmetic it counts as 1 or 0.
  case boolean(Bool)
  /// A whole number of 64 bits; the narrower attribute types use it too.
  case integer(Int64)
  /// A binary floating-point number; Float attributes use it too.
  case double(Double)
  /// A decimal number, exact to 38 digits.
  case decimal(Decimal)
  /// Text.
  case string(String)
  /// A moment; as a number it is seconds since 2001-01-01 UTC.
  case date(Date)
  /// Bytes.
  case data(Data)
  /// A universally unique identifier.
  case uuid(UUID)
  /// A URL; the attribute type is called URI.
  case url(URL)
  /// An object that only its ``KeyValueSource`` can look into.
  case object(ObjectReference)
  /// An ordered collection.
  case array([Value])
  /// An unordered collection; the order kept is the order found, so that output is reproducible. The caller removes
  /// duplicates.
  case set([Value])
  /// Values by key: a composite attribute, user info.
  case dictionary([String: Value])
}

/// The identity of an object in a ``KeyValueSource``: eight bytes that mean something to the source alone.
public struct ObjectReference: Hashable, Sendable {
  /// The bits; ObjectGraph keeps a tag in the highest byte, see its `ManagedObjectID`.
  public var rawValue: UInt64

  /// The reference with these bits. Nothing is checked until the source reads it.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

extension Value {
  /// Whether the value is `.null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The elements of an array or a set, the values of a dictionary in the order of its keys; nil for anything else.
  /// O(1), and O(n log n) for a dictionary.
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
  /// A literal text is `.string`.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A literal whole number is `.integer`.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A literal with a point is `.double`.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// `true` and `false` are `.boolean`.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// A literal list is `.array`; write `.set([…])` for a set.
  public init(arrayLiteral elements: Value...) { self = .array(elements) }
}
