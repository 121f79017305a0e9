import Diagnostics

import struct Foundation.Date

extension KeyAccess {
  /// `FUNCTION(receiver, "selector", …)`: the few methods of Foundation that format strings call.
  func send(_ selector: String, to receiver: Value, _ arguments: [Value], at range: SourceRange) throws -> Value {
    if receiver.isNull { return .null }
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
}
