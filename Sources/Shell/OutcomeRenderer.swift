import Diagnostics
import ObjectGraph
import WorkbookLanguage

/// Turns what a statement came to into lines of text. The one place where results become words.
///
/// ```swift
/// OutcomeRenderer(style: .plain).lines(for: interpreter.execute(statement, in: source))
/// // ["marked Team#1 Miami Heat for deletion", "  └ players (cascade): Player#1 Dwyane Wade, Player#2 Ray Allen"]
/// ```
public struct OutcomeRenderer: Sendable {
  public var style: TextStyle
  /// Whether messages about a file begin with its name and line. A lesson shows its blocks in full, and leaves them out.
  public var showsPlaces: Bool

  public init(style: TextStyle, showsPlaces: Bool = true) {
    self.style = style
    self.showsPlaces = showsPlaces
  }

  /// The lines of several outcomes, one after the other; empty when nothing need be said.
  public func lines(for outcomes: [Outcome]) -> [String] { outcomes.flatMap { lines(for: $0) } }

  /// The lines of one outcome.
  public func lines(for outcome: Outcome) -> [String] {
    var lines: [String] = []
    if let result = outcome.result { lines += self.lines(for: result) }
    if outcome.failed, let text = outcome.expectation?.elseText, !isCheck(outcome.result) { lines += wrapped(text) }
    for diagnostic in outcome.diagnostics { lines += message(diagnostic, in: outcome.source) }
    return lines
  }

  private func message(_ diagnostic: Diagnostic, in source: SourceText) -> [String] {
    var formatter = style.diagnosticFormatter
    formatter.showsPlaces = showsPlaces
    formatter.width = style.width
    return formatter.format(diagnostic, in: source).split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
  }

  private func isCheck(_ result: Outcome.Result?) -> Bool {
    if case .checked = result { true } else { false }
  }

  private func lines(for result: Outcome.Result) -> [String] {
    switch result {
    case .modelChanged(let change): modelChange(change)
    case .named(let name, let value): named(name, value)
    case .changed(let summary): changes(summary)
    case .marked(let tree): marked(tree)
    case .saved(let inserted, let updated, let deleted, let hadChanges): [saved(inserted, updated, deleted, hadChanges)]
    case .travelled(let travel): [travelled(travel)]
    case .value(let value): self.value(value)
    case .objects(let table): objects(table)
    case .count(let count): [grouped(count)]
    case .model(let view): model(view)
    case .entity(let view): entity(view)
    case .attribute(let view): attribute(view)
    case .relationship(let view): relationship(view)
    case .graph(let tables): graph(tables)
    case .object(let view): object(view)
    case .changes(let view): changes(view)
    case .deletionExplained(let tree): explained(tree)
    case .deletionCompared(let comparison): compared(comparison)
    case .held: [style.paint("holds", .success)]
    case .checked(let name, _, let holds, let outcomes): checked(name, holds, outcomes)
    case .sequence(let outcomes): self.lines(for: outcomes)
    }
  }

  // MARK: Pieces

  private func wrapped(_ text: String) -> [String] {
    TextWrap(width: style.width).lines(DisplayText.visible(text))
  }

  func label(_ label: ObjectLabel) -> String { styled(label).painted(style) }

  private func styled(_ label: ObjectLabel) -> StyledText {
    StyledText(DisplayText.visible(label.reference), .name)
      + StyledText(label.title.map { " " + DisplayText.visible($0) } ?? "")
  }

  private func styled(_ labels: [ObjectLabel], total: Int) -> StyledText {
    let shown = labels.prefix(8)
    var text = StyledText()
    for (index, label) in shown.enumerated() { text = text + StyledText(index == 0 ? "" : ", ") + styled(label) }
    return total > shown.count ? text + StyledText(" and \(grouped(total - shown.count)) more") : text
  }

  private func wrapped(_ text: StyledText, first: String = "", rest: String = "  ") -> [String] {
    TextWrap(width: style.width, first: first, rest: rest).lines(text).map { $0.painted(style) }
  }

  func text(_ value: ShownValue) -> String { styled(value).painted(style) }

  private func styled(_ value: ShownValue) -> StyledText {
    switch value {
    case .literal(let text), .description(let text): return StyledText(text)
    case .object(let label): return styled(label)
    case .list(let elements, let total):
      var text: StyledText = "["
      for (index, element) in elements.enumerated() {
        text = text + StyledText(index == 0 ? "" : ", ") + styled(element)
      }
      return text + StyledText(total > elements.count ? ", …]" : "]")
    }
  }

  private func objects(_ count: Int) -> String {
    count == 0 ? "no objects" : count == 1 ? "1 object" : "\(grouped(count)) objects"
  }

  func grouped(_ number: Int) -> String {
    var digits = Array(String(number.magnitude))
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: place)
      place -= 3
    }
    return (number < 0 ? "-" : "") + String(digits)
  }

  // MARK: What changed

  private func named(_ name: String, _ value: ShownValue) -> [String] {
    guard case .list(let elements, let total) = value, elements.contains(where: \.isObject) else {
      return ["\(name) = \(text(value))"]
    }
    return ["\(name) = a list of \(objects(total))"]
  }

  private func modelChange(_ change: ModelChange) -> [String] {
    switch change.kind {
    case .named(let name): ["model \(name)"]
    case .entityDeclared(let name, let properties):
      properties.isEmpty
        ? ["entity \(name)"]
        : TextWrap(width: style.width, rest: "  ").lines("entity \(name): " + properties.joined(separator: ", "))
    case .propertyAdded, .propertyChanged, .pairMade, .entityChanged: change.declarations
    case .renamed(let old, let new): ["\(old) is now \(new)"]
    case .removed(let name): ["removed \(name)"]
    }
  }

  private func changes(_ summary: ChangeSummary) -> [String] {
    var lines: [String] = []
    if summary.insertedCount > 0 {
      lines += wrapped("made " + styled(summary.inserted, total: summary.insertedCount))
    }
    for (index, change) in summary.changes.enumerated() {
      let isConsequence = index >= summary.requestedCount
      lines += wrapped(self.change(change), first: isConsequence ? "  └ " : "", rest: isConsequence ? "      " : "  ")
    }
    let left = summary.changeCount - summary.changes.count
    if left > 0 { lines.append(style.paint("… and \(grouped(left)) more changes", .faint)) }
    return lines
  }

  private func change(_ change: ChangeSummary.Change) -> StyledText {
    let start = styled(change.object) + StyledText(": \(change.key) ")
    guard change.isToMany else {
      return start + "is " + styled(change.after) + StyledText(" (was \(styled(change.before).text))", .faint)
    }
    var text = start
    if !change.added.isEmpty { text = text + "gains " + styled(change.added, total: change.addedCount) }
    if !change.removed.isEmpty {
      text =
        text + StyledText(change.added.isEmpty ? "loses " : ", loses ")
        + styled(change.removed, total: change.removedCount)
    }
    return change.added.isEmpty && change.removed.isEmpty ? text + "has another order" : text
  }

  private func saved(_ inserted: Int, _ updated: Int, _ deleted: Int, _ hadChanges: Bool) -> String {
    let parts = [(inserted, "inserted"), (updated, "updated"), (deleted, "deleted")].filter { $0.0 > 0 }
    if parts.isEmpty {
      return hadChanges ? "saved: nothing to write, as what changed is back to what it was" : "nothing to save"
    }
    return "saved: " + parts.map { "\(grouped($0.0)) \($0.1)" }.joined(separator: ", ")
  }

  private func travelled(_ travel: Travel) -> String {
    let statement = travel.statement.map { text -> String in
      let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      return DisplayText.visible(line.count < text.count || line.count > 60 ? line.prefix(59) + " …" : line[...])
    }
    switch travel.word {
    case .undo: return travel.didAnything ? "undone: \(statement ?? "the last change")" : "nothing to undo"
    case .redo: return travel.didAnything ? "done again: \(statement ?? "the last change")" : "nothing to redo"
    case .rollback:
      return travel.didAnything ? "back to what was saved last" : "nothing has changed since the last save"
    case .reset: return travel.didAnything ? "all changes are forgotten" : "nothing to forget"
    case .beginGroup: return "\"\(statement ?? "")\" begins: end closes it"
    case .endGroup: return "\"\(statement ?? "")\" is one step for undo"
    }
  }

  // MARK: Deleting

  private func marked(_ tree: DeletionTree) -> [String] {
    var lines: [String] = []
    for root in tree.roots {
      lines.append("marked \(label(root.object)) for deletion")
      lines += self.lines(of: root, verb: { $0 == .deny ? ": save will refuse" : "" })
    }
    if tree.rootCount > tree.roots.count {
      lines.append(style.paint("… and \(grouped(tree.rootCount - tree.roots.count)) more objects", .faint))
    }
    return lines
  }

  private func lines(of root: DeletionTree.Root, verb: (DeleteRule) -> String) -> [String] {
    root.lines.flatMap { line -> [String] in
      let start = String(repeating: "  ", count: line.depth) + "└ "
      let owner = line.depth > 1 ? styled(line.owner) + ": " : StyledText()
      let text =
        owner + StyledText("\(line.relationship) (\(line.rule.rawValue)): ")
        + styled(line.objects, total: line.count) + StyledText(verb(line.rule))
      return wrapped(text, first: start, rest: String(repeating: " ", count: start.count + 2))
    }
  }

  private func explained(_ tree: DeletionTree) -> [String] {
    var lines: [String] = []
    for root in tree.roots {
      lines.append("deleting \(label(root.object))")
      lines += self.lines(of: root) { rule in
        switch rule {
        case .nullify: " would lose the link and stay"
        case .cascade: " would be deleted too"
        case .deny: " would forbid it"
        case .noAction: " would not be touched"
        }
      }
    }
    let count = objects(tree.deletedCount)
    if tree.refusals.isEmpty {
      lines += ["\(count) would go", "save would succeed"]
    } else {
      lines.append("\(count) would be marked, but save would refuse, and nothing would go:")
      lines += tree.refusals.flatMap {
        TextWrap(width: style.width, first: "  ", rest: "    ").lines(DisplayText.visible($0))
      }
    }
    lines.append(style.paint("nothing has been changed", .faint))
    return lines
  }

  private func compared(_ comparison: DeletionComparison) -> [String] {
    let names = comparison.objects.map(\.description).joined(separator: ", ")
    var lines = [
      "deleting \(DisplayText.visible(names)), with each rule on \(comparison.relationships.joined(separator: ", "))"
    ]
    if comparison.relationships.isEmpty {
      return ["\(DisplayText.visible(names)) has no relationships: no rule would make a difference"]
    }
    func list(_ labels: [ObjectLabel], _ total: Int) -> String {
      guard total > 0, let first = labels.first else { return "nothing" }
      if total <= 2 { return labels.map(\.reference).joined(separator: ", ") }
      return "\(first.reference) and \(grouped(total - 1)) more"
    }
    lines += TextTable(
      columns: ["rule", "goes", "stays, link cleared", "save"],
      rows: comparison.rows.map { row in
        [
          row.rule.rawValue + (row.isCurrent ? " (now)" : ""),
          row.refusals.isEmpty ? list(row.deleted, row.deletedCount) : "nothing",
          row.refusals.isEmpty ? list(row.cleared, row.clearedCount) : "nothing",
          row.refusals.isEmpty ? "succeeds" : "refuses",
        ]
      }
    ).lines(style, indent: "  ")
    for row in comparison.rows {
      for (index, refusal) in row.refusals.prefix(3).enumerated() {
        let indent = String(repeating: " ", count: row.rule.rawValue.count + 4)
        lines += TextWrap(width: style.width, first: index == 0 ? "  \(row.rule.rawValue): " : indent, rest: indent)
          .lines(DisplayText.visible(refusal))
      }
    }
    lines.append(style.paint("nothing has been changed", .faint))
    return lines
  }

  // MARK: Values and objects

  private func value(_ value: ShownValue) -> [String] {
    guard case .list(let elements, let total) = value else { return [text(value)] }
    if total == 0 { return ["nothing"] }
    guard elements.contains(where: \.isObject) else {
      return wrapped(styled(value), rest: " ")
    }
    var lines = elements.map { text($0) }
    if total > elements.count { lines.append(style.paint("… and \(grouped(total - elements.count)) more", .faint)) }
    return lines
  }

  private func objects(_ table: ObjectTable) -> [String] {
    guard table.count > 0 else { return ["no objects"] }
    var lines = self.table(table, showsState: false)
    lines.append(style.paint(objects(table.count), .faint))
    return lines
  }

  private func table(_ table: ObjectTable, showsState: Bool) -> [String] {
    let statesShown = showsState && table.rows.contains { $0.state != .unchanged }
    var columns = [TextTable.Column(table.entity)] + table.columns.map { TextTable.Column($0) }
    if statesShown { columns.append("") }
    let rows = table.rows.map { row in
      [row.object.reference] + row.values.map(cell) + (statesShown ? [word(row.state)] : [])
    }
    var lines = TextTable(columns: columns, rows: rows, firstColumnRole: .name).lines(style)
    if table.count > table.rows.count {
      lines.append(style.paint("… and \(grouped(table.count - table.rows.count)) more", .faint))
    }
    return lines
  }

  /// A value in a table's cell: text without its quotes, objects short.
  private func cell(_ value: ShownValue) -> String {
    switch value {
    case .literal(let text):
      text.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"") ? String(text.dropFirst().dropLast()) : text
    case .description(let text): text
    case .object(let label): label.description
    case .list(let elements, let total):
      elements.prefix(6).map { element in
        if case .object(let label) = element { label.reference } else { cell(element) }
      }.joined(separator: ", ") + (total > 6 ? " and \(grouped(total - 6)) more" : "")
    }
  }

  private func word(_ state: ObjectState) -> String {
    switch state {
    case .unchanged: ""
    case .inserted: "new"
    case .updated: "changed"
    case .deleted: "marked for deletion"
    }
  }

  private func graph(_ tables: [ObjectTable]) -> [String] {
    let full = tables.filter { $0.count > 0 }
    if full.isEmpty { return ["the graph has no objects yet"] }
    var lines: [String] = []
    for table in full {
      if !lines.isEmpty { lines.append("") }
      lines += self.table(table, showsState: true)
    }
    let empty = tables.filter { $0.count == 0 }.map(\.entity)
    if !empty.isEmpty { lines += ["", style.paint("no objects: " + empty.joined(separator: ", "), .faint)] }
    return lines
  }

  private func object(_ view: ObjectView) -> [String] {
    let state = word(view.state)
    let head = label(view.object) + (state.isEmpty ? "" : style.paint("  (\(state))", .faint))
    let width = view.values.map { DisplayText.width($0.key) }.max() ?? 0
    return [head]
      + view.values.flatMap { key, value -> [String] in
        let start = "  " + padded(key, width) + "  "
        let lines: [String]
        if case .list(let elements, let total) = value {
          lines =
            total == 0
            ? ["none"]
            : elements.map { text($0) }
              + (total > elements.count ? ["… and \(grouped(total - elements.count)) more"] : [])
        } else {
          lines = [text(value)]
        }
        let blank = String(repeating: " ", count: width + 4)
        return lines.enumerated().map { ($0 == 0 ? start : blank) + $1 }
      }
  }

  private func changes(_ view: ChangesView) -> [String] {
    if view.isEmpty { return ["nothing has changed since the last save"] }
    var lines: [String] = []
    if view.insertedCount > 0 { lines += wrapped("inserted: " + styled(view.inserted, total: view.insertedCount)) }
    if view.updatedCount > 0 {
      lines.append("updated:")
      lines += view.updated.flatMap { wrapped(change($0), first: "  ", rest: "    ") }
    }
    if view.deletedCount > 0 { lines += wrapped("deleted: " + styled(view.deleted, total: view.deletedCount)) }
    return lines
  }

  private func checked(_ name: String, _ holds: Bool, _ outcomes: [Outcome]) -> [String] {
    let head = (holds ? style.paint("✓", .success) : style.paint("✗", .failure)) + " " + DisplayText.visible(name)
    guard !holds, let failed = outcomes.first(where: \.failed) else { return [head] }
    return [head] + lines(for: failed).map { "  " + $0 }
  }

  // MARK: The model

  private func model(_ view: ModelView) -> [String] {
    guard !view.entities.isEmpty else {
      return [
        "model \(view.name) has no entities yet", style.paint("  entity Team { name: String } makes one", .faint),
      ]
    }
    let width = view.entities.map { DisplayText.width($0.name) }.max() ?? 0
    var lines = ["model \(view.name)"]
    for entity in view.entities {
      var parts: [String] = []
      if !entity.attributes.isEmpty { parts.append(entity.attributes.joined(separator: ", ")) }
      parts += entity.relationships.map { "\($0.name) \($0.isToMany ? "->>" : "->") \($0.destination)" }
      parts += entity.fetched.map { "\($0) ~>" }
      var tail = parts.joined(separator: "; ")
      if let parent = entity.parent { tail = "(a \(parent)) " + tail }
      if entity.isAbstract { tail = "(abstract) " + tail }
      lines += TextWrap(
        width: style.width, first: "  " + padded(entity.name, width) + "  ",
        rest: String(repeating: " ", count: width + 4)
      )
      .lines(tail)
    }
    return lines
  }

  private func entity(_ view: EntityView) -> [String] {
    var head = (view.isAbstract ? "abstract entity " : "entity ") + view.name
    if let parent = view.parent { head += ", parent \(parent)" }
    var lines = [head]
    func section(_ title: String, _ properties: [EntityView.Property]) {
      guard !properties.isEmpty else { return }
      lines.append("  \(title)")
      lines += TextTable(
        columns: ["", "", "", ""],
        rows: properties.map { property in
          [
            property.name, property.kind, property.isOptional ? "optional" : "required",
            property.options
              + (property.inheritedFrom.map { (property.options.isEmpty ? "" : ", ") + "from \($0)" } ?? ""),
          ]
        }
      ).lines(style, indent: "    ")
    }
    section("attributes", view.attributes)
    section("relationships", view.relationships)
    section("fetched properties", view.fetched)
    if view.attributes.isEmpty, view.relationships.isEmpty, view.fetched.isEmpty { lines.append("  no properties yet") }
    for constraint in view.unique { lines.append("  unique \(constraint.joined(separator: ", "))") }
    for rule in view.rules { lines.append("  rule \(rule)") }
    if !view.subentities.isEmpty { lines.append("  sub-entities: \(view.subentities.joined(separator: ", "))") }
    return lines
  }

  private func attribute(_ view: AttributeView) -> [String] {
    let attribute = view.attribute
    func optional(_ value: String?) -> String { value ?? "none" }
    var rows = [
      ("type", attribute.compositeName ?? attribute.type.rawValue), ("optional", yesNo(attribute.isOptional)),
      ("transient", yesNo(attribute.isTransient)), ("indexed", yesNo(attribute.isIndexed)),
      ("default", PropertyText.defaultText(attribute) ?? "none"),
    ]
    if attribute.type == .string {
      rows += [
        ("minimum length", optional(attribute.minimumLength.map(String.init))),
        ("maximum length", optional(attribute.maximumLength.map(String.init))),
        ("pattern", optional(attribute.pattern)),
      ]
    } else if attribute.type.isOrdered {
      rows += [
        ("minimum", optional(attribute.minimumValue.map(PropertyText.literal))),
        ("maximum", optional(attribute.maximumValue.map(PropertyText.literal))),
      ]
    }
    return inspector("\(view.entity).\(attribute.name), an attribute", rows)
  }

  private func relationship(_ view: RelationshipView) -> [String] {
    let relationship = view.relationship
    var rows = [
      ("destination", relationship.destination), ("inverse", relationship.inverse ?? "none"),
      ("optional", yesNo(relationship.isOptional)), ("transient", yesNo(relationship.isTransient)),
      ("type", relationship.isToMany ? "to-many" : "to-one"),
    ]
    if relationship.isToMany {
      rows.append(("ordered", yesNo(relationship.isOrdered)))
      rows.append(("minimum", relationship.minimumCount > 0 ? String(relationship.minimumCount) : "none"))
      rows.append(("maximum", relationship.maximumCount > 0 ? String(relationship.maximumCount) : "none"))
    } else {
      // Core Data's header: "1/1 for a to-one relationship".
      rows += [("minimum", "1"), ("maximum", "1")]
    }
    rows.append(("delete rule", relationship.deleteRule == .noAction ? "no action" : relationship.deleteRule.rawValue))
    return inspector("\(view.entity).\(relationship.name), a relationship", rows)
  }

  private func inspector(_ title: String, _ rows: [(String, String)]) -> [String] {
    let width = rows.map { DisplayText.width($0.0) }.max() ?? 0
    return [title] + rows.map { "  " + padded($0.0, width) + "  " + DisplayText.visible($0.1) }
  }

  private func yesNo(_ value: Bool) -> String { value ? "yes" : "no" }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - DisplayText.width(text)))
  }
}

extension ShownValue {
  fileprivate var isObject: Bool {
    if case .object = self { true } else { false }
  }
}
