import Courses
import Diagnostics
import Grading
import Support

import struct Foundation.Date

// When answers are due, and when they were handed in.
extension BookHost {
  /// When a student has handed an answer in, and when it is due. As in the report of `grade --all`, the time is that of the file.
  nonisolated func handover(of exercise: String, by student: String, at time: Int?) -> Handover {
    var terms = policy.terms(of: exercise).terms(for: student)
    if terms.excused.contains(student) { terms.due = nil }
    let date = time.map { Date(timeIntervalSince1970: Double($0)) }
    // A policy that gives no zone leaves it to the server.
    if terms.offset == 0, let shown = date ?? terms.due { terms.offset = offset(at: Int(shown.timeIntervalSince1970)) }
    return Handover(
      text: date.map { _ in "" }, time: date, lateness: date.flatMap(terms.lateness), terms: terms)
  }

  /// The exercises that the policy names with a due time, and, if there is a general one, those that someone has handed in; in the
  /// order of the book.
  nonisolated func dueExercises(in outline: BookOutline, handedIn: Set<String>) -> [(
    exercise: ExerciseEntry, due: Date
  )] {
    outline.exercises.compactMap { exercise in
      guard let due = policy.terms(of: exercise.slug).due,
        policy.exercises[exercise.slug] != nil || handedIn.contains(exercise.slug)
      else { return nil }
      return (exercise, due)
    }
  }
}

// What was handed in, graded now: without what lateness costs.
extension BookHost {
  /// The answers that a student handed in, the latest first.
  func gradedAnswers(of id: String) async -> [(file: SemesterFolder.Answer, verdict: Verdict?)] {
    var graded: [(file: SemesterFolder.Answer, verdict: Verdict?)] = []
    for file in semester?.answers(of: id) ?? [] { graded.append((file, await verdict(on: file))) }
    return graded
  }

  /// The answers to an exercise, in the order of the roster.
  func gradedAnswers(to slug: String) async -> [(student: Accounts.Student, verdict: Verdict?)] {
    var graded: [(student: Accounts.Student, verdict: Verdict?)] = []
    for student in accounts.students {
      guard let file = semester?.answers(of: student.id).first(where: { $0.slug == slug }) else { continue }
      graded.append((student, await verdict(on: file)))
    }
    return graded
  }

  /// The verdict on an answer that was handed in; nil where the course has no such exercise, or the file cannot be read.
  private func verdict(on file: SemesterFolder.Answer) async -> Verdict? {
    guard let exercise = course.exercise(file.slug), let bytes = try? AtomicFile(path: file.path).read().bytes else {
      return nil
    }
    let (make, text) = (makeInterpreter, SourceText(String(decoding: bytes, as: UTF8.self), name: file.slug))
    return await workers.run { _ in Grader(makeInterpreter: make).grade(exercise, answer: text) }
  }
}

/// A student as the staff's pages show them.
struct StudentRecord: Sendable {
  var student: Accounts.Student
  var progress: Progress
  /// When answers were handed in, in seconds since 1970, by the names of their exercises.
  var answers: [String: Int]

  /// The answer that was handed in last.
  var latest: (slug: String, time: Int)? {
    answers.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { ($0.key, $0.value) }
  }
}

extension FixedWords {
  /// Sentences for a page about an answer that has been, or is to be, handed in.
  func sentences(_ handover: Handover, points: Int) -> [String] {
    handover.sentences(of: Double(handover.terms.points ?? points), lost: nil, self)
  }
}
