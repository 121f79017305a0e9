import Diagnostics
import ObjectGraph
import WorkbookLanguage

/// The results that are one thing which is so now.
extension OutcomeRenderer {
  func document(for fact: Outcome.Fact) -> Document {
    sentences(for: fact).flatMap(\.lines).flatMap { wrapped($0) }
  }

  private func sentences(for fact: Outcome.Fact) -> [String] {
    switch fact {
    case .objectIDsNamed(let name, let count):
      ["\(name) = a list of \(count == 1 ? "1 object ID" : "\(grouped(count)) object IDs")"]
    case .isAlready(let path, let value, let marked): ["\(path) is already \(value)\(marking(marked))"]
    case .containsAlready(let path, let member, let marked):
      ["\(path) already contains \(member)\(marking(marked))"]
    case .doesNotContain(let path, let member): ["\(path) does not contain \(member)"]
    case .isAtPosition(let path, let member): ["\(path) already has \(member) at that position"]
    case .markedAlready(let first, let more):
      ["\(first)\(Listing.rest(more)) \(more > 0 ? "are" : "is") already marked for deletion"]
    case .batch(let report): [sentence(for: report)]
    case .contextSettings(let consequences): consequences.map(sentence)
    case .contexts(let contexts): contexts.map(sentence)
    case .mergePolicy(let policy, let context): ["\(context) saves with the merge policy \(policy.rawValue)"]
    case .storeAssigned(let store, first: let first?, count: 1): ["\(first) goes to \(store) when it is saved"]
    case .storeAssigned(let store, first: _, count: 0): ["no objects, so nothing goes to \(store)"]
    case .storeAssigned(let store, first: _, count: let count):
      ["\(grouped(count)) objects go to \(store) when they are saved"]
    case .storeOpenInMemory(let name): ["\(name) is open, in memory"]
    case .storeReopenedInMemory(let name, let lost, let discarded):
      ["\(name) is open, in memory\(lost == 0 ? " and empty" : loss(lost))\(giving(up: discarded))"]
    case .storeClosed(let name, let lost, let discarded, let losesUndo):
      ["\(name) is closed\(loss(lost))\(giving(up: discarded))\(losesUndo ? "; undo cannot go back past it" : "")"]
    case .storeFollowsModel(let name): ["\(name) is in memory, and follows the model by itself"]
    case .stores(let stores): stores.isEmpty ? ["no stores"] : stores.map(sentence)
    }
  }

  /// The setter of Core Data marks the object, whatever it had.
  private func marking(_ owner: String?) -> String {
    owner.map { "; Core Data would mark \($0) as updated all the same" } ?? ""
  }

  private func loss(_ count: Int) -> String {
    count == 0 ? "" : "; its \(count == 1 ? "object is" : "\(grouped(count)) objects are") gone"
  }

  private func giving(up changes: DiscardedChanges?) -> String { changes.map { "; \(sentence(for: $0))" } ?? "" }

  func sentence(for changes: DiscardedChanges) -> String {
    let names = changes.contexts
    let contexts = names.count == 2 ? names.joined(separator: " and ") : Listing.text(names)
    return "unsaved changes of \(objects(changes.objects)) are discarded" + (names.isEmpty ? "" : ", in \(contexts)")
  }

  private func sentence(for report: BatchReport) -> String {
    func number(_ count: Int, of entity: String) -> String {
      count == 1 ? "1 \(entity)" : "\(grouped(count)) objects of \(entity)"
    }
    func list(_ counts: [BatchReport.EntityCount]) -> String {
      Listing.text(counts.map { number($0.count, of: $0.entity) })
    }
    var text: String
    var rules = "without validation and undo"
    var isEmpty = false
    switch report.effect {
    case .updated(let count):
      text = "updated \(number(count, of: report.entity)) in the store"
      isEmpty = count == 0
    case .deleted(let count, let cascaded, let nullified, let dangling):
      text = "deleted \(number(count, of: report.entity)) in the store"
      isEmpty = count == 0
      let parts = [("cascade", cascaded), ("nullify", nullified), ("dangling", dangling)].filter { !$0.1.isEmpty }
      if !parts.isEmpty { text += " (\(parts.map { "\($0): \(list($1))" }.joined(separator: "; ")))" }
    case .inserted(let count, let updated):
      text = "inserted \(number(count, of: report.entity)) into the store"
      if updated > 0 { text += ", updated \(grouped(updated))" }
      rules = "without undo; of the model's rules, only required values were checked"
      isEmpty = count + updated == 0
    }
    if !isEmpty { text += ", \(rules)" }
    if let stale = report.stale {
      text += "; \(stale.first)\(Listing.rest(stale.count - 1)) \(stale.count == 1 ? "keeps" : "keep")"
      text += " what this context has read, until refresh"
    }
    return text
  }

  private func sentence(for consequence: ContextConsequence) -> String {
    switch consequence {
    case .merges(let context, let parent):
      let others = parent.map { "what changes in \($0)" } ?? "what other contexts save"
      let difference = parent.map { " (in Core Data, once \($0) saves it)" } ?? ""
      return "\(context) shows \(others) from now on\(difference); changes that are pending stay"
    case .staysStale(let first, let more):
      return more == 0
        ? "\(first) was saved elsewhere before this, and stays stale until it is refreshed"
        : "\(first)\(Listing.rest(more)) were saved elsewhere before this, and stay stale until they are refreshed"
    case .keepsValues(let context): return "an object that \(context) has read keeps its values until it is refreshed"
    case .deletesFaults(let context):
      return "in \(context) an object whose row is gone counts as deleted, and its values read as nil"
    case .failsFaults(let context):
      return
        "in \(context) reading an object whose row is gone is an error (133000), as in Core Data before 2015"
    }
  }

  private func sentence(for context: ContextLine) -> String {
    var parts = [context.parent.map { "child of \($0)" } ?? "on the stores"]
    if context.isMerging { parts.append(ContextSetting.merging.rawValue) }
    if !context.isDeletingFaults { parts.append("no \(ContextSetting.deletingFaults.rawValue)") }
    if let policy = context.mergePolicy { parts.append("merge policy \(policy.rawValue)") }
    parts.append(context.pending == 0 ? "nothing pending" : "\(grouped(context.pending)) pending")
    if context.stale > 0 { parts.append("\(grouped(context.stale)) stale") }
    return "\(context.name): \(parts.joined(separator: ", "))"
  }

  private func sentence(for store: StoreLine) -> String {
    let place = store.file.map(DisplayText.visible) ?? "in memory"
    return switch store.state {
    case .open(let count): "\(store.name): \(place), \(grouped(count)) saved \(count == 1 ? "object" : "objects")"
    case .closed: "\(store.name): \(place), closed"
    }
  }
}
