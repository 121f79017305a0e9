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
  /// The ends of the wrong answers that end elsewhere than the exercise begins.
  let misconceptions: [Misconception]
  /// The check for changes that no solution makes; nil for an exercise that allows every change.
  let restraint: UnaskedChanges?
  /// The reasons why nothing can be graded.
  let problems: [Diagnostic]
}

extension PreparedExercise {
  /// The changes that at least one solution makes, a line each. An answer may make these and no others.
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
    var misconceptions: [PreparedExercise.Misconception] = []
    let fixedNames = Set(exercise.names)
    if problems.isEmpty {
      ends = ([exercise.solution] + exercise.right).map { end(of: $0, from: start) }
      let nothing = Solutions(start: begun, ends: [begun], fixedNames: fixedNames)
      for answer in exercise.wrong {
        let end = end(of: answer, from: start)
        guard let words = answer.firstComment, !nothing.isReached(by: end) else { continue }
        misconceptions.append(
          PreparedExercise.Misconception(
            words: words, end: Solutions(start: begun, ends: [end], fixedNames: fixedNames)))
      }
    }
    let solutions = Solutions(start: begun, ends: ends, fixedNames: fixedNames)
    return PreparedExercise(
      exercise: exercise, script: script, start: start, solutions: solutions, misconceptions: misconceptions,
      restraint: exercise.isFree ? nil : UnaskedChanges(solutions, also: exercise.also), problems: problems)
  }

  private func end(of answer: SourceText, from start: Interpreter) -> EndState {
    var interpreter = start.trial()
    interpreter.describesChanges = false
    run(answer, in: &interpreter)
    return EndState(of: interpreter)
  }

  private func run(_ answer: SourceText, in interpreter: inout Interpreter) {
    interpreter.budget = budget
    run(WorkbookParser.parse(answer).statements, of: answer, in: &interpreter) { _, _, _ in true }
  }
}

extension PreparedExercise {
  /// A wrong answer that the exercise brings.
  struct Misconception {
    /// Its first comment, which the advice on it contains.
    var words: String
    /// The state in which it ends.
    var end: Solutions
  }

  /// The advice for an answer that ends like a wrong one; nil for a mistake of its own.
  func advice(on verdict: Verdict, end: EndState) -> String? {
    let advice = verdict.checks.filter { $0.status == .failed }.flatMap(\.failures).compactMap(\.advice)
    // Comparing ends takes far longer than looking for words.
    for misconception in misconceptions {
      let words = misconception.words.inOneLine
      guard let found = advice.first(where: { $0.inOneLine.contains(words) }) else { continue }
      if misconception.end.isReached(by: end) { return found }
    }
    return nil
  }
}

extension Grader {
  /// Whether an answer ends like one of the solutions, in its model and in its objects.
  func endsLikeSolution(_ prepared: PreparedExercise, answer: SourceText) -> Bool {
    var interpreter = prepared.start.trial()
    run(answer, in: &interpreter)
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

extension SourceText {
  /// The text of the first line that is a comment.
  var firstComment: String? {
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.drop(while: \.isWhitespace)
      guard line.hasPrefix("//") else { continue }
      let comment = line.drop { $0 == "/" || $0 == " " }
      return comment.isEmpty ? nil : String(comment)
    }
    return nil
  }
}

extension String {
  /// The words alone, in lower case, one blank between them.
  var inOneLine: String { lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
