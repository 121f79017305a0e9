import Predicates

extension ManagedObjectContext {
  /// Changes the model, and the objects follow: columns of unchanged properties are shared with the graph before,
  /// changed ones are converted where nothing is lost, new ones filled with their defaults, removed ones dropped;
  /// links follow a relationship from to-one to to-many and, where one object at most is held, back.
  ///
  /// Core Data's header freezes the model once objects were fetched; to let it change is our choice. The change is
  /// part of the current event, and so of its undo. While there are no objects any model is taken, and with objects
  /// one that is only unfinished: a new relationship whose destination is still to come. ``prepare()`` tells what is
  /// left to mend.
  /// - Parameter renaming: which entities and properties have new names; others are matched by name, and then by
  ///   their renaming identifier.
  /// - Returns: the IDs of objects that had to be numbered anew, because their entity moved into a tree with numbers
  ///   of its own; old to new.
  /// - Throws: ``ModelChangeError``, naming an object that cannot follow; then nothing has changed.
  /// - Complexity: O(entities + properties), a look at every object's header, and O(objects) for each property that
  ///   has to be converted.
  @discardableResult
  public func setModel(
    _ new: ManagedObjectModel, renaming: ModelRenaming = .none
  ) throws(ModelChangeError) -> [ManagedObjectID: ManagedObjectID] {
    try checkModelMayChange()
    let old = graph.schema
    let (places, placeCount) = try places(of: new, renaming)
    let schema = Schema(new, places: places, placeCount: placeCount, following: old, renaming: renaming)
    let hasObjects =
      graph.tables.contains { $0.liveCount + $0.markedCount > 0 }
      || committed.tables.contains { $0.liveCount > 0 }
    if hasObjects, !schema.isStorable || schema.problems.contains(where: { old.stores($0) }) {
      throw .unresolved(schema.problems)
    }

    coordinator.numbers.grow(toHold: placeCount)
    var renumbered: [ManagedObjectID: ManagedObjectID] = [:]
    if hasObjects {
      let (moved, numbers) = movedRows(to: schema)
      if !moved.isEmpty, coordinator.hasOtherContexts { throw .otherContexts }
      var conversion = GraphConversion(graph, to: schema, moved: moved, now: clock(), strictness: .strict)
      try conversion.run()
      var base = GraphConversion(committed, to: schema, moved: moved, now: clock(), strictness: .lenient)
      try base.run()
      for (place, row) in moved {
        let header =
          graph.header(at: place).entity == RowHeader.unused.entity
          ? committed.header(at: place) : graph.header(at: place)
        let before = ManagedObjectID(entity: Int(header.entity), number: place.row, context: graph.context)
        renumbered[before] = ManagedObjectID(entity: Int(header.entity), number: row, context: graph.context)
      }
      for (entity, number) in numbers { coordinator.numbers.raise(entity, to: number) }
      graph = conversion.new
      committed = base.new
      committed.saveCounts.move(renumbered)
      pendingDeletions = pendingDeletions.map { renumbered[$0] ?? $0 }
      let deleted = graph.objects(marked: .deleted)
      // Under the new rules what is marked already may lead further.
      if !deleted.isEmpty, pendingDeletions.isEmpty { _ = graph.propagateDeletion(of: deleted) }
    } else {
      var empty = Graph(schema, context: graph.context)
      empty.commit = committed.commit
      graph = empty
      committed = empty
    }
    keepNumbersApart()
    bringModelToStores()
    changed()
    return renumbered
  }

  /// A file keeps the model that it was written under, and a child follows its parent's.
  private func checkModelMayChange() throws(ModelChangeError) {
    if let parent { throw .childContext(name, parent: parent.name) }
    if let store = coordinator.stores.first(where: { $0.location != nil }) { throw .storeOpen(store.name) }
    try takeIn(.everything)
  }

  /// Lets the coordinator follow this context's model, in its saved graph.
  func bringModelToStores() {
    guard parent == nil else { return }
    coordinator.follow(committed)
    storeBase = committed.schema.hasTransients ? coordinator.graph.named(graph.context) : nil
  }

  /// After a change of tables: the next number of each is above all that its entities ever had.
  func keepNumbersApart() { coordinator.numbers.keepApart(graph.schema) }

  /// The stable place of each entity of a new model.
  private func places(
    of new: ManagedObjectModel, _ renaming: ModelRenaming
  ) throws(ModelChangeError) -> ([String: Int], Int) {
    let old = graph.schema
    let renamedTo = Dictionary(renaming.entities.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let newNames = Set(new.entityNames)
    var places: [String: Int] = [:]
    var taken: Set<Int> = []
    var count = coordinator.numbers.placeCount
    func take(_ oldName: String) -> Int? {
      old.indexes[oldName].flatMap { taken.insert($0).inserted ? $0 : nil }
    }
    for entity in new.entities {
      if let earlier = renamedTo[entity.name], let place = take(earlier) { places[entity.name] = place }
    }
    for entity in new.entities where places[entity.name] == nil && renaming.entities[entity.name] == nil {
      if let place = take(entity.name) { places[entity.name] = place }
    }
    for entity in new.entities where places[entity.name] == nil {
      if let earlier = entity.renamingIdentifier, !newNames.contains(earlier), let place = take(earlier) {
        places[entity.name] = place
      } else {
        places[entity.name] = count
        count += 1
      }
    }
    guard count < Int(UInt16.max) else { throw .tooManyEntities }
    return (places, count)
  }

  /// The rows that cannot keep their numbers in their new tables, and the highest number that each entity then has.
  private func movedRows(to schema: Schema) -> (moved: [Graph.Place: Int32], numbers: [Int: Int32]) {
    var sources: [Int: Set<Int>] = [:]
    for graph in [graph, committed] {
      for place in graph.populatedEntities() {
        if let from = graph.schema.entity(at: place)?.table, let to = schema.entity(at: place)?.table {
          sources[to, default: []].insert(from)
        }
      }
    }
    var moved: [Graph.Place: Int32] = [:]
    var numbers: [Int: Int32] = [:]
    for (to, from) in sources.sorted(by: { $0.key < $1.key }) where from.count > 1 {
      var taken: Set<Int32> = []
      var next = from.reduce(coordinator.numbers.nextNumber(ofTable: to)) {
        max($0, coordinator.numbers.nextNumber(ofTable: $1))
      }
      for table in from.sorted(by: { ($0 == to ? -1 : $0) < ($1 == to ? -1 : $1) }) {
        var entities: [Int32: UInt16] = [:]
        for graph in [committed, graph] {
          for row in 1..<max(1, graph.tables[table].rowEnd) {
            let header = graph.tables[table].headers[row]
            if schema.entity(at: header.entity)?.table == to {
              entities[Int32(truncatingIfNeeded: row)] = header.entity
            }
          }
        }
        for (row, entity) in entities.sorted(by: { $0.key < $1.key }) where !taken.insert(row).inserted {
          moved[Graph.Place(table: table, row: row)] = next
          taken.insert(next)
          numbers[Int(entity)] = next
          next &+= 1
        }
      }
    }
    return (moved, numbers)
  }
}
