/// A model with its names looked up once, for whoever has many questions about it.
///
/// Making one is O(properties + entities × depth); every answer after that is O(1) or O(depth).
package struct ModelIndex: Sendable {
  package let model: ManagedObjectModel
  /// The names of the entities in their order: one list for all that want it.
  let entityNames: [String]
  /// The first entity of each name.
  package let places: [String: Int]
  let composites: [String: CompositeDescription]
  /// Of each entity the places of its ancestors and itself, root first. A parent that is missing, or met before in a
  /// cycle, ends the line.
  private let lines: [[Int]]
  /// Of each entity the places of its own properties by name.
  private let keys: [[String: Int]]

  package init(_ model: ManagedObjectModel) {
    self.model = model
    entityNames = model.entityNames
    let entities = model.entities
    var places: [String: Int] = [:]
    for (place, entity) in entities.enumerated() where places[entity.name] == nil { places[entity.name] = place }
    self.places = places
    composites = Dictionary(model.composites.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    keys = entities.map { entity in
      Dictionary(entity.properties.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
    var lines = [[Int]](repeating: [], count: entities.count)
    for start in entities.indices where lines[start].isEmpty {
      var way: [Int] = []
      var onWay: Set<Int> = []
      var next: Int? = start
      while let place = next, lines[place].isEmpty, onWay.insert(place).inserted {
        way.append(place)
        next = entities[place].parent.flatMap { places[$0] }
      }
      if let next, onWay.contains(next) {
        // A cycle: every entity on it is a line of its own that goes round once.
        for (index, place) in way.enumerated() { lines[place] = Self.round(from: index, on: way, places, entities) }
      } else {
        var line = next.map { lines[$0] } ?? []
        for place in way.reversed() {
          line.append(place)
          lines[place] = line
        }
      }
    }
    self.lines = lines
  }

  private static func round(
    from index: Int, on way: [Int], _ places: [String: Int], _ entities: [EntityDescription]
  ) -> [Int] {
    var line: [Int] = []
    var seen: Set<Int> = []
    var next: Int? = way[index]
    while let place = next, seen.insert(place).inserted {
      line.append(place)
      next = entities[place].parent.flatMap { places[$0] }
    }
    return line.reversed()
  }

  package func entity(_ name: String) -> EntityDescription? { places[name].map { model.entities[$0] } }

  /// The places of an entity's ancestors and its own, root first.
  package func line(of name: String) -> [Int] { places[name].map { lines[$0] } ?? [] }

  package func line(at place: Int) -> [Int] { lines[place] }

  /// The entity and its ancestors, root first.
  package func lineage(of name: String) -> [EntityDescription] { line(of: name).map { model.entities[$0] } }

  package func isKind(_ name: String, of ancestor: String) -> Bool {
    guard let wanted = places[ancestor] else { return false }
    return line(of: name).contains(wanted)
  }

  /// A property, its own or inherited, and the place of the entity that declares it.
  package func property(_ name: String, of entity: String) -> (property: PropertyDescription, declaredBy: Int)? {
    for place in line(of: entity).reversed() {
      if let found = keys[place][name] { return (model.entities[place].properties[found], place) }
    }
    return nil
  }

  /// The properties of an entity, inherited ones first.
  package func properties(of entity: String) -> [PropertyDescription] {
    line(of: entity).flatMap { model.entities[$0].properties }
  }

  /// Whether the entity at a place has an own property of this name.
  package func declares(_ name: String, at place: Int) -> Bool { keys[place][name] != nil }

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
