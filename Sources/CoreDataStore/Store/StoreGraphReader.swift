import CSQLite
import Diagnostics
import ModelInterchange
import ObjectGraph
import Predicates

import struct Foundation.Data
import struct Foundation.UUID

/// Reads the rows of a store into a graph: first all objects, then all links.
struct StoreGraphReader {
  private let file: CoreDataFile
  private let schema: Schema
  private let storeName: String
  private let external: ExternalData
  private(set) var opening = SQLiteStore.Opening()
  /// Columns that refer to files, as `table.column`.
  private(set) var externalColumns: Set<String> = []
  /// The highest number of each root entity, of rows and in `Z_PRIMARYKEY`.
  private(set) var highestNumbers: [String: UInt32] = [:]
  /// The rows that are to be read; nil for all.
  private let part: PartialRows?
  /// Whether reading goes on after a value of a wrong type, which is then left out, and after a damaged page.
  private let isLenient: Bool
  /// The values that were left out, as `Entity#1.key`.
  private(set) var leftOut: Set<String> = []
  /// Whether rows or links could not be read.
  private(set) var lacksRows = false
  /// Links that wait until all objects are there.
  private var pending: [PendingLinks] = []

  /// The links of a column: rows with where they lead.
  private struct PendingLinks {
    var relationship: StoreRelationship
    var rows: [Int32] = []
    var targets: [Int32] = []
    /// The place of each row in the inverse, where that is ordered.
    var places: [Int64] = []
    var isOrdered: Bool
  }

  init(_ file: CoreDataFile, _ schema: Schema, storeName: String, part: PartialRows? = nil, isLenient: Bool = false) {
    self.file = file
    self.part = part
    self.isLenient = isLenient
    self.schema = schema
    self.storeName = storeName
    external = ExternalData(storePath: file.path)
  }

  mutating func graph() throws(StoreError) -> Graph {
    var builder = StoreGraphBuilder(schema)
    do throws(SQLiteFailure) {
      for (table, entities) in file.layout.objectTables where part == nil || part?.tables[table.name] != nil {
        try lenient { (reader) throws(SQLiteFailure) in try reader.read(table, entities, &builder) }
      }
      try connect(&builder)
      try lenient { (reader) throws(SQLiteFailure) in try reader.readJoins(&builder) }
    } catch {
      if let damage { throw damage }
      throw .cannotOpen(store: storeName, reason: file.reason(of: error))
    }
    return builder.finish()
  }

  /// Reads a part; what a damaged page keeps from being read is left out if that is allowed.
  private mutating func lenient(_ body: (inout StoreGraphReader) throws(SQLiteFailure) -> Void) throws(SQLiteFailure) {
    do throws(SQLiteFailure) { try body(&self) } catch {
      guard isLenient, error.primaryCode == SQLITE_CORRUPT else { throw error }
      lacksRows = true
    }
  }

  /// The damage that ended the reading.
  private var damage: StoreError?

  private mutating func damaged(_ table: String, _ number: Int64, _ column: String, _ reason: String) -> SQLiteFailure {
    damage = .damaged(store: storeName, place: "\(table), Z_PK \(number), \(column)", reason: reason)
    return SQLiteFailure(code: 0, message: reason)
  }

  // MARK: Objects

  /// An attribute in a row of a query. A class, because every value is read through one, and copying costs more.
  private final class Cell {
    let column: Int32
    let name: String
    /// The attribute's name.
    let key: String
    let attribute: StoreAttribute
    let isExternal: Bool

    init(column: Int32, name: String, key: String, attribute: StoreAttribute, isExternal: Bool) {
      self.column = column
      self.name = name
      self.key = key
      self.attribute = attribute
      self.isExternal = isExternal
    }
  }

  /// The columns that the rows of an entity have.
  private final class Plan {
    let entity: Int
    let table: Int
    var cells: [Cell] = []
    /// The columns of links, and the places in ``pending``.
    var links: [(column: Int32, order: Int32, pending: Int)] = []

    init(entity: Int, table: Int) {
      self.entity = entity
      self.table = table
    }
  }

  private mutating func read(_ table: SQLiteTable, _ entities: [StoreLayout.Entity], _ builder: inout StoreGraphBuilder)
    throws(SQLiteFailure)
  {
    var columns = ["Z_PK", "Z_ENT", "Z_OPT"]
    var places: [String: Int32] = [:]
    func place(_ column: String) -> Int32 {
      if let known = places[column] { return known }
      let place = Int32(columns.count)
      columns.append(column)
      places[column] = place
      return place
    }
    var plans: [Int: Plan] = [:]
    var pendings: [String: Int] = [:]
    for entity in entities where !entity.isAbstract {
      guard let (index, tableIndex) = schema.place(ofEntity: entity.name) else { continue }
      let plan = Plan(entity: index, table: tableIndex)
      for attribute in entity.attributes {
        guard let target = schema.storeAttribute(attribute.description.name, of: entity.name) else { continue }
        var isExternal = false
        if attribute.description.type == .binaryData || attribute.description.type == .transformable {
          let key = "\(table.name).\(attribute.column)"
          isExternal = externalColumns.contains(key)
          if !isExternal, places[attribute.column] == nil {
            isExternal = try external.isUsed(by: attribute.column, of: table.name, file.connection)
            if isExternal { externalColumns.insert(key) }
          }
        }
        plan.cells.append(
          Cell(
            column: place(attribute.column), name: attribute.column, key: attribute.description.name, attribute: target,
            isExternal: isExternal))
      }
      for link in entity.links {
        switch link.storage {
        case .column(let column, _, let order):
          guard let relationship = schema.storeRelationship(link.description.name, of: link.declaredBy) else {
            continue
          }
          let pending = pendings[column] ?? self.pending.count
          if pendings[column] == nil {
            pendings[column] = pending
            self.pending.append(PendingLinks(relationship: relationship, isOrdered: order != nil))
          }
          plan.links.append((place(column), order.map { place($0) } ?? -1, pending))
        case .inverseColumn, .ownerColumn, .join: continue
        }
      }
      plans[entity.number] = plan
    }
    // The owners of to-many relationships without inverse are in the rows of any entity of the tree.
    var owned: [(column: Int32, order: Int32, pending: Int)] = []
    for column in table.columns {
      guard case .owner(let property) = column.content,
        let relationship = schema.storeRelationship(property.name, of: property.entity)
      else { continue }
      let order = table.columns.first { $0.content == .ownerOrder(property) }?.name
      owned.append((place(column.name), order.map { place($0) } ?? -1, self.pending.count))
      self.pending.append(PendingLinks(relationship: relationship, isOrdered: order != nil))
    }
    for number in plans.keys { plans[number]?.links += owned }

    let large = isLenient ? try leaveOutLargeValues(of: table, plans) : []
    let filter = part?.tables[table.name].map { " WHERE Z_PK IN (SELECT pk FROM temp.\($0)) ORDER BY Z_PK" } ?? ""
    let expressions = columns.map { column in
      large.contains(column)
        ? "CASE WHEN length(\(quoted(column))) <= \(SQLiteConnection.lengthLimit) THEN \(quoted(column)) END"
        : quoted(column)
    }
    let rows = try file.connection.prepare(
      "SELECT \(expressions.joined(separator: ", ")) FROM \(quoted(table.name))\(filter)")
    // A number that no row could have was not given by Core Data.
    let stated = entities.first.map { file.highest(ofTreeOf: $0) } ?? 0
    var highest = stated <= StoreGraphBuilder.highestNumber ? stated : 0
    var (kind, plan): (Int64, Plan?) = (-1, nil)
    while try rows.step() {
      let (number, entity) = (rows.integer(0), rows.integer(1))
      guard number > 0, number <= StoreGraphBuilder.highestNumber else {
        if isLenient {
          lacksRows = true
          continue
        }
        throw damaged(
          table.name, number, "Z_PK",
          "rows are numbered from 1 to \(DisplayText.grouped(Int(StoreGraphBuilder.highestNumber)))")
      }
      highest = max(highest, number)
      if entity != kind || plan == nil {
        kind = entity
        plan = rows.kind(1) == .integer ? Int(exactly: entity).flatMap { plans[$0] } : nil
      }
      guard let plan else {
        kind = -1
        opening.strayRowCount += 1
        continue
      }
      let row = Int32(truncatingIfNeeded: number)
      guard builder.insert(entity: plan.entity, table: plan.table, row: row) else {
        throw damaged(table.name, number, "Z_PK", "two rows have this number")
      }
      opening.objectCount += 1
      builder.setSaveCount(rows.integer(2), entity: plan.entity, row: row)
      for cell in plan.cells {
        do throws(SQLiteFailure) { try read(cell, rows, plan.table, row, table.name, &builder) } catch {
          guard isLenient, damage != nil else { throw error }
          damage = nil
          leftOut.insert("\(plan.entity)#\(number).\(cell.key)")
        }
      }
      for link in plan.links {
        guard rows.kind(link.column) == .integer else {
          if rows.kind(link.column) != .null { opening.brokenLinkCount += 1 }
          continue
        }
        let target = rows.integer(link.column)
        guard target > 0, target <= StoreGraphBuilder.highestNumber else {
          opening.brokenLinkCount += 1
          continue
        }
        pending[link.pending].rows.append(row)
        pending[link.pending].targets.append(Int32(truncatingIfNeeded: target))
        if link.order >= 0 { pending[link.pending].places.append(rows.integer(link.order)) }
      }
    }
    if let root = entities.first?.root { highestNumbers[root] = UInt32(clamping: max(0, highest)) }
  }

  /// Notes the values that are too long to be read, and returns their columns.
  private mutating func leaveOutLargeValues(of table: SQLiteTable, _ plans: [Int: Plan]) throws(SQLiteFailure)
    -> Set<String>
  {
    var columns: Set<String> = []
    for plan in plans.values {
      for cell in plan.cells where cell.attribute.kind == .value {
        for number in try file.largeValues(in: cell.name, of: table.name).map(\.number) {
          columns.insert(cell.name)
          leftOut.insert("\(plan.entity)#\(number).\(cell.key)")
        }
      }
    }
    return columns
  }

  private mutating func read(
    _ cell: Cell, _ rows: SQLiteStatement, _ tableIndex: Int, _ row: Int32, _ table: String,
    _ builder: inout StoreGraphBuilder
  ) throws(SQLiteFailure) {
    let kind = rows.kind(cell.column)
    if kind == .null { return }
    func wrong(_ expected: String) -> SQLiteFailure {
      damaged(table, Int64(row), cell.name, "\(rows.shown(cell.column)) is not \(expected)")
    }
    switch cell.attribute.kind {
    case .integer:
      guard kind == .integer else { throw wrong("a whole number") }
      let number = rows.integer(cell.column)
      guard cell.attribute.range.contains(number) else {
        throw wrong("a number of the type \(cell.attribute.type.rawValue)")
      }
      builder.set(number, of: cell.attribute, row: row)
    case .boolean:
      guard kind == .integer else { throw wrong("a Boolean") }
      builder.set(rows.integer(cell.column) != 0, of: cell.attribute, row: row)
    case .real:
      guard kind == .real || kind == .integer else { throw wrong("a number") }
      builder.set(rows.real(cell.column), of: cell.attribute, row: row)
    case .text:
      guard kind == .text else { throw wrong("a text") }
      builder.set(text: rows.textBytes(cell.column), of: cell.attribute, row: row)
    case .value:
      guard let value = value(cell, rows, kind) else {
        throw wrong("a value of the type \(cell.attribute.type.rawValue)")
      }
      builder.set(value, of: cell.attribute, table: tableIndex, row: row)
    }
  }

  private func value(_ cell: Cell, _ rows: SQLiteStatement, _ kind: SQLiteStatement.Kind) -> Value? {
    switch cell.attribute.type {
    case .decimal: return rows.decimal(cell.column).map { .decimal($0) }
    case .uuid: return kind == .blob ? UUID(bytes: rows.blobBytes(cell.column)).map { .uuid($0) } : nil
    case .uri: return rows.uri(cell.column).map { .url($0) }
    case .binaryData, .transformable, .undefined:
      guard kind == .blob || kind == .text else { return nil }
      let bytes = kind == .blob ? rows.blobBytes(cell.column) : rows.textBytes(cell.column)
      guard let data = cell.isExternal ? external.data(bytes) : Data(bytes) else { return nil }
      // Only Core Data's own transformers can read what they wrote: the bytes stay as they are.
      return cell.attribute.restored(data) ?? .data(data)
    case .integer16, .integer32, .integer64, .boolean, .double, .float, .string, .date: return nil
    }
  }

  // MARK: Links

  private mutating func connect(_ builder: inout StoreGraphBuilder) throws(SQLiteFailure) {
    for links in pending {
      // In a column of owners the row is the member.
      let isOwned = links.relationship.isToMany
      var order = Array(links.rows.indices)
      if links.isOrdered, links.places.count == links.rows.count {
        order.sort {
          (links.targets[$0], links.places[$0], links.rows[$0]) < (links.targets[$1], links.places[$1], links.rows[$1])
        }
      }
      for index in order {
        let (row, target) = (links.rows[index], links.targets[index])
        let isLinked =
          isOwned
          ? builder.connect(links.relationship, target, to: row) : builder.connect(links.relationship, row, to: target)
        if !isLinked { opening.brokenLinkCount += 1 }
      }
    }
    pending = []
  }

  private mutating func readJoins(_ builder: inout StoreGraphBuilder) throws(SQLiteFailure) {
    for (table, join) in file.layout.joinTables {
      guard let relationship = schema.storeRelationship(join.relationship, of: join.entity),
        let inverse = schema.storeRelationship(join.inverse, of: join.inverseEntity)
      else { continue }
      func column(_ content: SQLiteColumn.Content) -> String? { table.columns.first { $0.content == content }?.name }
      guard let source = column(.joinSource), let destination = column(.joinDestination) else { continue }
      let (order, backOrder) = (column(.joinDestinationOrder), column(.joinSourceOrder))
      let columns = [source, destination] + [order, backOrder].compactMap { $0 }
      let sorting = [source] + (order.map { [$0] } ?? []) + [destination]
      var filter = ""
      if let part {
        guard let own = file.layout.entity(named: join.entity).flatMap({ part.tables[$0.table] }),
          let other = file.layout.entity(named: join.inverseEntity).flatMap({ part.tables[$0.table] })
        else { continue }
        filter =
          "WHERE \(quoted(source)) IN (SELECT pk FROM temp.\(own)) "
          + "AND \(quoted(destination)) IN (SELECT pk FROM temp.\(other)) "
      }
      let rows = try file.connection.prepare(
        "SELECT \(columns.map(quoted).joined(separator: ", ")) FROM \(quoted(table.name)) \(filter)"
          + "ORDER BY \(sorting.map(quoted).joined(separator: ", "))")
      var back: [Int32: [(place: Int64, row: Int32)]] = [:]
      while try rows.step() {
        guard let from = rows.whole(0).flatMap({ Int32(exactly: $0) }),
          let to = rows.whole(1).flatMap({ Int32(exactly: $0) }), builder.connect(relationship, from, to: to)
        else {
          opening.brokenLinkCount += 1
          continue
        }
        if backOrder != nil { back[to, default: []].append((rows.integer(order == nil ? 2 : 3), from)) }
      }
      for (owner, members) in back {
        let sorted = members.sorted { ($0.place, $0.row) < ($1.place, $1.row) }.map(\.row)
        if !builder.reorder(inverse, owner, sorted) { opening.brokenLinkCount += 1 }
      }
    }
  }
}
