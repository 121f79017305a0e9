import Diagnostics

/// A rule that keeps a learner typing, and a sitting short. A lesson breaks one only with a reason in its head.
///
/// ```yaml
/// waives: ["run: the four rules are compared, one step for each"]
/// ```
package enum LessonRule: String, Hashable, Sendable, CaseIterable {
  /// A task in every third step at least. The last steps of a lesson do not count if they ask nothing.
  case run
  /// At most three questions one after the other without a task.
  case questions
  /// At most 45 minutes to the next pause.
  case part

  static let mostSteps = 2
  static let mostQuestions = 3
  static let mostMinutes = 45

  /// The parts of `run: the reason`; nil for a text without a rule or without a reason.
  static func waiver(_ text: String) -> (rule: LessonRule, reason: String)? {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let rule = LessonRule(rawValue: String(parts[0])) else { return nil }
    let reason = parts[1].drop { $0 == " " }
    return reason.isEmpty ? nil : (rule, String(reason))
  }
}

extension Lesson {
  /// The rules that the lesson breaks without a reason, each place with its line, and the reasons that no rule needs.
  package func brokenRules() -> [Diagnostic] {
    let measures = LessonMeasures(of: self)
    var findings: [LessonRule: [Diagnostic]] = [:]
    func report(_ rule: LessonRule, _ message: String, step: Int, _ hint: String) {
      findings[rule, default: []].append(
        Diagnostic(
          "lesson-rule", message, line: steps[step].line, of: source,
          hint: "\(hint), or waives: [\"\(rule.rawValue): …\"] in the head says why not"))
    }
    for run in measures.runs where run.count > LessonRule.mostSteps {
      report(
        .run, "steps \(run.lowerBound + 1) to \(run.upperBound) have no task", step: run.lowerBound,
        "every third step has one")
    }
    for row in measures.rows where row.count > LessonRule.mostQuestions {
      report(
        .questions, "\(row.count) questions follow one another without a task",
        step: row[LessonRule.mostQuestions].step, "a task comes after three at most")
    }
    for part in measures.parts where part.amount.minutes > LessonRule.mostMinutes {
      let name =
        measures.parts.count == 1 ? "the lesson" : "steps \(part.steps.lowerBound + 1) to \(part.steps.upperBound)"
      report(
        .part, "\(name) take\(measures.parts.count == 1 ? "s" : "") \(part.amount.minutes) minutes",
        step: part.steps.lowerBound,
        "{pause} in a step's heading ends a part, of \(LessonRule.mostMinutes) minutes at most")
    }
    let needless = waivers.keys.filter { findings[$0] == nil }.map(\.rawValue).sorted().map { rule in
      Diagnostic(
        "needless-waiver", "the lesson does not break the rule '\(rule)'", line: source.firstLine, of: source,
        severity: .warning, hint: "take it out of waives")
    }
    return LessonRule.allCases.filter { waivers[$0] == nil }.flatMap { findings[$0] ?? [] } + needless
  }
}
