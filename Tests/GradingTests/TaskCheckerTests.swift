import Courses
import Diagnostics
import Grading
import Testing
import WorkbookLanguage

@Suite("Tasks of lessons that cannot be passed without doing them")
struct TaskCheckerTests {
  private func findings(check: String, words: String = "") throws -> [String] {
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
      """
    let (lesson, diagnostics) = LessonReader.read(SourceText(text, name: "t.md"))
    #expect(diagnostics.isEmpty)
    return TaskChecker.check(try #require(lesson), makeInterpreter: Fixtures.make).findings.map(\.message)
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
