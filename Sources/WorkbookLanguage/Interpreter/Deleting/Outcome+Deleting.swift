import ObjectGraph

/// The effects of deleting, as a tree flattened in reading order: parents before their children.
package struct DeletionTree: Sendable {
  package struct Line: Sendable {
    /// 0 for the objects to delete; an effect is one deeper than the object it belongs to.
    package var depth: Int
    package var relationship: String
    package var rule: DeleteRule
    package var objects: [ObjectLabel]
    /// How many there are; `objects` keeps the first ``ShownValue/limit``.
    package var count: Int
    /// The owner of the relationship; shown if there are several objects above.
    package var owner: ObjectLabel
  }

  package struct Root: Sendable {
    package var object: ObjectLabel
    package var lines: [Line]
  }

  package var roots: [Root]
  package var rootCount: Int
  /// How many objects go in all.
  package var deletedCount: Int
  /// Why save would refuse, in words; empty when it will not.
  package var refusals: [String]
  /// Whether save will take the deletion of some objects back, because others have changed them and the merge policy
  /// prefers what is stored.
  package var isPartlyTakenBack: Bool
}

/// The same delete under each rule.
package struct DeletionComparison: Sendable {
  package struct Row: Sendable {
    /// Nil for the rules as they are declared, where they are not all the same.
    package var rule: DeleteRule?
    /// Whether the relationships already have this rule.
    package var isCurrent: Bool
    package var deleted: [ObjectLabel]
    package var deletedCount: Int
    /// Objects that lose a link and stay.
    package var cleared: [ObjectLabel]
    package var clearedCount: Int
    /// Why save refuses; empty when it succeeds.
    package var refusals: [String]
  }

  package var objects: [ObjectLabel]
  /// The relationships whose rule is varied: `Team.players`.
  package var relationships: [String]
  package var rows: [Row]
}
