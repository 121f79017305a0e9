import ObjectGraph

/// `group Player by team.name: count, avg age`: a row a group.
package struct GroupTable: Sendable {
  package struct Column: Hashable, Sendable {
    /// `team.name`, `avg age`.
    package var name: String
    /// Whether its values are numbers, which stand at the right.
    package var isNumber: Bool
  }

  package var columns: [Column]
  package var rows: [[ShownValue]]
  /// How many there are; `rows` keeps the first ``ObjectTable/rowLimit``.
  package var count: Int
  /// How many objects have changes that no save has written: they are not in the table as they are now.
  package var unsavedCount: Int
}

/// `explain fetch Player where …`: how it finds what it finds.
package struct FetchPlanView: Sendable {
  /// The steps, with the conditions as the learner wrote them.
  package var plan: FetchPlan
  /// Whether anything was to be found at all: a condition was given.
  package var hasCondition: Bool
}

/// `explain wade in fetch Player where …`: whether an object is found, and why.
package struct MembershipView: Sendable {
  /// One condition, and what it comes to for the object.
  package struct Part: Sendable {
    package enum Outcome: Hashable, Sendable {
      case holds
      case fails
      /// It has no answer, for this reason.
      case raises(String)
      /// One before it decided.
      case notAsked
    }

    package var condition: String
    package var outcome: Outcome
    /// What the object has where the condition looks.
    package var facts: [Fact]
  }

  /// `team.name`, and its value.
  package struct Fact: Sendable {
    package var path: String
    package var value: ShownValue
  }

  /// Why an object that meets all conditions, or need not be asked, is not found.
  package enum Obstacle: Hashable, Sendable {
    case otherEntity(String)
    /// `only` leaves out the objects of sub-entities.
    case subentity(String)
    case deleted
    /// Its place in the order, and the first and last place that are given.
    case cut(place: Int, offset: Int, limit: Int?)
  }

  package var object: ObjectLabel
  package var isFound: Bool
  package var parts: [Part]
  package var obstacle: Obstacle?
}

/// `explain heat.wPlayers`: a fetched property, before and after its variables are replaced.
package struct FetchedPropertyView: Sendable {
  /// `Team.wPlayers`.
  package var property: String
  package var owner: ObjectLabel
  package var destination: String
  /// Nil when it has no condition and finds every object.
  package var condition: String?
  /// The condition that is asked in the end.
  package var substituted: String?
  package var found: ShownValue
}
