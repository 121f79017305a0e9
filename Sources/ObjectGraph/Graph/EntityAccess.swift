/// The facts about a property that an access needs. Plain data.
struct PropertyAccess {
  enum Kind: UInt8 {
    case integer16, integer32, integer64, boolean, double, float, date, string, toOne, toMany
    /// Types that take the slow path: attributes of other types, composites, fetched properties.
    case other
  }

  var kind: Kind
  /// The column.
  var slot: Int
  /// The place of a relationship's layout in the schema.
  var layout: Int

  init(_ property: Property) {
    layout = -1
    slot = -1
    kind = .other
    switch property.storage {
    case .attribute(let column):
      slot = column.slot
      // Composites, derived attributes, transformers: the long way coerces and refuses.
      guard !property.isSpecial else { return }
      switch property.type {
      case .integer16: kind = .integer16
      case .integer32: kind = .integer32
      case .integer64: kind = .integer64
      case .boolean: kind = .boolean
      case .double: kind = .double
      case .float: kind = .float
      case .date: kind = .date
      case .string: kind = .string
      default: break
      }
    case .relationship(let relationship):
      slot = relationship.slot
      layout = relationship.index
      kind = relationship.isToMany ? .toMany : .toOne
    case .fetched: break
    }
  }
}

/// The facts about an entity that an access needs. Plain data; its pointers are valid as long as the ``Schema`` they
/// belong to.
struct EntityAccess {
  /// -1 for an entity that is not in the model.
  var table: Int
  /// Whether no other entity has objects in its table, so that a row that is alive is one of its objects.
  var isAlone: Bool
  var keys: KeyTable.Memory
  var properties: UnsafeMutablePointer<PropertyAccess>
  /// The places of the layouts of its relationships, inherited ones included, in their order, and of those that deny.
  var ownRelationships: UnsafeMutableBufferPointer<Int>
  var denying: UnsafeMutableBufferPointer<Int>
  /// Whether making an object of it takes nothing but a row.
  var isPlain: Bool

  /// The property of a key; nil when there is none, and when finding it takes the long way.
  @inline(__always)
  func property(_ key: String) -> UnsafeMutablePointer<PropertyAccess>? {
    let place = keys.place(of: key)
    return place < 0 ? nil : properties + place
  }
}

/// The accesses of all entities, and the layouts of all relationships, in separate memory: reading them retains
/// nothing. Written while it is made, and only read after that.
final class SchemaAccess: @unchecked Sendable {
  /// The same without a reference. Plain data, valid as long as the access is held.
  struct Memory {
    var entities: UnsafeMutablePointer<EntityAccess>
    var entityCount: Int
    var layouts: UnsafeMutablePointer<RelationshipLayout>
    /// The places of the entities by name.
    var names: KeyTable.Memory
    var infos: UnsafeMutablePointer<ColumnInfo>
    var columnCount: Int
  }

  let memory: Memory
  var entities: UnsafeMutablePointer<EntityAccess> { memory.entities }
  var layouts: UnsafeMutablePointer<RelationshipLayout> { memory.layouts }
  private let names: KeyTable
  private let properties: [UnsafeMutablePointer<PropertyAccess>]
  private let lists: [RelationshipLists]
  private let keys: [KeyTable]

  init(
    _ all: [Entity?], _ tree: EntityTree, _ relationships: [RelationshipLayout], _ columns: [ColumnInfo],
    isResolved: Bool
  ) {
    // Free places have names that cannot be looked up.
    names = KeyTable(all.enumerated().map { $1?.name ?? "\u{0}\($0)" })
    let entities = UnsafeMutablePointer<EntityAccess>.allocate(capacity: max(1, all.count))
    let layouts = UnsafeMutablePointer<RelationshipLayout>.allocate(capacity: max(1, relationships.count))
    let infos = UnsafeMutablePointer<ColumnInfo>.allocate(capacity: max(1, columns.count))
    for (place, info) in columns.enumerated() { (infos + place).initialize(to: info) }
    memory = Memory(
      entities: entities, entityCount: all.count, layouts: layouts, names: names.memory, infos: infos,
      columnCount: columns.count)
    var population: [Int: Int] = [:]
    for entity in all.compactMap({ $0 }) { population[entity.table, default: 0] += 1 }
    for (place, layout) in relationships.enumerated() { (layouts + place).initialize(to: layout) }
    var properties: [UnsafeMutablePointer<PropertyAccess>] = []
    let own = RelationshipLists(tree) { _ in true }
    let denying = RelationshipLists(tree) { $0.relationship?.deleteRule == .deny }
    var keys: [KeyTable] = []
    let none = KeyTable([])
    keys.append(none)
    for (place, entity) in all.enumerated() {
      // In a wide tree every access takes the long way, on which an entity gets its lists.
      let listed = tree.isWide ? nil : entity
      let list = UnsafeMutablePointer<PropertyAccess>.allocate(capacity: max(1, listed?.propertyCount ?? 0))
      for (index, property) in (listed?.properties ?? []).enumerated() {
        (list + index).initialize(to: PropertyAccess(property))
      }
      let table = listed?.keys ?? none
      (entities + place).initialize(
        to: EntityAccess(
          table: entity?.table ?? -1, isAlone: entity.map { population[$0.table] == 1 } ?? false,
          keys: table.memory, properties: list,
          ownRelationships: own[place], denying: denying[place],
          isPlain: isResolved && entity.map { !$0.isAbstract && !tree.haveDefaults[place] } ?? false))
      properties.append(list)
      keys.append(table)
    }
    lists = [own, denying]
    self.properties = properties
    self.keys = keys
  }

  deinit {
    memory.entities.deallocate()
    memory.layouts.deallocate()
    memory.infos.deallocate()
    for list in properties { list.deallocate() }
  }
}
