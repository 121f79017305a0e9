import Predicates

import struct Foundation.Date

extension Graph {
  /// Computes the derived attributes of what a save is about to write, and marks an object whose value differs as
  /// updated. One that reads others is computed after them, so that one pass is enough.
  ///
  /// One that reads nothing but its own object (`name`, `players.@count`) is computed for the inserted and updated
  /// objects: an object is marked when one of its relationships changes, whichever end was set, and when another of its
  /// derived attributes does. One that reads further is computed for all objects of its entity, unless the model has no
  /// change at all. `now()` alone makes no object change. A value that cannot be computed, or is of another type, is
  /// nil.
  ///
  /// O(pending changes) for each attribute, and O(objects of the entity) for each that reads further.
  ///
  /// If `cancellation` says yes, it ends half-way; the caller asks it again, and drops the graph.
  mutating func computeDerivedAttributes(now: Date, _ cancellation: Cancellation = .never) {
    guard schema.hasDerived, hasChanges else { return }
    var pending: [Place]?
    for derived in schema.derived {
      if !cancellation.allows(.rows, FetchPlanner.cost) { return }
      let places: [Place]
      if derived.property.attribute?.derivation?.readsOwnObjectOnly ?? true {
        let known = pending ?? objects(marked: [.inserted, .updated], without: .deleted).compactMap(place(of:))
        pending = known
        places = known.filter { Int(header(at: $0).entity) == derived.entity.index }
      } else {
        places = liveObjects(of: derived.entity, includingSubentities: false)
      }
      compute(derived, at: places, now: now, cancellation) { graph, place in
        if graph.header(at: place).marks.isDisjoint(with: [.inserted, .updated]) { pending = nil }
        graph.markUpdated(place.table, place.row)
      }
    }
  }

  /// Computes these derived attributes, and all that are derived from them, for every object: after a change of the
  /// model.
  mutating func computeAllDerivedAttributes(now: Date, where isStale: (DerivedAttribute) -> Bool) {
    var stale: Set<Int> = []
    for derived in schema.derived where isStale(derived) || !stale.isDisjoint(with: derived.reads) {
      stale.insert(derived.place)
      compute(derived, at: liveObjects(of: derived.entity, includingSubentities: false), now: now, .never) { _, _ in }
    }
  }

  /// Calls `onChange` for each object whose value is another now.
  private mutating func compute(
    _ derived: DerivedAttribute, at places: [Place], now: Date, _ cancellation: Cancellation,
    onChange: (inout Graph, Place) -> Void
  ) {
    guard !places.isEmpty, case .attribute(let column) = derived.property.storage else { return }
    let values = values(of: derived, at: places, now: now, cancellation)
    if cancellation.isRequested { return }
    for (place, value) in zip(places, values) where setValue(value, of: column, at: place) { onChange(&self, place) }
  }

  /// Returns the first of some objects with a derived attribute that is nil because its value is beyond its type, with
  /// that value. O(objects whose derived values are nil).
  func misfitDerivedValue(
    among ids: [ManagedObjectID], now: Date, _ cancellation: Cancellation
  ) -> (object: ManagedObjectID, attribute: AttributeDescription, value: Value)? {
    for derived in schema.derived {
      guard case .attribute(let column) = derived.property.storage, let shape = derived.property.shape,
        let derivation = shape.attribute.derivation
      else { continue }
      let places = ids.compactMap(place(of:)).filter { place in
        Int(header(at: place).entity) == derived.entity.index && value(of: column, at: place).isNull
      }
      guard !places.isEmpty,
        let compiled = try? derivation.evaluable.compiled(
          over: GraphSource(self, now: now), entity: derived.entity.name)
      else { continue }
      for place in places {
        guard cancellation.allows(.rows) else { return nil }
        let id = id(at: place)
        guard let value = try? compiled.value(for: id.value), !value.isNull else { continue }
        if case .failure = shape.coerced(value) { return (id, shape.attribute, value) }
      }
    }
    return nil
  }

  private func values(
    of derived: DerivedAttribute, at places: [Place], now: Date, _ cancellation: Cancellation
  ) -> [Value] {
    var source = GraphSource(self, now: now)
    source.cancellation = cancellation
    guard let shape = derived.property.shape, let derivation = shape.attribute.derivation,
      let compiled = try? derivation.evaluable.compiled(over: source, entity: derived.entity.name)
    else { return Array(repeating: .null, count: places.count) }
    return places.map { place in
      guard cancellation.allows(.rows), let value = try? compiled.value(for: id(at: place).value),
        case .success(let kept) = shape.coerced(value)
      else { return .null }
      // It stays.
      if case .string(let text) = kept, !cancellation.allows(.bytes, text.utf8.count) { return .null }
      return kept
    }
  }
}

extension Expression {
  /// Whether its value depends on the properties of one object alone: paths of one key, and counts of what one key
  /// leads to.
  var readsOwnObjectOnly: Bool {
    var isOwn = true
    _ = rewriting { expression in
      switch expression.kind {
      case .key:
        guard let path = expression.keyPath else { return nil }
        if path.count > 1, !(path.count == 2 && path[1] == "@count") { isOwn = false }
        return expression
      case .variableKey, .subquery, .extension, .anyKey: isOwn = false
      default: break
      }
      return nil
    }
    return isOwn
  }
}
