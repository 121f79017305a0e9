import Courses
import Diagnostics
import Testing
import WorkbookLanguage

@Suite("What a check tells")
struct CheckTests {
  @Test(
    "A statement that finds nothing to act on fails a check, and nothing else",
    arguments: [
      "delete Team where name == \"Heat\"", "for team in (fetch Team where name == \"Heat\") { team.name = nil }",
      "batch delete Team where name == \"Heat\"", "batch update Team where name == \"Heat\" set name = nil",
      "expect { delete Team where name == \"Heat\"; save } succeeds",
    ])
  func nothingToActOn(_ statement: String) {
    var interpreter = Interpreter()
    let start = "model M; entity Team { name: String? }; Team(name: \"Suns\"); save"
    #expect(interpreter.run(SourceText(start)).allSatisfy { !$0.failed })
    func feedback(_ statement: String) -> [String] {
      CheckScript(SourceText("check \"c\" { \(statement); expect 1 == 1 }")).outcomes(on: interpreter).flatMap(
        \.feedback)
    }
    #expect(feedback(statement).contains { $0.contains("this finds nothing, and so there is nothing to check") })
    #expect(feedback(statement.replacing("Heat", with: "Suns")) == [])
    #expect(interpreter.run(SourceText(statement)).allSatisfy { !$0.failed })
  }

  /// The feedback of a check on `entity Team { name: String }` and one team.
  func feedback(_ expectations: String) -> [String] {
    var interpreter = Fixtures.make(nil)
    _ = interpreter.run(SourceText("entity Team { name: String }\nlet heat = Team(name: \"Heat\")"))
    let script = CheckScript(SourceText("check \"c\" {\n\(expectations)\n}"))
    return script.outcomes(on: interpreter).flatMap(\.feedback)
  }

  @Test("The advice of what could not be judged is kept back, but for the first failure")
  func unjudged() {
    #expect(
      feedback(
        """
        expect count Team == 2 else "There should be two teams."
        expect heat.city == "Miami" else "The city is wrong."
        expect heat.name == "Miami" else "The name is wrong."
        """) == [
          "There should be two teams.", "this does not hold", "count Team is 1",
          "Team has no 'city' (its only property is name)", "The name is wrong.", "heat.name is \"Heat\"",
        ])
  }

  @Test("A value that a check's own statements have made says so")
  func ownSteps() {
    #expect(
      feedback("rollback\nexpect count Team == 2 else \"Two.\"") == [
        "Two.", "this does not hold", "in what was saved last: count Team is 0",
      ])
    #expect(
      feedback("delete heat; save\nexpect count Team == 2") == [
        "this does not hold", "after delete heat, save: count Team is 0",
      ])
  }

  @Test("Advice is left out where its condition could not be evaluated")
  func unevaluated() {
    #expect(
      feedback("expect heat.city == \"Miami\" else \"Where is the city?\"") == [
        "Team has no 'city' (its only property is name)"
      ])
  }
}
