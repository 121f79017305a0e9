/// Declarations that wait.
///
/// A model of ten thousand entities is written one declaration at a time, and nobody looks at the schemas and empty graphs
/// between. So while a context has no objects its owner may let declarations wait: they change a ``ModelDraft``, which knows
/// what each of them concerns, and the schema is made when something else is done. Each is a step of undo all the same; the
/// graph to go back to is made when it is gone back to.
///
/// Nothing of this context but what stands here may be used while declarations wait: whoever lets them wait calls
/// ``carryOutDeclarations()`` before.
extension ManagedObjectContext {
  /// Declarations that are not carried out yet.
  struct WaitingDeclarations {
    var draft: ModelDraft
    /// A step of undo for each, unless a group is open.
    var steps: [UndoStep] = []
    var isChanged = false
  }

  /// The part of the model that a declaration sees while declarations wait; nil where this one cannot wait: one of the
  /// entities that it is about is not there, or there is no room for another.
  /// - Parameter new: the entity that it makes.
  package func partOfDraft(_ reach: DeclarationReach, making new: String?) -> ManagedObjectModel? {
    guard let waiting, home.numbers.placeCount + waiting.draft.addedCount + 1 < Int(UInt16.max),
      reach.subjects.allSatisfy({ $0 == new || waiting.draft.declares($0) })
    else { return nil }
    return waiting.draft.part(reach)
  }

  /// Lets declarations wait from here on. Only where nothing depends on the model yet: no objects, stores with files,
  /// other contexts, versions or watchers, and no event that has begun.
  /// - Parameter isComplete: whether no declaration would change more of this model than it concerns.
  /// - Returns: whether they may. O(properties).
  package func letDeclarationsWait(_ isComplete: (ManagedObjectModel) -> Bool) -> Bool {
    guard waiting == nil else { return true }
    guard parent == nil, !isEventChanged, pendingDeletions.isEmpty, registersUndo, observers.isEmpty,
      !home.hasOtherContexts, home.storeWrittenUnder(modelHistory.currentName) == nil, home.commit == seen,
      committed.commit >= 0, !hasObjects, modelHistory.count == 1, isComplete(model),
      var draft = ModelDraft(modelHistory)
    else { return false }
    draft.note(modelProblems)
    waiting = WaitingDeclarations(draft: draft)
    return true
  }

  /// Takes a declaration in: the part of the model that it concerns, as it was and as it is now.
  /// - Parameters:
  ///   - name: what ``undoName`` calls the step.
  ///   - isAccepted: whether what came of it is right; otherwise nothing of it stays, no declaration waits any more, and
  ///     the answer is nil.
  package func declare(
    _ new: ManagedObjectModel, madeOf old: ManagedObjectModel, named name: String,
    isAccepted: (DeclaredChange) -> Bool
  ) -> DeclaredChange? {
    guard let before = waiting?.draft.drafted, let change = waiting?.draft.take(new, madeOf: old) else { return nil }
    guard isAccepted(change) else {
      carryOutDeclarations(as: before)
      return nil
    }
    waiting?.isChanged = true
    if group == nil {
      var step = start
      step.graph = startGraph
      step.journal = EventJournal()
      step.name = name
      if waiting?.steps.isEmpty == false { step.drafted = before }
      waiting?.steps.append(step)
      let limit = max(1, undoLimit)
      if let count = waiting?.steps.count, count >= 2 * limit { waiting?.steps.removeFirst(count - limit) }
    }
    return change
  }

  /// Makes the schema and the graph that waiting declarations lead to. O(1) where none waits, otherwise O(properties).
  @inline(__always)
  package func carryOutDeclarations() {
    if waiting != nil { carryOutDeclarations(as: nil) }
  }

  @inline(never)
  private func carryOutDeclarations(as model: DraftedModel?) {
    guard let waiting = waiting.take() else { return }
    guard waiting.isChanged else { return }
    let empty = emptyGraph(of: model ?? waiting.draft.drafted)
    graph = empty
    committed = empty
    keepNumbersApart()
    bringModelToStores()
    changed()
    if group != nil { isGroupChanged = true } else { waiting.steps.forEach(register) }
    beginEvent()
  }

  /// The graph without objects of a model that grew out of the current one, or that it grew out of.
  private func emptyGraph(of drafted: DraftedModel) -> Graph {
    let history = drafted.made
    let old = graph.schema
    var places: [String: Int] = [:]
    var count = home.numbers.placeCount
    for entity in history.model.entities {
      if let place = old.indexes[entity.name] {
        places[entity.name] = place
      } else {
        places[entity.name] = count
        count += 1
      }
    }
    home.numbers.grow(toHold: count)
    var empty = Graph(
      Schema(
        history.model, places: places, placeCount: count, following: old,
        matching: ModelMatching(from: old.model, to: history.model, renaming: ModelRenaming()), history: history),
      context: graph.context)
    empty.commit = committed.commit
    return empty
  }

  /// A step of undo with its graph, where it was left to be made. O(properties) for one that was.
  /// - Parameter behind: the graph that the step led to.
  func made(_ step: UndoStep, behind: Graph) -> (step: UndoStep, graph: Graph) {
    guard let drafted = step.drafted else { return (step, step.graph(behind: behind)) }
    var step = step
    var graph = emptyGraph(of: drafted)
    graph.commit = step.committed.commit
    step.committed = graph
    step.drafted = nil
    return (step, graph)
  }

  /// Whether the current or the committed graph has an object, marked ones included. O(entities).
  var hasObjects: Bool {
    graph.tables.contains { $0.liveCount + $0.markedCount > 0 } || committed.tables.contains { $0.liveCount > 0 }
  }
}
