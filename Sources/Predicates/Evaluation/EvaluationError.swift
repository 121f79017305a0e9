import Diagnostics

/// Why a predicate or an expression has no value for a candidate, and which part of it is to blame.
///
/// The words are in ``diagnostic``.
public struct EvaluationError: Error, Hashable, Sendable {
  /// The event, with the values that were involved.
  public enum Fact: Hashable, Sendable {
    /// The source could not answer.
    case source(KeyValueError)
    /// A value that is no object was asked for a key.
    case noKey(String, of: Value)
    /// A `$name`, without the `$`, that neither the source nor a SUBQUERY binds.
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
    /// Arithmetic or a numeric function on something else; `nil` is no number either.
    case notNumber(Value, operation: String)
    /// A number that is too large for its type, or none.
    case overflow(operation: String)
    /// A function has no value for its argument, as the square root of -1; NSExpression gives NaN.
    case undefined(operation: String)
    /// A whole number beyond 64 bits, of two whole numbers. NSExpression wraps around.
    case wholeNumberOverflow(operation: String)
    /// `/`, `%` or their functions with a divisor of 0, doubles included.
    case divisionByZero
    /// The right side of MATCHES is no ICU regular expression.
    case badPattern(String)
    /// A regular expression that explodes on this text.
    case costlyPattern(String)
    /// `a[i]` outside 0 to `count` - 1.
    case indexOutOfBounds(Int64, count: Int)
    /// `a[i]` of something that has no such elements: the index, and what it was asked of.
    case badIndex(Value, of: Value)
    /// CAST has no way from the value to the type, named as Apple names it: `NSDate`.
    case badCast(Value, type: String)
    /// A value used as a condition.
    case notCondition(Value)
    /// `max:` and the like without any value.
    case emptyCollection(function: String)
    /// `distanceToLocation:fromLocation:` of something without numbers for `latitude` and `longitude`.
    case notLocation(Value)
    /// `random` where nothing is left to chance, so that every run gives the same.
    case noChance(function: String)
    /// `@foo`: no collection operator has this name.
    case unknownOperator(String)
    /// A function, selector or operator that exists on Apple's systems and not here.
    case unsupported(String)
  }

  /// The event.
  public var fact: Fact
  /// The part of the predicate that has no value.
  public var range: SourceRange

  /// A fact at the part of the predicate's own text that it is about.
  public init(_ fact: Fact, at range: SourceRange) {
    self.fact = fact
    self.range = range
  }
}
