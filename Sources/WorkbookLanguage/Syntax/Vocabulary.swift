import ObjectGraph

/// The word that begins an option, after a comma in a declaration or a change.
package enum OptionWord: String, CaseIterable, Sendable {
  case length, range, matches, inverse, delete, count, ordered, indexed, transient, renamed, transformer, derived
  case userInfo, hash, required, optional, no
  case `class`, external, spotlight, scalar, syncable

  static let words = allCases.map(\.rawValue)
}

/// The word that begins a change of an entity: `change Booking, unique number`.
package enum EntityOptionWord: String, CaseIterable, Sendable {
  case unique, rule, abstract, parent, userInfo, renamed, hash, `class`, codegen, index, syncable, no

  package static let words = allCases.map(\.rawValue)
  /// Those that `no` takes away.
  package static let removable = allCases.filter { ![.no, .codegen, .syncable].contains($0) }.map(\.rawValue)
}

/// The word after `batch`: `batch update Player …`.
package enum BatchWord: String, CaseIterable, Sendable {
  case update, delete, insert
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
