/// A word that ends a condition in the workbook's dialect, as it begins another part of the statement.
package enum ClauseWord: String, CaseIterable, Sendable {
  case `where`, select, distinct, having, sort, limit, offset

  /// The words that begin a clause of a fetch, in their order.
  package static let ofFetch = [Self.where, .select, .sort, .limit, .offset].map(\.rawValue)

  /// The words that may follow the columns of a grouping, in their order.
  package static let ofGrouping = [Self.having, .sort, .limit, .offset].map(\.rawValue)

  /// Returns those of a list of clauses that come after this one.
  package func followers(in clauses: [String]) -> [String] {
    clauses.firstIndex(of: rawValue).map { Array(clauses[($0 + 1)...]) } ?? clauses
  }
}

extension CaseIterable where Self: RawRepresentable<String> {
  /// The words of all cases, in their order.
  package static var words: [String] { allCases.map(\.rawValue) }
}
