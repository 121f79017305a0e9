import Diagnostics
import WorkbookLanguage

/// The results of statements about contexts and stores.
extension OutcomeRenderer {
  func refreshed(_ labels: [ObjectLabel], _ total: Int, _ changes: [ChangeSummary.Change]) -> Document {
    total == 0
      ? ["nothing to refresh"]
      : wrapped("refreshed " + styled(labels, total: total))
        + changes.flatMap { wrapped(change($0), first: "  └ ", rest: "      ") }
  }

  func storeOpened(_ opening: StoreOpening) -> Document {
    let file = opening.path.map { ": \($0)" } ?? ""
    let found = opening.isNew ? "a new file" : objects(opening.objectCount)
    var lines = wrapped(
      opening.isLazy ? "\(opening.name) is open lazily\(file)" : "\(opening.name) is open\(file), \(found)")
    func add(_ text: String) { lines += wrapped(StyledText(DisplayText.visible(text)), first: "  └ ", rest: "    ") }
    if let migration = opening.migration {
      add("migrated to the current model\(migration.isEmpty ? "; no object had to change" : "")")
      for line in migration { add(line) }
    }
    if opening.renumberedCount > 0 {
      add(
        "\(objects(opening.renumberedCount)) \(opening.renumberedCount == 1 ? "has another number" : "have other numbers") here than in the file"
      )
    }
    if let discarded = opening.discarded { add(sentence(for: discarded)) }
    for remark in opening.remarks { add(remark) }
    if opening.isNew, let first = opening.firstStore {
      let other = opening.firstStoreWouldLose ? "; \(first) is in memory only" : ", or close \(first)"
      add("new objects still go to \(first): insert into \(opening.name) …\(other)")
    }
    return lines
  }

  func migrated(_ migration: StoreMigration) -> Document {
    guard let lines = migration.lines else { return wrapped("\(migration.name) fits the model as it is") }
    let end = lines.isEmpty ? "; no object had to change" : ""
    return wrapped("migrated \(migration.name) to \(migration.version)\(end)")
      + lines.flatMap { wrapped(StyledText(DisplayText.visible($0)), first: "  └ ", rest: "    ") }
  }

  func validated(_ label: ObjectLabel, _ purpose: String, _ errors: [String]) -> Document {
    errors.isEmpty
      ? wrapped(styled(label) + StyledText(" is valid for \(purpose)"))
      : wrapped(styled(label) + StyledText(" is not valid for \(purpose)"))
        + errors.flatMap { wrapped(StyledText($0), first: "  └ ", rest: "      ") }
  }
}
