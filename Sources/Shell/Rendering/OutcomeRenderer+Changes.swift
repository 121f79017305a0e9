import Diagnostics
import ObjectGraph
import WorkbookLanguage

/// The effects of a statement on the model and on objects.
extension OutcomeRenderer {
  func named(_ name: String, _ value: ShownValue) -> Document {
    guard case .list(let elements, let total) = value, elements.contains(where: \.isObject) else {
      var text = emptyText
      text.append("\(name) = ")
      append(value, to: &text)
      return [text]
    }
    return ["\(name) = a list of \(objects(total))"]
  }

  func modelChange(_ change: ModelChange) -> Document {
    document(of: change)
      + (change.lost.map { loss in
        wrapped(
          "  with it \(loss.count == 1 ? "goes" : "go") \(words(loss)); undo brings \(loss.count == 1 ? "it" : "them") back",
          rest: "    ")
      } ?? [])
      + change.droppedDeclarations.flatMap { wrapped(StyledText("with it goes: \($0)"), first: "  ", rest: "    ") }
  }

  private func words(_ loss: ModelChange.Loss) -> String {
    switch loss {
    case .values(let count): count == 1 ? "1 value" : "\(grouped(count)) values"
    case .links(let count): count == 1 ? "1 link" : "\(grouped(count)) links"
    case .objects(let count): count == 1 ? "1 object" : "\(grouped(count)) objects"
    case .deadLinks(let count):
      count == 1
        ? "1 link to an object that has been deleted" : "\(grouped(count)) links to objects that have been deleted"
    case .inherited(let values, 0): words(.values(values))
    case .inherited(0, let links): words(.links(links))
    case .inherited(let values, let links): "\(words(.values(values))) and \(words(.links(links)))"
    }
  }

  private func document(of change: ModelChange) -> Document {
    switch change.kind {
    case .named(let name): ["model \(name)"]
    case .entityDeclared(let name, let properties):
      properties.isEmpty
        ? ["entity \(name)"]
        : Document(StyledText("entity \(name): " + Listing.text(properties)), rest: "  ")
    case .propertyAdded, .propertyChanged, .pairMade:
      change.declarations.flatMap(source)
    case .entityChanged(let name, let texts):
      texts.flatMap { source("\(name): \($0)") }
    case .renamed(let old, let new): ["\(old) is now \(new)"]
    case .removed(let name): ["removed \(name)"]
    case .partDeclared(let lines): lines.flatMap(source)
    case .versionAdded(let name, let others, let count):
      [
        "version \"\(DisplayText.visible(name))\", a copy; there is also \(Listing.text(others.lazy.map { "\"\(DisplayText.visible($0))\"" }, of: count))"
      ]
    case .versionUsed(let name, let lines):
      ["version \"\(DisplayText.visible(name))\""] + Document(lines: lines.map { "  " + DisplayText.visible($0) })
    }
  }

  /// A declaration, as it was not typed: in the looks of other words.
  func source(_ line: String) -> Document {
    Document([.source(DisplayText.visible(line), .body, first: "", rest: "")])
  }

  func changes(_ summary: ChangeSummary) -> Document {
    var lines = Document()
    if summary.insertedCount > 0 {
      var text = emptyText
      text.append("made ")
      append(summary.inserted, total: summary.insertedCount, to: &text)
      lines = wrapped(text)
    }
    for index in summary.changes.indices {
      let isConsequence = index >= summary.requestedCount
      let told = wrapped(
        change(summary.changes[index]), first: isConsequence ? "  └ " : "", rest: isConsequence ? "      " : "  ")
      lines += told
    }
    let left = summary.changeCount - summary.changes.count
    return left > 0 ? lines + rest(left, "change") : lines
  }

  func change(_ change: ChangeSummary.Change) -> StyledText {
    var text = styled(change.object)
    text.append(": ")
    text.append(change.key)
    text.append(" ")
    if change.isCountOnly, case .list(_, let before) = change.before, case .list(_, let after) = change.after {
      return text + StyledText("holds \(grouped(after)) objects") + StyledText(" (\(grouped(before)) before)", .faint)
    }
    guard change.isToMany else {
      text.append("is ")
      append(change.after, to: &text)
      text.append(" (was ", .faint)
      append(change.before, to: &text, as: .faint)
      text.append(")", .faint)
      return text
    }
    if !change.added.isEmpty { text = text + "gains " + styled(change.added, total: change.addedCount) }
    if !change.removed.isEmpty {
      text =
        text + StyledText(change.added.isEmpty ? "loses " : ", loses ")
        + styled(change.removed, total: change.removedCount)
    }
    return change.added.isEmpty && change.removed.isEmpty ? text + "has another order" : text
  }

  func saved(_ inserted: Int, _ updated: Int, _ deleted: Int, _ hadChanges: Bool) -> String {
    let counts: [(Int, ObjectState)] = [(inserted, .inserted), (updated, .updated), (deleted, .deleted)]
    let parts = counts.filter { $0.0 > 0 }
    if parts.isEmpty {
      return hadChanges ? "saved: nothing to write, as the result is what was saved before" : "nothing to save"
    }
    return "saved: " + parts.map { "\(grouped($0.0)) \($0.1.rawValue)" }.joined(separator: ", ")
  }

  private func reset(_ move: HistoryMove) -> String {
    var parts: [String] = []
    if move.didAnything { parts.append("all changes are forgotten") }
    func subject(_ labels: [ObjectLabel], _ count: Int) -> String {
      (labels.first.map { styled($0).text } ?? "") + Listing.rest(count - 1)
    }
    if let forgotten = move.forgotten, forgotten.refreshedCount > 0 {
      let isOne = forgotten.refreshedCount == 1
      parts.append(
        subject(forgotten.refreshed, forgotten.refreshedCount)
          + (isOne ? " is read again, as others have saved it" : " are read again, as others have saved them"))
    }
    if let forgotten = move.forgotten, forgotten.goneCount > 0 {
      let isOne = forgotten.goneCount == 1
      parts.append(
        subject(forgotten.gone, forgotten.goneCount)
          + (isOne ? " is forgotten, as others have deleted it" : " are forgotten, as others have deleted them"))
    }
    if let forgotten = move.forgotten, forgotten.transientCount > 0 {
      parts.append(
        "the transient values of \(subject(forgotten.transients, forgotten.transientCount)) are forgotten")
    }
    if !parts.isEmpty { return parts.joined(separator: "; ") }
    return move.forgotten?.hadSteps == true
      ? "no changes to forget; nothing can be undone any more" : "nothing to forget"
  }

  func historyMoved(_ move: HistoryMove) -> String {
    let statement = move.statement.map { text -> String in
      let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      // Only the first of several lines is shown.
      let shown = DisplayText.beginning(of: line, upTo: 60)
      return DisplayText.visible(shown == line && line.count < text.count ? line + " …" : shown)
    }
    switch move.word {
    case .undo:
      return move.didAnything
        ? "undone: \(statement ?? "the last change")" : "nothing to undo" + (undoEnd.map { ": " + $0 } ?? "")
    case .redo: return move.didAnything ? "done again: \(statement ?? "the last change")" : "nothing to redo"
    case .rollback:
      return (move.didAnything ? "back to what was saved last" : "nothing has changed since the last save")
        + (move.forgotten?.hadSteps == true ? "; undo cannot go back past it" : "")
    case .reset: return reset(move)
    case .beginGroup: return "\"\(statement ?? "")\" begins: end closes it"
    case .endGroup:
      return move.didAnything
        ? "\"\(statement ?? "")\" is one step for undo" : "the group ends; nothing has changed in it"
    }
  }
}
