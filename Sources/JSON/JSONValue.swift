/// A value of JSON (RFC 8259): whole numbers are kept apart from others, the members of an object in their order, so that
/// the same value is the same bytes.
package enum JSONValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  /// The shortest digits that read as the same number; null for one that JSON has no digits for.
  case number(Double)
  /// A number in digits chosen by the caller. The reader makes none.
  case digits(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package var key: String
    package var value: JSONValue

    package init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  package static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  /// An object.
  package init(_ members: [(String, JSONValue)]) { self = .object(members.map { Member($0, $1) }) }

  /// The one value that the bytes are.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONReader.Problem) {
    self = try JSONReader.read(bytes) { (reader) throws(JSONReader.Problem) in try JSONValue(&reader) }
  }

  private init(_ reader: inout JSONReader) throws(JSONReader.Problem) {
    switch try reader.next() {
    case .null: self = .null
    case .boolean(let flag): self = .boolean(flag)
    case .integer(let number): self = .integer(number)
    case .number(let number): self = .number(number)
    case .large(let digits): self = .number(Double(digits) ?? .nan)
    case .string(let text): self = .string(text)
    case .array:
      var elements: [JSONValue] = []
      while try reader.hasElement() { elements.append(try JSONValue(&reader)) }
      self = .array(elements)
    case .object:
      var members: [Member] = []
      while let key = try reader.nextKey() { members.append(Member(key, try JSONValue(&reader))) }
      self = .object(members)
    }
  }

  /// The member of an object, the first of that key; nil for a key that it does not have, and for anything else.
  package subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members.first { $0.key == key }?.value } else { nil }
  }

  package var text: String? { if case .string(let text) = self { text } else { nil } }
  package var whole: Int64? { if case .integer(let number) = self { number } else { nil } }
  package var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
}
