import Predicates

import struct Foundation.Data
import struct Foundation.Date
import struct Foundation.Decimal
import struct Foundation.URL
import struct Foundation.UUID

/// A Swift type that an attribute's values can be read as and set from.
public protocol AttributeValue {
  /// The value as this type; nil when it is of another. `.null` is nil in every type.
  init?(_ value: Value)
  /// It as a value.
  var value: Value { get }
  /// The type's name in messages: `String`, `Int`.
  static var typeName: String { get }
}

extension AttributeValue {
  /// The type's own name.
  public static var typeName: String { "\(Self.self)" }
}

extension String: AttributeValue {
  /// The text of a `.string`.
  public init?(_ value: Value) {
    guard case .string(let text) = value else { return nil }
    self = text
  }
  /// `.string`.
  public var value: Value { .string(self) }
}

extension Bool: AttributeValue {
  /// The flag of a `.boolean`; numbers are none.
  public init?(_ value: Value) {
    guard case .boolean(let flag) = value else { return nil }
    self = flag
  }
  /// `.boolean`.
  public var value: Value { .boolean(self) }
}

extension FixedWidthInteger where Self: AttributeValue {
  /// The number of an `.integer` that fits.
  public init?(_ value: Value) {
    guard case .integer(let number) = value, let exact = Self(exactly: number) else { return nil }
    self = exact
  }
  /// `.integer`; one beyond 64 signed bits, which only an unsigned type can be, is the greatest there is.
  public var value: Value { .integer(Int64(clamping: self)) }
}

extension Int: AttributeValue {}
extension Int16: AttributeValue {}
extension Int32: AttributeValue {}
extension Int64: AttributeValue {}

extension Double: AttributeValue {
  /// The number of a `.double`, or of an `.integer` that a Double holds exactly.
  public init?(_ value: Value) {
    switch value {
    case .double(let number): self = number
    case .integer(let number):
      guard let exact = Double(exactly: number) else { return nil }
      self = exact
    default: return nil
    }
  }
  /// `.double`.
  public var value: Value { .double(self) }
}

extension Decimal: AttributeValue {
  /// The number of a `.decimal` or an `.integer`.
  public init?(_ value: Value) {
    switch value {
    case .decimal(let number): self = number
    case .integer(let number): self = Decimal(number)
    default: return nil
    }
  }
  /// `.decimal`.
  public var value: Value { .decimal(self) }
}

extension Date: AttributeValue {
  /// The moment of a `.date`.
  public init?(_ value: Value) {
    guard case .date(let date) = value else { return nil }
    self = date
  }
  /// `.date`.
  public var value: Value { .date(self) }
}

extension Data: AttributeValue {
  /// The bytes of a `.data`.
  public init?(_ value: Value) {
    guard case .data(let data) = value else { return nil }
    self = data
  }
  /// `.data`.
  public var value: Value { .data(self) }
}

extension UUID: AttributeValue {
  /// The identifier of a `.uuid`.
  public init?(_ value: Value) {
    guard case .uuid(let identifier) = value else { return nil }
    self = identifier
  }
  /// `.uuid`.
  public var value: Value { .uuid(self) }
}

extension URL: AttributeValue {
  /// The URL of a `.url`.
  public init?(_ value: Value) {
    guard case .url(let url) = value else { return nil }
    self = url
  }
  /// `.url`.
  public var value: Value { .url(self) }
}
