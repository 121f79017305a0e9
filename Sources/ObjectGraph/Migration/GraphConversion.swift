import Predicates

import struct Foundation.Date

/// The making of a graph of another schema from a graph: what is unchanged is shared, the rest is rebuilt.
struct GraphConversion {
  enum Strictness {
    /// A value that cannot follow is an error that names the object.
    case strict
    /// A value that cannot follow is left out; for graphs that only serve as the base of comparisons.
    case lenient
  }

  let old: Graph
  let schema: Schema
  /// Rows that get another number, because entities that were numbered separately come together in one table.
  let moved: [Graph.Place: Int32]
  let now: Date
  let strictness: Strictness
  /// The old properties that the new ones correspond to, if their identities do not say so.
  let matching: ModelMatching
  /// Whether the schemas are steps of one history, so that a property without the identity of an own one of its entity is
  /// new there.
  let followsIdentities: Bool
  /// Whether a property that went to another entity of its hierarchy takes its values along.
  let followsMoves: Bool
  var new: Graph
  /// A graph of the new schema with values for properties that objects did not have before.
  var restored: Graph?
  /// The old entities that have rows, by stable place.
  var populated: Set<Int> = []
  /// The old table whose rows are exactly the new table's rows, under the same numbers.
  var intact: [Int: Int] = [:]
  /// The results of ``before(_:of:)``, by old entity and new identity.
  private var found: [Int: [Int: Property]] = [:]

  init(
    _ old: Graph, to schema: Schema, moved: [Graph.Place: Int32] = [:], now: Date, strictness: Strictness,
    matching: ModelMatching? = nil, followsMoves: Bool = true
  ) {
    self.old = old
    self.schema = schema
    self.moved = moved
    self.now = now
    self.strictness = strictness
    self.matching = matching ?? ModelMatching(from: old.schema.model, to: schema.model)
    followsIdentities = matching == nil
    self.followsMoves = followsMoves
    new = Graph(schema, context: old.context)
    new.commit = old.commit
    new.saveCounts = old.saveCounts
    new.storage.shareTexts(from: old.storage)
  }

  mutating func run() throws(ModelChangeError) {
    populated = old.populatedEntities()
    findProperties()
    try convertHeaders()
    for entity in schema.entities.compactMap({ $0 }) {
      for property in entity.ownProperties {
        if case .attribute(let column) = property.storage { try convert(property, column, of: entity) }
      }
    }
    try convertRelationships()
  }

  // MARK: Rows

  private mutating func convertHeaders() throws(ModelChangeError) {
    for entity in schema.entities.compactMap({ $0 }) where entity.isAbstract && populated.contains(entity.index) {
      if strictness == .strict, let place = old.firstObject(of: entity.index) {
        throw .abstractWithObjects(old.id(at: place), entity: entity.name)
      }
    }
    var sources: [Int: Set<Int>] = [:]
    var lost: Set<Int> = []
    for place in populated {
      guard let from = old.schema.entity(at: place)?.table else { continue }
      if let to = schema.entity(at: place)?.table { sources[to, default: []].insert(from) } else { lost.insert(from) }
    }
    let shares = sources.values.joined().reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
    for (to, from) in sources {
      if from.count == 1, let only = from.first, shares[only] == 1, !lost.contains(only), moved.isEmpty {
        intact[to] = only
        new.edit()
        new.storage.shareRows(to, from: old.storage, only)
        new.stores[to] = old.stores[only]
        continue
      }
      for table in from.sorted() {
        new.edit()
        new.memory.tables[to].goneCount &+= old.memory.tables[table].goneCount
        for row in 1..<max(1, old.tables[table].rowEnd) {
          let header = old.tables[table].headers[row]
          guard let entity = schema.entity(at: header.entity), entity.table == to else { continue }
          let newRow = newRow(of: Graph.Place(table: table, row: Int32(truncatingIfNeeded: row)))
          let place = Graph.Place(table: to, row: newRow)
          new.setEntity(header.entity, at: place)
          new.setMarks(header.marks, at: place)
          if let store = old.stores[table]?[Int32(truncatingIfNeeded: row)], store != 0 {
            new.stores[to, default: PagedColumn(filler: 0)][newRow] = store
          }
        }
      }
    }
  }

  func newRow(of place: Graph.Place) -> Int32 { moved[place] ?? place.row }

  /// Calls `body` with the old and the new place of every object of an entity or its subentities, old entity by entity.
  func forEachObject(
    of place: Int, _ body: (Entity, Graph.Place, Graph.Place) throws(ModelChangeError) -> Void
  ) throws(ModelChangeError) {
    for kind in populated.sorted() {
      guard let entity = schema.entity(at: kind), entity.isKind(of: place), let before = old.schema.entity(at: kind)
      else { continue }
      for row in 1..<max(1, old.tables[before.table].rowEnd) {
        let header = old.tables[before.table].headers[row]
        guard header.isAlive, Int(header.entity) == kind else { continue }
        let from = Graph.Place(table: before.table, row: Int32(truncatingIfNeeded: row))
        try body(before, from, Graph.Place(table: entity.table, row: newRow(of: from)))
      }
    }
  }

  /// The property that an object of this old entity had for the new one: the same by identity, or else as the models
  /// match; nil when it had none.
  func before(_ property: Property, of entity: Entity) -> Property? { found[entity.index]?[property.identity] }

  private mutating func findProperties() {
    for kind in populated {
      guard let before = old.schema.entity(at: kind), let after = schema.entity(at: kind) else { continue }
      let byIdentity = Dictionary(before.properties.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
      let taken = Set(after.properties.map(\.identity))
      let sources =
        followsMoves && matching.oldNames[after.name] == before.name ? matching.sources(in: after.name) : [:]
      for property in after.properties {
        if let same = byIdentity[property.identity] {
          found[kind, default: [:]][property.identity] = same
          continue
        }
        guard let source = sources[property.name].flatMap({ before.property($0.property.name) }),
          !taken.contains(source.identity), !followsIdentities || source.declaredBy != property.declaredBy
        else { continue }
        found[kind, default: [:]][property.identity] = source
      }
    }
  }

  /// The old properties that objects of an entity had for a new one; nil in it represents objects that had none.
  func sources(of property: Property, in entity: Entity) -> [(entity: Entity, property: Property?)] {
    populated.sorted().compactMap { kind in
      guard schema.entity(at: kind)?.isKind(of: entity.index) == true, let before = old.schema.entity(at: kind) else {
        return nil
      }
      return (before, self.before(property, of: before))
    }
  }

  // MARK: Attributes

  private mutating func convert(
    _ property: Property, _ column: AttributeColumn, of entity: Entity
  ) throws(ModelChangeError) {
    guard let attribute = property.attribute else { return }
    let sources = sources(of: property, in: entity)
    if sources.isEmpty { return }
    if intact[entity.table] != nil, let first = sources[0].property, let oldAttribute = first.attribute,
      sources.allSatisfy({ $0.property === first }), case .attribute(let oldColumn) = first.storage,
      oldAttribute.type == attribute.type, oldAttribute.compositeName == attribute.compositeName,
      keepsComposite(attribute), oldAttribute.transformerName == attribute.transformerName,
      attribute.isOptional || !oldAttribute.isOptional && !oldAttribute.isTransient
        || !hasMissingValue(oldColumn, of: entity),
      restored == nil || oldAttribute.derivation == attribute.derivation
    {
      new.share(column, from: old, oldColumn)
      return
    }
    let filler = property.initialValue { now } ?? .null
    var result = new
    let (old, restored, strictness) = (old, restored, strictness)
    try forEachObject(of: entity.index) { (before, from, to) throws(ModelChangeError) in
      let source = self.before(property, of: before)
      if let restored, let derivation = attribute.derivation, source?.attribute?.derivation != derivation {
        result.setValue(restored.value(of: column, at: to), of: column, at: to)
        return
      }
      var value: Value = .null
      if case .attribute(let oldColumn) = source?.storage { value = old.value(of: oldColumn, at: from) }
      if value.isNull {
        // A required value that was nil stays nil: the next save reports it.
        let mustFill = source?.attribute.map { ($0.isOptional || $0.isTransient) && !attribute.isOptional } ?? true
        if mustFill { value = restored.map { $0.value(of: column, at: to) } ?? .null }
        if mustFill, value.isNull { value = filler }
      } else if let earlier = source?.attribute,
        let converted = property.shape?.converted(value, from: earlier, matching)
      {
        value = converted
      } else {
        if strictness == .strict {
          throw .unconvertible(
            old.id(at: from), entity: before.name, key: attribute.name, value: value, type: attribute.type)
        }
        value = restored.map { $0.value(of: column, at: to) } ?? .null
      }
      if strictness == .strict, old.header(at: from).isLive,
        let missing = property.shape?.missingPath(in: value, since: source?.attribute, matching)
      {
        throw .missingValue(old.id(at: from), entity: before.name, key: missing)
      }
      result.setValue(value, of: column, at: to)
    }
    new = result
  }

  /// Whether a composite, if it is one, has the same elements as before.
  private func keepsComposite(_ attribute: AttributeDescription) -> Bool {
    var seen: Set<String> = []
    var work = attribute.compositeName.map { [$0] } ?? []
    while let name = work.popLast() {
      guard seen.insert(name).inserted else { continue }
      guard let now = matching.new.composites[name], now == matching.old.composites[name] else { return false }
      work += now.elements.compactMap(\.compositeName)
    }
    return true
  }

  private func hasMissingValue(_ column: AttributeColumn, of entity: Entity) -> Bool {
    var found = false
    try? forEachObject(of: entity.index) { (_, from, _) throws(ModelChangeError) in
      if !found, old.value(of: column, at: from).isNull { found = true }
    }
    return found
  }
}

extension Graph {
  /// The entities that some row is or was of, by stable place. O(rows).
  func populatedEntities() -> Set<Int> {
    var found: Set<Int> = []
    for table in tables {
      var last = RowHeader.unused.entity
      for row in 0..<table.rowEnd {
        let entity = table.headers[row].entity
        if entity != last, entity != RowHeader.unused.entity { found.insert(Int(entity)) }
        last = entity
      }
    }
    return found
  }

  func firstObject(of place: Int) -> Place? {
    guard let entity = schema.entity(at: place) else { return nil }
    for row in 0..<tables[entity.table].rowEnd {
      let header = tables[entity.table].headers[row]
      // One that was never saved and is deleted has gone already.
      if header.isAlive, Int(header.entity) == place, !header.marks.isSuperset(of: [.inserted, .deleted]) {
        return Place(table: entity.table, row: Int32(truncatingIfNeeded: row))
      }
    }
    return nil
  }

  /// The graph under another schema of its history, as far as it can follow, with the numbers that objects have there.
  func converted(to schema: Schema, now: Date) -> Graph {
    guard schema.isStorable, self.schema.isStorable else {
      var empty = Graph(schema, context: context)
      empty.commit = commit
      return empty
    }
    let moved = schema.renumbering(since: self.schema).compactMap { old, new in
      place(of: own(old)).map { ($0, Int32(clamping: new.number)) }
    }
    var conversion = GraphConversion(
      self, to: schema, moved: Dictionary(moved, uniquingKeysWith: { first, _ in first }), now: now,
      strictness: .lenient)
    // A lenient conversion throws nothing.
    try? conversion.run()
    return conversion.new
  }
}

extension Graph {
  /// Takes over a column of a graph with the same rows as it is.
  mutating func share(_ column: AttributeColumn, from other: Graph, _ otherColumn: AttributeColumn) {
    edit()
    if column.kind == .value {
      storage.values[column.slot] = other.storage.values[otherColumn.slot]
    } else {
      storage.share(column.slot, from: other.storage, otherColumn.slot)
    }
  }
}
