/// What a save wrote. An object that was inserted and deleted since the last save is in none of the lists.
public struct SaveReport: Hashable, Sendable {
  /// The objects that were new, by entity tree and number.
  public var inserted: [ManagedObjectID]
  /// The objects that were saved before and had changed, in the same order.
  public var updated: [ManagedObjectID]
  /// The objects that are gone now, in the same order.
  public var deleted: [ManagedObjectID]

  /// A report of these objects.
  public init(inserted: [ManagedObjectID], updated: [ManagedObjectID], deleted: [ManagedObjectID]) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
  }
}

extension ManagedObjectContext {
  /// Commits the pending changes: propagates deletions, validates, and only when nothing is wrong makes the graph the
  /// committed one.
  ///
  /// Saving is no step of undo. What was changed earlier in the same event becomes one.
  /// When it fails, deletions have been propagated all the same and nothing is written.
  /// - Throws: ``SaveError`` with everything that is wrong: of deleted objects, of inserted, of updated ones, then of
  ///   uniqueness.
  /// - Complexity: O(pending changes), and O(objects of an entity's tree) for a uniqueness constraint that changes
  ///   touch.
  @discardableResult
  public func save() throws(SaveError) -> SaveReport {
    processPendingChanges()
    let errors = Validator(graph, now: clock()).pendingErrors()
    guard errors.isEmpty else { throw SaveError.validation(errors) }
    let report = SaveReport(
      inserted: insertedObjects, updated: updatedObjects, deleted: graph.objects(marked: .deleted, without: .inserted))
    if isEventChanged {
      if group == nil { register(eventStart) } else { isGroupChanged = true }
    }
    graph.settle(commit: committed.commit + 1)
    graph.saveCounts = committed.saveCounts
    for id in report.updated { graph.saveCounts.countUpdate(of: id) }
    for id in report.deleted { graph.saveCounts.forget(id) }
    committed = graph
    let deletion = eventDeletion
    beginEvent()
    eventDeletion = deletion
    if checksInvariants {
      let problems = graph.checkInvariants()
      precondition(problems.isEmpty, "the graph is not sound: \(problems)")
    }
    return report
  }

  /// What keeps an inserted object from being saved: each property by itself, and the rules of its entity. Uniqueness
  /// is asked by the save alone. Empty for an object that is gone.
  public func validateForInsert(_ id: ManagedObjectID) -> [ValidationError] {
    Validator(graph, now: clock()).errorsOfLive(id)
  }

  /// What keeps a changed object from being saved: the same questions as for an inserted one.
  public func validateForUpdate(_ id: ManagedObjectID) -> [ValidationError] { validateForInsert(id) }

  /// The deny relationships that would keep the object from being deleted: they hold objects that are not deleted
  /// (1600, Core Data's header). No required value is asked of an object that goes.
  public func validateForDelete(_ id: ManagedObjectID) -> [ValidationError] {
    Validator(graph, now: clock()).deleteErrors(id)
  }

  /// Everything that a save would say now, deletions of this event not yet propagated left as they are.
  public func pendingErrors() -> [ValidationError] { Validator(graph, now: clock()).pendingErrors() }
}
