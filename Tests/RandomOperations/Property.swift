import ObjectGraph

/// Something that must hold whatever a random program did: asked of the context alone, without the reference.
///
/// Nested contexts and merging have properties of their own: a case here, and a function beside the others.
package enum Property: String, CaseIterable, Sendable {
  case undoneAndRedone = "going back any way and forth again is the identity"
  case undonePastSaves = "so it is past saves, but for what is marked"
  case rolledBack = "rolling back after anything gives the saved state"
  case copied = "a copy and its original know nothing of each other"
  case migrated = "editing the model there and back keeps the data"
  case anyModel = "the objects follow any other model or it is refused, and all goes on from there"

  /// What is wrong, in words, with the program that led there; nothing when the property holds.
  package func problems(seed: UInt64) -> [String] {
    var random = SplitMix(seed)
    let model: ManagedObjectModel
    if [.migrated, .anyModel].contains(self) || random.chance(60) {
      model = RandomModel.make(&random)
    } else {
      model = random.pick(ModelTable.all)?.model ?? ManagedObjectModel()
    }
    guard var trial = try? PropertyTrial(model, random) else { return ["the model is refused"] }
    switch self {
    case .undoneAndRedone: trial.undoAndRedo(withSaves: false)
    case .undonePastSaves: trial.undoAndRedo(withSaves: true)
    case .rolledBack: trial.rollBack()
    case .copied: trial.copy()
    case .migrated: trial.migrate()
    case .anyModel: trial.changeModels()
    }
    if trial.problems.isEmpty { return [] }
    return trial.problems + ["seed \(seed), model:"] + model.entities.flatMap(\.sketch) + ["program:"]
      + trial.lines.map { "  \($0)" }
  }
}

/// A context, the lines that were run on it and what was found wrong.
struct PropertyTrial {
  private var run: Run
  private var generator: OperationGenerator
  private(set) var lines: [String] = []
  private(set) var problems: [String] = []

  init(_ model: ManagedObjectModel, _ random: SplitMix) throws {
    run = try Run(model)
    generator = OperationGenerator(random)
    generator.makesTrials = false
    // What came before.
    for _ in 0..<generator.random.below(30) { perform(generator.next(run.reference)) }
  }

  private mutating func perform(_ operation: Operation) {
    lines.append("\(operation)")
    problems += run.perform(operation, isComparedWhole: false)
  }

  /// A line that changes objects and no more.
  private mutating func edit(deletes: Bool = true) {
    while true {
      let operation = generator.next(run.reference)
      switch operation {
      case .insert, .set, .setOne, .setMany, .add, .remove, .insertAt: return perform(operation)
      case .delete where deletes: return perform(operation)
      default: continue
      }
    }
  }

  private mutating func say(_ text: String) { lines.append(text) }

  private mutating func observed() -> Observation {
    do {
      return try Observation(run.subject, ghosts: Set(run.reference.current.objects.filter(\.value.isGhost).keys))
    } catch {
      problems.append("reading throws \(error)")
      return Observation()
    }
  }

  private mutating func expect(_ found: Observation, _ expected: Observation, _ place: String) {
    guard problems.isEmpty, found != expected else { return }
    problems = ["\(place):"] + found.differences(from: expected).prefix(10)
    problems += run.subject.context.graph.checkInvariants()
  }

  // MARK: The properties

  mutating func undoAndRedo(withSaves: Bool) {
    perform(.rollback)
    var states = [observed()]
    for _ in 0..<20 {
      edit()
      if withSaves, generator.random.chance(15) { perform(.save) }
      let before = run.subject.context.undoCount
      perform(.endEvent)
      // A save within the event has made a step of what was before it.
      if run.subject.context.undoCount > before || run.reference.past.count > states.count - 1 {
        while states.count < run.reference.past.count { states.append(Observation()) }
        states.append(observed())
      }
    }
    func comparable(_ state: Observation) -> Observation {
      var state = state
      state.canUndo = false
      state.canRedo = false
      return withSaves ? state.content : state
    }
    for _ in 0..<3 {
      let depth = generator.random.below(states.count)
      for place in 0..<depth {
        perform(.undo)
        let index = states.count - 2 - place
        if states[index].isTaken { expect(comparable(observed()), comparable(states[index]), "undone to \(index)") }
      }
      for place in 0..<depth {
        perform(.redo)
        let index = states.count - depth + place
        if states[index].isTaken { expect(comparable(observed()), comparable(states[index]), "redone to \(index)") }
      }
    }
  }

  mutating func rollBack() {
    perform(.save)
    perform(.rollback)
    let saved = observed()
    for _ in 0..<25 {
      let operation = generator.next(run.reference)
      if operation != .save { perform(operation) }
    }
    perform(generator.random.chance(50) ? .rollback : .reset)
    expect(observed(), saved, "rolled back")
  }

  mutating func copy() {
    perform(.endEvent)
    let before = observed()
    var copy = run
    copy.continueOnCopy()
    let original = run
    run = copy
    expect(observed(), before, "the copy, when it is made")
    for _ in 0..<20 { perform(generator.next(run.reference)) }
    let after = observed()
    let changed = run
    run = original
    expect(observed(), before, "the original, after changes of the copy")
    for _ in 0..<20 { perform(generator.next(run.reference)) }
    run = changed
    expect(observed(), after, "the copy, after changes of the original")
  }

  mutating func migrate() {
    perform(.save)
    // Under other rules what is marked as deleted would lead further.
    if run.reference.current.objects.values.contains(where: \.isDeleted) { perform(.rollback) }
    perform(.endGroup)
    for _ in 0..<10 { edit(deletes: false) }
    perform(.endEvent)
    let before = observed()
    let context = run.subject.context
    var back: [ModelEdit] = []
    var states = [before]
    for _ in 0..<(1 + generator.random.below(6)) {
      guard let (there, reverse) = ModelEdit.random(for: context.model, &generator.random) else { continue }
      apply(there)
      back.append(reverse)
      context.endEvent()
      states.append(observed())
    }
    for edit in back.reversed() { apply(edit) }
    context.endEvent()
    func comparable(_ state: Observation) -> Observation {
      var state = state
      state.canUndo = false
      state.canRedo = false
      return state
    }
    expect(comparable(observed()), comparable(before), "edited there and back")
    if problems.isEmpty, !back.isEmpty {
      say("undo to the first model")
      context.undo()
      for state in states.reversed().dropFirst() {
        context.undo()
        expect(comparable(observed()), comparable(state), "a change of the model undone")
      }
    }
  }

  /// Goes to models that have little to do with the present one but the names.
  mutating func changeModels() {
    for _ in 0..<20 { edit() }
    for _ in 0..<3 where problems.isEmpty {
      perform(.endGroup)
      perform(.endEvent)
      let before = observed()
      let ids = run.subject.ids
      let model =
        generator.random.chance(70)
        ? RandomModel.mutated(run.subject.context.model, &generator.random) : RandomModel.make(&generator.random)
      say("another model:\n" + model.entities.flatMap(\.sketch).joined(separator: "\n"))
      let renaming = renaming(from: run.subject.context.model, to: model)
      do {
        run.subject.renumber(try run.subject.context.setModel(model, renaming: renaming).renumbered)
      } catch {
        say("is refused: \(error)")
        expect(observed(), before, "a model that was refused")
        continue
      }
      problems += run.subject.context.graph.checkInvariants()
      let (labels, after) = (run.subject, try? Observation(run.subject, ghosts: []))
      run.subject.context.undo()
      run.subject.ids = ids
      problems += run.subject.context.graph.checkInvariants()
      var undone = observed()
      (undone.canRedo, undone.canUndo) = (before.canRedo, before.canUndo)
      expect(undone, before, "the other model undone")
      run.subject.context.redo()
      run.subject = labels
      if let after, let again = try? Observation(run.subject, ghosts: []) {
        var again = again
        (again.canRedo, again.canUndo) = (after.canRedo, after.canUndo)
        expect(again, after, "the other model redone")
      }
      if (try? run.subject.context.save()) == nil { say("what is there now cannot be saved") }
      run.subject.context.rollback()
      problems += run.subject.context.graph.checkInvariants()
      guard (try? run.restartReference()) != nil else {
        problems.append("reading throws")
        return
      }
      for _ in 0..<25 where problems.isEmpty {
        let operation = generator.next(run.reference)
        say("\(operation)")
        problems += run.perform(operation, isComparedWhole: true)
      }
      perform(.rollback)
    }
  }

  /// Now and then a new name, as good as any.
  private mutating func renaming(from old: ManagedObjectModel, to new: ManagedObjectModel) -> ModelRenaming {
    var renaming = ModelRenaming()
    guard generator.random.chance(40) else { return renaming }
    for _ in 0..<2 {
      guard let from = generator.random.pick(old.entities), let to = generator.random.pick(new.entities) else { break }
      if generator.random.chance(50) { renaming.rename(entity: from.name, to: to.name) }
      if let key = generator.random.pick(from.properties)?.name, let other = generator.random.pick(to.properties)?.name
      {
        renaming.rename(property: key, of: from.name, to: other)
      }
    }
    say("renaming \(renaming)")
    return renaming
  }

  private mutating func apply(_ edit: ModelEdit) {
    guard problems.isEmpty else { return }
    say(edit.name)
    do {
      try run.subject.context.setModel(edit.model, renaming: edit.renaming)
    } catch {
      problems.append("\(edit.name) throws \(error)")
    }
    problems += run.subject.context.graph.checkInvariants()
    let found = run.subject.context.model.problems()
    if !found.isEmpty { problems.append("\(edit.name) makes a model that is not sound: \(found)") }
  }
}

extension Run {
  mutating func continueOnCopy() { subject.context = subject.context.copy() }

  /// Puts a new reference beside the context: as it is, all of it saved.
  mutating func restartReference() throws {
    let known = reference.known
    reference = ReferenceContext(subject.context.model)
    reference.known = known
    for (label, object) in try Observation(subject, ghosts: []).objects {
      var copy = ReferenceGraph.Object(entity: object.entity)
      for (key, seen) in object.values {
        switch seen {
        case .value(let value): copy.values[key] = value
        case .one(let other): copy.links[key] = other.map { [$0] } ?? []
        case .many(let others): copy.links[key] = others
        }
      }
      reference.current.objects[label] = copy
    }
    reference.saved = reference.current
    reference.eventStart = reference.current
  }
}

extension Subject {
  mutating func renumber(_ moved: [ManagedObjectID: ManagedObjectID]) {
    for (label, id) in ids {
      guard let new = moved[id] else { continue }
      ids[label] = new
      labels[new] = label
    }
  }
}

extension Observation {
  /// The live objects, their values and the order of their members.
  var content: Observation {
    var content = Observation()
    for (label, object) in objects where !object.isDeleted {
      content.objects[label] = Object(
        entity: object.entity, isInserted: false, isUpdated: false, isDeleted: false, values: object.values,
        changed: [], were: [:])
    }
    content.found = found
    return content
  }

  /// Whether it was taken at all: of a context with a model.
  var isTaken: Bool { !found.isEmpty }
}
