import Predicates

import struct Foundation.Data
import struct Foundation.Decimal

/// A value as SQLite stores it.
public enum SQLiteValue: Hashable, Sendable {
  /// No value.
  case null
  /// A whole number; Booleans are 1 and 0.
  case integer(Int64)
  /// A number with a fraction, or any number in a FLOAT column.
  case real(Double)
  /// Text.
  case text(String)
  /// Bytes.
  case blob(Data)
  /// The archive that a value transformer makes of this value. Its bytes are the transformer's, and not known here.
  case archive(Value)

  /// Converts an attribute's value to that of a column, as Core Data writes it and SQLite then stores it after applying
  /// the column's affinity (sqlite.org, "Datatypes In SQLite").
  ///
  /// A date is seconds since 2001-01-01 UTC; TIMESTAMP and DECIMAL columns keep a whole number as an integer, and a
  /// decimal number that a double cannot hold as text. Of a not-a-number SQLite makes NULL.
  /// - Complexity: O(1), and O(bytes) for a UUID or a decimal number.
  public init(_ value: Value, in type: SQLiteColumn.DeclaredType) {
    switch value {
    case .null: self = .null
    case .boolean(let flag): self = .integer(flag ? 1 : 0)
    case .integer(let number): self = type == .float ? .real(Double(number)) : .integer(number)
    case .double(let number): self = Self.number(number, in: type)
    case .date(let date): self = Self.number(date.timeIntervalSinceReferenceDate, in: type)
    case .decimal(let number): self = Self.decimal(number)
    case .string(let text): self = .text(text)
    case .url(let url): self = .text(url.absoluteString)
    case .data(let data): self = .blob(data)
    case .uuid(let uuid): self = .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) })
    case .object, .array, .set, .dictionary: self = .archive(value)
    }
  }

  private static func number(_ number: Double, in type: SQLiteColumn.DeclaredType) -> SQLiteValue {
    if number.isNaN { return .null }
    if type != .float, let whole = Int64(exactly: number) { return .integer(whole) }
    return .real(number)
  }

  private static func decimal(_ number: Decimal) -> SQLiteValue {
    if number.isNaN { return .null }
    let text = number.description
    if let whole = Int64(text) { return .integer(whole) }
    // Fifteen digits are what a double is sure to keep.
    if text.utf8.count(where: { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) <= 15, let real = Double(text) {
      return .real(real)
    }
    return .text(text)
  }
}
