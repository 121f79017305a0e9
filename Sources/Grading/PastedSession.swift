import Courses
import Diagnostics
import WorkbookLanguage

/// Extracts the statements from a session that was copied from the prompt, or from a Markdown file.
enum PastedSession {
  /// Without the spaces in front of them.
  private static let prompts = [Prompt.statement, Prompt.continuation].map { $0.drop { $0 == " " } }

  /// Returns only the statements, each at its line and column in the file, and a note about which lines were read. Any
  /// other text is returned unchanged. O(text).
  /// - Parameter answer: a text with plain line feeds.
  static func unwrapped(_ answer: SourceText, _ words: FixedWords) -> (SourceText, [Diagnostic]) {
    let lines = answer.lines
    // Not CommonMark's rule: what is copied from a chat or a list may be indented further.
    func isFence(_ line: Substring) -> Bool { line.drop { $0 == " " }.hasPrefix("```") }
    func marker(_ line: Substring) -> Substring.Index? {
      let start = line.drop { $0 == " " }
      for sign in prompts {
        if start.hasPrefix(sign) { return start.index(start.startIndex, offsetBy: sign.count) }
        // A prompt at which nothing was typed.
        if start == sign.dropLast() { return line.endIndex }
      }
      return nil
    }
    if lines.contains(where: { $0.drop { $0 == " " }.hasPrefix(Prompt.statement) }) {
      let kept = lines.map { line in marker(line).map { blank(line[..<$0]) + line[$0...] } ?? "" }
      return (
        SourceText(kept.joined(separator: "\n"), name: answer.name, firstLine: answer.firstLine),
        [note(words, .linesAfter, "\(Prompt.statement.dropLast())")]
      )
    }
    guard lines.contains(where: isFence) else { return (answer, []) }
    var isInside = false
    let kept = lines.map { line -> String in
      if isFence(line) {
        isInside.toggle()
        return ""
      }
      return isInside ? String(line) : ""
    }
    return (
      SourceText(kept.joined(separator: "\n"), name: answer.name, firstLine: answer.firstLine),
      [note(words, .linesBetween, "```")]
    )
  }

  /// Returns an answer whose lines begin with `>`, as a mail or a chat quotes them and other prompts are copied, without these signs,
  /// and a note. The others, which a prompt printed, are left out. A text whose first line but for comments does not begin so is returned
  /// unchanged. O(text).
  static func unquoted(_ answer: SourceText, _ words: FixedWords) -> (SourceText, [Diagnostic]) {
    let sign: Character = ">"
    let lines = answer.lines
    let written = lines.lazy.map { $0.drop { $0 == " " } }.first { !$0.isEmpty && !$0.hasPrefix("//") }
    guard written?.first == sign else { return (answer, []) }
    let kept = lines.map { line -> String in
      guard let place = line.firstIndex(where: { $0 != " " }), line[place] == sign else { return "" }
      return blank(line[...place]) + line[place...].dropFirst()
    }
    return (
      SourceText(kept.joined(separator: "\n"), name: answer.name, firstLine: answer.firstLine),
      [note(words, .linesAfter, String(sign))]
    )
  }

  private static func blank(_ text: Substring) -> String { String(repeating: " ", count: text.utf8.count) }

  private static func note(_ words: FixedWords, _ place: FixedWords.Key, _ sign: String) -> Diagnostic {
    Diagnostic(Diagnostic.ID.pastedSession, words(.onlyLinesRead, words(place, sign)), severity: .note)
  }
}
