/// A list of entities of which copies share the pages that neither has changed since: a copy is O(1), and a change copies
/// one page and the list of the pages.
struct EntityPages: Sendable {
  /// Entities in a page; a power of two.
  private static let pageBits = 5
  private var pages: [[EntityDescription]] = []
  private(set) var count = 0

  init(_ entities: [EntityDescription]) {
    for entity in entities { append(entity) }
  }

  subscript(place: Int) -> EntityDescription {
    get { pages[place >> Self.pageBits][place & (1 << Self.pageBits - 1)] }
    set { pages[place >> Self.pageBits][place & (1 << Self.pageBits - 1)] = newValue }
  }

  mutating func append(_ entity: EntityDescription) {
    if count & (1 << Self.pageBits - 1) == 0 { pages.append([]) }
    pages[count >> Self.pageBits].append(entity)
    count += 1
  }

  /// All of them in their order. O(entities).
  var all: [EntityDescription] {
    var all: [EntityDescription] = []
    all.reserveCapacity(count)
    for page in pages { all += page }
    return all
  }
}
