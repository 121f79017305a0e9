import Courses
import Diagnostics
import Grading
import Testing
import WorkbookLanguage

@Suite("Tasks of lessons that cannot be passed without doing them")
struct TaskCheckerTests {
  private func findings(check: String, words: String = "", wrong: String = "") throws -> [String] {
    let lesson = try lesson(check: check, words: words, wrong: wrong)
    return TaskChecker.check(lesson, makeInterpreter: Fixtures.make).findings.map(\.message)
  }

  private func lesson(check: String, words: String = "", wrong: String = "") throws -> Lesson {
    let block = wrong.isEmpty ? "" : "```wrong\n\(wrong)\n```"
    let text = """
      ---
      title: A lesson
      ---

      ## A step

      ```graph
      entity Team { name: String }
      let heat = Team(name: "Heat")
      save
      ```

      ```task\(words)
      Call it Suns, and save.
      ```

      ```check
      \(check)
      ```

      ```hint
      A name is a text.
      ```

      ```solution
      heat.name = "Suns"
      save
      ```

      \(block)
      """
    let (lesson, diagnostics) = LessonReader.read(SourceText(text, name: "t.md"))
    #expect(diagnostics.isEmpty)
    return try #require(lesson)
  }

  @Test("A wrong first try has to fail, with its own complaint")
  func wrongAnswers() throws {
    let check = "expect objects like solution else \"The Heat are not called Suns yet.\""
    let try1 = "// not called suns\nheat.name = \"Sun\""
    #expect(try findings(check: check, wrong: try1) == [])
    #expect(
      try findings(check: check, wrong: "// Something else\nheat.name = \"Sun\"") == [
        "the learner is told something else"
      ])
    #expect(
      try findings(check: check, wrong: "heat.name = \"Sun\"")
        == ["a wrong answer begins with a part of the complaint that it must get"])
    #expect(
      try findings(check: check, wrong: "// x\nheat.name = \"Suns\"\nsave") == [
        "this answer must not be accepted, but is"
      ])
  }

  @Test("A name that is left over is in the way, and nothing says so")
  func leftoverName() throws {
    let check = "expect { show mine } fails else \"No team should be called mine.\"\nexpect objects like solution"
    let found = try findings(check: check, wrong: "// called mine\nlet mine = heat")
    #expect(found.contains { $0.hasPrefix("the right answer is refused after a wrong first try") }, "\(found)")
  }

  @Test("Objects that are right and only not saved are not called different")
  func onlyUnsaved() throws {
    // After the undo the wrong name is still the saved one.
    let saved = "check \"saved\" { rollback; expect heat.name != \"Heat\" else \"It is not saved yet.\" }"
    let check = "\(saved)\nexpect objects like solution else \"Something else has changed.\""
    let task = try #require(LessonTask.all(of: lesson(check: check), makeInterpreter: Fixtures.make).first).task
    var attempt = task.begin()
    for text in ["heat.name = \"Sun\"", "save", "undo", "heat.name = \"Suns\""] {
      let source = SourceText(text)
      for statement in WorkbookParser.parse(source).statements { attempt.execute(statement, in: source) }
    }
    let open = attempt.outcomes().filter { !$0.holds }
    #expect(open.map(\.feedback) == [["the objects are right, but they are not saved"]])
  }

  @Test("A wrong first try that is in the way of the right answer is named, or it is a trap")
  func leftover() throws {
    let check = "expect objects like solution else \"Something is different.\""
    let wrong = (1...30).map { "Team(name: \"\($0)\")" }.joined(separator: "\n")
    // Too many statements to look for those that are in the way.
    let found = try findings(check: check, wrong: "// Something is different\n\(wrong)")
    #expect(found.count == 1 && found[0].hasPrefix("the right answer is refused after a wrong first try"), "\(found)")
    #expect(try findings(check: check, wrong: "// Something is different\nTeam(name: \"Sun\")") == [])
    let task = try #require(LessonTask.all(of: lesson(check: check), makeInterpreter: Fixtures.make).first).task
    let one = "Team(name: \"A\")"
    let two = "Team(name: \"B\")"
    let right = ["heat.name = \"Suns\"", "save"]
    #expect(task.leftover(in: [one] + right) == [one])
    #expect(task.leftover(in: [right[0], one, two, right[1]]) == [one, two])
    #expect(task.leftover(in: [one, "heat.name = \"Sun\""]) == [])
    #expect(task.leftover(in: right) == [])
    #expect(task.leftover(in: []) == [])
    // The right statement was undone: it is missing, and nothing is in the way.
    #expect(task.leftover(in: [right[0], "undo", "save"]) == [])
    #expect(task.leftover(in: [right[0], "undo", "heat.name = \"Sun\""]) == [])
    #expect(task.leftover(in: [one, two, "undo"] + right) == [one])
  }

  @Test("A check that sees everything leaves no mutant")
  func complete() throws {
    #expect(try findings(check: "expect objects like solution") == [])
  }

  @Test("What a check does not see is named, unless it is right as well")
  func incomplete() throws {
    let unsaved = "the task is passed by an answer that ends differently: line 2: without 'save'"
    let check = "expect heat.name == \"Suns\""
    #expect(try findings(check: check).contains(unsaved))
    #expect(try !findings(check: check, words: " survives=\"without 'save'\"").contains(unsaved))
    #expect(try findings(check: "expect heat.name != \"Heat\"").count > findings(check: check).count)
  }

  @Test("An expectation that nothing makes fail is named; one that fails after a change of something else is not")
  func deadExpectations() throws {
    let dead = "nothing makes this fail: neither the start, nor a mutant, nor a change in addition to the solution"
    let complete = "expect objects like solution"
    #expect(try findings(check: complete + "\nexpect 1 == 1") == [dead])
    #expect(try findings(check: complete + "\nexpect count Team < 9") == [dead])
    #expect(try findings(check: complete + "\nexpect Team.name.isOptional == false") == [])
    #expect(try findings(check: complete + "\nexpect count Team > 0") == [])
  }
}
