/// The questions that a store asks about a graph.
extension Graph {
  /// Whether there are objects of an entity or of another one of its hierarchy, marked ones included. O(1).
  package func hasRows(besides entity: String) -> Bool {
    guard let table = schema.entity(named: entity).map({ tables[$0.table] }) else { return false }
    return table.liveCount + table.markedCount > 0
  }

  /// Returns the objects of an entity and of its sub-entities by number, without those marked as deleted; empty for an
  /// entity that is not in the model. O(rows of the entity's table).
  ///
  /// ```swift
  /// context.committed.objectIDs(of: "Person")   // what was saved, players and coaches included
  /// ```
  public func objectIDs(of entity: String) -> [ManagedObjectID] {
    guard schema.isStorable, let entity = schema.entity(named: entity) else { return [] }
    return liveObjects(of: entity).map { id(at: $0) }
  }

  /// Returns the name of an object's entity, also when the object is gone; nil for an ID that no object here ever had.
  /// O(1).
  public func entityName(of id: ManagedObjectID) -> String? { schema.entity(at: id.entity)?.name }

  /// Returns the highest number that an object of the entity's tree ever had here, 0 when there was none; deleted ones
  /// count. O(1), as the last rows are seldom unused.
  public func highestNumber(inTreeOf entity: String) -> Int {
    guard schema.isStorable, let entity = schema.entity(named: entity) else { return 0 }
    let table = tables[entity.table]
    let headers = table.headers
    var row = table.rowEnd - 1
    while row > 0, headers[row].entity == RowHeader.unused.entity { row -= 1 }
    return max(0, row)
  }

  /// Returns how often saves wrote an object, if this is the committed graph: 1 after the first, and one more for each
  /// save of a change, at the other end of a link too. 0 for an object that is not in it. O(1).
  public func saveCount(of id: ManagedObjectID) -> Int { place(of: id) == nil ? 0 : saveCounts[id] }
}
