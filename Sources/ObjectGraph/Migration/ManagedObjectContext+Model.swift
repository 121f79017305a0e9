import Predicates

extension ManagedObjectContext {
  /// Changes the model, and the data follow as in a lightweight migration.
  public func setModel(_ new: ManagedObjectModel, renaming: ModelRenaming = .none) throws {
  }
}

extension Graph {
  func converted(to schema: Schema) -> Graph { self }
}
