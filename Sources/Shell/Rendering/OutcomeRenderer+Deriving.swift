import Diagnostics
import WorkbookLanguage

/// `derive team -> uniformColor`: why it follows, or what shows that it does not.
extension OutcomeRenderer {
  func derivation(_ view: DerivationView) -> Document {
    guard !view.steps.isEmpty else {
      if view.declaredCount == 0 {
        return wrapped(
          "nothing is declared of \(view.entity), so nothing follows: dependency \(view.entity): \(view.goal) declares it"
        )
      }
      var lines = wrapped("\(view.goal) does not follow from what is declared of \(view.entity)")
      let agreeing = view.counterexample.filter(\.agrees).map(\.column)
      let differing = view.counterexample.filter { !$0.agrees }.map(\.column)
      let same = agreeing.isEmpty ? "two objects may agree in nothing" : "two objects may agree in \(list(agreeing))"
      lines += wrapped(
        "  \(same) and differ in \(list(differing)), and keep to everything that is declared", rest: "    ")
      return lines
    }
    let rows = view.steps.enumerated().map { ["\($0.offset + 1)", $0.element.text, words($0.element.rule)] }
    let head = wrapped("\(view.entity): \(view.goal) follows")
    let numbers = rows.map { DisplayText.width($0[0]) }.max() ?? 0
    let indent = String(repeating: " ", count: numbers + 4)
    // If a line has no room for both, the reason goes below: nothing of a proof is cut off.
    let below = rows.flatMap { row in
      let number = String(repeating: " ", count: numbers - DisplayText.width(row[0])) + row[0]
      return wrapped("  \(number)  \(row[1])", rest: indent + "  ")
        + wrapped("\(indent)  \(row[2])", rest: indent + "  ")
    }
    return head
      + Document(TextTable(columns: [.trailing(""), "", ""], rows: rows, overflow: .replaces(below)), indent: 2)
  }

  private func words(_ rule: DerivationRule) -> String {
    switch rule {
    case .given: "declared"
    case .key: "a key decides everything"
    case .reflexivity: "attributes decide themselves (reflexivity)"
    case .augmentation(let step, let added): "\(step), with \(added) on both sides (augmentation)"
    case .transitivity(let first, let second): "\(first), then \(second) (transitivity)"
    case .union(let first, let second): "\(first) and \(second) together (union)"
    case .decomposition(let step): "a part of \(step) (decomposition)"
    case .pseudotransitivity(let first, let second, let added):
      "\(first), then \(second), with \(added) (pseudotransitivity)"
    case .replication(let step): "\(step): one value is a set of values (replication)"
    case .complementation(let step): "what \(step) leaves (complementation)"
    case .multivaluedAugmentation(let step, let added): "\(step), with \(added) (augmentation)"
    case .multivaluedTransitivity(let first, let second): "\(first), then \(second) (transitivity)"
    case .multivaluedUnion(let first, let second): "\(first) and \(second) together (union)"
    case .difference(let first, let second): "\(first) without \(second) (difference)"
    case .intersection(let first, let second): "what \(first) and \(second) share (intersection)"
    case .coalescence(let first, let second):
      "\(first), of which something else decides the part (\(second)) (coalescence)"
    }
  }
}
