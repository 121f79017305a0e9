import Courses
import Diagnostics
import JSON

// The texts and points of verdicts as other programs show them.

extension Verdict {
  /// `Whose players? (09-delete/whose): not yet, 5 of 10 points`, on one line.
  var headline: String {
    let name = "\((title.isEmpty ? exercise : title).harmless) (\(exercise.harmless))"
    return "\(name): \(isExcused ? words(.excused) : result(words(status.key)))"
  }

  /// `not yet, 5 of 10 points`; the status alone for an answer without points.
  /// - Parameter status: the status in words.
  package func result(_ status: String) -> String {
    hasPoints ? "\(status), \(words.points(score, of: maxScore))" : status
  }

  /// The sentence of a check on one line, in the language of the exercise.
  func sentence(of check: CheckResult) -> String { words.name(of: check).oneLine() }

  /// The code of a check; of one that no author writes, its sentence.
  func code(of check: CheckResult) -> String {
    check.implicit != nil ? sentence(of: check) : check.statement.harmlessLines
  }

  /// The feedback of a check, line by line: harmless, and empty if it passed.
  func feedback(of check: CheckResult) -> [String] {
    check.shownFeedback.map { words.text(of: $0).harmless }
  }

  /// The feedback of a check as one text.
  func message(of check: CheckResult) -> String { feedback(of: check).joined(separator: "\n") }

  /// The mistakes in the answer as the prompt shows them, with their places; empty when there are none.
  var mistakes: String {
    if let absence { return absence }
    let formatter = DiagnosticFormatter(width: 100)
    return shownDiagnostics.map { formatter.format($0.visible).harmlessLines }.joined(separator: "\n")
  }

  /// The text to read first: the mistakes or, if there are none, the cause, or else nothing.
  var reason: String {
    likeness ?? (mistakes.isEmpty ? (cause?.sentence ?? "").harmless : mistakes)
  }

  /// The sentence about another exercise to which the text looks like the answer.
  var likeness: String? { looksLike.map { words(.looksLikeOther, $0.harmless) } }

  /// Whether the answer was run; false if it is missing, unreadable or too long.
  var wasRun: Bool { steps > 0 || checks.contains { $0.status != .notRun } }

  /// Whether the exercise itself is at fault, and the score says nothing about the answer.
  var isAboutBrokenExercise: Bool {
    checks.isEmpty && maxScore == 0 || brokenExercise != nil
  }

  /// The message that the exercise itself is at fault; nil where it is not.
  private var brokenExercise: Diagnostic? { diagnostics.first { $0.id == Diagnostic.ID.brokenExercise } }

  /// The diagnostics as students read them. If the exercise is at fault, only that: the places of the others are in the exercise's
  /// files, and would seem to be in the answer.
  package var shownDiagnostics: [Diagnostic] {
    guard var broken = brokenExercise else { return diagnostics }
    broken.hint = words(.teachersMatter)
    return [broken]
  }
}

extension Verdict {
  /// In another language than English, the words for an answer that was not handed in, which the diagnostic says in English.
  var absence: String? { isMissing && words.language != "en" ? words(.notHandedIn) : nil }
}

extension Verdict.Status {
  /// `passed`, `not yet` or `error`.
  var key: FixedWords.Key {
    switch self {
    case .passed: .passed
    case .failed: .notYet
    case .error: .error
    }
  }
}

extension String {
  /// The lines, each harmless.
  var harmlessLines: String {
    split(whereSeparator: \.isNewline).map { String($0).harmless }.joined(separator: "\n")
  }

  /// Returns the text on one line without control characters, cut if it is longer than `limit` bytes.
  func oneLine(upTo limit: Int = 1024) -> String {
    harmless.limited(toBytes: limit).replacing("\n", with: " ")
  }

  /// The most bytes in a text for a platform: Exercism and GitHub accept no more.
  static let platformLimit = 65_535

  /// Returns the text if it is short enough for every platform; otherwise its beginning and its full length. O(text).
  func limited() -> String { limited(toBytes: Self.platformLimit) }
}

/// Returns points as a JSON number with at most two decimal places; 0 if they are not finite, or too large.
func pointsValue(_ points: Double) -> JSONValue {
  points.isFinite && points.magnitude < 1e13 ? .digits(pointsText(points)) : .integer(0)
}
