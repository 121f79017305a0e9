import Diagnostics
import ModelReview
import WorkbookLanguage

/// `review`.
extension OutcomeRenderer {
  func review(_ view: ReviewView) -> Document {
    var lines = Document()
    if !view.refusals.isEmpty {
      lines += [StyledText(padded("error", 9), .failure) + "save would fail"]
      lines += view.refusals.flatMap {
        wrapped(StyledText(DisplayText.visible($0)), first: "         ", rest: "           ")
      }
    }
    for line in view.lines {
      let finding = line.finding
      let (word, role): (String, TextStyle.Role) =
        switch finding.severity {
        case .error: ("error", .failure)
        case .warning: ("warning", .warning)
        case .note: ("note", .faint)
        case .question: ("question", .faint)
        }
      let place =
        finding.entity.isEmpty || finding.rule == UnfinishedModel.page.id
          || finding.message.contains(finding.entity)
        ? "" : "\(finding.entity): "
      lines += labelled(word, role, width: 9, StyledText(DisplayText.visible(place + finding.message)))
      if !line.objects.isEmpty {
        lines += wrapped(styled(line.objects, total: finding.objects.count), first: "         ", rest: "         ")
      }
      let way = line.proposal.map { "; apply \($0) does it" } ?? ""
      lines += wrapped(StyledText("→ \(finding.fix)\(way)", .faint), first: "         ", rest: "           ")
    }
    let isClean = lines.isEmpty
    if isClean {
      lines.append(StyledText(view.unjudged.isEmpty ? "nothing to report" : "no fault found in the model"))
    }
    if view.setAsideCount > 0 {
      lines += wrapped(
        "\(view.setAsideCount) more \(view.setAsideCount == 1 ? "is" : "are") meant: userInfo denormalised says so")
    }
    if let text = view.unjudged.text(isClean: isClean) { lines += wrapped(text, rest: "  ") }
    return lines
  }
}
