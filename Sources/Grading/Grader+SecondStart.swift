import Courses
import Diagnostics
import WorkbookLanguage

/// Answers on a second start: an answer that lists what it sees, instead of asking for it, fails there.
extension Grader {
  /// Returns the check that the answer does on the exercise's second start what one of the right answers does there; none
  /// without a second start.
  /// - Parameter isSkipped: whether the answer is wrong on the first start already, which says enough.
  func againChecks(
    _ prepared: PreparedExercise, _ answer: SourceText, besides others: [PreparedExercise] = [], isSkipped: Bool
  ) -> [CheckResult] {
    guard let second = prepared.again.first else { return [] }
    guard isSkipped else {
      return [CheckResult(.holdsAgain, of: prepared.exercise, problems(of: answer, on: second, others))]
    }
    var check = CheckResult(
      .holdsAgain, of: prepared.exercise, [prepared.exercise.words(.notTriedAgain)])
    check.status = .notRun
    return [check]
  }

  private func problems(
    of answer: SourceText, on second: PreparedExercise, _ others: [PreparedExercise]
  ) -> [String] {
    guard second.problems.isEmpty else { return second.problems.map(\.message) }
    let words = second.exercise.words
    var work = perform(second, answer, besides: others)
    guard work.isFinished else { return [words(.againTooLong)] }
    let names = Set(second.namedValues.flatMap(\.keys)).sorted()
    let wrong = names.filter { name in
      let value = work.interpreter.names[name]
      return !second.namedValues.contains { $0[name] == value }
    }
    guard wrong.isEmpty else { return wrong.map { words(.againWrongName, $0) } }
    work.interpreter.budget = checkBudget
    return work.interpreter.run(SourceText("expect objects like solution")).flatMap(\.findings).map {
      words(.againFound, $0.line)
    }
  }
}

extension Exercise {
  /// The exercise as it is graded on its second start: without the answers that only teach.
  var onSecondStart: Exercise? {
    guard let again else { return nil }
    var second = self
    second.start = again
    second.again = nil
    second.wrong = []
    return second
  }
}
