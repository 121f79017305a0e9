import ObjectGraph
import Predicates

/// Independent facts that one entity mixes: each gets its own place, and the mixture is removed.
extension Proposal.SplitAssociation {
  func carryOut(_ before: EntityRelation, _ context: ManagedObjectContext) throws -> Proposal.Report {
    guard context.model[entity: entity] != nil, parts.allSatisfy({ before.places(of: $0.columns) != nil }) else {
      throw ProposalError.modelChanged("\(entity) has changed since")
    }
    var rows: [[Value]: ManagedObjectID] = [:]
    for (row, object) in before.objects.enumerated() {
      let values = try before.columns.indices.map { column in
        guard let value = before.value(row: row, column: column) else {
          throw ProposalError.missingValue(object, key: before.columns[column].name)
        }
        return value
      }
      if let other = rows.updateValue(object, forKey: values) { throw ProposalError.duplicateRows(other, object) }
    }

    var model = context.model
    for part in parts { add(part, to: &model) }
    try context.setModel(model)
    var made = 0
    for part in parts {
      guard let places = before.places(of: part.columns) else { continue }
      for group in before.groups(by: places) {
        guard let row = group.first else { continue }
        let values = places.map { before.value(row: row, column: $0) ?? .null }
        switch part {
        case .manyToMany(_, _, let relationship, _):
          guard let owner = values[0].objectID, let member = values[1].objectID else { continue }
          try context.add([member], to: relationship, of: owner)
        case .entity(let name, let columns, _):
          let id = try context.insert(name)
          made += 1
          for (column, value) in zip(columns, values) { try context.setValue(value, of: id, forKey: column) }
        }
      }
    }
    for object in before.objects { try context.delete(object) }
    context.processPendingChanges()
    var smaller = context.model
    for column in before.columns where column.destination != nil { smaller.take(column.name, from: entity) }
    smaller[entity: entity] = nil
    for place in smaller.configurations.indices { smaller.configurations[place].entities.removeAll { $0 == entity } }
    try context.setModel(smaller)

    let joined = try join(before, context)
    let was = Set(rows.keys)
    let different = joined.symmetricDifference(was).count
    if different > 0 { throw ProposalError.lossy(count: different) }
    return Proposal.Report(comparedCount: before.rowCount, madeCount: made, removedCount: before.rowCount)
  }

  private func add(_ part: Part, to model: inout ManagedObjectModel) {
    switch part {
    case .manyToMany(_, let entities, let relationship, let inverse):
      model[entity: entities[0]]?.properties.append(
        .relationship(
          RelationshipDescription(relationship, to: entities[1], isToMany: true, isOptional: true, inverse: inverse)))
      model[entity: entities[1]]?.properties.append(
        .relationship(
          RelationshipDescription(inverse, to: entities[0], isToMany: true, isOptional: true, inverse: relationship)))
    case .entity(let name, let columns, let inverses):
      var description = EntityDescription(name, uniquenessConstraints: [columns])
      for column in columns {
        guard let property = model.property(column, of: entity)?.property else { continue }
        switch property {
        case .attribute(var attribute):
          attribute.renamingIdentifier = nil
          description.properties.append(.attribute(attribute))
        case .relationship(let relationship):
          let back = inverses[column] ?? column
          description.properties.append(
            .relationship(
              RelationshipDescription(
                column, to: relationship.destination, isOptional: relationship.isOptional, inverse: back)))
          model[entity: relationship.destination]?.properties.append(
            .relationship(
              RelationshipDescription(back, to: name, isToMany: true, isOptional: true, inverse: column)))
        case .fetched: break
        }
      }
      model.entities.append(description)
    }
  }

  /// Returns the natural join of the parts, over the columns of the original table.
  private func join(_ before: EntityRelation, _ context: ManagedObjectContext) throws -> Set<[Value]> {
    let names = before.columns.map(\.name)
    var joined: [[String: Value]] = [[:]]
    for part in parts {
      var tuples: [[String: Value]] = []
      switch part {
      case .manyToMany(let columns, let entities, let relationship, _):
        for owner in try context.fetch(FetchRequest(entities[0])) {
          for member in try context.value(of: owner, forKey: relationship).elements ?? [] {
            tuples.append([columns[0]: owner.value, columns[1]: member])
          }
        }
      case .entity(let name, let columns, _):
        for object in try context.fetch(FetchRequest(name)) {
          var tuple: [String: Value] = [:]
          for column in columns { tuple[column] = try context.value(of: object, forKey: column) }
          tuples.append(tuple)
        }
      }
      let shared = joined.first.map { Set($0.keys).intersection(part.columns).sorted() } ?? []
      let byShared = Dictionary(grouping: tuples) { tuple in shared.map { tuple[$0] ?? .null } }
      joined = joined.flatMap { left in
        (byShared[shared.map { left[$0] ?? .null }] ?? []).map { left.merging($0) { one, _ in one } }
      }
    }
    return Set(joined.map { tuple in names.map { tuple[$0] ?? .null } })
  }
}

extension Proposal.SplitAssociation.Part {
  package var columns: [String] {
    switch self {
    case .manyToMany(let columns, _, _, _): columns
    case .entity(_, let columns, _): columns
    }
  }
}
