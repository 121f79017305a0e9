import Diagnostics

/// Rows and columns, aligned by display width and cut to the width of the screen.
///
/// ```swift
/// TextTable(columns: ["name", .trailing("age")], rows: [["Wade", "44"], ["山田", "9"]]).lines(.plain)
/// // name  age
/// // ────  ───
/// // Wade   44
/// // 山田    9
/// ```
package struct TextTable: Sendable {
  package enum Alignment: Hashable, Sendable {
    case leading, center, trailing
  }

  package struct Column: Hashable, Sendable, ExpressibleByStringLiteral {
    package var title: String
    package var alignment: Alignment

    package init(_ title: String, _ alignment: Alignment = .leading) {
      self.title = title
      self.alignment = alignment
    }

    package init(stringLiteral value: String) { self.init(value) }

    package static func trailing(_ title: String) -> Column { Column(title, .trailing) }
  }

  package var columns: [Column]
  /// The cells, as they were named: control characters are made visible here. A short row is filled with empty cells,
  /// what a long one has too much is left out.
  package var rows: [[String]]
  /// The role of the first column's cells.
  package var firstColumnRole: TextStyle.Role

  package init(columns: [Column], rows: [[String]], firstColumnRole: TextStyle.Role = .body) {
    self.columns = columns
    self.rows = rows
    self.firstColumnRole = firstColumnRole
  }

  private static let gap = 2
  /// On a screen of fewer cells, such as a phone's, a table that does not fit becomes a list.
  static let narrow = 60

  /// The title line, a rule and the rows; no title line when every title is empty. O(cells).
  ///
  /// When the table is too wide, the widest columns give way first, down to four cells each. On a narrow screen a table with
  /// titles becomes a list of its rows instead, in which nothing is cut.
  package func lines(_ style: TextStyle, indent: String = "") -> [String] {
    guard !columns.isEmpty else { return [] }
    let body = rows.map { row in
      columns.indices.map { StyledText(DisplayText.visible($0 < row.count ? row[$0] : ""), role(ofColumn: $0)) }
    }
    let hasTitles = columns.contains { !$0.title.isEmpty }
    if hasTitles, style.width < Self.narrow, !isWhole(style, indent: indent) { return list(style, indent: indent) }
    let widths = fitted(naturalWidths(body), into: style.width - DisplayText.width(indent))
    var result: [String] = []
    if hasTitles {
      let titles = columns.map { StyledText(DisplayText.visible($0.title), .strong) }
      result.append(line(titles, widths, style))
      let rule = zip(columns, widths).map { StyledText(String(repeating: "─", count: $1), .faint) }
      result.append(line(rule, widths, style))
    }
    result += body.map { line($0, widths, style) }
    return result.map { indent + $0 }
  }

  /// Each row as its values, with their titles.
  private func list(_ style: TextStyle, indent: String) -> [String] {
    rows.flatMap { row in
      var text = StyledText()
      for (index, value) in row.prefix(columns.count).enumerated() where index == 0 || !value.isEmpty {
        if index > 0 { text.append(" · ") }
        let title = columns[index].title
        if !title.isEmpty { text.append(DisplayText.visible(title) + " ", .faint) }
        text.append(DisplayText.visible(value), index == 0 ? .strong : .body)
      }
      return TextWrap(width: style.width, first: indent, rest: indent + "  ").lines(text).map { $0.painted(style) }
    }
  }

  /// Whether the table fits the width of the screen with at least six cells in each column that needs them. O(cells).
  package func isReadable(_ style: TextStyle) -> Bool {
    let body = rows.map { row in columns.indices.map { StyledText(DisplayText.visible($0 < row.count ? row[$0] : "")) }
    }
    let natural = naturalWidths(body)
    return zip(fitted(natural, into: style.width), natural).allSatisfy { $0 >= min($1, 6) }
  }

  /// Whether no cell is cut. O(cells).
  package func isWhole(_ style: TextStyle, indent: String) -> Bool {
    let body = rows.map { row in columns.indices.map { StyledText(DisplayText.visible($0 < row.count ? row[$0] : "")) }
    }
    let natural = naturalWidths(body)
    return natural.reduce(0, +) + Self.gap * (natural.count - 1) <= style.width - DisplayText.width(indent)
  }

  private func role(ofColumn index: Int) -> TextStyle.Role { index == 0 ? firstColumnRole : .body }

  private func naturalWidths(_ body: [[StyledText]]) -> [Int] {
    var widths = columns.map { DisplayText.width(DisplayText.visible($0.title)) }
    for row in body {
      for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.width) }
    }
    return widths
  }

  private func fitted(_ natural: [Int], into width: Int) -> [Int] {
    var widths = natural
    var excess = widths.reduce(0, +) + Self.gap * (widths.count - 1) - width
    while excess > 0, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > 4 {
      // Down to the next widest in one go, so that this ends after a few rounds however wide the cells are.
      let next = widths.indices.filter { widths[$0] < widths[widest] }.map { widths[$0] }.max() ?? 4
      let tied = widths.indices.filter { widths[$0] == widths[widest] }
      let step = max(1, min((excess + tied.count - 1) / tied.count, widths[widest] - max(4, next)))
      for index in tied where excess > 0 {
        let taken = min(step, excess, widths[index] - 4)
        widths[index] -= taken
        excess -= taken
      }
    }
    return widths
  }

  private func line(_ cells: [StyledText], _ widths: [Int], _ style: TextStyle) -> String {
    var result = ""
    for (index, cell) in cells.enumerated() {
      let shown = cell.truncated(to: widths[index])
      let space = widths[index] - shown.width
      let left =
        switch columns[index].alignment {
        case .leading: 0
        case .center: space / 2
        case .trailing: space
        }
      let isLast = index == cells.count - 1
      result += String(repeating: " ", count: left) + shown.painted(style)
      if !isLast { result += String(repeating: " ", count: space - left + Self.gap) }
    }
    // An empty last cell adds no trailing blanks.
    while result.last == " " { result.removeLast() }
    return result
  }
}
