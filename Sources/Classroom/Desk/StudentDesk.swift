import Courses
import Diagnostics
import JSON
import ModelInterchange
import Pages
import Shell
import Support
import WorkbookLanguage

/// A student's own copy of the graph, and the prompt on it: the same `Session` as in a terminal.
///
/// It is Sendable, although a session is not, because its session shares nothing that changes with any other: the player
/// is a copy made by ``LessonPlayer/student(_:)``, whose graph is a value. The lock keeps threads apart, of which only one
/// at a time has any work for it anyway.
final class StudentDesk: @unchecked Sendable {
  /// The result of an input.
  struct Answer: Sendable {
    /// The statement goes on: nothing has run.
    var isUnfinished = false
    /// The lines to show.
    var output: HTML = ""
    /// Whether the task is done now, and was not before.
    var isSolved = false
    /// The advice of the open task's checks; nil where there is none, or nothing new.
    var advice: String?
    /// The objects as they are now.
    var graph: JSONValue = .null
    /// The model's diagram, if it has changed.
    var diagram: String?
  }

  static let budget = Budget.classroom

  let place: ClassPlace
  private let lock = Locked(())
  private var session: Session
  /// The student's place at the beginning, for `restart`.
  private let start: LessonPlayer
  private var diagram: Diagram
  /// Whether a part of what was typed has not been run again, and no one has been told.
  private var isPartial = false

  /// The most seconds for which statements are run again; the last of them may take longer.
  static let replaySeconds = 3.0

  /// - Parameter player: A copy that no one else has.
  init(_ player: sending LessonPlayer, at place: ClassPlace, makeInterpreter: @escaping InterpreterMaker) {
    self.place = place
    start = player
    session = Session(
      .student, style: TextStyle(dress: .ansi), world: Session.World(makeInterpreter: makeInterpreter))
    session.activity = .lesson(player.student(Self.budget))
    diagram = Diagram(player.interpreter.context.model)
  }

  /// Runs again what was typed before. If that takes too long, the rest is left out, and the next answer says so.
  func replay(_ texts: [String], seconds: Double = replaySeconds) {
    let end = WebServer.now() + seconds
    for text in texts {
      guard WebServer.now() < end else {
        lock.withLock { _ in isPartial = true }
        return
      }
      _ = run(text, width: 80)
    }
  }

  /// Runs an attempt from the beginning, and shows it. If that takes too long, the rest is left out.
  func page(of texts: [String], width: Int, seconds: Double = replaySeconds) -> HTML {
    let end = WebServer.now() + seconds
    var page: HTML = ""
    for text in texts {
      guard WebServer.now() < end else {
        return page + "<p class=\"small\">The rest is left out: it takes too long to run.</p>"
      }
      page += .entry(text, run(text, width: width).output)
    }
    return page
  }

  /// Runs an input.
  func run(_ text: String, width: Int) -> Answer {
    lock.withLock { _ in
      var answer = Answer()
      let wasOpen = session.player?.phase == .task
      let advice = session.lastAdvice
      if text.trimmed == "restart" {
        session.activity = .lesson(start.student(Self.budget))
        answer.output = "<span class=\"t-faint\">from the beginning of this screen</span>"
      } else if let lines = session.take(text, width: width) {
        answer.output = HTML(terminal: lines)
      } else {
        answer.isUnfinished = true
        return answer
      }
      if isPartial {
        isPartial = false
        answer.output =
          "<span class=\"t-warning\">What you typed before took too long to be run again as a whole: see what is there, or type restart.</span>\n\(answer.output)"
      }
      answer.isSolved = wasOpen && session.player?.phase != .task
      if wasOpen, !answer.isSolved, session.lastAdvice != advice { answer.advice = session.lastAdvice }
      answer.graph = session.interpreter.picture
      let now = Diagram(session.interpreter.context.model)
      if now != diagram {
        diagram = now
        answer.diagram = HTML.diagram(now).text
      }
      return answer
    }
  }

  func completions(of text: String, at cursor: Int) -> Completions {
    lock.withLock { _ in session.completions(of: text, at: cursor) }
  }

  /// The objects as they are now.
  func graph() -> JSONValue { lock.withLock { _ in session.interpreter.picture } }
}
