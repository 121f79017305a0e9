import Courses
import Drills

/// Five minutes of practice: the open question, and what comes after it.
package struct PracticeRound {
  /// Something to be asked again, found in the courses.
  enum Task {
    case question(Lesson, step: Int, number: Int)
    case exercise(ExerciseEntry)
    case drill(DrillKind)

    var item: PracticeItem {
      switch self {
      case .question(let lesson, let step, let number): .question(lesson: lesson.slug, step: step, number: number)
      case .exercise(let entry): .exercise(entry.id)
      case .drill(let kind): .drill(kind.rawValue)
      }
    }

    /// About how long it takes.
    var minutes: Int {
      switch self {
      case .question, .drill: 1
      case .exercise(let entry): entry.minutes ?? 4
      }
    }
  }

  /// A question that waits for its answer.
  package struct Question {
    let item: PracticeItem
    /// At the question.
    package internal(set) var player: LessonPlayer
  }

  /// The tasks that come after the open question.
  var rest: [Task]
  package let count: Int
  /// The place of the open question, from 1.
  package var place: Int { count - rest.count }
  let minutes: Int
  /// Nil before the first question.
  package internal(set) var open: Question?
  /// Whether the answer to the open question was shown.
  var isRevealed = false
  package internal(set) var answered = 0
  package internal(set) var right = 0

  /// Chooses from what is due, the most urgent first, as much as fits into five minutes, and at least one: an exercise comes
  /// last.
  init(from due: [Task]) {
    var chosen: [Task] = []
    for task in due
    where chosen.isEmpty || (chosen + [task]).reduce(0, { $0 + $1.minutes }) <= Self.minuteLimit {
      chosen.append(task)
    }
    minutes = chosen.reduce(0) { $0 + $1.minutes }
    rest = chosen.sorted { $0.minutes < $1.minutes }
    count = chosen.count
  }

  /// Counts an answer.
  mutating func count(isRight: Bool) {
    answered += 1
    if isRight { right += 1 }
  }

  /// About how long a round takes.
  static let minuteLimit = 5
}
