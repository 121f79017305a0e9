import CommandIO
import Courses
import Foundation
import Shell
import TestSupport
import Testing
import Tools
import WorkbookLanguage

@Suite("lesson check looks at ideas")
struct CoverageTests {
  /// A course with a lesson about chapter 9 whose one step has a mark.
  static func check(ideas: String?, mark: String) throws -> (folder: TemporaryFolder, check: CourseCheck) {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/Lessons", withIntermediateDirectories: true)
    try "---\ntitle: T\nchapter: 9\n---\n## A \(mark)\n```predict practises=b\nQ?\n- [x] x\n- [ ] y\n```\n"
      .write(toFile: folder.path + "/Lessons/09-t.md", atomically: true, encoding: .utf8)
    try ideas?.write(toFile: folder.path + "/Lessons/ideas.yaml", atomically: true, encoding: .utf8)
    return (folder, CourseCheck(library: Library(root: folder.path), makeInterpreter: { _ in Interpreter() }))
  }

  static let ideas = "8:\n  a: A\n9:\n  b: B\n"

  @Test("an idea of a chapter without a lesson is listed, and no failure")
  func unwritten() throws {
    let (folder, check) = try Self.check(ideas: Self.ideas, mark: "{teaches=b}")
    defer { withExtendedLifetime(folder) {} }
    #expect(check.lessons([]).status == .success)
    #expect(
      check.coverage().lines == [
        "chapter  idea  missing", "───────  ────  ──────────────────────────────────",
        "      8        1 idea, no lesson yet", "      9        the 1 idea is taught and practised",
      ])
    #expect(check.coverage().status == .success)
  }

  @Test("an idea that no step teaches, and a mark that names none, fail with and without a lesson's name")
  func failures() throws {
    let (folder, check) = try Self.check(ideas: Self.ideas, mark: "{teaches=bb}")
    defer { withExtendedLifetime(folder) {} }
    for words in [[], ["9"]] {
      let (lines, status) = check.lessons(words)
      #expect(status == .failure)
      #expect(lines.contains("Lessons/ideas.yaml:4:1: b: no step teaches it"))
      #expect(lines.contains("Lessons/09-t.md:5:1: there is no idea 'bb'"))
    }
    #expect(check.coverage().lines.last == "      9  b     no step teaches it")
    #expect(check.coverage().status == .failure)
  }

  @Test("a term of the glossary that no lesson introduces is a finding, and help explains a term")
  func glossary() throws {
    let (folder, check) = try Self.check(ideas: Self.ideas, mark: "{teaches=b}")
    defer { withExtendedLifetime(folder) {} }
    func write(_ text: String) throws {
      try text.write(toFile: folder.path + "/Lessons/glossary.yaml", atomically: true, encoding: .utf8)
    }
    try write("league: teams\n")
    #expect(check.lessons([]).lines.contains("Lessons/glossary.yaml:1:1: no lesson introduces 'league'"))
    try "---\ntitle: T\n---\nA **league** plays.\n\n## A\n".write(
      toFile: folder.path + "/Lessons/10-u.md", atomically: true, encoding: .utf8)
    #expect(check.lessons([]).status == .success)
    var world = Session.World()
    world.library = Library(root: folder.path)
    func answer(_ line: String) -> String { LearningTests.last([line], world: world) }
    #expect(answer("help leagues") == "league: teams\nlesson 10 step 1 introduces it\n")
    #expect(answer("help glossary").contains("\nleague\n"))
    #expect(answer("help leage").contains("did you mean league, "))
  }

  @Test("a course without a list has no ideas to mark")
  func withoutList() throws {
    let (folder, check) = try Self.check(ideas: nil, mark: "{fresh}")
    defer { withExtendedLifetime(folder) {} }
    #expect(check.lessons([]).lines.contains("Lessons/09-t.md:6:1: there is no idea 'b'"))
    #expect(check.coverage().lines.first == "the course lists no ideas")
    #expect(check.coverage().status == .failure)
  }

  /// A lesson of four steps with a question each, or with a task in the third.
  private static func measured(hasTask: Bool, head: String = "") throws -> (folder: TemporaryFolder, check: CourseCheck)
  {
    let steps = (1...4).map { number in
      "## Step \(number)\n"
        + (hasTask && number == 3
          ? "```task\nType one.\n```\n```check\nexpect a == 1\n```\n```hint\nlet\n```\n```solution\nlet a = 1\n```\n"
          : "```predict\nWhich?\n- [x] x\n- [ ] y\n```\n")
    }
    let folder = try TemporaryFolder(["Lessons/01-t.md": "---\ntitle: T\n\(head)---\n" + steps.joined()])
    return (folder, CourseCheck(library: Library(root: folder.path), makeInterpreter: { _ in Interpreter() }))
  }

  @Test("--measures counts what is in each lesson, and runs nothing")
  func measures() throws {
    let (folder, check) = try Self.measured(hasTask: true)
    defer { withExtendedLifetime(folder) {} }
    #expect(
      check.measures([]).lines == [
        "lesson     steps  words  shown  typed  questions  run  row  minutes",
        "──────  ─  ─────  ─────  ─────  ─────  ─────────  ───  ───  ───────",
        "     1  T      4     19      0      1          3    2    2        3",
        "shown and typed count statements; run is the most steps without a task, row the",
        "most questions; minutes are those of each part",
      ])
    #expect(check.measures(["1"]).status == .success)
    #expect(check.measures(["2"]).status == .failure)
  }

  @Test("--costs lists what small changes of a solution cost, and checks nothing")
  func costs() throws {
    let check = CourseCheck(library: Library(root: SmallCourse.path), makeInterpreter: { _ in Interpreter() })
    let lines = check.costs(["keep-the-players"]).lines
    #expect(lines.first == "keep-the-players: 4 of 12 small changes leave half of the 4 points or less")
    #expect(lines.contains("  0  line 1: 'nullify' → 'cascade'") && lines.contains("     the players stay"))
    #expect(check.costs(["nothing"]).status == .failure)
  }

  @Test("a lesson that breaks a rule fails, unless its head says why")
  func rules() throws {
    func lines(_ hasTask: Bool, _ head: String = "") throws -> (lines: [String], status: ProgramStatus) {
      let (folder, check) = try Self.measured(hasTask: hasTask, head: head)
      defer { withExtendedLifetime(folder) {} }
      return check.lessons(["1"])
    }
    #expect(try lines(true).status == .success)
    let broken = try lines(false)
    #expect(broken.status == .failure)
    #expect(broken.lines.contains("Lessons/01-t.md:4:1: steps 1 to 4 have no task"))
    #expect(broken.lines.contains { $0.hasSuffix("4 questions follow one another without a task") })
    let waived = try lines(false, "waives: [\"run: all four are compared\", \"questions: the same\"]\n")
    #expect(waived.status == .success, "\(waived.lines)")
    #expect(try lines(false, "waives: [\"run: all four are compared\"]\n").status == .failure)
  }
}
