/// A graph to go back to, and the committed one of that time.
///
/// The way back alone is kept of a small event, see ``EventJournal``: it leads from the graph of the step above it in the
/// stack, or from the one that the current event began with. A step has its graph before anything else happens to the
/// context's graph than events and their undoing; see ``ManagedObjectContext/holdStart()``.
struct UndoStep: Sendable {
  /// Nil where it is still to be made by going back, or of a drafted model.
  var graph: Graph?
  var committed: Graph
  /// The way back, while there is no graph.
  var journal = EventJournal()
  /// The name of a group or an event.
  var name: Name?
  private var rest: Rest?

  init(graph: Graph?, committed: Graph, name: Name? = nil, mergedSaves: MergedSaves? = nil, saved: Graph? = nil) {
    self.graph = graph
    self.committed = committed
    self.name = name
    if mergedSaves != nil || saved != nil { rest = Rest(drafted: nil, mergedSaves: mergedSaves, saved: saved) }
  }

  /// The name of a step, and where it comes from.
  enum Name: Sendable {
    case given(String)
    /// The save of a child context.
    case save(of: String)

    var text: String {
      switch self {
      case .given(let name): name
      case .save(let child): "save of \(child)"
      }
    }
  }

  /// Set where the graph is still to be made, one without objects of this model.
  var drafted: DraftedModel? {
    get { rest?.drafted }
    set { rest = Rest(drafted: newValue, mergedSaves: mergedSaves, saved: saved) }
  }

  /// Others' changes that came in.
  struct MergedSaves: Sendable {
    /// The graph that they turned the entry's graph into.
    var graph: Graph
    /// The saves of others, in the order in which they came in; empty where the context itself made the changes and no step
    /// takes them back.
    var saved: [SavedElsewhere] = []
  }

  /// Set in an entry that is not a step but lies between two. The steps below it have not seen what came in.
  var mergedSaves: MergedSaves? {
    get { rest?.mergedSaves }
    set { rest = Rest(drafted: drafted, mergedSaves: newValue, saved: saved) }
  }

  /// The saved graph at a change of the model, if others had saved something that the context had not taken in.
  var saved: Graph? {
    get { rest?.saved }
    set { rest = Rest(drafted: drafted, mergedSaves: mergedSaves, saved: newValue) }
  }

  /// The parts that few steps have. They are separate because a step is copied at the end of every event.
  private final class Rest: Sendable {
    let drafted: DraftedModel?
    let mergedSaves: MergedSaves?
    let saved: Graph?

    init(drafted: DraftedModel?, mergedSaves: MergedSaves?, saved: Graph?) {
      self.drafted = drafted
      self.mergedSaves = mergedSaves
      self.saved = saved
    }
  }

  /// The graph to go back to, where it is not that of a drafted model.
  /// - Parameter behind: the graph after the step.
  func graph(behind: Graph) -> Graph { graph ?? behind.before(journal) }
}

extension ManagedObjectContext {
  /// Whether ``undo()`` would take anything back, the current event and an open group included.
  public var canUndo: Bool { !undoStack.isEmpty || isEventChanged || state.isGroupChanged }
  /// Whether ``redo()`` would go forward: something was undone, and nothing has changed in the current event.
  public var canRedo: Bool { !redoStack.isEmpty && !isEventChanged }

  /// The name of the last group or event that is ended, if it has one: what ``undo()`` would take back while the
  /// current event has changed nothing. O(1), or O(steps) where others have saved since.
  public var undoName: String? { undoStack.last { $0.mergedSaves == nil }?.name?.text }
  /// The name of the child context whose save ``undo()`` would take back, while the current event has changed nothing; nil for
  /// any other step. O(1), or O(steps) where others have saved since.
  package var childOfUndo: String? {
    guard case .save(let child)? = undoStack.last(where: { $0.mergedSaves == nil })?.name else { return nil }
    return child
  }
  /// The number of the save of this context that ``undo()`` would go past, while the current event has changed nothing; nil
  /// where there is none, or where others' changes have come in since. O(1).
  package var saveBeforeUndo: Int? {
    guard let step = undoStack.last, step.mergedSaves == nil, step.committed.commit != committed.commit else {
      return nil
    }
    return committed.commit
  }

  /// Whether others' saves have come in since the step that ``undo()`` would take back. O(1).
  package var hasTakenInSavesSinceLastStep: Bool { undoStack.last?.mergedSaves?.saved.isEmpty == false }

  /// The name of the group or event that ``redo()`` would do again, if it has one. O(1), or O(steps) where others have
  /// saved since.
  public var redoName: String? { redoStack.last { $0.mergedSaves == nil }?.name?.text }
  /// The objects in which the last ``undo()`` or ``redo()`` left something of its step as it is, because another context has
  /// saved it since. Empty where it took everything back. O(1).
  public internal(set) var keptByUndo: [ManagedObjectID] {
    get { state.keptByUndo }
    set { state.keptByUndo = newValue }
  }

  /// How many steps ``undo()`` can go back, the current event and an open group not counted. O(steps).
  public var undoCount: Int { undoStack.count { $0.mergedSaves == nil } }

  /// Goes back to the graph before the last event or group; a change whose event has not ended counts as one. O(1),
  /// unless a save lies between: then the marks are set again by comparing with the saved graph, O(differences). An
  /// open group is ended first and taken back as a whole. Going back past a save is our choice: Core Data's behaviour
  /// there is not established. It takes back this context's own changes, and never what another context has saved:
  /// ``keptByUndo`` names what stays for that reason.
  /// - Returns: whether there was anything to take back.
  @discardableResult
  public func undo() -> Bool {
    endEvent()
    endUndoGroup()
    keptByUndo = []
    guard let (step, past) = popStep(&undoStack) else { return false }
    redoStack.append(UndoStep(graph: graph, committed: committed, name: step.name, saved: savedByOthers))
    restore(step, past)
    return true
  }

  /// Goes forward again to what the last ``undo()`` took back. Any new change ends this possibility, one in an open
  /// group when the group ends. O(1), unless a save lies between: then O(differences).
  /// - Returns: whether there was anything to go forward to.
  @discardableResult
  public func redo() -> Bool {
    // The changes of an open group would be lost.
    guard group == nil else { return false }
    endEvent()
    keptByUndo = []
    guard let (step, past) = popStep(&redoStack) else { return false }
    undoStack.append(UndoStep(graph: graph, committed: committed, name: step.name, saved: savedByOthers))
    restore(step, past)
    return true
  }

  /// Makes one step of undo of all events until ``endUndoGroup()``. Groups do not nest.
  /// O(deleted objects × their links), and with observers O(what changed): it ends the event first.
  /// - Returns: false, and nothing is done, when a group is open.
  @discardableResult
  public func beginUndoGroup(named name: String) -> Bool {
    guard group == nil else { return false }
    endEvent()
    group = start
    group?.graph = holdStart()
    group?.journal = EventJournal()
    group?.name = .given(name)
    state.isGroupChanged = false
    return true
  }

  /// Forgets what ``undo()`` and ``redo()`` could reach, as `removeAllActions()` of Core Data's undo manager does; an open
  /// group ends first. Objects and marks stay as they are. O(steps).
  public func removeAllUndoSteps() {
    endEvent()
    endUndoGroup()
    undoStack = []
    redoStack = []
  }

  /// Whether events are being gathered into one step since ``beginUndoGroup(named:)``.
  public var isUndoGroupOpen: Bool { group != nil }

  /// Ends the group; when anything has changed in it, it becomes one step of undo. O(deleted objects × their links),
  /// and with observers O(what changed): it ends the event first.
  /// - Returns: false when no group is open.
  @discardableResult
  public func endUndoGroup() -> Bool {
    endEvent()
    guard let step = group else { return false }
    group = nil
    if state.isGroupChanged { register(step) }
    state.isGroupChanged = false
    return true
  }

  /// Whether changes become steps of undo. Changes made while it is false stay when earlier steps are undone or redone.
  /// Setting it ends the event first, as Core Data's documentation asks callers to do.
  public var isUndoRegistrationEnabled: Bool {
    get { state.registersUndo }
    set {
      endEvent()
      state.registersUndo = newValue
    }
  }

  func register(_ step: UndoStep) {
    guard state.registersUndo else {
      let before = step.graph(behind: current)
      holdLastStep(behind: before)
      noteMerge(UndoStep.MergedSaves(graph: current), from: before)
      return
    }
    let limit = max(1, undoLimit)
    // Several at once, so that a step costs O(1) on the average.
    let count = undoStack.count
    if count - limit >= limit / 4 { undoStack.removeFirst(count + 1 - limit) }
    undoStack.append(step)
    if !redoStack.isEmpty { redoStack = [] }
  }

  /// The graph that the current event began with. O(1), or what going back a small event costs.
  var startGraph: Graph { holdStart() }

  /// Makes the graph that the current event began with, where that is still to be made, and that of the last step, which
  /// leads back from it. Called before anything changes the current graph that the event's journal does not note.
  @discardableResult
  func holdStart() -> Graph {
    if let graph = start.graph { return graph }
    let graph = current.before(start.journal)
    start.graph = graph
    start.journal = EventJournal()
    holdLastStep(behind: graph)
    return graph
  }

  /// Makes the graph of the last step, if only its journal is kept.
  private func holdLastStep(behind graph: Graph) {
    guard let last = undoStack.last, last.graph == nil else { return }
    undoStack[undoStack.count - 1].graph = last.graph(behind: graph)
    undoStack[undoStack.count - 1].journal = EventJournal()
  }

  /// Takes the topmost step, and makes its graph. Where others' changes came in after it, it is brought over them, and
  /// they move down between it and what lies below.
  private func popStep(_ stack: inout [UndoStep]) -> (step: UndoStep, graph: Graph)? {
    guard let last = stack.popLast() else { return nil }
    guard let mergedSaves = last.mergedSaves else { return made(last, behind: current) }
    let behind = last.graph(behind: current)
    guard let (step, graph) = stack.popLast().map({ made($0, behind: behind) }) else { return nil }
    let (moved, kept) = translated(step, to: graph, from: behind, to: mergedSaves)
    keptByUndo = kept
    if let below = stack.last {
      if below.graph == nil { stack[stack.count - 1].graph = below.graph(behind: graph) }
      ManagedObjectContext.pushMerge(
        from: graph, UndoStep.MergedSaves(graph: moved, saved: mergedSaves.saved), on: &stack)
    }
    return (step, moved)
  }

  /// Notes on a stack that others' changes came in. Its last step has its graph.
  static func pushMerge(from before: Graph, _ mergedSaves: UndoStep.MergedSaves, on stack: inout [UndoStep]) {
    guard let last = stack.last else { return }
    if let earlier = last.mergedSaves {
      stack[stack.count - 1].mergedSaves = UndoStep.MergedSaves(
        graph: mergedSaves.graph, saved: SavedElsewhere.joined(earlier.saved, mergedSaves.saved))
    } else {
      stack.append(UndoStep(graph: before, committed: mergedSaves.graph, mergedSaves: mergedSaves))
    }
  }

  /// A graph of this context's past, as it would be had others' changes come in before it. A change of the model that came
  /// in stays; one of this context's own is taken back.
  /// - Parameters:
  ///   - step: The step that leads to the past: what was saved at its beginning, and what a change of the model dropped.
  ///   - past: Its graph.
  ///   - before: The graph after the step; with the others' changes it is the graph of `mergedSaves`.
  /// - Returns: the graph, and the objects in which something of the step stays, because others have saved it since.
  func translated(
    _ step: UndoStep, to past: Graph, from before: Graph, to mergedSaves: UndoStep.MergedSaves
  ) -> (graph: Graph, kept: [ManagedObjectID]) {
    let after = mergedSaves.graph
    let schema = before.schema === after.schema ? past.schema : after.schema
    schema.keepApart([past, before, after], coordinator.numbers)
    func follow(_ graph: Graph) -> Graph {
      graph.schema === schema ? graph : graph.converted(to: schema, now: clock())
    }
    var target = follow(after)
    if let saved = step.saved, saved.schema === schema, after.schema !== schema {
      target.regain(saved, lostUnder: after.schema, now: clock())
    }
    var merge = UndoMerge(
      past: follow(past), before: follow(before), now: target, committedThen: follow(step.committed),
      saved: mergedSaves.saved.map { $0.map(follow) })
    merge.run()
    if committed.schema === schema { merge.graph.markDifferences(from: committed) }
    return (merge.graph, merge.kept)
  }

  private func restore(_ step: UndoStep, _ past: Graph) {
    // The step below leads back from this very graph.
    current = past
    start = UndoStep(graph: past, committed: committed)
    version &+= 1
    keepNumbersApart()
    var isBaseKnown = graph.commit == committed.commit
    if committed.schema !== graph.schema {
      graph.schema.keepApart([graph, committed], coordinator.numbers)
      let old = committed.schema
      let base = base(before: step)
      // A file may have been opened or migrated since: then what is saved is what it holds now.
      coordinator.keepOriginals()
      let (saved, renumbered) = coordinator.restored(base, now: clock())
      graph.schema.noteRenumbering(renumbered, of: base.schema)
      isBaseKnown =
        graph.commit == saved.commit && step.committed.commit == saved.commit && saved.isSame(as: base)
      committed = saved
      bringModelToStores(takingBackTo: step.saved ?? step.committed)
      keepRead(since: old)
      let found = saved.placesAdded(since: base).filter { !past.header(at: $0).isAlive }
      if !found.isEmpty {
        // The past has not seen what a file brought since.
        holdLastStep(behind: past)
        graph = GraphMerge.run(base: base, own: saved, target: past, .own, only: found)
        noteMerge(UndoStep.MergedSaves(graph: graph), from: past)
      }
    }
    if !isBaseKnown {
      holdLastStep(behind: past)
      graph.markDifferences(from: committed)
    }
    pendingDeletions = []
    beginEvent()
  }

  /// Goes back to the last save: insertions and deletions are undone, changed objects get their saved values. The model
  /// stays, and nothing is read again. Nothing can be undone after it (Core Data's documentation: rollback empties the
  /// undo stack). O(1).
  public func rollback() {
    let before = graph
    graph = committed
    state.fetchedValues = FetchedValues()
    version &+= 1
    forgetHistory()
    post(.objectsDidChange, since: before)
  }

  /// Discards everything that is not saved and everything that was read: the context starts again from what is saved
  /// now, transient attributes with their defaults, every object a fault. O(1).
  public func reset() {
    graph = newest().graph
    committed = graph
    storeBase = nil
    if merged != nil { merged = newest() }
    state.newestMerged = nil
    state.holdsUnread = false
    seen = newest().count
    version &+= 1
    faults = FaultRegister()
    faults.begin(graph)
    state.fetchedValues = FetchedValues()
    forgetHistory()
    notified = graph
  }

  func forgetHistory() {
    undoStack = []
    redoStack = []
    group = nil
    state.isGroupChanged = false
    pendingDeletions = []
    beginEvent()
  }
}
