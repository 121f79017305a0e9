import Courses
import Diagnostics

/// Markdown as lines of a terminal: headings bold, code set in, everything else left calm.
///
/// ```swift
/// MarkdownRenderer(style: .plain).lines(MarkdownDocument("A *team* has `players`.").blocks)   // ["A team has players."]
/// ```
///
/// There is one blank line between two blocks, none before the first or after the last. Control characters in the text
/// are made visible.
package struct MarkdownRenderer: Sendable {
  package var style: TextStyle

  package init(style: TextStyle) { self.style = style }

  package func lines(_ document: MarkdownDocument) -> [String] { lines(document.blocks) }

  package func lines(_ blocks: [MarkdownDocument.Block]) -> [String] {
    lines(blocks, width: style.width, isTight: false)
  }

  private func lines(_ blocks: [MarkdownDocument.Block], width: Int, isTight: Bool) -> [String] {
    var result: [String] = []
    for block in blocks {
      let lines = lines(of: block, width: width)
      guard !lines.isEmpty else { continue }
      if !result.isEmpty, !isTight { result.append("") }
      result += lines
    }
    return result
  }

  private func lines(of block: MarkdownDocument.Block, width: Int) -> [String] {
    switch block.kind {
    case .heading(let level, let inlines):
      return wrapped(styled(inlines, level == 1 ? .heading : .strong), width: width)
    case .paragraph(let inlines):
      return wrapped(styled(inlines, .body), width: width)
    case .list(let list):
      return lines(of: list, width: width)
    case .quote(let blocks):
      return lines(blocks, width: width - 2, isTight: false).map {
        style.paint("│", .faint) + ($0.isEmpty ? "" : " " + $0)
      }
    case .code(let code):
      return code.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(
        code.text.hasSuffix("\n") ? 1 : 0
      )
      .map { $0.isEmpty ? "" : "    " + style.paint(DisplayText.visible($0), .code) }
    case .table(let table):
      return lines(of: table, width: width)
    case .thematicBreak:
      return [style.paint(String(repeating: "─", count: max(1, min(width, 24))), .faint)]
    case .html:
      // Comments for the author.
      return []
    }
  }

  private func lines(of list: MarkdownDocument.List, width: Int) -> [String] {
    var result: [String] = []
    let last = list.start &+ list.items.count
    for (index, item) in list.items.enumerated() {
      let number = "\(list.start &+ index). "
      var mark = list.isOrdered ? number.leading(to: "\(last). ".count) : "• "
      if let isTicked = item.isTicked { mark += isTicked ? "[x] " : "[ ] " }
      let indent = String(repeating: " ", count: DisplayText.width(mark))
      let inner = lines(item.blocks, width: width - indent.count, isTight: list.isTight)
      if !result.isEmpty, !list.isTight { result.append("") }
      if inner.isEmpty { result.append(mark) }
      for (position, line) in inner.enumerated() {
        result.append(line.isEmpty ? "" : (position == 0 ? mark : indent) + line)
      }
    }
    return result
  }

  private func lines(of table: MarkdownDocument.Table, width: Int) -> [String] {
    let columns = table.header.enumerated().map { index, cell in
      let alignment = index < table.alignments.count ? table.alignments[index] : .none
      return TextTable.Column(MarkdownDocument.plainText(of: cell), Self.alignment(alignment))
    }
    let rows = table.rows.map { $0.map(MarkdownDocument.plainText) }
    return TextTable(columns: columns, rows: rows).lines(TextStyle(dress: style.dress, width: width))
  }

  private static func alignment(_ alignment: MarkdownDocument.Table.Alignment) -> TextTable.Alignment {
    switch alignment {
    case .none, .left: .leading
    case .center: .center
    case .right: .trailing
    }
  }

  private func wrapped(_ text: StyledText, width: Int) -> [String] {
    TextWrap(width: max(10, width)).lines(text).map { $0.painted(style) }
  }

  private func styled(_ inlines: [MarkdownDocument.Inline], _ role: TextStyle.Role) -> StyledText {
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
