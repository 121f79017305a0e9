import Courses
import Diagnostics
import Grading

extension Session {
  mutating func startExercise(_ word: String) -> [String] {
    guard let library = world.library else { return format(.noLibrary(nil)) }
    let (exercise, diagnostics) = library.exercise(word)
    guard let exercise else { return diagnostics.flatMap(format) }
    return start(exercise)
  }

  mutating func start(_ exercise: Exercise) -> [String] {
    activity = .exercise(ExerciseAttempt(exercise, in: world.makeInterpreter(nil)))
    let points = exercise.points == 1 ? "1 point" : "\(exercise.points) points"
    let title = style.paint(DisplayText.visible(exercise.title), .strong)
    let keys = "check grades what you typed; hint, solution, restart and skip help"
    return ["", title + style.paint(" · \(points)", .faint), ""] + lessonRenderer.markdown(exercise.task)
      + ["", style.paint(keys, .faint)]
  }

  mutating func exerciseHint() -> [String] {
    guard case .exercise(var attempt) = activity else { return [] }
    guard let (hint, number) = attempt.nextHint() else {
      return format(Diagnostic("no-more-hints", "there are no more hints", hint: "solution shows one"))
    }
    activity = .exercise(attempt)
    let lines = lessonRenderer.hint(hint, number: number, count: attempt.exercise.hints.count)
    return lines + note { $0.noteHint(exercise: attempt.exercise.id) }
  }

  mutating func leaveExercise() -> [String] {
    guard case .exercise(let attempt) = activity else { return [] }
    activity = .playground
    return ["left the exercise '\(DisplayText.visible(attempt.exercise.slug))': the graph is your own again"]
  }

  mutating func gradeAttempt() -> [String] {
    guard case .exercise(let attempt) = activity else { return [] }
    // An answer reads no files, whoever typed it.
    let makeInterpreter = world.makeInterpreter
    let grader = Grader { now in
      var interpreter = makeInterpreter(now)
      interpreter.environment.readFile = nil
      interpreter.environment.writeFile = nil
      interpreter.environment.storePath = nil
      return interpreter
    }
    let verdict = grader.grade(attempt.exercise, answer: attempt.answer)
    let text = TextFormat(style: style.diagnosticFormatter.style, width: style.width).text(for: [verdict])
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return (lines.last?.isEmpty == true ? lines.dropLast() : lines)
      + note {
        $0.note(
          exercise: attempt.exercise.id, score: verdict.score, maxScore: verdict.maxScore,
          passed: verdict.status == .passed)
      }
  }
}
