import Courses
import Diagnostics
import ObjectGraph
import Predicates
import WorkbookLanguage

/// An exercise whose start and solutions have been run, so that any number of answers can be compared with them.
package struct PreparedExercise {
  package let exercise: Exercise
  package let script: CheckScript
  /// The state in which an answer begins.
  let start: Interpreter
  let solutions: Solutions
  /// What the solutions do not touch; nil for an exercise that leaves everything free.
  let restraint: UnaskedChanges?
  /// The reasons why nothing can be graded.
  let problems: [Diagnostic]
}

extension PreparedExercise {
  /// What some right answer changes, a line each: an answer may change that and no more.
  package var allowedChanges: [String] {
    let start = start
    return restraint?.permittedSentences { start.name(of: $0) } ?? []
  }
}

extension Grader {
  /// Runs the start, the solution and the other right answers. O(their statements).
  package func prepare(_ exercise: Exercise) -> PreparedExercise {
    let script = CheckScript(exercise.check)
    var problems: [Diagnostic] = []
    if script.diagnostics.containsError || script.checks.isEmpty {
      problems = [.brokenExercise(exercise)] + script.diagnostics
    }
    var start = newInterpreter()
    if problems.isEmpty, let stopped = exercise.begin(in: &start).first(where: \.wasStopped) {
      problems = [.brokenStart(exercise)] + stopped.diagnostics.map { $0.bound(to: exercise.start) }
    }
    let begun = EndState(of: start)
    var ends: [EndState] = []
    if problems.isEmpty {
      for answer in [exercise.solution] + exercise.right {
        var interpreter = start.trial()
        interpreter.budget = budget
        interpreter.describesChanges = false
        let statements = WorkbookParser.parse(answer).statements
        let begun = begin(statements, of: answer, in: &interpreter).count
        for statement in statements.dropFirst(begun) { _ = interpreter.execute(statement, in: answer) }
        ends.append(EndState(of: interpreter))
      }
    }
    let solutions = Solutions(start: begun, ends: ends, fixedNames: Set(exercise.names))
    return PreparedExercise(
      exercise: exercise, script: script, start: start, solutions: solutions,
      restraint: exercise.isFree ? nil : UnaskedChanges(solutions, also: exercise.also), problems: problems)
  }
}

extension Grader {
  /// Whether an answer ends like one of the solutions, in its model and in its objects.
  func endsLikeSolution(_ prepared: PreparedExercise, answer: SourceText) -> Bool {
    var interpreter = prepared.start.trial()
    interpreter.budget = budget
    let statements = WorkbookParser.parse(answer).statements
    let begun = begin(statements, of: answer, in: &interpreter).count
    for statement in statements.dropFirst(begun) { _ = interpreter.execute(statement, in: answer) }
    interpreter.solutions = prepared.solutions
    interpreter.budget = budget
    return interpreter.run(SourceText("expect model like solution\nexpect objects like solution")).allSatisfy {
      !$0.failed
    }
  }
}

extension ManagedObjectModel {
  /// The names of its entities, their properties and its templates.
  var namesOfParts: Set<String> {
    Set(entityNames + entities.flatMap { $0.properties.map(\.name) } + fetchRequestTemplates.map(\.name))
  }
}

extension SourceText {
  /// The words of a text in the workbook language, with their places.
  var words: [(text: String, range: SourceRange)] {
    Lexer.tokens(of: text, dialect: .workbook).filter(\.isIdentifier).map { (String(self[$0.range]), $0.range) }
  }
}
