import Diagnostics
import ObjectGraph

/// `save`, with what a merge policy did to the objects that were to be saved.
extension Interpreter {
  /// - Parameter notes: Gets a note for the objects that the merge policy merged into others or left out.
  mutating func save(_ notes: inout [Diagnostic], at range: SourceRange) throws -> Outcome.Result? {
    if context.parent != nil { return try saveChild(&notes, at: range) }
    guard context.mergePolicy != .error else { return try save() }
    let lost = deletedElsewhere()
    // Under the other two policies the store's object stays, and its deletion does not.
    let isWinning = context.mergePolicy == .object || context.mergePolicy == .overwrite
    let unreached = isWinning ? unreachedNotes(context.deletedObjects, .saved, at: range) : []
    let new = context.hasUniqueness ? context.insertedObjects : []
    let lacking = context.mergePolicy == .object ? new.filter { context.lacksValues($0) } : []
    let lostObjects = Set(lost.map(\.id))
    let changed = context.hasUniqueness ? context.updatedObjects.filter { !lostObjects.contains($0) } : []
    let mayLose = context.mergePolicy == .store || context.mergePolicy == .rollback
    let asked = mayLose ? changed.filter { context.staleness(of: $0) == nil } : []
    let values = asked.map { context.changedValues(of: $0) }
    let result = try save()
    func note(_ id: String, _ text: String, hint: String? = nil) {
      notes.append(Diagnostic(id, text, at: range, severity: .note, hint: hint))
    }
    func noun(_ count: Int, _ one: String, _ many: String) -> String {
      count == 1 ? one : "\(DisplayText.grouped(count)) \(many)"
    }
    let merged = new.count { !context.exists($0) }
    if merged > 0 {
      let subject = noun(merged, "a new object was", "new objects were")
      let isLacking = lacking.contains { !context.exists($0) }
      switch context.mergePolicy {
      case .object:
        note(
          "merged-duplicates",
          "\(subject) merged into one with the same unique values"
            + (isLacking ? "; where the new one has nil, the old value stays" : ""),
          hint: isLacking ? "Core Data may write nil there" : nil)
      case .overwrite: note("merged-duplicates", "\(subject) merged into one with the same unique values")
      case .store, .rollback, .error:
        note("merged-duplicates", "\(subject) left out, since another one has the same unique values")
      }
    }
    for id in changed.filter({ !context.exists($0) }).prefix(4) {
      note(
        "merged-duplicates",
        "\(context.entityName(of: id))#\(id.number) was merged into an object with the same unique values, and deleted")
    }
    for (id, values) in zip(asked, values) where context.exists(id) {
      let back = values.filter { key, value in (try? context.value(of: id, forKey: key)) != value }
      guard !back.isEmpty else { continue }
      note(
        "merged-duplicates",
        "\(Describer(context: context).label(id)) keeps its saved \(Listing.text(back.keys.sorted())), "
          + "since another object has the same unique values")
      break
    }
    notes += outcomeNotes(of: lost, deletedBy: "another context", at: range) + unreached
    return result
  }

  /// The objects that have changes here and that others have deleted.
  private func deletedElsewhere() -> [(id: ManagedObjectID, label: ObjectLabel)] {
    let describer = Describer(context: context)
    return context.staleObjects.filter { id in
      context.hasChanges(id) && !context.isDeleted(id) && context.staleness(of: id) == .deleted
    }.map { ($0, describer.label($0)) }
  }

  /// Notes that say whether the save brought back objects that others had deleted.
  private func outcomeNotes(
    of lost: [(id: ManagedObjectID, label: ObjectLabel)], deletedBy other: String, at range: SourceRange
  ) -> [Diagnostic] {
    lost.prefix(4).map { id, label in
      Diagnostic(
        "deleted-elsewhere",
        context.exists(id)
          ? "\(other) had deleted \(label), and this save brings it back"
          : "\(other) has deleted \(label), and under the merge policy \(context.mergePolicy.rawValue) it stays deleted",
        at: range, severity: .note)
    }
  }

  private mutating func saveChild(
    _ notes: inout [Diagnostic], at range: SourceRange
  ) throws -> Outcome.Result? {
    let lost = deletedElsewhere()
    let unreached = unreachedNotes(context.deletedObjects, .saved, at: range)
    let result = try save()
    notes += outcomeNotes(of: lost, deletedBy: context.parent?.name ?? "", at: range) + unreached
    guard case .saved(let inserted, let updated, _, _)? = result, inserted + updated > 0,
      let derived = context.model.entities.lazy.flatMap({ entity in
        entity.properties.compactMap(\.attribute).filter { $0.derivation != nil }.map { "\(entity.name).\($0.name)" }
      }).first
    else { return result }
    notes.append(
      Diagnostic(
        "derived-in-child", "derived attributes such as \(derived) are computed by this save too", at: range,
        severity: .note, hint: "Core Data's store computes them, when the root context saves"))
    return result
  }

  mutating func save() throws -> Outcome.Result? {
    try context.prepare()
    try context.propagateDeletionsOrStop()
    context.processPendingChanges()
    let hadChanges = context.hasChanges && !context.hasOnlyUnsavedDeletions
    let before = context.committed
    let report = try context.save()
    return .saved(
      inserted: report.inserted.count, updated: context.countChanged(report.updated, since: before),
      deleted: report.deleted.count, hadChanges: hadChanges)
  }
}
