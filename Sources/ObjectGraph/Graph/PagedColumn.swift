/// A column of a table: one element a row, in pages that copies share until one of them is written.
///
/// Rows that were never written read as the filler and take no room at the end. Reading is O(1). Writing is O(1)
/// while the page is not shared; the first write after a copy copies one page and the two tables above it.
struct PagedColumn<Element: Sendable>: Sendable {
  typealias Page = [Element]

  static var pageBits: Int { 8 }
  static var pageRows: Int { 1 << pageBits }
  private static var chunkBits: Int { 6 }
  private static var chunkPages: Int { 1 << chunkBits }

  /// The element of rows never written.
  let filler: Element
  /// The rows that are there: every page but the last is full.
  private(set) var count = 0
  private var chunks: [[Page]] = []

  init(filler: Element) { self.filler = filler }

  subscript(row: Int) -> Element {
    @inline(__always) get {
      guard row < count else { return filler }
      return chunks[row &>> (Self.pageBits + Self.chunkBits)][
        (row &>> Self.pageBits) & (Self.chunkPages - 1)][row & (Self.pageRows - 1)]
    }
    @inline(__always) _modify {
      if row >= count { grow(toHold: row) }
      yield &chunks[row &>> (Self.pageBits + Self.chunkBits)][
        (row &>> Self.pageBits) & (Self.chunkPages - 1)][row & (Self.pageRows - 1)]
    }
  }

  subscript(row: Int32) -> Element {
    @inline(__always) get { self[Int(row)] }
    @inline(__always) _modify { yield &self[Int(row)] }
  }

  var pageCount: Int { (count + Self.pageRows - 1) >> Self.pageBits }

  /// The elements of a page; empty beyond the end. The last page may be short.
  func page(_ index: Int) -> Page {
    guard index < pageCount else { return [] }
    return chunks[index >> Self.chunkBits][index & (Self.chunkPages - 1)]
  }

  private mutating func grow(toHold row: Int) {
    while count <= row {
      let inPage = count & (Self.pageRows - 1)
      let wanted = Swift.min(row + 1 - count, Self.pageRows - inPage)
      if inPage == 0 {
        let chunk = count >> (Self.pageBits + Self.chunkBits)
        if chunk == chunks.count { chunks.append([]) }
        if wanted == Self.pageRows, row + 1 - count >= 2 * Self.pageRows {
          appendFillerPages(upTo: row)
          continue
        }
        chunks[chunk].append(Page())
      }
      let chunk = count >> (Self.pageBits + Self.chunkBits)
      let page = (count >> Self.pageBits) & (Self.chunkPages - 1)
      if wanted == 1 {
        chunks[chunk][page].append(filler)
      } else {
        chunks[chunk][page].append(contentsOf: repeatElement(filler, count: wanted))
      }
      count += wanted
    }
  }

  /// Whole pages of the filler, all one shared page, as long as they end before the row.
  private mutating func appendFillerPages(upTo row: Int) {
    let shared = Page(repeating: filler, count: Self.pageRows)
    while row + 1 - count >= Self.pageRows {
      let chunk = count >> (Self.pageBits + Self.chunkBits)
      if chunk == chunks.count { chunks.append([]) }
      chunks[chunk].append(shared)
      count += Self.pageRows
    }
  }

  /// The pages that two columns do not share, in order: O(chunks) for the shared stretches, without looking into any
  /// page.
  func pagesNotShared(with other: PagedColumn) -> [Int] {
    var found: [Int] = []
    for chunk in 0..<Swift.max(chunks.count, other.chunks.count) {
      let mine = chunk < chunks.count ? chunks[chunk] : []
      let theirs = chunk < other.chunks.count ? other.chunks[chunk] : []
      if mine.count == theirs.count, Self.isSame(mine, theirs) { continue }
      for page in 0..<Swift.max(mine.count, theirs.count) {
        if page < mine.count, page < theirs.count, mine[page].count == theirs[page].count,
          Self.isSame(mine[page], theirs[page])
        {
          continue
        }
        found.append(chunk << Self.chunkBits | page)
      }
    }
    return found
  }

  private static func isSame<T>(_ a: [T], _ b: [T]) -> Bool {
    a.withUnsafeBufferPointer { a in b.withUnsafeBufferPointer { b in a.baseAddress == b.baseAddress } }
  }

  /// Returns the faults in the pages' structure; empty when it is sound.
  func shapeProblems() -> [String] {
    var rows = 0
    var problems: [String] = []
    for (index, chunk) in chunks.enumerated() {
      if index + 1 < chunks.count, chunk.count != Self.chunkPages { problems.append("chunk \(index) is not full") }
      for (place, page) in chunk.enumerated() {
        let isLast = index + 1 == chunks.count && place + 1 == chunk.count
        if !isLast, page.count != Self.pageRows { problems.append("page \(place) of chunk \(index) is not full") }
        if page.isEmpty || page.count > Self.pageRows { problems.append("page \(place) has \(page.count) rows") }
        rows += page.count
      }
    }
    if rows != count { problems.append("\(rows) rows where \(count) are counted") }
    return problems
  }
}
