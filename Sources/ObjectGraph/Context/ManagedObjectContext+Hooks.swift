import Diagnostics
import Predicates

extension ManagedObjectContext {
  /// The rounds of ``EntityHooks/willSave`` after which a save gives up (Core Data gives up after as many).
  public static let hookRounds = 1_000

  /// Sets the hooks of an entity and its descendants; nil removes them. A child context has its own hooks. O(1).
  public func setHooks(_ new: EntityHooks?, for entity: String) {
    // Objects that the old hooks hold may be released with them, and may call this context then: not while the register
    // changes.
    let old = hooks.byEntity[entity]
    hooks.byEntity[entity] = new
    withExtendedLifetime(old) {}
  }

  /// Returns the hooks set for an entity itself. O(1).
  public func hooks(for entity: String) -> EntityHooks? { hooks.byEntity[entity] }

  private func hooks(of id: ManagedObjectID) -> [EntityHooks] { hooks.hooks(of: entityName(of: id), in: model) }

  /// Runs an insertion's hook; when it throws, the object goes.
  func awakeFromInsert(_ id: ManagedObjectID, _ place: Graph.Place) throws {
    do {
      for hook in hooks(of: id).compactMap(\.awakeFromInsert) { try hook(ManagedObject(id, in: self)) }
    } catch {
      for layout in graph.entity(at: place)?.relationships.compactMap(\.layout) ?? [] {
        for member in graph.members(of: layout, place.row) { graph.disconnect(layout, place.row, member) }
      }
      graph.forget(place)
      changed()
      throw error
    }
  }

  /// Calls the hook of a fault that is read for the first time; its changes do not count.
  func awakeFromFetch(_ id: ManagedObjectID, _ place: Graph.Place) throws {
    let hooks = hooks(of: id).compactMap(\.awakeFromFetch)
    guard !hooks.isEmpty, let entity = graph.entity(at: place) else { return }
    let marks = graph.header(at: place).marks
    let wasChanged = isEventChanged
    holdStart()
    for hook in hooks { try hook(ManagedObject(id, in: self)) }
    guard marks == .alive, graph.header(at: place).isLive else { return }
    for property in entity.properties {
      guard case .attribute(let column) = property.storage else { continue }
      let value = graph.value(of: column, at: place)
      committed.setValue(value, of: column, at: place)
      if !wasChanged { start.graph?.setValue(value, of: column, at: place) }
    }
    if graph.changedProperties(of: entity, at: place, since: committed).isEmpty {
      graph.setMarks(marks, at: place)
      if !wasChanged, !graph.hasChanges { isEventChanged = false }
    }
  }

  // MARK: Deleting

  /// Runs `prepareForDeletion` of an object, and of those that the hooks delete, one after another.
  func prepareForDeletion(_ id: ManagedObjectID) throws {
    guard exists(id), state.preparing.insert(id).inserted else { return }
    state.preparationQueue.append(id)
    guard state.preparationQueue.count == state.preparing.count, state.preparing.count == 1 else { return }
    defer {
      state.preparing = []
      state.preparationQueue = []
    }
    var next = 0
    while next < state.preparationQueue.count {
      let id = state.preparationQueue[next]
      next += 1
      for hook in hooks(of: id).compactMap(\.prepareForDeletion) where exists(id) {
        try hook(ManagedObject(id, in: self))
      }
    }
  }

  /// Asks the hooks of what will go by cascades, until nothing more would go: they may change what follows.
  func prepareCascadesForDeletion() {
    var asked = Set(pendingDeletions)
    for _ in 0..<Self.hookRounds {
      var trial = graph
      let following = trial.propagateDeletion(of: pendingDeletions, leavingOut: unlistedLinks).deletedObjects
      let new = following.filter { asked.insert($0).inserted && graph.place(of: $0).map(isLive) ?? false }
      if new.isEmpty { return }
      for id in new { try? prepareForDeletion(id) }
    }
  }

  private func isLive(_ place: Graph.Place) -> Bool { graph.header(at: place).isLive }

  // MARK: Saving

  /// Propagates deletions and runs `willSave` until no object changes any more.
  func prepareForSave() throws(SaveError) {
    propagateDeletions(cancellation)
    if cancellation.isRequested { throw .cancelled }
    if !observers.isEmpty {
      processPendingChanges()
      post(.willSave, SaveReport(inserted: insertedObjects, updated: updatedObjects, deleted: deletedObjects))
      propagateDeletions()
    }
    guard hooks.byEntity.contains(where: { $0.value.willSave != nil }) else { return }
    var objects = graph.objects(marked: .pending)
    for _ in 0..<Self.hookRounds {
      let before = graph
      let count = version
      for id in objects {
        for hook in hooks(of: id).compactMap(\.willSave) {
          do {
            try hook(ManagedObject(id, in: self))
          } catch {
            throw .validation([refusal(of: id, error)])
          }
        }
      }
      propagateDeletions()
      if version == count { return }
      objects = changedObjects(since: before)
      if objects.isEmpty { return }
    }
    throw .unsettled(
      rounds: Self.hookRounds, objects.map { ValidationError.Named(id: $0, entity: entityName(of: $0)) })
  }

  /// The pending objects that differ from an earlier graph of this context.
  private func changedObjects(since before: Graph) -> [ManagedObjectID] {
    graph.rowsPerhapsChanged(since: before).enumerated().flatMap { table, rows in
      rows.compactMap { row in
        let place = Graph.Place(table: table, row: row)
        let (now, then) = (graph.header(at: place), before.header(at: place))
        guard !now.marks.isDisjoint(with: .pending), let entity = graph.entity(at: place) else { return nil }
        return now != then || !graph.changedProperties(of: entity, at: place, since: before).isEmpty
          ? graph.id(at: place) : nil
      }
    }
  }

  private func refusal(of id: ManagedObjectID, _ error: any Error) -> ValidationError {
    let words = (error as? any ExplainedError)?.diagnostic.message ?? "\(error)"
    return ValidationError(
      object: id, entity: entityName(of: id), key: nil,
      reason: .custom(words, code: ValidationCode.generic.rawValue))
  }

  func runDidSave(_ report: SaveReport) {
    guard hooks.byEntity.contains(where: { $0.value.didSave != nil }) else { return }
    for id in report.inserted + report.updated + report.deleted {
      for hook in hooks(of: id).compactMap(\.didSave) { hook(ManagedObject(id, in: self)) }
    }
  }

  // MARK: Validating

  /// Returns the objections of the hooks to an object: value by value, then as a whole.
  func hookErrors(
    _ id: ManagedObjectID, _ validation: KeyPath<EntityHooks, EntityHooks.Validation?>
  ) -> [ValidationError] {
    guard !hooks.isEmpty, let place = graph.place(of: id), let entity = graph.entity(at: place) else { return [] }
    let object = ManagedObject(id, in: self)
    var found: [(HookRefusal, Value)] = []
    for hooks in hooks(of: id) {
      if validation != \EntityHooks.validateForDelete {
        for (key, validate) in hooks.validateValue.sorted(by: { $0.key < $1.key }) {
          guard let property = entity.property(key) else { continue }
          let value = graph.value(of: property, at: place)
          if var refusal = validate(value, object) {
            refusal.key = refusal.key ?? key
            found.append((refusal, value))
          }
        }
      }
      if let validate = hooks[keyPath: validation] { found += validate(object).map { ($0, .null) } }
    }
    return found.map { refusal, value in
      ValidationError(
        object: id, entity: entity.name, key: refusal.key, value: value,
        reason: .custom(refusal.message, code: refusal.code))
    }
  }

  /// Returns the objections of the hooks to all pending changes: deleted, inserted, then updated objects.
  func pendingHookErrors() -> [ValidationError] {
    guard !hooks.isEmpty else { return [] }
    return deletedObjects.flatMap { hookErrors($0, \.validateForDelete) }
      + insertedObjects.flatMap { hookErrors($0, \.validateForInsert) }
      + updatedObjects.flatMap { hookErrors($0, \.validateForUpdate) }
  }
}

extension Graph {
  /// Makes a row unused again; its links must have ended.
  mutating func forget(_ place: Place) { setMarks([], at: place) }
}
