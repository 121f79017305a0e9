import ObjectGraph
import Predicates

extension Proposal {
  /// The effect of a proposal, in numbers.
  package struct Report: Hashable, Sendable {
    /// How many rows were compared with what can be read now; all agreed.
    package var comparedCount: Int
    package var madeCount: Int
    package var removedCount: Int
  }

  /// Changes the model and takes the objects along; then reads everything back and compares.
  ///
  /// Nothing is rolled back here: the caller discards the event when this throws.
  /// - Throws: ``ProposalError``, or what the graph and the model say.
  package func carryOut(in context: ManagedObjectContext) throws -> Report {
    let model = context.model
    let report = try carryOut(try EntityRelation(entity, in: context), context)
    try keepDeclarations(of: model, in: context)
    try demandByRules(since: model, in: context)
    return report
  }

  /// Makes each new required relationship that Xcode refuses optional, and demands it by a rule.
  private func demandByRules(since before: ManagedObjectModel, in context: ManagedObjectContext) throws {
    let known = Set(ModelIndex(before).uniqueDestinations().filter { $0.standing == .refused }.map(\.name))
    var model = context.model
    for found in ModelIndex(model).uniqueDestinations() where found.standing == .refused && !known.contains(found.name)
    {
      let rule = found.demand
      guard var entity = model[entity: found.entity],
        var relationship = entity[property: found.relationship]?.relationship,
        entity.rules.allSatisfy({ $0.name != rule.name || $0 == rule })
      else { continue }
      relationship.isOptional = true
      entity[property: found.relationship] = .relationship(relationship)
      if !entity.rules.contains(rule) { entity.rules.append(rule) }
      model[entity: found.entity] = entity
    }
    if model != context.model { try context.setModel(model) }
  }

  private func carryOut(_ before: EntityRelation, _ context: ManagedObjectContext) throws -> Report {
    switch self {
    case .moveAttributes(let moved): return try moved.carryOut(before, context)
    case .makeEntity(let new): return try new.carryOut(before, context)
    case .gatherNumbered(let numbered): return try numbered.carryOut(before, context)
    case .splitList(let split): return try split.carryOut(before, context)
    case .splitAssociation(let split): return try split.carryOut(before, context)
    }
  }
}

extension Proposal.MovedAttributes {
  fileprivate func carryOut(_ before: EntityRelation, _ context: ManagedObjectContext) throws -> Proposal.Report {
    guard let place = before.place(of: through), let columns = before.places(of: attributes),
      readings.values.allSatisfy({ context.model.attribute(at: $0, from: destination) != nil })
    else { throw ProposalError.modelChanged("\(entity) has changed since") }
    var model = context.model
    var isNew: Set<String> = []
    for name in moved where model.property(name, of: destination) == nil {
      guard let property = model.property(name, of: entity)?.property else { continue }
      model.place(property, in: destination)
      isNew.insert(name)
    }
    try context.setModel(model)
    for row in before.objects.indices where before.isMissing(row: row, column: place) {
      let lost = zip(attributes, columns).filter { name, column in
        readings[name] == nil
          ? !before.isMissing(row: row, column: column) : before.value(row: row, column: column)?.isBlank == false
      }.map(\.0)
      if !lost.isEmpty { throw ProposalError.nothingToCarry(before.objects[row], keys: lost, missing: [through]) }
    }
    for group in before.groups(by: [place]) {
      guard let first = group.first, let target = before.value(row: first, column: place)?.objectID else { continue }
      for (name, column) in zip(attributes, columns) {
        if let path = readings[name] {
          let source = try context.value(at: path, from: target)
          for row in group {
            guard let value = before.value(row: row, column: column), !value.isBlank, !value.says(source) else {
              continue
            }
            throw ProposalError.copyDiffers(before.objects[row], key: name, path: [through] + path)
          }
          continue
        }
        let value = try before.single(column, of: group, determinant: [through])
        if isNew.contains(name) {
          try context.setValue(value, of: target, forKey: name)
        } else if try context.value(of: target, forKey: name) != value {
          throw ProposalError.destinationDisagrees(before.objects[first], destination: target, key: name)
        }
      }
    }
    var smaller = context.model
    for name in attributes { smaller.take(name, from: entity) }
    try context.setModel(smaller)
    try before.compare(before.places(of: moved) ?? [], in: context) { object, column in
      guard let target = try context.value(of: object, forKey: through).objectID else { return .null }
      return try context.value(of: target, forKey: before.columns[column].name)
    }
    return Proposal.Report(comparedCount: before.rowCount, madeCount: 0, removedCount: 0)
  }
}

extension ManagedObjectContext {
  /// The value at the end of a path; null where it ends early.
  fileprivate func value(at path: [String], from object: ManagedObjectID) throws -> Value {
    var value = object.value
    for key in path {
      guard let owner = value.objectID else { return .null }
      value = try self.value(of: owner, forKey: key)
    }
    return value
  }
}

extension ManagedObjectModel {
  /// The attribute at the end of a path of to-one relationships.
  fileprivate func attribute(at path: [String], from entity: String) -> AttributeDescription? {
    var entity = entity
    for key in path.dropLast() {
      guard let relationship = property(key, of: entity)?.property.relationship, !relationship.isToMany else {
        return nil
      }
      entity = relationship.destination
    }
    return path.last.flatMap { property($0, of: entity)?.property.attribute }
  }
}

extension Proposal.NewEntity {
  fileprivate func carryOut(_ before: EntityRelation, _ context: ManagedObjectContext) throws -> Proposal.Report {
    let names = determinant + dependents
    guard let left = before.places(of: determinant), let columns = before.places(of: names),
      context.model[entity: name] == nil
    else { throw ProposalError.modelChanged("\(entity) has changed since") }
    // While the attribute is there the relationship needs another name.
    let provisional = names.contains(relationship) ? relationship + "Entry" : relationship
    var model = context.model
    var description = EntityDescription(name)
    description.uniquenessConstraints = [determinant.map { keeps[$0] ?? $0 }]
    model.entities.append(description)
    for name in names {
      guard var property = model.property(name, of: entity)?.property else { continue }
      property.name = keeps[name] ?? name
      model.place(property, in: self.name, isRequired: determinant.contains(name))
    }
    let isOptional = left.contains { before.columns[$0].isOptional }
    model[entity: entity]?.properties.append(
      .relationship(
        RelationshipDescription(provisional, to: self.name, isOptional: isOptional, inverse: inverse)))
    model[entity: self.name]?.properties.append(
      .relationship(
        RelationshipDescription(inverse, to: entity, isToMany: true, isOptional: true, inverse: provisional)))
    try context.setModel(model)

    for row in before.objects.indices where left.contains(where: { before.isMissing(row: row, column: $0) }) {
      let lost = columns.filter { !before.isMissing(row: row, column: $0) }.map { before.columns[$0].name }
      let missing = left.filter { before.isMissing(row: row, column: $0) }.map { before.columns[$0].name }
      if !lost.isEmpty { throw ProposalError.nothingToCarry(before.objects[row], keys: lost, missing: missing) }
    }
    var madeCount = 0
    for group in before.groups(by: left) where !group.isEmpty {
      let new = try context.insert(self.name)
      madeCount += 1
      for (name, column) in zip(names, columns) {
        let value = try before.single(column, of: group, determinant: determinant)
        try context.setValue(value, of: new, forKey: keeps[name] ?? name)
      }
      for row in group { try context.setValue(new.value, of: before.objects[row], forKey: provisional) }
    }
    var smaller = context.model
    for name in names { smaller.take(name, from: entity) }
    try context.setModel(smaller)
    try context.rename(relationship: provisional, of: entity, to: relationship)
    try before.compare(columns, in: context) { object, column in
      guard let target = try context.value(of: object, forKey: relationship).objectID else { return .null }
      let name = before.columns[column].name
      return try context.value(of: target, forKey: keeps[name] ?? name)
    }
    return Proposal.Report(comparedCount: before.rowCount, madeCount: madeCount, removedCount: 0)
  }
}

extension EntityRelation {
  /// The one value that a column has in a group.
  fileprivate func single(_ column: Int, of group: [Int], determinant: [String]) throws -> Value {
    guard let first = group.first else { return .null }
    for row in group where numbers[column][row] != numbers[column][first] {
      throw ProposalError.contradiction(
        objects[first], objects[row], determinant: determinant, dependent: columns[column].name)
    }
    return value(row: first, column: column) ?? .null
  }

  /// Reads every cell back, and throws when one differs: the join of the parts is the table that was.
  fileprivate func compare(
    _ columns: [Int], in context: ManagedObjectContext, reading: (ManagedObjectID, Int) throws -> Value
  ) throws {
    var different: Set<Int> = []
    for (row, object) in objects.enumerated() {
      for column in columns {
        if try reading(object, column) != (value(row: row, column: column) ?? .null) { different.insert(row) }
      }
    }
    if !different.isEmpty { throw ProposalError.lossy(count: different.count) }
  }
}
