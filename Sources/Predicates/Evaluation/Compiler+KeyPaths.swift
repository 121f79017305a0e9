import Diagnostics

extension Compiler {
  /// A chain of keys.
  ///
  /// A key of a collection is mapped over it: a set gives the set of the values that are there, a list gives a list
  /// with a `nil` where an element has none, and collections of collections are joined, as Core Data joins to-many
  /// hops. `nil` goes through.
  mutating func keyPath(_ expression: Expression) throws -> Operand {
    var keys: [(name: String, range: SourceRange)] = []
    var base = expression
    while case .key(let inner, let name) = base.kind {
      keys.append((name, base.range.keyRange(name)))
      base = inner
    }
    keys.reverse()
    let access = KeyAccess(source: source, meter: meter)
    if case .candidate = base.kind, keys.allSatisfy({ !$0.name.hasPrefix("@") }) {
      let names = keys.map(\.name)
      if let accessor = source.accessor(forKeyPath: names, of: entity) {
        let range = expression.range
        let slow = access.path(keys)
        return Operand { frame in
          if case .object(let reference) = frame.candidate { return try located(range) { try accessor(reference) } }
          return try slow(frame.candidate)
        }
      }
    }
    let start = try operand(base)
    let steps = try self.steps(keys)
    if steps.count == 1, case .key(let name, let range) = steps[0] {
      return Operand { frame in
        let value = try start.evaluate(frame)
        if case .object(let reference) = value {
          return try located(range) { try access.source.value(forKey: name, of: reference) }
        }
        return try access.value(forKey: name, of: value, at: range)
      }
    }
    return Operand { frame in
      var value = try start.evaluate(frame)
      for step in steps { value = try access.take(step, from: value) }
      return value
    }
  }

  private mutating func steps(_ keys: [(name: String, range: SourceRange)]) throws -> [KeyStep] {
    var steps: [KeyStep] = []
    var rest = keys[...]
    while let (name, range) = rest.popFirst() {
      if let found = CollectionOperator(rawValue: name) {
        // The count is of the collection before it; every other operator takes the path up to the next operator.
        var path: [(String, SourceRange)] = []
        while found != .count, let next = rest.first, !next.name.hasPrefix("@") {
          path.append((next.name, next.range))
          rest.removeFirst()
        }
        steps.append(.collection(found, path: path, range))
      } else if name.hasPrefix("@") {
        throw EvaluationError(.unknownOperator(name), at: range)
      } else if name == "%K" {
        throw EvaluationError(.openArgument("%K"), at: range)
      } else if let next = rest.first, let joined = source.joined(name, next.name) {
        rest.removeFirst()
        steps.append(.key(joined, next.range))
      } else {
        steps.append(.key(name, range))
      }
    }
    return steps
  }

  /// `team.$name`: the variable's text is the key, or a path of keys.
  mutating func variableKey(_ name: String, of base: Expression, at range: SourceRange) throws -> Operand {
    let start = try operand(base)
    let variable = try operand(Expression(.variable(name), at: range.keyRange("$" + name)))
    let access = KeyAccess(source: source, meter: meter)
    return Operand { frame in
      let value = try start.evaluate(frame)
      guard case .string(let path) = try variable.evaluate(frame) else {
        throw EvaluationError(.unsupported("a key that is not text"), at: range)
      }
      return try path.split(separator: ".").reduce(value) {
        try access.value(forKey: String($1), of: $0, at: range)
      }
    }
  }
}

/// One step of a key path after its base.
enum KeyStep {
  case key(String, SourceRange)
  /// A collection operator with the path to its values.
  case collection(CollectionOperator, path: [(String, SourceRange)], SourceRange)
}

/// Reads keys of values of all kinds.
struct KeyAccess<Source: KeyValueSource> {
  let source: Source
  let meter: Meter?

  /// Spends for the elements that are gone through.
  func spend(_ elements: [Value]) throws(OperationCancelled) {
    guard let meter else { return }
    try meter.spend(.rows, elements.count)
    for element in elements { if case .string(let text) = element { try meter.spend(reading: text.utf8.count) } }
  }

  func path(_ keys: [(name: String, range: SourceRange)]) -> (Value) throws -> Value {
    { value in
      var value = value
      for (name, range) in keys { value = try self.value(forKey: name, of: value, at: range) }
      return value
    }
  }

  func take(_ step: KeyStep, from value: Value) throws -> Value {
    switch step {
    case .key(let name, let range): return try self.value(forKey: name, of: value, at: range)
    case .collection(let found, let path, let range):
      if value.isNull { return .null }
      guard var values = value.elements else {
        throw EvaluationError(.notCollection(value, operator: found.rawValue), at: range)
      }
      for (name, place) in path { values = try mapped(values, name, at: place) }
      try spend(values)
      if found.rawValue.hasSuffix("Arrays") || found.rawValue.hasSuffix("Sets") {
        values = values.flatMap { $0.elements ?? [$0] }
      }
      return try Predicates.at(range) { () throws(ArithmeticFailure) in try found.value(of: values) }
    }
  }

  /// The values of a key of each element, `nil`s included, collections joined.
  private func mapped(_ elements: [Value], _ key: String, at range: SourceRange) throws -> [Value] {
    try spend(elements)
    var result: [Value] = []
    result.reserveCapacity(elements.count)
    for element in elements {
      let value = try self.value(forKey: key, of: element, at: range)
      switch value {
      case .array(let inner), .set(let inner):
        try spend(inner)
        result += inner
      default: result.append(value)
      }
    }
    return result
  }

  func value(forKey key: String, of value: Value, at range: SourceRange) throws -> Value {
    switch value {
    case .object(let reference): return try located(range) { try source.value(forKey: key, of: reference) }
    case .null: return .null
    case .dictionary(let dictionary): return dictionary[key] ?? .null
    case .array(let elements):
      if key == "self" { return value }
      return .array(try mapped(elements, key, at: range))
    case .set(let elements):
      if key == "self" { return value }
      let values = try mapped(elements, key, at: range).filter { !$0.isNull }
      // Equal ones are found by their hash values.
      for value in values { if case .string(let text) = value { try meter?.spend(.rows, text.utf8.count >> 4) } }
      return .set(Value.distinct(values))
    case .boolean, .integer, .double, .decimal, .string, .date, .data, .uuid, .url:
      if key == "self" { return value }
      if key != "length" { try meter?.spend(making: value) }
      guard let found = ValueKey.value(forKey: key, of: value) else {
        throw EvaluationError(.noKey(key, of: value), at: range)
      }
      return found
    }
  }
}

extension SourceRange {
  /// The place of the last key of a path, when this is the whole path.
  func keyRange(_ key: String) -> SourceRange {
    SourceRange(max(lowerBound, upperBound - key.utf8.count), upperBound)
  }
}
