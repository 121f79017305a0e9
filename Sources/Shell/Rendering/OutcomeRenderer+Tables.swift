import Diagnostics
import ModelInterchange
import WorkbookLanguage

/// `show tables`: the tables of a store.
extension OutcomeRenderer {
  func tables(_ view: TablesView) -> Document {
    guard view.tables.contains(where: { !$0.table.isBookkeeping }) else { return ["the model has no entities yet"] }
    var lines = Document()
    for table in view.tables where table.table.isShown {
      if !lines.isEmpty { lines.append("") }
      lines += self.table(table)
    }
    let hidden = view.tables.filter { !$0.table.isShown }.map(\.table.name)
    lines.append("")
    lines += wrapped(
      StyledText(
        "\(hidden.joined(separator: " and ")): one row\(hidden.count == 1 ? "" : " each"), about the store itself",
        .faint),
      rest: "")
    for link in view.contested { lines += wrapped(contested(link)) }
    lines += rest(view.contestedCount - view.contested.count)
    if view.unsavedCount > 0 { lines += wrapped(unsaved(view.unsavedCount)) }
    return lines
  }

  private func unsaved(_ count: Int) -> String {
    count == 1
      ? "1 change waits for save and is not in these tables; show changes lists them"
      : "\(grouped(count)) changes wait for save and are not in these tables; show changes lists them"
  }

  private func contested(_ link: TablesView.Contested) -> StyledText {
    styled(link.object) + StyledText(" is in \(DisplayText.visible(link.relationship)) of ")
      + styled(link.owners, total: link.ownerCount)
      + StyledText("; its row has room for one of them, because the relationship has no inverse")
  }

  // MARK: One table

  private func table(_ table: TablesView.Table) -> Document {
    let columns = table.table.columns.map { column in
      TextTable.Column(column.name, column.type.isNumeric ? .trailing : .leading)
    }
    let rows = table.rows.map { $0.map(cell) }
    var lines = wrapped(
      StyledText(DisplayText.visible(table.table.name), .name)
        + StyledText(": " + DisplayText.visible(purpose(table.table.content))))
    lines += Document(TextTable(columns: columns, rows: rows, overflow: .splits))
    if table.count == 0 { lines.append(StyledText("no rows", .faint)) }
    return lines + rest(table.count - rows.count)
  }

  private func purpose(_ content: SQLiteTable.Content) -> String {
    switch content {
    case .objects(let entities): entities.joined(separator: ", ")
    case .links(let join):
      join.entity == join.inverseEntity && join.relationship == join.inverse
        ? "the links of \(join.entity).\(join.relationship)"
        : "the links of \(join.entity).\(join.relationship) and \(join.inverseEntity).\(join.inverse)"
    case .primaryKeys: "the number of each entity, and the highest Z_PK so far"
    case .metadata, .modelCache: ""
    }
  }

  private func cell(_ value: SQLiteValue) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let number): String(number)
    case .real(let number): "\(number)"
    case .text(let text): text
    case .blob(let data):
      "X'" + data.prefix(16).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined().uppercased()
        + (data.count > 16 ? "…' (\(grouped(data.count)) bytes)" : "'")
    case .archive: "(archive)"
    }
  }
}

extension SQLiteTable {
  fileprivate var isBookkeeping: Bool {
    switch content {
    case .primaryKeys, .metadata, .modelCache: true
    case .objects, .links: false
    }
  }

  /// The two tables whose one row is about the file are only named.
  fileprivate var isShown: Bool {
    switch content {
    case .objects, .links, .primaryKeys: true
    case .metadata, .modelCache: false
    }
  }
}

extension SQLiteColumn.DeclaredType {
  fileprivate var isNumeric: Bool {
    switch self {
    case .integer, .timestamp, .float, .decimal: true
    case .varchar, .varchar255, .blob: false
    }
  }
}
