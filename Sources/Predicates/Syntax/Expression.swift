import Diagnostics

/// An expression of the predicate format language: a constant, a key path, a variable, arithmetic, a function.
///
/// Two expressions are equal when they say the same, wherever they stand: `==` and `hash` leave `range` out, and `TRUE`
/// equals `1`, as it is that number to NSPredicate and prints so.
/// `description` is the canonical text, as Apple prints it.
public struct Expression: Hashable, Sendable {
  public indirect enum Kind: Hashable, Sendable {
    case constant(Value)
    /// `SELF`, the candidate.
    case candidate
    /// One key of an operand: `team` is `.key(candidate, "team")`, `team.name` is `.key(.key(candidate, "team"), "name")`.
    /// A collection operator is a key too: `"@count"`, `"@avg"`.
    case key(Expression, String)
    /// `$name`.
    case variable(String)
    /// `$name := expression`.
    case assignment(String, Expression)
    /// `{a, b}`.
    case aggregate([Expression])
    /// `a[0]`, `a[FIRST]`, `a[LAST]`, `a[SIZE]`.
    case index(Expression, Index)
    case negation(Expression)
    case binary(BinaryOperator, Expression, Expression)
    case onesComplement(Expression)
    /// `sum(a, b)`, `FUNCTION(x, "pow:", 3)`: the name is as written, without a trailing colon.
    case function(String, [Expression])
    /// `FUNCTION(receiver, "selector:", …)`.
    case selector(Expression, String, [Expression])
    case cast(Expression, String)
    case ternary(Predicate, Expression, Expression)
    /// `SUBQUERY(collection, $variable, predicate)`.
    case subquery(Expression, String, Predicate)
    /// `%@`, `%d`, `%K` … that no argument has replaced; the position counts from 0.
    case argument(ArgumentSpecifier, Int)
    /// `ANYKEY`.
    case anyKey
    /// A form of the host language.
    case `extension`(AnyExpressionExtension)
  }

  public enum Index: Hashable, Sendable {
    case position(Expression)
    case first, last, size
  }

  public enum BinaryOperator: String, Hashable, Sendable, CaseIterable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case power = "**"
    case bitAnd = "&"
    case bitOr = "|"
    case bitXor = "^"
    case shiftLeft = "<<"
    case shiftRight = ">>"
    /// Only the workbook has it; canonical text `%`.
    case remainder = "%"
    case union = "UNION"
    case intersect = "INTERSECT"
    case minus = "MINUS"
  }

  public enum ArgumentSpecifier: Hashable, Sendable {
    /// `%@`: a constant.
    case object
    /// `%K`: a key path.
    case keyPath
    /// A printf specifier for a number or string, as written without `%`: `d`, `lld`, `f`, `s` …
    case printf(String)
  }

  public var kind: Kind
  /// Where it stands in the text it was parsed from; empty for one that was built.
  public var range: SourceRange

  public init(_ kind: Kind, at range: SourceRange = SourceRange(0, 0)) {
    self.kind = kind
    self.range = range
  }

  public static func == (left: Expression, right: Expression) -> Bool {
    switch (left.kind, right.kind) {
    case (.constant(let a), .constant(let b)): a.asNumber == b.asNumber
    case (let a, let b): a == b
    }
  }

  public func hash(into hasher: inout Hasher) {
    if case .constant(let value) = kind { hasher.combine(value.asNumber) } else { hasher.combine(kind) }
  }
}

extension Value {
  /// A Boolean as the number that it is to NSPredicate; anything else as it is.
  fileprivate var asNumber: Value {
    if case .boolean(let flag) = self { .integer(flag ? 1 : 0) } else { self }
  }
}

extension Expression {
  /// The keys of a path from the candidate, `["team", "name"]`; nil for an expression that is not one.
  public var keyPath: [String]? {
    switch kind {
    case .candidate: return []
    case .key(let base, let key):
      guard var path = base.keyPath else { return nil }
      path.append(key)
      return path
    default: return nil
    }
  }
}

/// A form that a host language adds to the expression grammar (the workbook's `Player#3`, `(count Player)`).
public protocol ExpressionExtension: Hashable, Sendable {
  /// The text that parses to the same form again.
  var canonicalText: String { get }
}

/// An ``ExpressionExtension`` of any type, comparable.
public struct AnyExpressionExtension: Hashable, Sendable {
  public let base: any ExpressionExtension

  public init(_ base: some ExpressionExtension) { self.base = base }

  public static func == (left: Self, right: Self) -> Bool { AnyHashable(left.base) == AnyHashable(right.base) }

  public func hash(into hasher: inout Hasher) { AnyHashable(base).hash(into: &hasher) }
}
