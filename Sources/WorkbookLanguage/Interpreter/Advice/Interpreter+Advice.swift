import Diagnostics
import ModelReview
import ObjectGraph

/// The errors of the library in its words, with the statement to type as the hint. The library itself states facts: a
/// statement is nothing to someone who calls it from Swift.
extension Interpreter {
  /// Returns the words for an error, without a range.
  func words(for error: any ExplainedError) -> Diagnostic {
    switch error {
    case let error as ModelError: return error.diagnostic(\.advised)
    case ModelChangeError.unresolved(let problems): return ModelError(problems: problems).diagnostic(\.advised)
    case SaveError.store(let error): return words(for: error)
    case SaveError.modelChanged(let error): return words(for: error)
    case ObjectGraphError.deletedObject(let id, _):
      var words = error.diagnostic
      words.hint = wayBack(to: id)
      return words
    default:
      var words = error.diagnostic
      if let advice = advice(for: error) { words.hint = advice }
      return words
    }
  }

  private func advice(for error: any ExplainedError) -> String? {
    switch error {
    case ObjectGraphError.deletedElsewhere(let id, let entity):
      typed("refresh \(entity)#\(id.number) discarding") + " drops what has changed here"
    case let error as ObjectGraphError: error.advice
    case SaveError.mergeConflicts(let conflicts): advice(for: conflicts)
    case SaveError.constraintConflicts(let conflicts) where conflicts.count == 1:
      "change the value, or write \(typed("merge policy \(conflicts[0].policy)"))"
    case ModelChangeError.storeOpen(let store, _) where sqliteStore(named: store) != nil:
      "a Core Data store keeps the model that it was made with; close \(store) to change the model here; migrate \(store) then brings the file to it"
    case ModelChangeError.storeOpen(let store, isCompatible: true):
      "close \(store), make the change, and open it again: no version hash changes"
    case ModelChangeError.storeOpen(let store, isCompatible: false):
      "make a new one first with: version \"…\"; when it is done: migrate \(store)"
    case StoreError.modelFromTables(let store, _):
      typed("rollback") + " discards the change; to make it, open the store under its own model: "
        + "graphbook open \(sqliteStore(named: store).map { shownPath(of: $0) } ?? store) --model App.xcdatamodeld"
    case StoreError.nameTaken(let name): "choose another name, or close \(name)"
    case StoreError.unknownConfiguration(let name, let known) where known.isEmpty:
      "configuration \(DisplayText.visible(name)) { … } makes one of entities"
    case TemplateError.missingVariables(let names, let template):
      "fetch \(template)(\(names.map { "\($0): …" }.joined(separator: ", ")))"
    case TemplateError.unknownVariables(_, let template, let known) where known.isEmpty: "write fetch \(template)"
    case ModelHistoryError.versionExists(let name): "use version \(ModelText.string(name)) makes it current"
    default: nil
    }
  }

  /// Refreshing the objects, or beginning again where there are many, and the two ways to go on without.
  private func advice(for conflicts: [MergeConflict]) -> String {
    var ways = [typed("rollback"), "or set a merge policy: " + typed("merge policy object")]
    if conflicts.allSatisfy(\.canBeRefreshed) {
      let refreshing = conflicts.map { "refresh \($0.objectName)" }.joined(separator: "; ")
      ways.insert(typed(conflicts.count > 4 ? "reset" : refreshing), at: 0)
    }
    return ways.joined(separator: ", ")
  }
}
