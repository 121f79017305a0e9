/// The places of entities' relationships in their schema, inherited first, in separate memory. An entity shares its
/// list with the first of its children, whose own relationships follow in it.
///
/// Sendable although it has pointers: what they lead to is written in `init` and only read until `deinit`.
final class RelationshipLists: @unchecked Sendable {
  private var lists: [UnsafeMutableBufferPointer<Int>] = []
  private var blocks: [UnsafeMutablePointer<Int>] = []

  /// O(relationships), where every entity has one child at most.
  init(_ tree: EntityTree, where isIncluded: (Property) -> Bool) {
    let own = tree.members.map { $0.properties.filter(isIncluded).compactMap(\.relationshipIndex) }
    var counts = [Int](repeating: 0, count: own.count)
    var heirs = [Int](repeating: -1, count: own.count)
    for place in tree.order {
      let parent = tree.members[place].parent
      counts[place] = own[place].count + (parent < 0 ? 0 : counts[parent])
      if parent >= 0, heirs[parent] < 0 { heirs[parent] = place }
    }
    lists = counts.map { _ in UnsafeMutableBufferPointer(start: nil, count: 0) }
    for place in tree.order {
      let parent = tree.members[place].parent
      let inherited = parent < 0 ? UnsafeMutableBufferPointer(start: nil, count: 0) : lists[parent]
      var start = inherited.baseAddress
      if parent < 0 || heirs[parent] != place || start == nil {
        var last = place
        while heirs[last] >= 0 { last = heirs[last] }
        guard counts[last] > 0 else { continue }
        let block = UnsafeMutablePointer<Int>.allocate(capacity: counts[last])
        if let start { block.initialize(from: start, count: inherited.count) }
        blocks.append(block)
        start = block
      }
      if let start {
        own[place].withUnsafeBufferPointer { new in
          if let first = new.baseAddress { (start + inherited.count).initialize(from: first, count: new.count) }
        }
      }
      lists[place] = UnsafeMutableBufferPointer(start: start, count: counts[place])
    }
  }

  deinit {
    for block in blocks { block.deallocate() }
  }

  /// The list of the entity at a stable place; valid as long as this is held.
  subscript(place: Int) -> UnsafeMutableBufferPointer<Int> {
    place < lists.count ? lists[place] : UnsafeMutableBufferPointer(start: nil, count: 0)
  }
}
