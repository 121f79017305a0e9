import Courses
import Diagnostics

/// Markdown as HTML.
///
/// ```swift
/// MarkdownHTML().html(MarkdownDocument("A *team* has `players`."))   // <p>A <em>team</em> has <code>players</code>.</p>
/// ```
///
/// Every text is escaped, and raw HTML in the Markdown, which is the author's comments, is left out. A link is kept if it
/// leads to the web or to a place in the same page; of any other, only the words.
package struct MarkdownHTML: Sendable {
  /// The level of the Markdown's first heading: lessons and exercises are parts of a page that has its own.
  package var topLevel = 3

  /// Whether headings have ids, made of their words as forges make them.
  package var hasAnchors = false
  /// The pages that links may lead to, by the names of their Markdown files: `limits.md` is `limits.html`.
  package var relative: [String: String] = [:]
  /// The ids of the headings of a document, by their lines.
  private var anchors: [Int: String] = [:]

  private let words: FixedWords

  /// - Parameter words: those of the text's language.
  package init(topLevel: Int = 3, _ words: FixedWords = .english) {
    self.topLevel = topLevel
    self.words = words
  }

  package func html(_ document: MarkdownDocument) -> HTML {
    guard hasAnchors else { return html(document.blocks) }
    var copy = self
    var seen: Set<String> = []
    for block in document.blocks {
      guard case .heading(_, let inlines) = block.kind else { continue }
      let words = MarkdownDocument.plainText(of: inlines).lowercased().filter {
        $0.isLetter || $0.isNumber || $0 == " " || $0 == "-"
      }
      let id = words.map { $0 == " " ? "-" : String($0) }.joined()
      if seen.insert(id).inserted { copy.anchors[block.line] = id }
    }
    return copy.html(document.blocks)
  }

  package func html(_ blocks: [MarkdownDocument.Block]) -> HTML { blocks.html { html($0) } }

  package func html(_ block: MarkdownDocument.Block) -> HTML {
    switch block.kind {
    case .heading(let level, let inlines):
      let shown = min(6, max(topLevel, level))
      let id: HTML = anchors[block.line].map { " id=\"\(text: $0)\"" } ?? ""
      return "<h\(shown)\(id)>\(html(inlines))</h\(shown)>\n"
    case .paragraph(let inlines): return "<p>\(html(inlines))</p>\n"
    case .list(let list): return html(list)
    case .quote(let blocks): return "<blockquote>\n\(html(blocks))</blockquote>\n"
    case .code(let code): return Self.code(code.text)
    case .table(let table): return html(table)
    case .thematicBreak: return "<hr>\n"
    case .html: return ""
    }
  }

  /// Code that is only shown.
  package static func code(_ text: String) -> HTML {
    let lines = text.lines
    return "<pre class=\"code\"\(focus(lines))><code>\(HTML(lines: lines))</code></pre>\n"
  }

  /// Lets the keyboard scroll what may be wider than a narrow window.
  static func focus(_ lines: [String]) -> HTML {
    lines.contains { $0.utf8.count > 40 } ? " tabindex=\"0\"" : ""
  }

  private func html(_ list: MarkdownDocument.List) -> HTML {
    let items = list.items.html { item -> HTML in
      let box: HTML = item.isTicked.map { $0 ? "☑ " : "☐ " } ?? ""
      if list.isTight, item.blocks.count == 1, case .paragraph(let inlines)? = item.blocks.first?.kind {
        return "<li>\(box)\(html(inlines))</li>\n"
      }
      return "<li>\(box)\(html(item.blocks))</li>\n"
    }
    if list.isOrdered {
      return "<ol\(list.start == 1 ? "" : " start=\"\(list.start)\"")>\n\(items)</ol>\n"
    }
    return "<ul>\n\(items)</ul>\n"
  }

  private func html(_ table: MarkdownDocument.Table) -> HTML {
    func cells(_ row: [[MarkdownDocument.Inline]], _ tag: HTML, _ scope: HTML) -> HTML {
      row.enumerated().html { place, cell in
        let isNumber = table.alignments.indices.contains(place) && table.alignments[place] == .right
        return "<\(tag)\(scope)\(isNumber ? " class=\"number\"" : "")>\(html(cell))</\(tag)>"
      }
    }
    return """
      <div class="wide" role="region" aria-label="\(text: words(.table))" tabindex="0"><table>
      <thead><tr>\(cells(table.header, "th", " scope=\"col\""))</tr></thead>
      <tbody>\(table.rows.html { "<tr>\(cells($0, "td", ""))</tr>\n" })</tbody></table></div>

      """
  }

  package func html(_ inlines: [MarkdownDocument.Inline]) -> HTML {
    inlines.html { inline -> HTML in
      switch inline {
      case .text(let text): return HTML(lines: [text])
      case .code(let text): return "<code>\(HTML(code: [text]))</code>"
      case .emphasis(let inner): return "<em>\(html(inner))</em>"
      case .strong(let inner): return "<strong>\(html(inner))</strong>"
      case .strikethrough(let inner): return "<s>\(html(inner))</s>"
      case .link(let inner, let destination):
        guard let destination = allowed(destination) else { return html(inner) }
        return "<a href=\"\(HTML(lines: [destination]))\" rel=\"noreferrer\">\(html(inner))</a>"
      // No picture of others is loaded.
      case .image(let inner, _): return html(inner)
      case .softBreak: return "\n"
      case .lineBreak: return "<br>\n"
      case .html: return ""
      }
    }
  }

  /// Returns where a link leads; nil if it may lead nowhere.
  private func allowed(_ destination: String) -> String? {
    let lowered = destination.lowercased()
    if ["https://", "http://", "mailto:", "#"].contains(where: { lowered.hasPrefix($0) }) { return destination }
    let parts = destination.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard let file = parts.first, let page = relative[String(file)] else { return nil }
    return parts.count > 1 ? "\(page)#\(parts[1])" : page
  }

  /// A line in which `code` and *emphasis* are marked up, as in the answers and remarks of a prediction.
  package static func inlineCode(_ text: String) -> HTML {
    RemarkText.parts(of: text).html { part, kind in
      switch kind {
      case .plain: HTML(lines: [part])
      case .code: "<code>\(HTML(code: [part]))</code>"
      case .emphasis: "<em>\(HTML(lines: [part]))</em>"
      }
    }
  }
}
