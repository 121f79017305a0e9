import Diagnostics
import ModelInterchange
import Predicates

/// The result of one statement: a value that the prompt renders, a lesson compares and a grader judges.
package struct Outcome: Sendable {
  /// The text that contains the statement.
  package var source: SourceText
  /// The place of the statement in `source`.
  package var range: SourceRange
  /// The result to show; nil when nothing need be said.
  package var result: Result?
  package var diagnostics: [Diagnostic]
  /// How an `expect` came out; nil for every other statement.
  package var expectation: ExpectationVerdict?
  /// An error, or an expectation that does not hold.
  package var failed: Bool
  /// Whether it failed after a block of it had saved: that stays.
  package var keepsSaves = false
  /// The reason why it was stopped; nil if it was not.
  package var stop: OperationCancelled.Reason?

  /// Whether it may have changed anything that lasts.
  package var hadEffect: Bool { !failed || keepsSaves }

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
    /// `let heat = …`: the name and its value.
    case named(String, ShownValue)
    /// The changes that a statement made to objects.
    case changed(ChangeSummary)
    /// Objects were marked for deletion.
    case marked(DeletionTree)
    /// `hadChanges` with nothing written: what was deleted had never been saved.
    case saved(inserted: Int, updated: Int, deleted: Int, hadChanges: Bool)
    /// `undo`, `redo`, `rollback`, `reset`: the word, and what was undone, if anything was.
    case historyMoved(HistoryMove)
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
    /// `explain fetch` where the objects are read from a file.
    case storeFetchPlanned(StorePlanView)
    /// `compare model`.
    case modelsCompared(ModelComparison)
    /// `import`: what came into the model.
    case imported(ImportedModel)
    /// `show history`.
    case history(HistoryView)
    /// One thing that is so now, for example that a store is open.
    case stated(Fact)
    /// `store … at`, `reopen`: what was found in the store.
    case storeOpened(StoreOpening)
    /// `migrate`: the result for each store that is a file.
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
    /// A check, with the outcome of each of its statements.
    case checked(name: String, points: Int, holds: Bool, [Outcome])
    /// The outcomes of the statements of a file or loop that have something to show.
    case sequence([Outcome])
  }
}

/// How an expectation came out.
package struct ExpectationVerdict: Hashable, Sendable {
  package var holds: Bool
  /// The `else` text of an expectation that does not hold.
  package var elseText: String?
  /// The claim of the expectation; nil for a check.
  package var claim: Expectation.Claim?
  /// Whether the object that was expected is found, and is not the only one: the property that was to have one object has many. Advice
  /// on another object is not true then.
  package var findsMore = false

  package init(holds: Bool, elseText: String? = nil, claim: Expectation.Claim? = nil) {
    self.holds = holds
    self.elseText = elseText
    self.claim = claim
  }
}
