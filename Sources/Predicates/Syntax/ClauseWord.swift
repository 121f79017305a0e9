/// A word that ends a condition in the workbook's dialect, as it begins another part of the statement.
package enum ClauseWord: String, CaseIterable, Sendable {
  case `where`, select, distinct, having, sort, limit, offset

  /// The words that begin a clause of a fetch, in their order.
  package static let ofFetch = [Self.where, .select, .sort, .limit, .offset].map(\.rawValue)
}

extension CaseIterable where Self: RawRepresentable<String> {
  /// The words of all cases, in their order.
  package static var words: [String] { allCases.map(\.rawValue) }
}
