import Diagnostics
import Yams

/// Reads `Lessons/glossary.yaml`: terms and sentences.
package enum GlossaryReader {
  /// The entries, and everything that is wrong with the list, each with its line. Whatever is wrong is left out.
  /// - Complexity: O(*n*) in the length of the text.
  package static func read(_ source: SourceText) -> (entries: [Glossary.Entry], diagnostics: [Diagnostic]) {
    var entries: [Glossary.Entry] = []
    var diagnostics: [Diagnostic] = []
    func report(_ id: String, _ message: String, line: Int, hint: String? = nil) {
      diagnostics.append(Diagnostic(id, message, line: line, of: source, hint: hint))
    }
    let lines = source.lines
    // The library sees nothing but terms and texts: see ``Head``.
    if let place = lines.firstIndex(where: { !Head.isPlain($0) }) {
      report(
        "glossary-not-plain", "a glossary has only terms and sentences", line: source.firstLine + place,
        hint: "put a sentence that begins with a sign in quotes")
      return ([], diagnostics)
    }
    do {
      guard let root = try Yams.compose(yaml: source.text, .basic) else { return ([], []) }
      guard let mapping = root.mapping else {
        report("no-terms", "the glossary is not a list of terms", line: source.firstLine, hint: "term: sentence")
        return ([], diagnostics)
      }
      for (key, value) in mapping {
        let line = source.firstLine + (key.mark?.line ?? 1) - 1
        let term = key.string ?? "?"
        if let sentence = value.scalar?.string, !sentence.isEmpty {
          entries.append(Glossary.Entry(term: term, sentence: sentence, line: line))
        } else {
          report("no-sentence", "the term '\(DisplayText.visible(term))' has no sentence", line: line)
        }
      }
    } catch {
      let (message, line) = Head.facts(of: error, in: "the glossary")
      report("glossary-not-yaml", message, line: source.firstLine + line - 1)
    }
    return (entries, diagnostics)
  }
}

extension Library {
  /// The glossary of all courses, and what is wrong with it; empty for a course without the file. Of a term with several
  /// entries the first counts.
  package func glossary() -> (glossary: Glossary, diagnostics: [Diagnostic]) {
    glossary(of: lessons().entries.compactMap { lesson($0.slug).lesson })
  }

  /// The same, for lessons that were read already.
  package func glossary(of lessons: [Lesson]) -> (glossary: Glossary, diagnostics: [Diagnostic]) {
    let path = "Lessons/glossary.yaml"
    var entries: [Glossary.Entry] = []
    var diagnostics: [Diagnostic] = []
    for root in roots where FileTexts.names(in: "\(root)/Lessons").contains("glossary.yaml") {
      do throws(Diagnostic) {
        let source = try FileTexts.text(at: "\(root)/\(path)", name: shown(path, in: root))
        let (own, problems) = GlossaryReader.read(source)
        diagnostics += problems + Glossary(own, lessons: lessons).findings(in: source)
        entries += own.filter { entry in !entries.contains { $0.term.lowercased() == entry.term.lowercased() } }
      } catch {
        diagnostics.append(error)
      }
    }
    return (Glossary(entries, lessons: lessons), diagnostics)
  }
}
