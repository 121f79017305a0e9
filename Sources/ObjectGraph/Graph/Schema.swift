import Support

/// A model resolved for storage: which entity has which keys, and which column each is kept in. Immutable and shared.
///
/// Entities have stable places: one that is renamed keeps its own, and the place of one that was removed is not given
/// away again.
public final class Schema: Sendable {
  /// The most entities: their places are numbers of 16 bits, and one of these means none.
  static let entityLimit = Int(UInt16.max) - 1

  /// The model as it was given, with what is unfinished in it.
  public let model: ManagedObjectModel
  /// The model's versions; the current one is ``model``.
  public let history: ModelHistory
  /// The problems that keep objects from being made and fetched; empty for a sound model. Parts that are only
  /// unfinished (``ModelProblem/isUnfinished``) are left out of the storage and the rest is laid out; with any other
  /// problem nothing is.
  public let problems: [ModelProblem]
  /// Whether the storage is laid out, perhaps without what is unfinished.
  let isStorable: Bool
  /// Indexed by stable place; nil for those that are not in this model.
  let entities: [Entity?]
  let indexes: [String: Int]
  /// The table of each entity by stable place, or -1.
  let tableOfEntity: [Int]
  /// Indexed by the stable place of the root entity; empty for the others.
  let tables: [TableLayout]
  /// The columns of all tables and pools, those of a table side by side.
  let columns: [ColumnInfo]
  /// The column of each pool's half-edges.
  let poolColumns: [Int]
  /// The columns that hold what is no plain data, by table; they count by themselves.
  let valueColumns: [[Int]]
  let valueColumnCount: Int
  let relationships: [RelationshipLayout]
  /// The same, as the accesses to single values read it.
  let access: SchemaAccess
  /// Whether some entity has uniqueness constraints.
  let hasUniqueness: Bool
  /// The attributes that the save computes, each after those that it reads.
  let derived: [DerivedAttribute]
  var hasDerived: Bool { !derived.isEmpty }
  /// Whether some attribute or relationship is transient.
  let hasTransients: Bool
  /// The identity that the next new property gets.
  let nextIdentity: Int
  /// The objects that changes of the model have renumbered up to this schema, by the ID that each had at first.
  let renumbered = Locked<[ManagedObjectID: ManagedObjectID]>([:])

  /// Resolves a model.
  /// - Parameters:
  ///   - places: the stable place of each entity by name.
  ///   - placeCount: one more than the highest place ever given.
  ///   - previous: the schema that this one follows; properties that stay keep their identity.
  ///   - matching: the properties of `previous` that the model's were.
  ///   - returning: schemas that files were written under; properties that `previous` did not have keep the identity that
  ///     they had there.
  ///   - identities: the identity of each property, by the stable place of its entity, where they are known.
  ///   - firstIdentity: no property gets a lower identity, unless it keeps one.
  ///   - history: the model's versions; those of `previous` with this model as the current one unless it is given.
  init(
    _ model: ManagedObjectModel, places: [String: Int], placeCount: Int, following previous: Schema? = nil,
    matching: ModelMatching? = nil, returning: [(schema: Schema, matching: ModelMatching)] = [],
    history: ModelHistory? = nil, identities: [Int: [String: Int]]? = nil, firstIdentity: Int = 0
  ) {
    self.model = model
    self.history = history ?? previous?.history.with(model) ?? ModelHistory(model)
    problems = model.problems()
    indexes = places
    let storable = model.leavingOut(problems)
    isStorable = problems.isEmpty || storable.problems().isEmpty
    guard isStorable else {
      var entities = [Entity?](repeating: nil, count: placeCount)
      let tree = EntityTree(Array(repeating: EntityTree.Member(), count: placeCount))
      for (name, place) in places {
        entities[place] = Entity(name: name, index: place, isAbstract: false, table: place, tree: tree)
      }
      self.entities = entities
      tableOfEntity = entities.map { $0?.table ?? -1 }
      tables = Array(repeating: TableLayout(), count: placeCount)
      columns = []
      poolColumns = []
      valueColumns = Array(repeating: [], count: placeCount)
      valueColumnCount = 0
      relationships = []
      hasUniqueness = false
      derived = []
      access = SchemaAccess(entities, tree, [], [], isResolved: false)
      hasTransients = false
      nextIdentity = previous?.nextIdentity ?? 0
      return
    }
    var builder = SchemaBuilder(
      storable, places: places, placeCount: placeCount, following: previous, matching: matching,
      returning: returning, identities: identities, firstIdentity: firstIdentity)
    builder.build()
    entities = builder.entities
    tableOfEntity = entities.map { $0?.table ?? -1 }
    tables = builder.tables
    columns = builder.columns
    poolColumns = builder.poolColumns
    valueColumns = builder.valueColumns
    valueColumnCount = builder.valueColumnCount
    relationships = builder.relationships
    access = SchemaAccess(entities, builder.tree, relationships, columns, isResolved: problems.isEmpty)
    nextIdentity = builder.nextIdentity
    hasUniqueness = model.entities.contains { !$0.uniquenessConstraints.isEmpty }
    let entities = entities
    derived =
      model.entities.contains { $0.properties.contains { $0.attribute?.derivation != nil } }
      ? DerivedAttribute.order(of: entities, in: storable) : []
    hasTransients = builder.tree.members.contains {
      $0.properties.contains { $0.isTransient && $0.storage != .fetched }
    }
  }

  /// The same layout under other versions of the model, of which the current one is the same.
  init(_ other: Schema, history: ModelHistory) {
    model = other.model
    self.history = history
    problems = other.problems
    isStorable = other.isStorable
    entities = other.entities
    indexes = other.indexes
    tableOfEntity = other.tableOfEntity
    tables = other.tables
    columns = other.columns
    poolColumns = other.poolColumns
    valueColumns = other.valueColumns
    valueColumnCount = other.valueColumnCount
    relationships = other.relationships
    access = other.access
    hasUniqueness = other.hasUniqueness
    derived = other.derived
    hasTransients = other.hasTransients
    nextIdentity = other.nextIdentity
    noteRenumbering([:], since: other)
  }

  var poolCount: Int { poolColumns.count }

  /// Remembers the objects that the change from another schema to this one renumbered.
  func noteRenumbering(_ now: [ManagedObjectID: ManagedObjectID], since previous: Schema) {
    let earlier = previous.renumbered.withLock { $0 }
    if earlier.isEmpty, now.isEmpty { return }
    var all = earlier.mapValues { now[$0] ?? $0 }
    let known = Set(earlier.values)
    for (old, new) in now where !known.contains(old) { all[old] = new }
    renumbered.withLock { $0 = all }
  }

  /// Remembers objects of a schema of the same history that get other IDs here.
  func noteRenumbering(_ now: [ManagedObjectID: ManagedObjectID], of other: Schema) {
    if now.isEmpty { return }
    let firsts = Dictionary(
      other.renumbered.withLock { $0 }.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    renumbered.withLock { for (old, new) in now { $0[firsts[old] ?? old] = new } }
  }

  /// The objects of an earlier or later schema of the same history that have other IDs here; old to new.
  func renumbering(since other: Schema) -> [ManagedObjectID: ManagedObjectID] {
    let (before, after) = (other.renumbered.withLock { $0 }, renumbered.withLock { $0 })
    var found: [ManagedObjectID: ManagedObjectID] = [:]
    for first in Set(before.keys).union(after.keys) {
      let (old, new) = (before[first] ?? first, after[first] ?? first)
      if old != new { found[old] = new }
    }
    return found
  }

  /// The entities with all properties that each has, inherited ones too. O(entities).
  var inheritedSize: Int { entities.reduce(1) { $0 + 1 + ($1?.propertyCount ?? 0) } }

  var isResolved: Bool { problems.isEmpty }

  func entity(named name: String) -> Entity? { indexes[name].flatMap { entities[$0] } }

  func entity(at index: Int) -> Entity? { index < entities.count ? entities[index] : nil }

  func entity(at index: UInt16) -> Entity? { entity(at: Int(index)) }

  /// Whether an entity is this one or a descendant, by stable place; nil for the root of a tree, to which all of a table
  /// belong. O(entities).
  func kinds(of place: Int) -> [Bool]? {
    guard let entity = entity(at: place), entity.index != entity.table else { return nil }
    return entities.map { $0?.isKind(of: place) ?? false }
  }

  /// The names of the entities in the model's order.
  var entityNames: [String] { model.entityNames }
}

extension Schema {
  /// Whether a problem of the next model is about a property that this one stores values or links of: these would be
  /// lost.
  func stores(_ problem: ModelProblem) -> Bool {
    switch problem {
    case .unknownDestination(_, let name, let entity, _):
      self.entity(named: entity)?.property(name)?.layout != nil
    case .unknownComposite(_, let name, let entity, _):
      self.entity(named: entity)?.property(name)?.attribute != nil || model[composite: entity] != nil
    default: false
    }
  }
}
