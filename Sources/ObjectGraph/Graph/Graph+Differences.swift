import Predicates

extension Graph {
  /// The places of the objects that are here and not in a base. O(what may differ).
  func placesAdded(since base: Graph) -> Set<Place> {
    var added: Set<Place> = []
    for (table, rows) in rowsPerhapsChanged(since: base).enumerated() {
      for row in rows {
        let place = Place(table: table, row: row)
        if header(at: place).isLive, !base.header(at: place).isAlive { added.insert(place) }
      }
    }
    return added
  }

  /// The rows whose objects differ from those of another graph of the same schema in a value, a link or their state
  /// relative to the last save, and the owners of lists whose threads changed. By table, in order. O(chunks of pages)
  /// for shared pages; only the others are examined.
  func rowsPerhapsChanged(since base: Graph) -> [[Int32]] {
    var rows = [[Int32]](repeating: [], count: schema.tables.count)
    if isSame(as: base) { return rows }
    for table in schema.tables.indices { collectRows(of: table, since: base, into: &rows[table]) }
    for layout in schema.relationships {
      if layout.pool >= 0, layout.side == 0 {
        forEachPairChanged(layout, since: base) { even, odd in
          // Each half of the pair ends where the other begins.
          if odd != 0 { rows[layout.sourceTable].append(odd) }
          if even != 0, layout.hasInverse { rows[layout.destinationTable].append(even) }
        }
      } else if !layout.isToMany, layout.hasInverse {
        forEachLinkChanged(layout, since: base) { old, new in
          if old != 0 { rows[layout.destinationTable].append(old) }
          if new != 0 { rows[layout.destinationTable].append(new) }
        }
      }
    }
    for table in rows.indices where rows[table].count > 1 {
      rows[table].sort()
      var last: Int32 = -1
      rows[table].removeAll { row in
        defer { last = row }
        return row == last
      }
    }
    return rows
  }

  /// The rows of a table of which some column holds other bytes.
  private func collectRows(of table: Int, since base: Graph, into rows: inout [Int32]) {
    let end = max(memory.tables[table].rowEnd, base.memory.tables[table].rowEnd)
    for column in schema.tables[table].columns {
      storage.forEachStripChanged(column, since: base.storage) { first, _, _, changed in
        forEachBit(of: changed) { place in
          if first + Int32(place) < end { rows.append(first + Int32(place)) }
        }
      }
    }
    for slot in schema.valueColumns[table] {
      for page in storage.values[slot].pagesNotShared(with: base.storage.values[slot]) {
        let start = page << PagedColumn<Value>.pageBits
        for row in start..<min(start + PagedColumn<Value>.pageRows, Int(end))
        where !storage.values[slot][row].isIdentical(to: base.storage.values[slot][row]) {
          rows.append(Int32(truncatingIfNeeded: row))
        }
      }
    }
  }

  private func forEachLinkChanged(
    _ layout: RelationshipLayout, since base: Graph, _ body: (_ old: Int32, _ new: Int32) -> Void
  ) {
    storage.forEachStripChanged(layout.slot, since: base.storage) { _, mine, theirs, rows in
      forEachBit(of: rows) { place in
        body(
          theirs.load(fromByteOffset: 4 * place, as: Int32.self), mine.load(fromByteOffset: 4 * place, as: Int32.self))
      }
    }
  }

  /// Calls `body` with the targets of both half-edges of every pair that differs, those of before and those of now.
  private func forEachPairChanged(
    _ layout: RelationshipLayout, since base: Graph, _ body: (_ even: Int32, _ odd: Int32) -> Void
  ) {
    storage.forEachStripChanged(layout.edges, since: base.storage) { _, mine, theirs, ends in
      // A bit for each pair, that of its even end.
      forEachBit(of: (ends | ends >> 1) & 0x5555_5555_5555_5555) { place in
        for strip in [mine, theirs] {
          body(
            strip.load(fromByteOffset: 12 * place, as: Int32.self),
            strip.load(fromByteOffset: 12 * (place + 1), as: Int32.self))
        }
      }
    }
  }

  /// The properties in which an object differs from the same row of another graph of the same schema.
  func changedProperties(of entity: Entity, at place: Place, since base: Graph) -> [Property] {
    entity.properties.filter { isChanged($0.storage, at: place, since: base) }
  }

  /// Whether the same objects are here as in another graph of the same schema, with the same values, links and marks of
  /// deletion. O(what may differ).
  package func hasSameObjects(as base: Graph) -> Bool {
    for (table, rows) in rowsPerhapsChanged(since: base).enumerated() {
      for row in rows {
        let place = Place(table: table, row: row)
        guard header(at: place).isLive == base.header(at: place).isLive else { return false }
        if let entity = entity(at: place), !changedProperties(of: entity, at: place, since: base).isEmpty {
          return false
        }
      }
    }
    return true
  }

  /// Whether a relationship has the members that it had in an earlier graph of the same schema, in an order that is none
  /// of its values. O(members).
  func isReordered(_ property: Property, at place: Place, since base: Graph) -> Bool {
    guard case .relationship(let layout) = property.storage, layout.isToMany else { return false }
    return layout.isSame(members(of: layout, place.row), base.members(of: layout, place.row))
  }

  /// Whether a property of an object has another value than in an earlier graph of the same schema. O(properties) up to
  /// the first that has, and O(members) of a to-many that was changed.
  func differs(_ id: ManagedObjectID, since base: Graph) -> Bool {
    guard let place = place(of: id) else { return false }
    // A to-many that has become longer or shorter, as cascades leave many: nothing is listed, and nothing retained.
    for index in memory.entities[Int(id.entity)].ownRelationships {
      let layout = memory.layouts[index]
      if layout.isToMany, count(of: layout, place.row) != base.count(of: layout, place.row) { return true }
    }
    guard let entity = entity(at: place) else { return false }
    let properties = entity.properties
    for index in properties.indices where isChanged(properties[index].storage, at: place, since: base) {
      if !isReordered(properties[index], at: place, since: base) { return true }
    }
    return false
  }

  private func isChanged(_ storage: Property.Storage, at place: Place, since base: Graph) -> Bool {
    switch storage {
    case .attribute(let column): !isSame(column, at: place, in: base)
    case .relationship(let layout):
      layout.isToMany
        ? count(of: layout, place.row) != base.count(of: layout, place.row)
          || members(of: layout, place.row) != base.members(of: layout, place.row)
        : target(of: layout, place.row) != base.target(of: layout, place.row)
    case .fetched: false
    }
  }

  /// Whether an attribute has the same value in both. As the columns hold it: no value is made, and no text.
  private func isSame(_ column: AttributeColumn, at place: Place, in base: Graph) -> Bool {
    let (slot, row) = (column.slot, place.row)
    let (mine, theirs) = (memory, base.memory)
    guard mine.contains(place.table, row), theirs.contains(place.table, row) else {
      return value(of: column, at: place).isIdentical(to: base.value(of: column, at: place))
    }
    switch column.kind {
    case .integer: return mine.integer32(slot, row) == theirs.integer32(slot, row)
    case .wideInteger, .double, .date: return mine.word(slot, row) == theirs.word(slot, row)
    case .boolean: return mine.boolean(slot, row) == theirs.boolean(slot, row)
    case .string:
      let (own, other) = (mine.slot(slot, row), theirs.slot(slot, row))
      guard own.isLong, other.isLong else { return own == other }
      return mine.longBytes(own).elementsEqual(theirs.longBytes(other))
    case .value: return storage.values[slot][row].isIdentical(to: base.storage.values[slot][row])
    }
  }

  /// Sets the marks to each object's state relative to a committed graph of the same schema, keeping objects marked as
  /// deleted, and takes over which store keeps each object.
  ///
  /// An object that the committed graph has and this one has not comes back marked as deleted, so that the next save
  /// takes it away.
  mutating func markDifferences(from committed: Graph) {
    commit = committed.commit
    for (table, rows) in rowsPerhapsChanged(since: committed).enumerated() {
      for row in rows {
        let here = memory.header(table, row)
        let there = committed.memory.header(table, row)
        let place = Place(table: table, row: row)
        var marks: RowHeader.Marks = here.marks.intersection([.alive, .deleted])
        switch (here.isAlive && !here.marks.contains(.ghost), there.isAlive) {
        case (true, false): marks.insert(.inserted)
        case (false, true):
          setEntity(there.entity, at: place)
          marks = [.alive, .deleted, .ghost]
        case (true, true):
          if let entity = entity(at: place), !marks.contains(.deleted),
            !changedProperties(of: entity, at: place, since: committed).isEmpty
          {
            marks.insert(.updated)
          }
        case (false, false): marks = []
        }
        if marks != here.marks { setMarks(marks, at: place) }
      }
    }
    takeStores(from: committed)
  }

  /// Ends the pending changes: objects marked as deleted go, the others are marked no more. Links between two objects
  /// that are gone go too, and those that only lead away; a link back from an object that stays is kept, dangling.
  mutating func settle(commit: Int) {
    self.commit = commit
    if !hasChanges { return }
    edit()
    for table in schema.tables.indices where memory.tables[table].deletedCount > 0 {
      let memory = memory
      let isPointedAt = schema.relationships.contains { !$0.hasInverse && $0.destinationTable == table }
      for id in objects(marked: .deleted, in: table) {
        let row = Int32(bitPattern: id.number)
        var isLinked = isPointedAt
        for index in memory.entities[Int(id.entity)].ownRelationships {
          let layout = memory.layouts + index
          if memory.isEmpty(layout, row) { continue }
          memory.removeMembers(of: layout, row) { member in
            !layout.pointee.hasInverse || !memory.marks(layout.pointee.destinationTable, member).isLive
          }
          if !memory.isEmpty(layout, row) { isLinked = true }
        }
        memory.setMarks([], table, row, isLinked: isLinked)
      }
    }
    for table in schema.tables.indices { memory.settleMarks(table) }
  }
}
