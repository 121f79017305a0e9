import ObjectGraph

extension SQLiteSchemaBuilder {
  /// The many-to-many relationships, each pair once, from the end that the table is named for: the one that is met first
  /// when all entities are gone through by name, each with its inherited relationships. So a sub-entity's name counts for
  /// what it inherits: in a store of CareKit, OCKCDTaskBase.tags comes before OCKCDTag.tasks, because OCKCDHealthKitTask
  /// has it too.
  ///
  /// If both ends are on one entity, the only store seen takes the one that is ordered and also comes later in the
  /// alphabet. Ours: the ordered one, and if that does not decide, the later one.
  func joins() -> [SQLiteJoin] {
    var found: [SQLiteJoin] = []
    let firsts = firstNames()
    func meets(_ a: String, before b: String) -> Bool {
      let (first, second) = (firsts[a] ?? a, firsts[b] ?? b)
      return first == second ? SQLiteName.precedes(a, b) : SQLiteName.precedes(first, second)
    }
    for entity in model.entities.sorted(by: { meets($0.name, before: $1.name) }) {
      for relationship in entity.properties.compactMap(\.relationship).sorted(by: {
        SQLiteName.precedes($0.name, $1.name)
      }) where relationship.isToMany {
        guard let (inverseEntity, inverse) = index.inverse(of: relationship), inverse.isToMany,
          !(relationship.isTransient && inverse.isTransient)
        else { continue }
        let isNamedFor: Bool
        if entity.name != inverseEntity {
          isNamedFor = meets(entity.name, before: inverseEntity)
        } else if relationship.isOrdered != inverse.isOrdered {
          isNamedFor = relationship.isOrdered
        } else {
          isNamedFor = !SQLiteName.precedes(relationship.name, inverse.name)
        }
        if isNamedFor {
          found.append(
            SQLiteJoin(
              entity: entity.name, relationship: relationship.name, inverseEntity: inverseEntity,
              inverse: inverse.name))
        }
      }
    }
    return found
  }

  /// The name that sorts first among those of an entity and its descendants, by entity. O(entities × depth).
  private func firstNames() -> [String: String] {
    var firsts: [String: String] = [:]
    for entity in model.entities {
      for ancestor in index.lineage(of: entity.name) {
        if let known = firsts[ancestor.name], !SQLiteName.precedes(entity.name, known) { continue }
        firsts[ancestor.name] = entity.name
      }
    }
    return firsts
  }

  /// A relationship that is its own inverse would name both columns alike. No store seen has one; `REFLEXIVE` is what
  /// its second column is said to be called.
  mutating func joinTable(_ name: String, _ join: SQLiteJoin) -> SQLiteTable {
    func isOrdered(_ entity: String, _ relationship: String) -> Bool {
      model[entity: entity]?[property: relationship]?.relationship?.isOrdered == true
    }
    let isReflexive = join.entity == join.inverseEntity && join.relationship == join.inverse
    let source = joinColumns.take("Z_\(numbers[join.entity] ?? 0)\(join.inverse.uppercased())")
    let destination =
      isReflexive
      ? "REFLEXIVE" : joinColumns.take("Z_\(numbers[join.inverseEntity] ?? 0)\(join.relationship.uppercased())")
    var columns = [
      SQLiteColumn(name: source, type: .integer, content: .joinSource),
      SQLiteColumn(name: destination, type: .integer, content: .joinDestination),
    ]
    if isOrdered(join.inverseEntity, join.inverse), !isReflexive {
      columns.append(
        SQLiteColumn(name: "Z_FOK_\(source.dropFirst(2))", type: .integer, content: .joinSourceOrder))
    }
    if isOrdered(join.entity, join.relationship) {
      let ordered = isReflexive ? source : destination
      columns.append(
        SQLiteColumn(name: "Z_FOK_\(ordered.dropFirst(2))", type: .integer, content: .joinDestinationOrder))
    }
    var table = SQLiteTable(
      name: name, content: .links(join), columns: columns, primaryKey: [source, destination])
    if framework.indexesJoins {
      table.indexes = [
        SQLiteIndex(name: "\(name)_\(destination)_INDEX", table: name, columns: [destination, source])
      ]
    }
    return table
  }

  /// Returns the tables that every store has, whatever its model.
  func bookkeeping() -> [SQLiteTable] {
    func table(
      _ name: String, _ content: SQLiteTable.Content, _ columns: [(String, SQLiteColumn.DeclaredType)],
      primaryKey: [String]
    ) -> SQLiteTable {
      SQLiteTable(
        name: name, content: content,
        columns: columns.map { SQLiteColumn(name: $0, type: $1, content: .bookkeeping) }, primaryKey: primaryKey)
    }
    let tables = [
      table(
        "Z_PRIMARYKEY", .primaryKeys,
        [("Z_ENT", .integer), ("Z_NAME", .varchar), ("Z_SUPER", .integer), ("Z_MAX", .integer)],
        primaryKey: ["Z_ENT"]),
      table(
        "Z_METADATA", .metadata, [("Z_VERSION", .integer), ("Z_UUID", .varchar255), ("Z_PLIST", .blob)],
        primaryKey: ["Z_VERSION"]),
    ]
    return framework.cachesModel
      ? tables + [table("Z_MODELCACHE", .modelCache, [("Z_CONTENT", .blob)], primaryKey: [])] : tables
  }
}
