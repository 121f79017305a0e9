/// Columns of links, lists and half-edges, one element at a time. The rows and half-edges are in the columns; 0 is too.
extension GraphStorage {
  // MARK: To-one

  /// Where the link of a column of plain links leads.
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

  /// Where the link of a column of threaded links leads.
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
    schema.columns[column].kind == .link
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

  // MARK: Lists

  @inline(__always)
  func list(_ column: Int, _ row: Int32) -> ListHead {
    let strip = page(column, row) + PageLayout.strip(of: row, ColumnKind.list.stripBytes)
    return strip.load(fromByteOffset: 12 &* PageLayout.place(of: row), as: ListHead.self)
  }

  @inline(__always)
  private func setList(_ list: ListHead, _ column: Int, _ row: Int32) {
    let strip = pageToWrite(column, row) + PageLayout.strip(of: row, ColumnKind.list.stripBytes)
    strip.storeBytes(of: list, toByteOffset: 12 &* PageLayout.place(of: row), as: ListHead.self)
  }

  /// Puts a to-one link that is in no list into the list of the object it shall lead to, at its end or before the
  /// member at a position.
  @inline(__always)
  func thread(_ links: Int, _ lists: Int, _ row: Int32, to owner: Int32, at position: Int?) {
    var list = list(lists, owner)
    var neighbours = Neighbours(next: 0, previous: list.tail)
    if let position, position < Int(list.count) {
      neighbours.next = list.head
      for _ in 0..<max(0, position) { neighbours.next = self.neighbours(links, neighbours.next).next }
      neighbours.previous = self.neighbours(links, neighbours.next).previous
    }
    setLink(ToOneLink(to: owner, neighbours: neighbours), links, row)
    if neighbours.previous == 0 { list.head = row } else { setNext(row, links, neighbours.previous) }
    if neighbours.next == 0 { list.tail = row } else { setPrevious(row, links, neighbours.next) }
    list.count &+= 1
    setList(list, lists, owner)
  }

  /// Takes a to-one link out of the list of the object it leads to; it then leads nowhere.
  @inline(__always)
  func unthread(_ links: Int, _ lists: Int, _ row: Int32) {
    takeOut(links, lists, row, of: threadedTarget(links, row))
    setLink(ToOneLink(), links, row)
  }

  /// Takes a to-one link out of a list and leaves in it what it was; the caller writes it anew.
  @inline(__always)
  func takeOut(_ links: Int, _ lists: Int, _ row: Int32, of owner: Int32) {
    let here = neighbours(links, row)
    var list = list(lists, owner)
    if here.previous == 0 { list.head = here.next } else { setNext(here.next, links, here.previous) }
    if here.next == 0 { list.tail = here.previous } else { setPrevious(here.previous, links, here.next) }
    list.count &-= 1
    setList(list, lists, owner)
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

  /// The first of a pair of half-edges that are in no list and lead nowhere yet. Precondition: fewer than 2³⁰ pairs
  /// are in use, which the owner's memory ends long before.
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

  /// Puts a half-edge into the list of an object, at its end or before the member at a position.
  @inline(__always)
  func insertEnd(_ end: Int32, to target: Int32, _ edges: Int, _ lists: Int, of owner: Int32, at position: Int?) {
    var list = list(lists, owner)
    var neighbours = Neighbours(next: 0, previous: list.tail)
    if let position, position < Int(list.count) {
      neighbours.next = list.head
      for _ in 0..<max(0, position) { neighbours.next = halfEdge(edges, neighbours.next).neighbours.next }
      neighbours.previous = halfEdge(edges, neighbours.next).neighbours.previous
    }
    setHalfEdge(HalfEdge(target: target, neighbours: neighbours), edges, end)
    if neighbours.previous == 0 { list.head = end } else { setNextEnd(end, edges, neighbours.previous) }
    if neighbours.next == 0 { list.tail = end } else { setPreviousEnd(end, edges, neighbours.next) }
    list.count &+= 1
    setList(list, lists, owner)
  }

  /// Takes a half-edge out of the list of an object.
  @inline(__always)
  func takeOutEnd(_ end: Int32, _ edges: Int, _ lists: Int, of owner: Int32) {
    let here = halfEdge(edges, end).neighbours
    var list = list(lists, owner)
    if here.previous == 0 { list.head = here.next } else { setNextEnd(here.next, edges, here.previous) }
    if here.next == 0 { list.tail = here.previous } else { setPreviousEnd(here.previous, edges, here.next) }
    list.count &-= 1
    setList(list, lists, owner)
  }
}
