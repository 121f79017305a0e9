import Courses
import Diagnostics

/// JUnit XML in its common form: a suite for each exercise, a test case for each check.
///
/// A failed check has a `failure`, one that could not be run an `error`; an exercise from which the student is excused has
/// one case, which is `skipped`. The mistakes in the answer are the suite's
/// `system-err`. No times are given: a verdict has none.
/// Source: the common form that Jenkins and GitLab read.
package struct JUnitFormat: VerdictFormat {
  /// The student whose answers they are, if known.
  package var student: Student?

  package init(student: Student? = nil) { self.student = student }

  package func text(for verdicts: [Verdict]) -> String {
    let suites = verdicts.map(suite)
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    lines.append("<testsuites name=\"Graphbook\"\(Self.counts(suites.flatMap(\.cases)))>")
    for suite in suites { lines += suite.lines }
    lines.append("</testsuites>")
    return lines.map { $0 + "\n" }.joined()
  }

  private struct Case {
    var lines: [String]
    /// Nil for one that was skipped.
    var status: CheckResult.Status?
  }

  private func suite(_ verdict: Verdict) -> (lines: [String], cases: [Case]) {
    var cases = verdict.checks.map { testCase($0, in: verdict) }
    if verdict.isExcused {
      let name = quoted(verdict.words(.studentExcused))
      let head = "    <testcase name=\(name) classname=\(quoted(verdict.exercise))>"
      cases = [
        Case(
          lines: [head, "      <skipped message=\(quoted(verdict.words(.excused)))/>", "    </testcase>"], status: nil)
      ]
    } else if cases.isEmpty, verdict.status == .error {
      let name = verdict.words(.canBeGraded)
      cases = [testCase(named: name, verdict, .notRun, message: verdict.reason, at: "")]
    }
    var lines = ["  <testsuite name=\(quoted(verdict.exercise))\(Self.counts(cases))>", "    <properties>"]
    var properties = [("title", verdict.title), ("status", verdict.status.rawValue)]
    if verdict.hasPoints { properties.append(("score", pointsText(verdict.score))) }
    properties.append(("maxScore", pointsText(verdict.maxScore)))
    if let student { properties += [("student", student.id), ("studentName", student.name)] }
    for (name, value) in properties { lines.append("      <property name=\"\(name)\" value=\(quoted(value))/>") }
    lines.append("    </properties>")
    lines += cases.flatMap(\.lines)
    if !verdict.isExcused, !verdict.mistakes.isEmpty {
      lines.append("    <system-err>\(escaped(verdict.mistakes.limited()))</system-err>")
    }
    lines.append("  </testsuite>")
    return (lines, cases)
  }

  private static func counts(_ cases: [Case]) -> String {
    let failures = cases.count { $0.status == .failed }
    let errors = cases.count { $0.status == .notRun }
    let skipped = cases.count { $0.status == nil }
    return " tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\""
  }

  private func testCase(_ check: CheckResult, in verdict: Verdict) -> Case {
    let place = check.file.map { " file=\(quoted($0)) line=\"\(check.line)\"" } ?? ""
    return testCase(
      named: verdict.sentence(of: check), verdict, check.status, message: verdict.message(of: check), at: place)
  }

  private func testCase(
    named name: String, _ verdict: Verdict, _ status: CheckResult.Status, message: String, at place: String
  ) -> Case {
    let head = "    <testcase name=\(quoted(name.oneLine())) classname=\(quoted(verdict.exercise))\(place)"
    let element =
      switch status {
      case .passed: ""
      case .failed: "failure"
      case .notRun: "error"
      }
    if element.isEmpty { return Case(lines: [head + "/>"], status: status) }
    let first = message.split(separator: "\n").first.map { String($0).oneLine() } ?? ""
    let body =
      "<\(element) message=\(quoted(first)) type=\"\(status.rawValue)\">\(escaped(message.limited()))</\(element)>"
    return Case(lines: [head + ">", "      " + body, "    </testcase>"], status: status)
  }

  private func quoted(_ text: String) -> String { "\"\(escaped(text.harmless))\"" }

  /// Returns the text escaped for an element or an attribute. `>` is escaped as well, so `]]>` cannot occur.
  private func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
