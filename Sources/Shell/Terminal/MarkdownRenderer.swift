import Courses
import Diagnostics

/// Markdown as lines of a terminal: headings bold, code set in, everything else left calm.
///
/// ```swift
/// MarkdownRenderer.document(MarkdownDocument("A *team* has `players`.")).lines(.plain)   // ["A team has players."]
/// ```
///
/// There is one blank line between two blocks, none before the first or after the last. Control characters in the text
/// are made visible.
package enum MarkdownRenderer {
  package static func document(_ document: MarkdownDocument) -> Document { self.document(document.blocks) }

  package static func document(_ blocks: [MarkdownDocument.Block]) -> Document { document(blocks, isTight: false) }

  private static func document(_ blocks: [MarkdownDocument.Block], isTight: Bool) -> Document {
    var result = Document()
    for block in blocks {
      let part = document(of: block)
      guard !part.isEmpty else { continue }
      if !result.isEmpty, !isTight { result.append("") }
      result += part
    }
    return result
  }

  private static func document(of block: MarkdownDocument.Block) -> Document {
    switch block.kind {
    case .heading(let level, let inlines): return Document(styled(inlines, level == 1 ? .heading : .strong))
    case .paragraph(let inlines): return Document(styled(inlines, .body))
    case .list(let list): return document(of: list)
    case .quote(let blocks):
      let bar = StyledText("│ ", .faint)
      return Document([.nested(document(blocks, isTight: false), first: bar, rest: bar)])
    case .code(let code):
      let lines = code.text.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.dropLast(code.text.hasSuffix("\n") ? 1 : 0).flatMap { line in
        line.isEmpty ? [""] : ["    \(DisplayText.visible(line), .code)"]
      }
    case .table(let table): return Document(textTable(of: table))
    case .thematicBreak: return [StyledText(String(repeating: "─", count: 24), .faint)]
    case .html:
      // Comments for the author.
      return []
    }
  }

  private static func document(of list: MarkdownDocument.List) -> Document {
    var result = Document()
    let last = list.start &+ list.items.count
    for (index, item) in list.items.enumerated() {
      let number = "\(list.start &+ index). "
      var mark = list.isOrdered ? number.leading(to: "\(last). ".count) : "• "
      if let isTicked = item.isTicked { mark += isTicked ? "[x] " : "[ ] " }
      let indent = String(repeating: " ", count: DisplayText.width(mark))
      let inner = document(item.blocks, isTight: list.isTight)
      if !result.isEmpty, !list.isTight { result.append("") }
      if inner.isEmpty {
        result.append(StyledText(mark))
      } else {
        result.append(.nested(inner, first: StyledText(mark), rest: StyledText(indent)))
      }
    }
    return result
  }

  private static func textTable(of table: MarkdownDocument.Table) -> TextTable {
    let columns = table.header.enumerated().map { index, cell in
      let alignment = index < table.alignments.count ? table.alignments[index] : .none
      return TextTable.Column(MarkdownDocument.plainText(of: cell), self.alignment(alignment))
    }
    return TextTable(columns: columns, rows: table.rows.map { $0.map(MarkdownDocument.plainText) })
  }

  private static func alignment(_ alignment: MarkdownDocument.Table.Alignment) -> TextTable.Alignment {
    switch alignment {
    case .none, .left: .leading
    case .center: .center
    case .right: .trailing
    }
  }

  private static func styled(_ inlines: [MarkdownDocument.Inline], _ role: TextStyle.Role) -> StyledText {
    var result = StyledText()
    for inline in inlines {
      switch inline {
      case .text(let text): result.append(DisplayText.visible(text), role)
      case .code(let text): result.append(DisplayText.visible(text), .code)
      case .emphasis(let inner): result = result + styled(inner, role == .body ? .emphasis : role)
      case .strong(let inner): result = result + styled(inner, role == .body ? .strong : role)
      case .strikethrough(let inner), .image(let inner, _): result = result + styled(inner, role)
      case .link(let inner, let destination):
        let text = styled(inner, role)
        result = result + text
        // A link within the courses is of no use on a terminal.
        if destination.contains("://"), text.text != destination {
          result.append(" <\(DisplayText.visible(destination))>", .faint)
        }
      case .softBreak: result.append(" ", role)
      case .lineBreak: result.append("\n", role)
      case .html: break
      }
    }
    return result
  }
}

extension String {
  /// The text with blanks before it up to a number of characters.
  fileprivate func leading(to count: Int) -> String {
    String(repeating: " ", count: Swift.max(0, count - self.count)) + self
  }
}
