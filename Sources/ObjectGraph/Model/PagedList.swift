/// A list of which copies share the pages that neither has changed since: a copy is O(1), and a change copies one page and
/// the list of the pages.
struct PagedList<Element> {
  /// Elements in a page; a power of two.
  private static var pageBits: Int { 5 }
  private var pages: [[Element]] = []
  private(set) var count = 0

  init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  subscript(place: Int) -> Element {
    get { pages[place >> Self.pageBits][place & (1 << Self.pageBits - 1)] }
    set { pages[place >> Self.pageBits][place & (1 << Self.pageBits - 1)] = newValue }
  }

  mutating func append(_ element: Element) {
    if count & (1 << Self.pageBits - 1) == 0 { pages.append([]) }
    pages[count >> Self.pageBits].append(element)
    count += 1
  }

  /// The place of the first element of which something holds. O(elements).
  func firstIndex(where isWanted: (Element) -> Bool) -> Int? {
    for (page, elements) in pages.enumerated() {
      if let place = elements.firstIndex(where: isWanted) { return page << Self.pageBits + place }
    }
    return nil
  }

  /// The elements in their order. O(elements).
  var all: [Element] {
    var all: [Element] = []
    all.reserveCapacity(count)
    for page in pages { all += page }
    return all
  }
}

extension PagedList: Sendable where Element: Sendable {}
extension PagedList: Equatable where Element: Equatable {}
extension PagedList: Hashable where Element: Hashable {}
