import ObjectGraph
import Predicates

import struct Foundation.Data
import struct Foundation.Date
import struct Foundation.Decimal

/// Samples by the type of an attribute.
extension ScriptSamples {
  /// A longer text is nothing to read.
  private static let longestText = 1_000

  func samples(of attribute: AttributeDescription) -> [Value] {
    let bounds = [attribute.minimumValue, attribute.maximumValue].compactMap { $0 }
    switch attribute.type {
    case .integer16, .integer32, .integer64:
      let marks = (bounds + constants).compactMap { value -> Int64? in
        if case .integer(let number) = value { number } else { nil }
      }
      return [.integer(1)] + marks.flatMap { [.integer($0), .integer($0 &+ 1), .integer($0 &- 1)] } + [.integer(0)]
    case .double, .float:
      let marks = (bounds + constants).compactMap(Self.decimal).compactMap { Double($0.description) }
      return [.double(1)] + marks.flatMap { [.double($0), .double($0 + 1), .double($0 - 1)] }
    case .decimal:
      let marks = (bounds + constants).compactMap(Self.decimal)
      return [.decimal(1)] + marks.flatMap { [.decimal($0), .decimal($0 + 1), .decimal($0 - 1)] }
    case .string: return texts(attribute)
    case .boolean: return [.boolean(true), .boolean(false)]
    case .date:
      let marks = (bounds + constants).compactMap { value -> Date? in
        if case .date(let date) = value { date } else { nil }
      }
      return [.date(Date(timeIntervalSinceReferenceDate: 86_400))]
        + marks.flatMap { [.date($0), .date($0.addingTimeInterval(86_400)), .date($0.addingTimeInterval(-86_400))] }
    case .binaryData: return [.data(Data([1]))]
    case .uuid: return Value("00000000-0000-0000-0000-000000000001", as: "uuid").map { [$0] } ?? []
    case .uri: return Value("https://example.org", as: "url").map { [$0] } ?? []
    case .transformable, .undefined: return []
    }
  }

  /// A value that says nothing in particular; nil for types of which there is none.
  static func usual(_ type: AttributeType) -> Value? {
    switch type {
    case .integer16, .integer32, .integer64: .integer(1)
    case .double, .float: .double(1)
    case .decimal: .decimal(1)
    case .string: "A"
    case .boolean: .boolean(true)
    case .date: .date(Date(timeIntervalSinceReferenceDate: 86_400))
    case .binaryData, .uuid, .uri, .transformable, .undefined: nil
    }
  }

  private static func decimal(_ value: Value) -> Decimal? {
    switch value {
    case .integer(let number): Decimal(number)
    case .double(let number): number.isFinite ? Decimal(string: number.description) : nil
    case .decimal(let number): number
    default: nil
    }
  }

  private func texts(_ attribute: AttributeDescription) -> [Value] {
    func text(_ length: Int) -> Value { .string(String(repeating: "x", count: max(0, length))) }
    var result: [Value] = constants.filter { if case .string = $0 { true } else { false } }
    let least = attribute.minimumLength ?? 1
    if least > 1, least <= Self.longestText { result += [text(least), text(least - 1)] }
    if let greatest = attribute.maximumLength, greatest < Self.longestText {
      result += [text(greatest), text(greatest + 1)]
    }
    return (least > 1 ? [] : ["A", "B"]) + result + [""]
  }

  /// Texts that one of the patterns takes and the other does not, and some that both take.
  func patternTexts(_ attributes: [AttributeDescription]) -> [Value] {
    let patterns = attributes.map(\.pattern)
    guard let first = patterns.compactMap({ $0 }).first else { return [] }
    let least = attributes.compactMap(\.minimumLength).max() ?? 1
    let greatest = attributes.compactMap(\.maximumLength).min() ?? Self.longestText
    let lengths = max(1, least)...max(1, least, min(greatest, Self.longestText))
    var result: [String] = []
    if let second = patterns.last ?? nil, patterns[0] != nil {
      if second != first { result += PatternTexts.telling(first, from: second, lengths: lengths) }
    } else {
      result += PatternTexts.texts(matching: [], notMatching: [first], lengths: lengths)
    }
    let all = patterns.compactMap { $0 }
    result += PatternTexts.texts(matching: all, lengths: lengths, count: 2)
    return result.map { .string($0) }
  }
}
