import Predicates

/// One criterion of an order: the value at the end of a key path, ascending or descending.
///
/// ```swift
/// let byName = SortDescriptor("name", options: .caseInsensitive)
/// let byChapter = SortDescriptor("title", comparison: .localizedStandard)   // "Chapter 9" before "Chapter 10"
/// ```
public struct SortDescriptor: Hashable, Sendable {
  /// How texts are compared.
  public enum Comparison: Hashable, Sendable {
    /// Order by Unicode scalars, as in SQLite without a collation.
    case standard
    /// The order of a file list (`localizedStandardCompare:`): digits as numbers; then letters without case and marks;
    /// then with marks; then with case. It uses no locale, so that the order is the same everywhere.
    case localizedStandard
  }

  /// The keys from the object to the value: to-ones, then an attribute. A to-many on the way is
  /// ``ObjectGraphError/toManySortKey(_:)``.
  public var keyPath: [String]
  /// Smaller first and nil before all; false turns both round.
  public var isAscending: Bool
  /// Differences between texts that do not count: letter case, marks on letters.
  public var options: Predicate.Comparison.Options
  /// How texts are compared, after what the options leave out.
  public var comparison: Comparison

  /// An order by the value at the end of these keys.
  public init(
    _ keyPath: [String], isAscending: Bool = true, options: Predicate.Comparison.Options = [],
    comparison: Comparison = .standard
  ) {
    self.keyPath = keyPath
    self.isAscending = isAscending
    self.options = options
    self.comparison = comparison
  }

  /// An order by a key or a path with dots: `"team.name"`. O(length of the path).
  public init(
    _ key: String, isAscending: Bool = true, options: Predicate.Comparison.Options = [],
    comparison: Comparison = .standard
  ) {
    self.init(
      key.split(separator: ".").map(String.init), isAscending: isAscending, options: options, comparison: comparison)
  }

  /// The path as it is written.
  var text: String { keyPath.joined(separator: ".") }

  /// The key as a statement writes it: `team.name[cd] desc`. `[l]` is the order of a file list.
  package var declaration: String {
    let letters = comparison == .localizedStandard ? options.union(.localeSensitive) : options
    return text + letters.description + SortDirection(isAscending: isAscending).suffix
  }

  /// The value by which another one is sorted: a text without what does not count.
  func sortable(_ value: Value) -> Value {
    guard case .string(let text) = value else { return value }
    switch comparison {
    case .standard: return options.isEmpty ? value : .string(options.folded(text))
    case .localizedStandard: return .string(NaturalOrder.key(of: options.folded(text)))
    }
  }
}
