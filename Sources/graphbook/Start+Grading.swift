import ArgumentParser
import CommandIO
import Courses
import Diagnostics
import Grading
import Shell
import Tools

// Grading: one answer, a class, and the processes that grade for it.
extension Start {
  /// Grades an answer. There is one verdict whatever happens; only as text, whatever keeps an answer from being graded is
  /// written to standard error.
  /// - Parameters:
  ///   - number: the number by which a platform knows the assignment.
  ///   - showsAll: whether a text says everything that the checks found.
  func grade(
    _ exercise: String, answer path: String, as format: OutputFormat, _ metadata: OutputFormat.Metadata,
    number: Int?, showsAll: Bool
  ) throws {
    let answer: Result<SourceText, Diagnostic>
    var note: Diagnostic?
    do throws(Diagnostic) {
      if Submissions.isFolder(path), let library, let exercise = library.exercise(exercise).exercise {
        let found = try Submissions.answer(to: exercise.slug, in: path, besides: library.exerciseSlugs)
        (answer, note) = (.success(found.text), found.note)
      } else {
        answer = .success(try path == "-" ? TextFile.readStandardInput() : Submissions.answer(inFile: path))
      }
    } catch { answer = .failure(error) }
    if let note { StandardOutput.writeError("note: \(note.message)") }
    let result = checks(library).grade(exercise, answer: answer)
    if format == .text, !result.isGraded {
      for diagnostic in result.verdict.diagnostics { StandardOutput.writeError(self.format(diagnostic)) }
    } else {
      let detail = showsAll ? TextFormat.Detail.all : .first(rest: "--details shows what they found")
      var text = TextFormat(style: terminal.style.dress, width: terminal.style.width, detail: detail)
      text.words = result.verdict.words
      StandardOutput.write(format.text(for: result.verdict, metadata, number: number, text: text))
    }
    try finish(result.verdict.status == .passed ? .success : .failure)
  }

  /// Grades the answers of a class into a report. Ctrl-C ends it after the verdicts so far; `--resume` continues.
  func grade(
    allIn folder: String, _ options: ClassOptions, formats: [OutputFormat], _ given: OutputFormat.Metadata
  ) throws {
    let library = try foundLibrary()
    let interrupts = Interrupts.ofProcess
    let isWatched = terminal.isOutputTerminal && !terminal.isDumb
    interrupts.begin()
    defer { interrupts.end() }
    if isWatched { ProgressBar.ofProcess.begin() }
    let result = Result { () throws(Diagnostic) in
      try classGrading(folder, options, library, interrupts).run(
        out: options.out ?? "report", formats: formats, metadata: given, jobs: options.jobs,
        resuming: options.resume, progress: isWatched ? { ProgressBar.ofProcess.report($0, $1) } : { _, _ in })
    }
    if isWatched { ProgressBar.ofProcess.end() }
    try finish(result, out: options.out ?? "report")
  }

  /// Merges the reports on the parts of a class.
  func merge(_ reports: [String], out: String) throws {
    try finish(Result { () throws(Diagnostic) in try ReportMerge.run(reports, out: out) }, out: out)
  }

  private func finish(_ result: Result<ClassGrading.Summary, Diagnostic>, out: String) throws {
    switch result {
    case .success(let summary):
      StandardOutput.write(summary.lines(out: out).map { $0 + "\n" }.joined())
      if summary.wasInterrupted { throw ExitCode(ProgramStatus.interrupted.rawValue) }
    case .failure(let problem):
      StandardOutput.writeError(format(problem))
      throw ExitCode(ProgramStatus.failure.rawValue)
    }
  }

  private func classGrading(
    _ folder: String, _ options: ClassOptions, _ library: Library, _ interrupts: Interrupts
  ) throws(Diagnostic) -> ClassGrading {
    var exercises: [Exercise] = []
    var numbers: [String: Int] = [:]
    for given in options.exercise {
      let parts = given.split(separator: "=", maxSplits: 1).map(String.init)
      let name = parts.first ?? given
      let exercise = try library.foundExercise(name)
      guard !exercise.isHandout else {
        throw Diagnostic(
          "handout", "'\(exercise.id)' is a copy for students, without its solution",
          hint: "GRAPHBOOK_COURSES names the folder of the teacher's course")
      }
      guard !exercises.contains(where: { $0.id == exercise.id }) else {
        throw Diagnostic("twice", "the exercise '\(exercise.id)' is given twice")
      }
      if parts.count > 1 {
        guard let number = Int(parts[1]) else {
          throw Diagnostic("number", "'\(parts[1])' is no number", hint: "--exercise whose=1234")
        }
        numbers[exercise.id] = number
      }
      exercises.append(exercise)
    }
    exercises = library.inOrder(exercises)
    let roster =
      try options.roster.map { path throws(Diagnostic) in try Roster.students(in: TextFile.read(path)) } ?? []
    var submissions = try Submissions(
      folder, layout: options.pattern, exercises: exercises.map(\.slug), besides: library.exerciseSlugs, roster: roster)
    submissions.words = ExerciseWords(of: exercises)
    if let path = options.files {
      submissions.given = try GivenFiles(in: TextFile.read(path), exercises.map(\.slug))
    }
    var grading = ClassGrading(
      library: library, worker: [CoursesFolder.executable() ?? CommandLine.arguments[0], GradeWorker.name],
      submissions: submissions, exercises: exercises, isInterrupted: interrupts.came)
    grading.numbers = numbers
    if let path = options.roster {
      let source = try TextFile.read(path)
      if !options.anonymous { grading.sheet = Roster.sheet(in: source) }
      (grading.canvasPoints, grading.rosterWarnings) = (Roster.canvasPoints(in: source), Roster.warnings(about: source))
    }
    grading.note = { StandardOutput.writeError("note: \($0)") }
    grading.warn = { StandardOutput.writeError("warning: \($0)") }
    if let path = options.policy {
      grading.policy = try Self.policy(path, of: exercises.map(\.slug)) { [note = grading.note] in
        note("\($0), which is not graded")
      }
    }
    if let path = options.metadata {
      let metadata = try GradescopeMetadata(in: TextFile.read(path))
      grading.policy = grading.policy.due(metadata.due)
      grading.submitted = metadata.submitted
    }
    if let path = options.corrections {
      let maxima = exercises.map { ($0.slug, Double(grading.points(of: $0))) }
      grading.corrections = try Corrections(in: TextFile.read(path), Dictionary(maxima) { first, _ in first })
    }
    switch options.times {
    case nil: break
    case "files":
      guard !submissions.isArchive else {
        throw Diagnostic(
          "times", "the files in a zip file have no time zone, so their times cannot be used",
          hint: "--times names a CSV file with the columns student, exercise, time")
      }
      grading.usesFileTimes = true
    case let path?: grading.times = try SubmissionTimes(in: TextFile.read(path))
    }
    grading.shard = options.shard.flatMap(Shard.init)
    grading.isAnonymous = options.anonymous
    if let folder = StateFolder.current() {
      folder.make()
      grading.pageSecret = PageNames.secret(at: folder.pageSecret) ?? grading.pageSecret
    }
    return grading
  }

  /// Grades what another process of this program sends.
  static func gradeForOthers() throws {
    let status = GradingWorker.run(makeInterpreter: lessonInterpreter())
    if status != 0 { throw ExitCode(status) }
  }

  /// Reads a policy.
  /// - Parameter note: takes the beginning of a sentence about rules for something that is not among the exercises.
  /// - Throws: a diagnostic for a file that cannot be read, and for the first mistake in it.
  static func policy(
    _ path: String, of exercises: [String], note: (String) -> Void
  ) throws(Diagnostic) -> GradingPolicy {
    let (policy, problems) = PolicyReader.read(try TextFile.read(path))
    if let problem = problems.first { throw problem }
    if let unknown = policy.exercises.keys.sorted().first(where: { !exercises.contains($0) }) {
      note("the policy has rules for '\(DisplayText.visible(unknown))'")
    }
    return policy
  }
}
