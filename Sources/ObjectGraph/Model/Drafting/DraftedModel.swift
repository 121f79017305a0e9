/// A model as it was between two declarations: to be made a schema and a graph of when somebody goes back to it.
struct DraftedModel: Sendable {
  /// Its versions; the current one has the entities that the first of the declarations found.
  var history: ModelHistory
  var entities: PagedList<ModelDraft.DraftedEntity>

  /// The versions with the current model as it was. O(properties).
  var made: ModelHistory {
    var model = history.model
    model.entities = entities.all.map(\.whole)
    return history.with(model)
  }
}

extension ModelDraft {
  /// The model as it is now. O(1).
  var drafted: DraftedModel { DraftedModel(history: history, entities: entities) }
}
