import Courses
import Diagnostics
import JSON

/// The Test Anything Protocol, version 14: a test point for each check, with a YAML block if it does not hold; a skipped
/// one for an exercise from which the student is excused.
///
/// Descriptions escape `\` and `#`. Readers of version 13 do not know these escapes, and would not count a failed check
/// as a failure if its sentence contains `# SKIP` or `# TODO`; there `#` becomes `＃`.
/// Source: the TAP 14 specification.
package struct TAPFormat: VerdictFormat {
  package init() {}

  package func text(for verdicts: [Verdict]) -> String {
    let points = verdicts.flatMap(points)
    var lines = ["TAP version 14", points.isEmpty ? "1..0 # SKIP nothing was graded" : "1..\(points.count)"]
    for (place, point) in points.enumerated() {
      lines.append(
        "\(point.holds ? "ok" : "not ok") \(place + 1) - \(escaped(point.description))"
          + (point.skipped.map { " # SKIP \($0)" } ?? ""))
      if !point.details.isEmpty {
        lines.append("  ---")
        lines += point.details.map { "  \($0): \($1.line)" }
        lines.append("  ...")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private struct Point {
    var holds: Bool
    var description: String
    /// Why nothing was graded; nil if something was.
    var skipped: String?
    /// The values are JSON, which is YAML on one line.
    var details: [(String, JSONValue)] = []
  }

  private func points(_ verdict: Verdict) -> [Point] {
    if verdict.isExcused {
      return [Point(holds: true, description: verdict.exercise, skipped: verdict.words(.excused))]
    }
    var points = verdict.checks.map { point($0, in: verdict) }
    if points.isEmpty, verdict.status == .error {
      points = [Point(holds: false, description: "\(verdict.exercise): \(verdict.words(.canBeGraded))")]
    }
    if !verdict.reason.isEmpty, let place = points.firstIndex(where: { !$0.holds }) {
      points[place].details.append(("answer", .string(verdict.reason.limited())))
    }
    return points
  }

  private func point(_ check: CheckResult, in verdict: Verdict) -> Point {
    var point = Point(
      holds: check.status == .passed, description: "\(verdict.exercise): \(verdict.sentence(of: check))")
    guard !point.holds else { return point }
    point.details = [
      ("message", .string(verdict.message(of: check).limited())),
      ("severity", .string(check.status == .failed ? "fail" : "error")),
      ("points", .integer(Int64(check.points))),
      ("maxPoints", .integer(Int64(check.maxPoints))),
    ]
    if let file = check.file {
      let place =
        [("file", .string(file.harmless)), ("line", .integer(Int64(check.line)))]
        as [(String, JSONValue)]
      point.details.append(("at", JSONValue(place)))
    }
    return point
  }

  private func escaped(_ text: String) -> String {
    var result = ""
    var rest = text.oneLine(upTo: 4096)[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\": result += "\\\\"
      case "#":
        let word = rest.drop(while: \.isWhitespace).prefix(4).lowercased()
        result += word == "skip" || word == "todo" ? "＃" : "\\#"
      default: result.append(character)
      }
    }
    return result
  }
}
