import Diagnostics
import Mutations
import Testing
import WorkbookLanguage

@testable import Shell

@Suite("Odd characters at the prompt")
struct OddCharacterTests {
  @Test("Completion at each place of a line begins on a character's start and never behind the cursor")
  func completion() {
    let session = Session(.prompt)
    for frame in [
      "fetch |", "run \"|", "|", "let x = |.name", "export \"a/|b", "lesson |", "wade.|", "use version \"|", "show |;",
    ] {
      for piece in OddCharacters.pieces {
        let line = frame.split(separator: "|", omittingEmptySubsequences: false).joined(separator: piece + "a")
        for cursor in -1...(line.utf8.count + 1) {
          let found = session.completions(of: line, at: cursor, after: cursor.isMultiple(of: 2) ? "" : "entity A {")
          #expect(found.start <= max(0, min(cursor, line.utf8.count)), "\(line.debugDescription) \(cursor)")
          #expect(found.start >= 0)
        }
      }
    }
  }

  @Test("All inputs of up to three of these, and each odd character in each kind of statement")
  func statements() {
    let pieces = ["a", "%", "\"", "\u{200D}", "\u{301}", "é", "👨", "=", "(", "\\(", "\r\n"]
    var lines: [String] = []
    OddCharacters.forEachText(of: pieces, upTo: 3) { lines.append($0) }
    for piece in OddCharacters.pieces {
      for frame in [
        "entity |A { b|: String = \"|\" }", "let |x = \"|\"", "fetch A| where b == |", "expect \"\\(|)\"", "run \"|",
        "|", "// |", "add A.|c: String", "show A.b|", "A(b: \"|\", |: 1)",
      ] {
        lines.append(frame.split(separator: "|", omittingEmptySubsequences: false).joined(separator: piece))
      }
    }
    var session = Session(.prompt)
    var written = ""
    session.run(TextReader(lines.joined(separator: "\n\n") + "\n"), opening: { _ in [] }, write: { written += $0 })
    #expect(!written.isEmpty)
    // Lines are bytes between line feeds; "\r\n" would be one character.
    let shown = written.unicodeScalars.split(separator: "\n")
    #expect(shown.filter { $0.contains(where: DisplayText.isHidden) }.map { String($0).debugDescription } == [])
  }
}
