import Courses
import Diagnostics

/// A verdict as a learner reads it: first what is wrong, in one sentence, then which checks hold and their points.
///
/// ```
/// Whose players? (09-delete/whose): not yet, 4 of 10 points
///
///   Look at which side the rule is written on.
///     count Player is 0
///
///   holds    the team keeps its name: 5 of 5 points
///   not yet  deleting a team keeps its players: 0 of 5 points
///   not yet  Everything else is as it was: −1 point
///
///   1 more check fails: check all shows what it found.
///
///   Of the two rules of a pair, the one at the deleted object applies: lesson 9 step 11
/// ```
///
/// Each check that fails says what was expected, what was found and what to try, with ``Detail/all``.
///
/// Names come from answers: control characters in them are made visible, so that none can imitate a verdict.
package struct TextFormat: VerdictFormat {
  /// The style, which decides whether headings and marks are coloured.
  package var style: TextStyle.Dress

  /// The width of a line in cells; longer lines are broken between words.
  package var width: Int

  /// How much is said of the checks that fail.
  package enum Detail: Hashable, Sendable {
    /// The first thing that is wrong, and the words with which the rest is shown.
    case first(rest: String)
    case all
  }

  package var detail: Detail

  /// The words around what the exercise and the workbook say.
  package var words = FixedWords.english

  /// - Parameter width: raised to 40 cells if it is less, because narrower text cannot be read.
  package init(style: TextStyle.Dress = .plain, width: Int = 80, detail: Detail = .all) {
    self.style = style
    self.width = max(40, width)
    self.detail = detail
  }

  package func text(for verdicts: [Verdict]) -> String {
    let style = TextStyle(dress: style)
    return verdicts.map { verdict in
      lines(for: verdict).map { $0.painted(style) }.joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }

  /// Returns the lines of one verdict, before they are painted.
  package func lines(for verdict: Verdict) -> [StyledText] {
    var lines = headline(verdict)
    if !verdict.diagnostics.isEmpty {
      lines.append("")
      let formatter = DiagnosticFormatter(width: width - 2)
      // Authors of exercises read this format, too: what is wrong in an exercise comes with its place.
      let shown = verdict.shownDiagnostics
      for diagnostic in shown + verdict.diagnostics.dropFirst(shown.count) {
        lines += formatter.lines(diagnostic.visible).map { "  " + $0 }
      }
    }
    if verdict.checks.contains(where: { $0.status != .notRun }) {
      if let cause = verdict.cause { lines += [""] + self.lines(for: cause) }
      lines.append("")
      let shares = verdict.shares()
      for (check, share) in zip(verdict.checks, shares) {
        lines += self.lines(for: check, share)
        if detail == .all, !verdict.isUntouched {
          lines += details(of: check, besides: verdict.cause?.sentence)
        }
      }
      if let rest = rest(of: verdict) { lines += ["", rest] }
      if !verdict.ideas.isEmpty { lines.append("") }
      for idea in verdict.ideas { lines += self.lines(for: idea) }
    } else if !verdict.checks.isEmpty {
      let count = verdict.checks.count
      lines += ["", "  \(count == 1 ? words(.nothingCheckedOne) : words(.nothingCheckedMany, "\(count)"))"]
    }
    return lines
  }

  private func lines(for cause: Verdict.Cause) -> [StyledText] {
    TextWrap(width: width, first: "  ", rest: "  ").lines(StyledText(DisplayText.visible(cause.sentence)))
      + cause.evidence.flatMap { hanging(under: "    ", DisplayText.visible($0), indent: 6) }
  }

  /// Returns the line that says how the rest is shown; nil where the first thing is all there is, or everything is shown.
  private func rest(of verdict: Verdict) -> StyledText? {
    guard case .first(let way) = detail, let others = verdict.cause?.others, others > 0, !verdict.isUntouched else {
      return nil
    }
    return "  \(others == 1 ? words(.moreCheckFails, way) : words(.moreChecksFail, "\(others)", way), .faint)"
  }

  private func headline(_ verdict: Verdict) -> [StyledText] {
    let word = words(verdict.status.key)
    let role: TextStyle.Role =
      switch verdict.status {
      case .passed: .success
      case .failed: .warning
      case .error: .failure
      }
    let title = DisplayText.visible(verdict.title)
    let name = " (\(DisplayText.visible(verdict.exercise))): "
    let points = verdict.hasPoints ? ", " + words.points(verdict.score, of: verdict.maxScore) : ""
    if DisplayText.width("\(title)\(name)\(word)\(points)") <= width {
      return ["\(title, .strong)\(name)\(word, role)\(points)"]
    }
    return TextWrap(width: width).lines(StyledText(title + name)) + ["  \(word, role)\(points)"]
  }

  /// Returns the lines for an idea. The words that open its step are not broken, because they can be typed.
  private func lines(for reminder: IdeaReminder) -> [StyledText] {
    let text = DisplayText.visible(reminder.words)
    guard DisplayText.width(text) + 2 > width, let place = reminder.place else {
      return hanging(under: "  ", text, indent: 4)
    }
    return hanging(under: "  ", DisplayText.visible(reminder.idea.sentence) + ":", indent: 4) + ["    \(place.words)"]
  }

  /// A check that is not judged waits for another one, or counts because another one judges what it would find.
  private func lines(for check: CheckResult, _ share: Verdict.Share) -> [StyledText] {
    let marks = [words(.holds), words(.notYet), words(.unjudged), words(.counts)]
    let column = (marks.map { DisplayText.width($0) }.max() ?? 0) + 2
    func padded(_ place: Int, _ role: TextStyle.Role) -> StyledText {
      let blanks = String(repeating: " ", count: column - DisplayText.width(marks[place]))
      return "  \(marks[place], role)\(blanks)"
    }
    let mark =
      switch check.status {
      case .passed: padded(0, .success)
      case .failed: padded(1, .warning)
      case .notRun: padded(check.isEarned ? 3 : 2, .body)
      }
    return hanging(
      under: mark, DisplayText.visible(words.name(of: check)) + points(share), indent: column + 2)
  }

  /// `: 2 of 3 points`, `: −1 point`; empty for a check that neither gives nor takes any.
  private func points(_ share: Verdict.Share) -> String {
    if share.points < 0 { return ": −" + words(share.points == -1 ? .point : .points, words.number(-share.points)) }
    return share.maximum == 0 ? "" : ": " + words.points(share.points, of: share.maximum)
  }

  /// Returns everything that a failed check found.
  /// - Parameter shown: the sentence before the checks.
  private func details(of check: CheckResult, besides shown: String?) -> [StyledText] {
    if check.failures.isEmpty { return labelled(.found, check.feedback.map(words.text)) }
    return check.failures.flatMap { lines(for: $0, of: check, besides: shown) }
  }

  private func lines(
    for failure: CheckResult.Failure, of check: CheckResult, besides shown: String?
  ) -> [StyledText] {
    var lines: [StyledText] = []
    if let claim = failure.claim, claim != check.name { lines += labelled(.expected, [claim]) }
    if !failure.tried.isEmpty { lines += labelled(.after, failure.tried) }
    var found = failure.found
    // If there are values, they say it better.
    if found.count > 1 { found.removeAll { $0.role == .unmet } }
    lines += labelled(.found, found.map(\.line))
    if let advice = failure.advice, advice != shown { lines += labelled(.tryThis, [advice]) }
    return lines
  }

  /// The column where the text after a label begins.
  private static let indent = 14

  /// Returns lines with a label before the first and spaces before the others.
  private func labelled(_ key: FixedWords.Key, _ texts: [String]) -> [StyledText] {
    let word = words(key)
    let label = word + String(repeating: " ", count: max(1, Self.indent - 4 - DisplayText.width(word)))
    return texts.enumerated().flatMap { index, text in
      let label = index == 0 ? label : String(repeating: " ", count: label.count)
      return hanging(under: "    \(label)", DisplayText.visible(text), indent: Self.indent)
    }
  }

  /// Returns a text after a label, with its further lines below its first; `start` takes up `indent` cells.
  private func hanging(under start: StyledText, _ text: String, indent: Int) -> [StyledText] {
    // A line that fits keeps its own spaces: it may be part of a table or a tree.
    if DisplayText.width(text) <= width - indent { return [start + StyledText(text)] }
    let margin = StyledText(String(repeating: " ", count: indent))
    return TextWrap(width: width - indent).lines(text).enumerated().map { index, line in
      (index == 0 ? start : margin) + StyledText(line)
    }
  }

  /// `passed`, `not yet` or `error`.
  package static func word(for status: Verdict.Status) -> String { status == .failed ? "not yet" : status.rawValue }

  /// `3 of 4 points`.
  package static func points(_ points: Double, of maximum: Double) -> String {
    "\(pointsText(points)) of \(pointsText(maximum)) \(maximum == 1 ? "point" : "points")"
  }
}

extension Diagnostic {
  /// The same diagnostic without control characters: its text may contain a name from the answer, its place a file's
  /// name.
  var visible: Diagnostic {
    var visible = self
    if let source, let name = source.name {
      visible.source = SourceText(source.text, name: DisplayText.visible(name), firstLine: source.firstLine)
    }
    visible.message = DisplayText.visible(message)
    visible.hint = hint.map { DisplayText.visible($0) }
    visible.notes = notes.map { note in
      note.split(separator: "\n", omittingEmptySubsequences: false).map { DisplayText.visible($0) }
        .joined(separator: "\n")
    }
    return visible
  }
}
