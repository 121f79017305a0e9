import CoreDataStore
import Diagnostics
import ObjectGraph
import Predicates

/// `save`, with what a merge policy did to the objects that were to be saved.
extension Interpreter {
  /// - Parameter notes: Gets a note for the objects that the merge policy merged into others or left out.
  mutating func save(_ notes: inout [Diagnostic], at range: SourceRange) throws -> Outcome.Result? {
    let saved = try saveNotingPolicy(&notes, at: range)
    notes += misfitNotes(at: range)
    if context.hasDerivedAttributes { notes += derivationNotes(at: range) }
    return saved
  }

  /// Says once that a store like those that are open takes no derived attributes in Core Data: adding it fails
  /// (documentation of NSDerivedAttributeDescription).
  /// - Parameter range: The derivation, or the save; nil where there is none, and no note.
  mutating func derivationNotes(at range: SourceRange?) -> [Diagnostic] {
    guard let range, !explained.derivation, !context.coordinator.stores.contains(where: { $0 is SQLiteStore }) else {
      return []
    }
    explained.derivation = true
    return [
      Diagnostic(
        "derived-without-sqlite",
        "Core Data keeps derived attributes in SQLite stores only: adding another kind of store fails",
        at: range, severity: .note)
    ]
  }

  /// A note on a derived attribute that is nil because its value is beyond its type.
  private func misfitNotes(at range: SourceRange) -> [Diagnostic] {
    guard let (id, attribute, value) = context.misfitDerivedValue(among: savedObjects) else { return [] }
    return [
      Diagnostic(
        "derived-misfit",
        "\(attribute.name) of \(ObjectFormatter(context: context).label(id)) is derived as \(ObjectFormatter.displayed(value)), "
          + "which is not \(DisplayText.withArticle(attribute.type.rawValue)), so it is nil", at: range,
        severity: .note,
        hint: [.integer16, .integer32].contains(attribute.type)
          ? "give it a type with more room, such as Integer64" : nil)
    ]
  }

  private mutating func saveNotingPolicy(_ notes: inout [Diagnostic], at range: SourceRange) throws -> Outcome.Result? {
    if context.parent != nil { return try saveChild(&notes, at: range) }
    guard context.mergePolicy != .error else { return try save() }
    let lost = deletedElsewhere()
    // Under the other two policies the store's object stays, and its deletion does not.
    let isWinning = context.mergePolicy.prefersOwn
    let unreached = isWinning ? unreachedNotes(context.deletedObjects, .saved, at: range) : []
    let new = context.hasUniqueness ? context.insertedObjects : []
    let lacking = context.mergePolicy == .object ? new.filter { context.lacksValues($0) } : []
    let lostObjects = Set(lost.map(\.id))
    let changed = context.hasUniqueness ? context.updatedObjects.filter { !lostObjects.contains($0) } : []
    let mayLose = context.mergePolicy.prefersStored
    let asked = mayLose ? changed.filter { context.staleness(of: $0) == nil } : []
    let values = asked.map { context.changedValues(of: $0) }
    let marked = mayLose ? deletedAndStale() : (objects: [], stale: [])
    let meetings = meetings()
    let doomed = Set(context.deletedObjects + changed + lost.map(\.id))
    let (result, deleted) = try saved()
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
    // If a new object shares a unique value with each of two saved ones, one of them survives.
    for id in deleted.filter({ !doomed.contains($0) }).prefix(merged > 0 ? 4 : 0) {
      note(
        "merged-duplicates",
        "\(context.entityName(of: id))#\(id.number) was deleted, because the merged object has its unique values too")
    }
    for (id, values) in zip(asked, values) where context.exists(id) {
      let back = values.filter { key, value in (try? context.value(of: id, forKey: key)) != value }
      guard !back.isEmpty else { continue }
      note(
        "merged-duplicates",
        "\(ObjectFormatter(context: context).label(id)) keeps its saved \(Listing.text(back.keys.sorted())), "
          + "since another object has the same unique values")
      break
    }
    notes += outcomeNotes(of: lost, deletedBy: "another context", at: range) + unreached
    notes += survivorNotes(of: marked.objects, changedElsewhere: marked.stale, at: range)
    notes += winnerNotes(of: meetings, at: range) + listNotes(of: meetings, at: range)
    return result
  }

  /// The objects that have changes here and that others have deleted.
  private func deletedElsewhere() -> [(id: ManagedObjectID, label: ObjectLabel)] {
    let formatter = ObjectFormatter(context: context)
    return context.staleObjects.filter { id in
      context.hasChanges(id) && !context.isDeleted(id) && context.staleness(of: id) == .deleted
    }.map { ($0, formatter.label($0)) }
  }

  /// An object that has changes here and that others have changed too.
  private struct Meeting {
    var object: ManagedObjectID
    /// The changes here, without to-many relationships: what both sides did to those is merged.
    var own: [String: Value]
    /// The to-many relationships that both sides have changed.
    var lists: [String]
    /// The values that others have saved since the object was read.
    var saved: [String: Value]
  }

  private func meetings() -> [Meeting] {
    context.staleObjects.compactMap { id in
      guard context.hasChanges(id), !context.isDeleted(id), case .changed(let saved) = context.staleness(of: id) else {
        return nil
      }
      let own = context.changedValues(of: id)
      return Meeting(
        object: id, own: own.filter { !isToMany($0.key, of: id) },
        lists: own.keys.filter { saved[$0] != nil && isToMany($0, of: id) }.sorted(), saved: saved)
    }
  }

  /// Whether a key is a to-many relationship. A composite and a transformable list are single values.
  private func isToMany(_ key: String, of id: ManagedObjectID) -> Bool {
    context.model.property(key, of: context.entityName(of: id))?.property.relationship?.isToMany ?? false
  }

  /// Notes on values that a save let one side lose: those of this context, or those that others had saved.
  private func winnerNotes(of meetings: [Meeting], at range: SourceRange) -> [Diagnostic] {
    let formatter = ObjectFormatter(context: context)
    func text(_ value: Value) -> String {
      value.objectID.map { "\(formatter.label($0))" } ?? ObjectFormatter.literal(value)
    }
    // A child saves over what its parent has, which is not saved yet.
    let isChild = context.parent != nil
    let verb = isChild ? "set" : "saved"
    let policy =
      isChild && context.mergePolicy == .error
      ? "as in Core Data," : "under the merge policy \(context.mergePolicy.rawValue)"
    var notes: [Diagnostic] = []
    for meeting in meetings where notes.count < 4 && context.exists(meeting.object) {
      func isNow(_ value: Value, _ key: String) -> Bool {
        (try? context.value(of: meeting.object, forKey: key)) == value
      }
      func sentence(_ tense: String, _ keys: [String], _ end: String) -> String {
        let label = formatter.label(meeting.object)
        let saved = keys.count == 1 ? meeting.saved[keys[0]] : nil
        let value = saved.flatMap {
          !isToMany(keys[0], of: meeting.object) ? " \(isChild ? "to" : "as") \(text($0))" : nil
        }
        return "\(otherSavers) \(tense) \(verb) \(Listing.text(keys)) of \(label)\(value ?? ""): \(policy) \(end)"
      }
      let lost = meeting.own.filter { !isNow($0.value, $0.key) }.keys.sorted()
      // If the value here is the one that was read, nothing was written, and the other side's stays.
      var kept: [String: Value] = [:]
      if case .changed(let saved) = context.staleness(of: meeting.object) { kept = saved }
      let replaced = meeting.saved.filter { key, value in
        !isToMany(key, of: meeting.object) && !isNow(value, key) && kept[key] == nil
      }.keys.sorted()
      let message: String
      if !lost.isEmpty {
        let change = lost.count == 1 ? meeting.own[lost[0]].map(text) : nil
        let theirs = meeting.saved.keys.sorted()
        let loss =
          change.map { theirs == lost ? $0 : "\(lost[0]) \($0)" }.map { "\($0) is lost" }
          ?? "the changes of \(Listing.text(lost)) are lost"
        message = sentence("has", theirs, "\(theirs.count > 1 ? "they stay" : "that stays"), and \(loss)")
      } else if replaced.count == 1, let now = try? context.value(of: meeting.object, forKey: replaced[0]) {
        message = sentence("had", replaced, "this save writes \(text(now)) over it")
      } else if !replaced.isEmpty {
        message = sentence("had", replaced, "this save writes over them")
      } else {
        continue
      }
      notes.append(Diagnostic("merge-winner", message, at: range, severity: .note))
    }
    return notes
  }

  /// A note on lists that both sides have changed, which are merged whichever side wins: only rollback drops this one's.
  private func listNotes(of meetings: [Meeting], at range: SourceRange) -> [Diagnostic] {
    guard context.mergePolicy != .rollback,
      let meeting = meetings.first(where: { !$0.lists.isEmpty && context.exists($0.object) })
    else { return [] }
    return [
      Diagnostic(
        "merged-list",
        "another context had changed \(Listing.text(meeting.lists)) of \(ObjectFormatter(context: context).label(meeting.object)) "
          + "too: what either side added or removed is merged", at: range, severity: .note)
    ]
  }

  /// The saved objects that are deleted here, if others have changed some of them, and those.
  private func deletedAndStale() -> (objects: [ManagedObjectID], stale: Set<ManagedObjectID>) {
    let stale = Set(context.staleObjects.filter { context.isDeleted($0) && context.staleness(of: $0) != .deleted })
    return stale.isEmpty ? ([], []) : (context.deletedObjects.filter { !context.isInserted($0) }, stale)
  }

  /// Notes on deletions that the merge policy took back: an object that others have changed stays, and so do those that
  /// only its cascade had reached.
  private func survivorNotes(
    of marked: [ManagedObjectID], changedElsewhere stale: Set<ManagedObjectID>, at range: SourceRange
  ) -> [Diagnostic] {
    let kept = marked.filter { context.exists($0) && !context.isDeleted($0) }
    let (changed, others) = (kept.filter(stale.contains), kept.filter { !stale.contains($0) })
    guard let first = changed.first else { return [] }
    let formatter = ObjectFormatter(context: context)
    func subject(_ first: ManagedObjectID, _ count: Int) -> String {
      "\(formatter.label(first))" + Listing.rest(count - 1)
    }
    var text =
      "another context has changed \(subject(first, changed.count)) since this one read "
      + "\(changed.count > 1 ? "them" : "it"): under the merge policy \(context.mergePolicy.rawValue) "
      + (changed.count > 1 ? "they stay, and their deletion" : "it stays, and its deletion") + " is taken back"
    if let other = others.first {
      text += ", as is that of \(subject(other, others.count)), which only a cascade had reached"
    }
    return [Diagnostic("deletion-taken-back", text, at: range, severity: .note)]
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
    let meetings = meetings()
    let result = try save()
    notes += outcomeNotes(of: lost, deletedBy: context.parent?.name ?? "", at: range) + unreached
    notes += winnerNotes(of: meetings, at: range)
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

  mutating func save() throws -> Outcome.Result? { try saved().result }

  /// Saves, and also returns the saved objects that are gone.
  private mutating func saved() throws -> (result: Outcome.Result, deleted: [ManagedObjectID]) {
    try context.prepare()
    try context.propagateDeletionsOrStop()
    context.processPendingChanges()
    let hadChanges = context.hasChanges && !context.hasOnlyUnsavedDeletions
    let before = context.committed
    let report = try context.save()
    savedObjects = report.inserted + report.updated
    let result = Outcome.Result.saved(
      inserted: report.inserted.count, updated: context.countChanged(report.updated, since: before),
      deleted: report.deleted.count, hadChanges: hadChanges)
    return (result, report.deleted)
  }
}
