import Diagnostics
import WorkbookLanguage

/// Why a fetch finds what it finds.
extension OutcomeRenderer {
  /// A part of the condition a line, with the objects that came in and went out.
  func explained(_ rows: [FetchExplanationRow]) -> [String] {
    let table = TextTable(
      columns: ["condition", .trailing("in"), .trailing("out")],
      rows: rows.map { row in
        [
          String(repeating: "  ", count: row.depth) + row.text, DisplayText.grouped(row.rowsIn),
          DisplayText.grouped(row.rowsOut),
        ]
      })
    return table.lines(style)
  }

  /// `Player#3 Nash is not in it`, and a line for each part that decided.
  func explained(_ explanation: MembershipExplanation) -> [String] {
    let head = "\(explanation.object) is \(explanation.isFound ? "in it" : "not in it")"
    return [DisplayText.visible(head)] + explanation.reasons.map { "  " + DisplayText.visible($0) }
  }
}
