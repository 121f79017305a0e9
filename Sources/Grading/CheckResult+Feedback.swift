import Courses
import Diagnostics

extension CheckResult {
  /// A line of what a check says to the learner. Facts have their words in each format, in the language of the exercise.
  package enum Feedback: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// Only that something does not hold.
    case doesNotHold
    /// How many further lines are left out.
    case more(Int)
    /// The author's advice, a finding, or a reason.
    case text(String)

    package init(stringLiteral text: String) { self = .text(text) }

    /// The line that a record has, which ``english`` made.
    init(english text: String) {
      let count = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      self = [Self.doesNotHold, .more(count)].first { $0.english == text } ?? .text(text)
    }

    /// The line in records, in whatever language the exercise is.
    package var english: String { FixedWords.english.text(of: self) }
  }

  /// The feedback as pages and platforms show it: without the lines that only say that something does not hold, where values or
  /// advice say it better, and of a check that no author writes only the first lines.
  package var shownFeedback: [Feedback] {
    let said = feedback.count > 1 ? feedback.filter { $0 != .doesNotHold } : feedback
    return implicit == nil ? said : said.shortened(to: 6)
  }
}

extension [CheckResult.Feedback] {
  /// The first lines and, if there are more than a limit, how many are left out.
  func shortened(to limit: Int) -> Self {
    guard count > limit else { return self }
    let left = dropFirst(limit - 1).reduce(0) { if case .more(let count) = $1 { $0 + count } else { $0 + 1 } }
    return prefix(limit - 1) + [.more(left)]
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
    case .more(let count): self(.andMore, "\(count)")
    case .text(let text): text
    }
  }
}
