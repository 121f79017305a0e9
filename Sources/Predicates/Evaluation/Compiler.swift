import Diagnostics

/// Turns predicates and expressions into closures over a source.
struct Compiler<Source: KeyValueSource> {
  let source: Source
  let meter: Meter?
  /// The entity that candidates are of, if it is known.
  let entity: String?
  /// The local variables in reach, the innermost last.
  var scope: [(name: String, slot: Int)] = []
  /// How many slots a frame needs.
  var slots = 0
  /// Whether arithmetic and functions of nil give nil, as those of NULL do in SQL.
  var propagatesNil = false

  init(source: Source, entity: String?) {
    self.source = source
    meter = source.meter
    self.entity = entity
  }

  mutating func bind(_ name: String) -> Int {
    scope.append((name, slots))
    slots += 1
    return slots - 1
  }

  // MARK: Conditions

  mutating func condition(_ predicate: Predicate) throws -> Condition {
    switch predicate.kind {
    case .constant(let flag): return { _ in flag }
    case .comparison(let comparison): return try self.comparison(comparison, at: predicate.range)
    case .not(let inner):
      let condition = try self.condition(inner)
      return { frame in try !condition(frame) }
    case .and(let operands):
      let conditions = try operands.map { try condition($0) }
      if conditions.count == 2 {
        let (first, second) = (conditions[0], conditions[1])
        return { frame in try first(frame) && second(frame) }
      }
      return { frame in
        for condition in conditions where try !condition(frame) { return false }
        return true
      }
    case .or(let operands):
      let conditions = try operands.map { try condition($0) }
      if conditions.count == 2 {
        let (first, second) = (conditions[0], conditions[1])
        return { frame in try first(frame) || second(frame) }
      }
      return { frame in
        for condition in conditions where try condition(frame) { return true }
        return false
      }
    case .truth(let expression):
      let operand = try self.operand(expression)
      let range = expression.range
      return { frame in
        switch try operand.evaluate(frame) {
        case .boolean(let flag): return flag
        case .integer(0): return false
        case .integer(1): return true
        case .null: return false
        case let value: throw EvaluationError(.notCondition(value), at: range)
        }
      }
    }
  }

  // MARK: Expressions

  mutating func operand(_ expression: Expression) throws -> Operand {
    let range = expression.range
    switch expression.kind {
    case .constant(let value): return Operand(value)
    case .candidate: return Operand { frame in frame.candidate }
    case .key: return try keyPath(expression)
    case .variableKey(let base, let name): return try variableKey(name, of: base, at: range)
    case .variable(let name): return variable(name, at: range)
    case .assignment(let name, let value):
      let operand = try self.operand(value)
      let slot = bind(name)
      return Operand { frame in
        let value = try operand.evaluate(frame)
        frame.locals[slot] = value
        return value
      }
    case .aggregate(let elements):
      let operands = try elements.map { try operand($0) }
      let constants = operands.compactMap(\.constant)
      if constants.count == operands.count { return Operand(.array(constants)) }
      let meter = self.meter
      return Operand { frame in
        let list = Value.array(try operands.map { try $0.evaluate(frame) })
        try meter?.spend(making: list)
        return list
      }
    case .index(let base, let index): return try self.index(index, of: base, at: range)
    case .negation(let inner):
      let operand = try self.operand(inner)
      return propagating([operand]) { frame in
        let value = try operand.evaluate(frame)
        return try at(range) { () throws(ArithmeticFailure) in try Value.arithmetic(.subtract, .integer(0), value) }
      }
    case .onesComplement(let inner):
      let operand = try self.operand(inner)
      return propagating([operand]) { frame in
        let value = try operand.evaluate(frame)
        return .integer(~(try at(range) { () throws(ArithmeticFailure) in try value.wholeNumber("~") }))
      }
    case .binary(let sign, let left, let right):
      let a = try operand(left)
      let b = try operand(right)
      let meter = self.meter
      return propagating(sign.joinsCollections ? [] : [a, b]) { frame in
        let (x, y) = (try a.evaluate(frame), try b.evaluate(frame))
        if let meter, sign.joinsCollections { try meter.spend(joining: x, y, eachWithEach: sign != .union) }
        return try at(range) { () throws(ArithmeticFailure) in try Value.arithmetic(sign, x, y) }
      }
    case .function(let name, let arguments):
      let function = try self.function(name, arguments, at: range)
      guard propagatesNil else { return function }
      return propagating(try arguments.map { try operand($0) }, function.evaluate)
    case .selector(let receiver, let selector, let arguments):
      let target = try operand(receiver)
      let operands = try arguments.map { try operand($0) }
      let access = KeyAccess(source: source, meter: meter)
      return Operand { frame in
        let value = try target.evaluate(frame)
        let arguments = try operands.map { try $0.evaluate(frame) }
        return try access.send(selector, to: value, arguments, at: range)
      }
    case .cast(let inner, let type):
      let operand = try self.operand(inner)
      if let constant = operand.constant { return Operand(try Self.cast(constant, to: type, at: range)) }
      return Operand { frame in try Self.cast(try operand.evaluate(frame), to: type, at: range) }
    case .ternary(let test, let first, let second):
      let condition = try self.condition(test)
      let a = try operand(first)
      let b = try operand(second)
      return Operand { frame in try condition(frame) ? try a.evaluate(frame) : try b.evaluate(frame) }
    case .subquery(let collection, let name, let predicate): return try subquery(collection, name, predicate)
    case .argument(let specifier, _):
      return Operand { _ in throw EvaluationError(.openArgument(specifier.description), at: range) }
    case .anyKey: return anyKey(at: range)
    case .extension(let form):
      if let text = form.base as? InterpolatedString { return try interpolated(text) }
      let source = self.source
      return Operand { frame in
        try located(range) { try source.value(of: form.base, candidate: frame.candidate) }
      }
    }
  }

  /// The values of all keys of the candidate.
  private func anyKey(at range: SourceRange) -> Operand {
    let source = self.source
    return Operand { frame in
      switch frame.candidate {
      case .null: return .array([])
      case .dictionary: return .array(frame.candidate.elements ?? [])
      case .object(let reference):
        return try located(range) {
          guard let keys = try source.keys(of: reference) else {
            throw EvaluationError(.unsupported("ANYKEY"), at: range)
          }
          return .array(try keys.map { try source.value(forKey: $0, of: reference) })
        }
      case let value: throw EvaluationError(.noKey("ANYKEY", of: value), at: range)
      }
    }
  }

  private func variable(_ name: String, at range: SourceRange) -> Operand {
    if let local = scope.last(where: { $0.name == name }) {
      let slot = local.slot
      return Operand { frame in frame.locals[slot] }
    }
    let source = self.source
    return Operand { _ in
      guard let value = try located(range, { try source.value(forVariable: name) }) else {
        throw EvaluationError(.unboundVariable(name), at: range)
      }
      return value
    }
  }

  private mutating func interpolated(_ string: InterpolatedString) throws -> Operand {
    let source = self.source
    var operands: [Operand] = []
    for part in string.parts {
      switch part {
      case .text(let text): operands.append(Operand(.string(text)))
      case .expression(let expression): operands.append(try operand(expression))
      }
    }
    let meter = self.meter
    return Operand { frame in
      var texts: [String] = []
      var length = 0
      for operand in operands {
        let value = try operand.evaluate(frame)
        if case .string = value {
          // Counted with the whole text.
        } else {
          try meter?.spend(making: value)
        }
        texts.append(try value.displayText(in: source))
        length += texts[texts.count - 1].utf8.count
      }
      try meter?.spend(making: length)
      return .string(texts.joined())
    }
  }
}

extension Compiler {
  /// An operand that is nil where one of those that it reads is, if nil propagates.
  private func propagating(_ operands: [Operand], _ evaluate: @escaping Evaluator) -> Operand {
    guard propagatesNil, !operands.isEmpty else { return Operand(evaluate) }
    return Operand { frame in
      for operand in operands where try operand.evaluate(frame).isNull { return .null }
      return try evaluate(frame)
    }
  }
}

/// Runs a piece of arithmetic and puts the place to what goes wrong.
func at<Result>(_ range: SourceRange, _ body: () throws(ArithmeticFailure) -> Result) throws(EvaluationError) -> Result
{
  do {
    return try body()
  } catch {
    throw EvaluationError(error.fact, at: range)
  }
}

/// Asks a source and puts the place to its errors.
func located<Result>(_ range: SourceRange, _ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as KeyValueError {
    throw EvaluationError(.source(error), at: range)
  }
}
