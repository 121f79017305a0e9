/// Something that happened in a class: an entry of its journal, from which the class can be rebuilt.
package enum ClassEvent: Hashable, Sendable {
  case joined(student: Int, name: String, token: String)
  /// The teacher removed a student: nothing of theirs counts any more, and their browser is out; for good, if it is barred.
  case removed(student: Int, isBarred: Bool)
  /// The teacher let in again a student who was out for good: all that was theirs counts again.
  case readmitted(student: Int)
  /// The teacher lets no one else in, or lets people in again.
  case doors(areOpen: Bool)
  /// The teacher gave a student another name.
  case renamed(student: Int, name: String)
  /// The teacher showed a screen.
  case moved(to: ClassPlace)
  case opened(QuestionPlace)
  /// A first answer, or another one in its place.
  case voted(student: Int, QuestionPlace, round: Int, Ballot.Answer)
  /// The students who have a page open just before a vote is closed: those who could answer.
  case present([Int], QuestionPlace)
  case closed(QuestionPlace)
  /// The question was put once more, after a discussion.
  case askedAgain(QuestionPlace)
  /// The teacher took back a second round in which no one had answered.
  case tookBack(QuestionPlace)
  case revealed(QuestionPlace)
  /// A student ran statements on their own copy of the graph; without a text if it is not kept.
  case ran(student: Int, at: ClassPlace, text: String?)
  /// A student's task is done.
  case solved(student: Int, step: Int)
  /// The task's checks gave a student an advice; an empty one if the author wrote none for what is missing now.
  case advised(student: Int, step: Int, advice: String)
  case ended
}
