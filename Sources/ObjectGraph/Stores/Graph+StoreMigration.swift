extension Graph {
  /// The graph of a store's file as a lightweight migration gives it, and the fate of its objects.
  /// - Parameters:
  ///   - schema: The coordinator's; this graph's is `Schema(preceding: schema, …)`.
  ///   - configuration: That of the store.
  /// - Throws: ``StoreError/migrationFailed(store:_:)`` and
  ///   ``StoreError/migrationConstraintViolation(store:reason:)``.
  package func migrated(
    inStore name: String, to schema: Schema, _ configuration: String? = nil
  ) throws(StoreError) -> (graph: Graph, report: MigrationReport) {
    do throws(ModelChangeError) { return try migrated(to: schema, configuration) } catch {
      throw .cannotMigrate(name, error)
    }
  }
}

extension ManagedObjectModel {
  /// Throws ``StoreError/noInferredMapping(store:reason:)`` unless a mapping to a later model can be inferred for the file of
  /// a store.
  package func requireMapping(
    to other: ManagedObjectModel, inStore name: String, _ configuration: String? = nil
  ) throws(StoreError) {
    do throws(MappingError) {
      _ = try MappingModel.inferred(from: self, to: other, configuration: configuration)
    } catch {
      throw .noInferredMapping(
        store: name, reason: "\(error.reasons) (\(StoreCode.inferredMappingModel.rawValue))")
    }
  }
}
