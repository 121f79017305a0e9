import Courses
import Diagnostics
import JSON

import struct Foundation.Data

/// The result of a runner for GitHub Classroom's reporter: a line `result=…` for `$GITHUB_OUTPUT`, JSON in Base64.
///
/// The reporter adds up the tests' scores, so these add up to the verdict's. It prints names and messages to the log,
/// where a line that begins with `::` would be a command: such lines are changed.
/// Source: GitHub's autograding-grading-reporter.
package struct ClassroomFormat: VerdictFormat {
  package init() {}

  package func text(for verdicts: [Verdict]) -> String {
    let json = record(of: verdicts).line
    return "result=" + Data(json.utf8).base64EncodedString() + "\n"
  }

  private func record(of verdicts: [Verdict]) -> JSONValue {
    let hasRun = verdicts.contains { $0.status != .error }
    let status = !hasRun ? "error" : verdicts.allSatisfy { $0.status == .passed } ? "pass" : "fail"
    return JSONValue([
      ("version", .integer(1)),
      ("status", .string(status)),
      ("max_score", pointsValue(verdicts.maxScore)),
      ("tests", .array(verdicts.flatMap(tests))),
    ])
  }

  private func tests(_ verdict: Verdict) -> [JSONValue] {
    if verdict.checks.isEmpty {
      return [
        test(
          "\(verdict.exercise): \(verdict.words(.canBeGraded))", verdict.status == .passed ? "pass" : "error",
          verdict.reason,
          code: "", file: nil, line: 0, score: verdict.score)
      ]
    }
    return zip(verdict.checks, verdict.shares()).map { check, share in
      let status =
        switch check.status {
        case .passed: "pass"
        case .failed: "fail"
        case .notRun: "error"
        }
      let message = check.status == .notRun && !verdict.reason.isEmpty ? verdict.reason : verdict.message(of: check)
      return test(
        "\(verdict.exercise): \(verdict.sentence(of: check))", status, message, code: verdict.code(of: check),
        file: check.file,
        line: check.line,
        score: share.points)
    }
  }

  private func test(
    _ name: String, _ status: String, _ message: String, code: String, file: String?, line: Int, score: Double
  ) -> JSONValue {
    JSONValue([
      ("name", .string(Self.harmless(name.oneLine()))),
      ("status", .string(status)),
      ("message", .string(Self.harmless(message).limited())),
      ("test_code", .string(code.harmlessLines.limited(toBytes: 4096))),
      ("filename", .string((file ?? "").harmless)),
      ("line_no", .integer(Int64(line))),
      ("duration", .integer(0)),
      ("score", pointsValue(score)),
    ])
  }

  /// Returns the text without anything that the log of a step reads as a command: `::…` at the beginning of a line,
  /// `##[…` anywhere.
  private static func harmless(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.drop(while: \.isWhitespace).hasPrefix("::") ? "> " + line : String(line)
    }.joined(separator: "\n").replacing("##[", with: "# #[")
  }
}
