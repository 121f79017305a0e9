import ArgumentParser
import Courses
import Diagnostics
import Grading
import Shell
import Tools
import WorkbookLanguage

import struct Foundation.Date
import class Foundation.FileManager
import struct Foundation.TimeZone

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The folder and the way in which the program was started, and what every subcommand makes of it.
struct Start {
  let terminal = Terminal.current()
  /// The output for results that no one watches live.
  private let output = GatheredOutput(StandardOutput.write)
  /// The budget of the statements.
  var budget = Budget.generous

  init(budget: Budget = .generous) {
    self.budget = budget
    TextFile.ignoreSizeLimits()
  }

  /// Opens the prompt. If input is not from a terminal, the lines of standard input are run instead.
  func prompt(_ opening: (inout Session) -> Document) throws {
    let state = StateFolder.current()
    state?.make()
    var session = Session(
      .prompt, style: terminal.style, world: world(state, catching: terminal.isInteractive ? .ofProcess : nil))
    guard terminal.isInteractive, !terminal.isDumb else {
      return try finish(run(&session, lineReader(state), opening: opening, atTerminal: StandardOutput.write))
    }
    let reader = pagedReader(state)
    try finish(run(&session, reader, opening: opening, atTerminal: reader.write))
  }

  /// Runs a file or standard input.
  func script(_ path: String, isQuiet: Bool) throws {
    let isStandardInput = path == "-"
    let reader: any LineReader = isStandardInput ? PlainReader() : TextReader(try text(of: path).text)
    var session = Session(
      .script, style: terminal.style, world: world(nil), name: isStandardInput ? "<stdin>" : path, isQuiet: isQuiet)
    let status = run(&session, reader, opening: { _ in [] }, atTerminal: StandardOutput.write)
    if status == .success, !isStandardInput, terminal.isInteractive, session.hasModel {
      let way = "graphbook open \(DisplayText.visible(path)) opens the prompt with what the file has made"
      StandardOutput.write(terminal.style.paint("(\(way))", .faint) + "\n")
    }
    try finish(status)
  }

  private func run(
    _ session: inout Session, _ reader: any LineReader, opening: (inout Session) -> Document,
    atTerminal write: (String) -> Void
  ) -> ProgramStatus {
    defer { output.flush() }
    return session.run(
      reader, opening: opening, write: terminal.isOutputTerminal ? write : output.write, beforeWaiting: output.flush)
  }

  /// Imports the model of a file and runs statements.
  func model(_ path: String, _ statements: [String], isQuiet: Bool = true) throws {
    var session = Session(.script, style: terminal.style, world: world(nil), isQuiet: isQuiet)
    try finish(session.run(withModelOf: path, statements))
  }

  /// Runs a query over a store, and reads no more of it than that needs.
  func fetch(
    _ query: String, fromStoreAt path: String, model: String?, isExplained: Bool, answersAsStore: Bool
  ) throws {
    var session = Session(.script, style: terminal.style, world: world(nil), isQuiet: true)
    try finish(
      session.fetch(
        query, fromStoreAt: path, model: model, isExplained: isExplained, answersAsStore: answersAsStore))
  }

  /// Looks into a Core Data store.
  func store(
    _ path: String, model: String?, _ body: (StoreTools) throws(Diagnostic) -> StoreTools.Answer
  ) throws {
    var session = Session(.script, style: terminal.style, world: world(nil), isQuiet: true)
    let (tools, lines) = session.storeTools(path, model: model)
    guard let tools else { return try finish((lines, .failure)) }
    do throws(Diagnostic) {
      let answer = try body(tools)
      StandardOutput.write(answer.lines.map { $0 + "\n" }.joined())
      if answer.status == .success { return }
    } catch {
      StandardOutput.writeError(format(error))
    }
    throw ExitCode(ProgramStatus.failure.rawValue)
  }

  /// Carries out one command of the prompt.
  func command(_ word: String) throws {
    var session = Session(.prompt, style: terminal.style, world: world(StateFolder.current()))
    try finish(session.run(ScriptedReader([word]), opening: { _ in [] }, write: StandardOutput.write))
  }

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
        answer = .success(try read(path))
      }
    } catch { answer = .failure(error) }
    if let note { StandardOutput.writeError("note: \(note.message)") }
    let result = checks(library).grade(exercise, answer: answer)
    if format == .text, !result.isGraded {
      for diagnostic in result.verdict.diagnostics { StandardOutput.writeError(self.format(diagnostic)) }
    } else {
      let detail = showsAll ? TextFormat.Detail.all : .first(rest: "--details shows what they found")
      let text = TextFormat(style: terminal.style.dress, width: terminal.style.width, detail: detail)
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
    if let path = options.roster, !options.anonymous { grading.sheet = Roster.sheet(in: try TextFile.read(path)) }
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
    let status = GradingWorker.run(makeInterpreter: makeInterpreter(usingFiles: false, budget: .lesson))
    if status != 0 { throw ExitCode(status) }
  }

  func courseCheck() throws -> CourseCheck { checks(try foundLibrary()) }

  /// Checks the course now and after every change of its files, until Ctrl-C ends the process with the status that shells
  /// give it.
  func watch(_ check: (CourseCheck) -> (lines: [String], status: ProgramStatus)) throws {
    let library = try foundLibrary()
    let interrupts = Interrupts.ofProcess
    interrupts.begin()
    defer { interrupts.end() }
    let checks = checks(library, isCancelled: interrupts.came)
    let watch = CourseWatch(
      files: library.stamps, wait: { Self.wait(unless: interrupts.came) }, time: Self.timeOfDay,
      write: StandardOutput.write, style: terminal.style)
    watch.run {
      let lines = check(checks).lines
      return interrupts.came() ? nil : lines
    }
    if interrupts.came() { throw ExitCode(ProgramStatus.interrupted.rawValue) }
  }

  /// Waits for a third of a second, or until Ctrl-C.
  /// - Returns: false after Ctrl-C, or when no one reads the output any more.
  private static func wait(unless isInterrupted: () -> Bool) -> Bool {
    // A signal ends the sleep; one that came just before it is seen a moment later.
    if !isInterrupted() { usleep(300_000) }
    return !isInterrupted() && !StandardOutput.hasEnded
  }

  /// The time in the author's time zone: `14:03:22`.
  private static func timeOfDay() -> String {
    let seconds = Self.localSeconds() % 86_400
    return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
      .joined(separator: ":")
  }

  func foundLibrary() throws -> Library {
    guard let library else {
      StandardOutput.writeError(format(.noLibrary(nil)))
      throw ExitCode(ProgramStatus.failure.rawValue)
    }
    return library
  }

  private func checks(_ library: Library?, isCancelled: (@Sendable () -> Bool)? = nil) -> CourseCheck {
    CourseCheck(
      library: library,
      makeInterpreter: Self.makeInterpreter(usingFiles: false, budget: .lesson, isCancelled: isCancelled),
      style: terminal.style)
  }

  func finish(_ result: (lines: [String], status: ProgramStatus)) throws {
    StandardOutput.write(result.lines.map { $0 + "\n" }.joined())
    try finish(result.status)
  }

  func finish(_ result: (lines: Document, status: ProgramStatus)) throws {
    try finish((result.lines.lines(terminal.style), result.status))
  }

  func finish(_ status: ProgramStatus) throws {
    if status != .success { throw ExitCode(status.rawValue) }
  }

  /// The tools for normal forms and for tables.
  func normalizationTools() -> NormalizationTools {
    NormalizationTools(
      style: terminal.style, write: StandardOutput.writeToReader, writeError: StandardOutput.writeError)
  }

  /// The tool that compares models.
  func modelDifferenceTool() -> ModelDifferenceTool {
    ModelDifferenceTool(style: terminal.style, write: StandardOutput.write, writeError: StandardOutput.writeError)
  }

  /// The tool that reviews models for CI.
  func modelReviewTool() -> ModelReviewTool {
    ModelReviewTool(
      style: terminal.style, version: Graphbook.version,
      folder: FileManager.default.currentDirectoryPath, write: StandardOutput.write,
      writeError: StandardOutput.writeError)
  }

  /// The tools over lines of JSON.
  func predicateTools() -> PredicateTools {
    PredicateTools(
      style: terminal.style, now: Date(), random: { UInt64.random(in: .min ... .max) },
      write: StandardOutput.writeToReader, writeError: StandardOutput.writeError)
  }

  // MARK: Parts

  private var library: Library? {
    let folders = CoursesFolder.current()
    return folders.isEmpty ? nil : Library(roots: folders)
  }

  private func world(_ state: StateFolder?, catching interrupts: Interrupts? = nil) -> Session.World {
    let start = ContinuousClock.now
    let isWatched = interrupts != nil && !terminal.isDumb
    return Session.World(
      makeInterpreter: Self.makeInterpreter(
        usingFiles: true, budget: budget, isCancelled: interrupts?.came,
        progress: isWatched ? ProgressBar.ofProcess.report : nil),
      library: library, progressStore: state.map { ProgressStore(path: $0.progress) },
      clock: { ContinuousClock.now - start }, today: Self.today, interrupts: interrupts,
      progressBar: isWatched ? ProgressBar.ofProcess : nil, listFolder: FolderListing.names,
      width: isWatched ? Self.currentWidth : nil)
  }

  /// The days since 1 January 1970 in the learner's time zone.
  static let today: @Sendable () -> Int = { localSeconds() / 86_400 }

  /// The seconds since 1 January 1970 in the learner's time zone.
  private static func localSeconds() -> Int {
    let now = Date()
    return Int(now.timeIntervalSince1970) + TimeZone.current.secondsFromGMT(for: now)
  }

  private static let currentWidth: @Sendable () -> Int = { Terminal.current().width }

  /// The reader of a person, who sees long output a screen at a time.
  private func pagedReader(_ state: StateFolder?) -> PagedReader {
    let style = terminal.style
    return PagedReader(
      lineReader(state),
      show: { lines, closing in
        let pager = Pager(height: Terminal.windowHeight(), width: Terminal.current().width, style: style)
        let keyboard = Terminal.Keyboard()
        return pager.show(lines, closing: closing, readKey: keyboard.readKey, write: StandardOutput.write)
      }, echo: StandardOutput.write)
  }

  private func lineReader(_ state: StateFolder?) -> any LineReader {
    guard terminal.isInteractive else { return PlainReader(isWanted: { !StandardOutput.hasEnded }) }
    #if Readline
      if terminal.canEditLines {
        let history = state.map { HistoryFile(path: $0.history) }
        do throws(Diagnostic) {
          return ReadlineReader(style: terminal.style, history: history, earlier: try history?.load() ?? [])
        } catch {
          StandardOutput.writeError(format(error))
          return ReadlineReader(style: terminal.style, history: nil, earlier: [])
        }
      }
    #endif
    return PlainReader(writePrompt: StandardOutput.write, interrupts: .ofProcess)
  }

  static func makeInterpreter(
    usingFiles: Bool, budget: Budget = .generous, isCancelled: (@Sendable () -> Bool)? = nil,
    progress: (@Sendable (Int, Int) -> Void)? = nil
  ) -> InterpreterMaker {
    { fixed in
      var environment = Interpreter.Environment(
        now: { fixed ?? Date() }, isCancelled: isCancelled, progress: progress)
      if usingFiles {
        environment.readFile = { path, file in try TextFile.read(path, relativeTo: file) }
        environment.listFolder = { path, file in FolderListing.allNames(in: TextFile.resolve(path, relativeTo: file)) }
        environment.makeFolder = { path, file in try TextFile.makeFolder(path, relativeTo: file) }
        environment.storePath = { path, file in TextFile.resolve(path, relativeTo: file) }
        environment.writeFile = { text, path, file, mayReplace in
          try TextFile.write(text, to: path, relativeTo: file, mayReplace: mayReplace)
        }
        environment.writeFiles = { files, folders, file, mayReplace in
          try TextFile.write(files, makingFolders: folders, relativeTo: file, mayReplace: mayReplace)
        }
      }
      var interpreter = Interpreter(environment: environment)
      interpreter.budget = budget
      return interpreter
    }
  }

  private func text(of path: String) throws -> SourceText {
    do throws(Diagnostic) {
      return try read(path)
    } catch {
      StandardOutput.writeError(format(error))
      throw ExitCode(ProgramStatus.failure.rawValue)
    }
  }

  private func read(_ path: String) throws(Diagnostic) -> SourceText {
    try path == "-" ? TextFile.readStandardInput() : TextFile.read(path)
  }

  /// Writes a message to standard error.
  /// - Returns: the error that ends the command.
  func failure(_ diagnostic: Diagnostic) -> any Error {
    StandardOutput.writeError(format(diagnostic))
    return ExitCode(ProgramStatus.failure.rawValue)
  }

  func siteBuilder() throws -> SiteBuilder {
    SiteBuilder(
      library: try foundLibrary(), makeInterpreter: Self.makeInterpreter(usingFiles: false, budget: .lesson))
  }

  func lessonPrinter() throws -> LessonPrinter {
    LessonPrinter(
      library: try foundLibrary(), makeInterpreter: Self.makeInterpreter(usingFiles: false, budget: .lesson))
  }

  /// A lesson as it plays out; a statement that the presenter types may be stopped with Ctrl-C.
  func lessonScript(_ word: String) throws -> LessonScript {
    let (lesson, diagnostics) = try foundLibrary().lesson(word)
    guard let lesson else {
      throw failure(diagnostics.first ?? Diagnostic("unknown-lesson", "there is no lesson '\(word)'"))
    }
    return LessonScript(
      lesson,
      makeInterpreter: Self.makeInterpreter(usingFiles: false, budget: .lesson, isCancelled: Interrupts.ofProcess.came))
  }

  func format(_ diagnostic: Diagnostic) -> String {
    DiagnosticFormatter().format(diagnostic)
  }
}

extension Start {
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
