import Diagnostics
import WorkbookLanguage

/// The check that a lesson does what it says: the tests that every lesson gets without anyone writing one.
///
/// Every `output` block appears as written (`…` matches any text); of a prediction's conditions those marked `[x]` hold and
/// the others do not; a task's check fails on what the learner starts from and holds once the solution has run.
package enum LessonChecker {
  /// Runs the whole lesson once.
  ///
  /// - Parameter render: what the prompt would show for some outcomes, as plain text.
  /// - Returns: the findings, each with its place in the lesson's file, and the numbers of steps, outputs, predictions
  ///   and tasks.
  package static func check(
    _ lesson: Lesson, makeInterpreter: @escaping InterpreterMaker, render: ([Outcome]) -> String
  ) -> CheckReport {
    walk(lesson, makeInterpreter: makeInterpreter, render: render).report
  }

  /// Runs the whole lesson once.
  /// - Returns: the `output` blocks that do not appear as they are written, in order, with what appears instead.
  package static func differingOutputs(
    of lesson: Lesson, makeInterpreter: @escaping InterpreterMaker, render: ([Outcome]) -> String
  ) -> [OutputDifference] {
    walk(lesson, makeInterpreter: makeInterpreter, render: render).differences
  }

  private static func walk(
    _ lesson: Lesson, makeInterpreter: @escaping InterpreterMaker, render: ([Outcome]) -> String
  ) -> (report: CheckReport, differences: [OutputDifference]) {
    var replay = LessonReplay(lesson: lesson, makeInterpreter: makeInterpreter)
    var differences: [OutputDifference] = []
    var report = CheckReport()
    report.count("lessons")
    if let name = lesson.worldName, lesson.world == nil {
      report.findings.append(Diagnostic("no-world", "there is no world '\(name)'", line: 1, of: lesson.source))
    }
    for (index, step) in lesson.steps.enumerated() {
      report.count("steps")
      var walk = StepWalk(step: step, lesson: lesson, interpreter: replay.state(before: index), report: report)
      walk.run(render: render)
      report = walk.report
      differences += walk.differences
    }
    return (report, differences)
  }
}

/// The check that a world runs without an error.
package enum WorldChecker {
  package static func check(_ world: SourceText, makeInterpreter: @escaping InterpreterMaker) -> CheckReport {
    var interpreter = makeInterpreter(nil)
    var report = CheckReport()
    report.count("worlds")
    for outcome in interpreter.run(world) where outcome.failed {
      report.findings.append(outcome.finding("world-fails", "this fails"))
    }
    return report
  }
}

/// One step, block by block.
private struct StepWalk {
  let step: Step
  let lesson: Lesson
  var interpreter: Interpreter
  var report: CheckReport
  private(set) var differences: [OutputDifference] = []
  private var open: [Prediction] = []

  init(step: Step, lesson: Lesson, interpreter: Interpreter, report: CheckReport) {
    self.step = step
    self.lesson = lesson
    self.interpreter = interpreter
    self.report = report
  }

  mutating func run(render: ([Outcome]) -> String) {
    for block in step.blocks {
      switch block {
      case .graph(let source, let output):
        let before = open.isEmpty ? nil : interpreter.trial()
        let outcomes = interpreter.run(source)
        if let output {
          compare(render(outcomes), with: output)
        } else {
          for outcome in outcomes where outcome.failed {
            report.findings.append(
              outcome.finding("graph-fails", "this fails, and no output block says that it should", .warning))
          }
        }
        for prediction in open {
          check(prediction, after: outcomes)
          if let before { checkNothingIsTakenBack(of: prediction, by: source, before) }
        }
        open = []
      case .predict(let prediction): open.append(prediction)
      case .task: checkTask()
      case .prose, .check, .hint, .solution, .wrong, .note: break
      }
    }
  }

  private mutating func compare(_ text: String, with output: SourceText) {
    report.count("outputs")
    guard !OutputPattern(output.text).matches(text) else { return }
    differences.append(OutputDifference(output: output, found: OutputPattern.normalized(text)))
    let wanted = OutputPattern.normalized(output.text).split(separator: "\n", omittingEmptySubsequences: false)
    let found = OutputPattern.normalized(text).split(separator: "\n", omittingEmptySubsequences: false)
    let index = zip(wanted, found).enumerated().first { !OutputPattern(String($1.0)).matches(String($1.1)) }?.offset
    let place = index ?? min(wanted.count, found.count)
    // Blank lines at the start of the block do not count, but they have lines in the file.
    let skipped = output.text.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0.allSatisfy(\.isWhitespace) }.count
    let context = found.dropFirst(max(0, place - 1)).prefix(6).map { "  " + $0 }
    report.findings.append(
      Diagnostic(
        "output-differs", "the output is not what the lesson shows",
        line: min(output.firstLine + skipped + place, output.lastLine), of: output,
        notes: [place < found.count ? "what appears there:" : "what appears ends before it:"] + context))
  }

  /// Checks the answers of a prediction.
  /// - Parameter outcomes: those of the graph block that it is about.
  private mutating func check(_ prediction: Prediction, after outcomes: [Outcome]) {
    report.count("predictions")
    switch prediction.answer {
    case .choices(let choices):
      for choice in choices {
        guard let condition = choice.condition else { continue }
        let (holds, problem) = condition.holds(in: interpreter)
        if let problem {
          report.findings.append(problem)
        } else if holds != choice.isRight {
          let message = choice.isRight ? "this is marked [x] but does not hold" : "this holds but is not marked [x]"
          report.findings.append(
            Diagnostic("prediction-wrong", message, line: condition.firstLine, of: condition, notes: [choice.text]))
        }
      }
    case .expression(let expression):
      switch interpreter.evaluate(expression) {
      case .failure(let diagnostic): report.findings.append(diagnostic.bound(to: expression))
      case .success(let right):
        report.findings += expression.problemsOfConstant(after: outcomes)
        for wrong in prediction.wrongValues {
          guard case .success(let value) = interpreter.evaluate(wrong.text), value.says(right) else { continue }
          report.findings.append(
            Diagnostic(
              "prediction-wrong", "this is the right value", line: expression.firstLine, of: expression,
              notes: [wrong.text]))
        }
      }
    }
  }

  /// Reports a value question whose block shows one value and takes it back: the answer is judged after the whole block.
  /// - Parameter before: The state that the block began with.
  private mutating func checkNothingIsTakenBack(
    of prediction: Prediction, by source: SourceText, _ before: Interpreter
  ) {
    guard case .expression(let expression) = prediction.answer else { return }
    let statements = WorkbookParser.parse(source).statements
    let last = statements.lastIndex { statement in
      switch statement.kind {
      case .undo, .rollback, .reset: true
      default: false
      }
    }
    guard let last else { return }
    var earlier = before.trial()
    for statement in statements[..<last] { _ = earlier.execute(statement, in: source) }
    guard case .success(let shown) = earlier.evaluate(expression),
      case .success(let judged) = interpreter.evaluate(expression), shown != judged
    else { return }
    // If the expression already had this value before the block, the block takes nothing back.
    if case .success(shown) = before.evaluate(expression) { return }
    report.findings.append(
      Diagnostic(
        "answer-taken-back", "the block takes back what this asks about", line: expression.firstLine, of: expression,
        hint: "an answer is judged after the whole block: put \(source[statements[last].range]) into a separate block"
      ))
  }

  /// Reports a solution that is not reached as its task asks.
  private mutating func checkManner(from start: Interpreter) {
    guard !step.answerRules.isEmpty else { return }
    var trial = start.trial()
    var watch = AnswerRulesWatch(step.answerRules, on: &trial)
    for solution in step.solutions {
      for statement in WorkbookParser.parse(solution).statements {
        let outcome = trial.execute(statement, in: solution)
        watch.note(statement, outcome, in: trial)
      }
    }
    for problem in watch.problems {
      report.findings.append(
        Diagnostic(
          "solution-not-accepted", "the solution is not reached as the task asks: \(problem)", line: step.line,
          of: lesson.source))
    }
  }

  private mutating func checkTask() {
    report.count("tasks")
    let checks = step.checks
    for script in checks { report.findings += script.diagnostics }
    guard !checks.contains(where: { $0.diagnostics.containsError }) else { return }
    let start = interpreter.trial()
    interpreter.solutions = step.solutions(from: start)
    let before = checks.flatMap { $0.outcomes(on: interpreter) }
    if before.allSatisfy(\.holds), !before.isEmpty {
      report.findings.append(
        Diagnostic(
          "task-already-done", "the check holds before the learner has done anything", line: step.line,
          of: lesson.source))
    }
    for solution in step.solutions {
      for outcome in interpreter.run(solution) where outcome.failed {
        report.findings.append(outcome.finding("solution-fails", "the solution fails here"))
      }
    }
    checkManner(from: start)
    guard !step.solutions.isEmpty else { return }
    for outcome in checks.flatMap({ $0.outcomes(on: interpreter) }) where !outcome.holds {
      report.findings.append(
        Diagnostic(
          "solution-not-accepted", "the solution does not pass this check", at: outcome.check.range,
          notes: outcome.feedback, source: outcome.check.source))
    }
  }
}

extension Outcome {
  /// The failed statement as a finding about its file.
  package func finding(_ id: String, _ message: String, _ severity: Diagnostic.Severity = .error) -> Diagnostic {
    Diagnostic(id, message, at: range, severity: severity, notes: feedback, source: source)
  }
}
