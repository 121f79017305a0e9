import Diagnostics

import struct Foundation.Date

extension KeyAccess {
  /// `FUNCTION(receiver, "selector", …)`: the few methods of Foundation that format strings call.
  func send(_ selector: String, to receiver: Value, _ arguments: [Value], at range: SourceRange) throws -> Value {
    if receiver.isNull { return .null }
    try spend(for: selector, receiver, arguments)
    switch (selector, receiver, arguments.first) {
    case ("valueForKey:", _, .string(let key)?): return try value(forKey: key, of: receiver, at: range)
    case ("valueForKeyPath:", _, .string(let path)?):
      return try path.split(separator: ".").reduce(receiver) { try value(forKey: String($1), of: $0, at: range) }
    case ("objectForKey:", .dictionary(let dictionary), .string(let key)?): return dictionary[key] ?? .null
    case ("uppercase", .string(let text), nil): return .string(text.uppercased())
    case ("lowercase", .string(let text), nil): return .string(text.lowercased())
    case ("stringByAppendingString:", .string(let text), .string(let tail)?): return .string(text + tail)
    case ("hasPrefix:", .string(let text), .string(let part)?): return .boolean(text.hasPrefix(part) && !part.isEmpty)
    case ("hasSuffix:", .string(let text), .string(let part)?): return .boolean(text.hasSuffix(part) && !part.isEmpty)
    case ("stringByReplacingOccurrencesOfString:withString:", .string(let text), .string(let old)?):
      guard arguments.count == 2, case .string(let new) = arguments[1], !old.isEmpty else { break }
      return .string(text.replacing(old, with: new))
    case ("dateByAddingTimeInterval:", .date(let date), let seconds?) where seconds.isNumber:
      return .date(date.addingTimeInterval(seconds.asDouble))
    case ("timeIntervalSinceDate:", .date(let date), .date(let other)?): return .double(date.timeIntervalSince(other))
    case ("isEqual:", _, let other?): return .boolean(receiver.isEqual(to: other))
    case ("count", _, nil):
      if let elements = receiver.elements { return .integer(Int64(elements.count)) }
    case (_, _, nil) where !selector.hasSuffix(":"): return try value(forKey: selector, of: receiver, at: range)
    default: break
    }
    throw EvaluationError(.unsupported("the selector \(selector)"), at: range)
  }

  /// Spends for the text that a selector makes or reads through.
  private func spend(for selector: String, _ receiver: Value, _ arguments: [Value]) throws(OperationCancelled) {
    guard let meter else { return }
    for argument in arguments { try meter.spend(reading: argument) }
    guard case .string(let text) = receiver else { return try meter.spend(reading: receiver) }
    guard selector == "stringByReplacingOccurrencesOfString:withString:", arguments.count == 2,
      case .string(let old) = arguments[0], case .string(let new) = arguments[1], !old.isEmpty
    else {
      let rest = arguments.reduce(0) { if case .string(let text) = $1 { $0 + text.utf8.count } else { $0 } }
      return try meter.spend(making: text.utf8.count + rest)
    }
    // At most one replacement for each occurrence. Texts are far shorter than what would overflow.
    try meter.spend(making: text.utf8.count / old.utf8.count * new.utf8.count + text.utf8.count)
  }
}
