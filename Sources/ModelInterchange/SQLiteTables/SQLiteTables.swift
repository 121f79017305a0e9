import ObjectGraph
import Predicates

import struct Foundation.Date

/// The rows that the tables of a SQLite store would hold for a graph: a snapshot of what was saved last.
///
/// ```swift
/// let tables = try SQLiteTables(context)
/// for table in tables.schema.tables { print(table.name, tables.rows(of: table)) }
/// ```
///
/// Making one costs what the schema costs; rows are made when they are read.
///
/// - `Z_PK` is the object's number. Ours: it is given when an object is made, and Core Data gives it at the save, so
///   objects that were never saved leave gaps here.
/// - `Z_OPT` counts the saves of the object, from 1.
/// - An order (`Z_FOK_…`) counts from 1. Ours: Core Data leaves gaps to insert into, and only the order means anything.
/// - A link to an object that is gone keeps its number, as a store would.
/// - Where a to-many without inverse has an object several times over, one of its owners finds room: see
///   ``contestedLinks()``.
public struct SQLiteTables: Sendable {
  /// The tables themselves.
  public let schema: SQLiteSchema
  let graph: Graph
  var source: GraphSource { GraphSource(graph, now: Date(timeIntervalSinceReferenceDate: 0)) }

  /// The tables for what is saved, by whatever context; what is pending is not in them.
  /// - Throws: `ModelError` when the model cannot have objects yet.
  public init(_ context: ManagedObjectContext, framework: FrameworkVersion = .current) throws(ModelError) {
    schema = try SQLiteSchema(context.model, framework: framework)
    graph = context.savedGraph
  }

  /// Returns how many rows a table has. O(objects of its tree); of a join table O(objects of the entity).
  public func count(of table: SQLiteTable) -> Int {
    switch table.content {
    case .objects(let members): members.first.map { graph.objectIDs(of: $0).count } ?? 0
    case .links(let join):
      graph.objectIDs(of: join.entity).reduce(0) { $0 + (graph.memberCount(ofKey: join.relationship, of: $1) ?? 0) }
    case .primaryKeys: schema.entities.count
    case .metadata, .modelCache: 1
    }
  }

  /// Returns the rows of a table, by `Z_PK`; of a join table by its two columns. Each has a value for every column.
  ///
  /// `Z_METADATA` and `Z_MODELCACHE` have none here: their row is written with the file, with an identifier that is
  /// made then.
  /// - Parameters:
  ///   - table: A table of ``schema``.
  ///   - limit: The maximum number of rows.
  /// - Complexity: O(objects of the tree + values asked for); a column without an own end of its link, such as an owner
  ///   or an order, asks for all links of the relationship.
  public func rows(of table: SQLiteTable, limit: Int = .max) -> [[SQLiteValue]] {
    switch table.content {
    case .objects(let members): objectRows(table, members, limit)
    case .links(let join): linkRows(table, join, limit)
    case .primaryKeys: Array(primaryKeyRows().prefix(limit))
    case .metadata, .modelCache: []
    }
  }

  // MARK: Objects

  private func objectRows(_ table: SQLiteTable, _ members: [String], _ limit: Int) -> [[SQLiteValue]] {
    guard let root = members.first else { return [] }
    let source = self.source
    func value(_ property: SQLiteProperty, _ id: ManagedObjectID) -> Value {
      (try? source.value(forKey: property.name, of: id.reference)) ?? .null
    }
    let ids = graph.objectIDs(of: root).prefix(limit)
    var orders = LinkOrders(source: source)
    var owners: [SQLiteProperty: [ManagedObjectID: LinkOwner]] = [:]
    for column in table.columns {
      switch column.content {
      case .owner(let property), .ownerOrder(let property):
        if owners[property] == nil { owners[property] = ownersOfLinks(property) }
      default: continue
      }
    }
    // Whether a column is one of the object's own entity.
    let lineage = Dictionary(
      members.map { name in (name, Set(graph.schema.model.lineage(of: name).map(\.name))) },
      uniquingKeysWith: { first, _ in first })
    return ids.map { id in
      let entity = graph.entityName(of: id) ?? root
      let kinds = lineage[entity] ?? []
      return table.columns.map { column in
        switch column.content {
        case .primaryKey: return .integer(Int64(id.number))
        case .entity: return schema.number(of: entity).map { .integer(Int64($0)) } ?? .null
        case .saveCount: return .integer(Int64(graph.saveCount(of: id)))
        case .attribute(let property):
          return kinds.contains(property.entity) ? SQLiteValue(value(property, id), in: column.type) : .null
        case .destination(let property):
          guard kinds.contains(property.entity), let to = value(property, id).objectID else { return .null }
          return .integer(Int64(to.number))
        case .destinationEntity(let property):
          guard kinds.contains(property.entity), let to = value(property, id).objectID else { return .null }
          return graph.entityName(of: to).flatMap { schema.number(of: $0) }.map { .integer(Int64($0)) } ?? .null
        case .order(let property):
          guard kinds.contains(property.entity), let to = value(property, id).objectID,
            let inverse = graph.schema.model.inverse(of: property.name, in: property.entity)
          else { return .null }
          return orders.place(of: id, in: inverse.relationship.name, of: to).map { .integer($0) } ?? .null
        case .owner(let property):
          return owners[property]?[id].map { .integer(Int64($0.owner.number)) } ?? .null
        case .ownerOrder(let property): return owners[property]?[id].map { .integer($0.place) } ?? .null
        case .joinSource, .joinDestination, .joinSourceOrder, .joinDestinationOrder, .bookkeeping: return .null
        }
      }
    }
  }

  // MARK: Links

  private func linkRows(_ table: SQLiteTable, _ join: SQLiteJoin, _ limit: Int) -> [[SQLiteValue]] {
    var rows: [[SQLiteValue]] = []
    let source = self.source
    var orders = LinkOrders(source: source)
    for id in graph.objectIDs(of: join.entity) where rows.count < limit {
      let members = (try? source.value(forKey: join.relationship, of: id.reference))?.objectIDs ?? []
      let places = members.enumerated().sorted { $0.element.number < $1.element.number }
      for (place, member) in places.prefix(limit - rows.count) {
        rows.append(
          table.columns.map { column in
            switch column.content {
            case .joinSource: .integer(Int64(id.number))
            case .joinDestination: .integer(Int64(member.number))
            case .joinDestinationOrder: .integer(Int64(place + 1))
            case .joinSourceOrder: orders.place(of: id, in: join.inverse, of: member).map { .integer($0) } ?? .null
            default: .null
            }
          })
      }
    }
    return rows
  }

  /// The highest number given in each tree is kept at its root; the rows of sub-entities have 0, as in stores that Core
  /// Data wrote.
  private func primaryKeyRows() -> [[SQLiteValue]] {
    schema.entities.map { entity in
      let highest = entity.parentNumber == 0 ? graph.highestNumber(inTreeOf: entity.name) : 0
      return [
        .integer(Int64(entity.number)), .text(entity.name), .integer(Int64(entity.parentNumber)),
        .integer(Int64(highest)),
      ]
    }
  }
}
