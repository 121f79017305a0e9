import Diagnostics
import ObjectGraph
import Predicates

/// What came of one statement: a value that the prompt renders, a lesson compares and a grader judges.
public struct Outcome: Sendable {
  /// The text that the statement stands in.
  public var source: SourceText
  /// Where the statement stands in `source`.
  public var range: SourceRange
  /// What there is to show; nil when nothing need be said.
  public var result: Result?
  public var diagnostics: [Diagnostic]
  /// How an `expect` came out; nil for every other statement.
  public var expectation: ExpectationVerdict?
  /// An error, or an expectation that does not hold.
  public var failed: Bool

  /// The statement's own text.
  public var text: Substring { source[range] }

  public init(
    source: SourceText, range: SourceRange, result: Result? = nil, diagnostics: [Diagnostic] = [],
    expectation: ExpectationVerdict? = nil
  ) {
    self.source = source
    self.range = range
    self.result = result
    self.diagnostics = diagnostics
    self.expectation = expectation
    failed = diagnostics.containsError || expectation?.holds == false
  }

  /// The results, named for the statements that give them.
  public indirect enum Result: Sendable {
    /// The model was named, or an entity declared, changed, renamed or removed: what it is now.
    case modelChanged(ModelChange)
    /// `let heat = …`: the name, and what it stands for.
    case named(String, ShownValue)
    /// What a statement did to objects.
    case changed(ChangeSummary)
    /// Objects were marked for deletion.
    case marked(DeletionTree)
    /// `hadChanges` with nothing written: what was deleted had never been saved.
    case saved(inserted: Int, updated: Int, deleted: Int, hadChanges: Bool)
    /// `undo`, `redo`, `rollback`, `reset`: the word, and what was undone, if anything was.
    case travelled(Travel)
    case value(ShownValue)
    case objects(ObjectTable)
    case count(Int)
    case model(ModelView)
    case entity(EntityView)
    case attribute(AttributeView)
    case relationship(RelationshipView)
    case graph([ObjectTable])
    case object(ObjectView)
    case changes(ChangesView)
    case deletionExplained(DeletionTree)
    case deletionCompared(DeletionComparison)
    /// An expectation that holds.
    case held(ExpectationVerdict)
    /// A check, with what each of its statements came to.
    case checked(name: String, points: Int, holds: Bool, [Outcome])
    /// What the statements of a file or loop came to, where there is anything to show.
    case sequence([Outcome])
  }
}

/// How an expectation came out.
public struct ExpectationVerdict: Hashable, Sendable {
  public var holds: Bool
  /// What the author of the expectation says when it does not hold.
  public var elseText: String?

  public init(holds: Bool, elseText: String? = nil) {
    self.holds = holds
    self.elseText = elseText
  }
}

/// An object as it is named to a learner: `Team#1 Miami Heat`.
public struct ObjectLabel: Hashable, Sendable, CustomStringConvertible {
  public var entity: String
  public var number: Int
  /// What its attributes call it, if anything.
  public var title: String?

  /// `Team#1`.
  public var reference: String { "\(entity)#\(number)" }
  public var description: String { title.map { "\(reference) \($0)" } ?? reference }
}

/// A value with its objects already named, so that it can be shown when the graph has long gone on.
public indirect enum ShownValue: Hashable, Sendable {
  /// A literal as it would be written: `"Wade"`, `30`, `nil`.
  case literal(String)
  case object(ObjectLabel)
  /// At most ``limit`` elements, and how many there are in all.
  case list([ShownValue], total: Int)
  /// A description of the model: `Team.players`.
  case description(String)

  /// How many elements of a list are kept for showing.
  public static let limit = 20
}

/// What a statement did, object by object.
public struct ChangeSummary: Sendable {
  public struct Change: Sendable {
    public var object: ObjectLabel
    public var key: String
    public var before: ShownValue
    public var after: ShownValue
    /// For a to-many: what came and what went.
    public var added: [ObjectLabel] = []
    public var removed: [ObjectLabel] = []
    public var addedCount = 0
    public var removedCount = 0
    public var isToMany = false
    /// Of a large to-many only the numbers are told: `before` and `after` are empty lists with their totals.
    public var isCountOnly = false
  }

  /// Up to how many objects a to-many is compared object by object, so that a statement costs what it changes.
  public static let comparisonLimit = 200

  public var inserted: [ObjectLabel] = []
  /// Of `inserted` and `changes`, only the first ``ShownValue/limit`` are kept; these say how many there were.
  public var insertedCount = 0
  public var changes: [Change] = []
  public var changeCount = 0
  /// How many of `changes`, at the front, the statement asked for; the others are what the graph did to stay whole.
  public var requestedCount = 0
}

/// What deleting does, as a tree flattened in the order it is read: parents before their children.
public struct DeletionTree: Sendable {
  public struct Line: Sendable {
    /// 0 for what was asked to be deleted; an effect stands one deeper than the object it belongs to.
    public var depth: Int
    public var relationship: String
    public var rule: DeleteRule
    public var objects: [ObjectLabel]
    /// How many there are; `objects` keeps the first ``ShownValue/limit``.
    public var count: Int
    /// Whose relationship it is; shown where several objects stand above.
    public var owner: ObjectLabel
  }

  public struct Root: Sendable {
    public var object: ObjectLabel
    public var lines: [Line]
  }

  public var roots: [Root]
  public var rootCount: Int
  /// How many objects go in all.
  public var deletedCount: Int
  /// Why save will refuse, in words; empty when it will not.
  public var refusals: [String]
}

/// The same delete under each rule.
public struct DeletionComparison: Sendable {
  public struct Row: Sendable {
    public var rule: DeleteRule
    /// Whether the relationships already have this rule.
    public var isCurrent: Bool
    public var deleted: [ObjectLabel]
    public var deletedCount: Int
    /// Objects that lose a link and stay.
    public var cleared: [ObjectLabel]
    public var clearedCount: Int
    /// Why save refuses; empty when it succeeds.
    public var refusals: [String]
  }

  public var objects: [ObjectLabel]
  /// The relationships whose rule is varied: `Team.players`.
  public var relationships: [String]
  public var rows: [Row]
}

/// What `undo` and its kin did.
public struct Travel: Hashable, Sendable {
  public enum Word: String, Hashable, Sendable {
    case undo, redo, rollback, reset, beginGroup, endGroup
  }

  public var word: Word
  /// The text of the statement that was undone or redone; nil when there was nothing to do.
  public var statement: String?
  public var didAnything: Bool
}

/// What a change of the model came to.
public struct ModelChange: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case named(String)
    case entityDeclared(String, properties: [String])
    case propertyAdded(String)
    case propertyChanged(String)
    case pairMade(String, String)
    case renamed(String, to: String)
    case removed(String)
    case entityChanged(String)
  }

  public var kind: Kind
  /// What was changed as it is written now, a line each: `Team.players ->> Player?, inverse team`.
  public var declarations: [String]
}

/// `fetch` and `show graph`: objects of one entity with the values of their properties.
public struct ObjectTable: Sendable {
  public var entity: String
  /// The property names, in the model's order.
  public var columns: [String]
  public var rows: [Row]
  /// How many there are; `rows` keeps the first ``rowLimit``.
  public var count: Int

  public struct Row: Sendable {
    public var object: ObjectLabel
    public var values: [ShownValue]
    /// `inserted`, `updated`, `deleted`, or nothing.
    public var state: ObjectState
  }

  public static let rowLimit = 50
}

/// What became of an object since the last save.
public enum ObjectState: String, Hashable, Sendable {
  case unchanged, inserted, updated, deleted
}

/// `show wade`.
public struct ObjectView: Sendable {
  public var object: ObjectLabel
  public var state: ObjectState
  public var values: [(key: String, value: ShownValue)]
}

/// `show changes`: what a save would write.
public struct ChangesView: Sendable {
  public var inserted: [ObjectLabel]
  public var insertedCount: Int
  public var updated: [ChangeSummary.Change]
  public var updatedCount: Int
  public var deleted: [ObjectLabel]
  public var deletedCount: Int

  public var isEmpty: Bool { insertedCount + updatedCount + deletedCount == 0 }
}

/// `show model`.
public struct ModelView: Sendable {
  public struct Entity: Sendable {
    public var name: String
    public var isAbstract: Bool
    public var parent: String?
    public var attributes: [String]
    public var relationships: [(name: String, isToMany: Bool, destination: String)]
    public var fetched: [String]
  }

  public var name: String
  public var entities: [Entity]
}

/// `show Team`.
public struct EntityView: Sendable {
  public struct Property: Sendable {
    public var name: String
    public var kind: String
    public var isOptional: Bool
    /// The options as they are written in a declaration.
    public var options: String
    /// The entity it is inherited from, if it is.
    public var inheritedFrom: String?
  }

  public var name: String
  public var isAbstract: Bool
  public var parent: String?
  public var subentities: [String]
  public var attributes: [Property]
  public var relationships: [Property]
  public var fetched: [Property]
  public var unique: [[String]]
  public var rules: [String]
}

/// `show Player.email`: the attribute inspector.
public struct AttributeView: Sendable {
  public var entity: String
  public var attribute: AttributeDescription
}

/// `show Player.team`: the relationship inspector.
public struct RelationshipView: Sendable {
  public var entity: String
  public var relationship: RelationshipDescription
}
