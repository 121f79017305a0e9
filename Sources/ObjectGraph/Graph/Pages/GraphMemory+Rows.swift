/// The header of every row: the entity of its object, and the object's state relative to the last save.
extension GraphMemory {
  @inline(__always)
  func marks(_ table: Int, _ row: Int32) -> RowHeader.Marks {
    guard contains(table, row) else { return [] }
    return knownMarks(table, row)
  }

  /// The marks of a row that is in the table.
  @inline(__always)
  func knownMarks(_ table: Int, _ row: Int32) -> RowHeader.Marks {
    let strip = page(tables[table].headers, row) + PageLayout.strip(of: row, ColumnKind.header.stripBytes)
    return RowHeader.Marks(rawValue: strip.load(fromByteOffset: PageLayout.place(of: row), as: UInt8.self))
  }

  /// The state of an object of an entity relative to the last save; none for a row of another entity or outside the
  /// table.
  @inline(__always)
  func marks(of id: ManagedObjectID, _ entity: UnsafeMutablePointer<EntityAccess>) -> RowHeader.Marks {
    let table = entity.pointee.table
    let row = Int32(bitPattern: id.number)
    guard table >= 0, contains(table, row) else { return [] }
    // One look less, which may be one more line of memory.
    if entity.pointee.isAlone { return knownMarks(table, row) }
    let header = header(table, row)
    return header.entity == id.entity ? header.marks : []
  }

  /// The header of a row, that of an unused one beyond the end.
  @inline(__always)
  func header(_ table: Int, _ row: Int32) -> RowHeader {
    guard contains(table, row) else { return .unused }
    let strip = page(tables[table].headers, row) + PageLayout.strip(of: row, ColumnKind.header.stripBytes)
    let place = PageLayout.place(of: row)
    // Kept one higher, so that a page of zeros is one of unused rows.
    return RowHeader(
      entity: strip.load(fromByteOffset: 64 &+ 2 &* place, as: UInt16.self) &- 1,
      marks: RowHeader.Marks(rawValue: strip.load(fromByteOffset: place, as: UInt8.self)))
  }

  /// Writes what a row is, without counting anything; the row is in the table.
  @inline(__always)
  private func write(_ header: RowHeader, _ table: Int, _ row: Int32) {
    let strip = pageToWrite(tables[table].headers, row) + PageLayout.strip(of: row, ColumnKind.header.stripBytes)
    let place = PageLayout.place(of: row)
    strip.storeBytes(of: header.marks.rawValue, toByteOffset: place, as: UInt8.self)
    strip.storeBytes(of: header.entity &+ 1, toByteOffset: 64 &+ 2 &* place, as: UInt16.self)
  }

  /// Makes an object in an unused row, marked as inserted.
  @inline(__always)
  func insert(_ table: Int, _ row: Int32, entity: UInt16) {
    ensure(table, row)
    let old = knownMarks(table, row)
    if !old.isEmpty { setMarks([], table, row) }
    write(RowHeader(entity: entity, marks: [.alive, .inserted]), table, row)
    tables[table].liveCount &+= 1
    tables[table].markedCount &+= 1
    notePending(table, row)
  }

  /// Says which entity a row is of, and nothing else.
  func setEntity(_ entity: UInt16, _ table: Int, _ row: Int32) {
    ensure(table, row)
    write(RowHeader(entity: entity, marks: knownMarks(table, row)), table, row)
  }

  @inline(__always)
  private func notePending(_ table: Int, _ row: Int32) {
    let page = PageLayout.page(of: row)
    if let pages = tables[table].markedPages { pages[page &>> 6] |= 1 &<< UInt64(page & 63) }
  }

  /// Changes a row's marks and keeps the counts and page bits in step.
  /// - Parameter isLinked: Whether something may still lead to a row that goes.
  func setMarks(_ marks: RowHeader.Marks, _ table: Int, _ row: Int32, isLinked: Bool = true) {
    ensure(table, row)
    var header = header(table, row)
    guard header.marks != marks else { return }
    let wasPending = !header.marks.isDisjoint(with: .pending)
    let isPending = !marks.isDisjoint(with: .pending)
    count(header, table, -1)
    let wasAlive = header.isAlive
    header.marks = marks
    count(header, table, 1)
    if wasAlive, !header.isAlive, isLinked { tables[table].goneCount &+= 1 }
    write(header, table, row)
    if isPending, !wasPending {
      tables[table].markedCount += 1
      notePending(table, row)
    } else if wasPending, !isPending {
      tables[table].markedCount -= 1
    }
  }

  @inline(__always)
  private func count(_ header: RowHeader, _ table: Int, _ change: Int) {
    if header.isLive {
      tables[table].liveCount += change
    } else if header.isAlive {
      tables[table].deletedCount += change
    }
  }

  /// Marks an object as changed since the last save; one that is inserted or marked as deleted stays as it is. The
  /// row is in the table.
  @inline(__always)
  func markUpdated(_ table: Int, _ row: Int32) {
    if knownMarks(table, row) == .alive { setUpdated(table, row) }
  }

  /// The same for a row whose marks the caller has just read.
  @inline(__always)
  func markUpdated(_ table: Int, _ row: Int32, _ marks: RowHeader.Marks) {
    if marks == .alive { setUpdated(table, row) }
  }

  @inline(__always)
  private func setUpdated(_ table: Int, _ row: Int32) {
    // Both ends of a link may be one object.
    guard knownMarks(table, row) == .alive else { return }
    let strip = pageToWrite(tables[table].headers, row) + PageLayout.strip(of: row, ColumnKind.header.stripBytes)
    strip.storeBytes(
      of: RowHeader.Marks([.alive, .updated]).rawValue, toByteOffset: PageLayout.place(of: row), as: UInt8.self)
    tables[table].markedCount &+= 1
    notePending(table, row)
  }

  /// Calls `body` with every page of rows that may have pending marks, in order.
  @inline(__always)
  func forEachMarkedPage(_ table: Int, _ body: (Int) throws -> Void) rethrows {
    guard tables[table].markedCount > 0, let pages = tables[table].markedPages else { return }
    for word in 0..<tables[table].markedWords {
      var bits = pages[word]
      while bits != 0 {
        try body(word << 6 | bits.trailingZeroBitCount)
        bits &= bits &- 1
      }
    }
  }

  /// Calls `body` with every row that has one of these marks, in order, and what is known of its entity.
  @inline(__always)
  func forEachMarked(
    _ marks: RowHeader.Marks, _ table: Int, _ body: (Int32, UnsafeMutablePointer<EntityAccess>) -> Void
  ) {
    forEachMarkedPage(table) { page in
      let rows = rows(ofPage: page, table)
      for first in stride(from: rows.lowerBound, to: rows.upperBound, by: PageLayout.stripRows) {
        let strip = RowStrip(memory: self, table: table, first: first)
        let found = strip.rows(marked: marks, without: [])
        if found == 0 { continue }
        forEachBit(of: found) { place in
          let entity = Int(strip.entities[place] &- 1)
          if entity < entityCount { body(first &+ Int32(truncatingIfNeeded: place), entities + entity) }
        }
      }
    }
  }

  /// The rows of a page that are in the table.
  @inline(__always)
  func rows(ofPage page: Int, _ table: Int) -> Range<Int32> {
    let start = page << PageLayout.rowBits
    let end = min(start + PageLayout.rows, Int(tables[table].rowEnd))
    return Int32(truncatingIfNeeded: start)..<Int32(truncatingIfNeeded: max(start, end))
  }

  func pageCount(_ table: Int) -> Int { (Int(tables[table].rowEnd) + PageLayout.rows - 1) >> PageLayout.rowBits }

  /// Ends the pending marks of all rows that still exist; those that are gone have none any more.
  func settleMarks(_ table: Int) {
    forEachMarkedPage(table) { page in
      let rows = rows(ofPage: page, table)
      var row = rows.lowerBound
      let bytes = pageToWrite(tables[table].headers, row)
      while row < rows.upperBound {
        // Eight rows at a time: only what says whether a row is alive stays.
        let place = PageLayout.strip(of: row, ColumnKind.header.stripBytes) + PageLayout.place(of: row)
        let marks = bytes.load(fromByteOffset: place, as: UInt64.self)
        bytes.storeBytes(of: marks & 0x0101_0101_0101_0101, toByteOffset: place, as: UInt64.self)
        row += 8
      }
    }
    tables[table].markedPages?.update(repeating: 0, count: tables[table].markedWords)
    tables[table].markedCount = 0
  }
}
