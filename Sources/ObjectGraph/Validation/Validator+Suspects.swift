/// A bit for each row of a page, a word a strip.
typealias PageRows = SIMD8<UInt64>

extension Validator {
  /// The pending objects for which ``errorsOfLive(_:)`` may report something: all changed pages are tested column by
  /// column, without a branch for each object, and objects that are sound there are not examined further. By table and
  /// number, inserted ones separately.
  func suspects() -> (inserted: [ManagedObjectID], updated: [ManagedObjectID]) {
    var inserted: [ManagedObjectID] = []
    var updated: [ManagedObjectID] = []
    let memory = graph.memory
    let holders = holdersOfDeleted()
    for table in graph.schema.tables.indices where memory.tables[table].markedCount > 0 {
      var kinds = graph.schema.entities.compactMap { $0 }.filter { $0.table == table && !$0.isAbstract }
      if kinds.count > 16 {
        let pending = kindsOfPending(in: table)
        kinds.removeAll { !pending.contains($0.index) }
      }
      let checks = kinds.map { entity in
        (entity: UInt16(truncatingIfNeeded: entity.index) &+ 1, list: StripCheck.all(of: entity, in: graph))
      }
      var pages = 0
      var isStopped = false
      memory.forEachMarkedPage(table) { page in
        pages += 1
        if pages & 63 == 0, cancellation.isRequested { isStopped = true }
        if isStopped { return }
        let rows = memory.rows(ofPage: page, table)
        let strips = (rows.count + PageLayout.stripRows - 1) / PageLayout.stripRows
        let first = RowStrip(memory: memory, table: table, first: rows.lowerBound)
        var pending = PageRows.zero
        for index in 0..<strips { pending[index] = first.strip(index).pending }
        if pending == .zero { return }
        var suspects = PageRows.zero
        for (entity, list) in checks {
          var mine = pending
          if checks.count > 1 {
            for index in 0..<strips { mine[index] &= first.strip(index).rows(of: entity) }
            if mine == .zero { continue }
          }
          for check in list { check.name(&suspects, among: mine, in: first, strips: strips) }
        }
        if !holders.isEmpty, let more = holders[Graph.Place(table: table, row: rows.lowerBound)] {
          suspects |= more & pending
        }
        for index in 0..<strips {
          forEachBit(of: suspects[index]) { place in
            let row = first.strip(index).first + Int32(place)
            let header = memory.header(table, row)
            let id = ManagedObjectID(entity: Int(header.entity), number: row, context: graph.context)
            if header.marks.contains(.inserted) { inserted.append(id) }
            if header.marks.contains(.updated) { updated.append(id) }
          }
        }
      }
    }
    return (inserted, updated)
  }

  /// The stable places of the entities that pending objects of a table are of. O(objects on changed pages).
  private func kindsOfPending(in table: Int) -> Set<Int> {
    let memory = graph.memory
    var found: Set<Int> = []
    memory.forEachMarkedPage(table) { page in
      let rows = memory.rows(ofPage: page, table)
      let first = RowStrip(memory: memory, table: table, first: rows.lowerBound)
      for index in 0..<(rows.count + PageLayout.stripRows - 1) / PageLayout.stripRows {
        let strip = first.strip(index)
        forEachBit(of: strip.pending) { place in
          found.insert(Int(memory.header(table, strip.first + Int32(place)).entity))
        }
      }
    }
    return found
  }

  /// The live objects that still lead to one that is marked as deleted, page by page: found from the deleted ones, whose
  /// own relationships mostly are empty by now, instead of from all that changed.
  private func holdersOfDeleted() -> [Graph.Place: PageRows] {
    var found: [Graph.Place: PageRows] = [:]
    let memory = graph.memory
    for table in graph.schema.tables.indices where memory.tables[table].deletedCount > 0 {
      memory.forEachMarked(.deleted, table) { row, entity in
        for index in entity.pointee.ownRelationships {
          let layout = memory.layouts + index
          guard layout.pointee.hasInverse, !memory.isEmpty(layout, row) else { continue }
          graph.forEachMember(of: layout.pointee, row) { member in
            guard memory.marks(layout.pointee.destinationTable, member).isLive else { return }
            let page = Graph.Place(
              table: layout.pointee.destinationTable, row: member & ~Int32(PageLayout.rows - 1))
            let strip = Int(member) >> 6 & (PageLayout.stripsPerPage - 1)
            found[page, default: .zero][strip] |= 1 &<< UInt64(PageLayout.place(of: member))
          }
        }
      }
    }
    return found
  }
}
