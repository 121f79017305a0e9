/// The worlds of drills as plain data, without the engine.
enum DrillFacts: Sendable {
  case fetch(FetchFacts)
  case deletion(DeletionFacts)
  case assignment(AssignmentFacts)
  case validation(ValidationFacts)
  case schema(SchemaFacts)
  case predicate(PredicateFacts)
  case fetched(FetchedFacts)
  case keyPath(KeyPathFacts)
  case manyToMany(ManyToManyFacts)
  case undo(UndoFacts)
}

/// Two entities that are each other's ends: each of `many` belongs to one of `one`.
struct OwnershipFacts: Hashable, Sendable {
  var owner: DrillNoun
  var member: DrillNoun
  var ownerRule: String
  var memberRule = "nullify"
  var isRequired = false

  /// The key from the owner to its members: `patients`.
  var manyKey: String { member.plural }
  /// The key from a member to its owner: `doctor`.
  var oneKey: String { owner.singular }
}

/// A member and its owner.
struct LinkFacts: Hashable, Sendable {
  var ownership: Int
  var owner: String
  var member: String
}

/// A fetch of some objects in an order.
struct FetchFacts: Sendable {
  struct Row: Hashable, Sendable {
    var name: String
    var title: String
    var number: Int
  }

  var rows: [Row]
  var isDescending: Bool
  /// Whether the name decides between equal numbers.
  var breaksTies: Bool
  var limit: Int
  /// The least number that the condition lets through; nil without a condition.
  var least: Int?
}

/// A delete.
struct DeletionFacts: Sendable {
  enum Question: Hashable, Sendable, CaseIterable {
    case deleted, unlinked, codes
  }

  var ownerships: [OwnershipFacts]
  /// The names of the objects, by entity.
  var names: [String: [String]]
  var links: [LinkFacts]
  var deleted: String
  var question: Question
}

/// An assignment to a relationship.
struct AssignmentFacts: Sendable {
  enum Shape: Hashable, Sendable {
    case oneToOne, oneToMany, manyToMany
  }

  var shape: Shape
  /// The entity at the left end, and its key.
  var left: DrillNoun
  var leftKey: String
  var right: DrillNoun
  var rightKey: String
  var leftNames: [String]
  var rightNames: [String]
  /// Pairs of a left and a right object that are linked at first.
  var links: Set<[String]>
  /// The object that is assigned to, whether it is a left one, and its new values.
  var target: String
  var isLeft: Bool
  var values: [String]
  /// The object that is asked about.
  var asked: String
}

/// An object with bounds on its values.
struct ValidationFacts: Sendable {
  struct Attribute: Hashable, Sendable {
    enum Value: Hashable, Sendable {
      case missing
      case number(Int)
      case text(String)
    }

    var key: String
    var isNumber: Bool
    var isRequired: Bool
    var least: Int?
    var most: Int?
    var value: Value
  }

  var attributes: [Attribute]
  /// The bounds on the number of links, and the links there are; nil without a relationship.
  var count: (least: Int, most: Int, links: Int)?
}

/// A relation schema and a question about it.
struct SchemaFacts: Sendable {
  enum Question: Hashable, Sendable {
    case closure(Set<String>)
    case keys
    case normalForm
    case violations
    case split(Set<String>, Set<String>)
  }

  struct Dependency: Hashable, Sendable {
    var left: Set<String>
    var right: Set<String>
  }

  var attributes: [String]
  var dependencies: [Dependency]
  var question: Question
}

/// A condition, row by row.
struct PredicateFacts: Sendable {
  /// The condition as a tree of plain comparisons.
  indirect enum Condition: Hashable, Sendable {
    enum Comparison: String, Hashable, Sendable, CaseIterable {
      case more, less, atLeast, atMost
    }

    case number(Comparison, Int)
    case between(Int, Int)
    case begins(String)
    case isKnown
    case and(Condition, Condition)
    case or(Condition, Condition)
    case not(Condition)
  }

  struct Row: Hashable, Sendable {
    var name: String
    var title: String
    var number: Int?
  }

  var rows: [Row]
  var condition: Condition
  var marked: Set<String>
}

/// A fetched property: a comparison, and the relation to the object that is asked.
struct FetchedFacts: Sendable {
  enum Relation: Hashable, Sendable {
    case any, own, ownOr, others
  }

  var world: ItemWorld
  var relation: Relation
  var comparison: PredicateFacts.Condition.Comparison
  var bound: Int
  /// The object that has the fetched property.
  var source: String
}

/// A key path from an owner or an item to a number about some items.
struct KeyPathFacts: Sendable {
  enum Aggregate: String, Hashable, Sendable {
    case count, max, min, sum
  }

  var world: ItemWorld
  var start: String
  var aggregate: Aggregate
}

/// Links between left and right objects, and what happens to them.
struct ManyToManyFacts: Sendable {
  enum Change: Hashable, Sendable {
    case add(String, String, fromLeft: Bool)
    case remove(String, String)
    case set(String, [String])
    case delete(String)
  }

  var left: [String]
  var right: [String]
  var links: Set<[String]>
  var changes: [Change]
}

/// The changes of one saved value.
struct UndoFacts: Sendable {
  enum Step: Hashable, Sendable {
    case set(Int)
    case undo, redo, save, rollback
  }

  var start: Int
  var steps: [Step]
}
