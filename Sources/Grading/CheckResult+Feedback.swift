import Courses
import Diagnostics

extension CheckResult {
  /// A line of what a check says to the learner. Facts have their words in each format, in the language of the exercise.
  package enum Feedback: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// Only that something does not hold.
    case doesNotHold
    /// The author's advice, a finding, or a reason.
    case text(String)

    package init(stringLiteral text: String) { self = .text(text) }

    /// The line that a record has, which ``english`` made.
    init(english text: String) { self = text == Self.doesNotHold.english ? .doesNotHold : .text(text) }

    /// The line in records, in whatever language the exercise is.
    package var english: String { FixedWords.english.text(of: self) }
  }

  /// The feedback as pages and platforms show it: without the lines that only say that something does not hold, where values or
  /// advice say it better, and of a check that no author writes only the first lines.
  package var shownFeedback: [Feedback] {
    let said = feedback.count > 1 ? feedback.filter { $0 != .doesNotHold } : feedback
    let limit = 6
    guard implicit != nil, said.count > limit else { return said }
    return said.prefix(limit - 1) + ["and \(said.count - limit + 1) more"]
  }
}

extension [CheckResult.Failure] {
  /// For each failure its advice, then the findings. No line is repeated.
  var feedback: [CheckResult.Feedback] {
    var lines: [CheckResult.Feedback] = []
    for failure in self {
      let said = failure.advice.map { [CheckResult.Feedback.text($0)] } ?? []
      for line in said + failure.found.map(\.feedback) where !lines.contains(line) { lines.append(line) }
    }
    return lines
  }
}

extension CheckFinding {
  fileprivate var feedback: CheckResult.Feedback { role == .unmet && hint == nil ? .doesNotHold : .text(line) }
}

extension FixedWords {
  /// The words of a line of feedback.
  func text(of line: CheckResult.Feedback) -> String {
    switch line {
    case .doesNotHold: self(.thisDoesNotHold)
    case .text(let text): text
    }
  }
}
