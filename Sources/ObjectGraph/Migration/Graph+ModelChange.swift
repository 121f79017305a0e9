import Predicates

import struct Foundation.Date

extension Graph {
  /// Refuses a uniqueness constraint that was not there before and that the objects do not satisfy. One that was there is
  /// a matter for the saves.
  /// - Parameter store: The store whose objects are checked; nil for all.
  func refuseViolations(since old: Schema, in store: UInt8? = nil) throws(ModelChangeError) {
    guard schema.hasUniqueness else { return }
    for entity in schema.entities.compactMap({ $0 }) {
      let before = old.entity(at: entity.index)
      let known = Set((before?.ownConstraints ?? []).map { Set($0) })
      for keys in entity.ownConstraints where !known.contains(Set(keys.map { entity.earlierName(of: $0, in: before) }))
      {
        guard let (first, others) = firstViolation(of: keys, in: entity, store) else { continue }
        throw .notUnique(first, entity: entity.name, keys: keys, others: others)
      }
    }
  }

  /// The first uniqueness constraint that an earlier graph did not have and that the objects here do not satisfy, as the
  /// error with which a change of the model would be refused. O(objects of the constraint); O(1) under the same model.
  package func uniquenessViolation(since earlier: Graph) -> ModelChangeError? {
    guard schema !== earlier.schema else { return nil }
    do {
      try refuseViolations(since: earlier.schema)
      return nil
    } catch {
      return error
    }
  }

  private func firstViolation(
    of keys: [String], in entity: Entity, _ only: UInt8?
  ) -> (ManagedObjectID, others: [ManagedObjectID])? {
    let paths = keys.compactMap(entity.elementPath)
    var holders: [[Value]: ManagedObjectID] = [:]
    for place in liveObjects(of: entity) where only == nil || store(of: place) == only {
      let values = paths.map { value(of: $0, at: place) }
      if values.contains(where: \.isNull) { continue }
      // Each store has its own index.
      let key = values + [.integer(Int64(store(of: place)))]
      if let first = holders.updateValue(id(at: place), forKey: key) { return (id(at: place), [first]) }
    }
    return nil
  }

  /// How many bytes the default values take that objects get by a change of the model: those of attributes that are new, or
  /// required now. Short ones do not count. O(entities + attributes).
  /// - Parameter before: the model, or the part of it that changes; nil for the graph's own.
  package func defaultBytes(under model: ManagedObjectModel, since before: ManagedObjectModel? = nil) -> Int {
    guard hasObjects else { return 0 }
    let before = before ?? schema.model
    return model.entities.reduce(0) { sum, entity in
      guard let old = before[entity: entity.name], schema.entity(named: entity.name) != nil else { return sum }
      let bytes = entity.properties.reduce(0) { sum, property in
        guard let attribute = property.attribute, case .value(let value)? = attribute.defaultValue,
          case let size = value.size(upTo: 1 << 30), size >= 64
        else { return sum }
        let before = old[property: attribute.name]?.attribute
        return before == nil || before?.isOptional == true && !attribute.isOptional ? sum + size : sum
      }
      return bytes == 0 ? sum : sum + bytes * objectIDs(of: entity.name).count
    }
  }

  /// How many bytes of texts a change of the model reads, for new uniqueness constraints and derived attributes, and how
  /// many the derived values may take. O(objects of these entities).
  func textBytes(readFor new: Schema) -> (read: Int, made: Int) {
    guard new.hasUniqueness || new.hasDerived, hasObjects else { return (0, 0) }
    var (read, made) = (0, 0)
    let known = Dictionary(
      schema.entities.compactMap { $0 }.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for entity in new.entities.compactMap({ $0 }) {
      guard let old = known[entity.name] else { continue }
      let known = Set(old.ownConstraints.map { Set($0) })
      let constraints = entity.ownConstraints.count { !known.contains(Set($0)) }
      let derived = entity.ownProperties.count { property in
        guard let derivation = property.attribute?.derivation else { return false }
        return old.property(property.name)?.attribute?.derivation != derivation
      }
      guard constraints + derived > 0 else { continue }
      let bytes = textBytes(of: old)
      read += bytes * (constraints + derived)
      made += bytes * derived
    }
    return (read, made)
  }

  private func textBytes(of entity: Entity) -> Int {
    let columns = entity.properties.compactMap { property -> AttributeColumn? in
      if case .attribute(let column) = property.storage, column.kind == .string { column } else { nil }
    }
    return liveObjects(of: entity).reduce(0) { sum, place in
      columns.reduce(sum) { sum, column in
        if case .string(let text) = value(of: column, at: place) { sum + text.utf8.count } else { sum }
      }
    }
  }

  private var hasObjects: Bool { tables.contains { $0.liveCount > 0 } }

  /// Takes from an earlier graph of this schema what a change of the model dropped, unless it was given otherwise since.
  /// - Parameter other: the schema of the change that is taken back.
  mutating func regain(_ past: Graph, lostUnder other: Schema, now: Date) {
    let lost = past.converted(to: other, now: now).converted(to: schema, now: now)
    let (commit, saveCounts) = (commit, saveCounts)
    self = GraphMerge.run(base: lost, own: past, target: self, .target, keepsTargetDeletions: true)
    settle(commit: commit)
    self.saveCounts = saveCounts
  }

  /// Computes derived attributes that are new or derived otherwise, and those that are derived from them.
  mutating func computeDerived(since old: Graph, now: Date) {
    guard schema.hasDerived else { return }
    var before: [Int: Expression] = [:]
    for property in old.schema.entities.compactMap({ $0 }).flatMap(\.ownProperties) {
      if let derivation = property.attribute?.derivation { before[property.identity] = derivation }
    }
    computeAllDerivedAttributes(now: now) {
      before[$0.property.identity] != $0.property.attribute?.derivation
    }
  }
}

extension Entity {
  /// Returns the name that a key, possibly followed by elements of a composite, had in the earlier schema.
  fileprivate func earlierName(of path: String, in before: Entity?) -> String {
    let key = path.firstKey
    guard let identity = property(String(key))?.identity,
      let earlier = before?.properties.first(where: { $0.identity == identity })
    else { return path }
    return earlier.name + path.dropFirst(key.count)
  }
}
