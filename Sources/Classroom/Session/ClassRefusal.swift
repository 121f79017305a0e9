/// Why something is not possible in a class now.
package enum ClassRefusal: Error, Hashable, Sendable {
  case isFull(limit: Int)
  /// The teacher lets no one else in.
  case isLocked
  case hasEnded
  case unknownStudent
  case wasRemoved
  /// The student was removed, and may not join again in the same browser.
  case isBarred
  /// The student whom the teacher means has been removed, or has typed nothing.
  case notHere
  /// The student whose attempt the teacher wants to show as one that is not done has done the task.
  case isDoneByNow
  case noName
  case noQuestion
  case votingIsClosed
  case otherRound
  case notAChoice
  case nothingToClose
  case noMoreRounds
  /// A second round begins when the first is closed.
  case firstRoundIsOpen
  case nothingToTakeBack
  case unknownPlace
  case lessonIsOver
  /// The event has a number that is not next.
  case outOfOrder

  /// A sentence for the person who tried.
  package var words: String {
    switch self {
    case .isFull(let limit):
      "the class is full: \(limit) students have joined; ask the teacher to remove names that no one uses"
    case .isLocked: "no one else can join now: tell your teacher that you are here"
    case .hasEnded: "the class is over"
    case .unknownStudent: "you have not joined this class"
    case .notHere: "this student is not in the class, or has typed nothing here"
    case .isDoneByNow: "this student has done the task by now: look at the attempt again before you show it"
    case .wasRemoved: "the teacher has removed you from the class"
    case .isBarred: "the teacher has removed you from the class; if that was a mistake, tell your teacher"
    case .noName: "type your name, or any name you like"
    case .noQuestion: "there is no question now"
    case .votingIsClosed: "the vote was closed before your answer arrived: it does not count"
    case .otherRound: "your answer was for another round, and does not count: choose again"
    case .notAChoice: "this is not one of the answers"
    case .nothingToClose: "no vote is open"
    case .noMoreRounds: "a question has at most \(Ballot.roundLimit) rounds"
    case .firstRoundIsOpen: "close the vote before you ask again"
    case .nothingToTakeBack: "only a second round in which no one has answered can be taken back"
    case .unknownPlace: "the lesson has no such screen"
    case .lessonIsOver: "the lesson has no screen before the first or after the last"
    case .outOfOrder: "the event is out of order"
    }
  }
}
