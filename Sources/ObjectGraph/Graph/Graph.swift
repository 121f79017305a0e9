import Predicates

/// A whole object graph as a value: the objects, their values and links, what is pending, and the schema they follow.
///
/// Copying is O(1): the pages of its columns are shared until one of them is written, and only that one is then
/// copied. So the previous graph is the undo, the committed one the rollback, and a trial runs on a copy.
///
/// An object is a row of its root entity's table, and the row is the object's number.
///
/// ```swift
/// let before = context.graph
/// try context.delete(heat)
/// let name = try GraphSource(before, now: context.now).value(forKey: "name", of: heat.reference)   // as it was
/// ```
///
/// It is read through a ``GraphSource`` and changed through a ``ManagedObjectContext``.
///
/// ## Topics
/// Reading: ``GraphSource``, ``schema``
/// Listing: ``objectIDs(of:)``, ``entityName(of:)``, ``saveCount(of:)``
/// Comparing: ``EventSummary``
/// Soundness: ``checkInvariants()``
public struct Graph: Sendable {
  /// The columns, shared with other graphs until one of them is changed.
  var storage: GraphStorage

  /// The plain data of the storage: good until the next change, see ``GraphMemory``.
  @inline(__always)
  var memory: GraphMemory { storage.memory }

  /// The model, resolved; graphs of one model share it.
  public var schema: Schema { storage.schema }
  /// The identifier of the context, as in the IDs.
  var context: UInt8
  /// The number of the save that the marks are relative to.
  var commit = 0

  /// The store that keeps a row, by table: one more than the store's place in the coordinator, 0 while it has none. Empty
  /// as long as the first store keeps everything.
  var stores: [Int: PagedColumn<UInt8>] = [:]
  /// Up to date in the committed graph alone.
  var saveCounts = SaveCounts()
  /// The indexes that fetches have made; copies share the cache, and it serves them all.
  var indexes: IndexCache { storage.indexes }

  init(_ schema: Schema, context: UInt8) {
    storage = GraphStorage(schema)
    self.context = context
  }

  /// A graph over a storage that another one has, to be read.
  init(reading storage: GraphStorage) {
    self.storage = storage
    context = 0
  }

  /// Makes the storage unique to this graph. Called before every change, and only then.
  @inline(__always)
  mutating func edit() {
    if !isKnownUniquelyReferenced(&storage) {
      storage = storage.fork()
    } else if storage.isDisowned {
      storage.disown()
    }
  }

  /// Whether two graphs are the same one: copies of each other of which neither was changed. O(1).
  func isSame(as other: Graph) -> Bool { storage === other.storage }

  // MARK: Objects

  /// The place of an object. Plain data.
  struct Place: Hashable, Sendable {
    var table: Int
    var row: Int32
  }

  func header(at place: Place) -> RowHeader { memory.header(place.table, place.row) }

  /// The place of an object that exists, perhaps marked as deleted; nil for one that is gone or another graph's.
  func place(of id: ManagedObjectID) -> Place? {
    guard id.context == context, Int(id.entity) < schema.tableOfEntity.count, id.number <= UInt32(Int32.max) else {
      return nil
    }
    let table = schema.tableOfEntity[Int(id.entity)]
    guard table >= 0 else { return nil }
    let row = Int32(truncatingIfNeeded: id.number)
    let header = memory.header(table, row)
    guard header.isAlive, header.entity == id.entity else { return nil }
    return Place(table: table, row: row)
  }

  /// The ID of a row that is or was an object's.
  func id(_ table: Int, _ row: Int32) -> ManagedObjectID {
    ManagedObjectID(entity: Int(memory.header(table, row).entity), number: row, context: context)
  }

  func id(at place: Place) -> ManagedObjectID { id(place.table, place.row) }

  /// The entity of a row that is or was an object's.
  func entity(at place: Place) -> Entity? { schema.entity(at: memory.header(place.table, place.row).entity) }

  /// Makes an object in an unused row, with no values yet, marked as inserted.
  mutating func insert(_ entity: Entity, row: Int32) {
    edit()
    memory.insert(entity.table, row, entity: UInt16(truncatingIfNeeded: entity.index))
  }

  @inline(__always)
  mutating func insert(entity: Int, table: Int, row: Int32) {
    edit()
    memory.insert(table, row, entity: UInt16(truncatingIfNeeded: entity))
  }

  /// Marks an object as changed since the last save; one that is inserted or marked as deleted stays as it is.
  mutating func markUpdated(_ table: Int, _ row: Int32) {
    guard memory.marks(table, row) == .alive else { return }
    edit()
    memory.markUpdated(table, row)
  }

  mutating func markDeleted(_ place: Place) {
    let marks = header(at: place).marks
    if marks.contains(.alive), !marks.contains(.deleted) { setMarks(marks.union(.deleted), at: place) }
  }

  /// Changes an object's state relative to the last save; nothing else follows from it.
  mutating func setMarks(_ marks: RowHeader.Marks, at place: Place) {
    edit()
    memory.setMarks(marks, place.table, place.row)
  }

  /// Says which entity a row is of; for graphs that are being made of others.
  mutating func setEntity(_ entity: UInt16, at place: Place) {
    edit()
    memory.setEntity(entity, place.table, place.row)
  }

  package var hasChanges: Bool { tables.contains { $0.markedCount > 0 } }

  /// The objects with one of these marks and none of those, table by table, by number.
  func objects(marked marks: RowHeader.Marks, without excluded: RowHeader.Marks = []) -> [ManagedObjectID] {
    schema.tables.indices.flatMap { objects(marked: marks, without: excluded, in: $0) }
  }

  /// The same of one table.
  func objects(
    marked marks: RowHeader.Marks, without excluded: RowHeader.Marks = [], in table: Int
  ) -> [ManagedObjectID] {
    var found: [ManagedObjectID] = []
    if marks == .deleted, memory.tables[table].deletedCount == 0 { return found }
    memory.forEachMarkedPage(table) { page in
      let rows = memory.rows(ofPage: page, table)
      for first in stride(from: rows.lowerBound, to: rows.upperBound, by: PageLayout.stripRows) {
        let strip = RowStrip(memory: memory, table: table, first: first)
        forEachBit(of: strip.rows(marked: marks, without: excluded)) { place in
          found.append(
            ManagedObjectID(
              entity: Int(strip.entities[place] &- 1), number: first + Int32(place), context: context))
        }
      }
    }
    return found
  }

  /// The live objects of an entity, with those of its subentities unless asked otherwise, by number. O(rows of the
  /// table).
  func liveObjects(of entity: Entity, includingSubentities: Bool = true) -> [Place] {
    let table = tables[entity.table]
    var found: [Place] = []
    found.reserveCapacity(table.liveCount)
    table.forEachLiveRow { row, header in
      if matches(header, entity, includingSubentities) {
        found.append(Place(table: entity.table, row: Int32(truncatingIfNeeded: row)))
      }
    }
    return found
  }

  func matches(_ header: RowHeader, _ entity: Entity, _ includingSubentities: Bool) -> Bool {
    if Int(header.entity) == entity.index { return true }
    guard includingSubentities else { return false }
    return schema.entity(at: header.entity)?.isKind(of: entity.index) ?? false
  }
}
