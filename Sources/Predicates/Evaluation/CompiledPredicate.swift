/// A predicate prepared for many candidates: keys resolved, constants prepared, patterns compiled.
///
/// ```swift
/// if let isGreen = try Predicate.parse("uniformColor ==[c] 'green'").predicate?.compiled(over: source) {
///   let green = try teams.filter { try isGreen.matches(.object($0)) }   // teams: [ObjectReference]
/// }
/// ```
///
/// It holds on to its source and is, like it, not for several threads at once.
public struct CompiledPredicate {
  private let condition: Condition
  private let frames: FramePool

  init(_ condition: @escaping Condition, slots: Int) {
    self.condition = condition
    frames = FramePool(slots: slots)
  }

  /// Whether the predicate holds for a candidate. O(nodes × values that the paths lead to), with constant sets and
  /// patterns prepared.
  /// - Throws: ``EvaluationError`` when a part of the predicate has no value for the candidate; other errors of the
  ///   source as they are.
  public func matches(_ candidate: Value) throws -> Bool {
    try frames.with(candidate) { frame in try condition(frame) }
  }
}

/// An expression prepared for many candidates. See ``CompiledPredicate``.
public struct CompiledExpression {
  private let operand: Operand
  private let frames: FramePool

  init(_ operand: Operand, slots: Int) {
    self.operand = operand
    frames = FramePool(slots: slots)
  }

  /// Returns the value for a candidate; an expression about nothing but variables and constants needs none.
  /// O(nodes × values that the paths lead to).
  /// - Throws: ``EvaluationError`` when a part of the expression has no value for the candidate; other errors of the
  ///   source as they are.
  public func value(for candidate: Value = .null) throws -> Value {
    if let constant = operand.constant { return constant }
    return try frames.with(candidate) { frame in try operand.evaluate(frame) }
  }
}

extension Predicate {
  /// Compiles the predicate over a source.
  ///
  /// Comparison, strings, `nil`: as NSPredicate does in memory. Where SQLite would answer otherwise (`!=` leaves out
  /// rows without a value), memory's answer is given. O(size of the predicate).
  /// - Parameters:
  ///   - source: The source that answers the keys of objects.
  ///   - entity: The name of the entity that candidates are of, for ``KeyValueSource/accessor(forKeyPath:of:)``.
  /// - Throws: ``EvaluationError`` for errors that show without a candidate: a constant that is not a regular
  ///   expression.
  public func compiled(over source: some KeyValueSource, entity: String? = nil) throws -> CompiledPredicate {
    var compiler = Compiler(source: source, entity: entity)
    let condition = try compiler.condition(self)
    return CompiledPredicate(condition, slots: compiler.slots)
  }
}

extension Expression {
  /// Compiles the expression over a source. See ``Predicate/compiled(over:entity:)``. O(nodes).
  /// - Throws: ``EvaluationError`` for errors that show without a candidate: a constant that is not a regular
  ///   expression.
  public func compiled(over source: some KeyValueSource, entity: String? = nil) throws -> CompiledExpression {
    try compiled(over: source, entity: entity, propagatesNil: false)
  }

  /// Compiles the expression over a source.
  /// - Parameter propagatesNil: Whether arithmetic and functions of nil give nil, as in SQL, instead of an error.
  package func compiled(
    over source: some KeyValueSource, entity: String?, propagatesNil: Bool
  ) throws -> CompiledExpression {
    var compiler = Compiler(source: source, entity: entity)
    compiler.propagatesNil = propagatesNil
    let operand = try compiler.operand(self)
    return CompiledExpression(operand, slots: compiler.slots)
  }
}
