import Predicates

import struct Foundation.Date
import struct Foundation.Decimal

extension AttributeDescription {
  /// A value of another type as this attribute would hold it, when nothing is lost by it; nil otherwise.
  ///
  /// Core Data's lightweight migration converts few types, see `AttributeType.isConverted(from:)`. A change of the model here
  /// converts between numbers and to and from text.
  func converted(_ value: Value) -> Value? {
    if case .success(let kept) = coerced(value), !loses(value, kept) { return kept }
    if compositeName != nil || transformerName != nil { return nil }
    switch (type, value) {
    case (.integer16, .double(let number)), (.integer32, .double(let number)), (.integer64, .double(let number)):
      return Int64(exactly: number).flatMap { converted(.integer($0)) }
    case (.integer16, .decimal(let number)), (.integer32, .decimal(let number)), (.integer64, .decimal(let number)):
      return Int64(number.description).flatMap { converted(.integer($0)) }
    case (.integer16, .boolean(let flag)), (.integer32, .boolean(let flag)), (.integer64, .boolean(let flag)):
      return .integer(flag ? 1 : 0)
    case (.boolean, .integer(0)): return .boolean(false)
    case (.boolean, .integer(1)): return .boolean(true)
    case (.string, _): return AttributeDescription.text(of: value).map(Value.string)
    case (_, .string(let text)): return parsed(text)
    default: return nil
    }
  }

  /// Whether a narrower number is another number.
  private func loses(_ value: Value, _ kept: Value) -> Bool {
    switch (value, kept) {
    case (.integer(let number), .double(let wide)): Int64(exactly: wide) != number
    case (.decimal(let number), .double(let binary)): Decimal(string: "\(binary)") != number
    default: false
    }
  }

  private static func text(of value: Value) -> String? {
    switch value {
    case .integer(let number): String(number)
    case .double(let number): String(number)
    case .decimal(let number): number.description
    case .boolean(let flag): flag ? "true" : "false"
    case .date(let date): date.fullInternetText
    case .uuid(let identifier): identifier.uuidString
    case .url(let url): url.absoluteString
    default: nil
    }
  }

  private func parsed(_ text: String) -> Value? {
    switch type {
    case .integer16, .integer32, .integer64: Int64(text).flatMap { converted(.integer($0)) }
    case .double, .float: text.isDecimalNumber ? Double(text).flatMap { converted(.double($0)) } : nil
    case .decimal: text.isDecimalNumber ? Decimal(string: text).map(Value.decimal) : nil
    case .boolean:
      switch text.lowercased() {
      case "true", "yes": .boolean(true)
      case "false", "no": .boolean(false)
      default: nil
      }
    case .date: Date(internetText: text).map(Value.date)
    default: nil
    }
  }
}

extension AttributeShape {
  /// A value of an earlier attribute as this one would hold it, when nothing is lost by it; nil otherwise. Of a composite each
  /// element by itself: one that is not there any more is dropped, one that is new has its default.
  func converted(_ value: Value, from earlier: AttributeDescription, _ matching: ModelMatching) -> Value? {
    guard let elements else {
      if transformer == nil { return attribute.converted(value) }
      if case .success(let kept) = coerced(value) { return kept }
      return nil
    }
    guard case .dictionary(let entries) = value, let name = attribute.compositeName,
      let earlierName = earlier.compositeName, let composite = matching.old.composites[earlierName]
    else { return nil }
    let sources = matching.elements(of: name, since: earlierName)
    var kept: [String: Value] = [:]
    for element in elements {
      let name = element.attribute.name
      let source = sources[name].flatMap { composite[element: $0] }
      guard let source, let part = entries[source.name] else {
        if let initial = element.initialValue, !element.attribute.isOptional { kept[name] = initial }
        continue
      }
      guard let converted = element.converted(part, from: source, matching) else { return nil }
      kept[name] = converted
    }
    return kept.isEmpty ? .null : .dictionary(kept)
  }
}
