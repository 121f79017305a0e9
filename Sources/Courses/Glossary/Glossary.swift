import Diagnostics

/// The terms that the lessons introduce, each with a sentence: `Lessons/glossary.yaml`.
///
/// ```yaml
/// delete rule: what happens to the others when an object is deleted
/// ```
///
/// A lesson introduces a term by writing it in bold or italics, `**delete rule**`; that is where ``place(of:)`` leads.
package struct Glossary: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package var term: String
    package var sentence: String
    /// Its line in the list.
    package var line: Int

    package init(term: String, sentence: String, line: Int) {
      self.term = term
      self.sentence = sentence
      self.line = line
    }
  }

  /// In the order of the list.
  package let entries: [Entry]
  private let places: [String: IdeaIndex.StepPlace]
  private let codePlaces: [Int: IdeaIndex.StepPlace]

  /// - Complexity: O(*n*) in the text of the lessons.
  package init(_ entries: [Entry], lessons: [Lesson]) {
    self.entries = entries
    let terms = Set(entries.map { Self.key($0.term) })
    var places: [String: IdeaIndex.StepPlace] = [:]
    var (taught, mentioned): ([Int: IdeaIndex.StepPlace], [Int: IdeaIndex.StepPlace]) = ([:], [:])
    for lesson in lessons {
      // A term in the introduction leads to the first step.
      for (index, step) in lesson.steps.enumerated() {
        let prose = (index == 0 ? lesson.introduction : []) + step.prose
        for code in Self.codes(in: step.prose) {
          let place = IdeaIndex.StepPlace(lesson: lesson.number, slug: lesson.slug, step: index)
          if !step.teaches.isEmpty { taught[code] = taught[code] ?? place }
          mentioned[code] = mentioned[code] ?? place
        }
        for words in MarkdownDocument.emphasized(in: prose) {
          let place = IdeaIndex.StepPlace(lesson: lesson.number, slug: lesson.slug, step: index)
          for key in [Self.key(words), Self.singular(Self.key(words))] where terms.contains(key) {
            places[key] = places[key] ?? place
          }
        }
      }
    }
    self.places = places
    codePlaces = mentioned.merging(taught) { _, taught in taught }
  }

  /// The numbers of four digits and more in a text.
  private static func codes(in blocks: [MarkdownDocument.Block]) -> Set<Int> {
    let numbers = MarkdownDocument.plainText(of: blocks).split { !$0.isNumber }.filter {
      (4...6).contains($0.utf8.count)
    }
    return Set(numbers.compactMap { Int($0) })
  }

  /// Returns the entry of a term, in upper or lower case, singular or plural.
  package func entry(_ term: String) -> Entry? {
    let key = Self.key(term)
    return entries.first { Self.key($0.term) == key } ?? entries.first { Self.key($0.term) == Self.singular(key) }
  }

  /// The step that introduces a term; nil where none does.
  package func place(of entry: Entry) -> IdeaIndex.StepPlace? { places[Self.key(entry.term)] }

  /// The first step that explains a code, or else the first that mentions it; nil for a code of no lesson.
  package func place(ofCode code: Int) -> IdeaIndex.StepPlace? { codePlaces[code] }

  /// The terms that no lesson introduces, as findings.
  package func findings(in source: SourceText) -> [Diagnostic] {
    entries.filter { place(of: $0) == nil }.map { entry in
      Diagnostic(
        "term-not-introduced", "no lesson introduces '\(DisplayText.visible(entry.term))'", line: entry.line,
        of: source, hint: "write it in bold where it is first explained: **\(entry.term)**")
    }
  }

  private static func key(_ term: String) -> String { term.lowercased() }

  /// `entities` is `entity`, `delete rules` is `delete rule`.
  private static func singular(_ term: String) -> String {
    if term.hasSuffix("ies") { return term.dropLast(3) + "y" }
    return term.hasSuffix("s") ? String(term.dropLast()) : term
  }
}

extension Step {
  /// The blocks of text, without what is run, asked or hidden.
  fileprivate var prose: [MarkdownDocument.Block] {
    blocks.flatMap { block -> [MarkdownDocument.Block] in if case .prose(let blocks) = block { blocks } else { [] } }
  }
}

extension MarkdownDocument {
  /// The words in bold or italics in some blocks, in order.
  fileprivate static func emphasized(in blocks: [Block]) -> [String] {
    blocks.flatMap { block -> [String] in
      switch block.kind {
      case .paragraph(let inlines), .heading(_, let inlines): stressed(in: inlines)
      case .quote(let blocks): emphasized(in: blocks)
      case .list(let list): list.items.flatMap { emphasized(in: $0.blocks) }
      case .table(let table): (table.rows + [table.header]).joined().flatMap { stressed(in: $0) }
      default: []
      }
    }
  }

  private static func stressed(in inlines: [Inline]) -> [String] {
    inlines.flatMap { inline -> [String] in
      switch inline {
      case .emphasis(let inner), .strong(let inner): [plainText(of: inner)]
      case .strikethrough(let inner), .link(let inner, _), .image(let inner, _):
        stressed(in: inner)
      case .text, .code, .softBreak, .lineBreak, .html: []
      }
    }
  }
}
