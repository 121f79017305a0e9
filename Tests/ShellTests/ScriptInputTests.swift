import CommandIO
import Diagnostics
import Shell
import Testing
import WorkbookLanguage

@Suite("The inputs of a script")
struct ScriptInputTests {
  private static func run(_ inputs: [LineInput], bytes: Int = .max) -> (output: String, status: ProgramStatus) {
    let world = Session.World(makeInterpreter: { _ in
      var interpreter = Interpreter()
      interpreter.budget.textBytes = bytes
      return interpreter
    })
    var session = Session(.script, world: world)
    var output = ""
    let status = session.run(ScriptedReader(inputs), opening: { _ in [] }) { output += $0 }
    return (output, status)
  }

  @Test("Lines run as soon as they are a statement, and the last ones at the end")
  func statements() {
    let lines = ["1 + 1", "", "for i in 1...2 {", "  expect i > 0", "}", "2 +"]
    let (output, status) = Self.run(lines.map { .line($0) })
    #expect(output.hasPrefix("2\n"))
    #expect(output.hasSuffix("expected a value after '+', but the text ends here\n  2 +\n     ^\n"))
    #expect(status == .failure)
  }

  @Test("Nothing follows a line with which the text is too long")
  func nothingFollowsWhatIsTooLong() {
    let (output, status) = Self.run([.line("1 + 1"), .line("2 + 2"), .line("3 + 3")], bytes: 11)
    #expect(output.hasPrefix("2\n") && !output.contains("4\n") && !output.contains("6\n"))
    #expect(output.contains("the text is longer than 11 bytes"))
    #expect(status == .failure)
    #expect(Self.run([.line("1 + 1"), .line("2 + 2")], bytes: 12).status == .success)
  }

  @Test("Nothing follows a line that cannot be read")
  func nothingFollowsWhatIsUnreadable() {
    let (output, status) = Self.run([.line("1 + 1"), .unreadable(Diagnostic("unreadable", "no")), .line("2 + 2")])
    #expect(output.hasPrefix("2\n") && output.contains("no") && !output.contains("4\n"))
    #expect(status == .failure)
  }
}
