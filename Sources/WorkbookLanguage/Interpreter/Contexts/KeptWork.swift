import ObjectGraph

/// The states of a session's model and objects that files hold: what was exported and what was run.
///
/// Objects that are saved in a store that is a file are kept there, whatever else was written.
package struct KeptWork {
  /// A file that holds what `after` has and `before` has not.
  fileprivate struct File {
    var before: Interpreter?
    var after: Interpreter
    /// The objects that have gone since without being deleted.
    var gone: Set<ManagedObjectID> = []
  }

  private var files: [File] = []
  /// The text of the model, as a file has it.
  private var model: String?

  package init() {}

  /// Notes that a file holds the model and all objects as they are now.
  package mutating func noteExport(of interpreter: Interpreter) {
    files = [File(after: interpreter.trial())]
    model = interpreter.modelText
  }

  /// Notes that a file holds the model as it is now.
  package mutating func noteModelExport(of interpreter: Interpreter) { model = interpreter.modelText }

  /// Notes that a file was run or imported, which holds what it made.
  /// - Parameter before: A trial of the state before it.
  package mutating func noteRun(from before: Interpreter, to interpreter: Interpreter) {
    files.append(File(before: before, after: interpreter.trial()))
    if before.context.model.entities.isEmpty || model == before.modelText { model = interpreter.modelText }
  }

  /// Notes that objects went without being deleted: a change was taken back, or a store was closed. O(objects).
  /// - Parameter before: A trial of the state before that.
  package mutating func noteRetreat(from before: Interpreter, to interpreter: Interpreter) {
    guard !files.isEmpty else { return }
    let gone = Set(before.objectIDs).subtracting(interpreter.objectIDs)
    for index in files.indices { files[index].gone.formUnion(gone) }
  }

  /// Notes that what was taken back was done again: an object that is here may be deleted once more. O(objects).
  package mutating func noteReturn(to interpreter: Interpreter) {
    for index in files.indices where !files[index].gone.isEmpty {
      files[index].gone.subtract(interpreter.objectIDs)
    }
  }

  /// Finds what is in no file as it is now. O(objects).
  package func missing(from interpreter: Interpreter) -> MissingWork {
    let context = interpreter.mainContext
    let files = context.knownStores.filter { $0.path != nil }
    let stores = Set(files.filter(\.isOpen).map(\.name))
    // New objects go there.
    let first = context.coordinator.stores.first?.name
    var missing = MissingWork()
    missing.hasModel = !context.model.entities.isEmpty && model != interpreter.modelText
    missing.hasEarlierState = !self.files.isEmpty || model != nil
    missing.stores = files.map(\.name)
    for id in interpreter.objectIDs {
      if !context.hasPersistentChangedValues(of: id), let store = context.storeName(of: id), stores.contains(store) {
        continue
      }
      if !self.files.contains(where: { $0.holds(id, as: context) }) {
        missing.objectCount += 1
        if (context.storeName(of: id) ?? first).map(stores.contains) == true { missing.unsavedObjectCount += 1 }
      }
    }
    missing.deletionCount = deletionCount(in: interpreter, stores)
    missing.unsavedDeletionCount = context.deletedObjects.count {
      context.storeName(of: $0).map(stores.contains) == true
    }
    return missing
  }

  /// Counts the objects that files hold and that are deleted now.
  private func deletionCount(in interpreter: Interpreter, _ stores: Set<String>) -> Int {
    let context = interpreter.mainContext
    var gone = Set(context.deletedObjects.filter { id in context.storeName(of: id).map(stores.contains) == true })
    let present = files.isEmpty ? [] : Set(interpreter.objectIDs)
    for file in files {
      for id in file.after.objectIDs
      where !present.contains(id) && !file.gone.contains(id) && file.before?.mainContext.exists(id) != true {
        let store = file.after.mainContext.storeName(of: id)
        if store.map(stores.contains) != true { gone.insert(id) }
      }
    }
    return gone.count
  }
}

/// The part of a session's work that is in no file.
package struct MissingWork: Hashable, Sendable {
  /// Whether it includes the model.
  package var hasModel = false
  /// The number of objects that no file holds as they are now.
  package var objectCount = 0
  /// The number of objects that a file still holds, although they were deleted.
  package var deletionCount = 0
  /// The number of those that only a save is missing for: their objects are in the file of an open store.
  package var unsavedDeletionCount = 0
  /// The number of objects that only a save is missing for.
  package var unsavedObjectCount = 0
  /// Whether a file holds an earlier state of the work.
  package var hasEarlierState = false
  /// The stores that are files. Without the model none of them can be opened again.
  package var stores: [String] = []

  /// Whether everything is in a file.
  package var isEmpty: Bool { !hasModel && objectCount == 0 && deletionCount == 0 }
}

extension KeptWork.File {
  /// Whether the file holds an object with the values that it has in a context.
  fileprivate func holds(_ id: ManagedObjectID, as context: ManagedObjectContext) -> Bool {
    guard after.mainContext.hasSame(id, as: context) else { return false }
    return before?.mainContext.hasSame(id, as: context) != true
  }
}

extension ManagedObjectContext {
  /// Whether an object has the values that it has in another context, whose model may be a later one.
  fileprivate func hasSame(_ id: ManagedObjectID, as other: ManagedObjectContext) -> Bool {
    guard exists(id), other.exists(id), entityName(of: id) == other.entityName(of: id) else { return false }
    if graph.schema === other.graph.schema { return other.changedKeys(of: id, since: graph).isEmpty }
    let keys = other.model.properties(of: other.entityName(of: id)).filter { $0.fetched == nil }.map(\.name)
    // A property that is new begins empty.
    return keys.allSatisfy { key in
      let value = (try? value(of: id, forKey: key)) ?? .null
      let others = (try? other.value(of: id, forKey: key)) ?? .null
      return value == others || value.isNull && others.elements?.isEmpty == true
    }
  }
}

extension Interpreter {
  fileprivate var modelText: String { ModelText.source(context.model) }

  /// The objects that the main context has.
  fileprivate var objectIDs: [ManagedObjectID] {
    let context = mainContext
    return context.model.entities.filter { $0.parent == nil }.flatMap { context.graph.objectIDs(of: $0.name) }
  }
}
