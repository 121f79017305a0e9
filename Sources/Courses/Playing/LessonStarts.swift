import Support
import WorkbookLanguage

/// The states before the steps of lessons, computed once for all who play them: a copy costs a reader next to nothing, and shares
/// the pages of its graph until they are written.
///
/// It is Sendable, although an interpreter is not: the lock lets one thread at a time compute or copy, and nothing but copies, which
/// share no more than pages, leaves it.
package final class LessonStarts: @unchecked Sendable {
  private let lock = Locked(())
  private var replays: [String: LessonReplay] = [:]
  private let makeInterpreter: InterpreterMaker

  package init(makeInterpreter: @escaping InterpreterMaker) { self.makeInterpreter = makeInterpreter }

  /// A copy of the state before a step of a lesson, which is replayed up to there by the first who asks.
  /// - Parameter index: one of the lesson's steps.
  package func state(of lesson: Lesson, before index: Int) -> sending Interpreter {
    nonisolated(unsafe) let state = lock.withLock { _ in
      var replay = replays[lesson.slug] ?? LessonReplay(lesson: lesson, makeInterpreter: makeInterpreter)
      let state = replay.state(before: index)
      replays[lesson.slug] = replay
      return state.trial()
    }
    return state
  }
}

extension LessonPlayer {
  /// Takes the state before a step from elsewhere, so that it need not be replayed.
  package mutating func start(step index: Int, from state: Interpreter) { replay.know(state, before: index) }
}
