import Diagnostics
import ObjectGraph
import WorkbookLanguage

/// Values, objects and tables of them.
extension OutcomeRenderer {
  func value(_ value: ShownValue) -> Document {
    guard case .list(let elements, let total) = value else {
      if case .dictionary = value { return wrapped(styled(value), rest: " ") }
      return [styled(value)]
    }
    if total == 0 { return ["nothing"] }
    guard elements.contains(where: \.isObject) else {
      return wrapped(styled(value), rest: " ")
    }
    return Document(elements.map { styled($0) }) + rest(total - elements.count)
  }

  func objects(_ table: ObjectTable) -> Document {
    guard table.count > 0 else { return ["no objects"] }
    var lines = self.table(table, showsState: false)
    lines.append(StyledText(objects(table.count), .faint))
    return lines
  }

  func table(_ table: ObjectTable, showsState: Bool) -> Document {
    let statesShown = showsState && table.rows.contains { $0.state != .unchanged }
    var columns = [TextTable.Column(table.entity)] + table.columns.map { TextTable.Column($0) }
    if statesShown { columns.append("") }
    let rows = table.rows.map { row in
      [row.object.reference] + row.values.map(cell) + (statesShown ? [word(row.state)] : [])
    }
    let other = list(table, showsState: statesShown)
    let lines = Document(
      TextTable(
        columns: columns, rows: rows, firstColumnRole: .name, overflow: .replacesWhenUnreadable(other)))
    return lines + rest(table.count - table.rows.count)
  }

  /// The objects one below the other, a line for each value: for rows that are wider than the screen.
  private func list(_ table: ObjectTable, showsState: Bool) -> Document {
    let width = table.columns.map { DisplayText.width(DisplayText.visible($0)) }.max() ?? 0
    return table.rows.flatMap { row in
      let state = showsState ? word(row.state) : ""
      var head = StyledText(row.object.reference, .name)
      if !state.isEmpty { head.append("  (\(state))", .faint) }
      var lines: Document = [head]
      var missing: [String] = []
      for (key, value) in zip(table.columns, row.values) {
        switch value {
        case .null: missing.append(DisplayText.visible(key))
        case .absent: continue
        default:
          let text = StyledText(DisplayText.visible(cell(value)))
          lines.append(.cut(text, first: "  \(padded(DisplayText.visible(key), width))  "))
        }
      }
      if !missing.isEmpty {
        lines += wrapped(StyledText("nil: \(missing.joined(separator: ", "))", .faint), first: "  ", rest: "    ")
      }
      return lines
    }
  }

  /// A value in a table's cell: text without its quotes, unless it is empty or would be taken for nil; objects short.
  func cell(_ value: ShownValue) -> String {
    switch value {
    case .text(let text) where !text.isEmpty && text != "nil": text
    case .null, .text, .literal, .absent: value.written ?? ""
    case .description(let text): text
    case .object(let label): label.description
    case .list(let elements, let total):
      elements.prefix(6).map { element in
        if case .object(let label) = element { label.reference } else { cell(element) }
      }.joined(separator: ", ") + Listing.rest(total - 6)
    case .dictionary(let entries, let total): cell(.list(entries.map(\.value), total: total))
    }
  }

  func word(_ state: ObjectState) -> String {
    switch state {
    case .unchanged: ""
    case .inserted: "new"
    case .updated: "changed"
    case .deleted: "marked for deletion"
    }
  }

  func graph(_ tables: [ObjectTable]) -> Document {
    let full = tables.filter { $0.count > 0 }
    if full.isEmpty { return ["the graph has no objects yet"] }
    var lines = Document()
    for table in full {
      if !lines.isEmpty { lines.append("") }
      lines += self.table(table, showsState: true)
    }
    let empty = tables.filter { $0.count == 0 }.map(\.entity)
    if !empty.isEmpty { lines += ["", StyledText("no objects: " + Listing.text(empty), .faint)] }
    return lines
  }

  func object(_ view: ObjectView) -> Document {
    let state = word(view.state)
    var head = styled(view.object)
    if !state.isEmpty { head.append("  (\(state))", .faint) }
    let width = view.values.map { DisplayText.width($0.key) }.max() ?? 0
    return [head] + view.values.flatMap { lines(of: $1, after: "  " + padded($0, width) + "  ") } + stale(view)
  }

  /// A value after its key; the objects of a to-many have a line each.
  private func lines(of value: ShownValue, after start: String) -> Document {
    guard case .list(let elements, let total) = value else { return ["\(start)\(styled(value))"] }
    let blank = String(repeating: " ", count: DisplayText.width(start))
    var lines = Document(
      elements.enumerated().map { place, element in "\(place == 0 ? start : blank)\(styled(element))" })
    if total == 0 { lines.append("\(start)none") }
    if let more = Listing.more(total - elements.count) { lines.append("\(blank)… \(more)") }
    return lines
  }

  /// Returns the changes that others made to an object since it was read here, and what to do about them.
  private func stale(_ view: ObjectView) -> Document {
    let remedy = view.remedy ?? ""
    switch view.staleness {
    case nil: return []
    case .deleted:
      return wrapped(
        StyledText("stale: another context has deleted it; \(remedy) forgets it"), first: "  ", rest: "    ")
    case .changed(let saved):
      var text = emptyText
      text.append("stale: ", .body)
      for (index, entry) in saved.enumerated() {
        text.append((index > 0 ? ", " : "") + "\(entry.key) is saved as ", .body)
        append(entry.value, to: &text)
      }
      text.append("; \(remedy) shows what is saved", .body)
      return wrapped(text, first: "  ", rest: "    ")
    }
  }

  func changes(_ view: ChangesView) -> Document {
    if view.isEmpty { return ["nothing has changed since the last save"] }
    var lines = Document()
    if view.insertedCount > 0 { lines += wrapped("inserted: " + styled(view.inserted, total: view.insertedCount)) }
    if view.updatedCount > 0 {
      lines.append("updated:")
      lines += view.updated.flatMap { wrapped(change($0), first: "  ", rest: "    ") }
    }
    if view.deletedCount > 0 { lines += wrapped("deleted: " + styled(view.deleted, total: view.deletedCount)) }
    return lines
  }

  func checked(_ name: String, _ holds: Bool, _ outcomes: [Outcome]) -> Document {
    let head: StyledText = "\(holds ? "✓" : "✗", holds ? .success : .failure) \(DisplayText.visible(name))"
    guard !holds, let failed = outcomes.first(where: \.failed) else { return [head] }
    return [head] + Document([.nested(document(for: failed), first: "  ", rest: "  ")])
  }
}
