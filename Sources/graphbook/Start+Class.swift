import ArgumentParser
import Classroom
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
    var wasInterrupted = false
    do throws(Diagnostic) {
      LocalAddresses.allowManyConnections()
      let address = try ServerBootstrap.address(options.bind ?? "127.0.0.1")
      let url = try options.url.map { text throws(Diagnostic) in try PublicAddress(text) }
      let book = try options.book.map { text throws(Diagnostic) in try PublicAddress(text, option: "--book") }
      let hosts = try HostName.allowed(options.allowHost)
      let roster = try Self.roster(options)
      let (socket, port) = try ServerBootstrap.open(address, port: options.port)
      let setup = ClassSetup(
        lesson: lesson, folder: options.folder, isResuming: options.resume || options.journal != nil,
        chosen: options.journal, day: Self.day())
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
        makeInterpreter: Self.makeInterpreter(usingFiles: false, budget: .lesson))
      StandardOutput.write(bootstrap.greeting(lesson, notes: opened.notes).map { $0 + "\n" }.joined())
      let interrupts = Interrupts.ofProcess
      interrupts.begin()
      defer { interrupts.end() }
      Task.detached { await host.learn(library.ideas().list) }
      let (session, ending) = bootstrap.serve(host, from: opened.session, on: socket, isInterrupted: interrupts.came)
      let report = ClassReport(
        session, day: opened.header.day, isAnonymous: options.anonymous,
        sentences: library.ideas().list.sentences)
      let files = try ClassSetup.write(report, besides: opened.journal)
      StandardOutput.write(
        (ending == .ended
          ? "the class is over"
          : "\(ending == .stopped ? "stopped" : "interrupted"): graphbook class \(lesson.number) --resume continues the class")
          + "\nreport: \(files.map { DisplayText.visible($0) }.joined(separator: ", "))\n")
      wasInterrupted = ending == .interrupted
    } catch {
      StandardOutput.writeError(format(error))
      throw ExitCode(ProgramStatus.failure.rawValue)
    }
    if wasInterrupted { throw ExitCode(ProgramStatus.interrupted.rawValue) }
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
