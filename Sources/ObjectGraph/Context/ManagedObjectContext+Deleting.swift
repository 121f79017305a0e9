extension ManagedObjectContext {
  /// Returns the effects of deleting these objects, and the errors that a save would then report for all pending
  /// changes. Runs on a copy of the graph; nothing changes.
  /// - Parameter overridingRules: The rule for these objects' relationships instead of their own, for a comparison of
  ///   rules.
  /// - Throws: ``ObjectGraphError/objectGone(_:entity:)``, ``ObjectGraphError/foreignObject(_:)``, ``OperationCancelled``.
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
    var validator = validator(of: trial, leavingOut: unlisted, cancellation)
    if let overridingRules {
      validator.overridden = Set(ids)
      validator.overridingRule = overridingRules
    }
    explanation.errors = validator.pendingErrors()
    explanation.conflicts = conflicts(saving: trial)
    try cancellation.check()
    return explanation
  }

  /// The objects that others have saved and that a save of this graph would write or delete. None in a child context, whose
  /// save writes over what its parent has.
  private func conflicts(saving trial: Graph) -> [MergeConflict] {
    guard let saved = savedByOthers, saved.schema === trial.schema else { return [] }
    var merge = GraphMerge(base: committed, own: trial, target: saved, mergePolicy.resolution)
    merge.cancellation = cancellation
    merge.links = faults.links
    merge.run()
    return merge.conflicts
  }

  /// The same deletion under each of the four rules, in their order of ``DeleteRule/allCases``.
  /// - Throws: as ``explainDelete(_:overridingRules:)``.
  public func compareDelete(_ ids: [ManagedObjectID]) throws -> [(rule: DeleteRule, explanation: DeletionExplanation)] {
    try DeleteRule.allCases.map { ($0, try explainDelete(ids, overridingRules: $0)) }
  }
}
