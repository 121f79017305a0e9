import Courses
import Diagnostics

extension Session {
  mutating func listLessons() -> [String] {
    guard let library = world.library else { return format(.noLibrary(nil)) }
    let problems = loadProgress()
    let (entries, diagnostics) = library.lessons()
    guard !entries.isEmpty else { return problems + format(.noLibrary(library)) + diagnostics.flatMap(format) }
    let rows = entries.map { entry in
      [
        "\(entry.number)", entry.title, entry.minutes.map { "\($0) min" } ?? "",
        Self.state(of: progress?.lessons[entry.slug]),
      ]
    }
    let next = entries.first { progress?.lessons[$0.slug]?.isDone != true } ?? entries[0]
    let table = TextTable(columns: [.trailing(""), "", .trailing(""), ""], rows: rows, firstColumnRole: .code)
    return problems + table.lines(style, indent: "  ")
      + [style.paint("lesson \(next.number) starts \(DisplayText.visible(next.title))", .faint)]
      + diagnostics.flatMap(format)
  }

  mutating func listExercises() -> [String] {
    guard let library = world.library else { return format(.noLibrary(nil)) }
    let problems = loadProgress()
    let (entries, diagnostics) = library.exercises()
    guard !entries.isEmpty else { return problems + format(.noLibrary(library)) + diagnostics.flatMap(format) }
    let rows = entries.map { entry in
      [entry.slug, entry.title, "\(entry.points)", Self.state(of: progress?.exercises[entry.id])]
    }
    let table = TextTable(columns: ["exercise", "", .trailing("points"), ""], rows: rows, firstColumnRole: .code)
    return problems + table.lines(style, indent: "  ") + diagnostics.flatMap(format)
  }

  mutating func listProgress() -> [String] {
    let problems = loadProgress()
    let record = progress ?? Progress()
    guard !record.lessons.isEmpty || !record.exercises.isEmpty else {
      return problems + ["nothing yet: lessons lists the lessons, exercises the exercises"]
    }
    var rows = record.lessons.sorted { $0.key < $1.key }.map { ["lesson", $0.key, Self.state(of: $0.value)] }
    rows += record.exercises.sorted { $0.key < $1.key }.map { ["exercise", $0.key, Self.state(of: $0.value)] }
    return problems + TextTable(columns: ["", "", ""], rows: rows, firstColumnRole: .faint).lines(style, indent: "  ")
  }

  private static func state(of lesson: LessonProgress?) -> String {
    guard let lesson, !lesson.done.isEmpty || !lesson.skipped.isEmpty else { return "" }
    return lesson.isDone ? "done" : "\(lesson.done.count) of \(lesson.steps) steps"
  }

  private static func state(of exercise: ExerciseProgress?) -> String {
    guard let exercise, exercise.attempts > 0 else { return "" }
    return exercise.isDone ? "done" : "\(points(exercise.bestScore)) of \(points(exercise.maxScore))"
  }

  /// Whole points without a decimal point. The record is a file: its numbers may be anything.
  private static func points(_ score: Double) -> String {
    guard score.isFinite, abs(score) < 1e9 else { return "?" }
    let tenths = Int((score * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }
}
