import JSON

/// The fate of one file that was handed in. A report has one account for every file of the submissions, so that none vanishes.
package struct FileAccount: Hashable, Sendable {
  package enum Result: String, Hashable, Sendable, CaseIterable {
    /// It is the answer that counts, or one of several attempts.
    case graded
    /// Another file of the student is the answer.
    case superseded
    /// It is the answer, but there is no text to grade.
    case unreadable
    /// Its name is not exactly the exercise's, and the policy accepts no other.
    case refused
    /// It is one of several files, none of which is more likely the answer than the others.
    case ambiguous
    /// It is no answer to any of the exercises, or belongs to no student.
    case unrecognized
    /// It is a platform's or a program's file, which no student hands in as an answer.
    case ignored

    /// The words for a table.
    package var words: String {
      switch self {
      case .graded: "graded"
      case .superseded: "superseded"
      case .unreadable: "could not be read"
      case .refused: "refused"
      case .ambiguous: "not graded"
      case .unrecognized: "not recognised"
      case .ignored: "no submission"
      }
    }
  }

  /// The path in the submissions; without names in an anonymous report.
  package var path: String
  /// The student's id; empty if the file belongs to no one.
  package var student: String
  /// The exercise's name; empty for none.
  package var exercise: String
  package var result: Result
  /// Whether the exercise was guessed from a name that is nearly right, or from its being the only file.
  package var isGuessed: Bool
  /// A sentence for the teacher.
  package var reason: String
  /// The other exercise to which a graded file looks like the answer, which the verdicts know and the record does not have.
  package var looksLike: String?

  package init(
    path: String, student: String = "", exercise: String = "", result: Result, isGuessed: Bool = false, reason: String
  ) {
    self.path = path
    self.student = student
    self.exercise = exercise
    self.result = result
    self.isGuessed = isGuessed
    self.reason = reason
  }

  /// Whether a teacher should look at it.
  package var isNotable: Bool {
    switch result {
    case .graded: isGuessed || looksLike != nil
    case .superseded, .unreadable, .refused, .ambiguous, .unrecognized: true
    case .ignored: false
    }
  }
}

extension Sequence<FileAccount> {
  /// The answers, by student and exercise, that are the same file as that of a student before: a group handed it in once.
  package var copiesInGroups: Set<[String]> {
    var first: Set<[String]> = []
    return Set(
      filter { $0.result == .graded && !first.insert([$0.path, $0.exercise]).inserted }.map {
        [$0.student, $0.exercise]
      })
  }
}

extension FileAccount {
  /// Orders accounts by path and, for a group's file, by student.
  package static func inOrder(_ first: FileAccount, _ second: FileAccount) -> Bool {
    first.path == second.path
      ? first.student.utf8.lexicographicallyPrecedes(second.student.utf8)
      : first.path.utf8.lexicographicallyPrecedes(second.path.utf8)
  }

  package var record: JSONValue {
    JSONValue([
      ("path", .string(path)), ("student", .string(student)), ("exercise", .string(exercise)),
      ("result", .string(result.rawValue)), ("guessed", .boolean(isGuessed)), ("reason", .string(reason)),
    ])
  }

  /// Reads an account from a record; nil for any other record.
  package init?(_ record: JSONValue) {
    guard let path = record["path"]?.text, let student = record["student"]?.text,
      let exercise = record["exercise"]?.text, let result = record["result"]?.text.flatMap(Result.init),
      let reason = record["reason"]?.text
    else { return nil }
    self.init(
      path: path, student: student, exercise: exercise, result: result, isGuessed: record["guessed"] == .boolean(true),
      reason: reason)
  }

  /// The columns of `files.csv`. The last is the teacher's, who says there to which exercise a file is the answer.
  package static let head = CSV.row(
    ["path", "student", "exercise", "result", "guessed", "reason", "answer_to"].map(CSV.Cell.plain))

  /// The sentence with the exercise to which the file looks like the answer.
  package var fullReason: String { reason + (looksLike.map { ", but it looks like the answer to \($0)" } ?? "") }

  package var row: String {
    CSV.row([
      .text(path), .text(student), .text(exercise), .plain(result.words), .plain(isGuessed ? "yes" : ""),
      .text(fullReason),
      .plain(""),
    ])
  }
}
