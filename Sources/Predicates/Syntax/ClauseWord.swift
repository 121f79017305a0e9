/// A word that ends a condition in the workbook's dialect, as it begins another part of the statement.
package enum ClauseWord: String, CaseIterable, Sendable {
  case `where`, select, distinct, having, sort, limit, offset

  package static let words = allCases.map(\.rawValue)
  /// The words that begin a clause of a fetch, in their order.
  package static let ofFetch = [Self.where, .select, .sort, .limit, .offset].map(\.rawValue)
}
