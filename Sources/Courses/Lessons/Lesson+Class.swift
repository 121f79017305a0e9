import Diagnostics
import WorkbookLanguage

extension Lesson {
  /// The lesson as a class sees it: without the sentences that tell a learner alone where to stop, which the teacher decides, and
  /// without those that lead to what a class does not have, such as a drill.
  package var forClass: Lesson {
    var lesson = self
    lesson.introduction = introduction.forClass
    for (place, step) in steps.enumerated() {
      lesson.steps[place].blocks = step.blocks.compactMap { block in
        guard case .prose(let blocks) = block, case let kept = blocks.forClass, kept != blocks else {
          return block
        }
        return kept.isEmpty ? nil : .prose(kept)
      }
    }
    return lesson
  }
}

extension String {
  /// Whether an author says here that a learner can stop: *a good place to stop*.
  var namesPause: Bool {
    split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased().contains("good place to stop")
  }
}

extension ShellCommand {
  /// Whether a student in a class has the command.
  package var isInClass: Bool {
    switch self {
    case .help, .timing, .again, .check, .hint, .restart: true
    case .next, .back, .skip, .solution, .lessons, .lesson, .leave, .exercises, .courses, .exercise, .drill, .handIn,
      .practice, .progress, .quit:
      false
    }
  }
}

extension Step {
  /// Whether the author says in the step that a learner can stop after it.
  package var namesPause: Bool {
    blocks.contains { block in
      if case .prose(let blocks) = block { MarkdownDocument.plainText(of: blocks).namesPause } else { false }
    }
  }
}

extension [MarkdownDocument.Block] {
  /// The blocks without the sentences that a class does not need. Only those of paragraphs are left out, and a listing that such a
  /// sentence leads to.
  fileprivate var forClass: [MarkdownDocument.Block] {
    var kept: [MarkdownDocument.Block] = []
    var leadsNowhere = false
    for block in self {
      let isListingOfNothing = leadsNowhere
      leadsNowhere = false
      if isListingOfNothing, case .code = block.kind { continue }
      guard case .paragraph(let inlines) = block.kind else {
        kept.append(block)
        continue
      }
      let sentences = inlines.sentences
      let rest = sentences.forClass
      guard rest.count < sentences.count else {
        kept.append(block)
        continue
      }
      if !rest.isEmpty {
        kept.append(
          MarkdownDocument.Block(
            .paragraph([MarkdownDocument.Inline](rest.joined(separator: [.softBreak]))), line: block.line))
      }
      leadsNowhere = rest.last != sentences.last && MarkdownDocument.plainText(of: sentences.last ?? []).last == ":"
    }
    return kept
  }
}

extension [[MarkdownDocument.Inline]] {
  /// The sentences of a paragraph that a class needs. Those after one about the exercises are about them as well, but for one that
  /// names a lesson.
  fileprivate var forClass: [[MarkdownDocument.Inline]] {
    var isAboutExercises = false
    return filter { sentence in
      let text = MarkdownDocument.plainText(of: sentence).lowercased()
      if isAboutExercises { return text.contains("lesson ") }
      isAboutExercises = text.contains("exercises come next")
      return !isAboutExercises && !text.namesPause && !sentence.contains(where: \.namesOtherCommand)
    }
  }
}

extension MarkdownDocument.Inline {
  /// Whether this is a command that a class does not have.
  fileprivate var namesOtherCommand: Bool {
    guard case .code(let text) = self, case let statements = WorkbookParser.parse(SourceText(text)).statements,
      statements.count == 1, case .shell(let command)? = statements.first?.kind
    else { return false }
    return !command.isInClass
  }
}

extension [MarkdownDocument.Inline] {
  /// The sentences of a paragraph, without the space between them. A sentence ends at a full stop, question mark or exclamation
  /// mark before a space.
  fileprivate var sentences: [[MarkdownDocument.Inline]] {
    var sentences: [[MarkdownDocument.Inline]] = [[]]
    func endsSentence(_ text: some StringProtocol) -> Bool { text.last.map { ".?!".contains($0) } ?? false }
    for inline in self {
      switch inline {
      case .text(let text):
        var rest = text[...]
        while let end = rest.indices.first(where: { rest[$0] == " " && endsSentence(rest[..<$0]) }) {
          sentences[sentences.count - 1].append(.text(String(rest[..<end])))
          sentences.append([])
          rest = rest[end...].drop { $0 == " " }
        }
        if !rest.isEmpty { sentences[sentences.count - 1].append(.text(String(rest))) }
      case .softBreak, .lineBreak:
        if endsSentence(MarkdownDocument.plainText(of: sentences[sentences.count - 1])) {
          sentences.append([])
        } else {
          sentences[sentences.count - 1].append(inline)
        }
      case .code, .emphasis, .strong, .strikethrough, .link, .image, .html:
        sentences[sentences.count - 1].append(inline)
      }
    }
    return sentences.filter { !$0.isEmpty }
  }
}
