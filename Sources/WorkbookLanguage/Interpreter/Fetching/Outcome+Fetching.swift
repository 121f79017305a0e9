import ObjectGraph

/// `group Player by team.name: count, avg age`, a row a group; or `fetch Player select lastName`, a row an object.
package struct GroupTable: Sendable {
  package enum Kind: Sendable {
    case groups
    /// `select`.
    case rows
  }

  package struct Column: Hashable, Sendable {
    /// `team.name`, `avg age`.
    package var name: String
    /// Whether its values are numbers, which are right-aligned.
    package var isNumber: Bool
  }

  package var columns: [Column]
  package var rows: [[ShownValue]]
  /// How many there are; `rows` keeps the first ``ObjectTable/rowLimit``.
  package var count: Int
  package var kind: Kind
  /// How many objects have changes that no save has written: they are not in the table as they are now.
  package var unsavedCount: Int
}

/// `explain fetch Player where …`: how it finds what it finds.
package struct FetchPlanView: Sendable {
  /// The steps, with the conditions as the learner wrote them.
  package var plan: FetchPlan
  /// Whether anything was to be found at all: a condition was given.
  package var hasCondition: Bool
  /// For each index that could have served the condition and did not, a line that says why.
  package var unusedIndexes: [String]
  /// How a file finds the same objects; nil where the objects are in no Core Data store.
  package var inStore: StorePlanView?
}

/// `explain heat.wPlayers`: a fetched property, before and after its variables are replaced.
package struct FetchedPropertyView: Sendable {
  /// `Team.wPlayers`.
  package var property: String
  package var owner: ObjectLabel
  package var destination: String
  /// Nil when it has no condition and finds every object.
  package var condition: String?
  /// The condition with all values filled in.
  package var substituted: String?
  /// ` sort lastName limit 3`; empty without order and limit.
  package var order: String
  package var found: ShownValue
}

/// Whether a fetch finds an object, and the parts of its condition that decided.
package struct MembershipExplanation: Hashable, Sendable {
  package var object: ObjectLabel
  package var isFound: Bool
  /// Each a sentence without a full stop.
  package var reasons: [String]
}
