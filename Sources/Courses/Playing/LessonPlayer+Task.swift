import Diagnostics
import WorkbookLanguage

extension LessonPlayer {
  /// Runs what the learner typed.
  ///
  /// Runs statements. In a task the checks run after each statement, on a trial; once all hold, the step is done and
  /// the blocks after the task are shown. The attempt stays as it is either way. Elsewhere the statements just run.
  package mutating func execute(_ tree: SyntaxTree) -> [LessonEvent] {
    // The budget is each input's.
    interpreter.startCounting()
    let input = tree.source
    guard phase == .task, !tree.diagnostics.containsError else {
      let outcomes = interpreter.run(tree)
      if case .asking = phase { work += outcomes.texts(of: tree.statements.filter(\.isWork)) }
      return [.executed(input, outcomes)]
    }
    var outcomes: [Outcome] = []
    var isDone = false
    var state: [CheckOutcome] = []
    for statement in tree.statements {
      let outcome = interpreter.execute(statement, in: input)
      outcomes.append(outcome)
      work += [outcome].texts(of: statement.isWork ? [statement] : [])
      watch?.note(statement, outcome, in: interpreter)
      guard !isDone else { continue }
      state = checkOutcomes()
      isDone = state.isDone
    }
    let executed = LessonEvent.executed(input, outcomes)
    if isDone { return [executed, .taskDone] + play() }
    return tree.statements.isEmpty ? [executed] : [executed, .checks(state.naming(leftover))]
  }

  /// Parses what the learner typed and runs it.
  package mutating func execute(_ input: SourceText) -> [LessonEvent] { execute(WorkbookParser.parse(input)) }

  /// Runs the task's checks on what there is now.
  package mutating func check() -> [LessonEvent] {
    guard phase == .task else { return [.refused(.nothingToCheck)] }
    let state = checkOutcomes()
    return state.isDone ? [.taskDone] + play() : [.checks(state.naming(leftover))]
  }

  /// How many hints the step's task has, and how many of them were shown since the step began.
  package var taskHints: (count: Int, shown: Int) { (step?.hints.count ?? 0, hintsOfStep.count) }

  /// The next hint for the task or the open question.
  package mutating func hint() -> [LessonEvent] {
    if case .asking(let prediction) = phase { return questionHint(for: prediction) }
    guard phase == .task, let hints = step?.hints else { return [.refused(.nothingToHint)] }
    guard let place = hints.next(after: hintsOfStep, failing: failingCheck(of: hints)) else {
      return [.refused(.noMoreHints)]
    }
    hintsOfStep.insert(place)
    hintsGiven += 1
    return [.hint(hints[place].text, number: hintsOfStep.count, count: hints.count)]
  }

  /// The solution of the current step's task, which stays the learner's to type; at a question, its answer.
  package mutating func solution() -> [LessonEvent] {
    if case .asking(let prediction) = phase { return [.revealed(outlook(of: prediction))] }
    guard phase != .ready, let solutions = step?.solutions, !solutions.isEmpty else {
      return [.refused(.noSolution)]
    }
    return [.solution(solutions)]
  }

  /// The index of the first check that fails, if there are hints for checks.
  private func failingCheck(of hints: [Hint]) -> Int? {
    hints.contains { $0.check != nil } ? checkOutcomes().firstIndex { !$0.holds } : nil
  }

  private func checkOutcomes() -> [CheckOutcome] {
    guard let openTask, let watch else { return [] }
    return openTask.outcomes(on: interpreter, watch)
  }

  /// The statements typed before that are in the way of an answer that is right without them.
  private var leftover: [String] { openTask?.leftover(in: work) ?? [] }
}

extension [CheckOutcome] {
  /// The outcomes, of which the first that does not hold names the statements that are in the way.
  fileprivate func naming(_ leftover: [String]) -> [CheckOutcome] {
    var outcomes = self
    if let place = firstIndex(where: { !$0.holds }) { outcomes[place].leftover = leftover }
    return outcomes
  }
}

extension Step {
  /// Whether anything runs in the step, or is to be typed.
  var hasStatements: Bool {
    blocks.contains { block in
      switch block {
      case .graph, .task: true
      default: false
      }
    }
  }

  /// The states that `like solution` compares with in the checks of the step's task. In a lesson every name is fixed. Nil
  /// for a task without a solution.
  func solutions(from start: Interpreter) -> Solutions? {
    guard !solutions.isEmpty else { return nil }
    var end = start.trial()
    for solution in solutions { _ = end.run(solution) }
    let names = end.context.model.entities.flatMap { entity in
      [entity.name] + entity.properties.map { "\(entity.name).\($0.name)" }
    }
    return Solutions(start: EndState(of: start), ends: [EndState(of: end)], fixedNames: Set(names))
  }
}
