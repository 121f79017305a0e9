import ModelInterchange
import ObjectGraph

/// The tables and columns in which a store keeps the objects and links of each entity: a model laid over the tables of a file.
///
/// Every table and column in it exists in the file; parts of the model without one are in ``misfits``.
package struct StoreLayout: Sendable {
  /// An attribute and its column.
  package struct Attribute: Sendable {
    package var description: AttributeDescription
    /// The entity that declares it.
    package var declaredBy: String
    package var column: String
    package var type: SQLiteColumn.DeclaredType
  }

  /// A relationship and where its links are.
  package struct Link: Sendable {
    package var description: RelationshipDescription
    /// The entity that declares it.
    package var declaredBy: String
    package var storage: Storage
    /// The table of the objects that it leads to, and the numbers of the entities that it may lead to.
    package var destinationTable: String
    package var destinations: Set<Int>
    /// The numbers of the entities whose objects have it.
    package var owners: Set<Int>
    /// The inverse's name, and the entity that declares it.
    package var inverse: SQLiteProperty?
  }

  /// The four ways in which Core Data stores links.
  package enum Storage: Sendable {
    /// The `Z_PK` of the destination, and its `Z_ENT` where there could be several; the place in the inverse where that is
    /// ordered.
    case column(String, entity: String?, order: String?)
    /// The column of the inverse, in the table of the destination.
    case inverseColumn(String, order: String?)
    /// A column for the owner in the table of the destination.
    case ownerColumn(String, order: String?)
    /// A table of pairs. A relationship that is its own inverse has each pair once, in either direction.
    case join(table: String, own: String, other: String, order: String?, isSource: Bool, isReflexive: Bool)
  }

  /// An entity and everything that its objects have, inherited properties too.
  package struct Entity: Sendable {
    package var name: String
    /// Its `Z_ENT`.
    package var number: Int
    package var isAbstract: Bool
    package var parent: String?
    package var root: String
    package var table: String
    /// By name.
    package var attributes: [Attribute]
    /// By name.
    package var links: [Link]
    /// Its own number and those of its descendants.
    package var kinds: Set<Int>
  }

  /// The tables as the model asks for them.
  package let schema: SQLiteSchema
  /// The entities by their number.
  package let entities: [Entity]
  /// Tables, columns and entities that the model asks for and the file lacks, in words.
  package let misfits: [String]
  /// Tables and columns of the file that the model does not explain, in words; those of Core Data itself are left out.
  package let leftovers: [String]

  private let byNumber: [Int: Int]
  private let byName: [String: Int]

  package func entity(number: Int) -> Entity? { byNumber[number].map { entities[$0] } }
  package func entity(named name: String) -> Entity? { byName[name].map { entities[$0] } }

  /// The tables of objects, each with its entities by number.
  package var objectTables: [(table: SQLiteTable, entities: [Entity])] {
    schema.tables.compactMap { table in
      guard case .objects(let members) = table.content else { return nil }
      return (table, members.compactMap { entity(named: $0) })
    }
  }

  /// The join tables.
  package var joinTables: [(table: SQLiteTable, join: SQLiteJoin)] {
    schema.tables.compactMap { table in if case .links(let join) = table.content { (table, join) } else { nil } }
  }

  /// Lays a model over the tables of a file.
  /// - Parameters:
  ///   - tables: The tables of the file with their columns.
  ///   - numbers: The entities of `Z_PRIMARYKEY`.
  /// - Throws: `ModelError` when the model cannot have objects.
  init(_ model: ManagedObjectModel, _ tables: [FileTable], _ numbers: [PrimaryKey], framework: FrameworkVersion)
    throws(ModelError)
  {
    let known = Dictionary(numbers.map { ($0.name, $0.number) }, uniquingKeysWith: { first, _ in first })
    var given: [String: Int] = [:]
    var misfits: [String] = []
    for entity in model.entities {
      // After a rename by migration the table keeps the old name.
      if let number = known[entity.name] ?? entity.renamingIdentifier.flatMap({ known[$0] }) {
        given[entity.name] = number
      } else {
        misfits.append("the store has no entity \(entity.name)")
      }
    }
    // A number that two entities share would mix their objects.
    if Set(given.values).count < given.count { misfits.append("two entities have the same Z_ENT") }
    // Entities that the store lacks get numbers that it has for none.
    var spare = (numbers.map(\.number).max() ?? 0) + 1
    for entity in model.entities where given[entity.name] == nil {
      given[entity.name] = spare
      spare += 1
    }
    schema = try SQLiteSchema(model, framework: framework, numbers: given)
    let there = Dictionary(
      tables.map { ($0.name.uppercased(), Set($0.columns.map { $0.uppercased() })) },
      uniquingKeysWith: { first, _ in first })
    var explained: Set<String> = []
    for table in schema.tables {
      let columns = there[table.name.uppercased()]
      explained.insert(table.name.uppercased())
      switch table.content {
      case .objects, .links:
        guard let columns else {
          misfits.append("the store has no table \(table.name)")
          continue
        }
        for column in table.columns where !columns.contains(column.name.uppercased()) {
          misfits.append("\(table.name) has no column \(column.name)\(Self.purpose(column.content))")
        }
      case .primaryKeys, .metadata, .modelCache: continue
      }
    }
    var leftovers: [String] = []
    for table in tables where !FileTable.isBookkeeping(table.name) {
      guard explained.contains(table.name.uppercased()),
        let known = schema[table.name.uppercased()] ?? schema[table.name]
      else {
        leftovers.append("table \(table.name)")
        continue
      }
      let wanted = Set(known.columns.map { $0.name.uppercased() })
      leftovers += table.columns.filter { !wanted.contains($0.uppercased()) }.map { "\(table.name).\($0)" }
    }
    self.misfits = misfits
    self.leftovers = leftovers
    entities = StoreLayoutBuilder(model, schema).entities()
    byNumber = Dictionary(entities.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { first, _ in first })
    byName = Dictionary(entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private static func purpose(_ content: SQLiteColumn.Content) -> String {
    switch content {
    case .attribute(let property), .destination(let property), .destinationEntity(let property), .order(let property),
      .owner(let property), .ownerOrder(let property):
      " for \(property.entity).\(property.name)"
    case .primaryKey, .entity, .saveCount, .joinSource, .joinDestination, .joinSourceOrder, .joinDestinationOrder,
      .bookkeeping:
      ""
    }
  }
}

/// A table of a file.
package struct FileTable: Hashable, Sendable {
  package var name: String
  /// The columns in their order.
  package var columns: [String]
  /// The declared type of each column, in capitals.
  package var types: [String]

  /// Whether Core Data itself, persistent history, CloudKit or SQLite keeps the table.
  static func isBookkeeping(_ name: String) -> Bool {
    own.contains(name.uppercased()) || isHistory(name) || isCloudKit(name) || name.lowercased().hasPrefix("sqlite_")
  }

  private static let own: Set = ["Z_METADATA", "Z_PRIMARYKEY", "Z_MODELCACHE"]

  /// The tables of persistent history.
  static func isHistory(_ name: String) -> Bool {
    ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"].contains(name.uppercased())
  }

  /// The tables in which CloudKit keeps what it has synchronised.
  static func isCloudKit(_ name: String) -> Bool { name.uppercased().hasPrefix("ANSCK") }
}

/// A row of `Z_PRIMARYKEY`.
package struct PrimaryKey: Hashable, Sendable {
  package var number: Int
  package var name: String
  package var parent: Int
  /// The highest `Z_PK` that was given; at the root of a hierarchy.
  package var highest: Int64

  /// Whether it is one of the model's: those of persistent history and of CloudKit are numbered from 16001.
  var isModels: Bool { number < 16_000 }
}

/// Finds where the properties of each entity are.
private struct StoreLayoutBuilder {
  let model: ManagedObjectModel
  let schema: SQLiteSchema
  let index: ModelIndex
  /// The columns by what they hold.
  private var columns: [SQLiteColumn.Content: SQLiteColumn] = [:]
  private var joins: [SQLiteProperty: (SQLiteTable, SQLiteJoin)] = [:]
  private var tables: [String: String] = [:]
  private var kinds: [String: Set<Int>] = [:]

  init(_ model: ManagedObjectModel, _ schema: SQLiteSchema) {
    self.model = model
    self.schema = schema
    index = ModelIndex(model)
    for table in schema.tables {
      switch table.content {
      case .objects(let members):
        for column in table.columns { columns[column.content] = column }
        for member in members { tables[member] = table.name }
      case .links(let join):
        joins[SQLiteProperty(entity: join.entity, name: join.relationship)] = (table, join)
        joins[SQLiteProperty(entity: join.inverseEntity, name: join.inverse)] = (table, join)
      case .primaryKeys, .metadata, .modelCache: continue
      }
    }
    for entity in model.entities {
      guard let number = schema.number(of: entity.name) else { continue }
      for ancestor in index.lineage(of: entity.name) { kinds[ancestor.name, default: []].insert(number) }
    }
  }

  func entities() -> [StoreLayout.Entity] {
    schema.entities.map { entity in
      let lineage = index.lineage(of: entity.name)
      let description = lineage.first { $0.name == entity.name }
      var attributes: [StoreLayout.Attribute] = []
      var links: [StoreLayout.Link] = []
      for ancestor in lineage {
        for property in ancestor.properties {
          let place = SQLiteProperty(entity: ancestor.name, name: property.name)
          if let attribute = property.attribute, let column = columns[.attribute(place)] {
            attributes.append(
              StoreLayout.Attribute(
                description: attribute, declaredBy: ancestor.name, column: column.name, type: column.type))
          } else if let relationship = property.relationship, let link = link(relationship, place) {
            links.append(link)
          }
        }
      }
      return StoreLayout.Entity(
        name: entity.name, number: entity.number, isAbstract: description?.isAbstract ?? false,
        parent: description?.parent, root: lineage.first { $0.parent == nil }?.name ?? entity.name, table: entity.table,
        attributes: attributes.sorted { $0.description.name < $1.description.name },
        links: links.sorted { $0.description.name < $1.description.name }, kinds: kinds[entity.name] ?? [entity.number])
    }
  }

  private func link(_ relationship: RelationshipDescription, _ place: SQLiteProperty) -> StoreLayout.Link? {
    guard let storage = storage(relationship, place), let table = tables[relationship.destination] else { return nil }
    let inverse = index.inverse(of: relationship).map { SQLiteProperty(entity: $0.entity, name: $0.relationship.name) }
    return StoreLayout.Link(
      description: relationship, declaredBy: place.entity, storage: storage, destinationTable: table,
      destinations: kinds[relationship.destination] ?? [], owners: kinds[place.entity] ?? [], inverse: inverse)
  }

  private func storage(_ relationship: RelationshipDescription, _ place: SQLiteProperty) -> StoreLayout.Storage? {
    if !relationship.isToMany {
      return columns[.destination(place)].map { column in
        .column(column.name, entity: columns[.destinationEntity(place)]?.name, order: columns[.order(place)]?.name)
      }
    }
    guard let (entity, inverse) = index.inverse(of: relationship) else {
      return columns[.owner(place)].map { .ownerColumn($0.name, order: columns[.ownerOrder(place)]?.name) }
    }
    let back = SQLiteProperty(entity: entity, name: inverse.name)
    guard let (table, join) = joins[place] else {
      return columns[.destination(back)].map { .inverseColumn($0.name, order: columns[.order(back)]?.name) }
    }
    func column(_ content: SQLiteColumn.Content) -> String? { table.columns.first { $0.content == content }?.name }
    guard let source = column(.joinSource), let destination = column(.joinDestination) else { return nil }
    let isSource = join.entity == place.entity && join.relationship == place.name
    return .join(
      table: table.name, own: isSource ? source : destination, other: isSource ? destination : source,
      order: column(isSource ? .joinDestinationOrder : .joinSourceOrder), isSource: isSource, isReflexive: back == place
    )
  }
}

/// A name as SQL takes it.
func quoted(_ name: String) -> String {
  "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
}
