import Courses
import Diagnostics
import WorkbookLanguage

/// The order in which the checks of an exercise are run on mutants.
///
/// The first expectation that fails kills a mutant, and the remaining checks need not run. The checks that have killed
/// the most mutants for the time they took come first. A check with an expectation that has not failed yet is run on
/// every mutant.
struct Killers {
  private struct Question {
    /// The index of the check in the script; nil for the question whether the answer was reached as asked and changed
    /// nothing else.
    var place: Int?
    private var kills = 1.0
    private var time = Duration.zero

    init(place: Int?) { self.place = place }

    /// The time per kill.
    var price: Duration { time / kills }

    /// Asks the question, and records the time that it took.
    /// - Returns: whether the mutant is killed.
    mutating func kills(_ isKilled: () -> Bool) -> Bool {
      var result = false
      time += ContinuousClock().measure { result = isKilled() }
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

  /// Returns whether a mutant is killed: refused, stopped, or failed by some check.
  /// - Parameters:
  ///   - replay: the right answer that it is a change of.
  ///   - dead: the expectations that have not failed yet; those that fail for this mutant are removed.
  mutating func kill(
    _ mutant: SourceText, of replay: AnswerReplay, _ grader: Grader, _ dead: inout DeadExpectations
  ) -> Bool {
    let work = grader.perform(prepared, mutant, from: replay)
    guard work.isFinished else { return true }
    let checks = prepared.script.checks
    let trial = CheckScript.Trial(of: prepared.script, on: work.interpreter, budget: grader.checkBudget)
    var isKilled = false
    questions.sort { $0.price < $1.price }
    for index in questions.indices {
      let place = questions[index].place
      let holdsDead = place.map { dead.includes(checks[$0]) } ?? false
      guard !isKilled || holdsDead else { continue }
      let kills = questions[index].kills {
        guard let place else { return grader.mannerChecks(prepared, work).contains { $0.status == .failed } }
        let outcome = trial.outcome(place, untilFailure: !holdsDead)
        dead.note(CheckResult(outcome).failures)
        return !outcome.holds
      }
      if kills { isKilled = true }
    }
    if !isKilled, let other = prepared.otherScript {
      let trial = CheckScript.Trial(of: other, on: work.interpreter, budget: grader.checkBudget)
      isKilled = other.checks.indices.contains { !trial.outcome($0, untilFailure: true).holds }
    }
    // Running the whole answer again takes longer than any check.
    if !isKilled { isKilled = grader.againChecks(prepared, mutant, isSkipped: false).contains { $0.status == .failed } }
    return isKilled
  }
}
