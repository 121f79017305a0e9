import Courses
import Shell
import Support
import WorkbookLanguage

/// A learner's work on one thing: a lesson, an exercise, the playground, drills or practice. It is made when it is first
/// used.
///
/// It is Sendable, although a sitting is not, because the sitting shares nothing that changes with any other, and the lock
/// lets one thread at a time use it. ``BookHost`` lets requests in one after the other, so that no thread waits for the lock.
final class BookDesk: @unchecked Sendable {
  /// The things that a learner can work on.
  enum Work: Hashable, Sendable {
    case lesson(String)
    case exercise(String)
    case playground
    case drill(String)
    case practice

    /// The budgets on a server that many share: of every statement, and of what is typed in a lesson, whose own statements may
    /// use more.
    var budgets: (Budget, Budget?) {
      switch self {
      case .lesson, .practice: (.lesson, .classroom)
      case .exercise: (.grading, nil)
      case .playground, .drill: (.classroom, nil)
      }
    }
  }

  private let control = DeskControl()
  private let lock = Locked(())
  private var sitting: Sitting?
  private let make: @Sendable (DeskControl) -> Sitting?

  /// - Parameter make: Makes the sitting, on the thread on which it is first used; nil where there is no such lesson or exercise.
  init(make: @escaping @Sendable (DeskControl) -> Sitting?) { self.make = make }

  /// Calls a function with the sitting; nil where there is none.
  func use<Result>(
    in turn: StatementWorkers.Turn?, _ body: (inout Sitting) -> Result
  ) -> (result: Result, kept: Sitting.Kept)? {
    lock.withLock { _ in
      control.during(turn) {
        guard var sitting = sitting ?? make(control) else { return nil }
        // Not shared while it changes: a copy would copy what it holds.
        self.sitting = nil
        let result = body(&sitting)
        self.sitting = sitting
        return (result, sitting.kept)
      }
    }
  }
}
