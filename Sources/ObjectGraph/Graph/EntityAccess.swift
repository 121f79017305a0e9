/// What an access needs to know of a property. Plain data.
struct PropertyAccess {
  enum Kind: UInt8 {
    case integer16, integer32, integer64, boolean, double, float, date, string, toOne, toMany
    /// What takes the long way: attributes of other types, composites, fetched properties.
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
      guard !property.isComposite else { return }
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

/// What an access needs to know of an entity. Plain data; its pointers are good as long as the ``Schema`` they are of.
struct EntityAccess {
  /// -1 for an entity that is not in the model.
  var table: Int
  var slots: UnsafeMutablePointer<KeyTable.Slot>
  var mask: Int
  var properties: UnsafeMutablePointer<PropertyAccess>
  /// Whether making an object of it takes nothing but a row.
  var isPlain: Bool

  /// The property of a key; nil when there is none, and when finding it takes the long way.
  @inline(__always)
  func property(_ key: String) -> UnsafeMutablePointer<PropertyAccess>? {
    guard let place = KeyTable.find(key, slots, mask), key.utf8.count <= 16 else { return nil }
    return properties + place
  }
}

/// The accesses of all entities, and the layouts of all relationships, in memory of their own: reading them retains
/// nothing. Written while it is made, and only read then.
final class SchemaAccess: @unchecked Sendable {
  let entities: UnsafeMutablePointer<EntityAccess>
  let entityCount: Int
  let layouts: UnsafeMutablePointer<RelationshipLayout>
  /// The places of the entities by name.
  let nameSlots: UnsafeMutablePointer<KeyTable.Slot>
  let nameMask: Int
  private let names: KeyTable
  private let properties: [UnsafeMutablePointer<PropertyAccess>]
  private let keys: [KeyTable]

  init(_ all: [Entity?], _ relationships: [RelationshipLayout], isResolved: Bool) {
    entityCount = all.count
    // Places that are free have names that nobody can ask for.
    names = KeyTable(all.enumerated().map { $1?.name ?? "\u{0}\($0)" })
    nameSlots = names.slots
    nameMask = names.mask
    entities = .allocate(capacity: max(1, all.count))
    layouts = .allocate(capacity: max(1, relationships.count))
    for (place, layout) in relationships.enumerated() { (layouts + place).initialize(to: layout) }
    var properties: [UnsafeMutablePointer<PropertyAccess>] = []
    var keys: [KeyTable] = []
    let none = KeyTable([])
    keys.append(none)
    for (place, entity) in all.enumerated() {
      let list = UnsafeMutablePointer<PropertyAccess>.allocate(capacity: max(1, entity?.properties.count ?? 0))
      for (index, property) in (entity?.properties ?? []).enumerated() {
        (list + index).initialize(to: PropertyAccess(property))
      }
      let table = entity?.keys ?? none
      (entities + place).initialize(
        to: EntityAccess(
          table: entity?.table ?? -1, slots: table.slots, mask: table.mask, properties: list,
          isPlain: isResolved && entity.map { !$0.isAbstract && $0.defaults.isEmpty } ?? false))
      properties.append(list)
      keys.append(table)
    }
    self.properties = properties
    self.keys = keys
  }

  deinit {
    entities.deallocate()
    layouts.deallocate()
    for list in properties { list.deallocate() }
  }
}
