import Diagnostics

/// SUBQUERY, and an index in brackets after a collection: `players[0]`, `players[SIZE]`.
extension Compiler {
  mutating func subquery(_ collection: Expression, _ name: String, _ predicate: Predicate) throws -> Operand {
    let operand = try self.operand(collection)
    let slot = bind(name)
    let condition = try self.condition(predicate)
    scope.removeAll { $0.slot == slot }
    let range = collection.range
    let meter = self.meter
    return Operand { frame in
      let value = try operand.evaluate(frame)
      if value.isNull { return .null }
      guard let elements = value.elements else {
        throw EvaluationError(.notCollection(value, operator: "SUBQUERY"), at: range)
      }
      try meter?.spend(.rows, elements.count)
      let found = try elements.filter { element in
        frame.locals[slot] = element
        return try condition(frame)
      }
      if case .set = value { return .set(found) }
      return .array(found)
    }
  }

  mutating func index(
    _ index: Expression.Index, of base: Expression, at range: SourceRange
  ) throws -> Operand {
    let collection = try operand(base)
    switch index {
    case .size:
      return Operand { frame in
        let value = try collection.evaluate(frame)
        if value.isNull { return .null }
        guard let elements = value.elements else {
          throw EvaluationError(.notCollection(value, operator: "[SIZE]"), at: range)
        }
        return .integer(Int64(elements.count))
      }
    case .first, .last:
      let isFirst = index == .first
      return Operand { frame in
        let value = try collection.evaluate(frame)
        if value.isNull { return .null }
        guard let elements = value.elements else {
          throw EvaluationError(.notCollection(value, operator: isFirst ? "[FIRST]" : "[LAST]"), at: range)
        }
        return (isFirst ? elements.first : elements.last) ?? .null
      }
    case .position(let expression):
      let position = try operand(expression)
      return Operand { frame in
        let value = try collection.evaluate(frame)
        if value.isNull { return .null }
        return try Self.element(try position.evaluate(frame), of: value, at: range)
      }
    }
  }

  private static func element(_ index: Value, of value: Value, at range: SourceRange) throws -> Value {
    if case .dictionary(let dictionary) = value {
      switch index {
      case .string(let key): return dictionary[key] ?? .null
      default: return dictionary[index.canonicalText] ?? .null
      }
    }
    guard let elements = value.elements, case .integer(let position) = index else {
      throw EvaluationError(.badIndex(index, of: value), at: range)
    }
    guard let place = Int(exactly: position), elements.indices.contains(place) else {
      throw EvaluationError(.indexOutOfBounds(position, count: elements.count), at: range)
    }
    return elements[place]
  }
}
