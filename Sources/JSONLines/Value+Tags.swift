import JSON
import Predicates

import struct Foundation.Date

extension Value {
  /// The value that an object with one tag stands for; nil when it is an ordinary object.
  static func tagged(_ members: [String: Value]) -> Value? {
    guard members.count == 1, let (tag, value) = members.first, tag.first == "$" else { return nil }
    switch (tag, value) {
    case ("$set", .array(let elements)): return .set(elements.distinctOnes)
    case ("$date", .integer(let seconds)): return .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
    case ("$date", .double(let seconds)): return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case ("$null", .boolean(true)): return .null
    case ("$bool", .boolean): return value
    case ("$bool", .integer(let number)): return .boolean(number != 0)
    default: return nil
    }
  }

  /// The value as JSON, tagged if JSON has no form for it: `Value(json:)` reads it back. Decimals become numbers with
  /// the same digits; data, UUIDs and URLs become texts.
  package var json: JSONValue {
    switch self {
    case .null: .null
    case .boolean(let flag): .boolean(flag)
    case .integer(let integer): .integer(integer)
    case .double(let double): .number(double)
    case .decimal(let decimal): decimal.isNaN ? .null : .digits(decimal.description)
    case .string(let text): .string(text)
    case .date(let date): .object([.init("$date", .number(date.timeIntervalSinceReferenceDate))])
    case .data(let data): .string(Value.hexadecimal(data))
    case .uuid(let uuid): .string(uuid.uuidString)
    case .url(let url): .string(url.absoluteString)
    case .object: .null
    case .array(let elements): .array(elements.map(\.json))
    case .set(let elements): .object([.init("$set", .array(elements.map(\.json)))])
    case .dictionary(let members):
      .object(members.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.json) })
    }
  }
}

extension [Value] {
  /// Each element once, in the order found.
  fileprivate var distinctOnes: [Value] {
    var seen: Set<Value> = []
    return filter { seen.insert($0).inserted }
  }
}
