import Courses
import Diagnostics
import Grading

import struct Foundation.Date

extension ClassGrading {
  /// Returns when an answer was handed in: as the list says, or else the platform, or else Moodle's worksheet. The times of
  /// the files count only if the teacher asks for them, because a copy or a clone changes them.
  func handedIn(
    _ item: SubmissionSource.Item, by student: Student, _ exercise: String, _ terms: GradingPolicy.Terms
  ) -> HandedIn {
    let found: (Date, HandedIn.Source)? =
      times?.time(of: student.id, exercise).map { ($0, .list) }
      ?? (submitted ?? submissions.platformTime(of: item)).map { ($0, .platform) }
      ?? student.localTime.map { ($0.addingTimeInterval(-Double(terms.offset)), .worksheet) }
      ?? (usesFileTimes ? submissions.source.time(of: item).map { ($0, .files) } : nil)
    var handedIn = HandedIn(
      time: found?.0, source: found?.1, lateness: found.flatMap { terms.lateness(of: $0.0) },
      isMarkedLate: submissions.isMarkedLate(item))
    if terms.dueForOthers != nil { handedIn.due = terms.due }
    return handedIn
  }

  /// An answer that is due and can be read.
  struct TimedAnswer {
    var student: Student
    /// Its file, which the members of a group share.
    var file: SubmissionSource.Item
    var handedIn: HandedIn
  }

  /// Returns when a student's answers were handed in, for those that are due and can be read.
  func handedIn(_ work: CollectedWork, by student: Student) -> [TimedAnswer] {
    exercises.flatMap { exercise -> [TimedAnswer] in
      let terms = policy.terms(of: exercise.slug).terms(for: student.id)
      guard terms.due != nil, !terms.excused.contains(student.id) else { return [] }
      return (work.answers[exercise.slug] ?? []).compactMap { answer in
        guard let item = answer.item, answer.refusal == nil else { return nil }
        return TimedAnswer(
          student: student, file: item, handedIn: handedIn(item, by: student, exercise.slug, terms))
      }
    }
  }

  /// Lines about answers that Canvas marks as late and the times do not say are, and the other way round. Canvas does not know who has
  /// longer by the policy.
  private func marks(_ answers: [TimedAnswer]) -> [String] {
    func line(_ isMeant: (HandedIn) -> Bool, words: (String) -> String) -> [String] {
      let ids = answers.filter { isMeant($0.handedIn) }.map(\.student.id)
      let names = ids.indices.filter { ids[..<$0].last != ids[$0] }.map { DisplayText.visible(ids[$0]) }
      return names.isEmpty ? [] : [words(Listing.text(Array(names.prefix(Listing.limit)), of: names.count))]
    }
    return line {
      $0.isMarkedLate && $0.time != nil && $0.lateness == nil && $0.due == nil
    } words: {
      "Canvas marks answers of \($0) as late, and by the times they are not"
    }
      + line {
        $0.isMarkedLate && $0.time == nil
      } words: {
        "Canvas marks answers of \($0) as late, and there is no time for them: they cost nothing"
      }
      + line {
        !$0.isMarkedLate && $0.lateness != nil
      } words: {
        "by the times, answers of \($0) are late, and Canvas does not mark them"
      }
  }

  /// The fewest files whose times look wrong together if they are all late, or all within a minute. Fewer look so if they are both.
  private static let crowd = 5

  /// Returns a line about the origin of the times and the number of late answers; none where nothing is due.
  /// - Throws: a diagnostic if the times of the files are those of a copy: all late, or all within a minute.
  func timeLine(_ all: [TimedAnswer]) throws(Diagnostic) -> (note: String?, warnings: [String]) {
    let answers = all.map(\.handedIn)
    guard policy.hasDueTimes, !answers.isEmpty else { return (nil, []) }
    let late = answers.count { $0.lateness != nil }
    let marked = answers.filter(\.isMarkedLate)
    // A group's file is one, however many students it is the answer of.
    let files = Set(all.map(\.file)).count
    if answers.allSatisfy({ $0.source == .files }), files > 1 {
      let times = answers.compactMap(\.time)
      let span = (times.max() ?? .distantPast).timeIntervalSince(times.min() ?? .distantPast)
      let (isLate, isAtOnce) = (late == answers.count, span < 60)
      if files >= Self.crowd ? isLate || isAtOnce : isLate && isAtOnce {
        throw Diagnostic(
          "file-times",
          "by the times of the files, all \(answers.count) answers "
            + (isLate ? "are late" : "were handed in within a minute") + ": these are times of a copy",
          hint: "--times names a CSV file with the columns student, exercise, time")
      }
    }
    func counted(_ count: Int) -> String { "\(DisplayText.grouped(count)) \(count == 1 ? "answer" : "answers")" }
    let sources = HandedIn.Source.allCases.compactMap { source -> (words: String, count: Int)? in
      let count = answers.count { $0.source == source }
      return count > 0 ? (source.words, count) : nil
    }
    let known = sources.reduce(0) { $0 + $1.count }
    let warnings =
      marked.isEmpty
      ? [] : known > 0 ? marks(all) : ["Canvas marks \(counted(marked.count)) as late, but does not say how late"]
    guard known > 0 else {
      return (
        nil,
        warnings + [
          "it is not known when the answers were handed in, so lateness costs nothing: --times names a CSV file with the columns "
            + "student, exercise, time; --times files takes the times of the files on this computer"
        ]
      )
    }
    let names = sources.map { sources.count == 1 ? $0.words : "\($0.words) (\(counted($0.count)))" }
    var note =
      "the times are those of \(Listing.all(names)); "
      + "\(DisplayText.grouped(late)) of \(counted(known)) \(late == 1 ? "is" : "are") late"
    let unknown = answers.count - known
    if unknown > 0 { note += "; \(counted(unknown)) without a time count\(unknown == 1 ? "s" : "") as on time" }
    return (note, warnings)
  }
}
