import Courses
import Diagnostics
import WorkbookLanguage

/// A right answer that has been run, with the state after each of its statements. A mutant continues from the state
/// before its change, so that what comes before is not run again for each of them.
struct AnswerReplay {
  /// The state after a statement.
  struct State {
    var statement: Statement
    var interpreter: Interpreter
    var watch: AnswerRulesWatch
    var stepsUsed: Int
  }

  let answer: SourceText
  private let states: [State]

  /// Runs an answer. O(its statements); each state shares the unchanged parts of the graph with the others.
  init(of answer: SourceText, to prepared: PreparedExercise, _ grader: Grader) {
    self.answer = answer
    var states: [State] = []
    var interpreter = prepared.start.trial()
    interpreter.budget = grader.allowance(of: prepared.exercise)
    var watch = AnswerRulesWatch(prepared.exercise.answerRules, on: &interpreter)
    let statements = WorkbookParser.parse(answer).statements
    // A 'model' at the beginning runs together with what follows it.
    if statements.allSatisfy({ $0.refusals.isEmpty && !$0.beginsModel }) {
      grader.run(statements, of: answer, in: &interpreter) { index, outcome, interpreter in
        watch.note(statements[index], outcome, in: interpreter)
        guard !outcome.wasStopped else { return false }
        states.append(
          State(
            statement: statements[index], interpreter: interpreter.trial(), watch: watch,
            stepsUsed: interpreter.stepsUsed))
        return true
      }
    }
    self.states = states
  }

  /// Returns the number of statements that another answer begins with as this one does, and the state after the last of
  /// them; nil if there are none. O(text).
  func state(sharedWith other: SourceText, _ statements: [Statement]) -> (count: Int, state: State)? {
    guard !statements.contains(where: \.beginsModel) else { return nil }
    let common = zip(answer.text.utf8, other.text.utf8).prefix { $0 == $1 }.count
    let count = zip(states, statements).prefix { state, statement in
      // What follows directly could be part of the statement.
      state.statement.range == statement.range && statement.range.upperBound < common
    }.count
    return count > 0 ? (count, states[count - 1]) : nil
  }
}

extension Statement {
  fileprivate var refusals: [Diagnostic] { [self].refusals }

  fileprivate var beginsModel: Bool { if case .model(.name) = kind { true } else { false } }
}
