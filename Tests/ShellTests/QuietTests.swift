import CommandIO
import Testing

@testable import Shell

/// `graphbook run --quiet`: answers and failures alone.
@Suite struct QuietTests {
  private func output(of text: String, isQuiet: Bool) -> (text: String, status: ProgramStatus) {
    var session = Session(.script, isQuiet: isQuiet)
    var written = ""
    let status = session.run(ScriptedReader(text.split(separator: "\n").map(String.init)), opening: { _ in [] }) {
      written += $0
    }
    return (written, status)
  }

  @Test("What statements did is left out, what was asked is not") func answersAlone() {
    let script = """
      entity Team { name: String }
      let heat = Team(name: "Heat")
      heat.name = "Miami Heat"
      save
      count Team
      heat.name
      expect heat.name == "Miami Heat"
      check "named" { expect heat.name BEGINSWITH "Miami" }
      delete heat
      undo
      """
    let quiet = output(of: script, isQuiet: true)
    #expect(quiet.text == "1\n\"Miami Heat\"\n")
    #expect(quiet.status == .success)
    #expect(output(of: script, isQuiet: false).text.hasPrefix("entity Team: name\n"))
  }

  @Test("What goes wrong is told, and so are warnings") func failures() {
    let script = """
      entity Team { name: String }
      Team(nme: "Heat")
      expect 1 == 2 else "one is not two"
      check "none" { expect count(Team) > 0 }
      fetch Team where name = nil
      """
    let (loud, quiet) = (output(of: script, isQuiet: false), output(of: script, isQuiet: true))
    #expect(quiet.status == .failure)
    #expect("entity Team: name\n" + quiet.text == loud.text)
  }
}
