import ArgumentParser
import CommandIO
import Courses
import Diagnostics
import Platform
import Shell
import Tools

// The course: checked once or after every change, printed, and presented.
extension Start {
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

  func checks(_ library: Library?, isCancelled: (@Sendable () -> Bool)? = nil) -> CourseCheck {
    CourseCheck(
      library: library,
      makeInterpreter: Self.lessonInterpreter(isCancelled: isCancelled),
      style: terminal.style)
  }

  func siteBuilder() throws -> SiteBuilder {
    SiteBuilder(
      library: try foundLibrary(), makeInterpreter: Self.lessonInterpreter())
  }

  func lessonPrinter() throws -> LessonPrinter {
    LessonPrinter(
      library: try foundLibrary(), makeInterpreter: Self.lessonInterpreter())
  }

  /// A lesson as it plays out; a statement that the presenter types may be stopped with Ctrl-C.
  func lessonScript(_ word: String) throws -> LessonScript {
    let (lesson, diagnostics) = try foundLibrary().lesson(word)
    guard let lesson else {
      throw failure(diagnostics.first ?? Diagnostic("unknown-lesson", "there is no lesson '\(word)'"))
    }
    return LessonScript(
      lesson,
      makeInterpreter: Self.lessonInterpreter(isCancelled: Interrupts.ofProcess.came))
  }
}
