import Predicates

import struct Foundation.Data

/// An attribute as a store that has columns of its own reads and writes it: without a look-up by name for each value.
package struct StoreAttribute: Sendable {
  /// The way in which a graph keeps the values.
  package enum Kind: Hashable, Sendable {
    case integer, boolean
    /// Doubles and Floats, and dates in seconds since 2001-01-01 UTC.
    case real
    case text
    /// Everything else, as a ``Value``.
    case value
  }

  package let kind: Kind
  package let type: AttributeType
  /// The range of whole numbers that the type takes.
  package let range: ClosedRange<Int64>
  let column: AttributeColumn
  let shape: AttributeShape?

  init?(_ property: Property) {
    guard case .attribute(let column) = property.storage else { return nil }
    self.column = column
    shape = property.shape
    type = property.type
    range = property.type.integerRange ?? Int64.min...Int64.max
    kind =
      switch column.kind {
      case .integer, .wideInteger: .integer
      case .boolean: .boolean
      case .double, .date: .real
      case .string: .text
      case .value: .value
      }
  }

  /// The value that a transformer makes of bytes; nil without a transformer, and for bytes that it did not write.
  package func restored(_ data: Data) -> Value? { shape?.transformer.flatMap { $0.restored(data) } }

  /// The bytes that a transformer makes of a value; nil without one.
  package func stored(_ value: Value) -> Data? { shape?.transformer.flatMap { $0.stored(value) } }

  /// The value as the attribute keeps it; nil when it takes none such.
  package func accepted(_ value: Value) -> Value? {
    if case .success(let kept) = type.coerced(value) { kept } else { nil }
  }
}

/// A relationship in the same way.
package struct StoreRelationship: Sendable {
  let layout: RelationshipLayout
  package var isOrdered: Bool { layout.isOrdered }
  package var isToMany: Bool { layout.isToMany }
  /// The place of the table that its objects are in, and that of the objects it leads to.
  package var table: Int { layout.sourceTable }
  package var destinationTable: Int { layout.destinationTable }
}

extension Schema {
  /// The place of an entity, and that of its table; nil for a name that the model has not. O(1).
  package func place(ofEntity name: String) -> (entity: Int, table: Int)? {
    entity(named: name).map { ($0.index, $0.table) }
  }

  /// The entity of an object, whether there is such an object or not. O(1).
  package func entityName(ofObject id: ManagedObjectID) -> String? { entity(at: id.entity)?.name }

  /// The ID that an entity's object with this number has in a context's graph; nil for a name that the model has not. O(1).
  package func objectID(entity name: String, number: Int32) -> ManagedObjectID? {
    entity(named: name).map { ManagedObjectID(entity: $0.index, number: number, context: 0) }
  }

  /// O(1).
  package func storeAttribute(_ name: String, of entity: String) -> StoreAttribute? {
    self.entity(named: entity)?.property(name).flatMap { StoreAttribute($0) }
  }

  /// O(1).
  package func storeRelationship(_ name: String, of entity: String) -> StoreRelationship? {
    self.entity(named: entity)?.property(name)?.layout.map { StoreRelationship(layout: $0) }
  }
}

/// A graph that a store fills with the rows of its tables.
///
/// Rows are inserted first and linked afterwards. Nothing that a damaged file says can break the graph: a row that is there
/// already, and a link that the model does not allow, are refused with `false`.
package struct StoreGraphBuilder {
  private var graph: Graph

  /// The highest number of a row. Tables may be sparse, but looking through one takes time for every number.
  package static let highestNumber: Int64 = 1 << 28

  /// An empty graph, to be filled.
  package init(_ schema: Schema) {
    graph = Graph(schema, context: 0)
    graph.edit()
  }

  /// Makes an object; false when its row is taken. Transient attributes get their defaults.
  package mutating func insert(entity: Int, table: Int, row: Int32) -> Bool {
    guard row > 0, Int64(row) <= Self.highestNumber, !graph.memory.marks(table, row).contains(.alive) else {
      return false
    }
    graph.memory.insert(table, row, entity: UInt16(truncatingIfNeeded: entity))
    if graph.schema.hasTransients { setTransients(entity, table, row) }
    return true
  }

  private mutating func setTransients(_ entity: Int, _ table: Int, _ row: Int32) {
    for property in graph.schema.entity(at: entity)?.transients ?? [] {
      guard case .attribute(let column) = property.storage, let value = property.shape?.initialValue else { continue }
      graph.setValue(value, of: column, at: Graph.Place(table: table, row: row))
    }
  }

  /// Notes how often an object was saved.
  package mutating func setSaveCount(_ count: Int64, entity: Int, row: Int32) {
    guard count > 1 else { return }
    graph.saveCounts.set(Int32(clamping: count), entity: UInt16(truncatingIfNeeded: entity), row: Int(row))
  }

  // MARK: Values. The row was inserted.

  package func set(_ number: Int64, of attribute: StoreAttribute, row: Int32) {
    if attribute.column.kind == .integer {
      graph.memory.setInteger32(Int32(clamping: number), attribute.column.slot, row)
    } else {
      graph.memory.setWord(UInt64(bitPattern: number), attribute.column.slot, row)
    }
  }

  package func set(_ flag: Bool, of attribute: StoreAttribute, row: Int32) {
    graph.memory.setBoolean(flag, attribute.column.slot, row)
  }

  package func set(_ number: Double, of attribute: StoreAttribute, row: Int32) {
    graph.memory.setWord(number.bitPattern, attribute.column.slot, row)
  }

  /// Sets a text of UTF-8; bytes that are none are replaced.
  package func set(text bytes: UnsafeRawBufferPointer, of attribute: StoreAttribute, row: Int32) {
    if bytes.allSatisfy({ $0 < 0x80 }) {
      graph.memory.setTextBytes(bytes, attribute.column.slot, row)
    } else {
      _ = graph.memory.setText(String(decoding: bytes, as: UTF8.self), attribute.column.slot, row)
    }
  }

  package mutating func set(_ value: Value, of attribute: StoreAttribute, table: Int, row: Int32) {
    graph.setValue(value, of: attribute.column, at: Graph.Place(table: table, row: row))
  }

  // MARK: Links

  /// Links two objects; false when one of them is not there or not of the relationship's entities, or an end of the link
  /// that leads to one object has another already. A link that is there already is no error.
  package mutating func connect(_ relationship: StoreRelationship, _ row: Int32, to other: Int32) -> Bool {
    let layout = relationship.layout
    let (source, destination) = (
      graph.memory.header(layout.sourceTable, row), graph.memory.header(layout.destinationTable, other)
    )
    guard source.isAlive, destination.isAlive, isKind(source, layout.source), isKind(destination, layout.destination)
    else { return false }
    // All rows are new: there is nothing to take back and nothing to mark.
    switch layout.shape {
    case .toOne:
      let old = graph.memory.plainTarget(layout.slot, row)
      if old != 0 { return old == other }
      graph.memory.setPlainTarget(other, layout.slot, row)
      return true
    case .manyToOne:
      let old = graph.memory.threadedTarget(layout.slot, row)
      if old != 0 { return old == other }
      graph.memory.append(layout.slot, layout.inverseSlot, row, to: other)
      return true
    case .oneToOne:
      let (old, back) = (graph.target(of: layout, row), graph.memory.plainTarget(layout.inverseSlot, other))
      if old != 0 || back != 0 { return old == other && back == row }
    case .oneToMany:
      let old = graph.target(of: graph.schema.relationships[layout.inverse], other)
      if old != 0 { return old == row }
    case .manyToMany, .toMany: break
    }
    graph.connect(layout, row, other)
    return true
  }

  private func isKind(_ header: RowHeader, _ entity: Int) -> Bool {
    Int(header.entity) == entity || graph.schema.entity(at: header.entity)?.isKind(of: entity) == true
  }

  /// Gives the members of an ordered relationship an order; false unless they are its members, each once.
  package mutating func reorder(_ relationship: StoreRelationship, _ row: Int32, _ members: [Int32]) -> Bool {
    let old = graph.members(of: relationship.layout, row)
    if old == members { return true }
    guard old.count == members.count, Set(old) == Set(members) else { return false }
    return graph.reorder(relationship.layout, row, members)
  }

  /// Returns the graph, settled.
  package consuming func finish() -> Graph {
    graph.settle(commit: 0)
    return graph
  }
}

/// Reading a graph row by row, for a store that writes rows. A row that is not in the graph has no values.
extension Graph {
  /// The row of an object that is there and not marked as deleted, and the places of its entity and table. O(1).
  package func storeRow(of id: ManagedObjectID) -> (entity: Int, table: Int, row: Int32)? {
    guard let place = place(of: own(id)), header(at: place).isLive else { return nil }
    return (Int(id.entity), place.table, place.row)
  }

  /// The place of the entity of a row. O(1).
  package func entity(ofRow row: Int32, table: Int) -> Int? {
    let header = memory.header(table, row)
    return header.isAlive ? Int(header.entity) : nil
  }

  package func integer(_ attribute: StoreAttribute, row: Int32) -> Int64? {
    attribute.column.kind == .integer
      ? memory.integer32(attribute.column.slot, row).map(Int64.init)
      : memory.word(attribute.column.slot, row).map { Int64(bitPattern: $0) }
  }

  package func boolean(_ attribute: StoreAttribute, row: Int32) -> Bool? { memory.boolean(attribute.column.slot, row) }

  package func real(_ attribute: StoreAttribute, row: Int32) -> Double? {
    memory.word(attribute.column.slot, row).map { Double(bitPattern: $0) }
  }

  /// Calls `body` with the bytes of a text, valid inside it alone; nil for no value.
  package func withText<Result>(_ attribute: StoreAttribute, row: Int32, _ body: (UnsafeRawBufferPointer?) -> Result)
    -> Result
  {
    let slot = memory.slot(attribute.column.slot, row)
    if slot.isNull { return body(nil) }
    if slot.isLong { return body(memory.longBytes(slot)) }
    let words = (slot.low.littleEndian, slot.high.littleEndian)
    return withUnsafeBytes(of: words) {
      body(UnsafeRawBufferPointer(rebasing: $0[..<max(0, min(TextSlot.longest, slot.shortCount))]))
    }
  }

  package func value(_ attribute: StoreAttribute, table: Int, row: Int32) -> Value {
    value(of: attribute.column, at: Place(table: table, row: row))
  }

  /// Whether an attribute of a row has the value, bit by bit, that it has in another graph of the schema.
  package func isSame(_ attribute: StoreAttribute, table: Int, row: Int32, in other: Graph) -> Bool {
    let place = Place(table: table, row: row)
    return value(of: attribute.column, at: place).isIdentical(to: other.value(of: attribute.column, at: place))
  }

  /// The row that a to-one leads to; 0 for none.
  package func target(_ relationship: StoreRelationship, row: Int32) -> Int32 { target(of: relationship.layout, row) }

  /// The rows that a to-many leads to, in its order. O(members).
  package func members(_ relationship: StoreRelationship, row: Int32) -> [Int32] {
    members(of: relationship.layout, row)
  }
}

/// A store whose file has a number for each object that stays: it has to know which objects the coordinator renumbered.
package protocol NumberedStore: PersistentStore {
  /// Notes the objects that have other numbers in the coordinator than in the file; old to new.
  func renumber(_ renumbered: [ManagedObjectID: ManagedObjectID])
}
