import ArgumentParser
import CommandIO
import Courses
import Diagnostics
import Shell
import WorkbookLanguage

import struct Foundation.Date
import struct Foundation.TimeZone

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

  /// Carries out one command of the prompt.
  func command(_ word: String) throws {
    var session = Session(.prompt, style: terminal.style, world: world(StateFolder.current()))
    try finish(session.run(ScriptedReader([word]), opening: { _ in [] }, write: StandardOutput.write))
  }

  func foundLibrary() throws -> Library {
    guard let library else {
      StandardOutput.writeError(format(.noLibrary(nil)))
      throw ExitCode(ProgramStatus.failure.rawValue)
    }
    return library
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

  // MARK: Parts

  var library: Library? {
    let folders = CoursesFolder.current()
    return folders.isEmpty ? nil : Library(roots: folders)
  }

  func world(_ state: StateFolder?, catching interrupts: Interrupts? = nil) -> Session.World {
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
  static func localSeconds() -> Int {
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

  /// The interpreters of lessons and exercises: without files, and with a lesson's budget.
  static func lessonInterpreter(isCancelled: (@Sendable () -> Bool)? = nil) -> InterpreterMaker {
    makeInterpreter(usingFiles: false, budget: .lesson, isCancelled: isCancelled)
  }

  private func text(of path: String) throws -> SourceText {
    do throws(Diagnostic) {
      return try read(path)
    } catch {
      StandardOutput.writeError(format(error))
      throw ExitCode(ProgramStatus.failure.rawValue)
    }
  }

  func read(_ path: String) throws(Diagnostic) -> SourceText {
    try path == "-" ? TextFile.readStandardInput() : TextFile.read(path)
  }

  /// Writes a message to standard error.
  /// - Returns: the error that ends the command.
  func failure(_ diagnostic: Diagnostic) -> any Error {
    StandardOutput.writeError(format(diagnostic))
    return ExitCode(ProgramStatus.failure.rawValue)
  }

  func format(_ diagnostic: Diagnostic) -> String {
    DiagnosticFormatter().format(diagnostic)
  }
}
