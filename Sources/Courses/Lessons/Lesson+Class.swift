extension Lesson {
  /// The lesson as a class sees it: without the sentences that tell a learner alone where to stop. In a class the teacher
  /// decides that.
  package var forClass: Lesson {
    var lesson = self
    lesson.introduction = introduction.withoutPauses
    for (place, step) in steps.enumerated() {
      lesson.steps[place].blocks = step.blocks.compactMap { block in
        guard case .prose(let blocks) = block, case let kept = blocks.withoutPauses, kept != blocks else {
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

extension [MarkdownDocument.Block] {
  /// The blocks without the sentences that say that a learner can stop. Only those of paragraphs do.
  fileprivate var withoutPauses: [MarkdownDocument.Block] {
    compactMap { block in
      guard case .paragraph(let inlines) = block.kind, MarkdownDocument.plainText(of: inlines).namesPause else {
        return block
      }
      let kept = [MarkdownDocument.Inline](
        inlines.sentences.filter { !MarkdownDocument.plainText(of: $0).namesPause }.joined(separator: [.softBreak]))
      return kept.isEmpty ? nil : MarkdownDocument.Block(.paragraph(kept), line: block.line)
    }
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
