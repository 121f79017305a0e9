/// Columns of links, lists and half-edges, one element at a time. The rows and half-edges are in the columns; 0 is too.
extension GraphMemory {
  // MARK: To-one

  /// The row to which the link of a column of plain links leads.
  @inline(__always)
  func plainTarget(_ column: Int, _ row: Int32) -> Int32 {
    let strip = page(column, row) + PageLayout.strip(of: row, ColumnKind.link.stripBytes)
    return strip.load(fromByteOffset: 4 &* PageLayout.place(of: row), as: Int32.self)
  }

  @inline(__always)
  func setPlainTarget(_ target: Int32, _ column: Int, _ row: Int32) {
    let strip = pageToWrite(column, row) + PageLayout.strip(of: row, ColumnKind.link.stripBytes)
    strip.storeBytes(of: target, toByteOffset: 4 &* PageLayout.place(of: row), as: Int32.self)
  }

  /// The row to which the link of a column of threaded links leads.
  @inline(__always)
  func threadedTarget(_ column: Int, _ row: Int32) -> Int32 {
    let strip = page(column, row) + PageLayout.strip(of: row, ColumnKind.threadedLink.stripBytes)
    return strip.load(fromByteOffset: 4 &* PageLayout.place(of: row), as: Int32.self)
  }

  @inline(__always)
  func neighbours(_ column: Int, _ row: Int32) -> Neighbours {
    let strip = page(column, row) + PageLayout.strip(of: row, ColumnKind.threadedLink.stripBytes)
    return strip.load(fromByteOffset: 256 &+ 8 &* PageLayout.place(of: row), as: Neighbours.self)
  }

  func link(_ column: Int, _ row: Int32) -> ToOneLink {
    infos[column].kind == .link
      ? ToOneLink(to: plainTarget(column, row))
      : ToOneLink(to: threadedTarget(column, row), neighbours: neighbours(column, row))
  }

  @inline(__always)
  private func setLink(_ link: ToOneLink, _ column: Int, _ row: Int32) {
    let strip = pageToWrite(column, row) + PageLayout.strip(of: row, ColumnKind.threadedLink.stripBytes)
    let place = PageLayout.place(of: row)
    strip.storeBytes(of: link.to, toByteOffset: 4 &* place, as: Int32.self)
    strip.storeBytes(of: link.neighbours, toByteOffset: 256 &+ 8 &* place, as: Neighbours.self)
  }

  @inline(__always)
  private func setNext(_ next: Int32, _ column: Int, _ row: Int32) {
    let strip = pageToWrite(column, row) + PageLayout.strip(of: row, ColumnKind.threadedLink.stripBytes)
    strip.storeBytes(of: next, toByteOffset: 256 &+ 8 &* PageLayout.place(of: row), as: Int32.self)
  }

  @inline(__always)
  private func setPrevious(_ previous: Int32, _ column: Int, _ row: Int32) {
    let strip = pageToWrite(column, row) + PageLayout.strip(of: row, ColumnKind.threadedLink.stripBytes)
    strip.storeBytes(of: previous, toByteOffset: 260 &+ 8 &* PageLayout.place(of: row), as: Int32.self)
  }

  // MARK: Of any shape

  /// Whether a relationship of a row is empty.
  @inline(__always)
  func isEmpty(_ layout: UnsafeMutablePointer<RelationshipLayout>, _ row: Int32) -> Bool {
    switch layout.pointee.shape {
    case .toOne, .oneToOne: plainTarget(layout.pointee.slot, row) == 0
    case .manyToOne: threadedTarget(layout.pointee.slot, row) == 0
    case .oneToMany, .manyToMany, .toMany: list(layout.pointee.slot, row).head == 0
    }
  }

  /// Calls `body` with every row that a relationship leads to, in the order they were added.
  @inline(__always)
  func forEachMember(of layout: UnsafeMutablePointer<RelationshipLayout>, _ row: Int32, _ body: (Int32) -> Void) {
    let slot = layout.pointee.slot
    switch layout.pointee.shape {
    case .toOne, .oneToOne:
      let to = plainTarget(slot, row)
      if to != 0 { body(to) }
    case .manyToOne:
      let to = threadedTarget(slot, row)
      if to != 0 { body(to) }
    case .oneToMany:
      var member = list(slot, row).head
      while member != 0 {
        let next = neighbours(layout.pointee.inverseSlot, member).next
        body(member)
        member = next
      }
    case .manyToMany, .toMany:
      var end = list(slot, row).head
      while end != 0 {
        let here = halfEdge(layout.pointee.edges, end)
        body(here.target)
        end = here.neighbours.next
      }
    }
  }

  /// Whether a relationship leads to an object that is gone, or marked as deleted.
  func hasMemberGone(_ layout: RelationshipLayout, _ row: Int32) -> Bool {
    func isGone(_ member: Int32) -> Bool { !marks(layout.destinationTable, member).isLive }
    switch layout.shape {
    case .toOne, .oneToOne:
      let to = plainTarget(layout.slot, row)
      return to != 0 && isGone(to)
    case .manyToOne:
      let to = threadedTarget(layout.slot, row)
      return to != 0 && isGone(to)
    case .oneToMany:
      var member = list(layout.slot, row).head
      while member != 0 {
        if isGone(member) { return true }
        member = neighbours(layout.inverseSlot, member).next
      }
    case .manyToMany, .toMany:
      var end = list(layout.slot, row).head
      while end != 0 {
        let here = halfEdge(layout.edges, end)
        if isGone(here.target) { return true }
        end = here.neighbours.next
      }
    }
    return false
  }

  // MARK: Lists

  @inline(__always)
  func list(_ column: Int, _ row: Int32) -> ListHead {
    let strip = page(column, row) + PageLayout.strip(of: row, ColumnKind.list.stripBytes)
    return strip.load(fromByteOffset: 12 &* PageLayout.place(of: row), as: ListHead.self)
  }

  /// The list of a row, to be written at once. A page that is written stays where it is until the graph is copied or
  /// gets room for more rows, so that a few of these may be held together within one function.
  @inline(__always)
  private func listToWrite(_ column: Int, _ row: Int32) -> UnsafeMutablePointer<ListHead> {
    let strip = pageToWrite(column, row) + PageLayout.strip(of: row, ColumnKind.list.stripBytes)
    return (strip + 12 &* PageLayout.place(of: row)).assumingMemoryBound(to: ListHead.self)
  }

  /// Puts a to-one link that is in no list at the end of the list of its destination.
  @inline(__always)
  func append(_ links: Int, _ lists: Int, _ row: Int32, to owner: Int32) {
    let list = listToWrite(lists, owner)
    let tail = list.pointee.tail
    setLink(ToOneLink(to: owner, neighbours: Neighbours(next: 0, previous: tail)), links, row)
    if tail == 0 { list.pointee.head = row } else { setNext(row, links, tail) }
    list.pointee.tail = row
    list.pointee.count &+= 1
  }

  /// Puts a to-one link that is in no list into the list of its destination, before the member at a position, or at its
  /// end.
  func thread(_ links: Int, _ lists: Int, _ row: Int32, to owner: Int32, at position: Int?) {
    let list = list(lists, owner)
    guard let position, position < Int(list.count) else { return append(links, lists, row, to: owner) }
    var next = list.head
    for _ in 0..<max(0, position) { next = neighbours(links, next).next }
    let previous = neighbours(links, next).previous
    setLink(ToOneLink(to: owner, neighbours: Neighbours(next: next, previous: previous)), links, row)
    if previous == 0 { listToWrite(lists, owner).pointee.head = row } else { setNext(row, links, previous) }
    setPrevious(row, links, next)
    listToWrite(lists, owner).pointee.count &+= 1
  }

  /// Takes a to-one link out of the list of its destination; it is then nil.
  @inline(__always)
  func unthread(_ links: Int, _ lists: Int, _ row: Int32) {
    takeOut(links, lists, row, of: threadedTarget(links, row))
    setLink(ToOneLink(), links, row)
  }

  /// Takes a to-one link out of a list without resetting it; the caller overwrites it.
  @inline(__always)
  func takeOut(_ links: Int, _ lists: Int, _ row: Int32, of owner: Int32) {
    let here = neighbours(links, row)
    let list = listToWrite(lists, owner)
    if here.previous == 0 { list.pointee.head = here.next } else { setNext(here.next, links, here.previous) }
    if here.next == 0 { list.pointee.tail = here.previous } else { setPrevious(here.previous, links, here.next) }
    list.pointee.count &-= 1
  }

  // MARK: Half-edges

  @inline(__always)
  func halfEdge(_ column: Int, _ end: Int32) -> HalfEdge {
    let strip = page(column, end) + PageLayout.strip(of: end, ColumnKind.halfEdge.stripBytes)
    return strip.load(fromByteOffset: 12 &* PageLayout.place(of: end), as: HalfEdge.self)
  }

  @inline(__always)
  func setHalfEdge(_ edge: HalfEdge, _ column: Int, _ end: Int32) {
    let strip = pageToWrite(column, end) + PageLayout.strip(of: end, ColumnKind.halfEdge.stripBytes)
    strip.storeBytes(of: edge, toByteOffset: 12 &* PageLayout.place(of: end), as: HalfEdge.self)
  }

  @inline(__always)
  private func setNextEnd(_ next: Int32, _ column: Int, _ end: Int32) {
    let strip = pageToWrite(column, end) + PageLayout.strip(of: end, ColumnKind.halfEdge.stripBytes)
    strip.storeBytes(of: next, toByteOffset: 4 &+ 12 &* PageLayout.place(of: end), as: Int32.self)
  }

  @inline(__always)
  private func setPreviousEnd(_ previous: Int32, _ column: Int, _ end: Int32) {
    let strip = pageToWrite(column, end) + PageLayout.strip(of: end, ColumnKind.halfEdge.stripBytes)
    strip.storeBytes(of: previous, toByteOffset: 8 &+ 12 &* PageLayout.place(of: end), as: Int32.self)
  }

  /// The first of a pair of half-edges that are in no list and have no destination yet. Precondition: fewer than 2³⁰
  /// pairs are in use, a limit that memory reaches long before.
  @inline(__always)
  func makePair(_ pool: Int) -> Int32 {
    pools[pool].count &+= 1
    let free = pools[pool].firstFree
    if free != 0 {
      pools[pool].firstFree = halfEdge(pools[pool].column, 2 &* free).neighbours.next
      return 2 &* free
    }
    pools[pool].highest += 1
    let end = 2 * pools[pool].highest
    ensure(pool: pool, end + 1)
    return end
  }

  /// Gives back a pair of half-edges that are in no list any more.
  func freePair(_ pool: Int, _ end: Int32) {
    let column = pools[pool].column
    setHalfEdge(HalfEdge(neighbours: Neighbours(next: pools[pool].firstFree)), column, end & ~1)
    setHalfEdge(HalfEdge(), column, end | 1)
    pools[pool].firstFree = end >> 1
    pools[pool].count -= 1
  }

  /// Puts a half-edge at the end of the list of an object.
  @inline(__always)
  func appendEnd(_ end: Int32, to target: Int32, _ edges: Int, _ lists: Int, of owner: Int32) {
    let list = listToWrite(lists, owner)
    let tail = list.pointee.tail
    setHalfEdge(HalfEdge(target: target, neighbours: Neighbours(next: 0, previous: tail)), edges, end)
    if tail == 0 { list.pointee.head = end } else { setNextEnd(end, edges, tail) }
    list.pointee.tail = end
    list.pointee.count &+= 1
  }

  /// Puts a half-edge into the list of an object, before the member at a position, or at its end.
  func insertEnd(_ end: Int32, to target: Int32, _ edges: Int, _ lists: Int, of owner: Int32, at position: Int?) {
    let list = list(lists, owner)
    guard let position, position < Int(list.count) else {
      return appendEnd(end, to: target, edges, lists, of: owner)
    }
    var next = list.head
    for _ in 0..<max(0, position) { next = halfEdge(edges, next).neighbours.next }
    let previous = halfEdge(edges, next).neighbours.previous
    setHalfEdge(HalfEdge(target: target, neighbours: Neighbours(next: next, previous: previous)), edges, end)
    if previous == 0 { listToWrite(lists, owner).pointee.head = end } else { setNextEnd(end, edges, previous) }
    setPreviousEnd(end, edges, next)
    listToWrite(lists, owner).pointee.count &+= 1
  }

  /// Takes a half-edge out of the list of an object.
  @inline(__always)
  func takeOutEnd(_ end: Int32, _ edges: Int, _ lists: Int, of owner: Int32) {
    let here = halfEdge(edges, end).neighbours
    let list = listToWrite(lists, owner)
    if here.previous == 0 { list.pointee.head = here.next } else { setNextEnd(here.next, edges, here.previous) }
    if here.next == 0 { list.pointee.tail = here.previous } else { setPreviousEnd(here.previous, edges, here.next) }
    list.pointee.count &-= 1
  }
}
