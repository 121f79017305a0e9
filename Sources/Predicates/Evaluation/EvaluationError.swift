import Diagnostics

/// Why a predicate or an expression has no value for a candidate, and which part of it is to blame.
///
/// The words are in ``diagnostic``.
public struct EvaluationError: Error, Hashable, Sendable {
  public enum Fact: Hashable, Sendable {
    /// The source could not answer.
    case source(KeyValueError)
    /// A value that is no object was asked for a key.
    case noKey(String, of: Value)
    case unboundVariable(String)
    /// A placeholder that no argument has replaced.
    case openArgument(String)
    /// `<`, `>`, `BETWEEN` on values without a common order.
    case noOrder(Value, Value)
    /// A string operator on something else.
    case notText(Value, operator: String)
    /// IN, CONTAINS, a collection operator or function on something else.
    case notCollection(Value, operator: String)
    /// ANY, ALL or NONE before something else than a collection.
    case quantifiedScalar(Value, quantifier: String)
    /// BETWEEN without a pair.
    case notPair(Value)
    case notNumber(Value, operation: String)
    /// A whole number beyond 64 bits, or a number that is none.
    case overflow(operation: String)
    case divisionByZero
    case badPattern(String)
    /// A regular expression that explodes on this text.
    case costlyPattern(String)
    case indexOutOfBounds(Int64, count: Int)
    case badIndex(Value, of: Value)
    case badCast(Value, type: String)
    /// A value that stands as a condition.
    case notCondition(Value)
    /// `max:` and the like without any value.
    case emptyCollection(function: String)
    /// A function, selector or operator that exists on Apple's systems and not here.
    case unsupported(String)
  }

  public var fact: Fact
  /// The part of the predicate that has no value.
  public var range: SourceRange

  public init(_ fact: Fact, at range: SourceRange) {
    self.fact = fact
    self.range = range
  }
}
