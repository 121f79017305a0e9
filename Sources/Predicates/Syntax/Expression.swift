import Diagnostics

/// An expression of the predicate format language: a constant, a key path, a variable, arithmetic, a function.
///
/// Two expressions are equal when they say the same, wherever they occur: `==` and `hash` ignore `range`, and `TRUE`
/// equals `1`, which is that number to NSPredicate and prints so. `description` is the canonical text, as Apple prints
/// it.
///
/// ```swift
/// let age = Expression.parse("team.players.@avg.age").expression
/// ```
///
/// ## Topics
/// Making: ``parse(_:arguments:)``, ``Kind-swift.enum``, ``ExpressionExtension``
/// Asking: ``keyPath``, ``check(against:entity:variables:ownNames:)``, ``compiled(over:entity:)``
/// Changing: ``rewriting(_:)``
/// Text: ``description``
public struct Expression: Hashable, Sendable {
  /// The forms of an expression. A parsed tree is at most as deep as the parser's nesting limit. Constants, which most
  /// expressions are, need no separate allocation.
  public enum Kind: Hashable, Sendable {
    /// A value as it is: a number, a text, `nil`, `TRUE`.
    case constant(Value)
    /// `SELF`, the candidate.
    case candidate
    /// One key of an operand: `team` is `.key(candidate, "team")`, `team.name` is `.key(.key(candidate, "team"),
    /// "name")`. A collection operator is a key too: `"@count"`, `"@avg"`.
    indirect case key(Expression, String)
    /// `team.$name`: the key, or path of keys, that is the variable's text; the name is without `$`.
    indirect case variableKey(Expression, String)
    /// `$name`.
    case variable(String)
    /// `$name := expression`.
    indirect case assignment(String, Expression)
    /// `{a, b}`.
    indirect case aggregate([Expression])
    /// `a[0]`, `a[FIRST]`, `a[LAST]`, `a[SIZE]`.
    indirect case index(Expression, Index)
    /// `-a`, of a number.
    indirect case negation(Expression)
    /// `a + b`, and the set operations `a UNION b`.
    indirect case binary(BinaryOperator, Expression, Expression)
    /// `~a`: a whole number with all bits turned.
    indirect case onesComplement(Expression)
    /// `sum(a, b)`, `FUNCTION(x, "pow:", 3)`: the name is as written, without a trailing colon.
    indirect case function(String, [Expression])
    /// `FUNCTION(receiver, "selector:", …)`.
    indirect case selector(Expression, String, [Expression])
    /// `CAST(a, "NSNumber")`: the type by Apple's name for it. A date is seconds since 2001-01-01 UTC.
    indirect case cast(Expression, String)
    /// `TERNARY(condition, a, b)`: `a` where the condition holds.
    indirect case ternary(Predicate, Expression, Expression)
    /// `SUBQUERY(collection, $variable, predicate)`.
    indirect case subquery(Expression, String, Predicate)
    /// `%@`, `%d`, `%K` … that no argument has replaced; the position counts from 0.
    indirect case argument(ArgumentSpecifier, Int)
    /// `ANYKEY`.
    case anyKey
    /// A form of the host language.
    indirect case `extension`(AnyExpressionExtension)
  }

  /// The content of the brackets of `a[…]`.
  public enum Index: Hashable, Sendable {
    /// A number that counts from 0, or a dictionary's key.
    case position(Expression)
    /// The words of the grammar: the first element, the last one, how many there are.
    case first, last, size
  }

  /// An operator between two expressions; the raw value is its canonical text.
  ///
  /// Integers stay integers; one decimal makes the result a decimal, one double a double. A result that does not fit is
  /// an error and never wraps around (``EvaluationError/Fact/overflow(operation:)``).
  public enum BinaryOperator: String, Hashable, Sendable, CaseIterable {
    /// A sum; text is not joined by it.
    case add = "+"
    /// A difference.
    case subtract = "-"
    /// A product.
    case multiply = "*"
    /// A quotient; `5 / 2` is 2.
    case divide = "/"
    /// A power, always a double.
    case power = "**"
    /// The bits that both whole numbers have.
    case bitAnd = "&"
    /// The bits that one of them has.
    case bitOr = "|"
    /// The bits in which they differ.
    case bitXor = "^"
    /// A shift to higher bits; those beyond the 64th are lost.
    case shiftLeft = "<<"
    /// A shift to lower bits that keeps the sign.
    case shiftRight = ">>"
    /// Only the workbook has it; canonical text `%`.
    case remainder = "%"
    /// A set of the elements of either side, each once; `nil` counts as empty, as in the two below.
    case union = "UNION"
    /// A set of the elements of both sides.
    case intersect = "INTERSECT"
    /// A set of the left side's elements that the right side has not.
    case minus = "MINUS"
  }

  /// The kind of value that a placeholder of a format string takes.
  public enum ArgumentSpecifier: Hashable, Sendable {
    /// `%@`: a constant.
    case object
    /// `%K`: a key path.
    case keyPath
    /// A printf specifier for a number or string, as written without `%`: `d`, `lld`, `f`, `s` …
    case printf(String)
  }

  /// The form, with its operands.
  public var kind: Kind
  /// Its place in the text it was parsed from; empty for one that was built.
  public var range: SourceRange

  /// An expression that was built; `range` matters to messages alone.
  public init(_ kind: Kind, at range: SourceRange = SourceRange(0, 0)) {
    self.kind = kind
    self.range = range
  }

  /// Whether both say the same; ranges are left out. O(nodes).
  public static func == (left: Expression, right: Expression) -> Bool {
    switch (left.kind, right.kind) {
    case (.constant(let a), .constant(let b)): a.asNumber == b.asNumber
    case (let a, let b): a == b
    }
  }

  /// Feeds what `==` compares. O(nodes).
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
  /// The name of the variable that this is, or whose text is the last key; nil for anything else.
  package var variableName: String? {
    switch kind {
    case .variable(let name), .variableKey(_, let name): name
    default: nil
    }
  }

  /// The keys of a path from the candidate, `["team", "name"]`, empty for `SELF`; nil for an expression that is not
  /// one.
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
  /// The expressions inside it that are evaluated over the same candidate; none unless the form says otherwise.
  var operands: [Expression] { get }
}

extension ExpressionExtension {
  /// None.
  public var operands: [Expression] { [] }
}

/// An ``ExpressionExtension`` of any type, comparable.
public struct AnyExpressionExtension: Hashable, Sendable {
  /// The form itself, to be cast to the host's type.
  public let base: any ExpressionExtension

  /// Wraps a form of one type.
  public init(_ base: some ExpressionExtension) { self.base = base }

  /// Whether both are of one type and equal there. O(size of the form).
  public static func == (left: Self, right: Self) -> Bool { AnyHashable(left.base) == AnyHashable(right.base) }

  /// Feeds the form's own hash. O(size of the form).
  public func hash(into hasher: inout Hasher) { AnyHashable(base).hash(into: &hasher) }
}
