import Courses
import Diagnostics
import JSON
import WorkbookLanguage

/// Graphbook's own format: one JSON object on a line for each verdict (JSON Lines), with the keys always in the order
/// below.
///
/// | Key | Value |
/// |---|---|
/// | `version` | 2; incremented when a key is removed or its meaning changes. Adding a key does not change it. |
/// | `exercise`, `title` | texts |
/// | `status` | `passed`, `failed` or `error` (``Verdict/Status``) |
/// | `score`, `maxScore` | numbers with at most two decimal places; the score of an answer that could not be graded is null |
/// | `advice` | the sentence to read first, if the answer ran and did not pass; or null |
/// | `cause` | what that sentence rests on: `check`, the number of the check, from 1, or null; `evidence`: list of lines; `others`: how many other checks fail; or null |
/// | `misconception` | the exercise's wrong answer that it ends like, by file name; or null |
/// | `end` | 16 hexadecimal digits, if the answer failed; answers that end alike have the same digits; or null |
/// | `ideas` | the ideas that the exercise practises, if the answer failed, each: `id`; `sentence`; `lesson` and `step`, the numbers of the step that explains it, or null |
/// | `steps` | the number of steps that the answer took |
/// | `shape` | the statements that are the answer's own, for comparing answers: for each its line and its fingerprints, `3 5f0c1a2b3c4d` (``AnswerShape``) |
/// | `checks` | in the order of `check.graph`, each: `name`; `status`: `passed`, `failed` or `notRun`; `implicit`, for a check that every exercise gets: `nothingElse`, `reachedAsAsked`, `saved`, `fitsObjects`, `hasQuestionMarks`, `marksItsNames`, `namesAsAsked`, `readAsMeant`, `eachFactOnce`, `holdsAgain`, `handedInOnTime` or `corrected`; `points` and `maxPoints`: whole numbers, not scaled; `feedback`: list of lines; `file`, or null; `line`, from 1; `failures`: the statements that failed, each `statement`: without `expect` and its advice, `file`, `line`, `found`: list of lines, `advice`, or null |
/// | `handedIn` | only in the report on a class, the last key: `time`, or left out if unknown; `from`, where it comes from (``HandedIn/Source``); `lateDays` and `latePercent`, if it was late; `markedLate`, if the platform marks it so |
/// | `diagnostics` | the problems in the answer, each: `severity`: `error`, `warning` or `note`; `id`; `message`; `hint`, or null; `notes`: list of lines; `file`, `line`, `column`, or null |
package struct JSONFormat: VerdictFormat {
  /// The version of the record that this program writes.
  package static let version = 2

  package init() {}

  package func text(for verdicts: [Verdict]) -> String {
    verdicts.map { record(of: $0).line + "\n" }.joined()
  }

  /// Returns the verdict as a line of a class report, in which the student comes first.
  package func record(of verdict: Verdict, student: String) -> JSONValue {
    guard case .object(let members) = record(of: verdict) else { return .null }
    let handedIn = verdict.handedIn.map { [JSONValue.Member("handedIn", $0.record)] } ?? []
    return .object([.init("student", .string(student))] + members + handedIn)
  }

  private func record(of verdict: Verdict) -> JSONValue {
    let likeness = verdict.looksLike.map { [JSONValue.Member("looksLike", .string($0))] } ?? []
    return .object(
      [
        .init("version", .integer(Int64(Self.version))),
        .init("exercise", .string(verdict.exercise)),
        .init("title", .string(verdict.title)),
        .init("status", .string(verdict.status.rawValue)),
        .init("score", verdict.hasPoints ? .digits(pointsText(verdict.score)) : .null),
        .init("maxScore", .digits(pointsText(verdict.maxScore))),
        .init("advice", .optional(verdict.cause?.sentence)),
        .init("cause", verdict.cause.map(record) ?? .null),
        .init("misconception", .optional(verdict.misconception)),
        .init("end", .optional(verdict.end.map { StableHash.text($0) })),
        .init("ideas", .array(verdict.ideas.map(record))),
        .init("steps", .integer(Int64(verdict.steps))),
        .init("shape", .array(verdict.shape.units.map { .string($0.text) })),
        .init("checks", .array(verdict.checks.map(record))),
        .init("diagnostics", .array(verdict.diagnostics.map(record))),
      ] + likeness)
  }

  private func record(of cause: Verdict.Cause) -> JSONValue {
    .object([
      .init("check", cause.check.map { .integer(Int64($0 + 1)) } ?? .null),
      .init("evidence", .array(cause.evidence.map(JSONValue.string))),
      .init("others", .integer(Int64(cause.others))),
    ])
  }

  private func record(of reminder: IdeaReminder) -> JSONValue {
    .object([
      .init("id", .string(reminder.idea.id)),
      .init("sentence", .string(reminder.idea.sentence)),
      .init("lesson", reminder.place.map { .integer(Int64($0.lesson)) } ?? .null),
      .init("step", reminder.place.map { .integer(Int64($0.step + 1)) } ?? .null),
    ])
  }

  private func record(of check: CheckResult) -> JSONValue {
    // A check that costs nothing does not say so.
    let cost = check.cost != 0 ? [JSONValue.Member("cost", .digits(pointsText(check.cost)))] : []
    let implicit = check.implicit.map { [JSONValue.Member("implicit", .string($0.rawValue))] } ?? []
    return .object(
      [
        .init("name", .string(check.name)),
        .init("status", .string(check.status.rawValue)),
        .init("points", .integer(Int64(check.points))),
        .init("maxPoints", .integer(Int64(check.maxPoints))),
      ] + implicit + cost + [
        .init("feedback", .array(check.feedback.map { .string($0.english) })),
        .init("file", .optional(check.file)),
        .init("line", .integer(Int64(check.line))),
        .init("failures", .array(check.failures.map(record))),
      ])
  }

  private func record(of failure: CheckResult.Failure) -> JSONValue {
    .object([
      .init("statement", .string(failure.statement.claimText)),
      .init("file", .optional(failure.file)),
      .init("line", .integer(Int64(failure.line))),
      .init("found", .array(failure.found.map { .string($0.line) })),
      .init("advice", .optional(failure.advice)),
    ])
  }

  private func record(of diagnostic: Diagnostic) -> JSONValue {
    let position = diagnostic.range.flatMap { diagnostic.source?.position(at: $0.lowerBound) }
    return .object([
      .init("severity", .string(diagnostic.severity.rawValue)),
      .init("id", .string(diagnostic.id)),
      .init("message", .string(diagnostic.message)),
      .init("hint", .optional(diagnostic.hint)),
      .init("notes", .array(diagnostic.notes.map(JSONValue.string))),
      .init("file", .optional(diagnostic.source?.name)),
      .init("line", position.map { .integer(Int64($0.line)) } ?? .null),
      .init("column", position.map { .integer(Int64($0.column)) } ?? .null),
    ])
  }
}
