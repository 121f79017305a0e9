import Courses
import Diagnostics
import ObjectGraph
import Predicates
import WorkbookLanguage

/// An exercise whose start and solutions have been run, so that any number of answers can be compared with them.
package struct PreparedExercise {
  package let exercise: Exercise
  package let script: CheckScript
  /// The same checks with other data, for an open brief.
  let otherScript: CheckScript?
  /// The state in which an answer begins.
  let start: Interpreter
  let solutions: Solutions
  /// The exercise's wrong answers, except those that end in the start's state.
  let misconceptions: [KnownMistake]
  /// The fingerprints of the exercise's own texts, which any answers may share.
  let knownMarks: Set<UInt64>
  /// The check for changes that no solution makes; nil for an exercise that allows every change.
  let restraint: UnaskedChanges?
  /// The same exercise with its second start; empty without one.
  let again: [PreparedExercise]
  /// The values of the names that the task asks for, as the solution and the other right answers leave them.
  let namedValues: [[String: Value]]
  /// The reasons why nothing can be graded.
  let problems: [Diagnostic]
}

extension PreparedExercise {
  /// The changes that at least one solution makes, one on each line. An answer may make these and no others.
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
      problems = exercise.isHandout ? [.noChecksHere] : [.brokenExercise(exercise)] + script.diagnostics
    }
    var start = newInterpreter()
    if problems.isEmpty, let stopped = exercise.begin(in: &start).first(where: \.wasStopped) {
      problems = [.brokenStart(exercise)] + stopped.diagnostics.map { $0.bound(to: exercise.start) }
    }
    let begun = EndState(of: start)
    var ends: [EndState] = []
    var namedValues: [[String: Value]] = []
    var misconceptions: [PreparedExercise.KnownMistake] = []
    var knownMarks = AnswerShape(of: exercise.start, ownNames: []).marks
    let fixedNames = Set(exercise.names)
    func end(of answer: SourceText) -> EndState {
      var interpreter = start.trial()
      interpreter.detail = .verdict
      run(answer, in: &interpreter)
      let shape = AnswerShape(
        of: answer, ownNames: interpreter.ownNames(since: start),
        ownParts: interpreter.ownParts(of: answer, since: start, fixedNames))
      knownMarks.formUnion(shape.marks)
      namedValues.append(interpreter.names.filter { fixedNames.contains($0.key) })
      return EndState(of: interpreter)
    }
    if problems.isEmpty {
      ends = ((exercise.isHandout ? [] : [exercise.solution]) + exercise.right).map(end)
      let nothing = Solutions(start: begun, ends: [begun], fixedNames: fixedNames)
      let solutionCount = namedValues.count
      defer { namedValues.removeSubrange(solutionCount...) }
      for answer in exercise.wrong {
        let end = end(of: answer)
        guard let words = answer.firstComment, !nothing.isReached(by: end) else { continue }
        misconceptions.append(
          PreparedExercise.KnownMistake(
            name: answer.stem, words: words.inOneLine,
            end: Solutions(start: begun, ends: [end], fixedNames: fixedNames),
            digest: nothing.digest(of: end)))
      }
    }
    let solutions = Solutions(start: begun, ends: ends, fixedNames: fixedNames)
    return PreparedExercise(
      exercise: exercise, script: script, otherScript: exercise.isFree ? script.withOtherData() : nil, start: start,
      solutions: solutions, misconceptions: misconceptions,
      knownMarks: knownMarks,
      restraint: exercise.isFree || exercise.isHandout ? nil : UnaskedChanges(solutions, also: exercise.also),
      again: exercise.onSecondStart.map { [prepare($0)] } ?? [], namedValues: namedValues, problems: problems)
  }

  private func run(_ answer: SourceText, in interpreter: inout Interpreter) {
    interpreter.budget = budget
    run(WorkbookParser.parse(answer).statements, of: answer, in: &interpreter) { _, _, _ in true }
  }
}

extension PreparedExercise {
  /// The names of the parts of its solutions' models.
  var namesOfParts: Set<String> { solutions.ends.reduce(into: []) { $0.formUnion($1.model.namesOfParts) } }
}

extension PreparedExercise {
  /// A wrong answer that comes with the exercise.
  struct KnownMistake {
    /// Its file's name, without the extension.
    var name: String
    /// Its first comment in one line of small letters, which the advice on it contains.
    var words: String
    /// The state in which it ends.
    var end: Solutions
    /// The digest of that state.
    var digest: UInt64
  }

  /// Returns the exercise's wrong answer that an answer ends like, and the words of its feedback if a failed check says
  /// them; nil for any other mistake, and for one that ends as a solution does, unless the feedback has its words.
  func mistake(in verdict: Verdict, end: EndState) -> (words: String?, name: String?) {
    let advice = verdict.checks.filter { $0.status == .failed }.flatMap(\.failures).compactMap(\.advice?.inOneLine)
    // Comparing ends takes far longer than looking for words.
    for misconception in misconceptions where advice.contains(where: { $0.contains(misconception.words) }) {
      if misconception.end.isReached(by: end) { return (misconception.words, misconception.name) }
    }
    let alike = misconceptions.filter { $0.digest == verdict.end }
    guard !alike.isEmpty else { return (nil, nil) }
    let feedback = verdict.checks.filter { $0.status == .failed }.flatMap(\.feedback).map(\.english.inOneLine)
    let named = alike.first { mistake in feedback.contains { $0.contains(mistake.words) } }
    // An end that is right says nothing about how it was reached.
    let isRight = solutions.ends.contains { solutions.digest(of: $0) == verdict.end }
    return (nil, (named ?? (isRight ? nil : alike.first))?.name)
  }
}

extension Grader {
  /// Whether an answer that was run ends like one of the solutions, in its model and in its objects.
  func endsLikeSolution(_ work: Work) -> Bool {
    var interpreter = work.interpreter
    interpreter.budget = budget
    return interpreter.run(SourceText("expect model like solution\nexpect objects like solution")).allSatisfy {
      !$0.failed
    }
  }
}

extension Interpreter {
  /// Returns the names that an answer introduced with `let`.
  func ownNames(since start: Interpreter) -> Set<String> { Set(names.keys).subtracting(start.names.keys) }

  /// Returns the names of entities, properties and templates that an answer introduced, also those that are gone at its end, except
  /// those that the task fixes.
  func ownParts(of answer: SourceText, since start: Interpreter, _ fixed: Set<String>) -> Set<String> {
    let fixed = fixed.flatMap { $0.split(separator: ".").map(String.init) }
    return context.model.namesOfParts.union(answer.partsNamed).subtracting(start.context.model.namesOfParts)
      .subtracting(fixed)
  }
}

extension ManagedObjectModel {
  /// The names of its entities, their properties and its templates.
  var namesOfParts: Set<String> {
    Set(entityNames + entities.flatMap { $0.properties.map(\.name) } + fetchRequestTemplates.map(\.name))
  }
}

extension SourceText {
  /// The names that statements give to parts of the model: `add Note.old`, `rename Note.tags to old`, `entity Tag`.
  var partsNamed: Set<String> {
    let words = words.map(\.text)
    return Set(
      words.indices.compactMap { place -> String? in
        let (distance, isGiven) =
          switch words[place] {
          case "entity", "composite", "template": (1, true)
          case "add": (2, true)
          case "to": (1, words[max(0, place - 3)..<place].contains("rename"))
          default: (0, false)
          }
        return isGiven && place + distance < words.count ? words[place + distance] : nil
      })
  }

  /// The words of a text in the workbook language, with their places.
  var words: [(text: String, range: SourceRange)] {
    Lexer.tokens(of: text, dialect: .workbook).filter(\.isIdentifier).map { (String(self[$0.range]), $0.range) }
  }

  /// Its words, variables with their `$`, and texts with their quotes.
  var wordsAndTexts: [(text: String, range: SourceRange)] {
    Lexer.tokens(of: text, dialect: .workbook).filter { token in
      switch token.kind {
      case .identifier, .variable, .string: true
      default: false
      }
    }.map { (String(self[$0.range]), $0.range) }
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
