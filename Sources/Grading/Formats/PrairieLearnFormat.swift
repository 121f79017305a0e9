import Courses
import Diagnostics
import JSON

/// PrairieLearn's `/grade/results/results.json`, of at most a megabyte.
///
/// An answer that could not be run is not gradable, so its student loses no attempt. Source: PrairieLearn's *External
/// grading*, *Grading results*.
package struct PrairieLearnFormat: VerdictFormat {
  /// The size of the largest file that PrairieLearn reads.
  private let byteLimit: Int

  package init(byteLimit: Int = 1_000_000) { self.byteLimit = byteLimit }

  package func text(for verdicts: [Verdict]) -> String {
    // Long feedback is cut until everything fits; if nothing else helps, the tests are left out.
    let count = verdicts.reduce(0) { $0 + $1.checks.count }
    var limit = min(String.platformLimit, 2 * byteLimit / max(1, count))
    while limit >= 64 {
      let text = text(for: verdicts, texts: limit, withTests: true)
      if text.utf8.count <= byteLimit { return text }
      limit /= 4
    }
    return text(for: verdicts, texts: min(4096, byteLimit / 4), withTests: false)
  }

  private func text(for verdicts: [Verdict], texts limit: Int, withTests: Bool) -> String {
    let maximum = verdicts.maxScore
    let score = maximum > 0 ? min(1, max(0, verdicts.score / maximum)) : 0
    let isGradable = verdicts.contains(where: \.wasRun)
    let reasons = verdicts.isEmpty ? ["there is nothing to grade"] : verdicts.map { "\($0.headline)\n\($0.reason)" }
    var members: [(String, JSONValue)] = [("gradable", .boolean(isGradable)), ("score", .number(score))]
    if !isGradable {
      members.append(("format_errors", .string(reasons.joined(separator: "\n\n").limited(toBytes: limit))))
    }
    let headlines = verdicts.map(\.headline).joined(separator: "\n")
    let problems = verdicts.map(\.reason).filter { !$0.isEmpty }.joined(separator: "\n\n")
    members.append(("message", .string(headlines.limited(toBytes: limit))))
    members.append(("output", .string(problems.limited(toBytes: limit))))
    if isGradable, withTests { members.append(("tests", .array(verdicts.flatMap { tests($0, limit) }))) }
    return JSONValue(members).line + "\n"
  }

  private func tests(_ verdict: Verdict, _ limit: Int) -> [JSONValue] {
    zip(verdict.checks, verdict.shares()).map { check, share in
      JSONValue([
        ("name", .string(verdict.sentence(of: check).limited(toBytes: limit))),
        ("description", .string(verdict.title.harmless.limited(toBytes: limit))),
        ("points", pointsValue(max(0, share.points))),
        ("max_points", pointsValue(share.maximum)),
        ("message", .string("")),
        ("output", .string(verdict.message(of: check).limited(toBytes: limit))),
      ])
    }
  }
}
