/// The tableau of the chase: rows of symbols, each column with its own symbols.
///
/// Symbol 0 is the distinguished one, printed as the attribute's name in lower case; the others are printed with their
/// number: `team1`.
public struct Tableau: Hashable, Sendable {
  /// The columns, ascending: positions in the schema.
  public let columns: [Int]
  /// The rows, each with a symbol for every column.
  public internal(set) var rows: [[Int]]

  /// The tableau of a decomposition: a row for each component, distinguished in the component's columns.
  /// O(components × columns).
  public init(_ components: [AttributeSet], heading: AttributeSet) {
    columns = Array(heading)
    rows = components.enumerated().map { index, component in
      heading.map { component.contains($0) ? 0 : index + 1 }
    }
  }

  /// Whether a row is distinguished in every column. O(rows × columns).
  public var hasDistinguishedRow: Bool { rows.contains { $0.allSatisfy { $0 == 0 } } }
}

/// The steps of a chase and its end.
public struct Chase: Hashable, Sendable {
  /// One application of a dependency.
  public struct Step: Hashable, Sendable {
    public enum Effect: Hashable, Sendable {
      /// In this column one symbol became the other everywhere. `column` is a position in the schema.
      case equated(column: Int, from: Int, to: Int)
      /// This row was added.
      case added(row: [Int])
    }

    /// The dependency that was applied.
    public let dependency: Dependency
    /// The rows that called for it, by their place in the tableau of that moment.
    public let rows: [Int]
    public let effect: Effect
  }

  /// The tableau at the beginning.
  public let start: Tableau
  /// The steps, in order.
  public internal(set) var steps: [Step] = []
  /// The tableau at the end.
  public internal(set) var end: Tableau
}
