import Courses
import Diagnostics
import JSON

extension JSONFormat {
  /// Reads a record back, for gradebook formats and the report. The texts of the checks are lost, and so are the places
  /// of the mistakes.
  /// - Returns: nil for anything that ``JSONFormat`` does not write.
  package static func verdict(from record: JSONValue) -> Verdict? {
    guard record["version"]?.whole == Int64(version), let exercise = record["exercise"]?.text,
      let title = record["title"]?.text, let status = record["status"]?.text.flatMap(Verdict.Status.init),
      let score = record["score"] == .null ? 0 : record["score"]?.points, let maxScore = record["maxScore"]?.points,
      let steps = record["steps"]?.whole, let checks = record["checks"]?.elements,
      let diagnostics = record["diagnostics"]?.elements
    else { return nil }
    var verdict = Verdict(
      exercise: exercise, title: title, status: status, score: score, maxScore: maxScore,
      checks: checks.compactMap(check), diagnostics: diagnostics.compactMap(diagnostic), steps: Int(steps))
    if let sentence = record["advice"]?.text {
      let cause = record["cause"]
      verdict.cause = Verdict.Cause(
        sentence: sentence, evidence: cause?["evidence"]?.elements?.compactMap(\.text) ?? [],
        check: cause?["check"]?.whole.map { Int($0) - 1 }, others: Int(cause?["others"]?.whole ?? 0))
    }
    verdict.handedIn = record["handedIn"].map(HandedIn.init)
    // The record says so nowhere else.
    verdict.isExcused = maxScore == 0 && verdict.diagnostics.contains { $0.id == Diagnostic.ID.excused }
    verdict.looksLike = record["looksLike"]?.text
    verdict.misconception = record["misconception"]?.text
    verdict.end = record["end"]?.text.flatMap { UInt64($0, radix: 16) }
    let units = record["shape"]?.elements ?? []
    verdict.shape.units = units.compactMap { $0.text.flatMap(AnswerShape.Unit.init) }
    return verdict.checks.count == checks.count && verdict.diagnostics.count == diagnostics.count ? verdict : nil
  }

  private static func check(_ record: JSONValue) -> CheckResult? {
    guard let name = record["name"]?.text, let status = record["status"]?.text.flatMap(CheckResult.Status.init),
      let points = record["points"]?.whole, let maxPoints = record["maxPoints"]?.whole,
      let feedback = record["feedback"]?.elements, let line = record["line"]?.whole
    else { return nil }
    var check = CheckResult(
      name: name, status: status, points: Int(points), maxPoints: Int(maxPoints),
      feedback: feedback.compactMap(\.text).map(CheckResult.Feedback.init(english:)), statement: "",
      file: record["file"]?.text, line: Int(line))
    check.implicit = record["implicit"]?.text.flatMap(CheckResult.Implicit.init)
    check.cost = record["cost"]?.points ?? 0
    return check
  }

  private static func diagnostic(_ record: JSONValue) -> Diagnostic? {
    guard let severity = record["severity"]?.text.flatMap(Diagnostic.Severity.init), let id = record["id"]?.text,
      let message = record["message"]?.text, let notes = record["notes"]?.elements
    else { return nil }
    return Diagnostic(
      id, message, severity: severity, hint: record["hint"]?.text, notes: notes.compactMap(\.text))
  }
}

extension JSONValue {
  /// The number of points; nil for anything else.
  package var points: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    case .null, .boolean, .digits, .string, .array, .object: nil
    }
  }
}
