import ModelInterchange
import ObjectGraph

/// Puts a model together from the tables of a store, for one that keeps none: older versions of Core Data did not.
///
/// `Z_PRIMARYKEY` has the names of the entities as they are. Columns have those of properties in capitals, and nothing says
/// which entity of a hierarchy has a property or what is required: everything is the root's, and optional. An INTEGER
/// column is a relationship if a second column has the destination's entity, or if it is named like an entity and has the
/// index of a foreign key; a join table is a pair of to-many relationships. Whatever else might be a relationship stays a
/// number.
struct ModelReconstruction {
  private let tables: [FileTable]
  private let keys: [PrimaryKey]
  private let framework: FrameworkVersion

  init(_ tables: [FileTable], _ keys: [PrimaryKey], _ framework: FrameworkVersion) {
    self.tables = tables
    self.keys = keys
    self.framework = framework
  }

  /// The model, and where its properties are; nil when there is no entity with a table. O(columns²) at worst, as
  /// properties that do not fit are taken out and the rest is laid out again.
  func model() -> (ManagedObjectModel, StoreLayout)? {
    let names = Dictionary(keys.map { ($0.number, $0.name) }, uniquingKeysWith: { first, _ in first })
    var model = ManagedObjectModel(name: "Model")
    for key in keys where names[key.number] == key.name {
      model.entities.append(EntityDescription(key.name, parent: key.parent == 0 ? nil : names[key.parent]))
    }
    for table in tables where !FileTable.isBookkeeping(table.name) {
      if let place = model.entities.firstIndex(where: {
        $0.parent == nil && "Z\($0.name.uppercased())" == table.name.uppercased()
      }) {
        for property in properties(of: table, names) { model.entities[place].properties.append(property) }
      }
    }
    addOwned(to: &model, names)
    addJoins(to: &model, names)
    return fitted(model)
  }

  // MARK: Columns

  private static let own: Set = ["Z_PK", "Z_ENT", "Z_OPT"]

  private func properties(of table: FileTable, _ names: [Int: String]) -> [PropertyDescription] {
    var found: [PropertyDescription] = []
    let columns = Set(table.columns.map { $0.uppercased() })
    let entities = Dictionary(names.values.map { ($0.uppercased(), $0) }, uniquingKeysWith: { first, _ in first })
    for (column, type) in zip(table.columns, table.types) {
      let column = column.uppercased()
      guard column.hasPrefix("Z"), !column.hasPrefix("Z_"), !Self.own.contains(column) else { continue }
      let name = String(column.dropFirst())
      // Z5_TEAM and Z3MEMBERS: columns of relationships.
      if name.first?.isNumber == true { continue }
      let companion = columns.compactMap { other -> Int? in
        guard other.hasSuffix("_\(name)"), other.hasPrefix("Z") else { return nil }
        return Int(other.dropFirst().dropLast(name.count + 1))
      }.first
      if type == "INTEGER", let destination = companion.flatMap({ names[$0] }) ?? entities[name] {
        found.append(.relationship(RelationshipDescription(name, to: destination, isOptional: true)))
        continue
      }
      found.append(.attribute(AttributeDescription(name, self.type(type), isOptional: true)))
    }
    return found
  }

  private func type(_ declared: String) -> AttributeType {
    switch declared {
    case "INTEGER": .integer64
    case "TIMESTAMP": .date
    case "FLOAT": .double
    case "DECIMAL": .decimal
    case "VARCHAR": .string
    default: .binaryData
    }
  }

  // MARK: Links

  /// `Z3MEMBERS`: the owner, an object of entity 3, in the table of its members.
  private func addOwned(to model: inout ManagedObjectModel, _ names: [Int: String]) {
    for table in tables {
      guard let member = model.entities.first(where: { $0.parent == nil && "Z\($0.name.uppercased())" == table.name })
      else { continue }
      for column in table.columns {
        let digits = column.dropFirst().prefix { $0.isNumber }
        let name = column.dropFirst(1 + digits.count)
        guard !digits.isEmpty, !name.isEmpty, !name.hasPrefix("_"), let owner = Int(digits).flatMap({ names[$0] })
        else { continue }
        model[entity: owner]?.properties.append(
          .relationship(
            RelationshipDescription(
              String(name), to: member.name, isToMany: true, isOptional: true,
              isOrdered: table.columns.contains("Z_FOK_\(digits)\(name)"))))
      }
    }
  }

  /// `Z_5DISPLAYTYPES(Z_5MESSAGES, Z_2DISPLAYTYPES)`.
  private func addJoins(to model: inout ManagedObjectModel, _ names: [Int: String]) {
    for table in tables where !FileTable.isBookkeeping(table.name) && table.name.hasPrefix("Z_") {
      guard table.columns.count >= 2, let (owner, relationship) = Self.numbered(table.name),
        let (first, inverse) = Self.numbered(table.columns[0]), let (second, _) = Self.numbered(table.columns[1]),
        first == owner, let ownerName = names[owner], let otherName = names[second]
      else { continue }
      let isReflexive = table.columns[1].uppercased() == "REFLEXIVE"
      if isReflexive { continue }
      func isOrdered(_ column: String) -> Bool { table.columns.contains("Z_FOK_\(column.dropFirst(2))") }
      model[entity: ownerName]?.properties.append(
        .relationship(
          RelationshipDescription(
            relationship, to: otherName, isToMany: true, isOptional: true, isOrdered: isOrdered(table.columns[1]),
            inverse: inverse)))
      model[entity: otherName]?.properties.append(
        .relationship(
          RelationshipDescription(
            inverse, to: ownerName, isToMany: true, isOptional: true, isOrdered: isOrdered(table.columns[0]),
            inverse: relationship)))
    }
  }

  /// `Z_5MESSAGES` is 5 and MESSAGES.
  private static func numbered(_ name: String) -> (Int, String)? {
    guard name.hasPrefix("Z_") else { return nil }
    let digits = name.dropFirst(2).prefix { $0.isNumber }
    guard let number = Int(digits), name.utf8.count > 2 + digits.utf8.count else { return nil }
    return (number, String(name.dropFirst(2 + digits.count)))
  }

  // MARK: Fitting

  /// Takes out what the model may not have, and what the store then has no column for.
  private func fitted(_ model: ManagedObjectModel) -> (ManagedObjectModel, StoreLayout)? {
    var model = model
    let total = model.entities.reduce(0) { $0 + $1.properties.count } + model.entities.count
    for _ in 0...total {
      let layout: StoreLayout
      do throws(ModelError) { layout = try StoreLayout(model, tables, keys, framework: framework) } catch {
        guard remove(error.problems, from: &model) else { return nil }
        continue
      }
      if layout.misfits.isEmpty { return layout.entities.isEmpty ? nil : (model, layout) }
      guard removeMisfits(of: layout, from: &model) else { return nil }
    }
    return nil
  }

  private func remove(_ problems: [ModelProblem], from model: inout ManagedObjectModel) -> Bool {
    var didRemove = false
    for problem in problems {
      guard let (entity, property) = problem.place, let property else { continue }
      if model[entity: entity]?[property: property] != nil {
        model[entity: entity]?[property: property] = nil
        didRemove = true
      }
    }
    return didRemove
  }

  private func removeMisfits(of layout: StoreLayout, from model: inout ManagedObjectModel) -> Bool {
    let there = Dictionary(
      tables.map { ($0.name.uppercased(), Set($0.columns.map { $0.uppercased() })) },
      uniquingKeysWith: { first, _ in first })
    var didRemove = false
    func remove(_ property: SQLiteProperty) {
      guard model[entity: property.entity]?[property: property.name] != nil else { return }
      model[entity: property.entity]?[property: property.name] = nil
      didRemove = true
    }
    for table in layout.schema.tables {
      let columns = there[table.name.uppercased()]
      if case .links(let join) = table.content {
        if columns == nil || table.columns.contains(where: { columns?.contains($0.name.uppercased()) != true }) {
          remove(SQLiteProperty(entity: join.entity, name: join.relationship))
          remove(SQLiteProperty(entity: join.inverseEntity, name: join.inverse))
        }
        continue
      }
      guard case .objects(let members) = table.content else { continue }
      guard let columns else {
        // An entity without a table: a row of Z_PRIMARYKEY that is none of the model's.
        for member in members where model[entity: member] != nil {
          model[entity: member] = nil
          didRemove = true
        }
        continue
      }
      for column in table.columns where !columns.contains(column.name.uppercased()) {
        switch column.content {
        case .attribute(let property), .destination(let property), .destinationEntity(let property),
          .order(let property), .owner(let property), .ownerOrder(let property):
          remove(property)
        case .primaryKey, .entity, .saveCount, .joinSource, .joinDestination, .joinSourceOrder, .joinDestinationOrder,
          .bookkeeping:
          continue
        }
      }
    }
    return didRemove
  }
}

extension ModelProblem {
  /// The entity and the property that it is about; nil for a problem of the whole model.
  fileprivate var place: (entity: String, property: String?)? {
    switch self {
    case .duplicateProperty(let name, let entity), .inheritedProperty(let name, let entity, _),
      .reservedName(let name, let entity), .unknownDestination(_, let name, let entity, _),
      .unknownInverse(_, let name, let entity, _, _), .inverseNotMutual(_, let name, let entity, _, _),
      .inverseLeadsElsewhere(_, let name, let entity, _, _):
      (entity, name)
    case .invalidName(let name, let entity): entity.map { ($0, name) }
    default: nil
    }
  }
}
