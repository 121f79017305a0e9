import ObjectGraph
import Predicates

import struct Foundation.Decimal
import struct Foundation.URL

/// Conversions that can fail even if the column's type is right. The reader and ``StoreCheck`` both use them.
extension SQLiteStatement {
  /// The decimal of a number or of a text, which has to be a number to its end; nil for any other value.
  func decimal(_ column: Int32) -> Decimal? {
    switch kind(column) {
    case .integer: return Decimal(integer(column))
    case .real:
      let number = real(column)
      // The shortest digits of the double, which is what was written.
      return number.isFinite ? Decimal(string: "\(number)") : .nan
    case .text:
      guard let text = text(column) else { return nil }
      if text == "NaN" { return .nan }
      return text.isDecimalNumber ? Decimal(string: text) : nil
    case .blob, .null: return nil
    }
  }

  /// The URI of a text, with invalid characters percent-encoded, as `URL(string:)` does by default. Nil for any other value.
  func uri(_ column: Int32) -> URL? { text(column).flatMap { URL(string: $0) } }
}
