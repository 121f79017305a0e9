import JSON
import Predicates

import struct Foundation.Data
import struct Foundation.Date
import struct Foundation.Decimal
import struct Foundation.URL
import struct Foundation.UUID

/// The values of an attribute in a store's file.
extension AttributeShape {
  /// The value as JSON: numbers, texts and Booleans as they are, dates in seconds since 2001, decimals, UUIDs and URIs as
  /// texts, data as base64, a composite as an object of its elements; what may be anything says what it is.
  func stored(_ value: Value) -> JSONValue {
    if value.isNull { return .null }
    if let elements, case .dictionary(let entries) = value {
      return JSONValue(
        elements.compactMap { element in
          entries[element.attribute.name].map { (element.attribute.name, element.stored($0)) }
        })
    }
    if let transformer, let data = transformer.stored(value) { return .string(data.base64EncodedString()) }
    switch attribute.type {
    case .undefined, .transformable: return .tagged(value)
    default: return .plain(value)
    }
  }

  /// The value that the JSON represents; nil when it is not one of this attribute's.
  func restored(_ json: JSONValue) -> Value? {
    if json == .null { return .null }
    if let elements {
      guard case .object(let members) = json else { return nil }
      var entries: [String: Value] = [:]
      for member in members {
        guard let element = elements.first(where: { $0.attribute.name == member.key }),
          let value = element.restored(member.value), !value.isNull,
          entries.updateValue(value, forKey: member.key) == nil
        else { return nil }
      }
      return entries.isEmpty ? nil : .dictionary(entries)
    }
    if let transformer {
      return json.text.flatMap { Data(base64Encoded: $0) }.flatMap(transformer.restored)
    }
    switch attribute.type {
    case .undefined, .transformable: return json.untagged
    default:
      guard let value = json.plain(attribute.type), case .success(let kept) = attribute.type.coerced(value) else {
        return nil
      }
      return kept
    }
  }
}

extension JSONValue {
  /// A value whose type the attribute says.
  fileprivate static func plain(_ value: Value) -> JSONValue {
    switch value {
    case .boolean(let flag): .boolean(flag)
    case .integer(let number): .integer(number)
    case .double(let number): finite(number)
    case .decimal(let number): .string(number.description)
    case .string(let text): .string(text)
    case .date(let date): finite(date.timeIntervalSinceReferenceDate)
    case .data(let data): .string(data.base64EncodedString())
    case .uuid(let identifier): .string(identifier.uuidString)
    case .url(let url): .string(url.absoluteString)
    case .null, .object, .array, .set, .dictionary: .null
    }
  }

  private static func finite(_ number: Double) -> JSONValue {
    number.isFinite ? .number(number) : .string(number.description)
  }

  fileprivate func plain(_ type: AttributeType) -> Value? {
    switch (type, self) {
    case (.integer16, .integer(let number)), (.integer32, .integer(let number)), (.integer64, .integer(let number)):
      .integer(number)
    case (.boolean, .boolean(let flag)): .boolean(flag)
    case (.double, _), (.float, _): double.map(Value.double)
    case (.date, _): double.map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case (.string, .string(let text)): .string(text)
    case (.decimal, .string("NaN")): .decimal(.nan)
    case (.decimal, .string(let text)): text.isDecimalNumber ? Decimal(string: text).map(Value.decimal) : nil
    case (.binaryData, .string(let text)): Data(base64Encoded: text).map(Value.data)
    case (.uuid, .string(let text)): UUID(uuidString: text).map(Value.uuid)
    case (.uri, .string(let text)): URL(string: text).map(Value.url)
    default: nil
    }
  }

  private var double: Double? {
    switch self {
    case .number(let number): number
    case .integer(let number): Double(exactly: number)
    case .string("nan"): .nan
    case .string("inf"): .infinity
    case .string("-inf"): -.infinity
    default: nil
    }
  }

  /// `{"string":"…"}`: a value that says its type.
  fileprivate static func tagged(_ value: Value) -> JSONValue {
    switch value {
    case .null: .null
    case .boolean: JSONValue([("boolean", .plain(value))])
    case .integer: JSONValue([("integer", .plain(value))])
    case .double: JSONValue([("double", .plain(value))])
    case .decimal: JSONValue([("decimal", .plain(value))])
    case .string: JSONValue([("string", .plain(value))])
    case .date: JSONValue([("date", .plain(value))])
    case .data: JSONValue([("data", .plain(value))])
    case .uuid: JSONValue([("uuid", .plain(value))])
    case .url: JSONValue([("url", .plain(value))])
    // An attribute takes no object; one inside a list is left out.
    case .object: .null
    case .array(let elements): JSONValue([("array", .array(elements.map(tagged)))])
    case .set(let elements): JSONValue([("set", .array(elements.map(tagged)))])
    case .dictionary(let entries):
      JSONValue([("dictionary", JSONValue(entries.sorted { $0.key < $1.key }.map { ($0.key, tagged($0.value)) }))])
    }
  }

  fileprivate var untagged: Value? {
    if self == .null { return .null }
    guard case .object(let members) = self, members.count == 1 else { return nil }
    let inner = members[0].value
    switch members[0].key {
    case "boolean": return inner.plain(.boolean)
    case "integer": return inner.plain(.integer64)
    case "double": return inner.plain(.double)
    case "decimal": return inner.plain(.decimal)
    case "string": return inner.plain(.string)
    case "date": return inner.plain(.date)
    case "data": return inner.plain(.binaryData)
    case "uuid": return inner.plain(.uuid)
    case "url": return inner.plain(.uri)
    case "array": return inner.untaggedElements.map(Value.array)
    case "set": return inner.untaggedElements.map(Value.set)
    case "dictionary":
      guard case .object(let members) = inner else { return nil }
      var entries: [String: Value] = [:]
      for member in members {
        guard let value = member.value.untagged, entries.updateValue(value, forKey: member.key) == nil else {
          return nil
        }
      }
      return .dictionary(entries)
    default: return nil
    }
  }

  private var untaggedElements: [Value]? {
    guard let elements else { return nil }
    let values = elements.compactMap(\.untagged)
    return values.count == elements.count ? values : nil
  }
}
