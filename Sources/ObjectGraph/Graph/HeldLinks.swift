import Predicates

/// The links that objects show although the graph has others.
///
/// In Core Data each object has its own snapshot, so that a member may show the team that it was read with while the
/// team, read later, no longer lists it. A graph has every link once, for both ends. It keeps the to-one end's (the
/// list of a to-one's inverse follows from it), and if an end was read at another time, the rows that it shows are
/// noted here. Fetches, validation and pending changes follow the links of the graph; delete rules do too, but not those
/// that the deleted object does not show (``UnlistedLinks``).
struct HeldLinks {
  struct Key: Hashable {
    /// The relationship's place in the schema.
    var relationship: Int
    var row: Int32
  }

  private var schema: Schema?
  private(set) var rows: [Key: [Int32]] = [:]
  /// The entities of members that were never saved where this graph came from, and have no row in it any more.
  private var entities: [Graph.Place: UInt16] = [:]

  init() {}

  init(_ schema: Schema) { self.schema = schema }

  var isEmpty: Bool { rows.isEmpty }

  /// Whether they are links of this schema.
  func isOf(_ schema: Schema) -> Bool { self.schema === schema }

  /// The objects that show them; none under another schema.
  func places(in schema: Schema) -> [Graph.Place] {
    if rows.isEmpty || self.schema !== schema { return [] }
    return rows.keys.map { Graph.Place(table: schema.relationships[$0.relationship].sourceTable, row: $0.row) }
  }

  /// Keeps the entities of members that a graph does not know, as they are in an earlier one and its links.
  mutating func keepEntities(of members: [Int32], _ table: Int, notIn graph: Graph, from old: Graph, _ links: HeldLinks)
  {
    for row in members {
      let place = Graph.Place(table: table, row: row)
      guard graph.header(at: place).entity == RowHeader.unused.entity else { continue }
      let header = old.header(at: place)
      entities[place] = header.entity == RowHeader.unused.entity ? links.entities[place] : header.entity
    }
  }

  /// Follows a change of the model.
  mutating func follow(_ new: Schema, since old: Schema, _ moved: [Graph.Place: Int32]) {
    guard !rows.isEmpty, schema === old else { return }
    schema = new
    let successors = new.successors(of: old)
    func newRow(_ table: Int, _ row: Int32) -> Int32 { moved[Graph.Place(table: table, row: row)] ?? row }
    var kept: [Key: [Int32]] = [:]
    for (key, members) in rows {
      let layout = old.relationships[key.relationship]
      guard let now = successors[key.relationship], now.destination == layout.destination else { continue }
      kept[Key(relationship: now.index, row: newRow(layout.sourceTable, key.row))] = members.map {
        newRow(layout.destinationTable, $0)
      }
    }
    rows = kept
    var known: [Graph.Place: UInt16] = [:]
    for (place, entity) in entities {
      guard let table = new.entity(at: entity)?.table else { continue }
      known[Graph.Place(table: table, row: newRow(place.table, place.row))] = entity
    }
    entities = known
  }

  /// The value of a relationship that leads to these rows.
  func value(of rows: [Int32], of layout: RelationshipLayout, in graph: Graph) -> Value {
    let members = rows.map { row in
      let entity = entities.isEmpty ? nil : entities[Graph.Place(table: layout.destinationTable, row: row)]
      guard let entity else { return graph.id(layout.destinationTable, row).value }
      return ManagedObjectID(entity: Int(entity), number: row, context: graph.context).value
    }
    if !layout.isToMany { return members.first ?? .null }
    return layout.isOrdered ? .array(members) : .set(members)
  }

  /// The members that an object showed when it was read; nil if they are those of the graph. Nothing is held under
  /// another schema.
  subscript(layout: RelationshipLayout, row: Int32, schema: Schema) -> [Int32]? {
    get {
      if rows.isEmpty || self.schema !== schema { return nil }
      return rows[Key(relationship: layout.index, row: row)]
    }
    set {
      if self.schema !== schema { (self.schema, rows) = (schema, [:]) }
      rows[Key(relationship: layout.index, row: row)] = newValue
    }
  }
}

extension RelationshipLayout {
  /// Whether two lists of members are the same for this relationship: in any order, where it has none.
  func isSame(_ members: [Int32], _ others: [Int32]) -> Bool {
    if members == others { return true }
    return isToMany && !isOrdered && members.count == others.count && Set(members) == Set(others)
  }
}

/// The links of a graph that the object at one end does not show, as it was read at another time than the other end.
/// Delete rules and deny do not follow them: Core Data follows an object's own list.
struct UnlistedLinks {
  private var members: [HeldLinks.Key: Set<Int32>] = [:]

  var isEmpty: Bool { members.isEmpty }

  func contains(_ layout: RelationshipLayout, _ row: Int32, _ member: Int32) -> Bool {
    contains(layout.index, row, member)
  }

  @inline(__always)
  func contains(_ relationship: Int, _ row: Int32, _ member: Int32) -> Bool {
    if members.isEmpty { return false }
    return members[HeldLinks.Key(relationship: relationship, row: row)]?.contains(member) == true
  }

  mutating func insert(_ rows: Set<Int32>, _ layout: RelationshipLayout, _ row: Int32) {
    if rows.isEmpty { return }
    members[HeldLinks.Key(relationship: layout.index, row: row), default: []].formUnion(rows)
  }
}
