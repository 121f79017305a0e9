/// A model with its names indexed once, for callers with many questions about it.
///
/// Making one is O(properties + entities); every answer after that is O(1) or O(depth).
package struct ModelIndex: Sendable {
  package let model: ManagedObjectModel
  /// The names of the entities in their order: one list for all that want it.
  let entityNames: KnownNames
  /// The first entity of each name.
  package let places: [String: Int]
  let composites: [String: CompositeDescription]
  /// The place of each entity's parent; nil also where that is missing.
  private let parents: [Int?]
  /// Whether some entity is its own ancestor, so that a line upwards has to look out for where it has been.
  private let hasCycle: Bool
  /// For each entity the places of its own properties by name.
  private let keys: [[String: Int]]
  /// The ways up a deep hierarchy; nil where lines are short enough to be walked.
  private let hierarchy: DeepHierarchy?

  package init(_ model: ManagedObjectModel) {
    self.model = model
    entityNames = KnownNames(model.entityNames)
    let entities = model.entities
    var places: [String: Int] = [:]
    for (place, entity) in entities.enumerated() where places[entity.name] == nil { places[entity.name] = place }
    self.places = places
    composites = Dictionary(model.composites.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    keys = entities.map { entity in
      Dictionary(entity.properties.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
    parents = entities.map { $0.parent.flatMap { places[$0] } }
    hasCycle = Self.hasCycle(parents)
    hierarchy = hasCycle ? nil : DeepHierarchy(parents, keys)
  }

  /// The place of the uppermost ancestor of each entity, itself where it has none. O(entities).
  package var roots: [Int] {
    var roots = [Int](repeating: -1, count: parents.count)
    for start in parents.indices where roots[start] < 0 {
      var path = [start]
      var root = start
      while let parent = parents[root], path.count <= parents.count {
        root = parent
        if roots[root] >= 0 { break }
        path.append(root)
      }
      if roots[root] >= 0 { root = roots[root] }
      for place in path { roots[place] = root }
    }
    return roots
  }

  /// O(entities): what one line upwards has settled no other one walks again.
  private static func hasCycle(_ parents: [Int?]) -> Bool {
    var walk = [Int](repeating: -1, count: parents.count)
    for start in parents.indices {
      var next: Int? = start
      while let place = next, walk[place] < 0 {
        walk[place] = start
        next = parents[place]
      }
      if let next, walk[next] == start { return true }
    }
    return false
  }

  package func entity(_ name: String) -> EntityDescription? { places[name].map { model.entities[$0] } }

  /// The places of an entity's ancestors and its own, root first.
  package func line(of name: String) -> [Int] { places[name].map(line(at:)) ?? [] }

  /// The same for an entity by its place. A parent that is missing, or met before in a cycle, ends the line.
  package func line(at place: Int) -> [Int] {
    var line: [Int] = []
    var seen: Set<Int> = []
    var next: Int? = place
    while let place = next, !hasCycle || seen.insert(place).inserted {
      line.append(place)
      next = parents[place]
    }
    line.reverse()
    return line
  }

  /// The places of an entity's ancestors and its own, root first, as far up as the first of which something holds, which is
  /// no longer among them.
  func line(of name: String, endingAbove isEnd: (Int) -> Bool) -> (line: [Int], above: Int?) {
    if hasCycle { return (line(of: name), nil) }
    var line: [Int] = []
    var next = places[name]
    while let place = next {
      if isEnd(place) { return (line.reversed(), place) }
      line.append(place)
      next = parents[place]
    }
    return (line.reversed(), nil)
  }

  /// The first place upwards from an entity, itself included, of which something holds.
  private func first(from name: String, where isWanted: (Int) -> Bool) -> Int? {
    if hasCycle { return line(of: name).last(where: isWanted) }
    var next = places[name]
    while let place = next {
      if isWanted(place) { return place }
      next = parents[place]
    }
    return nil
  }

  /// The entity and its ancestors, root first.
  package func lineage(of name: String) -> [EntityDescription] { line(of: name).map { model.entities[$0] } }

  package func isKind(_ name: String, of ancestor: String) -> Bool {
    guard let wanted = places[ancestor] else { return false }
    if let hierarchy { return places[name].map { hierarchy.isKind($0, of: wanted) } ?? false }
    return first(from: name) { $0 == wanted } != nil
  }

  /// A property, its own or inherited, and the place of the entity that declares it.
  package func property(_ name: String, of entity: String) -> (property: PropertyDescription, declaredBy: Int)? {
    let place =
      hierarchy.map { hierarchy in places[entity].flatMap { hierarchy.declarer(of: name, from: $0) } }
      ?? first(from: entity) { keys[$0][name] != nil }
    guard let place, let found = keys[place][name] else { return nil }
    return (model.entities[place].properties[found], place)
  }

  /// A property that an entity declares itself.
  package func ownProperty(_ name: String, of entity: String) -> PropertyDescription? {
    places[entity].flatMap { place in keys[place][name].map { model.entities[place].properties[$0] } }
  }

  /// The properties of an entity, inherited ones first.
  package func properties(of entity: String) -> [PropertyDescription] {
    line(of: entity).flatMap { model.entities[$0].properties }
  }

  /// The properties of each entity that an ancestor declares too, with the uppermost such ancestor. O(properties), if no
  /// entity is its own ancestor.
  func inheritedNames() -> [[String: Int]] {
    var found = [[String: Int]](repeating: [:], count: parents.count)
    if hasCycle {
      for place in parents.indices {
        for ancestor in line(at: place).dropLast().reversed() {
          for name in keys[place].keys where keys[ancestor][name] != nil { found[place][name] = ancestor }
        }
      }
      return found
    }
    var children = [[Int]](repeating: [], count: parents.count)
    for (place, parent) in parents.enumerated() { if let parent { children[parent].append(place) } }
    // Downwards from each root; what a line declares first is forgotten when the walk is back above it.
    var owners: [String: Int] = [:]
    var open = parents.indices.filter { parents[$0] == nil }.map { (place: $0, isLeaving: false) }
    while let (place, isLeaving) = open.popLast() {
      if isLeaving {
        for name in keys[place].keys where owners[name] == place { owners[name] = nil }
        continue
      }
      for name in keys[place].keys {
        if let owner = owners[name] { found[place][name] = owner } else { owners[name] = place }
      }
      open.append((place, true))
      open += children[place].map { ($0, false) }
    }
    return found
  }

  /// The relationship back and the name of the entity that declares it.
  package func inverse(of relationship: RelationshipDescription) -> (
    entity: String, relationship: RelationshipDescription
  )? {
    guard let name = relationship.inverse, let (property, place) = property(name, of: relationship.destination),
      let inverse = property.relationship
    else { return nil }
    return (model.entities[place].name, inverse)
  }

  /// The attribute that a key with dots leads to inside composites: `address.city`. A key without dots is an
  /// attribute's own.
  func attribute(atKeyPath path: String, of entity: String) -> AttributeDescription? {
    var keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)[...]
    guard let first = keys.popFirst(), var attribute = property(first, of: entity)?.property.attribute else {
      return nil
    }
    for key in keys {
      guard let composite = attribute.compositeName.flatMap({ composites[$0] }), let next = composite[element: key]
      else {
        return nil
      }
      attribute = next
    }
    return attribute
  }
}
