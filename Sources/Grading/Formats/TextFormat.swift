import Courses
import Diagnostics

/// A verdict as a learner reads it: what holds and, for what does not, what was expected, what was found and what to
/// try.
///
/// ```
/// Whose players? (09-delete/whose): not yet, 5 of 10 points
///
///   holds    the team keeps its name: 1 of 1 point
///   not yet  deleting a team keeps its players: 0 of 1 point
///     expected  count Player == 2   (check.graph:4)
///     found     count Player is 0
///     try       Look at which side the rule is written on.
///
///   Of the two rules of a pair, the one at the deleted object applies: lesson 9 step 11
/// ```
///
/// Names come from answers: control characters in them are made visible, so that none can imitate a verdict.
package struct TextFormat: VerdictFormat {
  /// The style, which decides whether headings and marks are coloured.
  package var style: TextStyle.Dress

  /// The width of a line in cells; longer lines are broken between words.
  package var width: Int

  /// - Parameter width: raised to 40 cells if it is less, because narrower text cannot be read.
  package init(style: TextStyle.Dress = .plain, width: Int = 80) {
    self.style = style
    self.width = max(40, width)
  }

  package func text(for verdicts: [Verdict]) -> String {
    verdicts.map { lines(for: $0).joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  /// Returns the lines of one verdict.
  package func lines(for verdict: Verdict) -> [String] {
    var lines = headline(verdict)
    if !verdict.diagnostics.isEmpty {
      lines.append("")
      let formatter = DiagnosticFormatter(style: style, width: width - 2)
      for diagnostic in verdict.diagnostics {
        lines += formatter.format(diagnostic.visible).split(separator: "\n", omittingEmptySubsequences: false).map {
          "  " + $0
        }
      }
    }
    if verdict.checks.contains(where: { $0.status != .notRun }) {
      if let advice = verdict.advice {
        lines += [""] + TextWrap(width: width, first: "  ", rest: "  ").lines(DisplayText.visible(advice))
      }
      lines.append("")
      for check in verdict.checks { lines += self.lines(for: check, besides: verdict.advice) }
      if !verdict.ideas.isEmpty { lines.append("") }
      for idea in verdict.ideas { lines += self.lines(for: idea) }
    } else if !verdict.checks.isEmpty {
      let count = verdict.checks.count
      lines += ["", "  nothing was checked: \(count == 1 ? "1 check waits" : "\(count) checks wait")"]
    }
    return lines
  }

  private func headline(_ verdict: Verdict) -> [String] {
    let word = Self.word(for: verdict.status)
    let role: TextStyle.Role =
      switch verdict.status {
      case .passed: .success
      case .failed: .warning
      case .error: .failure
      }
    let title = DisplayText.visible(verdict.title)
    let name = " (\(DisplayText.visible(verdict.exercise))): "
    let points = Self.points(verdict.score, of: verdict.maxScore)
    if DisplayText.width("\(title)\(name)\(word), \(points)") <= width {
      return ["\(painted(title, .strong))\(name)\(painted(word, role)), \(points)"]
    }
    return TextWrap(width: width).lines(title + name) + ["  \(painted(word, role)), \(points)"]
  }

  /// Returns the lines for an idea. The words that open its step are not broken, because they can be typed.
  private func lines(for reminder: IdeaReminder) -> [String] {
    let words = DisplayText.visible(reminder.words)
    guard DisplayText.width(words) + 2 > width, let place = reminder.place else {
      return hanging(under: "  ", words, indent: 4)
    }
    return hanging(under: "  ", DisplayText.visible(reminder.idea.sentence) + ":", indent: 4) + ["    " + place.words]
  }

  /// - Parameter shown: the advice that was shown before the checks.
  private func lines(for check: CheckResult, besides shown: String?) -> [String] {
    let mark =
      switch check.status {
      case .passed: painted("holds", .success) + "    "
      case .failed: painted("not yet", .warning) + "  "
      case .notRun: "waits    "
      }
    let points = check.maxPoints == 0 ? "" : ": " + Self.points(Double(check.points), of: Double(check.maxPoints))
    var lines = hanging(under: "  " + mark, DisplayText.visible(check.name) + points, indent: 11)
    guard check.status == .failed else { return lines }
    if check.failures.isEmpty { lines += labelled("found     ", check.feedback) }
    for failure in check.failures.prefix(Self.failuresShown) {
      lines += self.lines(for: failure, of: check, besides: shown)
    }
    let rest = check.failures.count - Self.failuresShown
    if rest > 0 { lines.append("    and \(rest) more") }
    return lines
  }

  /// The number of failures shown for one check; the first ones should be fixed first.
  private static let failuresShown = 2

  private func lines(
    for failure: CheckResult.Failure, of check: CheckResult, besides shown: String?
  ) -> [String] {
    let place = failure.file.map { "(\(Self.lastComponent(of: $0)):\(failure.line))" }
    let claim = failure.statement.claimText
    var lines: [String] = []
    if claim != check.name { lines += expected(claim, place) }
    var found = failure.found
    // If there are values, they say it better.
    if found.count > 1 { found.removeAll { $0 == Diagnostic.doesNotHold } }
    lines += labelled("found     ", found)
    if let advice = failure.advice, advice != shown { lines += labelled("try       ", [advice]) }
    return lines
  }

  /// Returns the lines for an expectation. Its place follows on the same line if there is room, otherwise on the next.
  private func expected(_ claim: String, _ place: String?) -> [String] {
    var lines = labelled("expected  ", [claim])
    guard let place = place.map({ DisplayText.visible($0) }), let last = lines.last else { return lines }
    if DisplayText.width(last) + 3 + DisplayText.width(place) <= width {
      lines[lines.count - 1] = last + "   " + place
    } else {
      lines.append(String(repeating: " ", count: Self.indent) + place)
    }
    return lines
  }

  /// The column where the text after a label begins.
  private static let indent = 14

  /// Returns lines with a label before the first and spaces before the others.
  private func labelled(_ label: String, _ texts: [String]) -> [String] {
    texts.enumerated().flatMap { index, text in
      let label = index == 0 ? label : String(repeating: " ", count: label.count)
      return hanging(under: "    " + label, DisplayText.visible(text), indent: Self.indent)
    }
  }

  /// Returns a text after a label, with its further lines below its first; `start` takes up `indent` cells.
  private func hanging(under start: String, _ text: String, indent: Int) -> [String] {
    // A line that fits keeps its own spaces: it may be part of a table or a tree.
    if DisplayText.width(text) <= width - indent { return [start + text] }
    return TextWrap(width: width - indent).lines(text).enumerated().map { index, line in
      index == 0 ? start + line : String(repeating: " ", count: indent) + line
    }
  }

  /// `passed`, `not yet` or `error`.
  package static func word(for status: Verdict.Status) -> String { status == .failed ? "not yet" : status.rawValue }

  /// `3 of 4 points`.
  package static func points(_ points: Double, of maximum: Double) -> String {
    "\(pointsText(points)) of \(pointsText(maximum)) \(maximum == 1 ? "point" : "points")"
  }

  private static func lastComponent(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private func painted(_ text: String, _ role: TextStyle.Role) -> String { TextStyle(dress: style).paint(text, role) }
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
