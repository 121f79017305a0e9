import ArgumentParser
import Courses
import Diagnostics
import Platform
import Shell

import struct Foundation.Date

struct Present: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows a lesson on a projector, a screen at a time.",
    discussion: """
      Space goes on, ← goes back, g jumps to a step, / finds a word, b blanks the window, n shows the notes, ? all keys. No \
      progress is recorded.
      """)

  @Argument(help: "The lesson's number or name.")
  var lesson: String

  @Option(parsing: .unconditional, help: "The step to begin with.")
  var step = 1

  @Option(
    name: .customLong("type"), parsing: .unconditional, help: "Type examples out, so many characters a second.")
  var pace: Int?

  @Flag(
    help: "In a second terminal: show the notes, the next screen and the time of the lesson that is being presented.")
  var notes = false

  func validate() throws {
    if let pace, !(1...1000).contains(pace) { throw ValidationError("--type takes 1 to 1000 characters a second") }
    if notes, pace != nil { throw ValidationError("--notes shows what another terminal presents: it types nothing") }
  }

  func run() throws { try Start().present(lesson, step: step, pace: pace, notes: notes) }
}

extension Start {
  /// Presents a lesson, or shows the notes on one that another terminal presents.
  func present(_ word: String, step: Int, pace: Int?, notes: Bool) throws {
    let script = try lessonScript(word)
    let path = StateFolder.current().map { folder in
      folder.make()
      return PresentationPlace.path(in: folder, lesson: script.lesson.slug)
    }
    guard terminal.isInteractive, !terminal.isDumb, let screen = FullScreen() else {
      throw failure(
        Diagnostic(
          "no-terminal", "a lesson is presented in a terminal",
          hint: "graphbook print \(script.lesson.number) writes it as a page"))
    }
    let now: () -> Int = { Int(Date().timeIntervalSince1970) }
    if notes {
      var view = PresenterNotes(script, style: terminal.style)
      view.run(
        on: screen,
        place: {
          let place = path.flatMap(PresentationPlace.read)
          return place.flatMap { Self.isRunning($0.process) ? $0 : nil }
        }, now: now)
      return
    }
    let start = ContinuousClock.now
    let began = now()
    let size = screen.size
    var presentation = Presentation(
      script, style: terminal.style, columns: size.columns, rows: size.rows, typesOut: pace != nil)
    presentation.begin(step: step)
    presentation.run(on: screen, pace: pace ?? 30, clock: { ContinuousClock.now - start }) { shown in
      guard let path else { return }
      PresentationPlace(
        screen: shown.place, columns: shown.columns, rows: shown.rows, began: began,
        process: Int(getpid())
      ).write(to: path)
    }
    if let path { unlink(path) }
  }

  private static func isRunning(_ process: Int) -> Bool {
    guard let process = Int32(exactly: process), process > 0 else { return false }
    return kill(process, 0) == 0 || errno == EPERM
  }
}
