import Diagnostics
import ObjectGraph
import Predicates

/// The word that begins an option, after a comma in a declaration or a change.
package enum OptionWord: String, CaseIterable, Sendable {
  case length, range, matches, inverse, delete, count, ordered, indexed, transient, renamed, transformer, derived
  case userInfo, hash, required, optional, no
  case `class`, external, spotlight, scalar, syncable
}

/// The word that begins a change of an entity: `change Booking, unique number`.
package enum EntityOptionWord: String, CaseIterable, Sendable {
  case unique, rule, abstract, parent, userInfo, renamed, hash, `class`, codegen, index, syncable, no

  /// The options that `no` takes away.
  package static let removable = allCases.filter { ![.no, .codegen, .syncable].contains($0) }.map(\.rawValue)

  /// The word at a token; nil if it is another one.
  init?(_ token: Token, in cursor: TokenCursor) {
    guard token.isIdentifier else { return nil }
    self.init(rawValue: String(cursor.text(of: token)))
  }
}

/// The options of an entity that `no` takes away without anything after the word: `change Player, no class`.
package enum EntityOptionTakenAway: String, CaseIterable, Sendable {
  case abstract, parent, renamed, hash, `class`
}

/// The options of a property that `no` takes away: `change Player.age, no range`.
package enum OptionTakenAway: String, CaseIterable, Sendable {
  case length, range, matches, `default`
  case inverse, delete, count, ordered
  case transient, indexed, transformer, derived, userInfo, renamed, hash = "hash modifier", `class`
  case external = "external storage", spotlight, scalar

  /// The option that begins with a word.
  init?(word: String) {
    guard let found = Self.allCases.first(where: { $0.parts.first == word[...] }) else { return nil }
    self = found
  }

  private var parts: [Substring] { rawValue.split(separator: " ") }

  /// The words after `no`.
  package static var firstWords: [String] { allCases.compactMap { $0.parts.first.map(String.init) } }

  /// The words that go on with one of them: `modifier` after `hash`.
  package static func rest(of word: String) -> [String] { Self(word: word)?.parts.dropFirst().map(String.init) ?? [] }
}

/// A word with which people say that something is not there. An option has a value, or is taken away with `no`.
package enum NothingWord: String, CaseIterable, Sendable {
  case none, `nil`, null, nothing

  /// The word in any case; nil if it is another one.
  package init?(_ word: String) { self.init(rawValue: word.lowercased()) }
}

extension OptionWord {
  /// Whether `no` takes it away, and no word for nothing is one of its values, as `delete none` is.
  var isTakenAwayByNo: Bool { self != .delete && self != .derived && OptionTakenAway(word: rawValue) != nil }
}

extension OptionWord {
  /// Whether `no` or `false` after it is no value, as that of `scalar no` is.
  var takesNoAnswer: Bool {
    switch self {
    case .length, .range, .count, .matches, .inverse, .indexed, .transient, .ordered: true
    default: false
    }
  }
}

/// The word that begins an option of `store`, after a comma.
package enum StoreOptionWord: String, CaseIterable, Sendable {
  case configuration, migrating, lazy, no

  /// The words that a store may take by its file's name; in memory there is only one.
  package static func words(at path: StorePath?) -> [String] {
    guard let path else { return [configuration.rawValue] }
    let words: [Self] =
      path.isSQLite ? [.migrating, .lazy, .no] : path.isOfGraphbook ? [.configuration, .migrating] : allCases
    return words.map(\.rawValue)
  }
}

/// The purpose of `validate wade for delete`.
package enum ValidationPurpose: String, CaseIterable, Sendable {
  case insert, update, delete
  static let alternatives = Listing.alternatives(words)
}

/// The outcome that an expectation claims: `expect save fails`.
package enum OutcomeWord: String, CaseIterable, Sendable {
  case succeeds, fails
}

/// The words that begin a claim of `expect`, other than a value.
package enum ClaimWord: String, CaseIterable, Sendable {
  case save, behaves, normal, review
}

extension Predicate.Comparison.Options {
  /// The letters that a sort key takes, in words. `n` belongs to conditions alone.
  package static let sortLetters = "c ignores letter case, d accents; l sorts as a person would, 9 before 10"
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
  /// The aggregate with this word in the workbook.
  init?(word: some StringProtocol) {
    guard let found = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = found
  }
}

/// The text in front of a line at the prompt, which answers copied from there begin with too.
package enum Prompt {
  package static let statement = word + "> "
  static let word = "graph"
  /// In front of the next line of a statement that is not complete.
  package static let continuation = "   ...> "
}
