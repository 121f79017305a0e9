import Predicates

import struct Foundation.Date

extension Graph {
  /// Computes the derived attributes of what a save is about to write, and marks an object whose value differs as
  /// updated.
  ///
  /// One that reads nothing but its own object (`name`, `players.@count`) is computed for the inserted and updated
  /// objects: an object is marked when one of its relationships changes, whichever end was set. One that reads further is
  /// computed for all objects of its entity, unless the model has no change at all. `now()` alone makes no object
  /// change. What cannot be evaluated, or is of another type, is nil.
  ///
  /// O(pending changes), and O(objects of the entity) for each attribute that reads further.
  ///
  /// Where `cancellation` says yes it ends half-way; the caller asks it again, and drops the graph.
  mutating func computeDerivedAttributes(now: Date, _ cancellation: Cancellation = .never) {
    guard schema.hasDerived, hasChanges else { return }
    // A derivation may read another one; a chain of them settles in as many rounds as it is long.
    for _ in 0..<max(1, min(8, schema.derivedCount)) where !computeDerivedRound(now: now, cancellation) { return }
  }

  /// Computes them for every object: after a change of the model or when a store is opened.
  mutating func computeAllDerivedAttributes(of properties: [(entity: Entity, property: Property)], now: Date) {
    for (entity, property) in properties {
      let places = liveObjects(of: entity)
      let source = GraphSource(self, now: now)
      for (place, value) in zip(places, values(of: property, of: entity, at: places, source: source)) {
        guard case .attribute(let column) = property.storage else { continue }
        setValue(value, of: column, at: place)
      }
    }
  }

  /// Whether anything changed.
  private mutating func computeDerivedRound(now: Date, _ cancellation: Cancellation) -> Bool {
    var hasChanged = false
    var source = GraphSource(self, now: now)
    source.cancellation = cancellation
    let pending = objects(marked: [.inserted, .updated], without: .deleted).compactMap(place(of:))
    for entity in schema.entities.compactMap({ $0 }) where !entity.isAbstract {
      for property in entity.derived {
        guard case .attribute(let column) = property.storage, let derivation = property.attribute?.derivation else {
          continue
        }
        let places: [Place]
        if derivation.readsOwnObjectOnly {
          places = pending.filter { Int(header(at: $0).entity) == entity.index }
        } else {
          places = liveObjects(of: entity, includingSubentities: false)
        }
        if cancellation.isRequested { return false }
        for (place, value) in zip(places, values(of: property, of: entity, at: places, source: source)) {
          guard setValue(value, of: column, at: place) else { continue }
          markUpdated(place.table, place.row)
          hasChanged = true
        }
      }
    }
    return hasChanged
  }

  private func values(
    of property: Property, of entity: Entity, at places: [Place], source: GraphSource
  ) -> [Value] {
    guard let shape = property.shape, let derivation = shape.attribute.derivation,
      let compiled = try? derivation.compiled(over: source, entity: entity.name)
    else { return Array(repeating: .null, count: places.count) }
    return places.enumerated().map { count, place in
      if count & 255 == 255, source.cancellation.isRequested { return .null }
      guard let value = try? compiled.value(for: id(at: place).value), case .success(let kept) = shape.coerced(value)
      else { return .null }
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
