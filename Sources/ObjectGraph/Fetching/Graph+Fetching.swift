import Predicates

extension Graph {
  /// The objects that a request finds. Objects marked as deleted are not found.
  ///
  /// Sorted by the descriptors in turn, nil first when ascending, strings by Unicode scalars; equals stay in order of
  /// entity table and number. O(rows of the table), and O(found × log found) for sorting.
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
      var prefix: SortPrefix
      var place: Int32
    }
    guard let first = descriptors.first, ids.count <= Int(Int32.max) else { return ids }
    let keys = try descriptors.map { descriptor in
      let accessor = source.accessor(forKeyPath: descriptor.keyPath, of: entity.name)
      return try ids.map { id in
        if let accessor {
          try single(accessor(id.reference), descriptor)
        } else {
          try sortValue(descriptor, id, source)
        }
      }
    }
    func order(_ a: Value, _ b: Value, _ isAscending: Bool) -> Bool? {
      if a.isNull || b.isNull { return a.isNull == b.isNull ? nil : a.isNull == isAscending }
      if a.precedes(b) == true { return isAscending }
      if b.precedes(a) == true { return !isAscending }
      return nil
    }
    // By the prefix of the first key; only where that does not decide, by the values.
    let isAscending = first.isAscending
    var records = keys[0].enumerated().map { place, value in
      Record(prefix: SortPrefix(value), place: Int32(truncatingIfNeeded: place))
    }
    records.sort { a, b in
      if a.prefix.kind != b.prefix.kind { return (a.prefix.kind < b.prefix.kind) == isAscending }
      if a.prefix.bits != b.prefix.bits { return (a.prefix.bits < b.prefix.bits) == isAscending }
      let (left, right) = (Int(a.place), Int(b.place))
      for (index, descriptor) in descriptors.enumerated() where index > 0 || !a.prefix.isExact {
        if let before = order(keys[index][left], keys[index][right], descriptor.isAscending) { return before }
      }
      return a.place < b.place
    }
    return records.map { ids[Int($0.place)] }
  }

  private func single(_ value: Value, _ descriptor: SortDescriptor) throws -> Value {
    switch value {
    case .set, .array: throw ObjectGraphError.toManySortKey(descriptor.keyPath.joined(separator: "."))
    default: return value
    }
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
    return try single(value, descriptor)
  }
}
