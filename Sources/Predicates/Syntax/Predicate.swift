import Diagnostics

/// A condition of the predicate format language: NSPredicate without the NS.
///
/// Two predicates are equal when they say the same: `==` and `hash` leave `range` out. `description` is the canonical
/// text, as Apple prints it.
///
/// ```swift
/// let (predicate, diagnostics) = Predicate.parse("age >= %d AND team != nil", arguments: [30])
/// ```
///
/// It is evaluated as NSPredicate does in memory, with two truth values. `<`, `>`, BETWEEN and the operators on text
/// are false for `nil`; `nil <= nil` and `nil >= nil` are true; `nil != 1` is true, where a SQL store leaves the row
/// out.
///
/// ## Topics
/// Making: ``parse(_:arguments:)``, ``Kind-swift.enum``, ``Comparison``
/// Asking: ``check(against:entity:variables:ownNames:)``, ``compiled(over:entity:)``
/// Changing: ``substituting(_:)``, ``rewriting(_:)``, ``forEachExpression(_:)``, ``conjuncts``, ``bound-swift.property``
/// Explaining: ``explanation(for:over:entity:)``, ``profile(over:entity:)``,
/// ``distinguish(_:_:entity:in:variables:limits:)``, ``storeNotes(entity:in:variables:limits:)``
/// Text: ``description``
public struct Predicate: Hashable, Sendable {
  /// The forms that a condition takes.
  public indirect enum Kind: Hashable, Sendable {
    /// `TRUEPREDICATE` or `FALSEPREDICATE`.
    case constant(Bool)
    /// Two expressions and an operator between them.
    case comparison(Comparison)
    /// Flattened: no operand is itself an AND.
    case and([Predicate])
    /// Flattened: no operand is itself an OR.
    case or([Predicate])
    /// The opposite: predicates are true or false and never unknown, even with `nil`.
    case not(Predicate)
    /// An expression used as a condition; only the workbook has it (`expect ready`).
    case truth(Expression)
  }

  /// `left operator right`, such as `ANY players.age >= 30`.
  public struct Comparison: Hashable, Sendable {
    /// NONE is `.not` around `.any`, as Apple stores it.
    public enum Modifier: String, Hashable, Sendable, CaseIterable {
      /// The left side as it is.
      case direct = ""
      /// At least one element passes (`SOME` is the same word); false of an empty collection and of `nil`.
      case any = "ANY"
      /// Every element passes; true of an empty collection and of `nil`.
      case all = "ALL"
    }

    /// The operator between the two sides; about `nil` see ``Predicate``.
    public enum Operator: Hashable, Sendable {
      /// `==` and `!=` use ``Value/isEqual(to:options:)``, so `nil != 1` is true (a SQL store says otherwise); the
      /// others use ``Value/compare(to:options:)``, and are false for `nil`, except that `nil <= nil` and `nil >= nil`
      /// are true.
      case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
      /// BETWEEN takes a pair, both bounds belonging to it. IN and CONTAINS look into collections and into text; the
      /// options of CONTAINS act on text alone. An empty text is contained in nothing. LIKE and MATCHES are about the
      /// whole text.
      case between, `in`, contains, beginsWith, endsWith, like, matches
      /// Uniform type identifiers: equality is that of `==`; conformance knows the types that Apple's systems declare,
      /// others conform only to themselves.
      case utiConformsTo, utiEquals
      /// A custom selector, without its colon.
      case selector(String)
    }

    /// The letters in brackets after an operator: `==[cd]`.
    public struct Options: OptionSet, Hashable, Sendable {
      /// One bit an option.
      public let rawValue: UInt8
      /// The options of these bits.
      public init(rawValue: UInt8) { self.rawValue = rawValue }
      /// `c`: letter case does not count.
      public static let caseInsensitive = Options(rawValue: 1)
      /// `d`: marks on letters do not count, é is e.
      public static let diacriticInsensitive = Options(rawValue: 2)
      /// `n`: text is compared as it is, and `c` and `d` are turned off.
      public static let normalized = Options(rawValue: 4)
      /// `l`: kept and printed; no locale is used here.
      public static let localeSensitive = Options(rawValue: 8)
    }

    /// The left side; under ANY and ALL, a collection whose elements are compared.
    public var left: Expression
    /// The operator between the two sides.
    public var `operator`: Operator
    /// The right side.
    public var right: Expression
    /// The modifier, which says whether the left side's elements are tested, and how many must pass.
    public var modifier: Modifier
    /// How text is compared; none for other values.
    public var options: Options
    /// The place of the operator.
    public var operatorRange: SourceRange

    /// A comparison that was built; the range matters to messages alone.
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

    /// Whether both say the same; ranges are left out. O(nodes).
    public static func == (a: Comparison, b: Comparison) -> Bool {
      a.operator == b.operator && a.modifier == b.modifier && a.options == b.options && a.left == b.left
        && a.right == b.right
    }

    /// Feeds what `==` compares. O(nodes).
    public func hash(into hasher: inout Hasher) {
      hasher.combine(left)
      hasher.combine(`operator`)
      hasher.combine(right)
      hasher.combine(modifier)
      hasher.combine(options)
    }
  }

  /// The form, with its operands.
  public var kind: Kind
  /// Its place in the text it was parsed from; empty for one that was built.
  public var range: SourceRange

  /// A predicate that was built; `range` matters to messages alone.
  public init(_ kind: Kind, at range: SourceRange = SourceRange(0, 0)) {
    self.kind = kind
    self.range = range
  }

  /// Whether both say the same; ranges are left out. O(nodes).
  public static func == (left: Predicate, right: Predicate) -> Bool { left.kind == right.kind }

  /// Feeds what `==` compares. O(nodes).
  public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}
