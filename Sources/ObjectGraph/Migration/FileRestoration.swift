import struct Foundation.Date

/// Gives a saved graph that has followed the model from version to version what a file holds for the last of them: objects
/// and properties that a version between had no room for, and values that it converted.
///
/// The file is what a save would overwrite. So a value that it has is shown, unless the model has no place for it, and only
/// a migration, which names what goes, takes it away.
struct FileRestoration {
  private(set) var graph: Graph
  private(set) var renumbered: [ManagedObjectID: ManagedObjectID] = [:]
  private let numbers: NumberAllocator
  private let now: Date

  init(graph: Graph, numbers: NumberAllocator, now: Date) {
    self.graph = graph
    self.numbers = numbers
    self.now = now
  }

  /// Takes over what the objects of a store had in the graph that its file was written from.
  mutating func restore(_ original: Graph, store: UInt8) {
    let schema = graph.schema
    let matching = ModelMatching(from: original.schema.model, to: schema.model)
    var moved = Dictionary(
      schema.renumbering(since: original.schema).compactMap { old, new in
        original.place(of: old).map { ($0, Int32(clamping: new.number)) }
      }, uniquingKeysWith: { first, _ in first })
    let returning = place(original, store, &moved)
    var conversion = GraphConversion(
      original, to: schema, moved: moved, now: now, strictness: .lenient, matching: matching)
    // A lenient conversion throws nothing.
    try? conversion.run()
    let held = conversion.new
    for (place, entity) in returning {
      graph.insert(entity, row: place.row)
      graph.assign(place, toStore: store)
    }
    let origins = Dictionary(
      moved.compactMap { from, row in
        schema.entity(at: original.header(at: from).entity).map { (Graph.Place(table: $0.table, row: row), from) }
      }, uniquingKeysWith: { first, _ in first })
    let properties = restorable(original, matching)
    var objects: [(place: Graph.Place, from: Graph.Place, entity: Int)] = []
    let isReturning = Set(returning.map(\.place))
    for (table, rows) in held.rowsPerhapsChanged(since: graph).enumerated() {
      for row in rows {
        let place = Graph.Place(table: table, row: row)
        let header = held.header(at: place)
        guard header.isLive, graph.header(at: place).isLive, graph.header(at: place).entity == header.entity,
          let before = original.schema.entity(at: header.entity)
        else { continue }
        let from = origins[place] ?? Graph.Place(table: before.table, row: row)
        guard original.store(of: from) == store else { continue }
        objects.append((place, from, Int(header.entity)))
      }
    }
    for object in objects {
      for (property, source) in properties[object.entity] ?? [] {
        guard case .attribute(let column) = property.storage, case .attribute(let earlier) = source.storage else {
          continue
        }
        let value = held.value(of: column, at: object.place)
        // A value that does not fit stays as the model in between made it; a required attribute is filled as it was.
        let hadValue = !original.value(of: earlier, at: object.from).isNull
        if hadValue ? !value.isNull : property.isOptional || isReturning.contains(object.place) {
          graph.setValue(value, of: column, at: object.place)
        }
      }
    }
    for object in objects {
      for (property, _) in properties[object.entity] ?? [] {
        if let layout = property.layout { takeLinks(of: layout, at: object.place, from: held) }
      }
    }
    graph.settle(commit: graph.commit)
  }

  /// The objects of the store that the graph does not have, and the places that they get.
  /// - Parameter moved: the rows of objects that have another number in the graph; completed by those that get one now.
  private mutating func place(
    _ original: Graph, _ store: UInt8, _ moved: inout [Graph.Place: Int32]
  ) -> [(place: Graph.Place, entity: Entity)] {
    var returning: [(place: Graph.Place, entity: Entity)] = []
    var taken: Set<Graph.Place> = []
    for id in original.allObjects() {
      guard let from = original.place(of: id), original.store(of: from) == store,
        let entity = graph.schema.entity(at: Int(id.entity)), !entity.isAbstract
      else { continue }
      var place = Graph.Place(table: entity.table, row: moved[from] ?? from.row)
      let header = graph.header(at: place)
      if header.isAlive, header.entity == id.entity { continue }
      if graph.hasHad(place) || taken.contains(place) {
        numbers.keepApart(graph.schema)
        guard let row = numbers.next(entity) else { continue }
        renumbered[ManagedObjectID(entity: entity.index, number: place.row, context: 0)] = ManagedObjectID(
          entity: entity.index, number: row, context: 0)
        place.row = row
        moved[from] = row
      }
      taken.insert(place)
      returning.append((place, entity))
    }
    return returning
  }

  /// The properties of each entity, by its stable place, that a store keeps and kept, with what they were.
  private func restorable(_ original: Graph, _ matching: ModelMatching) -> [Int: [(Property, Property)]] {
    var found: [Int: [(Property, Property)]] = [:]
    for entity in graph.schema.entities.compactMap({ $0 }) {
      guard let before = original.schema.entity(at: entity.index) else { continue }
      let sources = matching.sources(in: entity.name)
      for property in entity.properties where property.storage != .fetched && !property.isTransient {
        guard let source = sources[property.name].flatMap({ before.property($0.property.name) }), !source.isTransient
        else { continue }
        let derivation = property.attribute?.derivation
        if derivation == nil || derivation == source.attribute?.derivation {
          found[entity.index, default: []].append((property, source))
        }
      }
    }
    return found
  }

  /// Links an object as another graph does; what that one does not link at all stays.
  private mutating func takeLinks(of layout: RelationshipLayout, at place: Graph.Place, from other: Graph) {
    let wanted = other.members(of: layout, place.row).filter { member in
      let there = Graph.Place(table: layout.destinationTable, row: member)
      return graph.header(at: there).isLive && graph.header(at: there).entity == other.header(at: there).entity
    }
    let present = graph.members(of: layout, place.row)
    guard !wanted.isEmpty, wanted != present else { return }
    for member in wanted where !present.contains(member) { graph.connect(layout, place.row, member) }
    let known = Set(wanted)
    let others = graph.members(of: layout, place.row).filter { !known.contains($0) }
    if layout.isToMany { graph.reorder(layout, place.row, wanted + others) }
  }
}
