import Diagnostics
import ModelInterchange
import ObjectGraph
import Predicates

/// What came of one statement: a value that the prompt renders, a lesson compares and a grader judges.
package struct Outcome: Sendable {
  /// The text that the statement stands in.
  package var source: SourceText
  /// Where the statement stands in `source`.
  package var range: SourceRange
  /// What there is to show; nil when nothing need be said.
  package var result: Result?
  package var diagnostics: [Diagnostic]
  /// How an `expect` came out; nil for every other statement.
  package var expectation: ExpectationVerdict?
  /// An error, or an expectation that does not hold.
  package var failed: Bool

  /// The statement's own text.
  package var text: Substring { source[range] }

  package init(
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
  package indirect enum Result: Sendable {
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
    case groups(GroupTable)
    case model(ModelView)
    case entity(EntityView)
    case attribute(AttributeView)
    case relationship(RelationshipView)
    case diagram(Diagram, isASCII: Bool)
    case graph(GraphView)
    case object(ObjectView)
    case changes(ChangesView)
    case tables(TablesView)
    case exported(Export)
    case deletionExplained(DeletionTree)
    case deletionCompared(DeletionComparison)
    case fetchPlanned(FetchPlanView)
    /// `compare model`.
    case modelsCompared(ModelComparison)
    /// `import`: what came into the model.
    case imported(ImportedModel)
    /// `show history`.
    case history(HistoryView)
    /// A line that says what is so now: of stores and merge policies.
    case stated(String)
    /// `store … at`, `reopen`: what was found in the store.
    case storeOpened(StoreOpening)
    /// `migrate`: what became of each store that is a file.
    case migrated([StoreMigration])
    /// `refresh`: the objects, how many there are, and what they have now that they had not.
    case refreshed([ObjectLabel], total: Int, [ChangeSummary.Change])
    /// `validate`: what keeps the object from it; empty when nothing does.
    case validated(ObjectLabel, purpose: String, [String])
    /// Why an object is in a fetch's result or not.
    case membershipExplained(MembershipExplanation)
    case fetchedPropertyExplained(FetchedPropertyView)
    case normalized(NormalizationView)
    case proposalApplied(AppliedProposalView)
    case derived(DerivationView)
    case reviewed(ReviewView)
    /// An expectation that holds.
    case held(ExpectationVerdict)
    /// A check, with what each of its statements came to.
    case checked(name: String, points: Int, holds: Bool, [Outcome])
    /// What the statements of a file or loop came to, where there is anything to show.
    case sequence([Outcome])
  }
}

/// How an expectation came out.
package struct ExpectationVerdict: Hashable, Sendable {
  package var holds: Bool
  /// What the author of the expectation says when it does not hold.
  package var elseText: String?

  package init(holds: Bool, elseText: String? = nil) {
    self.holds = holds
    self.elseText = elseText
  }
}

/// What opening a store came to.
package struct StoreOpening: Hashable, Sendable {
  package var name: String
  /// As it was written; nil in memory.
  package var path: String?
  /// There was no such file, and it was made.
  package var isNew: Bool
  package var objectCount: Int
  /// How many of them have other numbers here than in the file.
  package var renumberedCount: Int
  /// What a migration did, a line each; nil when there was none.
  package var migration: [String]?
  /// The open store that new objects go to unless they are given to another, where it is not this one.
  package var firstStore: String?
}

/// What became of a store's file when it was to be brought to the current model.
package struct StoreMigration: Hashable, Sendable {
  package var name: String
  /// The version of the model that it has now.
  package var version: String
  /// What was done, a line each; nil when the file fitted the model as it was.
  package var lines: [String]?
}

/// Whether a fetch finds an object, and the parts of its condition that decided.
package struct MembershipExplanation: Hashable, Sendable {
  package var object: ObjectLabel
  package var isFound: Bool
  /// Each a sentence without a full stop.
  package var reasons: [String]
}

/// An object as it is named to a learner: `Team#1 Miami Heat`.
package struct ObjectLabel: Hashable, Sendable, CustomStringConvertible {
  package var entity: String
  package var number: Int
  /// What its attributes call it, if anything.
  package var title: String?

  /// `Team#1`.
  package var reference: String { entity + "#" + String(number) }
  package var description: String { title.map { "\(reference) \($0)" } ?? reference }
}

/// A value with its objects already named, so that it can be shown when the graph has long gone on.
package indirect enum ShownValue: Hashable, Sendable {
  /// A literal as it would be written: `"Wade"`, `30`, `nil`.
  case literal(String)
  case object(ObjectLabel)
  /// At most ``limit`` elements, and how many there are in all.
  case list([ShownValue], total: Int)
  /// A description of the model: `Team.players`.
  case description(String)

  /// How many elements of a list are kept for showing.
  package static let limit = 20
}

/// What a statement did, object by object.
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
    /// Of a large to-many only the numbers are told: `before` and `after` are empty lists with their totals.
    package var isCountOnly = false
  }

  /// Up to how many objects a to-many is compared object by object, so that a statement costs what it changes.
  package static let comparisonLimit = 200

  package var inserted: [ObjectLabel] = []
  /// Of `inserted` and `changes`, only the first ``ShownValue/limit`` are kept; these say how many there were.
  package var insertedCount = 0
  package var changes: [Change] = []
  package var changeCount = 0
  /// How many of `changes`, at the front, the statement asked for; the others are what the graph did to stay whole.
  package var requestedCount = 0
}

/// What deleting does, as a tree flattened in the order it is read: parents before their children.
package struct DeletionTree: Sendable {
  package struct Line: Sendable {
    /// 0 for what was asked to be deleted; an effect stands one deeper than the object it belongs to.
    package var depth: Int
    package var relationship: String
    package var rule: DeleteRule
    package var objects: [ObjectLabel]
    /// How many there are; `objects` keeps the first ``ShownValue/limit``.
    package var count: Int
    /// Whose relationship it is; shown where several objects stand above.
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
  /// Why save will refuse, in words; empty when it will not.
  package var refusals: [String]
}

/// The same delete under each rule.
package struct DeletionComparison: Sendable {
  package struct Row: Sendable {
    package var rule: DeleteRule
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

/// What `undo` and its kin did.
package struct Travel: Hashable, Sendable {
  package enum Word: String, Hashable, Sendable {
    case undo, redo, rollback, reset, beginGroup, endGroup
  }

  package var word: Word
  /// The text of the statement that was undone or redone; nil when there was nothing to do.
  package var statement: String?
  package var didAnything: Bool
}

/// What a change of the model came to.
package struct ModelChange: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case named(String)
    case entityDeclared(String, properties: [String])
    case propertyAdded(String)
    case propertyChanged(String)
    case pairMade(String, String)
    case renamed(String, to: String)
    case removed(String)
    case entityChanged(String)
    /// A composite, template or configuration, as it is written.
    case partDeclared([String])
    /// `version`: its name, and the versions that there are besides.
    case versionAdded(String, others: [String])
    /// `use version`: its name, and what became of the objects.
    case versionUsed(String, lines: [String])
  }

  package var kind: Kind
  /// What was changed as it is written now, a line each: `Team.players ->> Player?, inverse team`.
  package var declarations: [String]
  /// Dependencies that went with what they named, as they were declared.
  package var droppedDependencies: [String] = []
}

/// `fetch` and `show graph`: objects of one entity with the values of their properties.
package struct ObjectTable: Sendable {
  package var entity: String
  /// The property names, in the model's order.
  package var columns: [String]
  package var rows: [Row]
  /// How many there are; `rows` keeps the first ``rowLimit``.
  package var count: Int

  package struct Row: Sendable {
    package var object: ObjectLabel
    package var values: [ShownValue]
    /// `inserted`, `updated`, `deleted`, or nothing.
    package var state: ObjectState
  }

  package static let rowLimit = 50
}

/// `show graph`.
package struct GraphView: Sendable {
  /// One for each concrete entity.
  package var tables: [ObjectTable]
  /// The objects as boxes and their links as lines; nil where tables tell more: for many objects, or none that are
  /// linked.
  package var picture: Diagram?
}

/// `export "league.svg"`: what was written where.
package struct Export: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// The model as a picture, for a browser.
    case picture
    /// The model as a picture in Graphviz's language.
    case graphviz
    /// The model as a picture in Mermaid's language.
    case mermaid
    /// The tables of a SQLite store.
    case tables
    /// The model as statements of the workbook.
    case source
  }

  package var path: String
  package var content: Content
  /// A file of this name was there before.
  package var isReplacement: Bool
}

/// What became of an object since the last save.
package enum ObjectState: String, Hashable, Sendable {
  case unchanged, inserted, updated, deleted
}

/// `show wade`.
package struct ObjectView: Sendable {
  package var object: ObjectLabel
  package var state: ObjectState
  package var values: [(key: String, value: ShownValue)]
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

/// `show tables`: what a store would hold, of what was saved.
package struct TablesView: Sendable {
  package struct Table: Sendable {
    package var table: SQLiteTable
    /// At most ``rowLimit``, with a value for each column.
    package var rows: [[SQLiteValue]]
    /// How many there are.
    package var count: Int
  }

  /// An object that several objects have in a to-many without inverse: a store has room for one of them.
  package struct Contested: Sendable {
    package var relationship: String
    package var object: ObjectLabel
    /// The first ``ShownValue/limit``.
    package var owners: [ObjectLabel]
    package var ownerCount: Int
  }

  package var tables: [Table]
  /// How many objects a save would write or take away; their changes are not in the tables.
  package var unsavedCount: Int
  /// The first ``ShownValue/limit``.
  package var contested: [Contested]
  package var contestedCount: Int

  package static let rowLimit = 50
}

/// `show model`.
package struct ModelView: Sendable {
  package var name: String
  /// Nothing is described yet.
  package var isEmpty: Bool
  /// The lines of statements that make the same model.
  package var source: [String]
  /// The names of all versions, when there is more than one, and which of them is current.
  package var versions: [String]
  package var currentVersion: String
}

/// `show Team`.
package struct EntityView: Sendable {
  package struct Property: Sendable {
    package var name: String
    package var kind: String
    package var isOptional: Bool
    /// The options as they are written in a declaration.
    package var options: String
    /// The entity it is inherited from, if it is.
    package var inheritedFrom: String?
  }

  package var name: String
  package var isAbstract: Bool
  package var parent: String?
  package var subentities: [String]
  package var attributes: [Property]
  package var relationships: [Property]
  package var fetched: [Property]
  package var unique: [[String]]
  package var rules: [String]
  /// `userInfo key: value` and `renamed from "…"`, as they are written.
  package var notes: [String]
}

/// `show Player.email`: the attribute inspector.
package struct AttributeView: Sendable {
  package var entity: String
  package var attribute: AttributeDescription
}

/// `show Player.team`: the relationship inspector.
package struct RelationshipView: Sendable {
  package var entity: String
  package var relationship: RelationshipDescription
}
