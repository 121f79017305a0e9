import ModelReview
import Normalization
import ObjectGraph

/// `normalize Player`: how normal an entity is, what goes wrong, and what can be done.
package struct NormalizationView: Sendable {
  package struct Declared: Hashable, Sendable {
    /// `team -> uniformColor`.
    package var text: String
    /// Two objects that contradict it.
    package var contradiction: [ObjectLabel]
    /// The attributes that a join dependency omits, so that it says nothing.
    package var leftOut: [String]
  }

  package struct Found: Hashable, Sendable {
    package var text: String
    /// How many objects have the values that it is about.
    package var objectCount: Int
    /// How many different values decide, and how many objects only repeat what another one says.
    package var determinantCount: Int
    package var redundantCount: Int
    package var isDeclared: Bool
  }

  /// A dependency that all but a few objects keep: possibly an error in the data, never a dependency.
  package struct NearMiss: Hashable, Sendable {
    package var text: String
    package var objectCount: Int
    /// The first ``ShownValue/limit`` that do not.
    package var exceptions: [ObjectLabel]
    package var exceptionCount: Int
  }

  /// An attribute that repeats one of a related object.
  package struct Copy: Hashable, Sendable {
    package var column: String
    /// `band.name`.
    package var source: String
    /// `all 3 objects`.
    package var extent: String
    /// The first ``ShownValue/limit`` objects whose value differs, and those that have nothing to read it from.
    package var stale: [ObjectLabel]
    package var staleCount: Int
    package var unlinked: [ObjectLabel]
    package var unlinkedCount: Int
    /// The relationship that leads there.
    package var relationship: String
  }

  package struct Violation: Sendable {
    package var form: NormalForm
    package var kind: EntityNormalization.Violation.Kind
    package var text: String
    package var isFound: Bool
    /// The entity to which the attribute belongs, if the left side is a to-one relationship: `Team`.
    package var destination: String?
    /// The keys at hand, of which the left side may be a part.
    package var keys: [[String]]
    package var anomalies: [AnomalyView]
    /// The number of the proposal that mends it.
    package var proposal: Int?
  }

  /// Several values in one place: numbered properties, or a text with a sign between its parts.
  package struct Repeated: Hashable, Sendable {
    package var names: [String]
    package var delimiter: String?
    package var proposal: Int?
  }

  package var entity: String
  package var columns: [String]
  package var objectCount: Int
  package var hasDeclaredKey: Bool
  package var keys: [[String]]
  package var keysInData: [[String]]
  package var declared: [Declared]
  package var found: [Found]
  package var nearMisses: [NearMiss]
  package var form: NormalForm
  package var declaredForm: NormalForm
  package var violations: [Violation]
  package var repeated: [Repeated]
  /// Statements that make sample objects, when there are none to show anomalies on.
  package var sample: [String]
  package var proposals: [ProposalView]
  /// Whether the objects show more dependencies than can be judged: the form is that of what is declared.
  package var isUnjudged = false
  /// Whether nothing is declared, and there are too few objects to judge.
  package var isOpen = false
  /// Relationships that are one to one and optional, and so no keys.
  package var optionalKeys: [String] = []
  package var copies: [Copy] = []
  /// Whether applying one rewrites a store's file.
  package var writesFiles = false
}

/// An anomaly of the objects at hand, as statements that can be run.
package struct AnomalyView: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A fact is stated `copies` times, and one statement makes two versions of it.
    case update(copies: Int)
    /// Deleting the last of `count` objects loses a fact that nothing else states.
    case delete(count: Int)
    /// Something can't be said without making up an object.
    case insert
    /// A fact takes this many objects to say, of which the statement makes one.
    case insertMany(count: Int)
    /// A row that the others demand is taken away, and they still demand it.
    case deleteForced
  }

  package var kind: Kind
  /// The determinant, such as `team`, and its value.
  package var determinant: [String]
  package var values: [ShownValue]
  /// The dependent attributes.
  package var dependent: String
  package var value: ShownValue
  /// The object that the statement changes or deletes.
  package var object: ShownValue?
  package var statements: [String]
}

/// A proposal with its number, and the statements that make its change of the model.
package struct ProposalView: Sendable {
  package var number: Int
  package var proposal: Proposal
  package var edits: [String]
  /// The keys and dependencies that can no longer be declared then.
  package var givenUp = Proposal.GivenUp()
}

/// `apply 1`.
package struct AppliedProposalView: Sendable {
  package var number: Int
  package var proposal: Proposal
  package var report: Proposal.Report
  /// The entities and properties that the model lost and gained, as they are written.
  package var removed: [String]
  package var added: [String]
  /// The entity's form before and now; nil when the entity is gone.
  package var before: NormalForm
  package var now: NormalForm?
  /// Whether an attribute held several values before, which breaks the first form, and whether one does now.
  package var heldLists: Bool
  package var holdsLists: Bool
  /// Whether nothing is declared any more, and there are too few objects to judge.
  package var isOpen = false
  /// The keys and dependencies that can no longer be declared.
  package var givenUp = Proposal.GivenUp()
  /// The stores whose files were rewritten; undo cannot go back past that.
  package var files: [String] = []
  /// The version of the model that they have now, and the one before where it was made for them.
  package var version: String?
  package var earlierVersion: String?
}

/// `derive team -> uniformColor`.
package struct DerivationView: Sendable {
  package struct Step: Hashable, Sendable {
    package var text: String
    package var rule: DerivationRule
  }

  package var entity: String
  package var goal: String
  /// Empty when it does not follow.
  package var steps: [Step]
  /// Two rows that satisfy what is declared and not the goal: whether they agree, column by column.
  package var counterexample: [(column: String, agrees: Bool)]
  package var declaredCount: Int
}

/// Why a step holds; numbers are earlier steps, from 1.
package enum DerivationRule: Hashable, Sendable {
  case given
  case key
  case reflexivity
  case augmentation(Int, with: String)
  case transitivity(Int, Int)
  case union(Int, Int)
  case decomposition(Int)
  case pseudotransitivity(Int, Int, with: String)
  case replication(Int)
  case complementation(Int)
  case multivaluedAugmentation(Int, with: String)
  case multivaluedTransitivity(Int, Int)
  case multivaluedUnion(Int, Int)
  case difference(Int, Int)
  case intersection(Int, Int)
  case coalescence(Int, Int)
}
