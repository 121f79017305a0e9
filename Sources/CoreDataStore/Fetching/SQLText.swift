import ModelInterchange

import struct Foundation.Data

/// A piece of SQL with the values that are bound to it.
struct SQLText: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case text(String)
    case value(SQLiteValue)
  }

  private(set) var parts: [Part]

  init(_ text: String) { parts = [.text(text)] }
  init(_ value: SQLiteValue) { parts = [.value(value)] }

  static func + (left: SQLText, right: SQLText) -> SQLText {
    var sum = left
    sum.parts += right.parts
    return sum
  }

  static func + (left: SQLText, right: String) -> SQLText { left + SQLText(right) }
  static func + (left: String, right: SQLText) -> SQLText { SQLText(left) + right }
  static func += (left: inout SQLText, right: SQLText) { left = left + right }

  /// The pieces with a separator between them.
  static func joined(_ pieces: [SQLText], by separator: String) -> SQLText {
    var all = pieces.first ?? SQLText("")
    for piece in pieces.dropFirst() { all.parts += [.text(separator)] + piece.parts }
    return all
  }

  /// The statement, with a question mark for each value.
  var statement: String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .value: "?"
      }
    }.joined()
  }

  /// The values in the order of the question marks.
  var values: [SQLiteValue] {
    parts.compactMap { part in if case .value(let value) = part { value } else { nil } }
  }

  /// The statement with the values written out, for someone to read.
  var shown: String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .value(let value): Self.literal(value)
      }
    }.joined()
  }

  private static func literal(_ value: SQLiteValue) -> String {
    switch value {
    case .null, .archive: "NULL"
    case .integer(let number): String(number)
    case .real(let number): number.isFinite ? "\(number)" : number > 0 ? "9e999" : "-9e999"
    case .text(let text):
      "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    case .blob(let data): "X'" + data.withUnsafeBytes { Hexadecimal.text($0, isUpper: true) } + "'"
    }
  }
}

/// A name of Core Data's as SQL takes it: in quotes only where it needs them.
func named(_ name: String) -> String {
  let isPlain = name.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
    default: false
    }
  }
  // Names that begin with Z are no words of SQL.
  return isPlain && name.hasPrefix("Z") ? name : quoted(name)
}

extension SQLiteConnection {
  /// Compiles a statement and binds its values.
  func prepare(_ text: SQLText) throws(SQLiteFailure) -> SQLiteStatement {
    let statement = try prepare(text.statement)
    for (place, value) in text.values.enumerated() {
      let place = Int32(place + 1)
      switch value {
      case .null, .archive: statement.bindNull(place)
      case .integer(let number): statement.bind(place, number)
      case .real(let number): statement.bind(place, number)
      case .text(let text): statement.bind(place, text)
      case .blob(let data): data.withUnsafeBytes { statement.bind(place, blob: $0) }
      }
    }
    return statement
  }

  /// Runs a statement with its values.
  func execute(_ text: SQLText) throws(SQLiteFailure) {
    let statement = try prepare(text)
    while try statement.step() {}
  }
}
