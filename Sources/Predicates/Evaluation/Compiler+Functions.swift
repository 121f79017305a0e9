import Diagnostics
import Platform

import struct Foundation.Data
import struct Foundation.Date
import struct Foundation.Decimal
import struct Foundation.URL
import struct Foundation.UUID

extension Compiler {
  // MARK: Functions

  mutating func function(_ name: String, _ arguments: [Expression], at range: SourceRange) throws -> Operand {
    let source = self.source
    switch name {
    case "now": return Operand { _ in .date(source.now) }
    case "random", "randomn":
      let bound = try arguments.first.map { try operand($0) }
      return Operand { frame in
        guard let number = try located(range, { try source.nextRandomNumber() }) else {
          throw EvaluationError(.noChance(function: name), at: range)
        }
        // A whole number below 2³¹, as of C's random(), which Apple's is.
        guard let bound else { return .integer(Int64(number >> 33)) }
        let limit = try bound.evaluate(frame)
        let whole = try Predicates.at(range) { () throws(ArithmeticFailure) in try limit.wholeNumber(name) }
        guard whole > 0 else { throw EvaluationError(.emptyCollection(function: name), at: range) }
        return .integer(Int64(number % UInt64(whole)))
      }
    default: break
    }
    let operands = try arguments.map { try operand($0) }
    let meter = self.meter
    return Operand { frame in
      let values = try operands.map { try $0.evaluate(frame) }
      if let meter {
        for value in values {
          // The result of a function is about as long as its arguments.
          if case .string = value { try meter.spend(making: value) } else { try meter.spend(reading: value) }
        }
      }
      return try Self.call(name, values, at: range)
    }
  }

  private static func call(_ name: String, _ values: [Value], at range: SourceRange) throws -> Value {
    // The parser has counted them; a tree that was built by hand has not been.
    guard FunctionName(name)?.arguments.contains(values.count) ?? false else {
      throw EvaluationError(.unsupported("\(name) with \(values.count) arguments"), at: range)
    }
    switch name {
    case "castObject:toType":
      guard case .string(let type) = values[1] else {
        throw EvaluationError(.badCast(values[0], type: "this"), at: range)
      }
      return try cast(values[0], to: type, at: range)
    case "noindex": return values[0]
    default: break
    }
    return try Predicates.at(range) { () throws(ArithmeticFailure) in
      if let value = try numeric(name, values) { return value }
      if let value = try statistic(name, values) { return value }
      switch (name, values.first) {
      case ("uppercase", .string(let text)?): return .string(text.uppercased())
      case ("lowercase", .string(let text)?): return .string(text.lowercased())
      case ("canonical", .string(let text)?):
        return .string(Predicate.Comparison.Options([.caseInsensitive, .diacriticInsensitive]).folded(text))
      case ("length", .string(let text)?): return .integer(Int64(text.utf16.count))
      case ("uppercase", .null?), ("lowercase", .null?), ("canonical", .null?), ("length", .null?): return .null
      case ("uppercase", let value?), ("lowercase", let value?), ("canonical", let value?), ("length", let value?):
        throw .init(.notText(value, operator: name))
      case ("modulus:by", _): return try .arithmetic(.remainder, values[0], values[1])
      case ("objectFrom:withIndex", let list?):
        let elements = try list.collection(name)
        let index = try values[1].wholeNumber(name)
        guard let place = Int(exactly: index), elements.indices.contains(place) else {
          throw .init(.indexOutOfBounds(index, count: elements.count))
        }
        return elements[place]
      case ("distanceToLocation:fromLocation", _):
        return .double(try Location(values[0], name).distance(to: try Location(values[1], name)))
      default: throw .init(.unsupported(name))
      }
    }
  }

  /// The functions of one number; nil for other names. A nil argument gives nil back.
  private static func numeric(_ name: String, _ values: [Value]) throws(ArithmeticFailure) -> Value? {
    let function: (Double) -> Double
    switch name {
    case "sqrt": function = { $0.squareRoot() }
    case "log": function = { log10($0) }
    case "ln": function = { log($0) }
    case "exp": function = { exp($0) }
    case "abs", "ceiling", "floor", "trunc":
      let number = try values[0].number(name)
      if case .integer(let integer) = number {
        if name != "abs" { return number }
        if integer == .min { throw .init(.overflow(operation: name)) }
        return .integer(Swift.abs(integer))
      }
      if case .decimal(let decimal) = number {
        switch name {
        case "abs": return .decimal(decimal.magnitude)
        case "ceiling": return .decimal(decimal.ceiling)
        case "floor": return .decimal(decimal.floor)
        default: return .decimal(decimal.truncated)
        }
      }
      switch name {
      case "abs": function = { Swift.abs($0) }
      case "ceiling": function = { $0.rounded(.up) }
      case "floor": function = { $0.rounded(.down) }
      default: function = { $0.rounded(.towardZero) }
      }
    default: return nil
    }
    let result = function(try values[0].number(name).asDouble)
    if result.isNaN || result == -.infinity && ["ln", "log"].contains(name) {
      throw .init(.undefined(operation: name))
    }
    guard result.isFinite else { throw .init(.overflow(operation: name)) }
    return .double(result)
  }

  /// The functions of many values, given one by one or as one collection; nil for other names.
  private static func statistic(_ name: String, _ values: [Value]) throws(ArithmeticFailure) -> Value? {
    guard FunctionName.ofMany.contains(name) else { return nil }
    var elements = values
    if values.count == 1 {
      if values[0].isNull { return .null }
      if let inner = values[0].elements {
        elements = inner
      } else if name == "count" {
        throw .init(.notCollection(values[0], operator: name))
      }
    }
    switch name {
    case "count": return .integer(Int64(elements.count))
    case "sum": return try Value.sum(elements, operation: name)
    default: break
    }
    let present = elements.filter { !$0.isNull }
    guard !present.isEmpty else { throw .init(.emptyCollection(function: name)) }
    switch name {
    case "min": return try Value.extreme(present, .ascending)
    case "max": return try Value.extreme(present, .descending)
    case "average": return .average(try Value.sum(present, operation: name), of: present.count)
    case "mode":
      var counts: [Value: Int] = [:]
      for value in present { counts[value, default: 0] += 1 }
      let most = counts.values.max() ?? 0
      // Several values may be the most frequent: a list, in the order found.
      return .array(Value.distinct(present).filter { counts[$0] == most })
    default: break
    }
    var numbers: [Double] = []
    for value in present { numbers.append(try value.number(name).asDouble) }
    let count = Double(numbers.count)
    if name == "median", present.contains(where: { if case .decimal = $0 { true } else { false } }) {
      let sorted = present.map(\.asDecimal).sorted()
      let middle = sorted.count / 2
      if !sorted.count.isMultiple(of: 2) { return .decimal(sorted[middle]) }
      return .average(try Value.sum([.decimal(sorted[middle - 1]), .decimal(sorted[middle])], operation: name), of: 2)
    }
    if name == "median" {
      numbers.sort()
      let middle = numbers.count / 2
      return .double(numbers.count.isMultiple(of: 2) ? (numbers[middle - 1] + numbers[middle]) / 2 : numbers[middle])
    }
    // The deviation of the whole, not of a sample.
    let mean = numbers.reduce(0, +) / count
    return .double((numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count).squareRoot())
  }

  // MARK: CAST

  /// The value as another type; nil stays nil. A date is the number of seconds since 2001-01-01T00:00:00Z.
  static func cast(_ value: Value, to type: String, at range: SourceRange) throws -> Value {
    if value.isNull { return .null }
    switch (CastType(rawValue: type), value) {
    case (.string, .string), (.date, .date), (.number, .integer), (.number, .double),
      (.number, .decimal), (.number, .boolean), (.decimal, .decimal), (.url, .url), (.uuid, .uuid), (.data, .data):
      return value
    case (.string, .integer), (.string, .double), (.string, .decimal), (.string, .boolean):
      return .string(value.canonicalText)
    case (.string, .url(let url)): return .string(url.absoluteString)
    case (.string, .uuid(let uuid)): return .string(uuid.uuidString)
    case (.number, .date(let date)): return .double(date.timeIntervalSinceReferenceDate)
    case (.number, .string(let text)):
      if let number = Value(number: text) { return number }
    case (.decimal, .integer), (.decimal, .double), (.decimal, .boolean):
      return .decimal(value.asDecimal)
    case (.decimal, .string(let text)):
      if text.isDecimalNumber, let decimal = Decimal(string: text) { return .decimal(decimal) }
    case (.date, .integer), (.date, .double), (.date, .decimal):
      return .date(Date(timeIntervalSinceReferenceDate: value.asDouble))
    case (.url, .string(let text)): if let url = Value(text, as: "url") { return url }
    case (.uuid, .string(let text)): if let uuid = Value(text, as: "uuid") { return uuid }
    case (.data, .string(let text)): if let data = Value(text, as: "data") { return data }
    default: break
    }
    throw EvaluationError(.badCast(value, type: type), at: range)
  }
}

extension Value {
  /// The value as it reads inside an interpolated string: text without quotes, true and false as words.
  func displayText(in source: some KeyValueSource) throws -> String {
    switch self {
    case .null: return "nil"
    case .boolean(let flag): return flag ? "true" : "false"
    case .integer, .double, .decimal: return canonicalText
    case .string(let text): return text
    case .date(let date): return date.internetText
    case .data(let data): return Self.hexadecimal(data)
    case .uuid(let uuid): return uuid.uuidString
    case .url(let url): return url.absoluteString
    case .object(let reference): return try source.displayText(of: reference)
    case .array(let elements), .set(let elements):
      return try elements.map { try $0.displayText(in: source) }.joined(separator: ", ")
    case .dictionary(let dictionary):
      return try dictionary.sorted { $0.key < $1.key }.map { "\($0.key): \(try $0.value.displayText(in: source))" }
        .joined(separator: ", ")
    }
  }
}
