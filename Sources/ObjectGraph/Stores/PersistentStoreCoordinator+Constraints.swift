import Predicates

import struct Foundation.Date

/// Uniqueness constraints at a save that meets others' objects, as NSConstraintConflict has them: the saved object
/// stays, under its ID, and a new one with the same values is merged into it or dropped.
///
/// How far Core Data's policies go beyond that is not established. Our choices:
/// - ``MergePolicy/object`` gives the saved object every value that the new one has; ``MergePolicy/overwrite`` all its
///   attributes, nil ones too. Both move the new object's links over. ``MergePolicy/store`` and
///   ``MergePolicy/rollback`` keep the saved object as it is.
/// - Between new objects the one with the lowest number stays.
/// - A saved object that was *changed* to another's values is merged into that one in the same way, and deleted, under
///   ``MergePolicy/object`` and ``MergePolicy/overwrite``; ``MergePolicy/store`` gives it back its saved values in those
///   keys, ``MergePolicy/rollback`` in all attributes; for a key that names an element, in the whole composite. The object
///   that is saved with the values stays.
/// - A new object that has values in properties of its own sub-entity, which the object that stays has not, is refused with
///   133021: they would be lost.
/// - ``MergePolicy/error`` refuses: with 1551 where this context could see both objects, else with 133021.
extension PersistentStoreCoordinator {
  func resolveConstraints(
    _ graph: inout Graph, in state: State, own: Graph, _ policy: MergePolicy, isMerged: Bool,
    _ cancellation: Cancellation
  ) throws(SaveError) {
    guard isMerged || policy != .error else { return }
    // Giving one object its old values back may meet another: each round mends at least one object.
    for _ in 0...graph.tables.reduce(0, { $0 + $1.markedCount }) {
      let conflicts = constraintConflicts(in: graph, state, cancellation)
      if cancellation.isRequested { throw .cancelled }
      if conflicts.isEmpty { return }
      if policy == .error {
        let unseen = conflicts.filter { conflict in
          conflict.saved.map { own.place(of: own.own($0.id)) == nil } ?? false
            || conflict.objects.contains { own.place(of: own.own($0.id)) == nil }
            || !sharesValues(conflict, in: own)
        }
        if unseen.isEmpty { return }
        throw .constraintConflicts(unseen)
      }
      for conflict in conflicts {
        for object in conflict.objects where object.id != conflict.saved?.id {
          try mend(object, conflict, &graph, saved: state.graph, policy)
        }
      }
    }
  }

  /// The conflicts that would make a save refuse a graph, which gets what the merge policy makes of the others.
  func constraintConflicts(
    saving graph: inout Graph, own: Graph, _ policy: MergePolicy, isMerged: Bool, _ cancellation: Cancellation
  ) -> [ConstraintConflict] {
    guard graph.schema.hasUniqueness else { return [] }
    let state = state.withLock { $0 }
    do throws(SaveError) {
      try resolveConstraints(&graph, in: state, own: own, policy, isMerged: isMerged, cancellation)
    } catch {
      if case .constraintConflicts(let found) = error { return found }
    }
    return []
  }

  /// Whether the context saw the conflict itself.
  private func sharesValues(_ conflict: ConstraintConflict, in own: Graph) -> Bool {
    guard let other = conflict.saved.map({ own.own($0.id) }), let place = own.place(of: other),
      let entity = own.entity(at: place)
    else { return true }
    return conflict.keys.compactMap(entity.elementPath).map { own.value(of: $0, at: place) } == conflict.values
  }

  private func constraintConflicts(
    in graph: Graph, _ state: State, _ cancellation: Cancellation
  ) -> [ConstraintConflict] {
    let saved = state.graph
    var validator = Validator(graph, now: Date(), cancellation)
    validator.takers = state.takers
    var found: [ConstraintConflict] = []
    struct Group: Hashable {
      var keys: [String]
      var first: ManagedObjectID?
    }
    var met: Set<Group> = []
    for error in validator.constraintErrors() {
      guard case .notUnique(let keys, let objects) = error.reason,
        met.insert(Group(keys: keys, first: objects.first?.id)).inserted
      else { continue }
      let group = objects.sorted { $0.id.number < $1.id.number }
      guard let entity = graph.schema.entity(at: error.object.entity), let place = graph.place(of: error.object) else {
        continue
      }
      let paths = keys.compactMap(entity.elementPath)
      let values = paths.map { graph.value(of: $0, at: place) }
      let known = group.filter { saved.place(of: saved.own($0.id)) != nil && !isNew($0.id, graph) }
      let holder = known.first { named in
        saved.place(of: saved.own(named.id)).map { place in paths.map { saved.value(of: $0, at: place) } } == values
      }
      let survivor = holder ?? known.first ?? group.first
      found.append(
        ConstraintConflict(
          keys: keys, values: values,
          objects: group.filter { $0.id != survivor?.id }, saved: survivor))
    }
    return found
  }

  private func isNew(_ id: ManagedObjectID, _ graph: Graph) -> Bool {
    graph.place(of: id).map { graph.header(at: $0).marks.contains(.inserted) } ?? false
  }

  private func mend(
    _ object: ValidationError.Named, _ conflict: ConstraintConflict, _ graph: inout Graph, saved: Graph,
    _ policy: MergePolicy
  ) throws(SaveError) {
    guard let place = graph.place(of: object.id), graph.header(at: place).isLive, let entity = graph.entity(at: place)
    else { return }
    let isFolded = policy.prefersOwn
    if isFolded || graph.header(at: place).marks.contains(.inserted) {
      if isFolded, let survivor = conflict.saved.flatMap({ graph.place(of: $0.id) }) {
        let lost = graph.keysLost(folding: place, into: survivor)
        guard lost.isEmpty else {
          var refused = conflict
          refused.objects = [object]
          refused.keysLost = lost
          throw .constraintConflicts([refused])
        }
        graph.fold(place, into: survivor, isWhole: policy == .overwrite)
      }
      for layout in entity.relationships.compactMap(\.layout) {
        for member in graph.members(of: layout, place.row) { graph.disconnect(layout, place.row, member) }
      }
      graph.markDeleted(place)
      return
    }
    guard saved.header(at: place).isLive else {
      throw .constraintConflicts([conflict])
    }
    let keys = policy == .rollback ? entity.properties.filter { $0.attribute != nil }.map(\.name) : conflict.keys
    for key in keys {
      // A composite is set back as a whole.
      guard let property = entity.elementPath(key)?.property, case .attribute(let column) = property.storage else {
        throw .constraintConflicts([conflict])
      }
      if property.isTransient { continue }
      graph.setValue(saved.value(of: column, at: place), of: column, at: place)
    }
  }
}

extension Graph {
  /// The keys in which an object has a value that another one, of another entity, has no property for.
  fileprivate func keysLost(folding place: Place, into survivor: Place) -> [String] {
    guard let from = entity(at: place), let to = entity(at: survivor), from.index != to.index else { return [] }
    return from.properties.filter { property in
      if to.properties.contains(where: { $0 === property }) || property.isTransient { return false }
      switch property.storage {
      case .attribute(let column): return !value(of: column, at: place).isNull
      case .relationship(let layout): return count(of: layout, place.row) > 0
      case .fetched: return false
      }
    }.map(\.name)
  }

  /// Gives an object another one's values and links.
  fileprivate mutating func fold(_ place: Place, into survivor: Place, isWhole: Bool) {
    guard let from = entity(at: place), let to = entity(at: survivor), place.table == survivor.table else { return }
    for property in from.properties where to.properties.contains(where: { $0 === property }) {
      switch property.storage {
      case .attribute(let column):
        let value = value(of: column, at: place)
        if value.isNull, !isWhole { continue }
        if setValue(value, of: column, at: survivor) { markUpdated(survivor.table, survivor.row) }
      case .relationship(let layout):
        for member in members(of: layout, place.row)
        where layout.destinationTable != survivor.table || member != survivor.row {
          disconnect(layout, place.row, member)
          connect(layout, survivor.row, member)
        }
      case .fetched: break
      }
    }
  }
}
