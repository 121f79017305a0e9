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

extension ManagedObjectContext {
  /// A relationship whose members were read at another time than the members' own ends.
  package struct HeldList: Hashable, Sendable {
    package let object: ManagedObjectID
    package let key: String
    /// The objects that it shows and that do not lead back.
    package let listed: [ManagedObjectID]
  }

  /// The relationships that show objects which delete rules do not follow, by object. O(those that others have changed).
  package var heldLists: [HeldList] {
    guard !faults.links.isEmpty else { return [] }
    var found: [HeldList] = []
    let places = Set(faults.links.places(in: graph.schema)).filter { graph.header(at: $0).isLive }
    for place in places.sorted(by: { ($0.table, $0.row) < ($1.table, $1.row) }) {
      for property in graph.entity(at: place)?.relationships ?? [] {
        guard let layout = property.layout, let shown = heldMembers(of: layout, place.row) else { continue }
        let there = Set(graph.members(of: layout, place.row))
        let listed = shown.filter { !there.contains($0) }.map { graph.id(layout.destinationTable, $0) }
        if listed.isEmpty { continue }
        found.append(HeldList(object: graph.id(at: place), key: property.name, listed: listed))
      }
    }
    return found
  }

  /// The rows that a relationship of an object shows, where they differ from those of the graph: the held ones, with what
  /// is pending here. O(members).
  func heldMembers(of layout: RelationshipLayout, _ row: Int32) -> [Int32]? {
    guard let held = faults.links[layout, row, graph.schema] else { return nil }
    let (now, before) = (graph.members(of: layout, row), committed.members(of: layout, row))
    if now == before { return held }
    guard layout.isToMany else { return now }
    let (current, committed) = (Set(now), Set(before))
    let kept = held.filter { current.contains($0) || !committed.contains($0) }
    let known = Set(kept)
    return kept + now.filter { !known.contains($0) && !committed.contains($0) }
  }

  /// The value of a property as this context shows it: as ``Graph/value(of:at:)``, except for held links.
  func shownValue(of property: Property, at place: Graph.Place) -> Value {
    guard !faults.links.isEmpty, let layout = property.layout, let rows = heldMembers(of: layout, place.row) else {
      return graph.value(of: property, at: place)
    }
    return faults.links.value(of: rows, of: layout, in: graph)
  }

  /// The same, by key, and without reading anything; `.null` for an object or a key that is not of this context.
  package func shownValue(ofKey key: String, of id: ManagedObjectID) -> Value {
    guard let place = graph.place(of: id), let property = graph.entity(at: place)?.property(key),
      property.storage != .fetched
    else { return .null }
    return shownValue(of: property, at: place)
  }

  /// The value of a property when the object was last read or saved here.
  func snapshotValue(of property: Property, at place: Graph.Place) -> Value {
    guard let layout = property.layout, let rows = faults.links[layout, place.row, committed.schema] else {
      return committed.value(of: property, at: place)
    }
    return faults.links.value(of: rows, of: layout, in: committed)
  }
}
