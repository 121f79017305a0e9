import Predicates

extension ManagedObjectContext {
  /// Commits the pending changes: propagates deletions, runs the hooks, validates, and only when nothing is wrong writes
  /// them to the stores or, from a child, into the parent's graph, where they are pending in turn.
  ///
  /// When others have saved since this context looked, the changes are merged; see ``MergePolicy``.
  ///
  /// Saving is not a step of undo. Earlier changes of the same event become one. When it fails, deletions have been
  /// propagated and hooks have run all the same, and nothing is written. If ``cancellation`` has stopped it, everything
  /// is as it was before.
  /// - Throws: ``SaveError``: everything that validation finds, of deleted objects, of inserted, of updated ones, then of
  ///   uniqueness, then of hooks; or conflicts with others' saves; or ``SaveError/cancelled``.
  /// - Complexity: O(pending changes), O(others' changes) where there were any, and O(objects of an entity's tree) for a
  ///   uniqueness constraint that changes touch.
  @discardableResult
  public func save() throws(SaveError) -> SaveReport {
    // The effects of a save before its validation are undone when it is stopped.
    let changesGraph =
      graph.schema.hasDerived || !pendingDeletions.isEmpty || !hooks.isEmpty || graph.hasMarkedForDeletion
    guard cancellation.isPossible, changesGraph else { return try saveOrStop() }
    let before = state
    do throws(SaveError) {
      return try saveOrStop()
    } catch {
      if case .cancelled = error { state.goBack(to: before) }
      throw error
    }
  }

  private func saveOrStop() throws(SaveError) -> SaveReport {
    try prepareForSave()
    let links = graph.linksToDeleted(leavingOut: unlistedLinks)
    if links.isEmpty { return try savePrepared() }
    let before = graph
    graph.end(links)
    version &+= 1
    do throws(SaveError) {
      return try savePrepared()
    } catch {
      if case .store(.incompleteSave) = error { throw error }
      graph = before
      version &+= 1
      throw error
    }
  }

  /// Validates and writes what is pending. Links that others have saved to objects which are marked for deletion, and that
  /// came in since, have ended: a save that is refused brings them back, since no change of this context ended them. A save
  /// that meets such links in the store ends them itself, or refuses.
  private func savePrepared() throws(SaveError) -> SaveReport {
    graph.computeDerivedAttributes(now: clock(), cancellation)
    if cancellation.isRequested { throw .cancelled }
    // Against what others have saved meanwhile the stores compare; values that this context read earlier may be gone.
    let asksUniqueness = mergePolicy == .error && parent == nil && coordinator.isCurrent(committed)
    let errors = pendingErrors(asksUniqueness: asksUniqueness, cancellation)
    if cancellation.isRequested { throw .cancelled }
    guard errors.isEmpty else { throw SaveError.validation(errors) }
    do throws(ModelChangeError) { try followModel() } catch { throw .modelChanged(error) }
    guard graph.hasChanges else {
      registerEvent()
      beginEventKeepingDeletion()
      return SaveReport(inserted: [], updated: [], deleted: [])
    }
    let report: SaveReport
    let marked = deletedObjects
    if let parent {
      report = try saveInto(parent)
    } else {
      report = try saveIntoStores()
    }
    for id in marked where graph.place(of: id) == nil {
      guard let entity = graph.schema.entity(at: id.entity) else { continue }
      faults.noteSavedDeletion(of: Graph.Place(table: entity.table, row: Int32(bitPattern: id.number)))
    }
    if checksInvariants { checkSoundness() }
    notified = graph
    post(.didSave, report)
    runDidSave(report)
    return report
  }

  /// Whether an entity has a derived attribute. O(1).
  package var hasDerivedAttributes: Bool { graph.schema.hasDerived }

  /// Returns the first of some objects with a derived attribute that is nil because its value is beyond its type, with
  /// that value.
  package func misfitDerivedValue(
    among ids: [ManagedObjectID]
  ) -> (object: ManagedObjectID, attribute: AttributeDescription, value: Value)? {
    guard graph.schema.hasDerived else { return nil }
    return graph.misfitDerivedValue(among: ids, now: clock(), cancellation)
  }

  /// Saves if nothing can be refused; nil, and nothing is done, in any other case.
  private func saveAlone() -> SaveReport? {
    var own = graph
    // No one else holds the graph meanwhile, so that it need not be copied.
    graph = committed
    let report = coordinator.saveAlone(&own, since: committed)
    graph = own
    guard let report else { return nil }
    registerEvent()
    committed = graph
    storeBase = nil
    seen = graph.commit
    version &+= 1
    beginEventKeepingDeletion()
    return report
  }

  private func saveIntoStores() throws(SaveError) -> SaveReport {
    if let report = saveAlone() { return report }
    let before = graph
    let stored = storeBase ?? committed
    let outcome: PersistentStoreCoordinator.Outcome
    do throws(SaveError) {
      outcome = try coordinator.save(
        graph, since: committed, showing: faults.links, policy: mergePolicy, named: name, now: clock(), cancellation)
    } catch {
      if case .store(.incompleteSave) = error { try? mergeWritten() }
      throw error
    }
    registerEvent()
    if outcome.theirs != nil {
      merge(outcome.saved.named(graph.context), after: outcome.report)
    } else {
      committed = outcome.graph
      graph = committed
      storeBase = graph.schema.hasTransients ? outcome.saved.named(graph.context) : nil
    }
    seen = outcome.graph.commit
    version &+= 1
    if let theirs = outcome.theirs {
      noteSave(from: before, since: stored, theirs)
      for id in outcome.report.deleted { faults.inaccessible.remove(id) }
    }
    beginEventKeepingDeletion()
    return outcome.report
  }

  /// Takes in what some stores have written of a save that others have refused: that is saved, and the rest is pending.
  private func mergeWritten() throws(ModelChangeError) {
    let (newest, _) = newest()
    let own = graph.objects(marked: .pending).compactMap(graph.place(of:)).filter { place in
      guard let entity = graph.entity(at: place), newest.header(at: place).isLive else {
        return !newest.header(at: place).isLive && !graph.header(at: place).isLive
      }
      return graph.header(at: place).isLive && graph.changedProperties(of: entity, at: place, since: newest).isEmpty
    }
    try merge(.unread(and: Set(own)), ofOwnSave: true)
  }

  /// Starts from what is saved after a save of this context in which others' changes came in: what it has not written
  /// keeps the state in which it was read.
  private func merge(_ saved: Graph, after report: SaveReport) {
    let before = graph
    let objects = report.inserted + report.updated
    let written =
      graph.objects(marked: .pending).compactMap(graph.place(of:)).filter(hasStoredChanges)
      + objects.compactMap(saved.place(of:))
    rebase(on: saved, .unread(and: Set(written)))
    if parent == nil, committed.schema.hasTransients {
      let commit = committed.commit
      let saveCounts = committed.saveCounts
      committed.takeTransients(of: objects, from: before)
      committed.settle(commit: commit)
      committed.saveCounts = saveCounts
    }
    graph = committed
  }

  /// Whether an object has more to save than transient and derived values, in which an undo past a save may differ.
  private func hasStoredChanges(at place: Graph.Place) -> Bool {
    guard let entity = graph.entity(at: place), graph.header(at: place).isLive, committed.header(at: place).isLive
    else { return true }
    return graph.changedProperties(of: entity, at: place, since: committed).contains {
      !$0.isTransient && $0.attribute?.derivation == nil
    }
  }

  /// - Parameters:
  ///   - stored: what was saved, as this context knew it.
  ///   - theirs: what was saved before this context's save.
  private func noteSave(from before: Graph, since stored: Graph, _ theirs: Graph) {
    noteMerge(from: before, SavedElsewhere(before: stored, after: storeBase ?? committed, theirs: theirs))
    noteFaults(since: before, turning: [])
  }

  /// A child's changes become pending ones of its parent, as one event there.
  private func saveInto(_ parent: ManagedObjectContext) throws(SaveError) -> SaveReport {
    let report = SaveReport(
      inserted: insertedObjects, updated: updatedObjects, deleted: graph.objects(marked: .deleted, without: .inserted))
    let before = graph
    let stored = committed
    let isCurrent = seen == parent.version && committed.commit >= 0
    let theirs = isCurrent ? stored : newest().graph
    try parent.receive(from: self)
    registerEvent()
    let saved = parent.snapshotForChildren().named(graph.context)
    if isCurrent {
      graph = saved
      committed = saved
    } else {
      merge(saved, after: report)
    }
    seen = parent.version
    version &+= 1
    if !isCurrent { noteSave(from: before, since: stored, theirs) }
    beginEventKeepingDeletion()
    return report
  }

  private func receive(from child: ManagedObjectContext) throws(SaveError) {
    endEvent()
    let merge = merge(of: child.graph, from: child)
    if child.cancellation.isRequested { throw .cancelled }
    let refused = child.mergePolicy == .error ? conflicts(in: merge) : []
    guard refused.isEmpty else { throw .mergeConflicts(refused) }
    graph = merge.target
    changed()
    endEvent(.save(of: child.name))
  }

  /// The merge of a child's changes into this context's graph.
  func merge(of own: Graph, from child: ManagedObjectContext) -> GraphMerge {
    var merge = GraphMerge(base: child.committed, own: own, target: graph, child.mergePolicy.resolution)
    merge.endsLinksToMarked = true
    merge.cancellation = child.cancellation
    merge.run()
    return merge
  }

  /// The conflicts of a child's save: objects that were saved, and whose deletion was saved too. A deletion that is only
  /// pending here is taken back by the child's changes.
  func conflicts(in merge: GraphMerge) -> [MergeConflict] {
    let saved = coordinator.graph
    return merge.conflicts.filter { conflict in
      guard conflict.kind == .deletedInStore, let entity = saved.schema.entity(at: conflict.object.entity) else {
        return false
      }
      let place = Graph.Place(table: entity.table, row: Int32(bitPattern: conflict.object.number))
      return saved.hasHad(place) && !saved.header(at: place).isLive
    }
  }

  private func registerEvent() {
    guard isEventChanged else { return }
    holdStart()
    if group == nil { register(start) } else { state.isGroupChanged = true }
  }

  private func beginEventKeepingDeletion() {
    let deletion = eventDeletion
    beginEvent()
    eventDeletion = deletion
  }

  /// Returns the errors that keep an inserted object from being saved: each property by itself, the rules of its
  /// entity, and its hooks. Uniqueness is checked by the save alone. Empty for an object that is gone.
  /// - Complexity: O(properties + members), the evaluation of the entity's rules, and what the hooks take.
  public func validateForInsert(_ id: ManagedObjectID) -> [ValidationError] {
    Validator(graph, now: clock(), cancellation).errorsOfLive(id) + hookErrors(id, \.validateForInsert)
  }

  /// Returns the errors that keep a changed object from being saved: the same checks as for an inserted one, and its
  /// own hook.
  /// - Complexity: O(properties + members), the evaluation of the entity's rules, and what the hooks take.
  public func validateForUpdate(_ id: ManagedObjectID) -> [ValidationError] {
    Validator(graph, now: clock(), cancellation).errorsOfLive(id) + hookErrors(id, \.validateForUpdate)
  }

  /// Returns the deny relationships that would keep the object from being deleted: they hold objects that are not
  /// deleted (1600, Core Data's header). Required values are not checked for an object that is being deleted.
  /// - Complexity: O(members of its deny relationships), and what the hooks take.
  public func validateForDelete(_ id: ManagedObjectID) -> [ValidationError] {
    validator(of: graph, leavingOut: unlistedLinks, cancellation).deleteErrors(id) + hookErrors(id, \.validateForDelete)
  }

  /// Whether ``validateForDelete(_:)`` would return nothing, without listing the errors: for a button that is disabled
  /// while the object cannot be deleted. True for an object that is gone. O(deny relationships) without hooks, and
  /// O(members that are deleted before the first that is not).
  public func canDelete(_ id: ManagedObjectID) -> Bool {
    guard faults.links.isEmpty else { return validateForDelete(id).isEmpty }
    return !graph.isDenied(id) && (hooks.isEmpty || hookErrors(id, \.validateForDelete).isEmpty)
  }

  /// Returns everything that a save would say now, deletions of this event not yet propagated left as they are.
  /// - Complexity: O(pending changes), O(objects of an entity's tree) for a uniqueness constraint that changes touch,
  ///   and what the hooks take.
  public func pendingErrors() -> [ValidationError] { pendingErrors(asksUniqueness: true) }

  private func pendingErrors(
    asksUniqueness: Bool, _ cancellation: Cancellation = .never
  ) -> [ValidationError] {
    var validator = validator(of: graph, leavingOut: unlistedLinks, cancellation)
    validator.base = committed
    return validator.pendingErrors(asksUniqueness: asksUniqueness) + pendingHookErrors()
  }
}
