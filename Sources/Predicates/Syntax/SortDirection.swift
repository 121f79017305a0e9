/// The direction of a sort key or of a property in an index: `sort age desc`.
package enum SortDirection: String, CaseIterable, Sendable {
  case ascending = "asc"
  case descending = "desc"

  /// The word written out, which is understood as well.
  package var name: String { "\(self)" }

  package var isAscending: Bool { self == .ascending }

  package init(isAscending: Bool) { self = isAscending ? .ascending : .descending }

  /// The direction that a word means, short or written out; nil for any other word.
  package init?(word: some StringProtocol) {
    guard let found = Self.allCases.first(where: { $0.rawValue == word || $0.name == word }) else { return nil }
    self = found
  }

  /// The text after a key: none for ascending, the default.
  package var suffix: String {
    switch self {
    case .ascending: ""
    case .descending: " \(rawValue)"
    }
  }
}
