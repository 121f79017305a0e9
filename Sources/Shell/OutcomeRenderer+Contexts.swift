import WorkbookLanguage

/// What contexts and stores say.
extension OutcomeRenderer {
  func refreshed(_ labels: [ObjectLabel], _ total: Int, _ changes: [ChangeSummary.Change]) -> [String] {
    total == 0
      ? ["nothing to refresh"]
      : wrapped("refreshed " + styled(labels, total: total))
        + changes.flatMap { wrapped(change($0), first: "  └ ", rest: "      ") }
  }

  func validated(_ label: ObjectLabel, _ purpose: String, _ errors: [String]) -> [String] {
    errors.isEmpty
      ? wrapped(styled(label) + StyledText(" is valid for \(purpose)"))
      : wrapped(styled(label) + StyledText(" is not valid for \(purpose)"))
        + errors.flatMap { wrapped(StyledText($0), first: "  └ ", rest: "      ") }
  }
}
