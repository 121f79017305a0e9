import ObjectGraph

/// `compare model "mine.graph" with "theirs.graph"`.
package struct ModelComparison: Sendable {
  package var first: String
  package var second: String
  /// What the second has, lacks or says otherwise, a line each, in the words of `ModelDifference`.
  package var changes: [String]
  /// How they behave; nil when they say the same.
  package var finding: BehaviorFinding?
}

/// `import "League.graph"`: the names of what came into the model.
package struct ImportedModel: Hashable, Sendable {
  package var path: String
  package var entities: [String]
  /// Composites, templates and configurations.
  package var parts: [String]
  /// How many objects the file makes as well; they are left out.
  package var objectCount: Int
}

/// `show history`: what undo and redo can reach.
package struct HistoryView: Hashable, Sendable {
  package struct Step: Hashable, Sendable {
    /// The statement, or the name of the group.
    package var name: String?
    /// Whether it was saved right behind this step.
    package var isSavedBehind: Bool
  }

  /// The last ``limit``, the oldest first.
  package var past: [Step]
  /// How many there are.
  package var pastCount: Int
  /// What `redo` brings back, the next first.
  package var future: [String?]

  package static let limit = 30
}
