extension ManagedObjectContext {
  /// Returns the effects of deleting these objects, and the errors that a save would then report for all pending
  /// changes. Runs on a copy of the graph; nothing changes.
  /// - Parameters:
  ///   - ids: The objects to delete.
  ///   - overridingRules: The rule for these objects' relationships instead of their own, for a comparison of rules.
  /// - Throws: ``ObjectGraphError/objectGone(_:entity:)``, ``ObjectGraphError/foreignObject(_:)``, `OperationCancelled`.
  /// - Complexity: O(objects that go × their links + pending changes).
  public func explainDelete(
    _ ids: [ManagedObjectID], overridingRules: DeleteRule? = nil
  ) throws -> DeletionExplanation {
    var trial = graph
    let unlisted = unlistedLinks
    if !pendingDeletions.isEmpty {
      _ = trial.propagateDeletion(of: pendingDeletions, leavingOut: unlisted, cancellation: cancellation)
    }
    for id in ids { _ = try locateUnread(id) }
    var explanation = trial.propagateDeletion(
      of: ids, overridingRules: overridingRules, leavingOut: unlisted, cancellation: cancellation)
    try cancellation.check()
    trial.end(trial.linksToDeleted(leavingOut: unlisted, except: overridingRules == nil ? [] : Set(ids)))
    var validator = validator(of: trial, leavingOut: unlisted, cancellation)
    if let overridingRules {
      validator.overridden = Set(ids)
      validator.overridingRule = overridingRules
    }
    // In the order of a save, see `saveOrStop` and `PersistentStoreCoordinator.save`.
    let isCurrent = coordinator.isCurrent(committed)
    let asksUniqueness = mergePolicy == .error && parent == nil && isCurrent
    explanation.errors = validator.pendingErrors(asksUniqueness: asksUniqueness)
    if let parent {
      explanation.conflicts = parent.conflicts(in: parent.merge(of: trial, from: self))
    } else {
      let merge = mergeWithOthers(saving: trial, overriding: overridingRules, of: ids)
      explanation.conflicts = merge?.conflicts ?? []
      let isSettled = mergePolicy != .error || explanation.conflicts.isEmpty
      if explanation.errors.isEmpty, isSettled, merge != nil || mergePolicy != .error && graph.schema.hasUniqueness {
        var pending = merge?.target ?? trial
        explanation.constraintConflicts = coordinator.constraintConflicts(
          saving: &pending, own: trial, mergePolicy, isMerged: merge != nil, cancellation)
        if explanation.constraintConflicts.isEmpty {
          // The save asks once more when others' changes have come in.
          validator.graph = pending
          validator.unlisted = UnlistedLinks()
          explanation.errors = validator.pendingErrors(asksUniqueness: true)
        }
      }
    }
    try cancellation.check()
    return explanation
  }

  /// The merge that a save of this graph would make with what others have saved; nil when no one has saved meanwhile, and
  /// in a child context, whose save writes over what its parent has.
  private func mergeWithOthers(
    saving trial: Graph, overriding rule: DeleteRule?, of ids: [ManagedObjectID]
  ) -> GraphMerge? {
    guard let saved = savedByOthers, saved.schema === trial.schema else { return nil }
    var merge = GraphMerge(base: committed, own: trial, target: saved, mergePolicy.resolution)
    merge.cancellation = cancellation
    merge.links = faults.links
    merge.endsLinksToMarked = true
    if let rule { merge.overridden = (Set(ids.compactMap(trial.place(of:))), rule) }
    merge.run()
    return merge
  }

  /// Returns the same deletion under each rule, in the order of `DeleteRule.allCases`.
  /// O(objects that go × their links + pending changes) for each rule.
  /// - Throws: ``ObjectGraphError/objectGone(_:entity:)``, ``ObjectGraphError/foreignObject(_:)``,
  ///   `OperationCancelled`.
  public func compareDelete(_ ids: [ManagedObjectID]) throws -> [(rule: DeleteRule, explanation: DeletionExplanation)] {
    try DeleteRule.allCases.map { ($0, try explainDelete(ids, overridingRules: $0)) }
  }
}
