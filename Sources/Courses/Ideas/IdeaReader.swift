import Diagnostics
import Yams

/// Reads the list of ideas, `Lessons/ideas.yaml`: the chapters by number, and in each the ideas by id.
///
/// ```yaml
/// 9:
///   deny-at-save: Deny is checked at save, not at delete
/// ```
package enum IdeaReader {
  /// The numbers that a course's chapters can have.
  static let chapters = 1...Skeleton.highestNumber

  /// Returns the ideas and everything that is wrong with the list, each problem with its line. Entries with a mistake
  /// are left out.
  /// - Complexity: O(*n*) in the length of the text.
  package static func read(_ source: SourceText) -> (list: IdeaList, diagnostics: [Diagnostic]) {
    var reader = ListReader(source: source)
    reader.read()
    return (IdeaList(ideas: reader.ideas, source: source), reader.diagnostics)
  }
}

private struct ListReader {
  let source: SourceText
  var ideas: [Idea] = []
  var diagnostics: [Diagnostic] = []

  mutating func read() {
    let lines = source.lines
    // Yams gets only keys and texts; see ``Head``.
    if let place = lines.firstIndex(where: { !Head.isPlain($0) }) {
      report(
        "ideas-not-plain", "a list of ideas has only chapters, ids and sentences", line: source.firstLine + place,
        hint: "put a sentence that begins with a sign in quotes")
      return
    }
    do {
      guard let root = try Yams.compose(yaml: source.text, .basic) else { return }
      guard let mapping = root.mapping else {
        report("no-chapters", "the ideas are not listed by chapter", line: source.firstLine, hint: "9:")
        return
      }
      for (key, value) in mapping { readChapter(key, value) }
    } catch YamlError.duplicatedKeysInMapping(let names, _) {
      for name in names.sorted() { reportTwice(name, line: lastLine(of: name, in: lines)) }
    } catch {
      let (message, line) = Head.facts(of: error, in: "the list of ideas")
      report("ideas-not-yaml", message, line: source.firstLine + line - 1)
    }
  }

  private mutating func readChapter(_ key: Node, _ value: Node) {
    let line = line(of: key)
    guard let number = key.string.flatMap({ Int($0) }), IdeaReader.chapters.contains(number) else {
      report(
        "unknown-chapter", "the book has no chapter '\(DisplayText.visible(key.string ?? "?"))'", line: line,
        hint: "the chapters are \(IdeaReader.chapters.lowerBound) to \(IdeaReader.chapters.upperBound)")
      return
    }
    guard let mapping = value.mapping else {
      report(
        "no-ideas", "chapter \(number) lists no ideas", line: line,
        hint: "deny-at-save: Deny is checked at save, not at delete")
      return
    }
    for (key, value) in mapping { readIdea(key, value, chapter: number) }
  }

  private mutating func readIdea(_ key: Node, _ value: Node, chapter: Int) {
    let id = key.string ?? "?"
    let line = line(of: key)
    guard id.isKebabCase else {
      report(
        "not-kebab-case", "'\(DisplayText.visible(id))' is not an id", line: line,
        hint: "small letters, digits and single hyphens: deny-at-save")
      return
    }
    guard !ideas.contains(where: { $0.id == id }) else { return reportTwice(id, line: line) }
    guard let sentence = value.scalar?.string, !sentence.isEmpty else {
      report("no-sentence", "the idea '\(id)' has no sentence", line: line, hint: "\(id): …")
      return
    }
    ideas.append(Idea(id: id, sentence: sentence, chapter: chapter, line: line))
  }

  private mutating func reportTwice(_ name: String, line: Int) {
    report(
      "listed-twice", "'\(DisplayText.visible(name))' is listed twice", line: line,
      hint: "each chapter, and each idea in the book, may be listed only once")
  }

  private mutating func report(_ id: String, _ message: String, line: Int, hint: String? = nil) {
    diagnostics.append(Diagnostic(id, message, line: line, of: source, hint: hint))
  }

  private func line(of node: Node) -> Int { source.firstLine + (node.mark?.line ?? 1) - 1 }

  private func lastLine(of name: String, in lines: [Substring]) -> Int {
    source.firstLine + (lines.lastIndex { $0.drop { $0 == " " }.hasPrefix(name + ":") } ?? 0)
  }
}
