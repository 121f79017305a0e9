import Predicates

/// The search for an isomorphism between two tables of objects: a match under which they are alike.
///
/// Colour refinement first: objects of one colour have equal labels and as many links to each colour. Where colours do not
/// decide, the tables are taken apart into components, and an object of one is tried against each of the other's of its
/// colour. (B. D. McKay, Practical Graph Isomorphism, 1981.)
struct ObjectIsomorphism {
  /// How often the colour of an object may be computed.
  private(set) var budget: Int
  /// Whether the budget was used up before there was an answer.
  private(set) var isExhausted = false

  private let mine: Int
  private var colors: [Int]
  /// The links of each object to and from others, both in one list of kinds.
  private let neighbors: [[(kind: Int, members: [Int], isOrdered: Bool)]]
  private var colorCount = 0

  /// The surplus of each colour after the refinement, positive where I have more objects of it.
  private(set) var surplus: [Int: Int] = [:]

  init(_ mine: LabelledObjects, _ theirs: LabelledObjects, _ keys: SharedKeys, budget: Int = 2_000_000) {
    self.budget = budget
    self.mine = mine.ids.count
    var all: [[(kind: Int, members: [Int], isOrdered: Bool)]] = []
    for (table, offset) in [(mine, 0), (theirs, mine.ids.count)] {
      var out: [[(kind: Int, members: [Int], isOrdered: Bool)]] = []
      var back: [[Int: [Int]]] = Array(repeating: [:], count: table.ids.count)
      for place in table.ids.indices {
        let entity = table.labels[place].entity
        var lists: [(kind: Int, members: [Int], isOrdered: Bool)] = []
        for (index, members) in table.links[place].enumerated() {
          let kind = entity << 12 | index << 1
          let isOrdered = keys.entities[entity].relationships[index].isOrdered
          lists.append((kind, members.map { $0 < 0 ? -1 : $0 + offset }, isOrdered))
          for member in members where member >= 0 { back[member][kind | 1, default: []].append(place + offset) }
        }
        out.append(lists)
      }
      for place in out.indices {
        for (kind, members) in back[place].sorted(by: { $0.key < $1.key }) { out[place].append((kind, members, false)) }
      }
      all += out
    }
    neighbors = all
    var known: [LabelledObjects.Label: Int] = [:]
    colors = []
    for label in mine.labels + theirs.labels {
      let color = known[label] ?? known.count
      known[label] = color
      colors.append(color)
    }
    colorCount = known.count
  }

  /// The number of objects that no object of the other table corresponds to, by labels and links; 0 where the tables are
  /// alike. O((objects + links) × log objects) for most tables.
  mutating func difference() -> Int {
    let all = Array(colors.indices)
    refine(all)
    for place in all { surplus[colors[place], default: 0] += place < mine ? 1 : -1 }
    surplus = surplus.filter { $0.value != 0 }
    if !surplus.isEmpty { return surplus.values.reduce(0) { $0 + abs($1) } }
    return areAlike(Array(0..<mine), Array(mine..<colors.count)) ? 0 : 1
  }

  /// The colour of one of my objects.
  func color(ofMine place: Int) -> Int { colors[place] }
  /// The colour of one of their objects.
  func color(ofTheirs place: Int) -> Int { colors[mine + place] }

  // MARK: Refining

  private struct Signature: Hashable {
    var color: Int
    var links: [[Int]]
  }

  /// Splits the colours of some objects until objects of one colour have as many links to each colour.
  private mutating func refine(_ places: [Int]) {
    var count = Set(places.map { colors[$0] }).count
    while true {
      guard spend(places.count) else { return }
      var known: [Signature: Int] = [:]
      var new: [Int] = []
      new.reserveCapacity(places.count)
      for place in places {
        let links = neighbors[place].map { list in
          let seen = list.members.map { $0 < 0 ? -1 : colors[$0] }
          return [list.kind] + (list.isOrdered ? seen : seen.sorted())
        }
        let signature = Signature(color: colors[place], links: links)
        let color = known[signature] ?? colorCount + known.count
        known[signature] = color
        new.append(color)
      }
      colorCount += known.count
      for (place, color) in zip(places, new) { colors[place] = color }
      if known.count == count { return }
      count = known.count
    }
  }

  private mutating func spend(_ count: Int) -> Bool {
    budget -= count
    if budget < 0 { isExhausted = true }
    return !isExhausted
  }

  // MARK: Trying

  /// Whether objects of both tables, with the same colours on both sides, can be paired so that links correspond.
  private mutating func areAlike(_ own: [Int], _ others: [Int]) -> Bool {
    let open = unsettled(own)
    if open.isEmpty { return true }
    var rest = components(unsettled(others)).map { (places: $0, colors: histogram($0)) }
    for component in components(open) {
      let wanted = histogram(component)
      guard
        let match = rest.indices.first(where: { rest[$0].colors == wanted && matches(component, rest[$0].places) })
      else { return false }
      rest.remove(at: match)
    }
    return rest.isEmpty
  }

  /// Whether two components of the same colours correspond; colours stay as they were.
  private mutating func matches(_ own: [Int], _ others: [Int]) -> Bool {
    guard spend(own.count) else { return false }
    let byColor = Dictionary(grouping: own) { colors[$0] }
    guard let color = byColor.min(by: { ($0.value.count, $0.key) < ($1.value.count, $1.key) }),
      let chosen = color.value.first
    else { return true }
    let (places, before) = (own + others, (own + others).map { colors[$0] })
    for candidate in others where colors[candidate] == color.key {
      colors[chosen] = colorCount
      colors[candidate] = colorCount
      colorCount += 1
      refine(places)
      if histogram(own) == histogram(others), areAlike(own, others) { return true }
      for (place, color) in zip(places, before) { colors[place] = color }
      if isExhausted { return false }
    }
    return false
  }

  private func histogram(_ places: [Int]) -> [Int: Int] {
    places.reduce(into: [:]) { $0[colors[$1], default: 0] += 1 }
  }

  /// The objects of one table whose colour does not settle which object they correspond to: those that share it with others
  /// that have other links.
  private func unsettled(_ places: [Int]) -> [Int] {
    let byColor = Dictionary(grouping: places) { colors[$0] }
    var open: Set<Int> = []
    for (color, members) in byColor where members.count > 1 {
      let first = neighbors[members[0]].map(\.members)
      if members.dropFirst().contains(where: { neighbors[$0].map(\.members) != first }) { open.insert(color) }
    }
    return open.isEmpty ? [] : places.filter { open.contains(colors[$0]) }
  }

  /// The parts of some objects that links connect.
  private func components(_ places: [Int]) -> [[Int]] {
    var open = Set(places)
    var parts: [[Int]] = []
    for start in places where open.remove(start) != nil {
      var part = [start]
      var next = 0
      while next < part.count {
        for list in neighbors[part[next]] {
          for member in list.members where open.remove(member) != nil { part.append(member) }
        }
        next += 1
      }
      parts.append(part.sorted())
    }
    return parts
  }
}
