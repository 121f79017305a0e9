import Diagnostics
import ObjectGraph
import Predicates

/// `undo`, `redo`, `rollback`, `reset`, `begin` and `end`.
extension Interpreter {
  /// Gives names whose objects undo has taken away back to the objects that had them before.
  private mutating func returnNames(since before: Graph, at range: SourceRange) -> [Diagnostic] {
    var notes: [Diagnostic] = []
    for name in earlierObjects.keys.sorted() {
      guard let id = names[name]?.objectID, !isForeign(id), before.contains(id), !context.exists(id) else { continue }
      while let earlier = earlierObjects[name]?.popLast() {
        guard context.exists(earlier) else { continue }
        names[name] = earlier.value
        let label = ObjectFormatter(context: context).label(earlier)
        notes.append(Diagnostic("name-returned", "\(name) is \(label) again", at: range, severity: .note))
        break
      }
    }
    return notes
  }

  /// - Parameter notes: Gets a note for each open store whose file was migrated to a model that is taken back.
  mutating func move(_ statement: Statement, _ notes: inout [Diagnostic]) throws -> Outcome.Result? {
    func result(_ word: HistoryMove.Word, _ text: String?, _ did: Bool) -> Outcome.Result {
      .historyMoved(HistoryMove(word: word, statement: text, didAnything: did))
    }
    switch statement.kind {
    case .undo:
      try refuseInsideGroup(statement)
      if let text = declaringContext.undoDeclaration() { return result(.undo, text, true) }
      let (text, before, save) = (context.undoName, context.graph, context.saveBeforeUndo)
      let (child, isMerged) = (context.childOfUndo, context.hasTakenInSavesSinceLastStep)
      let dead = Set(context.staleObjects.filter(context.isDeleted))
      let did = context.undo()
      if did, let save { notes += pastSave(save, at: statement.range) }
      notes += follow(context.graph.renumbering(since: before), since: before, at: statement.range)
      notes += returnNames(since: before, at: statement.range)
      notes += stranded(since: before, "redo, or migrate", at: statement.range)
      if !context.graph.hasModel(of: before) { notes += unsavedElsewhere(.redo, at: statement.range) }
      notes += olderNotes(.undo, since: before, dead, at: statement.range)
      notes += brokenConstraint(since: before, at: statement.range)
      notes += kept(since: before, did, isMerged: isMerged, at: statement.range)
      if did, let child {
        notes.append(
          Diagnostic(
            "child-save-undone", "what \(child) saved is undone here, and \(child) does not have it as unsaved changes",
            at: statement.range, severity: .note, hint: "redo brings it back"))
      }
      return result(.undo, text, did)
    case .redo:
      try refuseInsideGroup(statement)
      if let text = declaringContext.redoDeclaration() { return result(.redo, text, true) }
      let (text, before) = (context.redoName, context.graph)
      let dead = Set(context.staleObjects.filter(context.isDeleted))
      let did = context.redo()
      notes += follow(context.graph.renumbering(since: before), since: before, at: statement.range)
      notes += stranded(since: before, "undo, or migrate", at: statement.range)
      if !context.graph.hasModel(of: before) { notes += unsavedElsewhere(at: statement.range) }
      notes += olderNotes(.redo, since: before, dead, at: statement.range)
      notes += brokenConstraint(since: before, at: statement.range)
      notes += kept(since: before, false, isMerged: false, at: statement.range)
      return result(.redo, text, did)
    case .rollback:
      let (did, hadSteps) = (context.hasChanges, context.canUndo || context.canRedo)
      context.rollback()
      return .historyMoved(
        HistoryMove(
          word: .rollback, statement: nil, didAnything: did, forgotten: HistoryMove.Forgotten(hadSteps: hadSteps)))
    case .reset:
      let (did, before, stale) = (context.hasChanges, context.graph, context.staleObjects)
      let hadSteps = context.canUndo || context.canRedo
      let formatter = ObjectFormatter(context: context)
      let gone = stale.filter { context.staleness(of: $0) == .deleted }
      let changed = stale.filter { context.staleness(of: $0) != .deleted }
      let labels = formatter.labels(gone.prefix(1))
      context.reset()
      let transients = context.transientChanges(since: before).filter { !stale.contains($0) }
      if !explained.reset, names.values.contains(where: { $0.objectID.map { !isForeign($0) } ?? false }) {
        explained.reset = true
        notes.append(
          Diagnostic(
            "reset-names", "your names lead to the objects as they are saved", at: statement.range, severity: .note,
            hint: "Core Data's objects from before a reset must not be used again: fetch them again"))
      }
      return .historyMoved(
        HistoryMove(
          word: .reset, statement: nil, didAnything: did,
          forgotten: HistoryMove.Forgotten(
            gone: labels, goneCount: gone.count,
            refreshed: formatter.labels(changed.prefix(1)), refreshedCount: changed.count,
            transients: formatter.labels(transients.prefix(1)), transientCount: transients.count,
            hadSteps: hadSteps)))
    case .beginGroup(let name):
      guard context.beginUndoGroup(named: name) else {
        throw Diagnostic("group-open", "a group is open already", at: statement.range, hint: "end it first with: end")
      }
      return result(.beginGroup, name, true)
    default:
      guard context.isUndoGroupOpen else {
        throw Diagnostic("no-group", "no group is open", at: statement.range, hint: "begin \"…\" opens one")
      }
      let changedAnything = context.isUndoGroupChanged
      context.endUndoGroup()
      return result(.endGroup, changedAnything ? context.undoName : nil, changedAnything)
    }
  }

  /// Notes on objects whose values came back by undo or redo although others have saved newer ones since.
  /// - Parameter dead: The objects that were marked for deletion before.
  private func olderNotes(
    _ word: StatementWord, since before: Graph, _ dead: Set<ManagedObjectID>, at range: SourceRange
  ) -> [Diagnostic] {
    let formatter = ObjectFormatter(context: context)
    var notes: [Diagnostic] = []
    let changed = context.staleObjects.filter(context.hasChanges).map { id in
      (id: id, keys: context.changedKeys(of: id, since: before))
    }.filter { id, keys in !keys.isEmpty || context.isDeleted(id) && !dead.contains(id) }
    // A link is told once, from its to-one end.
    let single = changed.filter { id, keys in
      let properties = context.model.properties(of: context.entityName(of: id)).filter { keys.contains($0.name) }
      return !properties.allSatisfy { $0.relationship.map { $0.isToMany && $0.inverse != nil } ?? false }
        || keys.isEmpty
    }
    for (id, keys) in single.isEmpty ? changed : single where notes.count < 4 {
      let label = formatter.label(id)
      guard case .changed(let saved) = context.staleness(of: id) else {
        if context.isDeleted(id) { continue }
        notes.append(
          Diagnostic(
            "older-than-saved", "\(otherSavers) has deleted \(label) meanwhile: \(word.rawValue) changes it only here",
            at: range, severity: .note))
        continue
      }
      let isTaken = context.isDeleted(id)
      var news = "has changed \(label)"
      if let key = keys.sorted().first(where: { saved[$0] != nil }), let value = saved[key] {
        let text =
          value.elements == nil
          ? " to \(value.objectID.map { "\(formatter.label($0))" } ?? ObjectFormatter.literal(value))" : ""
        news = "has changed \(key) of \(label)\(text)"
      }
      notes.append(
        Diagnostic(
          "older-than-saved",
          "\(otherSavers) \(news) meanwhile: "
            + (isTaken ? "\(word.rawValue) marks it for deletion" : "what \(word.rawValue) brings back is older"),
          at: range, severity: .note,
          hint: typed("refresh \(context.entityName(of: id))#\(id.number) discarding") + " shows what is saved"))
    }
    return notes
  }

  /// A note for each open store whose file no version of the model fits after a change of the model: once it is closed,
  /// nothing but that model opens it again.
  private func stranded(since before: Graph, _ ways: String, at range: SourceRange) -> [Diagnostic] {
    guard !context.graph.hasModel(of: before) else { return [] }
    let models = context.modelHistory.versions.map(\.model)
    return mainContext.coordinator.openFileStores.filter { store in !models.contains(where: store.fits) }.map { store in
      Diagnostic(
        "stranded-store", "the file of \(store.name) is written under a model that is no longer a version", at: range,
        severity: .note, hint: "\(ways) \(store.name), before \(store.name) is closed")
    }
  }

  /// A warning where a uniqueness constraint came back that objects saved in the meantime do not satisfy.
  private func brokenConstraint(since before: Graph, at range: SourceRange) -> [Diagnostic] {
    // Objects that others have saved may not be in this context yet.
    let violation =
      context.graph.uniquenessViolation(since: before) ?? context.savedGraph.uniquenessViolation(since: before)
    guard let problem = violation?.diagnostic else { return [] }
    return [
      Diagnostic(
        "constraint-returned", problem.message, at: range, severity: .warning,
        hint: "saves are refused until one of them is changed")
    ]
  }

  /// A note, once for each save, that undo has gone past it.
  private mutating func pastSave(_ save: Int, at range: SourceRange) -> [Diagnostic] {
    guard explained.savesUndone.insert(save).inserted else { return [] }
    return [
      Diagnostic(
        "undone-past-save",
        "undo went past a save, which is not a step of its own: the store keeps what was saved until the next save",
        at: range, severity: .note, hint: "redo brings it back")
    ]
  }

  /// A note on the objects in which something of the step stays because another context has saved it since, or one that
  /// undo has changed nothing: the step had become part of what others saved, or had left everything as it was.
  /// - Parameter isMerged: Whether others' saves had come in since the step.
  private func kept(since before: Graph, _ isUndone: Bool, isMerged: Bool, at range: SourceRange) -> [Diagnostic] {
    let objects = context.keptByUndo
    if !objects.isEmpty {
      let labels = ObjectFormatter(context: context).labels(objects.prefix(3)).map { "\($0)" }.joined(separator: ", ")
      let others = Listing.rest(objects.count - 3)
      let words =
        objects.count == 1
        ? "stays as it is: another context has saved it since"
        : "stay as they are: other contexts have saved them since"
      return [Diagnostic("kept-by-undo", "\(labels)\(others) \(words)", at: range, severity: .note)]
    }
    guard isUndone, context.graph.hasModel(of: before), context.graph.hasSameObjects(as: before),
      context.graph.keeps(context.insertedObjects, inStoresOf: before)
    else { return [] }
    return [
      Diagnostic(
        "undone-without-effect",
        "nothing changes here: "
          + (isMerged
            ? "the save merged this step into what others had saved" : "the step had left everything as it was before"),
        at: range, severity: .note)
    ]
  }

  private func refuseInsideGroup(_ statement: Statement) throws(Diagnostic) {
    guard !declaringContext.isUndoGroupOpen, !isInsideLoop else {
      throw Diagnostic(
        "group-open", "undo and redo work on whole groups, and one is open here", at: statement.range,
        hint: "a loop, a file that is run and begin … end are such groups")
    }
  }
}
