import Diagnostics

/// A condition of the predicate format language: NSPredicate without the NS.
///
/// Two predicates are equal when they say the same: `==` and `hash` leave `range` out. `description` is the canonical
/// text, as Apple prints it.
public struct Predicate: Hashable, Sendable {
  public indirect enum Kind: Hashable, Sendable {
    /// `TRUEPREDICATE` or `FALSEPREDICATE`.
    case constant(Bool)
    case comparison(Comparison)
    /// Flattened: no operand is itself an AND.
    case and([Predicate])
    /// Flattened: no operand is itself an OR.
    case or([Predicate])
    case not(Predicate)
    /// An expression that stands alone as a condition; only the workbook has it (`expect ready`).
    case truth(Expression)
  }

  public struct Comparison: Hashable, Sendable {
    /// NONE is `.not` around `.any`, as Apple stores it.
    public enum Modifier: String, Hashable, Sendable, CaseIterable {
      case direct = ""
      case any = "ANY"
      case all = "ALL"
    }

    public enum Operator: Hashable, Sendable {
      case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
      case between, `in`, contains, beginsWith, endsWith, like, matches
      case utiConformsTo, utiEquals
      /// A custom selector, without its colon.
      case selector(String)
    }

    public struct Options: OptionSet, Hashable, Sendable {
      public let rawValue: UInt8
      public init(rawValue: UInt8) { self.rawValue = rawValue }
      public static let caseInsensitive = Options(rawValue: 1)
      public static let diacriticInsensitive = Options(rawValue: 2)
      public static let normalized = Options(rawValue: 4)
      public static let localeSensitive = Options(rawValue: 8)
    }

    public var left: Expression
    public var `operator`: Operator
    public var right: Expression
    public var modifier: Modifier
    public var options: Options
    /// Where the operator stands.
    public var operatorRange: SourceRange

    public init(
      _ left: Expression, _ operator: Operator, _ right: Expression, modifier: Modifier = .direct,
      options: Options = [], operatorRange: SourceRange = SourceRange(0, 0)
    ) {
      self.left = left
      self.operator = `operator`
      self.right = right
      self.modifier = modifier
      self.options = options
      self.operatorRange = operatorRange
    }

    public static func == (a: Comparison, b: Comparison) -> Bool {
      a.operator == b.operator && a.modifier == b.modifier && a.options == b.options && a.left == b.left
        && a.right == b.right
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(left)
      hasher.combine(`operator`)
      hasher.combine(right)
      hasher.combine(modifier)
      hasher.combine(options)
    }
  }

  public var kind: Kind
  /// Where it stands in the text it was parsed from; empty for one that was built.
  public var range: SourceRange

  public init(_ kind: Kind, at range: SourceRange = SourceRange(0, 0)) {
    self.kind = kind
    self.range = range
  }

  public static func == (left: Predicate, right: Predicate) -> Bool { left.kind == right.kind }

  public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}
