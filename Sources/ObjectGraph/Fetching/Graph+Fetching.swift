import Predicates

extension Graph {
  /// The objects that a request finds in this graph, as ``ManagedObjectContext/fetch(_:variables:forms:)`` does in a
  /// context's. A graph is a value, so this may be done on any thread; `source` must read the same graph.
  package func objects(_ request: FetchRequest, source: GraphSource) throws -> [ManagedObjectID] {
    try find(request, source: source)
  }

  /// The objects that a request finds. Objects marked as deleted are not found.
  ///
  /// Sorted by the descriptors in turn, nil first when ascending, strings by Unicode scalars; equals stay in order of
  /// entity table and number. O(rows of the table) at most, less where the planner finds a shorter way, and
  /// O(found × log found) for sorting.
  func find(
    _ request: FetchRequest, source: GraphSource, strategy: FetchStrategy = .planned
  ) throws -> [ManagedObjectID] {
    let entity = try entity(of: request)
    let rows = try findRows(request, entity, source: source, strategy: strategy).rows
    // Most tables have the objects of one entity: then no header has to be read.
    if memory.entities[entity.index].isAlone {
      return rows.map { ManagedObjectID(entity: entity.index, number: $0, context: context) }
    }
    return rows.map { id(entity.table, $0) }
  }

  /// How many objects a request finds, its limit and offset counted in. O(1) for all objects of a
  /// table.
  func count(_ request: FetchRequest, source: GraphSource, strategy: FetchStrategy = .planned) throws -> Int {
    if request.predicate == nil, source.stores == nil, strategy != .closures {
      let entity = try entity(of: request)
      let planner = FetchPlanner(self, entity, includesSubentities: request.includesSubentities, enough: nil)
      if planner.kinds == nil {
        let rest = max(0, liveCount(entity.table) - max(0, request.offset ?? 0))
        return min(rest, request.bound ?? rest)
      }
    }
    var request = request
    request.sortDescriptors = []
    return try findRows(request, try entity(of: request), source: source, strategy: strategy).rows.count
  }

  func entity(of request: FetchRequest) throws -> Entity {
    guard let entity = schema.entity(named: request.entity) else {
      throw ObjectGraphError.unknownEntity(request.entity, known: schema.entityNames)
    }
    return entity
  }

  /// The rows that a request finds, sorted and cut, and how they were found.
  func findRows(
    _ request: FetchRequest, _ entity: Entity, source: GraphSource, strategy: FetchStrategy = .planned,
    countsParts: Bool = false
  ) throws -> (rows: [Int32], plan: FetchPlan) {
    let offset = max(0, request.offset ?? 0)
    // How many are needed from the front.
    let enough = request.bound.map { $0.addingReportingOverflow(offset) }
      .flatMap { $0.overflow ? nil : $0.partialValue }
    let isSorted = !request.sortDescriptors.isEmpty
    var (rows, plan) = try candidates(
      request, entity, source: source, enough: isSorted || source.stores != nil ? nil : enough, strategy: strategy,
      countsParts: countsParts)
    if let stores = source.stores {
      let before = rows.count
      rows = rows.filter { stores.contains(Place(table: entity.table, row: $0), of: self) }
      plan.add(
        .filter(condition: "\(stores.names.joined(separator: " or ")) as their store", isColumnar: true), before,
        rows.count)
    }
    if isSorted {
      let before = rows.count
      rows = try sorted(rows, by: request.sortDescriptors, entity, source: source, wanted: enough)
      plan.add(.sort(keys: request.sortDescriptors.map(\.declaration)), before, before)
    }
    let start = min(offset, rows.count)
    let end = min(rows.count - start, request.bound ?? rows.count) + start
    if request.bound != nil || offset > 0 {
      plan.add(.slice(offset: offset, limit: request.bound), plan.found, end - start)
    }
    return (start == 0 && end == rows.count ? rows : Array(rows[start..<end]), plan)
  }

  private func candidates(
    _ request: FetchRequest, _ entity: Entity, source: GraphSource, enough: Int?, strategy: FetchStrategy,
    countsParts: Bool
  ) throws -> ([Int32], FetchPlan) {
    if strategy != .closures {
      do {
        var planner = FetchPlanner(
          self, entity, includesSubentities: request.includesSubentities, enough: enough, countsParts: countsParts)
        let rows = try planner.rows(request.predicate, source: source, strategy: strategy)
        return (rows, planner.plan)
      } catch let error as OperationCancelled {
        throw error
      } catch {
        // Only the closures know which error comes first, and whether one comes at all before there is enough.
      }
    }
    return try byClosures(request, entity, source: source, enough: enough, countsParts: countsParts)
  }

  /// Every object by the compiled predicate, in order: what all other ways must agree with.
  private func byClosures(
    _ request: FetchRequest, _ entity: Entity, source: GraphSource, enough: Int?, countsParts: Bool
  ) throws -> ([Int32], FetchPlan) {
    let matcher = try request.predicate?.matcher(over: source, of: entity)
    let profile = countsParts ? try request.predicate?.profile(over: source, entity: entity.name) : nil
    var found: [Int32] = []
    var all = 0
    struct Enough: Error {}
    do {
      try tables[entity.table].forEachLiveRow { row, header in
        if let enough, found.count >= enough { throw Enough() }
        guard matches(header, entity, request.includesSubentities) else { return }
        all += 1
        try source.cancellation.spend(.rows)
        let row = Int32(truncatingIfNeeded: row)
        _ = try profile?.matches(id(entity.table, row).value)
        if let matcher, try !matcher(id(entity.table, row).value) { return }
        found.append(row)
      }
    } catch is Enough {}
    var plan = FetchPlan()
    plan.add(.all(entity: entity.name), all, all)
    if let predicate = request.predicate {
      plan.add(.filter(condition: predicate.description, isColumnar: false), all, found.count, parts: profile)
    }
    return (found, plan)
  }
}
