import Courses
import Diagnostics
import Grading
import WorkbookLanguage

/// `hand in`: an answer becomes a file, which is graded as `graphbook grade` grades it.
extension Session {
  /// Writes the statements in effect to a file, grades the file, and compares its verdict with the prompt's.
  /// - Parameter path: nil for the exercise's own name.
  mutating func handIn(_ path: String?) -> Document {
    guard case .exercise(let attempt) = activity else {
      return format(
        Diagnostic(
          "no-exercise", "'hand in' belongs to an exercise, and none is going on", hint: "exercises lists them"))
    }
    guard !attempt.accepted.isEmpty else {
      return format(
        Diagnostic("empty-answer", "there is nothing to hand in yet", hint: "type your answer, and check it first"))
    }
    let grader = Grader(makeInterpreter: world.makeInterpreter)
    let prepared = grader.prepare(attempt.exercise)
    let here = grader.grade(prepared, answer: attempt.answer)
    let statements = attempt.effectiveStatements { grader.grade(prepared, answer: $0).judges(like: here) }
    do throws(Diagnostic) {
      let (file, isReplacement) = try write(statements, to: path, of: attempt)
      let there = grader.grade(prepared, answer: file)
      let shown = DisplayText.visible(file.name ?? "")
      guard there.judges(like: here) else { return format(.otherVerdict(in: shown, there, here)) }
      let count = words.count(statements.count, .oneStatement, .statementCount)
      let text = words(isReplacement ? .handedInOver : .handedInFile, shown, count)
      let isUngraded = there.diagnostics.contains { $0.id == Diagnostic.noChecksHere.id }
      let result = there.result(there.word(in: words))
      let isCopy = attempt.exercise.isHandout
      let verdict =
        isUngraded
        ? [words(.noChecksHere)]
        : isCopy ? [words(.copysVerdict, result), words(.teachersCopy)] : [words(.sameVerdict, result)]
      return wrapped(StyledText(text)) + verdict.flatMap { wrapped(StyledText($0)) } + noteVerdict(there, on: attempt)
    } catch {
      return format(error)
    }
  }

  /// Writes an answer and reads it back. Without a name of its own it replaces only an earlier answer.
  /// - Throws: a diagnostic where the file cannot be written or read.
  private func write(
    _ statements: [String], to path: String?, of attempt: ExerciseAttempt
  ) throws(Diagnostic) -> (file: SourceText, isReplacement: Bool) {
    let environment = attempt.interpreter.environment
    guard let read = environment.readFile, let write = environment.writeFile else {
      throw Diagnostic("no-files", "files cannot be written here", hint: "check grades your answer")
    }
    let heading = "// Answer to \(attempt.exercise.id)\n"
    let name = path ?? attempt.exercise.slug + ".graph"
    let mayReplace = path != nil || (try? read(name, nil))?.text.hasPrefix(heading) == true
    do {
      let isReplacement = try write(heading + statements.map { $0 + "\n" }.joined(), name, nil, mayReplace)
      return (try read(name, nil), isReplacement)
    } catch var problem as Diagnostic {
      if problem.id == Diagnostic.ID.fileExists { problem.hint = "hand in \"\(attempt.exercise.slug)-answer.graph\"" }
      throw problem
    } catch {
      throw Diagnostic("unwritable-file", "'\(DisplayText.visible(name))' cannot be written")
    }
  }
}

extension ExerciseAttempt {
  /// The statements in effect: without those that only read or that were undone, if these are the same answer; else all.
  /// - Parameter isSame: whether an answer is judged like the attempt's own.
  package func effectiveStatements(isSame: (SourceText) -> Bool) -> [String] {
    let kept = statementsWithoutUndone
    let work = kept.filter { WorkbookParser.parse(SourceText($0)).statements.contains(where: \.isWork) }
    for fewer in [work, kept] where fewer != accepted {
      if isSame(SourceText(fewer.map { $0 + "\n" }.joined(), name: answer.name)) { return fewer }
    }
    return accepted
  }
}

extension Verdict {
  /// `passed, 4 of 4 points`.
  fileprivate var summary: String { result(TextFormat.word(for: status)) }
}

extension Diagnostic {
  fileprivate static func otherVerdict(in file: String, _ there: Verdict, _ here: Verdict) -> Diagnostic {
    Diagnostic(
      "other-verdict", "wrote \(file), but the file gets another verdict than your answer here",
      hint: "please report this, with the file",
      notes: ["the file: \(there.summary)", "here: \(here.summary)"])
  }
}
