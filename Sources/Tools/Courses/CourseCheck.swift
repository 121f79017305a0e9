import CommandIO
import Courses
import Diagnostics
import Grading
import Shell
import WorkbookLanguage

/// `graphbook grade` and the commands for authors, `graphbook lesson …` and `graphbook exercise …`, as lines and an exit status.
package struct CourseCheck {
  /// The folder of the courses; nil if they were not found.
  package var library: Library?
  package var makeInterpreter: InterpreterMaker
  package var style: TextStyle

  package init(library: Library?, makeInterpreter: @escaping InterpreterMaker, style: TextStyle = .plain) {
    self.library = library
    self.makeInterpreter = makeInterpreter
    self.style = style
  }

  /// Checks the lessons with these numbers or names; without any, all of them and the worlds.
  package func lessons(_ words: [String]) -> (lines: [String], status: ProgramStatus) {
    var report = CheckReport()
    var names = words
    guard let library else { return (style.diagnosticFormatter.format(.noLibrary(nil)).lines, .failure) }
    if words.isEmpty {
      let (entries, diagnostics) = library.lessons()
      report.findings += diagnostics
      if entries.isEmpty { report.findings.append(.noLibrary(library)) }
      names = entries.map(\.slug)
      for name in library.worldNames() {
        let (world, diagnostics) = library.world(name)
        report.findings += diagnostics
        if let world { report = report + WorldChecker.check(world, makeInterpreter: makeInterpreter) }
      }
    }
    report.findings += library.problemsOfLessons()
    let (index, problems) = library.ideaIndex()
    report.findings += problems + library.glossary().diagnostics + library.problemsOfPlans()
    let reports = Workers.map(names) { [makeInterpreter] name in
      let (lesson, diagnostics) = library.lesson(name)
      var report = CheckReport(findings: diagnostics)
      // Without the end of a block, there is no telling which statements to run.
      guard let lesson, !diagnostics.reportOpenFence else { return report }
      report.findings += index.unknownMarks(in: lesson) + index.taughtAgain(in: lesson) + lesson.brokenRules()
      if !words.isEmpty { report.findings += index.coverageFindings(inChapters: Set([lesson.statedChapter ?? 0])) }
      let walked = report + LessonChecker.check(lesson, makeInterpreter: makeInterpreter, render: Self.render)
      // Only a lesson that does what it says is worth more trials.
      return walked.isClean ? walked + TaskChecker.check(lesson, makeInterpreter: makeInterpreter) : walked
    }
    if words.isEmpty { report.findings += index.coverageFindings() }
    return summary(of: reports.reduce(report, +), heading: "task")
  }

  /// Lists the ideas that no step teaches or nothing practises, by chapter. Those of a chapter without a lesson do not
  /// count as a failure.
  package func coverage() -> (lines: [String], status: ProgramStatus) {
    guard let library else { return (style.diagnosticFormatter.format(.noLibrary(nil)).lines, .failure) }
    let (index, diagnostics) = library.ideaIndex()
    guard !index.ideas.isEmpty else {
      let none = Diagnostic("no-ideas", "the course lists no ideas", hint: "Lessons/ideas.yaml lists them by chapter")
      return (
        (diagnostics.isEmpty ? [none] : diagnostics).flatMap { style.diagnosticFormatter.format($0).lines }, .failure
      )
    }
    let rows = index.chapters.flatMap { chapter -> [[String]] in
      let count = index.ideas.count { $0.chapter == chapter }
      let gaps = index.gaps(inChapter: chapter)
      if !index.writtenChapters.contains(chapter) {
        return [["\(chapter)", "", count == 1 ? "1 idea, no lesson yet" : "\(count) ideas, no lesson yet"]]
      }
      if gaps.isEmpty {
        let all = count == 1 ? "the 1 idea is" : "all \(count) ideas are"
        return [["\(chapter)", "", all + " taught and practised"]]
      }
      return gaps.map { ["\(chapter)", $0.idea.id, $0.words] }
    }
    let isComplete = diagnostics.isEmpty && index.coverageFindings().isEmpty
    let table = TextTable(columns: [.trailing("chapter"), "idea", "missing"], rows: rows, firstColumnRole: .faint)
    return (
      diagnostics.flatMap { style.diagnosticFormatter.format($0).lines } + table.document().lines(style),
      isComplete ? .success : .failure
    )
  }

  /// Checks the exercises of these names; without any, all of them.
  package func exercises(_ words: [String]) -> (lines: [String], status: ProgramStatus) {
    var report = CheckReport()
    var names = words
    guard let library else { return (style.diagnosticFormatter.format(.noLibrary(nil)).lines, .failure) }
    if words.isEmpty {
      let (entries, diagnostics) = library.exercises()
      report.findings += diagnostics
      if entries.isEmpty { report.findings.append(.noLibrary(library)) }
      names = entries.map(\.id)
    }
    report.findings += library.problemsOfExercises()
    report.findings += library.problemsOfOrder(
      among: words.isEmpty ? nil : Set(words.compactMap { library.exerciseEntry($0)?.id }))
    let grader = Grader(makeInterpreter: makeInterpreter)
    let (list, problems) = library.ideas()
    report.findings += problems
    let index = IdeaIndex(list, lessons: [], exercises: [])
    let reports = Workers.map(names) { name in
      let (exercise, diagnostics) = library.exercise(name)
      var report = CheckReport(findings: diagnostics)
      guard let exercise, !diagnostics.reportOpenFence else { return report }
      report.findings += index.unknownMarks(in: exercise)
      return report + ExerciseChecker.check(exercise, grader: grader)
    }
    return summary(of: reports.reduce(report, +), heading: "exercise")
  }

  /// Lists what an answer to an exercise may change without losing a point: what some right answer changes.
  package func allowedChanges(_ word: String) -> (lines: [String], status: ProgramStatus) {
    let (exercise, diagnostics) = library?.exercise(word) ?? (nil, [.noLibrary(nil)])
    guard let exercise else { return (diagnostics.flatMap { style.diagnosticFormatter.format($0).lines }, .failure) }
    if exercise.isFree { return (["an answer may change everything: free is set in the head"], .success) }
    let allowed = Grader(makeInterpreter: makeInterpreter).prepare(exercise).allowedChanges
    return (allowed.isEmpty ? ["an answer may change nothing"] : allowed, .success)
  }

  /// Returns the title, the task and the statements of the start of an exercise, as a learner sees them.
  package func task(_ word: String) -> (lines: [String], status: ProgramStatus) {
    let (exercise, diagnostics) = library?.exercise(word) ?? (nil, [.noLibrary(nil)])
    guard let exercise else { return (diagnostics.flatMap { style.diagnosticFormatter.format($0).lines }, .failure) }
    let renderer = LessonRenderer()
    let isEmpty = exercise.start.text.allSatisfy(\.isWhitespace)
    let begins = isEmpty ? [] : ["", "It begins with:", ""] + renderer.code(exercise.start)
    let document = [StyledText(exercise.title), ""] + renderer.markdown(exercise.task) + begins
    return (document.lines(style), .success)
  }

  /// Grades one answer.
  /// - Parameter answer: the answer, or the reason why there is none.
  /// - Returns: the verdict, and whether there was an exercise and an answer to grade.
  package func grade(_ word: String, answer: Result<SourceText, Diagnostic>) -> (verdict: Verdict, isGraded: Bool) {
    let (exercise, diagnostics) = library?.exercise(word) ?? (nil, [.noLibrary(nil)])
    let grader = Grader(makeInterpreter: makeInterpreter)
    switch (exercise, answer) {
    case (let exercise?, .success(var answer)):
      if let part = ExerciseNames.parts(of: answer.text)?.first(where: { $0.exercise == exercise.slug }) {
        answer = SourceText(part.text, name: answer.name)
      }
      var verdict = grader.grade(exercise, answer: answer)
      if let library { verdict.recallIdeas(of: exercise, in: library) }
      return (verdict, true)
    case (let exercise?, .failure(let problem)): return (Verdict(on: exercise, refusedFor: [problem]), false)
    case (nil, .success): return (Verdict(onUnknown: word, refusedFor: diagnostics), false)
    case (nil, .failure(let problem)): return (Verdict(onUnknown: word, refusedFor: diagnostics + [problem]), false)
    }
  }

  /// Returns the text that the prompt would show, which is what an `output` block contains.
  static func render(_ outcomes: [Outcome]) -> String {
    // An output block does not depend on anyone's screen: nothing is wrapped or cut to a width.
    let document = OutcomeRenderer(showsPlaces: false).document(for: outcomes)
    return document.lines(width: 10_000).map(\.text).joined(separator: "\n")
  }

  /// The rows under their headings, numbers to the right.
  private func table(of rows: [CheckReport.Row], heading: String) -> [String] {
    guard let first = rows.first else { return [] }
    let all = [[heading] + first.cells.map(\.heading)] + rows.map { [$0.name] + $0.cells.map(\.text) }
    let widths = all[0].indices.map { column in all.map { DisplayText.width($0[column]) }.max() ?? 0 }
    return all.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - DisplayText.width(cell.0))
        return column == 0 ? cell.0 + space : space + cell.0
      }.joined(separator: "  ")
    }
  }

  private func summary(of report: CheckReport, heading: String) -> (lines: [String], status: ProgramStatus) {
    var lines =
      report.findings.flatMap { style.diagnosticFormatter.format($0).lines } + table(of: report.rows, heading: heading)
    let counts = report.counts.map { count in
      count.number == 1 && count.what.hasSuffix("s") ? "1 \(count.what.dropLast())" : "\(count.number) \(count.what)"
    }.joined(separator: ", ")
    let errors = report.findings.count { $0.severity == .error }
    let verdict =
      report.isClean
      ? style.paint("all is well", .success)
      : style.paint(counted(errors, "thing is wrong", "things are wrong"), .failure)
    lines.append(counts.isEmpty ? verdict : verdict + ": " + counts)
    return (lines, report.isClean ? .success : .failure)
  }
}
