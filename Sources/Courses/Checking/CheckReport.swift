import Diagnostics

/// The findings of `graphbook lesson check` and `graphbook exercise check`, each with its file and line, and the number
/// of things checked.
package struct CheckReport: Hashable, Sendable {
  /// Each brings its ``Diagnostic/source``; errors make the check fail, warnings do not.
  package var findings: [Diagnostic]
  /// How many of which things were checked, in the order in which they are printed.
  package var counts: [Count]
  /// A line for each thing that has numbers of its own, all with the same columns.
  package var rows: [Row] = []

  package struct Row: Hashable, Sendable {
    package var name: String
    package var cells: [Cell]

    package init(name: String, cells: [Cell]) {
      self.name = name
      self.cells = cells
    }
  }

  package struct Cell: Hashable, Sendable {
    package var heading: String
    package var text: String

    package init(_ heading: String, _ text: String) {
      self.heading = heading
      self.text = text
    }
  }

  package struct Count: Hashable, Sendable {
    /// In the plural: `steps`, `outputs`.
    package var what: String
    package var number: Int

    package init(what: String, number: Int) {
      self.what = what
      self.number = number
    }
  }

  package init(findings: [Diagnostic] = [], counts: [Count] = []) {
    self.findings = findings
    self.counts = counts
  }

  /// Whether nothing is wrong.
  package var isClean: Bool { !findings.containsError }

  /// Both reports as one; the numbers of the same thing are added.
  package static func + (left: CheckReport, right: CheckReport) -> CheckReport {
    var sum = left
    sum.findings += right.findings
    sum.rows += right.rows
    for count in right.counts { sum.count(count.what, count.number) }
    return sum
  }

  package mutating func count(_ what: String, _ number: Int = 1) {
    if let index = counts.firstIndex(where: { $0.what == what }) {
      counts[index].number += number
    } else {
      counts.append(Count(what: what, number: number))
    }
  }
}
