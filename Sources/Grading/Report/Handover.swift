import Courses
import Diagnostics

import struct Foundation.Date

/// How an answer was handed in, and when it was due: what a student's page says besides the verdict.
package struct Handover: Hashable, Sendable {
  /// The file's name in the student's part of the submissions; empty if nothing was handed in.
  package var file: String
  /// The text that was graded; nil if there is none.
  package var text: String?
  package var time: Date?
  package var lateness: GradingPolicy.Lateness?
  /// The exercise's due time and the costs of lateness.
  package var terms: GradingPolicy.Terms

  package init(
    file: String = "", text: String? = nil, time: Date? = nil, lateness: GradingPolicy.Lateness? = nil,
    terms: GradingPolicy.Terms = .init()
  ) {
    self.file = file
    self.text = text
    self.time = time
    self.lateness = lateness
    self.terms = terms
  }
}

extension Handover {
  /// Returns sentences that say when the answer was handed in, when it was due, and how lateness was computed.
  /// - Parameters:
  ///   - maximum: the points of the exercise.
  ///   - lost: the points that lateness cost.
  func sentences(of maximum: Double, lost: Double) -> [String] {
    var sentences: [String] = []
    if let time { sentences.append("Handed in on \(Self.words(time)).") }
    guard let due = terms.due else { return sentences }
    sentences.append("Due on \(Self.words(due)).")
    guard text != nil else { return sentences }
    guard let time else {
      return sentences + ["The time at which it was handed in is not known, so it counts as on time."]
    }
    let seconds = Int(time.timeIntervalSince(due).rounded(.up))
    guard seconds > 0 else { return sentences + ["It was on time."] }
    guard let lateness else {
      return sentences + [
        "It was \(Self.words(seconds: seconds)) late, which is within the grace period of \(Self.words(seconds: terms.grace))."
      ]
    }
    let days = "\(lateness.days) \(lateness.days == 1 ? "day" : "days")"
    var words = "It was \(Self.words(seconds: seconds)) late, which counts as \(days), because each day begun counts."
    guard terms.late > 0 else { return sentences + [words, "Being late costs nothing here."] }
    words += " Each day costs \(terms.late) % of the \(pointsText(maximum)) \(maximum == 1 ? "point" : "points")"
    if terms.most < 100 { words += ", but no more than \(terms.most) % in all" }
    words += ": \(lateness.percent) %"
    if lost == 0 {
      return sentences + [words + ". The answer has no points to lose."]
    }
    return sentences + [words + ", or \(pointsText(lost)) \(lost == 1 ? "point" : "points")."]
  }

  /// `2026-11-20, 23:59 UTC`.
  static func words(_ date: Date) -> String {
    let text = date.formatted(Date.ISO8601FormatStyle())
    let parts = text.split(separator: "T")
    return parts.count == 2 ? "\(parts[0]), \(parts[1].prefix(5)) UTC" : text
  }

  /// `1 day and 3 hours`, `12 minutes`: the two largest units.
  static func words(seconds: Int) -> String {
    let units = [("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1)]
    var rest = seconds
    var words: [String] = []
    for (unit, size) in units where words.count < 2 {
      let count = rest / size
      rest %= size
      if count > 0 {
        words.append("\(count) \(unit)\(count == 1 ? "" : "s")")
      } else if !words.isEmpty {
        break
      }
    }
    return words.isEmpty ? "0 seconds" : words.joined(separator: " and ")
  }
}
