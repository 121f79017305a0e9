/// The normal forms, each stricter than the one before.
///
/// All speak about implied dependencies, not only about the declared ones. A key is a candidate key under all of them.
public enum NormalForm: Int, Hashable, Sendable, Comparable, CaseIterable {
  /// Every value is one value: what a relation is by itself.
  case first = 1
  /// No attribute outside the keys depends on a part of a key.
  case second
  /// An attribute outside the keys depends on superkeys only (Codd; in the form of Zaniolo 1982).
  case third
  /// Every functional dependency starts from a superkey.
  case boyceCodd
  /// Every multivalued dependency starts from a superkey (Fagin 1977).
  case fourth
  /// The keys imply every join dependency: projection-join normal form (Fagin 1979).
  case fifth
  /// No join dependency holds at all but trivial ones (Date, Darwen, Lorentzos 2003).
  case sixth

  /// Orders by strength: the first normal form is the lowest. O(1).
  public static func < (a: NormalForm, b: NormalForm) -> Bool { a.rawValue < b.rawValue }

  /// The short name: `3NF`, `BCNF`.
  public var name: String {
    switch self {
    case .first: "1NF"
    case .second: "2NF"
    case .third: "3NF"
    case .boyceCodd: "BCNF"
    case .fourth: "4NF"
    case .fifth: "5NF"
    case .sixth: "6NF"
    }
  }
}

/// A dependency that keeps a schema from a normal form.
public struct NormalFormViolation: Hashable, Sendable {
  /// The lowest form that the dependency breaks. It breaks all stricter forms as well.
  public let form: NormalForm
  /// The dependency: functional up to Boyce–Codd, multivalued for the fourth form, join for the fifth. Its left side is
  /// minimal, a functional one has one attribute on the right.
  public let dependency: Dependency
  /// For a multivalued dependency the blocks that are independent of each other; else empty.
  public let blocks: [AttributeSet]
}

/// The normal form of a schema and what keeps it from higher ones.
public struct NormalFormReport: Hashable, Sendable {
  /// The candidate keys, in the order of sets.
  public let keys: [AttributeSet]
  /// The attributes that belong to a key.
  public let prime: AttributeSet
  /// The highest form that the schema is in.
  public let normalForm: NormalForm
  /// All minimal functional dependencies that are implied.
  public let minimalDependencies: [FunctionalDependency]
  /// The violations that keep the schema from higher forms, the lowest form first. A left side that breaks a form
  /// through a functional dependency also breaks the fourth form through a multivalued one; both are listed.
  public let violations: [NormalFormViolation]

  /// Returns the dependencies that keep the schema from this form, those that keep it from lower ones included: for
  /// `.third` the functional dependencies that break the second or the third form. O(violations).
  public func violations(of form: NormalForm) -> [NormalFormViolation] {
    switch form {
    case .first: []
    case .second: violations.filter { $0.form == .second }
    case .third: violations.filter { $0.form == .second || $0.form == .third }
    case .boyceCodd: violations.filter { $0.form <= .boyceCodd }
    case .fourth: violations.filter { $0.form == .fourth }
    case .fifth, .sixth: violations.filter { $0.form == form }
    }
  }
}
