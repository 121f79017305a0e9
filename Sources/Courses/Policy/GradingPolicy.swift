import Diagnostics

import struct Foundation.Date

/// The grading rules of a class, from `grading.yml`: when answers are due, what lateness costs, what exercises are
/// worth, who is excused, and what students see.
///
/// ```swift
/// let terms = policy.terms(of: "whose")
/// terms.lateness(of: submitted)?.days      // 2
/// ```
package struct GradingPolicy: Hashable, Sendable {
  /// The rules of one exercise.
  package struct Terms: Hashable, Sendable {
    /// When an answer is due; nil for never.
    package var due: Date?
    /// The offset from UTC in which the due time was written, in seconds: students read times in it.
    package var offset = 0
    /// The students who have longer, by id.
    package var extensions: [String: Extension] = [:]
    /// The due time of the class, if ``due`` is that of a student who has longer.
    package var dueForOthers: Date?
    /// The seconds after the due time that do not count as late.
    package var grace = 0
    /// The cost of each day that has begun, in percent of the exercise's points.
    package var late = 0
    /// The most that lateness costs, in percent.
    package var most = 100
    /// The attempt that counts, of several.
    package var attempts = Attempts.last
    /// The ids of students who need no answer.
    package var excused: Set<String> = []
    /// The points of the exercise; nil for the exercise's own.
    package var points: Int?
    /// The parts of a verdict that students see, and the parts that they see before the answer is due.
    package var show = Shown.feedback
    package var showBeforeDue: Shown?

    /// Whether `serve --students` offers the solution; nil if the policy does not say so.
    package var offersSolution: Bool?

    package init() {}
  }

  /// How much longer a student has.
  package enum Extension: Hashable, Sendable {
    case until(Date)
    /// In seconds, from the due time of the class.
    case by(Int)
  }

  package enum Attempts: String, Hashable, Sendable, CaseIterable {
    case best, last
  }

  /// The parts of a verdict that students see.
  package enum Shown: String, Hashable, Sendable, CaseIterable {
    /// Everything.
    case feedback
    /// The sentences of the checks, and which of them hold.
    case checks
    /// The points.
    case points
  }

  /// The names under which answers are accepted.
  package enum Names: String, Hashable, Sendable, CaseIterable {
    /// Also those that are nearly right, and a student's only file.
    case similar
    /// Only those that the exercise or the first line of the answer gives.
    case strict
  }

  /// How late an answer is.
  package struct Lateness: Hashable, Sendable {
    /// The days that have begun.
    package var days: Int
    /// Their cost, in percent of the exercise's points.
    package var percent: Int

    package init(days: Int, percent: Int) {
      self.days = days
      self.percent = percent
    }
  }

  /// The general rules, which apply where an exercise sets no others.
  package var general = Terms()
  /// The rules of single exercises, by name, each with the general rules filled in.
  package var exercises: [String: Terms] = [:]

  /// The names under which answers are accepted, for all exercises.
  package var names = Names.similar

  /// The text from which it was read; nil for a policy without rules.
  package var text: String?

  package init() {}

  package func terms(of exercise: String) -> Terms { exercises[exercise] ?? general }

  /// Whether students who work for marks are offered an exercise's solution: not where the exercise is graded. Those that the
  /// policy names are graded, or all if it names none.
  package func offersSolution(of exercise: String) -> Bool {
    terms(of: exercise).offersSolution ?? !(exercises.isEmpty || exercises[exercise] != nil)
  }

  /// The students who are excused or have longer, as the policy names them.
  package var students: Set<String> {
    ([general] + exercises.values).reduce([]) { $0.union($1.excused).union($1.extensions.keys) }
  }

  /// Gives students their ids who are named otherwise; one who is named both ways keeps what stands under the id.
  package mutating func rename(students ids: [String: String]) {
    general.rename(students: ids)
    for exercise in exercises.keys { exercises[exercise]?.rename(students: ids) }
  }

  /// Whether any exercise has a due time.
  package var hasDueTimes: Bool { general.due != nil || exercises.values.contains { $0.due != nil } }
}

extension GradingPolicy.Terms {
  fileprivate mutating func rename(students ids: [String: String]) {
    excused = Set(excused.map { ids[$0] ?? $0 })
    for (name, id) in ids {
      guard let longer = extensions.removeValue(forKey: name) else { continue }
      if extensions[id] == nil { extensions[id] = longer }
    }
  }

  /// Returns the rules for a student: with a later due time, if the student has longer.
  package func terms(for student: String) -> Self {
    guard let due, let longer = extensions[student] else { return self }
    var terms = self
    terms.dueForOthers = due
    switch longer {
    case .until(let date): terms.due = date
    case .by(let seconds): terms.due = due.addingTimeInterval(Double(seconds))
    }
    return terms
  }

  /// Returns how late an answer is; nil if it is on time.
  package func lateness(of submitted: Date) -> GradingPolicy.Lateness? {
    guard let due else { return nil }
    let seconds = submitted.timeIntervalSince(due) - Double(grace)
    guard seconds > 0, seconds < 1e12 else { return nil }
    // Once the grace is over, days count from the due time.
    let days = Int(((seconds + Double(grace)) / 86_400).rounded(.up))
    return GradingPolicy.Lateness(days: days, percent: days > 100 ? late == 0 ? 0 : most : min(most, late * days))
  }

  /// Returns the parts of a verdict that students see at the given time.
  package func shown(at time: Date) -> GradingPolicy.Shown {
    guard let due, time < due, let showBeforeDue else { return show }
    return showBeforeDue
  }
}
