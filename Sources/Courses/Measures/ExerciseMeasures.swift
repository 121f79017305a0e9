import WorkbookLanguage

/// The time that an exercise takes, estimated from its texts.
package struct ExerciseMeasures: Hashable, Sendable {
  /// The words of the task.
  package var words: Int
  /// The statements that the answer continues from, and those of the solution.
  package var start: Int
  package var typed: Int

  package init(of exercise: Exercise) {
    words = LessonMeasures.words(in: exercise.task.plainText)
    start = WorkbookParser.parse(exercise.start).statements.count
    typed = WorkbookParser.parse(exercise.solution).statements.count
  }

  /// The minutes: 200 words a minute, 3 seconds for each statement of the start, two minutes to think, and a minute for each statement
  /// of the solution, which is found by trial.
  package var minutes: Int { (words * 60 / 200 + start * 3 + 120 + typed * 60 + 30) / 60 }
}
