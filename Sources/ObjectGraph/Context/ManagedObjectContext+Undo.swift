/// A graph to go back to, and the committed one of that time.
struct UndoStep: Sendable {
  var graph: Graph
  var committed: Graph
  /// The name of a group.
  var name: String?
}

extension ManagedObjectContext {
  /// Whether ``undo()`` would take anything back, the current event and an open group included.
  public var canUndo: Bool { !undoStack.isEmpty || isEventChanged || isGroupChanged }
  /// Whether ``redo()`` would go forward: something was undone, and nothing has changed in the current event.
  public var canRedo: Bool { !redoStack.isEmpty && !isEventChanged }

  /// The name of the last group or event that is ended, if it has one: what ``undo()`` would take back while the
  /// current event has changed nothing.
  public var undoName: String? { undoStack.last?.name }
  /// The name of the group or event that ``redo()`` would do again, if it has one.
  public var redoName: String? { redoStack.last?.name }
  /// How many steps ``undo()`` can go back, the current event and an open group not counted.
  public var undoCount: Int { undoStack.count }

  /// Goes back to the graph before the last event or group; a change that is not yet ended as an event counts as one.
  /// O(1), unless a save lies between: then the marks are set anew by comparing with what was saved, O(what differs).
  /// An open group is ended first and taken back as a whole. Going back past a save is our choice: Core Data's
  /// behaviour there is not established.
  /// - Returns: whether there was anything to take back.
  @discardableResult
  public func undo() -> Bool {
    endEvent()
    endUndoGroup()
    guard let step = undoStack.popLast() else { return false }
    redoStack.append(UndoStep(graph: graph, committed: committed, name: step.name))
    restore(step)
    return true
  }

  /// Goes forward again to what the last ``undo()`` took back. Any new change ends this possibility, one in an open
  /// group when the group ends.
  /// - Returns: whether there was anything to go forward to.
  @discardableResult
  public func redo() -> Bool {
    // What a group has changed so far would be lost.
    guard group == nil else { return false }
    endEvent()
    guard let step = redoStack.popLast() else { return false }
    undoStack.append(UndoStep(graph: graph, committed: committed, name: step.name))
    restore(step)
    return true
  }

  /// Makes one step of undo of all events until ``endUndoGroup()``. Groups do not nest.
  /// - Returns: false, and nothing is done, when a group is open.
  @discardableResult
  public func beginUndoGroup(named name: String) -> Bool {
    guard group == nil else { return false }
    endEvent()
    group = eventStart
    group?.name = name
    isGroupChanged = false
    return true
  }

  /// Whether events are being gathered into one step since ``beginUndoGroup(named:)``.
  public var isUndoGroupOpen: Bool { group != nil }

  /// Ends the group; when anything has changed in it, it becomes one step of undo.
  /// - Returns: false when no group is open.
  @discardableResult
  public func endUndoGroup() -> Bool {
    endEvent()
    guard let step = group else { return false }
    group = nil
    if isGroupChanged { register(step) }
    isGroupChanged = false
    return true
  }

  func register(_ step: UndoStep) {
    let limit = max(1, undoLimit)
    // Several at once, so that a step costs O(1) on the average.
    if undoStack.count - limit >= limit / 4 { undoStack.removeFirst(undoStack.count + 1 - limit) }
    undoStack.append(step)
    redoStack = []
  }

  private func restore(_ step: UndoStep) {
    graph = step.graph
    keepNumbersApart()
    if committed.schema !== graph.schema {
      committed =
        step.committed.commit == committed.commit
        ? step.committed : committed.converted(to: graph.schema, now: clock())
    }
    if graph.commit != committed.commit { graph.markDifferences(from: committed) }
    pendingDeletions = []
    beginEvent()
  }

  /// Goes back to the last save: insertions and deletions are undone, changed objects get their saved values. The
  /// model stays. Nothing can be undone after it (Core Data's documentation: rollback empties the undo stack). O(1).
  public func rollback() {
    graph = committed
    fetchedValues = FetchedValues()
    forgetHistory()
  }

  /// Forgets everything that is not saved, as ``rollback()`` does; a context over a store will also forget what it
  /// has read.
  public func reset() { rollback() }

  private func forgetHistory() {
    undoStack = []
    redoStack = []
    group = nil
    isGroupChanged = false
    pendingDeletions = []
    beginEvent()
  }
}
