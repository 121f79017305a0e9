import Predicates

/// Everything about a context that a copy of it has too: a value, so that a copy, a way back and a stopped save are each
/// one assignment.
///
/// Everything else belongs to one context alone: its name, its coordinator and parent, its observers, and its memory of
/// key paths.
struct ContextState {
  /// The current graph.
  var current: Graph
  /// The graph of the last save, or that was last taken in, under the current model; empty before the first.
  var committed: Graph

  // MARK: Settings

  var mergePolicy = MergePolicy.error
  var propagatesDeletesAtEndOfEvent = true
  var shouldDeleteInaccessibleFaults = true
  var cancellation = Cancellation.never
  var hooks = HookRegister()
  /// How many steps of undo are kept at least.
  var undoLimit = 1_000
  var registersUndo = true
  /// Whether the whole graph is checked after every change.
  var checksInvariants = false

  // MARK: The event, and what came before it

  /// The state that the current event began with, as far as it has been made.
  var start: UndoStep
  /// Whether anything has changed since.
  var isEventChanged = false
  /// Deleted in this event and not yet propagated.
  var pendingDeletions: [ManagedObjectID] = []
  /// The deletions of earlier events, if only the save propagates deletions.
  var pendingAtStart: [ManagedObjectID] = []
  var eventDeletion: DeletionExplanation?
  /// The links that objects showed when the event began, those that came in since included.
  var heldAtStart = HeldLinks()
  /// Objects whose `prepareForDeletion` is being run, or waits.
  var preparing: Set<ManagedObjectID> = []
  var preparationQueue: [ManagedObjectID] = []
  /// The graph that the observers were last notified about.
  var notified: Graph?
  var undoStack: [UndoStep] = []
  var redoStack: [UndoStep] = []
  var keptByUndo: [ManagedObjectID] = []
  var group: UndoStep?
  var isGroupChanged = false
  /// Declarations that have not been run yet; see ``ManagedObjectContext/carryOutDeclarations()``.
  var waiting: ManagedObjectContext.WaitingDeclarations?

  // MARK: What was read, and what others have saved

  var faults = FaultRegister()
  /// The results of fetched properties so far.
  var fetchedValues = FetchedValues()
  /// The stored form of ``committed``: the same except for transient attributes. Nil when there are none, or nothing
  /// was saved yet.
  var storeBase: Graph?
  /// Counts what has changed, for children that look whether they are up to date. Never goes back.
  var version = 0
  /// The coordinator's count, or the parent's ``version``, that was last taken in.
  var seen = 0
  /// The saved graph and its count when others' saves were last merged automatically, or when that began; nil if they are not.
  var merged: (graph: Graph, count: Int)?
  /// The number of times that something was not taken in, which distinguishes such bases from saved graphs: the commit
  /// of ``committed`` is then less than 0. Never goes back.
  var heldBackCount = 0
  /// Whether some of that was not read here, and only has pending changes.
  var holdsUnread = false
  /// The saved graph when others' saves were last taken in, as long as part of it is held back.
  var newestMerged: Graph?

  // MARK: Made from the above

  /// The graph that fetches search where part of what is saved is held back, and the version it was made from.
  var searched: (version: Int, current: Graph, saved: Graph)?
  /// The graph that children start from, and the version it was made from.
  var childSnapshot: (version: Int, graph: Graph)?
  /// The committed graph that was found sound last.
  var checkedCommitted: Graph?

  /// The state of a context that begins with a graph.
  /// - Parameter seen: the count of what is saved, of the coordinator or of the parent.
  init(_ start: Graph, seen: Int) {
    current = start
    committed = start
    self.start = UndoStep(graph: nil, committed: start)
    self.seen = seen
    faults.begin(start)
  }

  /// Brings an earlier state back. What only counts goes on, so that no two states have the same numbers.
  mutating func goBack(to earlier: ContextState) {
    let (version, heldBackCount) = (version, heldBackCount)
    self = earlier
    self.version = version &+ 1
    self.heldBackCount = heldBackCount
  }
}
