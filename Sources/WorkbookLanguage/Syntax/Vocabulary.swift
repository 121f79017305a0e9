import ObjectGraph

/// The word that begins an option, after a comma in a declaration or a change.
package enum OptionWord: String, CaseIterable, Sendable {
  case length, range, matches, inverse, delete, count, ordered, indexed, transient, renamed, transformer, derived
  case userInfo, required, optional, no

  static let words = allCases.map(\.rawValue)
}

/// A view that `show` knows by a word.
package enum ViewWord: String, CaseIterable, Sendable {
  case model, diagram, graph, changes, history, tables, stores, contexts
}

extension FetchColumn.Aggregate {
  static let words = allCases.map(\.word)

  /// The aggregate with this word in the workbook.
  init?(word: some StringProtocol) {
    guard let found = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = found
  }
}

extension DeleteRule {
  static let words = allCases.map(\.rawValue)
}
