import Diagnostics
import WorkbookLanguage

/// Two models side by side, a model from a file, and what undo can reach.
extension OutcomeRenderer {
  func compared(_ comparison: ModelComparison) -> Document {
    let first = DisplayText.visible(comparison.first)
    let second = DisplayText.visible(comparison.second)
    guard let finding = comparison.finding else { return wrapped("\(first) and \(second) say the same") }
    var lines = wrapped("the differences of \(second) from \(first)")
    lines += comparison.changes.flatMap { wrapped(StyledText(DisplayText.visible($0)), first: "  ", rest: "    ") }
    switch finding {
    case .agree(let statements, let entities, _):
      lines += wrapped(
        entities.isEmpty
          ? "it changes nothing that objects do"
          : "no script of up to \(counted(statements, "statement")) over "
            + "\(entities.joined(separator: ", ")) behaves differently; longer ones were not tried")
    case .differ(let script, let own, let other):
      lines += wrapped("the shortest script on which they behave differently")
      lines += ScriptStep.texts(of: script).flatMap { ["  \(DisplayText.visible($0), .code)"] }
      lines += side(first, own.lines) + side(second, other.lines)
    }
    return lines
  }

  private func side(_ name: String, _ sentences: [String]) -> Document {
    sentences.flatMap { wrapped(StyledText(DisplayText.visible("\(name): \($0)"))) }
  }

  func imported(_ report: ImportedModel) -> Document {
    let names = report.entities + report.parts
    var lines = wrapped(
      StyledText(
        DisplayText.visible("imported from \(report.path): \(names.isEmpty ? "an empty model" : Listing.text(names))")))
    if report.versions.count > 1 {
      let names = report.versions.map { $0 == report.currentVersion ? $0 + " (current)" : $0 }
      lines += wrapped(StyledText(DisplayText.visible("versions: \(Listing.text(names))")))
    }
    if !report.inferred.isEmpty {
      lines += wrapped(
        StyledText(DisplayText.visible("inverses that SwiftData infers: \(Listing.text(report.inferred))")))
    }
    if !report.kept.isEmpty {
      let text = "\(report.path) keeps what statements cannot express: \(Listing.text(report.kept))"
      lines += Document(StyledText(DisplayText.visible(text), .faint))
    }
    if report.objectCount > 0 {
      lines.append(
        StyledText(
          "\(objects(report.objectCount)) that it makes as well \(report.objectCount == 1 ? "is" : "are") left out: run makes them too",
          .faint))
    }
    return lines
  }

  func history(_ view: HistoryView) -> Document {
    if view.past.isEmpty, view.future.isEmpty { return ["nothing to undo or redo yet"] }
    var lines = Document()
    let hidden = view.pastCount - view.past.count
    if hidden > 0 { lines.append(StyledText("  … \(grouped(hidden)) earlier steps", .faint)) }
    let width = String(view.pastCount + view.future.count).count
    func line(_ number: Int, _ name: String?, _ role: TextStyle.Role) -> Document.Block {
      let text = String(number)
      let start = String(repeating: " ", count: 2 + width - text.count) + text + "  "
      return .cut(StyledText(firstLine(name ?? "a change without a name"), role), first: StyledText(start))
    }
    for (offset, step) in view.past.enumerated() {
      lines.append(line(hidden + offset + 1, step.name, .code))
      if step.isSavedBehind { lines.append(StyledText("  saved", .faint)) }
    }
    lines.append(
      StyledText(view.past.isEmpty ? "  now: nothing to undo" : "  now: undo takes \(view.pastCount) back", .faint))
    for (offset, name) in view.future.enumerated() {
      lines.append(line(view.pastCount + offset + 1, name, .faint))
    }
    if !view.future.isEmpty { lines.append(StyledText("  redo does \(view.pastCount + 1) again", .faint)) }
    return lines
  }

  /// A statement of several lines is named by its first.
  private func firstLine(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return DisplayText.visible(line) + (line.count < text.count ? " …" : "")
  }
}
