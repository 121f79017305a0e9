import Predicates

/// The objects of one root entity and all its descendants: a column a property, a row an object. The row is the
/// object's number.
struct Table: Sendable {
  var headers = PagedColumn<RowHeader>(filler: .unused)
  var integers: [PagedColumn<Int64?>] = []
  var booleans: [PagedColumn<Bool?>] = []
  /// Doubles and Floats, and dates in seconds since 2001.
  var doubles: [PagedColumn<Double?>] = []
  var strings: [PagedColumn<String?>] = []
  var values: [PagedColumn<Value>] = []
  var links: [PagedColumn<ToOneLink>] = []
  var lists: [PagedColumn<ListHead>] = []
  /// A bit for every page of rows in which some row has a pending mark.
  var markedPages: [UInt64] = []
  /// The rows with a pending mark.
  var markedCount = 0
  /// The rows whose object exists and is not marked as deleted.
  var liveCount = 0

  init() {}

  init(_ layout: TableLayout) {
    integers = Array(repeating: PagedColumn(filler: nil), count: layout.integers)
    booleans = Array(repeating: PagedColumn(filler: nil), count: layout.booleans)
    doubles = Array(repeating: PagedColumn(filler: nil), count: layout.doubles)
    strings = Array(repeating: PagedColumn(filler: nil), count: layout.strings)
    values = Array(repeating: PagedColumn(filler: .null), count: layout.values)
    links = Array(repeating: PagedColumn(filler: ToOneLink()), count: layout.links)
    lists = Array(repeating: PagedColumn(filler: ListHead()), count: layout.lists)
  }

  /// Rows up to this one may have been used; row 0 never is.
  var rowEnd: Int { headers.count }

  /// Changes a row's marks and keeps the counts and page bits in step.
  mutating func setMarks(_ marks: RowHeader.Marks, of row: Int) {
    var header = headers[row]
    guard header.marks != marks else { return }
    let wasPending = !header.marks.isDisjoint(with: .pending)
    let isPending = !marks.isDisjoint(with: .pending)
    liveCount -= header.isLive ? 1 : 0
    header.marks = marks
    liveCount += header.isLive ? 1 : 0
    headers[row] = header
    if isPending, !wasPending {
      markedCount += 1
      let page = row >> PagedColumn<RowHeader>.pageBits
      while markedPages.count <= page >> 6 { markedPages.append(0) }
      markedPages[page >> 6] |= 1 << UInt64(page & 63)
    } else if wasPending, !isPending {
      markedCount -= 1
    }
  }

  /// Calls `body` with every row that has one of these marks, in order; O(rows in pages with pending marks).
  func forEachMarkedRow(_ marks: RowHeader.Marks, _ body: (Int, RowHeader) throws -> Void) rethrows {
    guard markedCount > 0 else { return }
    for (word, bits) in markedPages.enumerated() where bits != 0 {
      for bit in 0..<64 where bits & (1 << UInt64(bit)) != 0 {
        let page = word << 6 | bit
        let start = page << PagedColumn<RowHeader>.pageBits
        for (offset, header) in headers.page(page).enumerated() where !header.marks.isDisjoint(with: marks) {
          try body(start + offset, header)
        }
      }
    }
  }

  /// Calls `body` with every row whose object exists and is not marked as deleted, in order of the numbers.
  func forEachLiveRow(_ body: (Int, RowHeader) throws -> Void) rethrows {
    for page in 0..<headers.pageCount {
      let start = page << PagedColumn<RowHeader>.pageBits
      for (offset, header) in headers.page(page).enumerated() where header.isLive {
        try body(start + offset, header)
      }
    }
  }

  /// All marks of pages are forgotten; called when no row is marked any more.
  mutating func forgetMarkedPages() { markedPages = [] }
}
