import struct Foundation.Data
import struct Foundation.Date
import struct Foundation.Decimal
import struct Foundation.URL
import struct Foundation.UUID

/// The values of an attribute that can make a difference to predicates: the constants that it is compared with, their
/// neighbours, and one that is none of them.
struct SampleValues {
  private(set) var values: [Value] = []
  /// More samples would make the search longer and hardly better.
  private static let limit = 14

  /// - Parameters:
  ///   - constants: what the attribute is compared with.
  ///   - patterns: the texts that it is compared with, and how.
  init<Shape>(
    _ type: ValueType, isOptional: Bool, _ constants: [Value], _ patterns: [ReadKeys<Shape>.Pattern]
  ) {
    switch type {
    case .boolean: values = [false, true]
    case .integer: addIntegers(constants)
    case .double: addNumbers(constants) { .double($0) }
    case .decimal: addNumbers(constants) { .decimal(Decimal(string: $0.description) ?? 0) }
    case .string: addTexts(constants, patterns)
    case .date: addDates(constants)
    case .data: addOthers(constants, .data(Data([0])), .data(Data([1])))
    case .uuid: addOthers(constants, Value("00000000-0000-0000-0000-000000000000", as: "uuid") ?? .null, nil)
    case .url: addOthers(constants, Value("https://example.org", as: "url") ?? .null, nil)
    case .any: for constant in constants { add(constant) }
    }
    if values.count > Self.limit { values.removeSubrange(Self.limit...) }
    if isOptional || values.isEmpty { values.append(.null) }
  }

  private mutating func add(_ value: Value) {
    if !values.contains(value) { values.append(value) }
  }

  private func numbers(_ constants: [Value]) -> [Double] {
    var found = constants.filter { $0.isNumber }.map(\.asDouble).filter { abs($0) < 1e15 }
    // Several may meet in arithmetic: `age * 2 > 60` turns at 30.
    if found.count > 1, found.count <= 4 {
      let own = found
      for (place, a) in own.enumerated() {
        for b in own[..<place] + own[(place + 1)...] where b != 0 { found += [a / b, a - b] }
      }
    }
    return found
  }

  private mutating func addIntegers(_ constants: [Value]) {
    let numbers = numbers(constants)
    for number in numbers { add(.integer(Int64(number.rounded(.down)))) }
    for number in numbers {
      add(.integer(Int64(number.rounded(.down)) + 1))
      add(.integer(Int64(number.rounded(.down)) - 1))
    }
    if values.isEmpty { values = [1, 2, 0] }
  }

  private mutating func addNumbers(_ constants: [Value], _ make: (Double) -> Value) {
    let numbers = numbers(constants)
    for number in numbers { add(make(number)) }
    for number in numbers {
      add(make(number + 0.5))
      add(make(number - 0.5))
    }
    if values.isEmpty { values = [make(1), make(2)] }
  }

  private mutating func addDates(_ constants: [Value]) {
    for constant in constants {
      let seconds: Double
      switch constant {
      case .date(let date): seconds = date.timeIntervalSinceReferenceDate
      default:
        guard constant.isNumber else { continue }
        seconds = constant.asDouble
      }
      for difference in [0.0, 1, -1] { add(.date(Date(timeIntervalSinceReferenceDate: seconds + difference))) }
    }
    for seconds in [0.0, 1, -1] { add(.date(Date(timeIntervalSinceReferenceDate: seconds))) }
  }

  private mutating func addOthers(_ constants: [Value], _ first: Value, _ second: Value?) {
    for constant in constants { add(constant) }
    add(first)
    if let second { add(second) }
  }

  // MARK: Text

  private mutating func addTexts<Shape>(_ constants: [Value], _ patterns: [ReadKeys<Shape>.Pattern]) {
    // The texts themselves before their neighbours, so that none is cut off by the limit.
    for pattern in patterns { add(.string(Self.text(of: pattern))) }
    for text in Self.telling(patterns) { add(.string(text)) }
    let folds = patterns.contains { $0.options.folds }
    for pattern in patterns {
      let text = Self.text(of: pattern)
      switch pattern.operator {
      case .beginsWith, .endsWith, .contains, .in, .like, .matches:
        add(.string(text + "a"))
        add(.string("a" + text))
        for other in Self.others(pattern) { add(.string(other)) }
      case .less, .lessOrEqual, .greater, .greaterOrEqual, .between:
        add(.string(text + "a"))
        add(.string(String(text.dropLast())))
      case .equal, .notEqual, .utiConformsTo, .utiEquals, .selector: break
      }
      if folds {
        let lowered = text.lowercased()
        add(.string(lowered == text ? text.uppercased() : lowered))
        if let first = text.first, first.isLetter { add(.string("\(first)\u{301}" + text.dropFirst())) }
      }
    }
    // `name.length > 3`
    for number in numbers(constants) where number >= 0 && number < 100 {
      for length in [Int(number), Int(number) + 1, Int(number) - 1] where length >= 0 {
        add(.string(String(repeating: "a", count: length)))
      }
    }
    add("a")
    add("")
  }

  /// A text that fits a pattern.
  private static func text<Shape>(of pattern: ReadKeys<Shape>.Pattern) -> String {
    switch pattern.operator {
    case .like: pattern.text.replacing("*", with: "").replacing("?", with: "a").replacing("\\", with: "")
    case .matches: matches(pattern, count: 1).first ?? pattern.text
    default: pattern.text
    }
  }

  private static func others<Shape>(_ pattern: ReadKeys<Shape>.Pattern) -> [String] {
    switch pattern.operator {
    case .like:
      [
        pattern.text.replacing("*", with: "b").replacing("?", with: "b"),
        pattern.text.replacing("*", with: "").replacing("?", with: ""),
      ]
    case .matches: Array(matches(pattern, count: 3).dropFirst())
    default: []
    }
  }

  private static func matches<Shape>(_ pattern: ReadKeys<Shape>.Pattern, count: Int) -> [String] {
    PatternTexts.texts(
      matching: [pattern.text], ignoresCase: pattern.options.contains(.caseInsensitive), count: count)
  }

  /// Texts that one of two patterns takes and the other does not.
  private static func telling<Shape>(_ patterns: [ReadKeys<Shape>.Pattern]) -> [String] {
    let expressions = patterns.compactMap { pattern -> (text: String, ignoresCase: Bool)? in
      let ignoresCase = pattern.options.contains(.caseInsensitive)
      return switch pattern.operator {
      case .matches: (pattern.text, ignoresCase)
      case .like: (LikePattern(pattern.text).regularExpression, ignoresCase)
      default: nil
      }
    }.prefix(3)
    return expressions.indices.flatMap { place in
      expressions[..<place].flatMap { other in
        PatternTexts.telling(
          other.text, from: expressions[place].text,
          ignoresCase: other.ignoresCase && expressions[place].ignoresCase)
      }
    }
  }
}
