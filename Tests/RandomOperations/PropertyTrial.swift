import ObjectGraph

/// A context, the lines that were run on it and what was found wrong.
struct PropertyTrial {
  var run: Run
  var generator: OperationGenerator
  var lines: [String] = []
  var problems: [String] = []

  init(_ model: ManagedObjectModel, _ random: SplitMix) throws {
    run = try Run(model)
    generator = OperationGenerator(random)
    generator.makesTrials = false
    // The operations so far.
    for _ in 0..<generator.random.below(30) { perform(generator.next(run.reference)) }
  }

  mutating func perform(_ operation: Operation) {
    lines.append("\(operation)")
    problems += run.perform(operation, isComparedWhole: false)
  }

  /// A line that changes objects and no more.
  mutating func edit(deletes: Bool = true) {
    while true {
      let operation = generator.next(run.reference)
      switch operation {
      case .insert, .set, .setOne, .setMany, .add, .remove, .insertAt: return perform(operation)
      case .delete where deletes: return perform(operation)
      default: continue
      }
    }
  }

  mutating func say(_ text: String) { lines.append(text) }

  mutating func observed() -> Observation {
    do {
      return try Observation(run.subject, ghosts: Set(run.reference.current.objects.filter(\.value.isGhost).keys))
    } catch {
      problems.append("reading throws \(error)")
      return Observation()
    }
  }

  mutating func expect(_ found: Observation, _ expected: Observation, _ place: String) {
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
    // Rolling back keeps transient values, which a reset does not.
    perform(.reset)
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
