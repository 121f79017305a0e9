import Diagnostics
import ObjectGraph
import WorkbookLanguage

/// The effects of a delete: planned, pending or done.
extension OutcomeRenderer {
  func marked(_ tree: DeletionTree) -> Document {
    var lines = Document()
    for root in tree.roots {
      lines.append("marked \(styled(root.object)) for deletion")
      lines += self.lines(of: root, verb: { $0 == .deny ? ": save would refuse" : "" })
    }
    return lines + rest(tree.rootCount - tree.roots.count, "object")
  }

  func lines(of root: DeletionTree.Root, verb: (DeleteRule) -> String) -> Document {
    root.lines.flatMap { line -> Document in
      let start = String(repeating: "  ", count: line.depth) + "└ "
      let owner = line.depth > 1 ? styled(line.owner) + ": " : StyledText()
      let text =
        owner + StyledText("\(line.relationship) (\(line.rule.rawValue)): ")
        + styled(line.objects, total: line.count) + StyledText(verb(line.rule))
      return wrapped(
        text, first: StyledText(start), rest: StyledText(String(repeating: " ", count: start.count + 2)))
    }
  }

  func explained(_ tree: DeletionTree) -> Document {
    var lines = Document()
    for root in tree.roots {
      lines.append("deleting \(styled(root.object))")
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
      let effect =
        !tree.isPartlyTakenBack
        ? "would go" : "would be marked, but " + (tree.deletedCount == 1 ? "would stay" : "not all of them would go")
      lines += ["\(count) \(effect)", "save would succeed"]
    } else {
      lines.append("\(count) would be marked, but save would refuse, and nothing would go:")
      lines += tree.refusals.flatMap { wrapped(StyledText(DisplayText.visible($0)), first: "  ", rest: "    ") }
    }
    lines.append(StyledText("nothing has been changed", .faint))
    return lines
  }

  func compared(_ comparison: DeletionComparison) -> Document {
    let names = Listing.text(comparison.objects.map(\.description))
    var lines = wrapped("deleting \(names), with each rule on \(Listing.text(comparison.relationships))")
    if comparison.relationships.isEmpty {
      return ["\(DisplayText.visible(names)) has no relationships: no rule would make a difference"]
    }
    func name(of row: DeletionComparison.Row) -> String { row.rule?.rawValue ?? "as declared" }
    func list(_ labels: [ObjectLabel], _ total: Int) -> String {
      guard total > 0, let first = labels.first else { return "nothing" }
      if total <= 2 { return labels.map(\.reference).joined(separator: ", ") }
      return first.reference + Listing.rest(total - 1)
    }
    let table = TextTable(
      columns: ["rule", "goes", "stays, link cleared", "save"],
      rows: comparison.rows.map { row in
        [
          name(of: row) + (row.isCurrent ? " (now)" : ""),
          row.refusals.isEmpty ? list(row.deleted, row.deletedCount) : "nothing",
          row.refusals.isEmpty ? list(row.cleared, row.clearedCount) : "nothing",
          row.refusals.isEmpty ? "succeeds" : "refuses",
        ]
      }
    )
    lines += Document(table, indent: 2)
    for row in comparison.rows {
      for (index, refusal) in row.refusals.enumerated() {
        let indent = StyledText(String(repeating: " ", count: name(of: row).count + 4))
        lines += wrapped(
          StyledText(DisplayText.visible(refusal)), first: index == 0 ? "  \(name(of: row)): " : indent, rest: indent)
      }
    }
    lines.append(StyledText("nothing has been changed", .faint))
    return lines
  }
}
