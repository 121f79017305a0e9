import Predicates

extension ManagedObjectContext {
  /// Completes the pending changes: propagates the deletions of this event to a fixpoint, unless
  /// ``propagatesDeletesAtEndOfEvent`` puts that off until the save, and notifies the observers. Called by ``save()``
  /// and ``endEvent(named:)``. O(deleted objects × their links).
  ///
  /// Core Data's header and documentation have it at the end of the event as well; in a program without an event loop,
  /// where an event ends is our choice. Deny stops nothing here: it is checked by validation (Core Data's header).
  public func processPendingChanges() {
    if propagatesDeletesAtEndOfEvent { propagateDeletions() }
    if !observers.isEmpty, isEventChanged { post(.objectsDidChange, since: notified ?? startGraph) }
  }

  /// Propagates the deletions of this event at once, for callers that can stop: when ``cancellation`` says so, the
  /// event is half done and has to be discarded.
  package func propagateDeletionsOrStop() throws(OperationCancelled) {
    propagateDeletions(cancellation)
    try cancellation.check()
  }

  /// Propagates the deletions of this event, asking the hooks of what goes with them first.
  func propagateDeletions(_ cancellation: Cancellation = .never) {
    guard !pendingDeletions.isEmpty else { return }
    if !hooks.isEmpty { prepareCascadesForDeletion() }
    let roots = pendingDeletions
    pendingDeletions = []
    let unlisted = unlistedLinks
    var explanation = graph.propagateDeletion(of: roots, leavingOut: unlisted, cancellation: cancellation)
    let validator = validator(of: graph, leavingOut: unlisted, cancellation)
    let memory = graph.memory
    for (count, node) in explanation.nodes.enumerated() where !memory.entities[Int(node.id.entity)].denying.isEmpty {
      if count & 4_095 == 4_095, cancellation.isRequested { break }
      explanation.errors += validator.deleteErrors(node.id)
    }
    if eventDeletion == nil { eventDeletion = explanation } else { eventDeletion?.append(explanation) }
    changed()
  }

  /// Ends an event: deletions are propagated and, when anything has changed, the graph before it becomes one step of
  /// undo.
  ///
  /// The interpreter of the workbook calls it after each statement. While a group is open the event becomes part of it.
  /// - Parameter name: what ``undoName`` calls the step; not used inside a group, which has its own.
  /// - Returns: what changed in this event; nil when nothing did.
  /// - Complexity: O(deleted objects × their links), and with observers O(what changed).
  @discardableResult
  public func endEvent(named name: String? = nil) -> EventSummary? { endEvent(name.map { .given($0) }) }

  @discardableResult
  func endEvent(_ name: UndoStep.Name?) -> EventSummary? {
    processPendingChanges()
    guard isEventChanged else { return nil }
    let deletions = eventDeletion
    var step = beginEvent()
    if group == nil {
      step.name = name
      register(step)
    } else {
      state.isGroupChanged = true
    }
    return EventSummary(step, after: current, deletions: deletions)
  }

  /// Takes back what the current event has changed so far, the model included: for a statement that failed half-way. What it
  /// saved itself stays. O(entities).
  public func discardEvent() {
    if let graph = start.graph { current = graph } else { current.takeBack(start.journal) }
    if current.schema !== committed.schema {
      let old = committed.schema
      let isBaseKnown = start.committed.commit == committed.commit
      committed = base(before: start)
      bringModelToStores(takingBackTo: start.saved ?? start.committed)
      keepRead(since: old)
      if !isBaseKnown { current.markDifferences(from: committed) }
    }
    version &+= 1
    keepNumbersApart()
    pendingDeletions = state.pendingAtStart
    if state.heldAtStart.isOf(current.schema) { faults.links = state.heldAtStart }
    beginEvent()
  }

  /// ``discardEvent()``, for a caller who knows that no other context has seen the objects which the event made: their numbers
  /// are free again. O(entities + what changed).
  package func discardEventUnseen() {
    // A save during the event stays.
    if isEventChanged, start.committed.commit == committed.commit {
      for id in EventSummary(start, after: current, deletions: nil).inserted.reversed() where isInserted(id) {
        if let entity = current.schema.entities[Int(id.entity)] { coordinator.numbers.takeBack(id.number, of: entity) }
      }
    }
    discardEvent()
  }

  /// Begins a new event.
  /// - Returns: how the one before it began.
  @discardableResult
  func beginEvent() -> UndoStep {
    var ended = UndoStep(graph: nil, committed: committed)
    swap(&ended, &start)
    state.pendingAtStart = pendingDeletions
    eventDeletion = nil
    isEventChanged = false
    state.heldAtStart = faults.links
    return ended
  }

  /// The deletions of the current event that have been propagated, those included that a ``save()`` in it has written;
  /// nil before the first, and again after ``endEvent(named:)``.
  public var lastDeletion: DeletionExplanation? { eventDeletion }
}
