import Courses

/// A file that was handed in for an exercise and not graded, because another one counts.
package struct PassedOverFile: Hashable, Sendable {
  /// The file's name in the student's part of the submissions.
  package var file: String
  package var reason: Reason

  package init(file: String, reason: Reason) {
    self.file = file
    self.reason = reason
  }

  /// The fact by which the other file counts.
  package enum Reason: String, Hashable, Sendable {
    case later, higherNumber, calledOld, laterUpload, unreadable, otherName, sameText
    /// The other one begins with the line of this exercise.
    case firstLine
    /// This one is called after another exercise.
    case namedForOther
    /// The teacher says that the other one is the answer.
    case given
    /// The other one is the best of several attempts.
    case betterAttempt

    /// The reason for the teacher, of the file that counts.
    package var words: String {
      switch self {
      case .later: "it was handed in later"
      case .higherNumber: "its number is higher"
      case .calledOld: "this one is called an old version"
      case .laterUpload:
        "both may have come together, and the platform gave it the higher number: look whether it is the better one"
      case .unreadable: "this one cannot be read"
      case .otherName: "it has the exercise's name"
      case .sameText: "both have the same text"
      case .firstLine: "its first line names the exercise"
      case .namedForOther: "this one is called after another exercise"
      case .given: "the teacher says so"
      case .betterAttempt: "it is the best attempt"
      }
    }

    /// Whether the files are two versions of one answer, of which the other one is newer.
    package var isNewer: Bool {
      switch self {
      case .later, .higherNumber, .calledOld, .laterUpload: true
      case .unreadable, .otherName, .sameText, .firstLine, .namedForOther, .given, .betterAttempt: false
      }
    }

    fileprivate var key: FixedWords.Key {
      switch self {
      case .later: .otherIsLater
      case .higherNumber: .otherHasHigherNumber
      case .calledOld: .isCalledOld
      case .laterUpload: .otherIsLaterUpload
      case .unreadable: .isUnreadable
      case .otherName: .otherHasTheName
      case .sameText: .hasSameText
      case .firstLine: .otherHasFirstLine
      case .namedForOther: .isNamedForOther
      case .given: .otherIsGiven
      case .betterAttempt: .otherIsBest
      }
    }
  }

  /// `free-agents.graph was not graded: the other one has the higher number.`
  func sentence(in words: FixedWords) -> String { words(.fileNotGraded, file, words(reason.key)) }
}
