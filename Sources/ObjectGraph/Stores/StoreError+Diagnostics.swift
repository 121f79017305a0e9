import Diagnostics
import Predicates

extension StoreError: ExplainedError {
  /// The words, with code where a learner would look it up; no range. O(length of the message), and
  /// O(known names × length²) where a name is looked for.
  public var diagnostic: Diagnostic {
    switch self {
    case .unknownStore(let name, let known):
      Diagnostic(
        "unknown-store", "there is no store '\(DisplayText.visible(name))'",
        nearest: Suggestions.nearest(to: name, among: known),
        hint: (known.isEmpty ? nil : "there is \(Listing.text(known))"))
    case .nameTaken(let name):
      Diagnostic(
        "store-name-taken", "there is a store '\(name)' already", hint: "choose another name")
    case .incompatibleModel(let store, let entities):
      coded(
        Diagnostic.ID.incompatibleModel,
        "the store \(store) was written under another model\(Self.difference(entities))",
        hint: "let it migrate, or use the model's version that it was written under")
    case .cannotOpen(let store, let reason):
      coded(Diagnostic.ID.cannotOpenStore, "the store \(store) cannot be opened: \(DisplayText.visible(reason))")
    case .damaged(let store, let place, let reason):
      coded(
        Diagnostic.ID.damagedStore,
        "the store \(store) is damaged at \(DisplayText.visible(place)): \(DisplayText.visible(reason))")
    case .cannotSave(let store, let reason):
      coded(Diagnostic.ID.cannotSaveStore, "the store \(store) cannot be written: \(DisplayText.visible(reason))")
    case .modelFromTables(let store, let change):
      coded(
        Diagnostic.ID.modelFromTables, "the store \(store) cannot be written: \(change.words)",
        hint: "open it under the model that it was made with")
    case .changedElsewhere(let store):
      coded(
        Diagnostic.ID.storeChanged,
        "another program has written the file of the store \(store) since it was opened",
        hint: "roll back, and reopen \(store): what was changed here meanwhile has to be done again")
    case .incompleteSave(let saved, let failed, let reason):
      coded(
        Diagnostic.ID.incompleteSave,
        "\(Listing.text(saved)) \(saved.count == 1 ? "was" : "were") saved, and \(failed) was not: "
          + DisplayText.visible(reason), hint: "mend that and save again: it writes what is missing")
    case .noStore(let entity):
      coded(Diagnostic.ID.noStore, "no store takes objects of \(entity)", hint: "open one that does")
    case .notInConfiguration(let entity, let store, let configuration):
      Diagnostic(
        Diagnostic.ID.notInConfiguration,
        "the store \(store) takes only the entities of \(configuration), and \(entity) is none of them",
        hint: "Core Data raises an exception here")
    case .unknownConfiguration(let name, let known):
      Diagnostic(
        "unknown-configuration", "the model has no configuration '\(DisplayText.visible(name))'",
        nearest: Suggestions.nearest(to: name, among: known), hint: (known.isEmpty ? "it has no configurations" : nil))
    case .alreadyStored(let id, let entity, let store):
      Diagnostic(
        "already-stored", "\(entity)#\(id.number) is kept in \(store)",
        hint: "a saved object stays in its store; make a new one for the other")
    case .migrationFailed(let store, let error): migrationFailure(store, error)
    case .noInferredMapping(let store, let reason), .migrationConstraintViolation(let store, let reason):
      coded(Diagnostic.ID.migrationFailed, "the store \(store) cannot be migrated: \(DisplayText.visible(reason))")
    case .missingSourceModel(let store, let entities):
      coded(
        "missing-source-model",
        "the store \(store) cannot be migrated: no version of the model is the one that it was written under"
          + Self.difference(entities))
    case .openUnderEarlierModel(let store):
      Diagnostic(
        Diagnostic.ID.storeOpen,
        "the store \(store) is open under an earlier model, and its file is migrated while it is closed",
        hint: "close \(store), and then: migrate \(store)")
    case .cancelled: OperationCancelled().diagnostic
    case .tooManyStores:
      Diagnostic("too-many-stores", "a coordinator has room for \(PersistentStoreCoordinator.storeLimit) stores")
    }
  }

  /// A message that begins with the code.
  private func coded(_ id: String, _ message: String, hint: String? = nil) -> Diagnostic {
    Diagnostic(id, "\(code)  \(message)", hint: hint).with(code: code)
  }

  private func migrationFailure(_ store: String, _ error: ModelChangeError) -> Diagnostic {
    var diagnostic = coded(
      Diagnostic.ID.migrationFailed,
      "the store \(store) cannot be migrated: "
        + DisplayText.visible(error.diagnostic.message))
    if case .abstractWithObjects = error {
      diagnostic.notes.append(
        "what Core Data does with the objects of an entity that becomes abstract is not known to us")
    }
    return diagnostic
  }

  private static func difference(_ entities: [String]) -> String {
    guard !entities.isEmpty else { return "" }
    return ": \(Listing.text(entities, upTo: 4)) \(entities.count == 1 ? "differs" : "differ")"
  }
}

extension ChangeBeyondValues {
  /// The change, and what the tables of a store do not say about it.
  fileprivate var words: String {
    let end = "and its model, put together from its tables, does not say"
    return switch self {
    case .insertion(let object): "\(object) is new, \(end) what is required"
    case .deletion(let object): "\(object) is deleted, \(end) what the delete rules are"
    case .relationship(let name, let object): "\(name) of \(object) has changed, \(end) what its inverse is"
    case .emptied(let name, let object): "\(name) of \(object) is nil now, \(end) whether it is required"
    }
  }
}
