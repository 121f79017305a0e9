import ObjectGraph

/// Changes of the model, there and back and to anything.
extension PropertyTrial {
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
