import Diagnostics
import WorkbookLanguage

/// Why a fetch finds what it finds.
extension OutcomeRenderer {
  /// `Player#3 Nash is not in it`, and a line for each part that decided.
  func explained(_ explanation: MembershipExplanation) -> [String] {
    let head = "\(explanation.object) is \(explanation.isFound ? "in it" : "not in it")"
    return [DisplayText.visible(head)]
      + explanation.reasons.flatMap {
        wrapped(StyledText(DisplayText.visible($0)), first: "  ", rest: "    ")
      }
  }
}
