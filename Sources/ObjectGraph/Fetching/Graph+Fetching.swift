import Predicates

extension Graph {
  /// The objects that a request finds. Objects marked as deleted are not found.
  ///
  /// Sorted by the descriptors in turn, nil first when ascending, strings by Unicode scalars; equals stay in order of entity table and number.
  /// O(rows of the table), and O(found × log found) for sorting.
  func find(_ request: FetchRequest, source: GraphSource) throws -> [ManagedObjectID] {
    guard let entity = schema.entity(named: request.entity) else {
      throw ObjectGraphError.unknownEntity(request.entity, known: schema.entityNames)
    }
    var found = try candidates(request, entity, source: source)
    if !request.sortDescriptors.isEmpty {
      found = try sorted(found, by: request.sortDescriptors, entity, source: source)
    }
    let start = min(max(0, request.offset ?? 0), found.count)
    let end = min(found.count - start, max(0, request.limit ?? found.count)) + start
    return start == 0 && end == found.count ? found : Array(found[start..<end])
  }

  /// How many objects a request finds, its limit and offset counted in.
  func count(_ request: FetchRequest, source: GraphSource) throws -> Int {
    guard let entity = schema.entity(named: request.entity) else {
      throw ObjectGraphError.unknownEntity(request.entity, known: schema.entityNames)
    }
    let all: Int
    if request.predicate == nil {
      var count = 0
      tables[entity.table].forEachLiveRow { _, header in
        if matches(header, entity, request.includesSubentities) { count += 1 }
      }
      all = count
    } else {
      all = try candidates(request, entity, source: source).count
    }
    let rest = max(0, all - max(0, request.offset ?? 0))
    return min(rest, max(0, request.limit ?? rest))
  }

  private func candidates(
    _ request: FetchRequest, _ entity: Entity, source: GraphSource
  ) throws -> [ManagedObjectID] {
    let table = tables[entity.table]
    var found: [ManagedObjectID] = []
    // Without an order the first ones are enough.
    let enough =
      request.sortDescriptors.isEmpty
      ? request.limit.map { max(0, $0).addingReportingOverflow(max(0, request.offset ?? 0)).partialValue } : nil
    let matcher = try request.predicate?.matcher(over: source, of: entity)
    struct Enough: Error {}
    do {
      try table.forEachLiveRow { row, header in
        if let enough, enough >= 0, found.count >= enough { throw Enough() }
        guard matches(header, entity, request.includesSubentities) else { return }
        let id = ManagedObjectID(entity: Int(header.entity), number: Int32(truncatingIfNeeded: row), context: context)
        if let matcher, try !matcher(id.value) { return }
        found.append(id)
      }
    } catch is Enough {}
    return found
  }

  private func sorted(
    _ ids: [ManagedObjectID], by descriptors: [SortDescriptor], _ entity: Entity, source: GraphSource
  ) throws -> [ManagedObjectID] {
    struct Record {
      var first: Value
      var rest: [Value]
      var id: ManagedObjectID
    }
    var records: [Record] = []
    records.reserveCapacity(ids.count)
    for id in ids {
      let first = try sortValue(descriptors[0], id, source)
      let rest = try descriptors.dropFirst().map { try sortValue($0, id, source) }
      records.append(Record(first: first, rest: rest, id: id))
    }
    func order(_ a: Value, _ b: Value, _ isAscending: Bool) -> Bool? {
      if a.isNull || b.isNull { return a.isNull == b.isNull ? nil : a.isNull == isAscending }
      if a.precedes(b) == true { return isAscending }
      if b.precedes(a) == true { return !isAscending }
      return nil
    }
    records.sort { a, b in
      if let before = order(a.first, b.first, descriptors[0].isAscending) { return before }
      for (index, descriptor) in descriptors.dropFirst().enumerated() {
        if let before = order(a.rest[index], b.rest[index], descriptor.isAscending) { return before }
      }
      return a.id.number < b.id.number
    }
    return records.map(\.id)
  }

  private func sortValue(_ descriptor: SortDescriptor, _ id: ManagedObjectID, _ source: GraphSource) throws -> Value {
    var value = id.value
    for key in descriptor.keyPath {
      switch value {
      case .object(let object): value = try source.value(forKey: key, of: object)
      case .null: return .null
      case .dictionary(let elements): value = elements[key] ?? .null
      default: throw ObjectGraphError.toManySortKey(descriptor.keyPath.joined(separator: "."))
      }
    }
    switch value {
    case .set, .array: throw ObjectGraphError.toManySortKey(descriptor.keyPath.joined(separator: "."))
    default: return value
    }
  }
}
