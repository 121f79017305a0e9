import Diagnostics

import struct Foundation.Date
import struct Foundation.Decimal

/// Conditions that say nothing: always true or never.
extension Checker {
  /// Warns of comparisons of constants, and of comparisons of one key with constants that never hold together, or one of
  /// which always holds. Each key's constants and what lies between them are tried out.
  mutating func checkTruth(_ predicate: Predicate) {
    switch predicate.kind {
    case .constant, .truth: break
    case .not(let operand): checkTruth(operand)
    case .comparison(let comparison):
      guard comparison.modifier == .direct, comparison.left.constant != nil, comparison.right.constant != nil,
        let test = try? predicate.compiled(over: NoSource()), let holds = try? test.matches(.null)
      else { return }
      report(
        holds ? "always-true" : "never-true", "this is \(holds ? "always" : "never") true", at: predicate.range,
        severity: .warning, hint: "both sides are constants")
    case .and(let operands):
      for operand in operands { checkTruth(operand) }
      checkGroups(operands, isOr: false)
    case .or(let operands):
      for operand in operands { checkTruth(operand) }
      checkGroups(operands, isOr: true)
    }
  }

  private mutating func checkGroups(_ operands: [Predicate], isOr: Bool) {
    var groups: [[String]: [(predicate: Predicate, bound: Predicate.Bound)]] = [:]
    var order: [[String]] = []
    for operand in operands {
      guard let bound = operand.bound, Self.isComparable(bound.operator), bound.options.isEmpty else { continue }
      if groups[bound.keyPath] == nil { order.append(bound.keyPath) }
      groups[bound.keyPath, default: []].append((operand, bound))
    }
    for path in order {
      guard let group = groups[path], group.count > 1, group.count <= 20, let attribute = attribute(at: path) else {
        continue
      }
      let samples = Self.samples(group.flatMap { $0.bound.constant.elements ?? [$0.bound.constant] }, attribute)
      // Two that contradict each other say more than the whole group.
      for (place, first) in group.enumerated() {
        for second in group[(place + 1)...] where isDecided([first, second], samples, isOr) {
          return reportDecided(path, first.predicate, second.predicate, isOr)
        }
      }
      if group.count > 2, isDecided(group, samples, isOr) {
        return reportDecided(path, group[0].predicate, group[group.count - 1].predicate, isOr)
      }
    }
  }

  private mutating func reportDecided(_ path: [String], _ first: Predicate, _ second: Predicate, _ isOr: Bool) {
    let name = path.joined(separator: ".")
    report(
      isOr ? "always-true" : "never-true",
      isOr ? "every \(name) passes one of these" : "no \(name) passes both of these",
      at: first.range.union(second.range), severity: .warning,
      hint: isOr ? "did you mean AND?" : "did you mean OR?")
  }

  /// Whether an AND of the comparisons fails for every sample, or an OR of them holds for every one.
  private func isDecided(
    _ group: [(predicate: Predicate, bound: Predicate.Bound)], _ samples: [Value], _ isOr: Bool
  ) -> Bool {
    var tests: [CompiledPredicate] = []
    for (_, bound) in group {
      let comparison = Predicate.Comparison(
        Expression(.candidate), bound.operator, Expression(.constant(bound.constant)))
      guard let test = try? Predicate(.comparison(comparison)).compiled(over: NoSource()) else { return false }
      tests.append(test)
    }
    for sample in samples {
      var holding = 0
      for test in tests {
        guard let holds = try? test.matches(sample) else { return false }
        if holds { holding += 1 }
      }
      if isOr ? holding == 0 : holding == tests.count { return false }
    }
    return !samples.isEmpty
  }

  private static func isComparable(_ sign: Predicate.Comparison.Operator) -> Bool {
    switch sign {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .between, .in: true
    case .contains, .beginsWith, .endsWith, .like, .matches, .utiConformsTo, .utiEquals, .selector: false
    }
  }

  /// The attribute at the end of a path through to-one relationships; a step that may be nil makes it optional.
  private func attribute(at path: [String]) -> (type: ValueType, isOptional: Bool)? {
    var here = entity
    var isOptional = false
    for (place, key) in path.enumerated() {
      switch shape.property(key, of: here) {
      case .attribute(let type, let own) where place == path.count - 1: return (type, isOptional || own)
      case .toOne(let destination, let own):
        here = destination
        isOptional = isOptional || own
      default: return nil
      }
    }
    return nil
  }

  /// Each constant, what lies between two of them, below the first and above the last, and nil where it may be.
  private static func samples(
    _ constants: [Value], _ attribute: (type: ValueType, isOptional: Bool)
  ) -> [Value] {
    var samples: [Value] = attribute.isOptional ? [.null] : []
    switch attribute.type {
    case .boolean: samples += [false, true]
    case .integer, .double, .decimal:
      let numbers = constants.filter { $0.isNumber || $0.isBoolean }.map(\.asDouble).sorted()
      guard numbers.count == constants.filter({ !$0.isNull }).count, let first = numbers.first, let last = numbers.last,
        abs(first) < 1e15, abs(last) < 1e15
      else { return [] }
      var points = numbers + [first - 1, last + 1]
      for (a, b) in zip(numbers, numbers.dropFirst()) { points += [a + 1, b - 1, (a + b) / 2] }
      for point in points {
        let whole = point.rounded(.down)
        if attribute.type == .integer {
          samples += [.integer(Int64(whole)), .integer(Int64(whole) + 1)]
        } else {
          samples.append(attribute.type == .decimal ? .decimal(Decimal(point)) : .double(point))
        }
      }
    case .date:
      for constant in constants {
        guard case .date(let date) = constant else {
          if constant.isNull { continue }
          return []
        }
        for difference in [-0.5, 0, 0.5] { samples.append(.date(date.addingTimeInterval(difference))) }
      }
    case .string:
      samples.append("")
      for constant in constants {
        guard case .string(let text) = constant else {
          if constant.isNull { continue }
          return []
        }
        samples += [constant, .string(text + "\u{1}"), .string(text + "~~")]
        samples.append(.string(String(text.dropLast()) + "\u{1}"))
      }
    case .data, .uuid, .url, .any: return []
    }
    return samples
  }
}

/// A world without objects, for conditions of constants.
private struct NoSource: KeyValueSource {
  var now: Date { Date(timeIntervalSinceReferenceDate: 0) }

  func value(forKey key: String, of object: ObjectReference) throws -> Value { .null }
}
