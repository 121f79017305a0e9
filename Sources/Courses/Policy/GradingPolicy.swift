import Diagnostics

import struct Foundation.Date

/// The rules of a class for its grades, from `grading.yml`: when answers are due, what lateness costs, what exercises are
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
    /// The seconds after that which do not count.
    package var grace = 0
    /// The cost of each day that has begun, in percent of the exercise's points.
    package var late = 0
    /// The most that lateness costs, in percent.
    package var most = 100
    /// Which of several attempts counts.
    package var attempts = Attempts.last
    /// The ids of students who need no answer.
    package var excused: Set<String> = []
    /// The points of the exercise; nil for its own.
    package var points: Int?
    /// The parts of a verdict that students see, and those that they see before the answer is due.
    package var show = Shown.feedback
    package var showBeforeDue: Shown?

    package init() {}
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

  /// How late an answer is.
  package struct Lateness: Hashable, Sendable {
    /// Days that have begun.
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
  /// The rules of exercises, by their names; each is complete.
  package var exercises: [String: Terms] = [:]

  /// The text that it was read from; nil for a policy without rules.
  package var text: String?

  package init() {}

  package func terms(of exercise: String) -> Terms { exercises[exercise] ?? general }

  /// Whether any exercise has a time at which it is due.
  package var hasDueTimes: Bool { general.due != nil || exercises.values.contains { $0.due != nil } }
}

extension GradingPolicy.Terms {
  /// How late an answer is; nil for one that is in time.
  package func lateness(of submitted: Date) -> GradingPolicy.Lateness? {
    guard let due else { return nil }
    let seconds = submitted.timeIntervalSince(due) - Double(grace)
    guard seconds > 0, seconds < 1e12 else { return nil }
    // The grace is no part of the time after it.
    let days = Int(((seconds + Double(grace)) / 86_400).rounded(.up))
    return GradingPolicy.Lateness(days: days, percent: days > 100 ? late == 0 ? 0 : most : min(most, late * days))
  }

  /// Returns the parts of a verdict that students see at a time.
  package func shown(at time: Date) -> GradingPolicy.Shown {
    guard let due, time < due, let showBeforeDue else { return show }
    return showBeforeDue
  }
}
