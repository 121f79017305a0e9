import Foundation
import TestSupport
import Testing

/// The files for platforms, run in folders that are laid out as the platforms' containers are.
@Suite("Files for platforms")
struct PlatformTests {
  private static let course = BuiltProgram.root.appendingPathComponent("Tests/ShellTests/SmallCourse").path

  /// Runs a command line of a shell; `G` is the program, `HERE` the folder.
  private static func shell(_ line: String, in folder: String) throws -> (output: String, status: Int32) {
    try BuiltProgram.shell(
      line, in: folder,
      environment: [
        "GRAPHBOOK_COURSES": course, "G": BuiltProgram.url.path, "HERE": folder, "XDG_STATE_HOME": folder + "/state",
      ])
  }

  private static func json(_ path: String) throws -> [String: Any] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private static let wrong = "change Team.players, delete cascade"

  @Test("Gradescope: setup.sh, then run_autograder for a submission", .enabled(if: isLinux, "only on Linux"))
  func gradescope() throws {
    let place = try TemporaryFolder()
    let made = try Self.shell(
      "$G grade init gradescope autograder/source --exercise keep-the-players --exercise free-the-players",
      in: place.path)
    #expect(made.output.hasPrefix("wrote autograder/source for gradescope\n"), "\(made.output)")
    let run = try Self.shell(
      """
      mkdir -p autograder/submission autograder/results
      echo '\(Self.wrong)' > autograder/submission/keep-the-players.graph
      unset GRAPHBOOK_COURSES
      autograder/source/setup.sh && AUTOGRADER=$HERE/autograder autograder/source/run_autograder
      """, in: place.path)
    #expect(run.status == 0, "\(run.output)")
    // What the machine of the platform does not have.
    let libraries = try Self.shell("ls autograder/source/grader/lib", in: place.path).output
    #expect(libraries.contains("libcmark-gfm.so.") && libraries.contains("libcmark-gfm-extensions.so."), "\(libraries)")
    #expect(!libraries.split(separator: "\n").contains("libc.so.6"))
    let results = try Self.json(place.path + "/autograder/results/results.json")
    let tests = try #require(results["tests"] as? [[String: Any]])
    #expect(results["score"] as? Int == 0)
    #expect(tests.contains { ($0["output"] as? String)?.contains("Wade went with his team.") == true })
    #expect(tests.contains { ($0["output"] as? String)?.contains("not checked") == true })
  }

  @Test(
    "Gradescope: a wrong name, a late submission and the class's policy", .enabled(if: isLinux, "only on Linux"))
  func lateOnGradescope() throws {
    let place = try TemporaryFolder()
    let run = try Self.shell(
      """
      set -e
      $G grade init gradescope autograder/source --exercise keep-the-players > /dev/null
      mkdir -p autograder/submission/hw autograder/results
      cp '\(Self.course)/Exercises/01-rules/keep-the-players/solution.graph' 'autograder/submission/hw/Keep the players (1).txt'
      echo 'late: 25%' > autograder/source/grading.yml
      printf '%s' '{"created_at": "2026-07-02T00:22:32.365935-07:00", "assignment": {"due_date": "2026-07-01T00:00:00-07:00"}}' \
        > autograder/submission_metadata.json
      unset GRAPHBOOK_COURSES
      AUTOGRADER=$HERE/autograder autograder/source/run_autograder
      """, in: place.path)
    #expect(run.status == 0, "\(run.output)")
    let results = try Self.json(place.path + "/autograder/results/results.json")
    // Two days of 25 % of 4 points.
    #expect(results["score"] as? Int == 2, "\(results)")
    let tests = try #require(results["tests"] as? [[String: Any]])
    #expect(tests.contains { ($0["output"] as? String)?.contains("2 days late, which costs 2 points") == true })
  }

  @Test("One student's folder is an answer")
  func folder() throws {
    let place = try TemporaryFolder()
    let run = try Self.shell(
      """
      mkdir -p submission
      cp '\(Self.course)/Exercises/01-rules/keep-the-players/solution.graph' submission/keep_the_players.graph
      echo x > submission/README.md
      $G grade keep-the-players submission
      mkdir empty
      $G grade keep-the-players empty
      """, in: place.path)
    #expect(
      run.output.contains(
        "note: 'keep_the_players.graph' was taken for the answer to keep-the-players: its name is nearly keep-the-players.graph"
      ))
    #expect(
      run.output.contains("passed, 4 of 4 points") && run.output.contains("nothing was handed in"), "\(run.output)")
  }

  @Test("PrairieLearn: run.sh in the layout of a job", .enabled(if: isLinux, "only on Linux"))
  func prairieLearn() throws {
    let place = try TemporaryFolder()
    let run = try Self.shell(
      """
      set -e
      $G grade init prairielearn question --exercise keep-the-players
      mkdir -p grade/student; cp -R question/tests grade/tests
      cp '\(Self.course)/Exercises/01-rules/keep-the-players/solution.graph' grade/student/keep-the-players.graph
      unset GRAPHBOOK_COURSES
      GRADE=$HERE/grade grade/tests/run.sh
      """, in: place.path)
    #expect(run.status == 0, "\(run.output)")
    let results = try Self.json(place.path + "/grade/results/results.json")
    #expect(results["score"] as? Int == 1)
    #expect(results["gradable"] as? Bool == true)
    let info = try Self.json(place.path + "/question/info.json")
    #expect(info["gradingMethod"] as? String == "External")
  }

  @Test("Exercism: the runner passes its own smoke tests", .enabled(if: isLinux, "only on Linux"))
  func exercism() throws {
    let place = try TemporaryFolder()
    let run = try Self.shell(
      "$G grade init exercism --exercise keep-the-players > /dev/null && unset GRAPHBOOK_COURSES && exercism/bin/run-tests.sh",
      in: place.path)
    #expect(run.output == "keep-the-players-solution: as expected\nkeep-the-players-wrong: as expected\n")
    #expect(run.status == 0)
  }

  @Test("What cannot be prepared says why")
  func refusals() throws {
    let place = try TemporaryFolder()
    func output(_ arguments: String) throws -> String {
      try Self.shell("$G grade init \(arguments)", in: place.path).output
    }
    #expect(
      try output("prairielearn x --exercise keep-the-players --exercise free-the-players").hasPrefix(
        "prairielearn has one exercise in a folder\n"))
    #expect(try output("github x").contains("name an exercise with --exercise"))
    #expect(try output("github x --exercise nothing").hasPrefix("there is no exercise 'nothing'"))
    _ = try Self.shell("mkdir full; touch full/x", in: place.path)
    #expect(try output("github full --exercise keep-the-players").hasPrefix("there are files in 'full' already"))
  }

  private static var isLinux: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }
}
