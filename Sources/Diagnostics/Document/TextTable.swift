/// Rows and columns, aligned by display width and cut to the width of the screen.
///
/// ```swift
/// TextTable(columns: ["name", .trailing("age")], rows: [["Wade", "44"], ["山田", "9"]]).lines(width: 80)
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

  /// The treatment of a table that is wider than the screen.
  package enum Overflow: Sendable {
    /// The widest columns give way first, down to four cells each.
    case cutsCells
    /// The columns that fit stand next to each other; the others come below, each part with the first column.
    case splits
    /// Another form, where a cell would be cut.
    indirect case replaces(Document)
    /// Another form, where a cell would be cut to fewer than six cells.
    indirect case replacesWhenUnreadable(Document)
  }

  package var columns: [Column]
  /// The cells, as they were named: control characters are made visible here. A short row is filled with empty cells,
  /// what a long one has too much is left out.
  package var rows: [[String]]
  /// The role of the first column's cells.
  package var firstColumnRole: TextStyle.Role
  package var overflow: Overflow

  package init(
    columns: [Column], rows: [[String]], firstColumnRole: TextStyle.Role = .body, overflow: Overflow = .cutsCells
  ) {
    self.columns = columns
    self.rows = rows
    self.firstColumnRole = firstColumnRole
    self.overflow = overflow
  }

  private static let gap = 2

  /// Whether a line of titles stands above the rows.
  package var hasTitles: Bool { columns.contains { !$0.title.isEmpty } }

  /// The bytes of the cells and titles. O(cells).
  package var byteCount: Int {
    columns.reduce(0) { $0 + $1.title.utf8.count }
      + rows.reduce(0) { $0 + $1.reduce(0) { $0 + $1.utf8.count + Self.gap } }
  }

  /// The title line, a rule and the rows; no title line when every title is empty. O(cells).
  ///
  /// On a narrow screen a table with titles that does not fit becomes a list of its rows, in which nothing is cut.
  package func lines(width: Int, indent: Int = 0) -> [StyledText] {
    guard !columns.isEmpty else { return [] }
    let body = body
    let natural = naturalWidths(body)
    let room = width - indent
    if total(natural) <= room { return lines(body, natural, indent: indent) }
    switch overflow {
    case .replaces(let other): return other.lines(width: width)
    case .replacesWhenUnreadable(let other) where !isReadable(natural, in: width): return other.lines(width: width)
    case .splits: return parts(natural, room).flatMap { $0.lines(width: width, indent: indent) }
    case .cutsCells, .replacesWhenUnreadable:
      if hasTitles, width < Document.narrow { return list(width: width, indent: indent) }
      return lines(body, fitted(natural, into: room), indent: indent)
    }
  }

  private var body: [[StyledText]] {
    rows.map { row in
      columns.indices.map { index in
        StyledText(DisplayText.visible(index < row.count ? row[index] : ""), index == 0 ? firstColumnRole : .body)
      }
    }
  }

  private func lines(_ body: [[StyledText]], _ widths: [Int], indent: Int) -> [StyledText] {
    let margin = String(repeating: " ", count: indent)
    var result: [StyledText] = []
    result.reserveCapacity(rows.count + 2)
    if hasTitles {
      let titles = columns.map { StyledText(DisplayText.visible($0.title), .strong) }
      result.append(line(titles, widths, margin))
      let rule = widths.map { StyledText(String(repeating: "─", count: $0), .faint) }
      result.append(line(rule, widths, margin))
    }
    for row in body { result.append(line(row, widths, margin)) }
    return result
  }

  /// Each row as its values, with their titles.
  private func list(width: Int, indent: Int) -> [StyledText] {
    let margin = String(repeating: " ", count: indent)
    return rows.flatMap { row in
      var text = StyledText()
      for (index, value) in row.prefix(columns.count).enumerated() where index == 0 || !value.isEmpty {
        if index > 0 { text.append(" · ") }
        let title = columns[index].title
        if !title.isEmpty { text.append(DisplayText.visible(title) + " ", .faint) }
        text.append(DisplayText.visible(value), index == 0 ? .strong : .body)
      }
      return TextWrap(width: width, first: StyledText(margin), rest: StyledText(margin + "  ")).lines(text)
    }
  }

  // MARK: Widths

  private func total(_ widths: [Int]) -> Int { widths.reduce(0, +) + Self.gap * (widths.count - 1) }

  /// Whether each column has at least six cells, if it needs them.
  private func isReadable(_ natural: [Int], in width: Int) -> Bool {
    zip(fitted(natural, into: width), natural).allSatisfy { $0 >= min($1, 6) }
  }

  private func naturalWidths(_ body: [[StyledText]]) -> [Int] {
    var widths = columns.map { DisplayText.width(DisplayText.visible($0.title)) }
    for row in body {
      for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.width) }
    }
    return widths
  }

  private func fitted(_ natural: [Int], into width: Int) -> [Int] {
    var widths = natural
    var excess = total(widths) - width
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

  /// Tables of the columns that fit next to each other, so that their names stay whole.
  private func parts(_ natural: [Int], _ room: Int) -> [TextTable] {
    let titles = columns.map { DisplayText.width(DisplayText.visible($0.title)) }
    let widths = columns.indices.map { max(titles[$0], min(Self.widestCell, natural[$0])) + Self.gap }
    var blocks: [[Int]] = []
    var block: [Int] = []
    var width = 0
    for index in columns.indices {
      if block.count > 1, width + widths[index] > room + Self.gap {
        blocks.append(block)
        block = [0]
        width = widths[0]
      }
      block.append(index)
      width += widths[index]
    }
    return (blocks + [block]).map { block in
      TextTable(
        columns: block.map { columns[$0] },
        rows: rows.map { row in block.map { $0 < row.count ? row[$0] : "" } }, firstColumnRole: firstColumnRole)
    }
  }

  /// A wider cell of a table that is split is cut, and the columns next to it stay.
  private static let widestCell = 30

  private func line(_ cells: [StyledText], _ widths: [Int], _ margin: String) -> StyledText {
    var result = StyledText(margin)
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
      if left > 0 { result.append(String(repeating: " ", count: left)) }
      result.append(shown)
      if !isLast { result.append(String(repeating: " ", count: space - left + Self.gap)) }
    }
    // An empty last cell adds no trailing blanks.
    return result.trimmingEnd
  }
}
