import Predicates

extension ManagedObjectContext {
  /// Adds objects to a to-many, at its end; those it holds already are left where they are.
  /// - Throws: ``ObjectGraphError`` for a key that is not a to-many, or an object that is deleted, gone or of another
  ///   context or entity. Then none is added.
  /// - Complexity: O(objects) where the inverse is a to-one, else O(objects × the shorter of the two lists).
  public func add(_ ids: [ManagedObjectID], to key: String, of id: ManagedObjectID) throws {
    let (place, entity, property, layout) = try toMany(key, of: id)
    let rows = try ids.map { try destinationRow($0, layout, property, place, entity) }
    var isChanged = false
    for row in rows {
      if graph.connect(layout, place.row, row) {
        isChanged = true
      } else if !faults.links.isEmpty, let held = faults.links[layout, place.row, graph.schema], !held.contains(row) {
        // The graph has the link, which this object was read without.
        faults.links[layout, place.row, graph.schema] = held + [row]
      }
    }
    if isChanged { changed() }
  }

  /// Removes objects from a to-many; those it does not hold are ignored. Dangling references can be removed too.
  /// - Throws: ``ObjectGraphError`` for a key that is not a to-many, and for an owner that is deleted, gone or foreign;
  ///   objects of other entities and contexts are ignored.
  /// - Complexity: O(objects) where the inverse is a to-one, else O(objects × the shorter of the two lists).
  public func remove(_ ids: [ManagedObjectID], from key: String, of id: ManagedObjectID) throws {
    let (place, _, _, layout) = try toMany(key, of: id)
    var isChanged = false
    for other in ids where other.context == graph.context && other.number <= UInt32(Int32.max) {
      guard let entity = graph.schema.entity(at: other.entity), entity.table == layout.destinationTable,
        graph.tables[entity.table].headers[other.row].entity == other.entity
      else { continue }
      if graph.disconnect(layout, place.row, Int32(other.number)) {
        isChanged = true
      } else if !faults.links.isEmpty, let held = faults.links[layout, place.row, graph.schema] {
        faults.links[layout, place.row, graph.schema] = held.filter { $0 != Int32(other.number) }
      }
    }
    if isChanged { changed() }
  }

  /// Puts an object at a place of an ordered to-many, counted before the insertion; one that it holds already is
  /// moved there. O(members).
  /// - Returns: whether it has been moved.
  /// - Throws: ``ObjectGraphError/notOrdered(_:entity:)``, ``ObjectGraphError/indexOutOfRange(_:count:key:entity:)``,
  ///   and other cases of ``ObjectGraphError`` for a key that is not a to-many, or an object that is deleted, gone or of
  ///   another context or entity.
  @discardableResult
  public func insert(_ id: ManagedObjectID, into key: String, of owner: ManagedObjectID, at index: Int) throws -> Bool {
    let (place, entity, property, layout) = try toMany(key, of: owner)
    guard layout.isOrdered else { throw ObjectGraphError.notOrdered(key, entity: entity.name) }
    let row = try destinationRow(id, layout, property, place, entity)
    let isMember = graph.isConnected(layout, place.row, row)
    let count = graph.count(of: layout, place.row)
    guard (0...count).contains(index) else {
      throw ObjectGraphError.indexOutOfRange(index, count: count, key: key, entity: entity.name)
    }
    if isMember {
      var members = graph.members(of: layout, place.row)
      let old = members.firstIndex(of: row) ?? 0
      members.insert(row, at: index)
      members.remove(at: old < index ? old : old + 1)
      guard graph.reorder(layout, place.row, members) else { return false }
    } else {
      graph.connect(layout, place.row, row, at: index)
    }
    changed()
    return isMember
  }

  /// The rows of the objects that a to-many is set to, each once.
  func memberRows(
    _ value: Value, _ layout: RelationshipLayout, _ property: Property, _ place: Graph.Place, _ entity: Entity
  ) throws -> [Int32] {
    guard let ids = value.isNull ? [] : value.elements == nil ? nil : value.objectIDs else {
      // An object of another entity would not do in a list either.
      if let id = value.objectID { _ = try destinationRow(id, layout, property, place, entity) }
      throw ObjectGraphError.wrongType(
        key: property.name, entity: entity.name, expected: .objects(destinationName(layout)), value: value)
    }
    var rows: [Int32] = []
    var wanted: Set<Int32> = []
    for id in ids {
      let row = try destinationRow(id, layout, property, place, entity)
      if wanted.insert(row).inserted { rows.append(row) }
    }
    return rows
  }

  /// Sets a whole to-many; an unordered one keeps the places of the objects that stay. Those that stay are not
  /// touched themselves. Returns whether anything changed.
  func setMembers(_ rows: [Int32], _ layout: RelationshipLayout, _ place: Graph.Place) -> Bool {
    let wanted = Set(rows)
    var isChanged = false
    for row in graph.members(of: layout, place.row) where !wanted.contains(row) {
      if graph.disconnect(layout, place.row, row) { isChanged = true }
    }
    for row in rows where graph.connect(layout, place.row, row) { isChanged = true }
    if layout.isOrdered, graph.reorder(layout, place.row, rows) { isChanged = true }
    return isChanged
  }

  private func toMany(
    _ key: String, of id: ManagedObjectID
  ) throws -> (Graph.Place, Entity, Property, RelationshipLayout) {
    let (place, entity) = try locateLive(id)
    guard let property = entity.property(key) else {
      throw ObjectGraphError.unknownKey(key, entity: entity.name, known: entity.propertyNames)
    }
    switch property.storage {
    case .relationship(let layout) where layout.isToMany: return (place, entity, property, layout)
    case .relationship: throw ObjectGraphError.notToMany(key, entity: entity.name)
    case .attribute: throw ObjectGraphError.notRelationship(key, entity: entity.name)
    case .fetched: throw ObjectGraphError.readOnly(key, entity: entity.name)
    }
  }

  /// The row of an object that a relationship of `entity` may lead to, and whose inverse may lead back.
  func destinationRow(
    _ id: ManagedObjectID, _ layout: RelationshipLayout, _ property: Property, _ place: Graph.Place, _ entity: Entity
  ) throws -> Int32 {
    let (target, found) = try locateLive(id)
    guard found.isKind(of: layout.destination) else {
      throw ObjectGraphError.wrongEntity(
        key: property.name, entity: entity.name, expected: destinationName(layout), found: found.name)
    }
    if layout.hasInverse {
      let back = graph.schema.relationships[layout.inverse]
      guard entity.isKind(of: back.destination) else {
        throw ObjectGraphError.wrongEntity(
          key: property.relationship?.inverse ?? "", entity: found.name, expected: destinationName(back),
          found: entity.name)
      }
    }
    return target.row
  }

  func destinationName(_ layout: RelationshipLayout) -> String {
    graph.schema.entity(at: layout.destination)?.name ?? ""
  }
}
