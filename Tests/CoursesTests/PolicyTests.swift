import Diagnostics
import Foundation
import Testing

@testable import Courses

@Suite("The policy of a class")
struct PolicyTests {
  private static let text = """
    due: 2026-11-20T23:59:00Z
    grace: 15 minutes
    late: 10%
    most: 35%
    attempts: best
    excused: [ada, "b, c"]
    show: checks
    show-before-due: points
    exercises:
      whose:
        points: 10
        due: 2026-11-27T23:59:00+01:00
        excused: bob
      links:
        late: 0%
    """

  private func policy() throws -> GradingPolicy {
    let (policy, problems) = PolicyReader.read(SourceText(Self.text, name: "grading.yml"))
    try #require(problems.isEmpty)
    return policy
  }

  @Test("an exercise has the general rules and its own")
  func terms() throws {
    let policy = try policy()
    #expect(policy.terms(of: "other") == policy.general)
    #expect(policy.general.excused == ["ada", "b, c"])
    let whose = policy.terms(of: "whose")
    #expect(whose.points == 10 && whose.excused == ["ada", "b, c", "bob"] && whose.late == 10)
    #expect(whose.attempts == .best && whose.show == .checks && whose.showBeforeDue == .points)
    #expect(policy.terms(of: "links").late == 0)
    #expect(whose.offset == 3600 && policy.general.offset == 0)
    #expect(try whose.due == Date("2026-11-27T22:59:00Z", strategy: .iso8601))
  }

  @Test(
    "which names of files are accepted",
    arguments: [
      ("names: strict", "strict", nil), ("due: 2026-11-27T12:00:00Z", "similar", nil),
      ("names: loose", "similar", "'names' is similar or strict"),
      ("exercises:\n  whose:\n    names: strict", "similar", "'names' applies to all exercises"),
    ])
  func names(text: String, names: String, problem: String?) {
    let (policy, problems) = PolicyReader.read(SourceText(text, name: "grading.yml"))
    #expect(policy.names.rawValue == names)
    #expect(problems.map(\.message) == (problem.map { [$0] } ?? []))
  }

  @Test(
    "lateness",
    arguments: [
      ("2026-11-20T23:59:00Z", "-"), ("2026-11-21T00:14:00Z", "-"), ("2026-11-21T00:14:01Z", "1 day 10"),
      ("2026-11-21T23:59:00Z", "1 day 10"), ("2026-11-21T23:59:01Z", "2 day 20"),
      ("2026-11-24T12:00:00Z", "4 day 35"), ("2099-01-01T00:00:00Z", "26340 day 35"),
    ])
  func lateness(time: String, result: String) throws {
    let date = try Date(time, strategy: .iso8601)
    let late = try policy().general.lateness(of: date)
    #expect(late.map { "\($0.days) day \($0.percent)" } ?? "-" == result)
  }

  @Test("a student may have longer, in general or for one exercise")
  func extensions() throws {
    let text = """
      due: 2026-11-20T23:59:00Z
      late: 10%
      show-before-due: points
      extensions:
        ada: 3 days
        "20715": 2026-11-22T12:00:00+01:00
      exercises:
        whose:
          extensions:
            ada: 2 hours
      """
    let (policy, problems) = PolicyReader.read(SourceText(text, name: "grading.yml"))
    try #require(problems.isEmpty)
    func due(_ exercise: String, _ student: String) -> String? {
      policy.terms(of: exercise).terms(for: student).due?.formatted(.iso8601)
    }
    #expect(due("links", "ada") == "2026-11-23T23:59:00Z")
    #expect(due("links", "20715") == "2026-11-22T11:00:00Z")
    #expect(due("links", "bob") == "2026-11-20T23:59:00Z")
    #expect(due("whose", "ada") == "2026-11-21T01:59:00Z" && due("whose", "20715") == "2026-11-22T11:00:00Z")
    let ada = policy.terms(of: "links").terms(for: "ada")
    #expect(ada.dueForOthers == policy.general.due)
    #expect(ada.lateness(of: try Date("2026-11-24T12:00:00Z", strategy: .iso8601))?.days == 1)
    #expect(ada.shown(at: try Date("2026-11-22T12:00:00Z", strategy: .iso8601)) == .points)
  }

  @Test("before the answer is due, students see less")
  func shown() throws {
    let general = try policy().general
    #expect(general.shown(at: try Date("2026-11-20T00:00:00Z", strategy: .iso8601)) == .points)
    #expect(general.shown(at: try Date("2026-11-21T00:00:00Z", strategy: .iso8601)) == .checks)
  }

  @Test(
    "mistakes",
    arguments: [
      ("due: tomorrow", "1: 'due' is a day with a time and the offset from UTC: 2026-11-20T23:59:00+01:00"),
      ("due: 2026-12-24", "1: 'due' is a day with a time and the offset from UTC: 2026-12-24T23:59:00+01:00"),
      ("due: 2026-12-24 18:00", "1: 'due' is a day with a time and the offset from UTC: 2026-12-24T18:00:00+01:00"),
      ("due: 2026-12-24T18:00:00", "1: 'due' is a day with a time and the offset from UTC: 2026-12-24T18:00:00+01:00"),
      ("due: 2026-12-24T18:00:00+01:00", nil), ("due: 2026-12-24T18:00:00Z", nil),
      ("\ngrace: 15", "2: 'grace' is a time span: 15 minutes, 2 hours or 1 day"),
      ("late: 101%", "1: 'late' is the part of the points that a day costs: 10%"),
      ("most: half", "1: 'most' is the largest part of the points that lateness costs: 50%"),
      ("points: -1", "1: 'points' is a whole number from 0 to 1,000,000"),
      ("attempts: first", "1: 'attempts' is best or last"),
      ("show: all", "1: 'show' is feedback, checks or points"),
      ("excused: []", nil),
      ("extensions: [ada]", "1: 'extensions' is a list of students, each with a time: 'ada: 3 days'"),
      (
        "extensions:\n  ada: later",
        "2: 'ada' has longer by a time span, '3 days', or until a time: 2026-11-20T23:59:00+01:00"
      ),
      ("dew: 2026-11-20", "1: a policy has no 'dew'"),
      ("exercises: 1", "1: 'exercises' is a list of exercises, each with its own keys"),
      ("exercises:\n  whose: 10", "2: an exercise has its own keys, such as 'points: 10'"),
      ("exercises:\n  whose:\n    pionts: 10", "3: a policy has no 'pionts'"),
      ("due: &a 2026-11-20", "1: a policy has only texts, numbers and lists"),
      ("due: 2026-11-20T12:00:00Z\ndue: 2026-11-21T12:00:00Z", "1: 'due' occurs twice in the policy"),
      ("- a\n- b", "1: the policy is not a list of keys"),
    ])
  func mistakes(text: String, problem: String?) {
    let (_, problems) = PolicyReader.read(SourceText(text, name: "grading.yml"))
    let first = problems.first.map { problem in
      "\(problem.range.flatMap { problem.source?.position(at: $0.lowerBound).line } ?? 0): \(problem.message)"
    }
    #expect(first == problem)
  }
}
