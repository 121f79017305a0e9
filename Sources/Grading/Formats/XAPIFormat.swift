import Courses
import Diagnostics
import JSON
import Support

/// Statements of the Experience API 1.0.3, a JSON object on a line for each verdict.
///
/// The actor is the student's account at ``homePage``; the verb is *passed*, *failed*, or *attempted* if the answer
/// could not be graded. The id depends on the statement alone, so a file that is imported twice is stored once.
/// Source: the xAPI specification, part 2.
package struct XAPIFormat: GradebookFormat {
  /// The address of the system on which the students have accounts; the exercises' ids also begin with it.
  package var homePage: String
  /// The time of the grading: `2026-01-15T09:00:00.000Z`.
  package var time: String

  package init(homePage: String, time: String) {
    self.homePage = homePage
    self.time = time
  }

  package func rows(for student: StudentVerdicts, _ assignments: [Assignment]) -> String {
    student.verdicts.map { statement($0, of: student.student).line + "\n" }.joined()
  }

  private func statement(_ verdict: Verdict, of student: Student) -> JSONValue {
    let verb =
      switch verdict.status {
      case .passed: "passed"
      case .failed: "failed"
      case .error: "attempted"
      }
    let account = JSONValue([
      ("homePage", .string(homePage)), ("name", .string(student.id.harmless)),
    ])
    let actor = JSONValue([
      ("objectType", .string("Agent")), ("name", .string(student.name.harmless)), ("account", account),
    ])
    let definition = JSONValue([
      ("name", JSONValue([("en", .string(verdict.title.harmless))])),
      ("type", .string("http://adlnet.gov/expapi/activities/assessment")),
    ])
    let exercise = RenumberedChapters.lastingID(verdict.exercise).percentEncoded(keeping: "-._~/")
    let activity = homePage + (homePage.hasSuffix("/") ? "" : "/") + "exercises/" + exercise
    let rest: [(String, JSONValue)] = [
      ("actor", actor),
      (
        "verb",
        JSONValue([
          ("id", .string("http://adlnet.gov/expapi/verbs/\(verb)")), ("display", JSONValue([("en", .string(verb))])),
        ])
      ),
      (
        "object",
        JSONValue([("objectType", .string("Activity")), ("id", .string(activity)), ("definition", definition)])
      ),
      ("result", result(verdict)),
      ("timestamp", .string(time)),
    ]
    let id = NamedUUID.make(from: "graphbook " + JSONValue(rest).line)
    return JSONValue([("id", .string(id))] + rest)
  }

  private func result(_ verdict: Verdict) -> JSONValue {
    var members: [(String, JSONValue)] = []
    // The minimum must be less than the maximum, and the score between them.
    if verdict.maxScore > 0, verdict.hasPoints {
      let score = min(max(0, verdict.score), verdict.maxScore)
      members.append(
        (
          "score",
          JSONValue([
            ("scaled", .number(score / verdict.maxScore)), ("raw", pointsValue(score)), ("min", .integer(0)),
            ("max", pointsValue(verdict.maxScore)),
          ])
        ))
    }
    members += [("success", .boolean(verdict.status == .passed)), ("completion", .boolean(verdict.status != .error))]
    return JSONValue(members)
  }
}
