import Predicates

/// Batch requests go past every context to what is saved.
///
/// Each works on a new context, which starts from the saved graph and is written without validation: so the stores
/// write, number and refuse as they do in a save.
extension ManagedObjectContext {
  /// Sets attributes of the objects that a request finds among what is saved. Pending changes of contexts are left out.
  /// - Throws: ``BatchRequestError``, ``ObjectGraphError`` for unknown keys and values of another type,
  ///   ``SaveError/validation(_:)`` with 1551 where objects would share what must be unique, another ``SaveError``
  ///   of a store, and the errors of a fetch. Nothing is written then.
  /// - Complexity: that of the fetch, and O(objects found × properties).
  @discardableResult
  public func execute(
    _ request: BatchUpdateRequest, variables: [String: Value] = [:]
  ) throws -> BatchResult {
    guard !request.propertiesToUpdate.isEmpty else { throw BatchRequestError.nothingToSet }
    var request = request
    request.predicate = try request.predicate.map { try readingArguments(of: $0, variables) }
    request.propertiesToUpdate = try request.propertiesToUpdate.mapValues { try readingArguments(of: $0, variables) }
    return BatchResult(
      try batch { context in
        var fetch = FetchRequest(
          request.entity, predicate: request.predicate, includesSubentities: request.includesSubentities)
        fetch.affectedStores = request.affectedStores
        let ids = try context.fetch(fetch, variables: variables)
        let keys = request.propertiesToUpdate.keys.sorted()
        for key in keys {
          try context.requireStoredAttribute(key, of: request.entity)
          if case .constant(.null)? = request.propertiesToUpdate[key]?.kind,
            context.model.property(key, of: request.entity)?.property.attribute?.isOptional == false
          {
            throw BatchRequestError.missingValue(key, entity: request.entity)
          }
        }
        var source = GraphSource(context.committed, now: context.clock(), variables: variables)
        source.cancellation = cancellation
        let values = try keys.map { key in
          try (request.propertiesToUpdate[key] ?? Expression(.constant(.null)))
            .compiled(over: source, entity: request.entity, propagatesNil: true)
        }
        let constants = keys.map { request.propertiesToUpdate[$0]?.constant }
        for id in ids {
          try cancellation.spend(.rows, keys.count)
          for place in keys.indices {
            let value = try constants[place] ?? values[place].value(for: id.value)
            try cancellation.meter?.spend(making: value)
            try context.setPlainValue(value, of: id, forKey: keys[place])
          }
        }
        return ids
      }, as: request.resultType)
  }

  /// Deletes the objects that a request finds among what is saved.
  /// - Throws: The errors of a fetch, ``BatchRequestError/requiredInverses(_:)`` where an object that stays would lack what
  ///   it requires, and ``SaveError``; nothing is deleted then.
  /// - Complexity: that of the fetch, and O(objects that are reached).
  @discardableResult
  public func execute(
    _ request: BatchDeleteRequest, variables: [String: Value] = [:]
  ) throws -> BatchResult {
    var deletion: BatchDeletion?
    return try execute(request, variables: variables, deletion: &deletion)
  }

  /// Deletes as ``execute(_:variables:)-(BatchDeleteRequest,_)``, and explains what the delete rules did.
  /// - Parameter deletion: The effects; nil where nothing was found.
  package func execute(
    _ request: BatchDeleteRequest, variables: [String: Value], deletion: inout BatchDeletion?
  ) throws -> BatchResult {
    var fetch = request.fetchRequest
    fetch.predicate = try fetch.predicate.map { try readingArguments(of: $0, variables) }
    return BatchResult(
      try batch { context in
        let ids = try context.fetch(fetch, variables: variables)
        context.pendingDeletions = ids
        try context.propagateDeletionsOrStop()
        guard let explanation = context.lastDeletion else { return ids }
        let emptied = explanation.emptiedRelationships(in: context.graph, cancellation)
        let holders = context.graph.holders(of: explanation.deletedObjects, cancellation)
        if cancellation.isRequested { throw SaveError.cancelled }
        guard emptied.isEmpty else { throw BatchRequestError.requiredInverses(emptied) }
        deletion = BatchDeletion(explanation: explanation, holders: holders)
        return ids
      }, as: request.resultType)
  }

  /// Makes objects in the first store that takes their entity. Where the values of one are another's that must be
  /// unique, this context's ``mergePolicy`` decides as in a save: under ``MergePolicy/object`` the object that is there
  /// gets the new values. The result names the objects that were made, and then those that were updated.
  /// - Throws: ``BatchRequestError``, ``ObjectGraphError`` for unknown keys and values of another type, and ``SaveError``.
  ///   Nothing is written then.
  /// - Complexity: O(values).
  @discardableResult
  public func execute(_ request: BatchInsertRequest) throws -> BatchResult {
    BatchResult(
      try batch(mergePolicy) { context in
        let required = try context.requiredAttributes(of: request.entity)
        // The keys that were met, and whether they are required.
        var known: [String: Bool] = [:]
        var missing: [ValidationError] = []
        let ids = try request.objects.map { values in
          try cancellation.spend(.rows, values.count + 1)
          let id = try context.insert(request.entity)
          var requiredCount = 0
          do {
            for (key, value) in values {
              if known[key] == nil {
                try context.requireStoredAttribute(key, of: request.entity)
                known[key] = required.contains(key)
              }
              try cancellation.meter?.spend(keeping: value)
              try context.setPlainValue(value, of: id, forKey: key)
              if !value.isNull, known[key] == true { requiredCount += 1 }
            }
          } catch let error where !(error is OperationCancelled) {
            // The first of the errors is that of the first key.
            for (key, value) in values.sorted(by: { $0.key < $1.key }) {
              try context.requireStoredAttribute(key, of: request.entity)
              try context.setPlainValue(value, of: id, forKey: key)
            }
            throw error
          }
          if requiredCount < required.count { missing += context.missingAttributes(of: id) }
          return id
        }
        guard missing.isEmpty else { throw SaveError.validation(missing) }
        return ids
      }, as: request.resultType)
  }

  /// The names of the attributes that are required and that nothing derives.
  private func requiredAttributes(of entity: String) throws -> Set<String> {
    let attributes = try self.entity(named: entity).properties.filter { $0.attribute != nil }
    return Set(
      attributes.filter { $0.attribute?.isOptional == false && $0.attribute?.derivation == nil }.map(\.name))
  }

  /// The errors of required attributes without a value that nothing derives (1570).
  private func missingAttributes(of id: ManagedObjectID) -> [ValidationError] {
    validateForInsert(id).filter { error in
      guard error.reason == .missing, let key = error.key,
        let attribute = model.property(key, of: entityName(of: id))?.property.attribute
      else { return false }
      return attribute.derivation == nil
    }
  }

  /// - Parameter policy: What is done with objects that share what must be unique.
  private func batch(
    _ policy: MergePolicy = .error, _ body: (ManagedObjectContext) throws -> [ManagedObjectID]
  ) throws -> [ManagedObjectID] {
    try prepare()
    let context = ManagedObjectContext(coordinator: coordinator, name: "batch", identifier: graph.context, clock: clock)
    context.cancellation = cancellation
    context.state.registersUndo = false
    let ids = try body(context)
    let written = try context.writeUnvalidated(policy)
    return policy == .error ? ids : written
  }

  private func requireStoredAttribute(_ key: String, of entity: String) throws {
    guard let (property, _) = model.property(key, of: entity) else {
      // An unknown entity is reported by the fetch or the insertion.
      guard model[entity: entity] != nil else { return }
      throw ObjectGraphError.unknownKey(key, entity: entity, known: model.properties(of: entity).map(\.name))
    }
    guard let attribute = property.attribute else { throw BatchRequestError.notAnAttribute(key, entity: entity) }
    if attribute.isTransient { throw BatchRequestError.transient(key, entity: entity) }
  }

  /// Saves without hooks and validation. Derived attributes are computed, as SQLite's triggers do; uniqueness is an index
  /// of the store.
  /// - Returns: The objects that were made, and then those that were updated.
  private func writeUnvalidated(_ policy: MergePolicy) throws(SaveError) -> [ManagedObjectID] {
    processPendingChanges()
    graph.computeDerivedAttributes(now: clock(), cancellation)
    if cancellation.isRequested { throw .cancelled }
    guard graph.hasChanges else { return [] }
    if graph.schema.hasUniqueness, policy == .error {
      let errors = validator(of: graph, leavingOut: UnlistedLinks(), cancellation).pendingErrors()
        .filter { $0.kind == .constraint }
      guard errors.isEmpty else { throw .validation(errors) }
    }
    let report = try coordinator.save(
      graph, since: committed, showing: faults.links, policy: policy, validating: .uniqueness, named: name,
      now: clock(), isBatch: true, cancellation
    ).report
    return policy == .error ? [] : report.inserted + report.updated
  }
}
