import Diagnostics
import Predicates

/// A column of a fetch that gives dictionaries: a property, or what is computed of an object or a group.
///
/// ```swift
/// let columns: [FetchColumn] = ["team.name", .count(), .maximum("age", named: "oldest")]
/// ```
///
/// Core Data has an NSExpressionDescription for what is computed; here a name and an expression do.
public struct FetchColumn: Hashable, Sendable {
  /// The key of the column in the dictionaries.
  public var name: String
  /// The column's expression. In a grouped fetch `sum(age)`, `average(age)`, `min(age)`, `max(age)` and `count(age)`
  /// are computed over the group. Nil is left out, as in SQL, so an average divides by the number of values present;
  /// without any value, all but `count` are nil.
  public var expression: Expression

  /// A column with an expression, such as `age + 1`, or `max(age)` of a group.
  public init(_ name: String, _ expression: Expression) {
    self.name = name
    self.expression = expression
  }

  /// A property by key or by a path through to-ones; the column has its name.
  public init(_ path: String) {
    self.init(path, Self.path(path))
  }

  /// Returns how many objects a group has, or how many of them have a value at the end of a path. O(length of the
  /// path).
  public static func count(_ path: String? = nil, named name: String? = nil) -> FetchColumn {
    column(.count, path, name)
  }

  /// Returns the sum of numbers; nil of none. O(length of the path).
  public static func sum(_ path: String, named name: String? = nil) -> FetchColumn {
    column(.sum, path, name)
  }

  /// Returns the average of the values that are there; nil of none. O(length of the path).
  public static func average(_ path: String, named name: String? = nil) -> FetchColumn {
    column(.average, path, name)
  }

  /// Returns the least value; nil of none. O(length of the path).
  public static func minimum(_ path: String, named name: String? = nil) -> FetchColumn {
    column(.minimum, path, name)
  }

  /// Returns the greatest value; nil of none. O(length of the path).
  public static func maximum(_ path: String, named name: String? = nil) -> FetchColumn {
    column(.maximum, path, name)
  }

  /// An aggregate of a path, or of the objects themselves. Without a name it is called `avg age`.
  package static func column(_ aggregate: Aggregate, _ path: String?, _ name: String? = nil) -> FetchColumn {
    let argument = path.map { Self.path($0) } ?? Expression(.candidate)
    let words = path.map { "\(aggregate.word) \($0)" } ?? aggregate.word
    return FetchColumn(name ?? words, Expression(.function(aggregate.rawValue, [argument])))
  }

  private static func path(_ path: String) -> Expression {
    path.split(separator: ".").reduce(Expression(.candidate)) { Expression(.key($0, String($1))) }
  }

  /// The functions that apply to a group, by NSExpression's names.
  package enum Aggregate: String, Hashable, Sendable, CaseIterable {
    case count
    case sum
    case average
    case minimum = "min"
    case maximum = "max"

    /// The operator of key paths that does the same.
    var collectionOperator: CollectionOperator {
      switch self {
      case .count: .count
      case .sum: .sum
      case .average: .average
      case .minimum: .minimum
      case .maximum: .maximum
      }
    }

    /// Its word in the names of columns and in the workbook: `avg` for `@avg`.
    package var word: String { String(collectionOperator.rawValue.dropFirst()) }

    /// Their words, in their order, and the same for a sentence: `count, sum, avg, min or max`.
    package static let spellings = allCases.map(\.word)
    package static let alternatives = Listing.alternatives(spellings)
    /// The aggregates that take a property.
    package static let ofProperty = allCases.filter { $0 != .count }.map(\.word)

    /// Whether it takes numbers alone; the others take any value.
    package var takesNumbers: Bool {
      switch self {
      case .sum, .average: true
      case .count, .minimum, .maximum: false
      }
    }
  }
}

extension FetchColumn: ExpressibleByStringLiteral {
  /// Does the same as ``init(_:)-(String)``.
  public init(stringLiteral path: String) { self.init(path) }
}

extension Expression {
  /// Whether it applies to a group, as `count(age)` and `max(age)` do.
  package var isAggregate: Bool { aggregate != nil }

  /// An aggregate and its argument; nil for any other expression.
  var aggregate: (FetchColumn.Aggregate, Expression)? {
    guard case .function(let name, let arguments) = kind, arguments.count == 1,
      let aggregate = FetchColumn.Aggregate(rawValue: name), arguments[0].keyPath != nil
    else { return nil }
    return (aggregate, arguments[0])
  }
}
