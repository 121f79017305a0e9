/// The objects and lists that a context has read since they last became faults.
///
/// A graph as a value has all its objects at hand; nothing is loaded when one is read. This is what remains of Core
/// Data's faults: an object is a fault from the moment that the context starts from it, refreshes it or takes in its
/// new values, until its first value is read; then `awakeFromFetch` runs. A to-many is a separate fault, until its
/// members are read. An object that is not a fault keeps its values whatever other contexts save; see
/// ``ManagedObjectContext``.
struct FaultRegister {
  /// Whether any object may be a fault; otherwise everything in the graph was made or read here.
  private(set) var isTracking = false
  /// The rows that were read, by table.
  private var objects = RowBits()
  /// The rows whose to-many was read, by the relationship's place in ``schema``.
  private var lists = RowBits()
  /// The schema that ``lists`` counts in: under another one, no list was read.
  private var schema: Schema?
  /// Objects that another context's save took away.
  var inaccessible: Set<ManagedObjectID> = []
  /// The rows of objects whose deletion this context has saved, by table. They are not faults.
  private(set) var savedDeletions = RowBits()
  /// The links that objects show and the graph can't hold.
  var links = HeldLinks()

  /// Whether reading an object has to be noted here.
  var isWatching: Bool { isTracking || !inaccessible.isEmpty || !links.isEmpty }

  /// Everything in a graph is a fault.
  mutating func begin(_ graph: Graph) {
    isTracking = graph.tables.contains { $0.liveCount > 0 }
    objects = RowBits()
    lists = RowBits()
    schema = graph.schema
  }

  func isFault(_ place: Graph.Place) -> Bool { isTracking && !objects.contains(place.row, of: place.table) }

  mutating func noteSavedDeletion(of place: Graph.Place) { savedDeletions.insert(place.row, of: place.table) }

  /// Whether the members of a to-many were not read yet.
  func isFault(_ layout: RelationshipLayout, _ row: Int32, in graph: Graph) -> Bool {
    guard isTracking else { return false }
    return schema !== graph.schema || !lists.contains(row, of: layout.index)
  }

  mutating func realise(_ place: Graph.Place) {
    if isTracking { objects.insert(place.row, of: place.table) }
  }

  mutating func realise(_ layout: RelationshipLayout, _ row: Int32, in graph: Graph) {
    guard isTracking else { return }
    if schema !== graph.schema { (schema, lists) = (graph.schema, RowBits()) }
    lists.insert(row, of: layout.index)
  }

  /// Makes an object and its to-many relationships no faults: it was made here.
  mutating func realise(_ place: Graph.Place, _ entity: Entity, in graph: Graph) {
    guard isTracking else { return }
    realise(place)
    for case let layout? in entity.relationships.map(\.layout) where layout.isToMany {
      realise(layout, place.row, in: graph)
    }
  }

  /// Makes an object and its to-many relationships faults; the others stay what they are.
  mutating func turn(_ place: Graph.Place, _ entity: Entity?) {
    guard isTracking else { return }
    objects.remove(place.row, of: place.table)
    for case let layout? in entity?.relationships.map(\.layout) ?? [] where layout.isToMany {
      lists.remove(place.row, of: layout.index)
    }
  }

  /// Follows a change of the model: what was read stays read, under the places that it has now. O(properties), and O(rows)
  /// where objects are renumbered.
  mutating func follow(_ new: Schema, since old: Schema, _ moved: [Graph.Place: Int32]) {
    guard new !== old else { return }
    links.follow(new, since: old, moved)
    guard isTracking || !savedDeletions.isEmpty else { return }
    var tables: [Int: Set<Int>] = [:]
    for entity in old.entities.compactMap({ $0 }) {
      if let table = new.entity(at: entity.index)?.table { tables[entity.table, default: []].insert(table) }
    }
    if !moved.isEmpty || tables.contains(where: { $1 != [$0] }) {
      func follow(_ rows: RowBits) -> RowBits {
        rows.moved(tables, renumbersRows: !moved.isEmpty) { moved[Graph.Place(table: $0, row: $1)] ?? $1 }
      }
      objects = follow(objects)
      savedDeletions = follow(savedDeletions)
    }
    guard schema === old else { return }
    schema = new
    lists = lists.moved(new.successors(of: old).mapValues { [$0.index] }, renumbersRows: !moved.isEmpty) {
      moved[Graph.Place(table: old.relationships[$0].sourceTable, row: $1)] ?? $1
    }
  }

  /// Begins to keep what is read, all objects of the graph having been read so far. O(rows / 64).
  mutating func track(_ graph: Graph) {
    guard !isTracking else { return }
    isTracking = true
    schema = graph.schema
    let ends = graph.tables.map { Int($0.rowEnd) }
    objects = RowBits(filledTo: ends)
    lists = RowBits(filledTo: graph.schema.relationships.map { $0.isToMany ? ends[$0.sourceTable] : 0 })
  }
}

extension Schema {
  /// The relationships of an earlier schema that still are, and are as much to-many as they were, by their place there.
  func successors(of old: Schema) -> [Int: RelationshipLayout] {
    func layouts(_ schema: Schema) -> [(identity: Int, layout: RelationshipLayout)] {
      schema.entities.compactMap { $0 }.flatMap(\.ownProperties).compactMap { property in
        property.layout.map { (property.identity, $0) }
      }
    }
    let now = Dictionary(layouts(self).map { ($0.identity, $0.layout) }, uniquingKeysWith: { first, _ in first })
    var found: [Int: RelationshipLayout] = [:]
    for (identity, layout) in layouts(old) {
      guard let new = now[identity], new.isToMany == layout.isToMany else { continue }
      found[layout.index] = new
    }
    return found
  }
}
