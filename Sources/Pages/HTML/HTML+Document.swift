import Diagnostics

extension HTML {
  /// Lines with the roles of their pieces as classes, for preformatted text.
  package init(_ lines: some Sequence<StyledText>) { self = lines.map(Self.line).joined(by: "\n") }

  private static func line(_ line: StyledText) -> HTML {
    line.runs.html { run in
      let words = HTML(lines: [String(run.text)])
      return className(run.role).map { "<span class=\"\($0)\">\(words)</span>" } ?? words
    }
  }

  /// The class for the looks of a role; nil for text without any.
  private static func className(_ role: TextStyle.Role) -> HTML? {
    switch role {
    case .body: nil
    case .heading, .strong, .name: "t-strong"
    case .emphasis: "t-emphasis"
    case .code: "t-code"
    case .faint: "t-faint"
    case .success: "t-success"
    case .failure: "t-failure"
    case .warning: "t-warning"
    case .prompt: "t-prompt"
    }
  }

  /// A result as elements: tables as tables, drawings as SVG, everything else as preformatted text.
  /// - Parameters:
  ///   - columns: The characters of a line of the text.
  ///   - pictureWidth: The characters of a drawing's width.
  ///   - pictureID: Returns what begins the ids in a drawing: another one for each.
  /// - Complexity: O(document).
  package init(_ document: Document, columns: Int, pictureWidth: Int, pictureID: () -> String) {
    self = ""
    var lines: [StyledText] = []
    for block in document.blocks {
      switch block {
      case .table(let table, let indent):
        self += Self.output(lines) + Self.table(table, isIndented: indent > 0)
        lines = []
      case .picture(let picture):
        self += Self.output(lines)
        lines = []
        if let svg = picture.svg(width: pictureWidth, id: pictureID()) {
          self += "<div class=\"picture\">\(HTML(stringLiteral: svg))</div>\n"
        } else {
          self += HTML(picture.otherwise, columns: columns, pictureWidth: pictureWidth, pictureID: pictureID)
        }
      case .line, .prose, .cut, .source, .message, .nested: lines += block.lines(width: columns)
      }
    }
    self += Self.output(lines)
  }

  /// Lines of a result as preformatted text; nothing where all are empty.
  package static func output(_ lines: [StyledText]) -> HTML {
    guard lines.contains(where: { !$0.isEmpty }) else { return "" }
    return "<pre class=\"output\"\(MarkdownHTML.focus(lines.map(\.text)))><samp>\(HTML(lines))</samp></pre>\n"
  }

  /// A table of results. On a narrow screen a wide one is a list of its rows, each value after its title.
  private static func table(_ table: TextTable, isIndented: Bool) -> HTML {
    let columns = table.columns
    func alignment(_ column: Int) -> HTML { columns[column].alignment == .trailing ? " class=\"number\"" : "" }
    let head = columns.indices.html { column in
      "<th scope=\"col\"\(alignment(column))>\(text: DisplayText.visible(columns[column].title))</th>"
    }
    let rows = table.rows.html { row -> HTML in
      let cells = columns.indices.html { column -> HTML in
        let words = HTML(column < row.count ? row[column] : "")
        let title: HTML = columns[column].title.isEmpty ? "" : " data-title=\"\(text: columns[column].title)\""
        guard column == 0, let look = className(table.firstColumnRole) else {
          return "<td\(alignment(column))\(title)>\(words)</td>"
        }
        return "<td\(alignment(column))\(title)><span class=\"\(look)\">\(words)</span></td>"
      }
      return "<tr>\(cells)</tr>\n"
    }
    let isWide = table.lines(width: .max).contains { $0.width > Self.narrowTable }
    return """
      <div class="wide\(isIndented ? " in" : "")"\(isWide ? " tabindex=\"0\"" : "")><table class="result\(isWide ? " list" : "")">
      \(table.hasTitles ? "<thead><tr>\(head)</tr></thead>\n" : "")<tbody>\(rows)</tbody></table></div>

      """
  }

  /// The characters of a table that fits a phone.
  private static let narrowTable = 32
}
