import Predicates

import struct Foundation.Date

/// A model resolved for storage: which entity has which keys, and which column each is kept in. Immutable and shared.
///
/// Entities have stable places: one that is renamed keeps its own, and the place of one that was removed is not given
/// away again.
public final class Schema: Sendable {
  /// The model as it was given, with what is unfinished in it.
  public let model: ManagedObjectModel
  /// The model's versions; the current one is ``model``.
  public let history: ModelHistory
  /// What keeps objects from being made and fetched; empty for a sound model. What is only unfinished
  /// (``ModelProblem/isUnfinished``) is left out of the storage and the rest is laid out; with any other problem
  /// nothing is.
  public let problems: [ModelProblem]
  /// Whether the storage is laid out, perhaps without what is unfinished.
  let isStorable: Bool
  /// By stable place; nil for those that are not in this model.
  let entities: [Entity?]
  let indexes: [String: Int]
  /// The table of each entity by stable place, or -1.
  let tableOfEntity: [Int]
  /// By the stable place of the root entity; empty for the others.
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
  /// How many attributes the save computes.
  let derivedCount: Int
  var hasDerived: Bool { derivedCount > 0 }
  /// Whether some attribute is transient.
  let hasTransients: Bool
  /// The identity that the next new property gets.
  let nextIdentity: Int

  /// Resolves a model.
  /// - Parameters:
  ///   - places: the stable place of each entity by name.
  ///   - placeCount: one more than the highest place ever given.
  ///   - previous: the schema that this one follows; properties that stay keep their identity.
  ///   - renaming: which properties have new names.
  ///   - firstIdentity: no property gets a lower identity, unless it keeps one.
  ///   - history: the model's versions; those of `previous` with this model as the current one unless it is given.
  init(
    _ model: ManagedObjectModel, places: [String: Int], placeCount: Int, following previous: Schema? = nil,
    renaming: ModelRenaming = .none, history: ModelHistory? = nil, firstIdentity: Int = 0
  ) {
    self.model = model
    self.history = history ?? previous?.history.with(model) ?? ModelHistory(model)
    problems = model.problems()
    indexes = places
    let storable = model.leavingOut(problems)
    isStorable = problems.isEmpty || storable.problems().isEmpty
    guard isStorable else {
      var entities = [Entity?](repeating: nil, count: placeCount)
      for (name, place) in places { entities[place] = Entity(unresolved: name, index: place) }
      self.entities = entities
      tableOfEntity = entities.map { $0?.table ?? -1 }
      tables = Array(repeating: TableLayout(), count: placeCount)
      columns = []
      poolColumns = []
      valueColumns = []
      valueColumnCount = 0
      relationships = []
      hasUniqueness = false
      derivedCount = 0
      access = SchemaAccess(entities, [], [], isResolved: false)
      hasTransients = false
      nextIdentity = previous?.nextIdentity ?? 0
      return
    }
    var builder = SchemaBuilder(
      storable, places: places, placeCount: placeCount, following: previous, renaming: renaming,
      firstIdentity: firstIdentity)
    builder.build()
    entities = builder.entities
    tableOfEntity = entities.map { $0?.table ?? -1 }
    tables = builder.tables
    columns = builder.columns
    poolColumns = builder.poolColumns
    valueColumns = builder.valueColumns
    valueColumnCount = builder.valueColumnCount
    relationships = builder.relationships
    access = SchemaAccess(entities, relationships, columns, isResolved: problems.isEmpty)
    nextIdentity = builder.nextIdentity
    hasUniqueness = model.entities.contains { !$0.uniquenessConstraints.isEmpty }
    derivedCount = model.entities.reduce(0) { count, entity in
      count + entity.properties.count { $0.attribute?.derivation != nil }
    }
    hasTransients = entities.contains { $0?.transients.isEmpty == false }
  }

  var poolCount: Int { poolColumns.count }

  var isResolved: Bool { problems.isEmpty }

  func entity(named name: String) -> Entity? { indexes[name].flatMap { entities[$0] } }

  func entity(at index: Int) -> Entity? { index < entities.count ? entities[index] : nil }

  func entity(at index: UInt16) -> Entity? { entity(at: Int(index)) }

  /// The names of the entities in the model's order.
  var entityNames: [String] { model.entityNames }
}

/// An entity as storage sees it.
final class Entity: Sendable {
  let name: String
  /// The stable place.
  let index: Int
  let isAbstract: Bool
  /// The stable place of the root entity, which is that of the table.
  let table: Int
  /// A bit for each stable place of itself and its ancestors.
  private let kinds: [UInt64]
  /// All properties, inherited first.
  let properties: [Property]
  let keys: KeyTable
  let relationships: [Property]
  /// Those of the delete rule deny.
  let denying: [Property]
  /// Attributes that a new object starts with a value in.
  let defaults: [Property]
  /// Attributes that the save computes.
  let derived: [Property]
  /// Attributes and relationships that stores leave out.
  let transients: [Property]
  /// Its own and its ancestors' rules and uniqueness constraints, with the place of the entity that declares them.
  let rules: [ValidationRule]
  let uniquenessConstraints: [(declaredBy: Int, keys: [String])]

  init(
    name: String, index: Int, isAbstract: Bool, table: Int, ancestors: [Int], properties: [Property],
    rules: [ValidationRule], uniquenessConstraints: [(declaredBy: Int, keys: [String])]
  ) {
    self.name = name
    self.index = index
    self.isAbstract = isAbstract
    self.table = table
    var kinds: [UInt64] = []
    for place in ancestors + [index] {
      while kinds.count <= place >> 6 { kinds.append(0) }
      kinds[place >> 6] |= 1 << UInt64(place & 63)
    }
    self.kinds = kinds
    self.properties = properties
    keys = KeyTable(properties.map(\.name))
    relationships = properties.filter { $0.relationship != nil }
    denying = relationships.filter { $0.relationship?.deleteRule == .deny }
    defaults = properties.filter(\.hasInitialValue)
    derived = properties.filter { $0.attribute?.derivation != nil }
    transients = properties.filter { $0.isTransient && $0.storage != .fetched }
    self.rules = rules
    self.uniquenessConstraints = uniquenessConstraints
  }

  convenience init(unresolved name: String, index: Int) {
    self.init(
      name: name, index: index, isAbstract: false, table: index, ancestors: [], properties: [], rules: [],
      uniquenessConstraints: [])
  }

  /// Whether this is the entity at a stable place or descends from it.
  func isKind(of place: Int) -> Bool {
    place == index || place >> 6 < kinds.count && kinds[place >> 6] & (1 << UInt64(place & 63)) != 0
  }

  func property(_ key: String) -> Property? { keys[key].map { properties[$0] } }

  var propertyNames: [String] { properties.map(\.name) }
}

/// A property and where its values are kept.
final class Property: Sendable {
  enum Storage: Hashable, Sendable {
    case attribute(AttributeColumn)
    case relationship(RelationshipLayout)
    case fetched
  }

  let name: String
  /// Stays the same when the model changes and the property is the same one, or renamed.
  let identity: Int
  let description: PropertyDescription
  /// The stable place of the entity that declares it.
  let declaredBy: Int
  let storage: Storage
  let attribute: AttributeDescription?
  let relationship: RelationshipDescription?
  /// The compiled pattern of an attribute that has one.
  let pattern: WholeTextExpression?
  /// An attribute with its composite and its transformer looked up.
  let shape: AttributeShape?
  /// What is asked at every access, apart from the description, which is dear to copy.
  let type: AttributeType
  let isComposite: Bool
  /// Whether its type alone does not say which values it takes: a composite, a transformer, a derivation.
  let isSpecial: Bool
  let isTransient: Bool
  let isOptional: Bool
  /// Whether an attribute's values have to satisfy more than to be there.
  let isBounded: Bool

  init(
    _ description: PropertyDescription, declaredBy: Int, identity: Int, storage: Storage,
    composites: [String: CompositeDescription] = [:]
  ) {
    name = description.name
    self.identity = identity
    self.description = description
    self.declaredBy = declaredBy
    self.storage = storage
    if case .relationship(let layout) = storage { relationshipIndex = layout.index } else { relationshipIndex = nil }
    attribute = description.attribute
    relationship = description.relationship
    shape = description.attribute.map { AttributeShape($0, composites: composites) }
    pattern = shape?.pattern
    type = attribute?.type ?? .undefined
    isComposite = attribute?.compositeName != nil
    isSpecial = shape?.isSpecial ?? false
    isTransient = description.isTransient
    isOptional = attribute?.isOptional ?? relationship?.isOptional ?? true
    isBounded = shape?.isBounded ?? false
  }

  /// The value as the property keeps it; a derived attribute takes none.
  func coerced(_ value: Value) -> Result<Value, CoercionError> {
    guard isSpecial, let shape else { return type.coerced(value) }
    return shape.attribute.derivation == nil ? shape.coerced(value) : .failure(CoercionError(.derived))
  }

  var hasInitialValue: Bool { shape?.initialValue != nil || attribute?.defaultValue == .now }

  /// What a new object starts with; nil for nothing.
  func initialValue(now: () -> Date) -> Value? {
    attribute?.defaultValue == .now ? .date(now()) : shape?.initialValue
  }

  var layout: RelationshipLayout? {
    if case .relationship(let layout) = storage { layout } else { nil }
  }

  /// The place of its layout in the schema; nil for what is no relationship.
  let relationshipIndex: Int?
}

/// The column of an attribute.
struct AttributeColumn: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Integers of at most 32 bits.
    case integer
    /// Integers of 64 bits.
    case wideInteger
    case boolean, double, date, string, value
  }

  var kind: Kind
  /// Its place among the schema's columns; of the kind `value`, among the columns that hold what is no plain data.
  var slot: Int
}

/// A column that holds plain data, and whose it is: a table's or a pool's, the other being -1.
struct ColumnInfo: Hashable, Sendable {
  var kind: ColumnKind
  var table: Int
  var pool = -1
}

/// The columns that a table has, the first that of the headers; empty for what is no root entity.
struct TableLayout: Hashable, Sendable {
  var columns: Range<Int> = 0..<0
}

/// How a relationship is kept. Plain data.
struct RelationshipLayout: Hashable, Sendable {
  enum Shape: Hashable, Sendable {
    /// A to-one without inverse: a link.
    case toOne
    /// A to-one whose inverse is a to-one: a link at each end.
    case oneToOne
    /// A to-one whose inverse is a to-many: a link that is in the list of the object it leads to.
    case manyToOne
    /// A to-many whose inverse is a to-one: the list of those links.
    case oneToMany
    /// A to-many whose inverse is a to-many: half-edges with twins.
    case manyToMany
    /// A to-many without inverse: half-edges without twins.
    case toMany
  }

  /// Its place in the schema's relationships; not stable.
  var index: Int
  var shape: Shape
  /// Stable places: the entities it is declared by and leads to, and their tables.
  var source: Int
  var destination: Int
  var sourceTable: Int
  var destinationTable: Int
  /// The column of its links or lists, and that of the inverse's, or -1.
  var slot: Int
  var inverseSlot = -1
  /// The pool of its half-edges and their column, or -1. Many to many, both directions have the same.
  var pool = -1
  var edges = -1
  /// Which half-edge of a pair is in the lists of this relationship: 0 or 1. One that is its own inverse has both.
  var side: Int32 = 0
  /// The inverse's place in the schema's relationships, or -1.
  var inverse = -1
  /// The stable place of the entity that the inverse leads to, or -1.
  var inverseDestination = -1
  var rule: DeleteRule
  var isOrdered: Bool

  var isToMany: Bool { shape == .oneToMany || shape == .manyToMany || shape == .toMany }
  var hasInverse: Bool { inverse >= 0 }
  var isOwnInverse: Bool { inverse == index }
}
