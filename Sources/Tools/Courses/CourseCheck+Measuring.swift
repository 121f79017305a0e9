import CommandIO
import Courses
import Diagnostics

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
}
