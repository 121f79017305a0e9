import Predicates

/// The words that begin a statement. A name of the learner's own (`let`, `entity`) must not be one of them.
package enum StatementWord: String, CaseIterable, Sendable {
  case model, entity, abstract, composite, template, dependency, configuration, add, change, rename, remove, version,
    use
  case store, close, reopen, migrate, merge
  case `let`, delete, save, rollback, undo, redo, reset, begin, end, refresh, validate
  case fetch, count, group, context, insert, batch
  case show, review, normalize, apply, derive, explain, compare, export, `import`, run
  case expect, check, `for`
  case lessons, lesson, next, back, leave, restart, hint, skip, solution, exercises, exercise, courses, drill,
    practice
  case progress, help, timing, again, quit

  /// The word that a text spells, or nil: looked up for the first word of every statement.
  init?(_ word: PackedWord?) {
    guard let word, let found = Self.table[word] else { return nil }
    self = found
  }

  private static let table = Dictionary(
    uniqueKeysWithValues: allCases.compactMap { word in PackedWord(word.rawValue).map { ($0, word) } })
}

/// The rule for names that a learner gives.
package enum OwnName {
  /// The reason why a word cannot be the name of an entity, a store or a context, as the rest of a sentence about it; nil
  /// if it can.
  package static func obstacle(to name: String) -> String? {
    StatementWord(rawValue: name) == nil ? nil : "begins a statement"
  }

  /// The same for a name of `let` or `for`: a word of conditions would never be read as the name.
  static func obstacle(toVariable name: String) -> String? {
    obstacle(to: name) ?? (Keyword(word: name) == nil ? nil : "is a word of conditions")
  }
}
