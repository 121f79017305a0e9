/// Why something is not possible in a class now.
package enum ClassRefusal: Error, Hashable, Sendable {
  case isFull(limit: Int)
  case hasEnded
  case unknownStudent
  case noName
  case noQuestion
  case votingIsClosed
  case otherRound
  case notAChoice
  case alreadyRevealed
  case nothingToClose
  case noMoreRounds
  case unknownPlace
  /// The event has a number that is not next.
  case outOfOrder

  /// A sentence for the person who tried.
  package var words: String {
    switch self {
    case .isFull(let limit): "the class is full: at most \(limit) students can join"
    case .hasEnded: "the class is over"
    case .unknownStudent: "you have not joined this class"
    case .noName: "type your name, or any name you like"
    case .noQuestion: "there is no question now"
    case .votingIsClosed: "voting is closed"
    case .otherRound: "this answer was for another round"
    case .notAChoice: "this is not one of the answers"
    case .alreadyRevealed: "the answer has been shown"
    case .nothingToClose: "no vote is open"
    case .noMoreRounds: "a question has at most \(Ballot.roundLimit) rounds"
    case .unknownPlace: "the lesson has no such screen"
    case .outOfOrder: "the event is out of order"
    }
  }
}
