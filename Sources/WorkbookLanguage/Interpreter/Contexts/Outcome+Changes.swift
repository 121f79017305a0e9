/// The changes that a statement made, object by object.
package struct ChangeSummary: Sendable {
  package struct Change: Sendable {
    package var object: ObjectLabel
    package var key: String
    package var before: ShownValue
    package var after: ShownValue
    /// For a to-many: what came and what went.
    package var added: [ObjectLabel] = []
    package var removed: [ObjectLabel] = []
    package var addedCount = 0
    package var removedCount = 0
    package var isToMany = false
    /// Only the numbers of a large to-many are shown: `before` and `after` are empty lists with their totals.
    package var isCountOnly = false
  }

  /// Up to how many objects a to-many is compared object by object, so that a statement costs what it changes.
  package static let comparisonLimit = 200

  package var inserted: [ObjectLabel] = []
  /// The totals: only the first ``ShownValue/limit`` of `inserted` and `changes` are kept.
  package var insertedCount = 0
  package var changes: [Change] = []
  package var changeCount = 0
  /// How many of `changes`, at the front, the statement asked for; the others are what the graph did to stay whole.
  package var requestedCount = 0
}

/// `show changes`: what a save would write.
package struct ChangesView: Sendable {
  package var inserted: [ObjectLabel]
  package var insertedCount: Int
  package var updated: [ChangeSummary.Change]
  package var updatedCount: Int
  package var deleted: [ObjectLabel]
  package var deletedCount: Int

  package var isEmpty: Bool { insertedCount + updatedCount + deletedCount == 0 }
}

/// The effect of `undo`, `redo`, `rollback` and `reset`.
package struct HistoryMove: Hashable, Sendable {
  package enum Word: String, Hashable, Sendable {
    case undo, redo, rollback, reset, beginGroup, endGroup
  }

  package var word: Word
  /// The text of the statement that was undone or redone; nil when there was nothing to do.
  package var statement: String?
  package var didAnything: Bool
  /// The things that a reset forgets besides changes.
  package var forgotten: Forgotten?

  package struct Forgotten: Hashable, Sendable {
    /// The first object that others have deleted since it was read, and how many there are.
    package var gone: [ObjectLabel] = []
    package var goneCount = 0
    /// The first object that others have changed since it was read, and how many there are.
    package var refreshed: [ObjectLabel] = []
    package var refreshedCount = 0
    /// The first object that had values that no store keeps, and how many there are.
    package var transients: [ObjectLabel] = []
    package var transientCount = 0
    /// Whether anything could be undone or redone.
    package var hadSteps: Bool
  }
}

/// `show history`: what undo and redo can reach.
package struct HistoryView: Hashable, Sendable {
  package struct Step: Hashable, Sendable {
    /// The statement, or the name of the group.
    package var name: String?
    /// Whether it was saved directly after this step.
    package var isSavedBehind: Bool
  }

  /// The last ``limit``, the oldest first.
  package var past: [Step]
  /// How many there are.
  package var pastCount: Int
  /// The steps that `redo` brings back, the next one first.
  package var future: [String?]

  package static let limit = 30
}
