import Predicates

extension Graph {
  /// The rows whose objects may differ from those of another graph of the same schema: those on pages that the two do
  /// not share, and the owners of lists whose threads changed. By table, in order. O(chunks of pages) for what is
  /// shared.
  func rowsPerhapsChanged(since base: Graph) -> [[Int32]] {
    var pages = [Set<Int>](repeating: [], count: tables.count)
    var rows = [Set<Int32>](repeating: [], count: tables.count)
    for (index, (mine, theirs)) in zip(tables, base.tables).enumerated() {
      pages[index].formUnion(mine.headers.pagesNotShared(with: theirs.headers))
      func collect<T>(_ mine: [PagedColumn<T>], _ theirs: [PagedColumn<T>]) {
        for (a, b) in zip(mine, theirs) { pages[index].formUnion(a.pagesNotShared(with: b)) }
      }
      collect(mine.integers, theirs.integers)
      collect(mine.booleans, theirs.booleans)
      collect(mine.doubles, theirs.doubles)
      collect(mine.strings, theirs.strings)
      collect(mine.values, theirs.values)
      collect(mine.lists, theirs.lists)
    }
    for layout in schema.relationships {
      if layout.pool >= 0 {
        let mine = pools[layout.pool].edges
        let theirs = base.pools[layout.pool].edges
        for page in mine.pagesNotShared(with: theirs) {
          Graph.forEachDifference(mine, theirs, page: page) { _, a, b in
            if a.owner != 0 { rows[layout.sourceTable].insert(a.owner) }
            if b.owner != 0 { rows[layout.sourceTable].insert(b.owner) }
          }
        }
      } else if !layout.isToMany {
        let mine = tables[layout.sourceTable].links[layout.slot]
        let theirs = base.tables[layout.sourceTable].links[layout.slot]
        for page in mine.pagesNotShared(with: theirs) {
          Graph.forEachDifference(mine, theirs, page: page) { row, a, b in
            rows[layout.sourceTable].insert(row)
            if layout.hasInverse, a.to != 0 { rows[layout.destinationTable].insert(a.to) }
            if layout.hasInverse, b.to != 0 { rows[layout.destinationTable].insert(b.to) }
          }
        }
      }
    }
    return tables.indices.map { index in
      let end = max(tables[index].rowEnd, base.tables[index].rowEnd)
      for page in pages[index] {
        let start = page << PagedColumn<RowHeader>.pageBits
        for row in start..<max(start, min(start + PagedColumn<RowHeader>.pageRows, end)) {
          rows[index].insert(Int32(truncatingIfNeeded: row))
        }
      }
      return rows[index].sorted()
    }
  }

  private static func forEachDifference<T: Equatable>(
    _ a: PagedColumn<T>, _ b: PagedColumn<T>, page: Int, _ body: (Int32, T, T) -> Void
  ) {
    let start = page << PagedColumn<T>.pageBits
    let end = min(start + PagedColumn<T>.pageRows, max(a.count, b.count))
    for row in start..<max(start, end) where a[row] != b[row] { body(Int32(truncatingIfNeeded: row), a[row], b[row]) }
  }

  /// The properties in which an object differs from the same row of another graph of the same schema.
  func changedProperties(of entity: Entity, at place: Place, since base: Graph) -> [Property] {
    entity.properties.filter { property in
      switch property.storage {
      case .attribute(let column): !isSame(column, at: place, in: base)
      case .relationship(let layout):
        layout.isToMany
          ? count(of: layout, place.row) != base.count(of: layout, place.row)
            || members(of: layout, place.row) != base.members(of: layout, place.row)
          : target(of: layout, place.row) != base.target(of: layout, place.row)
      case .fetched: false
      }
    }
  }

  private func isSame(_ column: AttributeColumn, at place: Place, in base: Graph) -> Bool {
    value(of: column, at: place).isIdentical(to: base.value(of: column, at: place))
  }

  /// Makes the marks say how each object stands to a committed graph of the same schema, keeping what is marked as
  /// deleted.
  ///
  /// An object that the committed graph has and this one has not comes back marked as deleted, so that the next save
  /// takes it away.
  mutating func markDifferences(from committed: Graph) {
    commit = committed.commit
    for (table, rows) in rowsPerhapsChanged(since: committed).enumerated() {
      for row in rows {
        let here = tables[table].headers[row]
        let there = committed.tables[table].headers[row]
        let place = Place(table: table, row: row)
        var marks: RowHeader.Marks = here.marks.intersection([.alive, .deleted])
        switch (here.isAlive && !here.marks.contains(.ghost), there.isAlive) {
        case (true, false): marks.insert(.inserted)
        case (false, true):
          tables[table].headers[row].entity = there.entity
          marks = [.alive, .deleted, .ghost]
        case (true, true):
          if let entity = entity(at: place), !marks.contains(.deleted),
            !changedProperties(of: entity, at: place, since: committed).isEmpty
          {
            marks.insert(.updated)
          }
        case (false, false): marks = []
        }
        tables[table].setMarks(marks, of: Int(row))
      }
    }
  }

  /// Ends the pending changes: objects marked as deleted go, the others are marked no more. Links between two objects
  /// that are gone go too, and those that only lead away; a link back from an object that stays is kept, dangling.
  mutating func settle(commit: Int) {
    self.commit = commit
    for id in objects(marked: .deleted) {
      guard let place = place(of: id), let entity = schema.entity(at: id.entity) else { continue }
      for layout in entity.relationships.compactMap(\.layout) {
        for member in members(of: layout, place.row) {
          let other = tables[layout.destinationTable].headers[member]
          if !layout.hasInverse || !other.isLive { disconnect(layout, place.row, member) }
        }
      }
      tables[place.table].setMarks([], of: Int(place.row))
    }
    for table in tables.indices where tables[table].markedCount > 0 || !tables[table].markedPages.isEmpty {
      var rows: [Int] = []
      tables[table].forEachMarkedRow(.pending) { row, _ in rows.append(row) }
      for row in rows { tables[table].setMarks(.alive, of: row) }
      tables[table].forgetMarkedPages()
    }
  }
}
