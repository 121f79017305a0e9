import ObjectGraph
import Predicates

/// The shortest script on which two models behave differently: what one takes and the other refuses, or what is otherwise
/// afterwards.
///
/// ```swift
/// var search = BehaviorSearch(mine, theirs)
/// try search.run()   // let a = Team() · let b = Player() · b.team = a · delete a
/// ```
///
/// All scripts of one statement are tried, then those of two, and so on, always in the same order; a state that another
/// script has reached already is not followed twice. Scripts are written in ``ScriptVocabulary``: the entities that the
/// difference touches and those that they lead to, and values at which something turns. Where a count decides, a loop
/// makes that many objects.
struct BehaviorSearch {
  /// How far a search goes.
  struct Limits: Hashable, Sendable {
    /// The longest script.
    var statements = 6
    /// The most statements that are run, on each side.
    var steps = 12_000
  }

  let vocabulary: ScriptVocabulary
  var limits = Limits()
  /// Asked before every statement, with how many have been tried of how many at most; throws to stop.
  var interrupt: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  /// Stops a statement of a script that takes too long by itself.
  var cancellation = Cancellation.never
  /// The statements tried on each side so far.
  private(set) var stepsTaken = 0

  private struct State {
    var first: ScriptRun
    var second: ScriptRun
    var script: [ScriptStep]
  }

  init(_ first: ManagedObjectModel, _ second: ManagedObjectModel) {
    vocabulary = ScriptVocabulary(first, second)
  }

  /// - Throws: `ModelError` when a model is unsound, what ``interrupt`` throws, and what ``cancellation`` does.
  mutating func run() throws -> BehaviorFinding {
    var states = [
      State(
        first: try ScriptRun(vocabulary.first, cancellation), second: try ScriptRun(vocabulary.second, cancellation),
        script: [])
    ]
    var known: Set<[UInt64]> = []
    for length in 1...limits.statements {
      var next: [State] = []
      // If both refuse, for different reasons, that is reported only when no script of this length shows more.
      var otherReasons: BehaviorFinding?
      for state in states {
        for step in steps(from: state) {
          guard stepsTaken < limits.steps else { return otherReasons ?? agreement(length - 1) }
          stepsTaken += step.cost
          try interrupt(min(stepsTaken, limits.steps), limits.steps)
          var first = state.first.copy()
          var second = state.second.copy()
          let one = first.carryOut(step)
          let other = second.carryOut(step)
          // A search that was stopped half-way shows no difference.
          try cancellation.check()
          let script = state.script + [step]
          if !one.isSame(as: other) {
            let finding = BehaviorFinding.differ(script, end(one, step), end(other, step))
            guard case (.refused, .refused) = (one, other) else { return finding }
            otherReasons = otherReasons ?? finding
            continue
          }
          // A step that both refuse for the same reasons leaves both as they were, except for the deletions that a save
          // propagates.
          if case .refused = one, step != .save { continue }
          let seen = first.observations(vocabulary)
          let others = second.observations(vocabulary)
          if let (own, their) = difference(seen, others) { return .differ(script, own, their) }
          guard known.insert(first.stateKey + second.stateKey).inserted else { continue }
          next.append(State(first: first, second: second, script: script))
        }
      }
      if let otherReasons { return otherReasons }
      states = next
      if states.isEmpty { return agreement(length) }
    }
    return agreement(limits.statements)
  }

  private func agreement(_ length: Int) -> BehaviorFinding {
    .agree(upToStatements: length, entities: vocabulary.entities, steps: stepsTaken)
  }

  private func end(_ result: ScriptRun.Result, _ step: ScriptStep) -> ScriptEnd {
    switch result {
    case .done: ScriptEnd([step == .save ? "saves" : "accepts it"])
    case .refused(_, let words):
      ScriptEnd(words.isEmpty ? ["refuses it"] : words.map { "refuses: \($0)" }, isRefusal: true)
    }
  }

  private func difference(_ first: [Observation], _ second: [Observation]) -> (ScriptEnd, ScriptEnd)? {
    for (own, other) in zip(first, second) where own != other {
      // If an object is gone on one side only, that is the difference; the observations after it do not line up.
      return (ScriptEnd([own.sentence]), ScriptEnd([other.sentence]))
    }
    return nil
  }

  // MARK: The next steps

  private func steps(from state: State) -> [ScriptStep] {
    let run = state.first
    let live = run.objects.indices.filter { run.isNamed($0) && run.isLive($0) && state.second.isLive($0) }
    var result: [ScriptStep] = []
    if state.script.isEmpty { result += vocabulary.loneTemplates.map { .fetch($0) } }
    for object in live {
      for (key, crowd) in vocabulary.crowds[run.entity(of: object)] ?? [] where run.isEmpty(object, key) {
        result.append(.addMany(crowd, to: key, of: object))
      }
    }
    for entity in vocabulary.entities {
      result += vocabulary.insertions(of: entity).map { .insert(entity: entity, $0) }
      let given = vocabulary.fillings[entity]?.first ?? []
      for key in vocabulary.links[entity] ?? [] {
        result += links(ofNew: entity, key, live, run, state.second).map { .insert(entity: entity, given, $0) }
      }
    }
    for object in live {
      let entity = run.entity(of: object)
      for (key, values) in vocabulary.values[entity] ?? [] {
        result += values.map { .set(object, key: key, $0) }
      }
      for key in vocabulary.links[entity] ?? [] { result += links(of: object, key, live, run, state.second) }
      result.append(.delete(object))
    }
    if run.context.hasChanges || state.second.context.hasChanges { result.append(.save) }
    if vocabulary.triesReset, state.script.contains(.save), state.script.last != .reset { result.append(.reset) }
    return result
  }

  private func links(
    ofNew entity: String, _ key: String, _ live: [Int], _ first: ScriptRun, _ second: ScriptRun
  ) -> [ScriptStep.Link] {
    let ends = [first, second].compactMap { $0.model.property(key, of: entity)?.property.relationship }
    guard let end = ends.first else { return [] }
    return partners(ends, live, first).map { ScriptStep.Link(key: key, partner: $0, isToMany: end.isToMany) }
  }

  private func partners(_ ends: [RelationshipDescription], _ live: [Int], _ run: ScriptRun) -> [Int] {
    live.filter { other in ends.contains { vocabulary.isKind(run.entity(of: other), of: $0.destination) } }
  }

  private func links(
    of object: Int, _ key: String, _ live: [Int], _ first: ScriptRun, _ second: ScriptRun
  ) -> [ScriptStep] {
    let entity = first.entity(of: object)
    let ends = [first, second].compactMap { $0.model.property(key, of: entity)?.property.relationship }
    guard let end = ends.first else { return [] }
    let partners = partners(ends, live, first)
    if !end.isToMany {
      let target = first.target(of: object, key)
      return partners.filter { $0 != target }.map { .lead(object, key: key, to: $0) }
        + (target == nil ? [] : [.lead(object, key: key, to: nil)])
    }
    return partners.flatMap { other -> [ScriptStep] in
      let isHeld = first.holds(object, key, other)
      return [isHeld ? .remove(other, from: key, of: object) : .add(other, to: key, of: object)]
        + (vocabulary.triesFirst.contains(key) ? [.insertFirst(other, into: key, of: object)] : [])
    }
  }
}

/// The end of a script under a model.
package struct ScriptEnd: Hashable, Sendable {
  /// The sentences, a line each.
  package var lines: [String]
  /// Whether the statement is refused.
  package var isRefusal: Bool

  init(_ lines: [String], isRefusal: Bool = false) {
    self.lines = lines
    self.isRefusal = isRefusal
  }
}

/// The result of a search for a difference in behaviour.
package enum BehaviorFinding: Hashable, Sendable {
  /// A shortest script, and what each model makes of its last statement.
  case differ([ScriptStep], ScriptEnd, ScriptEnd)
  /// No script of up to this many statements over these entities shows a difference.
  case agree(upToStatements: Int, entities: [String], steps: Int)
}
