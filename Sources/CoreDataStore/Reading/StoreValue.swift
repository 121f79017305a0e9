import CSQLite
import JSON
import ObjectGraph
import Support

import struct Foundation.Data

/// Values of columns as JSON, in the form that `graphbook store dump` writes.
extension SQLiteStatement {
  /// The value in a column: numbers and texts as they are stored, Booleans as such, UUIDs in hexadecimal digits, and of other
  /// bytes their length, beginning and digest.
  func json(_ column: Int32, _ type: AttributeType) -> JSONValue {
    switch kind(column) {
    case .null: return .null
    case .integer:
      let number = integer(column)
      return type == .boolean && (0...1).contains(number) ? .boolean(number == 1) : .integer(number)
    case .real: return .number(real(column))
    case .text: return .string(String(decoding: textBytes(column), as: UTF8.self))
    case .blob:
      let bytes = blobBytes(column)
      if type == .uuid, bytes.count == 16 { return .string(Hexadecimal.text(bytes, isUpper: true)) }
      return Self.data(bytes)
    }
  }

  static func data(_ bytes: UnsafeRawBufferPointer) -> JSONValue {
    let prefix = UnsafeRawBufferPointer(rebasing: bytes.prefix(32))
    let digest = SHA256.digest(of: bytes)
    return JSONValue([
      (
        "$data",
        JSONValue([
          ("length", .integer(Int64(bytes.count))), ("prefix", .string(Hexadecimal.text(prefix))),
          ("sha256", .string(digest.withUnsafeBytes { Hexadecimal.text($0) })),
        ])
      )
    ])
  }
}

/// Bytes in hexadecimal digits.
enum Hexadecimal {
  static func text(_ bytes: UnsafeRawBufferPointer, isUpper: Bool = false) -> String {
    var text = ""
    text.reserveCapacity(2 * bytes.count)
    for byte in bytes {
      for digit in [byte >> 4, byte & 15] {
        let letter = isUpper ? UInt8(ascii: "A") : UInt8(ascii: "a")
        text.unicodeScalars.append(Unicode.Scalar(digit < 10 ? UInt8(ascii: "0") + digit : letter + digit - 10))
      }
    }
    return text
  }
}
