/// Entities that descend from each other many levels deep: questions about ancestors that walk up no line.
struct DeepHierarchy: Sendable {
  private let parents: [Int?]
  private let keys: [[String: Int]]
  /// The numbers of each entity and the last of its descendants in a walk that meets parents before children.
  private var first: [Int]
  private var last: [Int]
  /// The entities that declare a property of each name.
  private var declarers: [String: [Int]] = [:]

  /// Up to how many levels walking up a line costs less than this.
  private static let shallow = 16

  /// Nil where no line is deep. O(properties).
  /// - Parameters:
  ///   - parents: the place of each entity's parent; without cycles.
  ///   - keys: of each entity its own properties by name.
  init?(_ parents: [Int?], _ keys: [[String: Int]]) {
    var levels = [Int](repeating: 0, count: parents.count)
    var children = [[Int]](repeating: [], count: parents.count)
    for (place, parent) in parents.enumerated() { if let parent { children[parent].append(place) } }
    var order: [Int] = []
    var open = parents.indices.filter { parents[$0] == nil }
    while let place = open.popLast() {
      order.append(place)
      for child in children[place] { levels[child] = levels[place] + 1 }
      open += children[place]
    }
    guard levels.contains(where: { $0 > Self.shallow }) else { return nil }
    self.parents = parents
    self.keys = keys
    first = levels
    for (number, place) in order.enumerated() { first[place] = number }
    last = first
    for place in order.reversed() {
      if let parent = parents[place] { last[parent] = max(last[parent], last[place]) }
    }
    for (place, names) in keys.enumerated() {
      for name in names.keys { declarers[name, default: []].append(place) }
    }
  }

  /// O(1).
  func isKind(_ place: Int, of ancestor: Int) -> Bool {
    first[ancestor] <= first[place] && first[place] <= last[ancestor]
  }

  /// The first entity upwards from one, itself included, that declares a property of a name. O(1) where few declare one.
  func declarer(of name: String, from start: Int) -> Int? {
    guard let places = declarers[name] else { return nil }
    if places.count <= Self.shallow {
      return places.filter { isKind(start, of: $0) }.max { first[$0] < first[$1] }
    }
    var next: Int? = start
    while let place = next {
      if keys[place][name] != nil { return place }
      next = parents[place]
    }
    return nil
  }
}
