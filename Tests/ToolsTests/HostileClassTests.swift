import Courses
import Diagnostics
import Foundation
import Grading
import Shell
import TestSupport
import Testing
import Tools

/// A class of hostile submissions, graded once. `Hostile/verdicts.txt` has a line for each, `UPDATE_EXPECTATIONS=1` records
/// it. The budget is a hundredth of what an answer may use, which is enough to see where each is stopped.
@Suite("Hostile submissions")
struct HostileClassTests {
  struct Graded: Sendable {
    /// `error 0 'empty/keep-the-players.graph' is empty`, by the student.
    var lines: [String: String] = [:]
    var scores: [String: Double] = [:]
    /// What is in the folder around the report and the submissions, before and after.
    var before: [String] = []
    var after: [String] = []
    var seconds = 0.0
    var problem: String?
  }

  static let graded: Graded = {
    do { return try grade() } catch { return Graded(problem: "\(error)") }
  }()

  private static func grade() throws -> Graded {
    let folder = try TemporaryFolder()
    let library = Library(root: SmallCourse.path)
    let exercise = try #require(library.exercise("keep-the-players").exercise)
    let honest = HostileSubmission.text("honest", "change Team.players, delete nullify\n")
    for submission in HostileSubmission.all + [honest] {
      let student = "\(folder.path)/class/\(submission.student)"
      try FileManager.default.createDirectory(atPath: student, withIntermediateDirectories: true)
      try submission.make(student + "/keep-the-players.graph")
    }
    var graded = Graded()
    graded.before = try listing(of: folder.path)
    let submissions = try Submissions(folder.path + "/class", exercises: [exercise.slug])
    var grading = ClassGrading(
      library: library, worker: [BuiltProgram.url.path, "grade-worker"], submissions: submissions,
      exercises: [exercise])
    grading.budgetShare = 100
    let start = ContinuousClock.now
    let summary = try grading.run(
      out: folder.path + "/report", formats: [.tap, .junit, .github, .csv],
      metadata: .init(time: "2026-01-15T09:00:00.000Z"),
      jobs: 2, resuming: false)
    graded.seconds = Double((ContinuousClock.now - start).components.seconds)
    #expect(summary.students == HostileSubmission.all.count + 1)
    let text = try String(contentsOfFile: folder.path + "/report/verdicts.jsonl", encoding: .utf8)
    for line in text.split(separator: "\n") {
      let record = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let student = try #require(record["student"] as? String)
      // What could not be graded has none.
      let points = (record["score"] as? NSNumber)?.doubleValue
      let score = try #require(points ?? (record["status"] as? String == "error" ? 0 : nil))
      let diagnostics = record["diagnostics"] as? [[String: Any]] ?? []
      let problem = diagnostics.first { $0["severity"] as? String == "error" }?["message"] as? String
      #expect(graded.lines[student] == nil)
      graded.scores[student] = score
      graded.lines[student] =
        "\(record["status"] ?? "") \(score)" + (problem.map { " " + DisplayText.visible($0) } ?? "")
    }
    graded.after = try listing(of: folder.path).filter { !$0.hasPrefix("report") }
    return graded
  }

  /// Everything in a folder, with its length and the time of its last change.
  private static func listing(of folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().map { path in
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(path)")
      guard attributes[.type] as? FileAttributeType != .typeDirectory else { return path }
      return "\(path) \(attributes[.size] ?? "") \(attributes[.modificationDate] ?? "")"
    }
  }

  private static let record = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Hostile/verdicts.txt")

  static let expected: [String: String] = {
    let text = (try? String(contentsOf: record, encoding: .utf8)) ?? ""
    return Dictionary(
      text.split(separator: "\n").compactMap { line in
        line.firstIndex(of: " ").map { (String(line[..<$0]), line[line.index(after: $0)...].drop { $0 == " " }) }
      }.map { ($0, String($1)) }, uniquingKeysWith: { $1 })
  }()

  @Test func thereAreMany() { #expect(HostileSubmission.all.count >= 90) }

  @Test("gets one verdict, and no more than its honest score", arguments: HostileSubmission.all)
  func verdict(_ submission: HostileSubmission) throws {
    try #require(Self.graded.problem == nil)
    let line = try #require(Self.graded.lines[submission.student])
    #expect(Self.graded.scores[submission.student] ?? .infinity <= submission.honest)
    if Terminal.environment("UPDATE_EXPECTATIONS") != "1" { #expect(line == Self.expected[submission.name]) }
  }

  @Test("The honest answer among them passes")
  func honest() { #expect(Self.graded.lines["honest"] == "passed 4.0") }

  @Test("No file outside the report is touched")
  func files() { #expect(Self.graded.after == Self.graded.before) }

  @Test("The verdicts are recorded", .enabled(if: Terminal.environment("UPDATE_EXPECTATIONS") == "1"))
  func recording() throws {
    let width = HostileSubmission.all.map(\.name.count).max() ?? 0
    let lines = HostileSubmission.all.map { submission in
      submission.name.padding(toLength: width + 1, withPad: " ", startingAt: 0)
        + (Self.graded.lines[submission.student] ?? "")
    }
    try FileManager.default.createDirectory(
      at: Self.record.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: Self.record)
    Issue.record("recorded \(Self.record.lastPathComponent): look at the difference and run again")
  }
}
