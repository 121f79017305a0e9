import Diagnostics

import struct Foundation.Date
import struct Foundation.URL

/// A key that values of a type have by themselves, as those of Foundation's classes do: `name.length`,
/// `homepage.host`.
///
/// ``keys(of:)`` is the only list of them: checking reads the type of the result there, and evaluation the value.
package struct ValueKey: Sendable {
  /// The type of the result, which can be nil as well: the host of a URL without one.
  package let result: ValueType
  private let read: @Sendable (Value) -> Value?

  private init(_ result: ValueType, _ read: @escaping @Sendable (Value) -> Value?) {
    self.result = result
    self.read = read
  }

  /// The keys of a type by name; none for `any`. O(1).
  package static func keys(of type: ValueType) -> [String: ValueKey] {
    switch type {
    case .string: text
    case .boolean: boolean
    case .integer: integer
    case .double: double
    case .decimal: decimal
    case .date: date
    case .data: data
    case .uuid: uuid
    case .url: url
    case .any: [:]
    }
  }

  /// Returns the value of a key; nil where values of this type do not have it. O(1), O(length) for a text.
  static func value(forKey name: String, of value: Value) -> Value? {
    guard let type = ValueType(value) else { return nil }
    return keys(of: type)[name]?.read(value)
  }

  /// Returns a hint for a key that values of a type do not have, and the key to put there instead. O(keys × length²).
  static func hint(for name: String, of type: ValueType) -> (text: String, fix: String?)? {
    if type == .string, name == "isEmpty" { return ("compare it: == \"\"", nil) }
    if type == .string, ["count", "size"].contains(name) { return ("write length", "length") }
    let unknown = Diagnostic.unknown(name, of: type.words, among: keys(of: type).keys.sorted())
    return unknown.hint.map { ($0, nil) }
  }

  // MARK: The table

  private static let text: [String: ValueKey] = [
    "length": ofText(.integer) { .integer(Int64($0.utf16.count)) },
    "uppercaseString": ofText(.string) { .string($0.uppercased()) },
    "lowercaseString": ofText(.string) { .string($0.lowercased()) },
    "integerValue": ofText(.integer) { .integer(Int64($0) ?? 0) },
    "intValue": ofText(.integer) { .integer(Int64($0) ?? 0) },
    "doubleValue": ofText(.double) { .double(Double($0) ?? 0) },
    "boolValue": ofText(.boolean) { .boolean(["YES", "TRUE", "1"].contains($0.uppercased())) },
  ]

  private static let boolean = ["boolValue": ValueKey(.boolean) { $0 }]

  private static let integer = [
    "integerValue": ValueKey(.integer) { $0 },
    "doubleValue": ValueKey(.double) { .double($0.asDouble) },
    "boolValue": ValueKey(.boolean) { if case .integer(let number) = $0 { .boolean(number != 0) } else { nil } },
  ]

  private static let double = ["doubleValue": ValueKey(.double) { $0 }]

  private static let decimal = ["doubleValue": ValueKey(.double) { .double($0.asDouble) }]

  private static let date = [
    "timeIntervalSinceReferenceDate": ofDate { $0.timeIntervalSinceReferenceDate },
    "timeIntervalSince1970": ofDate { $0.timeIntervalSince1970 },
  ]

  private static let data = [
    "length": ValueKey(.integer) { if case .data(let data) = $0 { .integer(Int64(data.count)) } else { nil } }
  ]

  private static let uuid = [
    "UUIDString": ValueKey(.string) { if case .uuid(let uuid) = $0 { .string(uuid.uuidString) } else { nil } }
  ]

  private static let url: [String: ValueKey] = [
    "absoluteString": ofURL { $0.absoluteString },
    "host": ofURL { $0.host },
    "scheme": ofURL { $0.scheme },
    "path": ofURL { $0.path },
    "lastPathComponent": ofURL { $0.lastPathComponent },
  ]

  private static func ofText(_ result: ValueType, _ read: @escaping @Sendable (String) -> Value) -> ValueKey {
    ValueKey(result) { if case .string(let text) = $0 { read(text) } else { nil } }
  }

  private static func ofDate(_ read: @escaping @Sendable (Date) -> Double) -> ValueKey {
    ValueKey(.double) { if case .date(let date) = $0 { .double(read(date)) } else { nil } }
  }

  private static func ofURL(_ read: @escaping @Sendable (URL) -> String?) -> ValueKey {
    ValueKey(.string) { if case .url(let url) = $0 { read(url).map(Value.string) ?? .null } else { nil } }
  }
}
