/// The hierarchy of a schema's entities with what each declares itself, by stable place. All entities share one tree, so
/// what they inherit is kept once.
final class EntityTree: Sendable {
  /// The properties that an entity declares itself.
  struct Member: Sendable {
    /// The stable place of the parent; -1 for a root and for a place without an entity.
    var parent = -1
    var properties: [Property] = []
    var rules: [ValidationRule] = []
    var uniquenessConstraints: [[String]] = []
  }

  /// The numbers of an entity and its descendants in a walk that meets parents before children.
  private struct Span {
    var first = 0
    var last = -1
  }

  let members: [Member]
  /// The number of properties of each entity, inherited ones included.
  let propertyCounts: [Int]
  /// Whether some attribute of each entity, its own or inherited, begins with a value.
  let haveDefaults: [Bool]
  /// The places of the entities, parents before children.
  let order: [Int]
  /// Whether the entities inherit so much that lists of it are made only for those that are used.
  let isWide: Bool
  private let spans: [Span]

  /// How many inherited properties all entities together may list before the tree counts as wide.
  private static let inheritedLimit = 65_536

  /// O(entities + properties). A cycle of parents is none of the hierarchy.
  init(_ members: [Member]) {
    self.members = members
    var children = [[Int]](repeating: [], count: members.count)
    for (place, member) in members.enumerated() where member.parent >= 0 { children[member.parent].append(place) }
    var order: [Int] = []
    var spans = [Span](repeating: Span(), count: members.count)
    var counts = [Int](repeating: 0, count: members.count)
    var defaults = [Bool](repeating: false, count: members.count)
    var total = 0
    // A place is met once on the way down, and once more, as its complement, on the way up.
    var open = members.indices.reversed().filter { members[$0].parent < 0 }
    while let next = open.popLast() {
      guard next >= 0 else {
        spans[~next].last = order.count - 1
        continue
      }
      let member = members[next]
      spans[next].first = order.count
      order.append(next)
      counts[next] = member.properties.count
      defaults[next] = member.properties.contains(where: \.hasInitialValue)
      if member.parent >= 0 {
        total += counts[member.parent]
        counts[next] += counts[member.parent]
        defaults[next] = defaults[next] || defaults[member.parent]
      }
      open.append(~next)
      open += children[next].reversed()
    }
    propertyCounts = counts
    haveDefaults = defaults
    self.order = order
    self.spans = spans
    isWide = total > Self.inheritedLimit
  }

  /// Whether one entity is another or descends from it. O(1).
  @inline(__always)
  func isKind(_ place: Int, of ancestor: Int) -> Bool {
    guard place < spans.count, ancestor < spans.count else { return false }
    let number = spans[place].first
    return spans[ancestor].first <= number && number <= spans[ancestor].last
  }

  /// The places of an entity's ancestors and its own, root first. O(depth).
  func line(to place: Int) -> [Int] {
    var line: [Int] = []
    var next = place
    while next >= 0, next < members.count {
      line.append(next)
      next = members[next].parent
    }
    return line.reversed()
  }
}
