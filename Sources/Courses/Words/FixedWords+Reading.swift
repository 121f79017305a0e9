import Diagnostics
import Yams

extension FixedWords {
  /// Reads the words of a language from a course's file, `Lessons/words.fr.yaml`: a line for each, `yourTurn: "À toi"`.
  ///
  /// - Parameter own: the words that the program has of the language; the file changes some of them.
  /// - Returns: the words, English where neither the program nor the file has one, and a diagnostic for each line that is
  ///   none of them.
  static func read(_ source: SourceText, changing own: FixedWords) -> (words: FixedWords, diagnostics: [Diagnostic]) {
    var texts: [Key: String] = [:]
    var diagnostics: [Diagnostic] = []
    let lines = source.lines
    if let place = lines.firstIndex(where: { !Head.isPlain($0) }) {
      diagnostics.append(
        Diagnostic("words-not-plain", "the words of a language are lines 'key: text'", line: place + 1, of: source))
    } else {
      do {
        for (key, value) in try Yams.compose(yaml: source.text)?.mapping ?? [:] {
          let name = key.string ?? "?"
          guard let known = Key(rawValue: name), let text = value.scalar?.string else {
            let hint = Suggestions.didYouMean(name, among: Key.allCases.map(\.rawValue))
            diagnostics.append(
              Diagnostic(
                "unknown-key", "there is no word '\(DisplayText.visible(name))'", line: key.mark?.line ?? 1, of: source,
                hint: hint))
            continue
          }
          texts[known] = text
        }
      } catch {
        let (message, line) = Head.facts(of: error, in: "the list of words")
        diagnostics.append(Diagnostic("words-not-yaml", message, line: line, of: source))
      }
    }
    let words = own.with(texts)
    if !words.missing.isEmpty, diagnostics.isEmpty {
      diagnostics.append(
        Diagnostic(
          "missing-words", "\(words.missing.count) words have no text, the first is '\(words.missing[0].rawValue)'",
          line: 1, of: source, severity: .warning, hint: "they stay English"))
    }
    return (words, diagnostics)
  }
}
