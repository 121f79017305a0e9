import Courses
import Diagnostics
import JSON

/// The `results.json` of an Exercism test runner, version 3.
///
/// The status is `error` if no answer could be run; there are then no tests. With several verdicts, a test's `task_id`
/// is the number of its exercise. Source: Exercism's *Test runner interface*.
package struct ExercismFormat: VerdictFormat {
  package init() {}

  package func text(for verdicts: [Verdict]) -> String {
    let hasRun = verdicts.contains { $0.status != .error }
    let status = !hasRun ? "error" : verdicts.allSatisfy { $0.status == .passed } ? "pass" : "fail"
    let reasons = verdicts.map { verdict in
      verdict.reason.isEmpty ? verdict.headline : "\(verdict.headline)\n\n\(verdict.reason)"
    }
    let message = verdicts.isEmpty ? "nothing was graded" : reasons.joined(separator: "\n\n")
    let isNumbered = verdicts.count > 1
    let record = JSONValue([
      ("version", .integer(3)),
      ("status", .string(status)),
      ("message", hasRun ? .null : .string(message.limited())),
      ("tests", .array(hasRun ? verdicts.enumerated().flatMap { tests($1, task: isNumbered ? $0 + 1 : nil) } : [])),
    ])
    return record.line + "\n"
  }

  private func tests(_ verdict: Verdict, task: Int?) -> [JSONValue] {
    verdict.checks.map { check in
      let status =
        switch check.status {
        case .passed: "pass"
        case .failed: "fail"
        case .notRun: "error"
        }
      var members: [(String, JSONValue)] = [
        ("name", .string(verdict.sentence(of: check))),
        ("test_code", .string(verdict.code(of: check).limited())),
        ("status", .string(status)),
        ("message", check.status == .passed ? .null : .string(verdict.message(of: check).limited())),
      ]
      if let task { members.append(("task_id", .integer(Int64(task)))) }
      return JSONValue(members)
    }
  }
}
