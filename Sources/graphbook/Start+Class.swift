import ArgumentParser
import Classroom
import CommandIO
import Courses
import Diagnostics
import Shell
import Tools
import WorkbookLanguage

import struct Foundation.Date

extension Start {
  /// Teaches a lesson until the teacher ends the class, or Ctrl-C.
  func classroom(_ options: ClassTool) throws {
    let library = try foundLibrary()
    let (lesson, diagnostics) = library.lesson(options.lesson)
    guard let lesson, !lesson.steps.isEmpty else {
      for diagnostic in diagnostics { StandardOutput.writeError(format(diagnostic)) }
      throw ExitCode(ProgramStatus.failure.rawValue)
    }
    let ending: ServerBootstrap.Ending
    do throws(Diagnostic) {
      let open = try Self.open(options, lesson, of: library)
      StandardOutput.write(open.bootstrap.greeting(lesson, notes: open.opened.notes).map { $0 + "\n" }.joined())
      let interrupts = Interrupts.ofProcess
      interrupts.begin()
      defer { interrupts.end() }
      let words: String
      (ending, words) = try open.teach(isInterrupted: interrupts.came)
      StandardOutput.write(words + "\n")
    } catch {
      StandardOutput.writeError(format(error))
      throw ExitCode(ProgramStatus.failure.rawValue)
    }
    if ending == .interrupted { throw ExitCode(ProgramStatus.interrupted.rawValue) }
  }

  /// Opens a class, which then waits for ``OpenClass/teach(isInterrupted:)``.
  /// - Throws: a diagnostic for an option that does not fit, a port that is in use, a journal that cannot be written.
  static func open(_ options: ClassTool, _ lesson: Lesson, of library: Library) throws(Diagnostic) -> OpenClass {
    LocalAddresses.allowManyConnections()
    let address = try ServerBootstrap.address(options.bind ?? "127.0.0.1")
    let url = try options.url.map { text throws(Diagnostic) in try PublicAddress(text) }
    let book = try options.book.map { text throws(Diagnostic) in try PublicAddress(text, option: "--book") }
    let hosts = try HostName.allowed(options.allowHost)
    let roster = try roster(options)
    let (socket, port) = try ServerBootstrap.open(address, port: options.port)
    let setup = ClassSetup(
      lesson: lesson, folder: options.folder, isResuming: options.resume || options.journal != nil,
      chosen: options.journal, day: day())
    let opened: ClassSetup.Opened
    do throws(Diagnostic) { opened = try setup.open() } catch {
      ServerBootstrap.close(socket)
      throw error
    }
    var bootstrap = ServerBootstrap(
      header: opened.header, bind: address, port: port, isOpenToOthers: address != "127.0.0.1" && address != "::1",
      url: url, hosts: hosts.sorted())
    bootstrap.facts.proxies = try NetworkAddress.proxies(options.trustFrom)
    (bootstrap.facts.locksPrompts, bootstrap.facts.roster) = (!options.openPrompts, roster)
    bootstrap.facts.interrupted = opened.interrupted
    bootstrap.facts.lessonInBook = book.map { "\($0.text)/lesson/\(lesson.slug)" }
    let host = ClassHost(
      session: opened.session, facts: bootstrap.facts, journal: opened.journal,
      makeInterpreter: lessonInterpreter())
    return OpenClass(
      library: library, lesson: lesson, opened: opened, bootstrap: bootstrap, host: host, socket: socket,
      isAnonymous: options.anonymous)
  }

  /// The students who may join: those of `--roster`, or of the folder if `graphbook serve` has made it; nil for everyone.
  private static func roster(_ options: ClassTool) throws(Diagnostic) -> ClassRoster? {
    if let path = options.roster { return ClassRoster(try Roster.students(in: TextFile.read(path))) }
    return try SemesterFolder.students(in: options.folder.isEmpty ? "." : options.folder).map { ClassRoster($0) }
  }

  /// The day in the teacher's time zone, `2026-01-15`.
  private static func day() -> String {
    // DateFormatter would need ICU's currencies, which packages do not have.
    Date().formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day())
  }
}

/// A class whose server listens.
struct OpenClass: Sendable {
  var library: Library
  var lesson: Lesson
  var opened: ClassSetup.Opened
  var bootstrap: ServerBootstrap
  var host: ClassHost
  var socket: ServerBootstrap.ListeningSocket
  /// Whether the report leaves out names.
  var isAnonymous: Bool

  /// Teaches the lesson until the teacher ends or stops the class, or someone interrupts it, and writes the report.
  /// - Returns: why it has ended, and what the terminal says then.
  /// - Throws: a diagnostic where the report cannot be written.
  func teach(
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(Diagnostic) -> (ending: ServerBootstrap.Ending, words: String) {
    let (host, library) = (host, library)
    Task.detached { await host.learn(library.ideas().list) }
    let (session, ending) = bootstrap.serve(host, from: opened.session, on: socket, isInterrupted: isInterrupted)
    let report = ClassReport(
      session, day: opened.header.day, isAnonymous: isAnonymous, sentences: library.ideas().list.sentences)
    let files = try ClassSetup.write(report, besides: opened.journal)
    let state =
      switch ending {
      case .ended: "the class is over"
      case .stopped: "stopped: graphbook class \(lesson.number) --resume continues the class"
      case .interrupted: "interrupted: graphbook class \(lesson.number) --resume continues the class"
      }
    return (ending, state + "\nreport: \(files.map { DisplayText.visible($0) }.joined(separator: ", "))")
  }
}
