import CommandIO
import Courses
import Diagnostics
import Grading
import Shell

extension CourseCheck {
  /// `lesson check --measures`: the words, statements, questions and minutes of each lesson, and the longest runs without a task.
  /// - Parameter words: numbers or names of lessons; all of them when there are none.
  package func measures(_ words: [String]) -> (lines: [String], status: ProgramStatus) {
    guard let library else { return (style.diagnosticFormatter.format(.noLibrary(nil)).lines, .failure) }
    let names = words.isEmpty ? library.lessons().entries.map(\.slug) : words
    var problems: [Diagnostic] = []
    var rows: [[String]] = []
    for name in names {
      let (lesson, diagnostics) = library.lesson(name)
      guard let lesson else {
        problems += diagnostics
        continue
      }
      let measures = LessonMeasures(of: lesson)
      let total = measures.total
      let numbers = [
        lesson.steps.count, total.words, total.shown, total.typed, total.questions, measures.longestRun,
        measures.longestRow,
      ]
      rows.append(
        ["\(lesson.number)", lesson.title] + numbers.map(String.init)
          + [measures.minutesText])
    }
    guard !rows.isEmpty else {
      let all = problems.isEmpty ? [.noLibrary(library)] : problems
      return (all.flatMap { style.diagnosticFormatter.format($0).lines }, .failure)
    }
    let columns: [TextTable.Column] = [
      .trailing("lesson"), "", .trailing("steps"), .trailing("words"), .trailing("shown"), .trailing("typed"),
      .trailing("questions"), .trailing("run"), .trailing("row"), .trailing("minutes"),
    ]
    let legend =
      "shown and typed count statements; run is the most steps without a task, row the most questions; minutes are those of each part"
    return (
      problems.flatMap { style.diagnosticFormatter.format($0).lines }
        + TextTable(columns: columns, rows: rows, firstColumnRole: .faint).document().lines(style)
        + TextWrap(width: style.width).lines(StyledText(legend, .faint)).map { $0.painted(style) },
      problems.isEmpty ? .success : .failure
    )
  }

  /// `exercise check --costs`: the small changes of each solution that leave half of the points or less, with the checks that took them.
  /// - Parameter words: names of exercises; all of them when there are none. Open briefs are passed over: their designs are free.
  package func costs(_ words: [String]) -> (lines: [String], status: ProgramStatus) {
    guard let library else { return (style.diagnosticFormatter.format(.noLibrary(nil)).lines, .failure) }
    let grader = Grader(makeInterpreter: makeInterpreter)
    let names = words.isEmpty ? library.exercises().entries.map(\.id) : words
    let reports = Workers.map(names) { name -> (problems: [Diagnostic], lines: [String]) in
      let (exercise, problems) = library.exercise(name)
      guard let exercise, !exercise.isFree else { return (problems, []) }
      let slips = ExerciseChecker.slips(in: exercise, grader: grader)
      let dear = slips.filter { $0.score * 2 <= Double(exercise.points) }
      let head =
        "\(exercise.slug): \(dear.count) of \(counted(slips.count, "small change leaves", "small changes leave")) half of the \(exercise.points) points or less"
      return (
        problems,
        [head]
          + dear.flatMap { slip in
            let known = slip.misconception.map { ", like wrong/\($0)" } ?? ""
            return ["  \(pointsText(slip.score))  \(slip.change)\(known)"] + slip.checks.map { "     \($0)" }
          }
      )
    }
    let problems = reports.flatMap(\.problems)
    return (
      problems.flatMap { style.diagnosticFormatter.format($0).lines } + reports.flatMap(\.lines),
      problems.contains { $0.severity == .error } ? .failure : .success
    )
  }
}
