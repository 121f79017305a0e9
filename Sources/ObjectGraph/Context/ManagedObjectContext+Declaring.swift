import struct Foundation.Date

/// Declarations that wait.
///
/// A model of ten thousand entities is written and changed one declaration at a time, and no one looks at the schemas and
/// graphs in between. So a context's owner may defer declarations: they change a ``ModelDraft``, which knows what each of
/// them concerns, and the schema is made when something else is done. Objects then follow all at once; a declaration that
/// they might not follow, or not with the same values, is not deferred. Each declaration is still one step of undo; the graph
/// to go back to is built lazily, when anything but undo needs it.
///
/// While declarations are deferred, use only the members of this file; call ``carryOutDeclarations()`` before any other.
extension ManagedObjectContext {
  /// Declarations that are not carried out yet, or undone without a graph.
  struct WaitingDeclarations {
    /// The model that they lead to.
    var model: DraftedModel {
      get { draft?.model ?? goal }
      set {
        goal = newValue
        draft = nil
      }
    }
    /// The same with its lists; nil until the next declaration needs them.
    var draft: ModelDraft?
    private var goal: DraftedModel
    /// A step of undo for each, unless a group is open.
    var steps: [UndoStep] = []
    /// Whether the context's graph is of another model.
    var isChanged: Bool

    init(_ model: DraftedModel, draft: ModelDraft? = nil, isChanged: Bool) {
      goal = model
      self.draft = draft
      self.isChanged = isChanged
    }
  }

  /// Whether there are objects that would follow a declaration. O(entities).
  package var hasAnyObjects: Bool { hasObjects }

  /// Whether declarations wait.
  package var declarationsWait: Bool { waiting != nil }

  /// The part of the model that a declaration sees while declarations wait; nil where this one cannot wait: something
  /// that it is about is not there, it has to see more, or there is no room for another entity.
  /// - Parameter new: the entity that it makes.
  package func partOfDraft(_ reach: DeclarationReach, making new: String?) -> ManagedObjectModel? {
    guard let draft = waiting?.draft, draft.model.placeCount + 1 < Int(UInt16.max),
      reach.subjects.allSatisfy({ $0 == new || draft.declares($0) })
    else { return nil }
    return draft.part(reach)
  }

  /// Lets declarations wait from here on. Only where nothing depends on the model but this context's own objects: no
  /// stores with files, other contexts, versions or watchers, and no event that has begun.
  /// - Parameter isComplete: whether no declaration would change more of this model than it concerns.
  /// - Returns: whether they may. O(properties).
  package func letDeclarationsWait(_ isComplete: (ManagedObjectModel) -> Bool) -> Bool {
    if let waiting {
      guard waiting.draft == nil else { return true }
      // An undo went back to it without its lists.
      var model = waiting.model
      // The place of an entity that was taken back is not given away again.
      model.placeCount = max(model.placeCount, coordinator.numbers.placeCount)
      let whole = model.model
      guard isComplete(whole), let draft = ModelDraft(model, whole.problems()) else { return false }
      self.waiting?.draft = draft
      return true
    }
    let problems = modelProblems
    guard modelMayWait, problems.allSatisfy(\.isUnfinished), isComplete(model) else { return false }
    let drafted = DraftedModel(
      DraftedModel.Base(graph: graph, committed: committed, hasObjects: hasObjects),
      placeCount: coordinator.numbers.placeCount
    )
    guard let draft = ModelDraft(drafted, problems) else { return false }
    waiting = WaitingDeclarations(drafted, draft: draft, isChanged: false)
    return true
  }

  private var modelMayWait: Bool {
    parent == nil && !isEventChanged && pendingDeletions.isEmpty && state.registersUndo && observers.isEmpty
      && !coordinator.hasOtherContexts && coordinator.storeWrittenUnder(modelHistory.currentName) == nil
      && coordinator.originals().isEmpty
      && coordinator.commit == seen && committed.commit >= 0 && modelHistory.count == 1
      // A new delete rule acts on what is marked already.
      && graph.objects(marked: .deleted).isEmpty
  }

  /// Takes a declaration in: the part of the model that it concerns, as it was and as it is now.
  /// - Parameters:
  ///   - renaming: the new names that it gives.
  ///   - name: what ``undoName`` calls the step.
  ///   - isAccepted: whether what came of it is right; otherwise nothing of it stays, no declaration waits any more, and
  ///     the answer is nil.
  package func declare(
    _ new: ManagedObjectModel, madeOf old: ManagedObjectModel, _ renaming: ModelRenaming, named name: String,
    isAccepted: (DeclaredChange) -> Bool
  ) -> DeclaredChange? {
    guard let before = waiting?.draft?.model, waiting?.draft?.objectsFollow(new, madeOf: old, renaming) == true,
      let change = waiting?.draft?.take(new, madeOf: old, renaming)
    else { return nil }
    guard isAccepted(change) else {
      waiting?.model = before
      carryOutDeclarations()
      return nil
    }
    if group == nil {
      waiting?.steps.append(
        waiting?.isChanged == true
          ? leadingBack(to: before, .given(name)) : UndoStep(graph: graph, committed: committed, name: .given(name)))
      let limit = max(1, undoLimit)
      if let count = waiting?.steps.count, count >= 2 * limit { waiting?.steps.removeFirst(count - limit) }
      if !redoStack.isEmpty { redoStack = [] }
    }
    waiting?.isChanged = true
    return change
  }

  /// Makes the schema and the graph that waiting declarations lead to. O(1) where none waits, otherwise O(properties), and
  /// what the conversion of the objects costs.
  @inline(__always)
  package func carryOutDeclarations() {
    if waiting != nil { carryOutWaiting() }
  }

  @inline(never)
  private func carryOutWaiting() {
    guard let waiting = waiting.take() else { return }
    guard waiting.isChanged else { return }
    let made = graphs(of: waiting.model)
    meter(made.graph.schema)
    let old = graph.schema
    graph = made.graph
    committed = made.committed
    keepNumbersApart()
    bringModelToStores()
    keepRead(since: old)
    changed()
    // Statements that were undone can still be redone.
    let future = redoStack
    if group != nil { state.isGroupChanged = true } else { waiting.steps.forEach(register) }
    redoStack = future
    beginEvent()
  }

  /// The graphs of a model that grew out of those that it is based on.
  private func graphs(of drafted: DraftedModel) -> (graph: Graph, committed: Graph) {
    let base = drafted.base
    let schema = drafted.schema
    coordinator.numbers.grow(toHold: drafted.placeCount)
    schema.noteRenumbering([:], since: base.graph.schema)
    guard base.hasObjects else {
      var empty = Graph(schema, context: graph.context)
      empty.commit = base.committed.commit
      return (empty, empty)
    }
    let now = clock()
    return (base.graph.following(schema, now: now), base.committed.following(schema, now: now))
  }

  /// A step of undo with its graph, where it was left to be made. O(properties) for one that was, and what the conversion
  /// of the objects costs.
  /// - Parameter behind: the graph that the step led to.
  func made(_ step: UndoStep, behind: Graph) -> (step: UndoStep, graph: Graph) {
    guard let drafted = step.drafted else { return (step, step.graph(behind: behind)) }
    var step = step
    let made = graphs(of: drafted)
    step.committed = made.committed
    step.drafted = nil
    return (step, made.graph)
  }

  // MARK: Undo

  /// Takes back the last declaration and leaves the graph before it to be made. O(1).
  /// - Returns: the name of the step; nil where ``undo()`` has to do it.
  package func undoDeclaration() -> String? {
    guard group == nil, !isEventChanged else { return nil }
    if var waiting, let step = waiting.steps.popLast() {
      redoStack.append(leadingBack(to: waiting.model, step.name))
      if let model = step.drafted {
        waiting.model = model
        self.waiting = waiting
      } else {
        // Nothing has been made of what waited.
        self.waiting = nil
      }
      return step.name?.text ?? ""
    }
    guard let model = undoStack.last?.drafted, undoStack.last?.committed.commit == committed.commit,
      waiting != nil || modelMayWait, let step = undoStack.popLast()
    else { return nil }
    if let waiting {
      redoStack.append(leadingBack(to: waiting.model, step.name))
      self.waiting?.model = model
    } else {
      redoStack.append(UndoStep(graph: graph, committed: committed, name: step.name))
      waiting = WaitingDeclarations(model, isChanged: true)
    }
    return step.name?.text ?? ""
  }

  /// Does the declaration again that was taken back last. O(1).
  /// - Returns: the name of the step; nil where ``redo()`` has to do it.
  package func redoDeclaration() -> String? {
    guard group == nil, !isEventChanged, let model = redoStack.last?.drafted, waiting != nil || modelMayWait,
      redoStack.last?.committed.commit == committed.commit, let step = redoStack.popLast()
    else { return nil }
    if var waiting {
      waiting.steps.append(leadingBack(to: waiting.model, step.name))
      waiting.model = model
      self.waiting = waiting
    } else {
      var waiting = WaitingDeclarations(model, isChanged: true)
      waiting.steps = [UndoStep(graph: graph, committed: committed, name: step.name)]
      self.waiting = waiting
    }
    return step.name?.text ?? ""
  }

  /// A step that leads back to a model of which nothing is made.
  private func leadingBack(to model: DraftedModel, _ name: UndoStep.Name?) -> UndoStep {
    var step = UndoStep(graph: model.base.graph, committed: model.base.committed, name: name)
    step.drafted = model
    return step
  }

  /// Whether the current or the committed graph has an object, marked ones included. O(entities).
  var hasObjects: Bool {
    graph.tables.contains { $0.liveCount + $0.markedCount > 0 } || committed.tables.contains { $0.liveCount > 0 }
  }
}

extension Graph {
  /// The graph under a schema that grew out of its own: values follow the properties' identities alone.
  fileprivate func following(_ schema: Schema, now: Date) -> Graph {
    var conversion = GraphConversion(self, to: schema, now: now, strictness: .lenient, followsMoves: false)
    // A lenient conversion throws nothing.
    try? conversion.run()
    conversion.new.computeDerived(since: self, now: now)
    return conversion.new
  }
}
