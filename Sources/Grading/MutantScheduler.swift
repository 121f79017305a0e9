import Courses
import Diagnostics
import WorkbookLanguage

/// The order in which the checks of an exercise are run on mutants.
///
/// The first expectation that fails kills a mutant, and the remaining checks need not run. The check that killed the last
/// mutant often kills the next, which is a change in the same place; the others come in the order of the time that they
/// took for each mutant they have killed. An expectation that has not failed yet is judged on every mutant.
struct MutantScheduler {
  private struct Question {
    /// The index of the check in the script; nil for the question whether the answer was reached as asked and changed
    /// nothing else.
    var place: Int?
    private var kills = 1.0
    private var runs = 0.0
    private var time = Duration.zero
    /// Whether it killed the last mutant.
    var isLatest = false

    init(place: Int?) { self.place = place }

    /// The time that killing a mutant with it is expected to take.
    var price: Duration { time / (isLatest ? runs : kills) }

    /// Asks the question, and records the time that it took.
    /// - Returns: whether the mutant is killed.
    mutating func kills(_ isKilled: () -> Bool) -> Bool {
      var result = false
      time += ContinuousClock().measure { result = isKilled() }
      runs += 1
      if result { kills += 1 }
      return result
    }
  }

  private let prepared: PreparedExercise
  private var questions: [Question]

  init(of prepared: PreparedExercise) {
    self.prepared = prepared
    questions = ([nil] + prepared.script.checks.indices.map { $0 }).map(Question.init)
  }

  /// Returns the end of a mutant that passes; nil for one that is killed: refused, stopped, or failed by some check.
  /// - Parameters:
  ///   - replay: the right answer that it is a change of.
  ///   - dead: the expectations that have not failed yet; those that fail for this mutant are removed.
  mutating func kill(
    _ mutant: AnswerMutants.Mutant, of replay: AnswerReplay, _ grader: Grader, _ dead: inout DeadExpectations
  ) -> Grader.Work? {
    let work = grader.perform(prepared, mutant.tree, from: replay)
    guard work.isFinished else { return nil }
    let checks = prepared.script.checks
    let trial = CheckScript.Trial(of: prepared.script, on: work.interpreter, budget: grader.checkBudget)
    var isKilled = false
    var holding: Set<Int> = []
    questions.sort { $0.price < $1.price }
    for index in questions.indices where !isKilled {
      let place = questions[index].place
      isKilled = questions[index].kills {
        guard let place else { return grader.ruleChecks(prepared, work).contains { $0.status == .failed } }
        let outcome = trial.outcome(place, untilFailure: true)
        dead.note(outcome.failures)
        return !outcome.holds
      }
      if isKilled {
        for other in questions.indices { questions[other].isLatest = other == index }
      } else if let place {
        holding.insert(place)
      }
    }
    if !dead.isEmpty {
      for place in checks.indices where !holding.contains(place) {
        let open = dead.places(in: checks[place])
        if !open.isEmpty { dead.note(trial.outcome(place, judging: open).failures) }
      }
    }
    if !isKilled, let other = prepared.otherScript {
      let trial = CheckScript.Trial(of: other, on: work.interpreter, budget: grader.checkBudget)
      isKilled = other.checks.indices.contains { !trial.outcome($0, untilFailure: true).holds }
    }
    // Running the whole answer again takes longer than any check.
    if !isKilled {
      isKilled = grader.againChecks(prepared, mutant.source, isSkipped: false).contains { $0.status == .failed }
    }
    return isKilled ? nil : work
  }
}
