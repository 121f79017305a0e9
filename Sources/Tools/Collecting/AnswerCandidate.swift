import Diagnostics
import Grading

import struct Foundation.Date

/// A file of a student that may be the answer to an exercise.
struct AnswerCandidate: Hashable, Sendable {
  var file: Submissions.File
  var slug: String
  var certainty: ExerciseNames.Certainty
  /// The last name of its path.
  var name: String
  var text = ""
  /// The reason why there is no text.
  var problem: Diagnostic?
  /// Whether the text is only the part of a file that begins with the exercise's first line.
  var isPart = false
  /// The other exercise that the file's name means, if its first line names this one.
  var otherName: String?
  /// When it was handed in, if the platform says it; the time of a file on disk is not meant.
  var time: Date?

  /// Whether its name says that it is an answer, and not a note or another thing about the exercise.
  private var isCalledAnswer: Bool {
    certainty <= .firstLine || name.lowercased().contains(".graph")
      || ExerciseNames.plain(ExerciseNames.copy(name).name) == ExerciseNames.plain(slug)
  }

  /// The path in the student's part of the submissions.
  var path: String { file.owner.inner.isEmpty ? name : file.owner.inner.joined(separator: "/") }

  /// Returns the reason why this file counts and another of the same attempt does not; nil if it does not, or nothing tells.
  ///
  /// The newest counts: by the platform's time, else by the number of the copy, else the one that is not called old, else by the
  /// platform's number of the file, which is only the order in which files came that may have been handed in together.
  func precedence(over other: Self) -> PassedOverFile.Reason? {
    if (certainty == .given) != (other.certainty == .given) { return certainty == .given ? .given : nil }
    if (problem == nil) != (other.problem == nil) { return problem == nil ? .unreadable : nil }
    // The first line names the exercise, whatever the file is called: its name must not be a reason against it.
    if otherName != nil, other.certainty > .firstLine { return .firstLine }
    if certainty > .firstLine, other.otherName != nil { return nil }
    if isCalledAnswer != other.isCalledAnswer { return isCalledAnswer ? .otherName : nil }
    // A file that is called after another exercise probably answers that one, if a second file has this exercise's line.
    if (otherName == nil) != (other.otherName == nil) { return otherName == nil ? .namedForOther : nil }
    // Nothing says that two files of unknown names are versions of one answer.
    if certainty >= .onlyFile, ExerciseNames.copy(name).name != ExerciseNames.copy(other.name).name { return nil }
    if let time, let others = other.time, time != others { return time > others ? .later : nil }
    if hasHigherNumber(than: other) { return .higherNumber }
    if other.hasHigherNumber(than: self) { return nil }
    if isCalledOld != other.isCalledOld { return other.isCalledOld ? .calledOld : nil }
    if let number = file.owner.number, let others = other.file.owner.number, number != others {
      return number > others ? .laterUpload : nil
    }
    guard problem == nil, text == other.text else { return nil }
    return place.lexicographicallyPrecedes(other.place) ? .sameText : nil
  }

  /// Orders files with the same text: the certain before the guessed, those nearer to the top first.
  private var place: [Int] { [certainty.rawValue, file.owner.inner.count] + path.utf8.map(Int.init) }

  /// Whether a word of its name says that another version replaces it.
  private var isCalledOld: Bool { ExerciseNames.words(name).contains { ["old", "alt", "backup", "bak"].contains($0) } }

  /// Whether both are copies of one name in one folder, and this one's number is higher. Of a name that is not the exercise's, a number
  /// may be that of a task: `Uebung 1.graph` is no earlier version of `Uebung 2.graph`.
  private func hasHigherNumber(than other: Self) -> Bool {
    let (own, others) = (ExerciseNames.copy(name), ExerciseNames.copy(other.name))
    if certainty >= .onlyFile, own.number > 0, others.number > 0, !ExerciseNames.saysVersion(name) { return false }
    return file.owner.inner.dropLast() == other.file.owner.inner.dropLast() && own.name == others.name
      && own.number > others.number
  }

  /// Returns the file that counts with the reason why each other does not; nil if nothing tells. O(candidates²).
  static func newest(of candidates: [Self]) -> (best: Self, others: [(Self, PassedOverFile.Reason)])? {
    for candidate in candidates {
      let others = candidates.filter { $0 != candidate }
      let reasons = others.map { candidate.precedence(over: $0) }
      if reasons.allSatisfy({ $0 != nil }) { return (candidate, zip(others, reasons).map { ($0, $1 ?? .later) }) }
    }
    return nil
  }
}
