extension MarkdownDocument {
  /// The code in the document, in its order: spans in the text, and blocks.
  package var code: [String] { Self.code(in: blocks) }

  private static func code(in blocks: [Block]) -> [String] {
    blocks.flatMap { block -> [String] in
      switch block.kind {
      case .code(let code): [code.text]
      case .paragraph(let inlines), .heading(_, let inlines): spans(in: inlines)
      case .quote(let blocks): code(in: blocks)
      case .list(let list): list.items.flatMap { code(in: $0.blocks) }
      default: []
      }
    }
  }

  private static func spans(in inlines: [Inline]) -> [String] {
    inlines.flatMap { inline -> [String] in
      switch inline {
      case .code(let text): [text]
      case .emphasis(let inner), .strong(let inner), .strikethrough(let inner), .link(let inner, _),
        .image(let inner, _):
        spans(in: inner)
      default: []
      }
    }
  }
}
