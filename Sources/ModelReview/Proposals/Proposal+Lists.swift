import ObjectGraph
import Predicates

/// Several values in one place: numbered properties, and texts that are lists.
extension Proposal.NumberedProperties {
  func carryOut(_ before: EntityRelation, _ context: ManagedObjectContext) throws -> Proposal.Report {
    guard let columns = members.first.map({ _ in members.compactMap { before.places(of: $0) } }),
      columns.count == members.count
    else { throw ProposalError.modelChanged("\(entity) has changed since") }
    let gathersObjects = names.isEmpty
    var model = context.model
    if !gathersObjects {
      var description = EntityDescription(destination)
      for (name, member) in zip(names, members[0]) {
        guard var attribute = model.property(member, of: entity)?.property.attribute else { continue }
        attribute.name = name
        attribute.isOptional = true
        attribute.defaultValue = nil
        description.properties.append(.attribute(attribute))
      }
      model.entities.append(description)
    }
    model[entity: entity]?.properties.append(
      .relationship(
        RelationshipDescription(
          relationship, to: destination, isToMany: true, isOptional: true, isOrdered: true, inverse: inverse,
          deleteRule: gathersObjects ? .nullify : .cascade)))
    model[entity: destination]?.properties.append(
      .relationship(
        RelationshipDescription(
          inverse, to: entity, isToMany: gathersObjects, isOptional: true, inverse: relationship)))
    try context.setModel(model)

    var made = 0
    for (row, object) in before.objects.enumerated() {
      var elements: [ManagedObjectID] = []
      var free: String?
      for (member, places) in zip(members, columns) {
        guard places.contains(where: { !before.isMissing(row: row, column: $0) }) else {
          free = free ?? member[0]
          continue
        }
        if let free { throw ProposalError.gap(object, key: free) }
        if gathersObjects {
          guard let id = before.value(row: row, column: places[0])?.objectID else { continue }
          if elements.contains(id) { throw ProposalError.unevenList(object, attribute: relationship) }
          elements.append(id)
        } else {
          let id = try context.insert(destination)
          made += 1
          for (name, place) in zip(names, places) {
            try context.setValue(before.value(row: row, column: place) ?? .null, of: id, forKey: name)
          }
          elements.append(id)
        }
      }
      if !elements.isEmpty { try context.setValue(.array(elements.map(\.value)), of: object, forKey: relationship) }
    }
    var smaller = context.model
    for name in members.joined() { smaller.take(name, from: entity) }
    try context.setModel(smaller)

    var different = 0
    for (row, object) in before.objects.enumerated() {
      let elements = try context.value(of: object, forKey: relationship).elements ?? []
      for (index, places) in columns.enumerated() {
        for (offset, place) in places.enumerated() {
          let was = before.value(row: row, column: place) ?? .null
          var now = Value.null
          if index < elements.count, let id = elements[index].objectID {
            now = gathersObjects ? id.value : try context.value(of: id, forKey: names[offset])
          }
          if now != was { different += 1 }
        }
      }
    }
    if different > 0 { throw ProposalError.lossy(count: different) }
    return Proposal.Report(comparedCount: before.rowCount, madeCount: made, removedCount: 0)
  }
}

extension Proposal.SplitList {
  /// The parts of a text, without the blanks around them.
  package static func parts(of text: String, delimiter: String) -> [String] {
    text.split(separator: delimiter, omittingEmptySubsequences: false).map { part in
      var part = part
      while let first = part.first, first.isWhitespace { part.removeFirst() }
      while let last = part.last, last.isWhitespace { part.removeLast() }
      return String(part)
    }
  }

  func carryOut(_ before: EntityRelation, _ context: ManagedObjectContext) throws -> Proposal.Report {
    guard let column = before.place(of: attribute), context.model[entity: name] == nil else {
      throw ProposalError.modelChanged("\(entity) has changed since")
    }
    let provisional = relationship == attribute ? relationship + "Entry" : relationship
    var model = context.model
    model.entities.append(
      EntityDescription(
        name, properties: [.attribute(AttributeDescription("name", .string))], uniquenessConstraints: [["name"]]))
    model[entity: entity]?.properties.append(
      .relationship(
        RelationshipDescription(
          provisional, to: name, isToMany: true, isOptional: true, isOrdered: true, inverse: inverse)))
    model[entity: name]?.properties.append(
      .relationship(
        RelationshipDescription(inverse, to: entity, isToMany: true, isOptional: true, inverse: provisional)))
    try context.setModel(model)

    var known: [String: ManagedObjectID] = [:]
    for (row, object) in before.objects.enumerated() {
      guard case .string(let text)? = before.value(row: row, column: column) else { continue }
      let parts = Self.parts(of: text, delimiter: delimiter)
      if parts.contains("") || Set(parts).count < parts.count {
        throw ProposalError.unevenList(object, attribute: attribute)
      }
      var elements: [Value] = []
      for part in parts {
        if let id = known[part] {
          elements.append(id.value)
          continue
        }
        let id = try context.insert(name)
        try context.setValue(.string(part), of: id, forKey: "name")
        known[part] = id
        elements.append(id.value)
      }
      try context.setValue(.array(elements), of: object, forKey: provisional)
    }
    var smaller = context.model
    smaller.take(attribute, from: entity)
    try context.setModel(smaller)
    try context.rename(relationship: provisional, of: entity, to: relationship)

    var different = 0
    for (row, object) in before.objects.enumerated() {
      var was: [Value] = []
      if case .string(let text)? = before.value(row: row, column: column) {
        was = Self.parts(of: text, delimiter: delimiter).map(Value.string)
      }
      let now = try (context.value(of: object, forKey: relationship).elements ?? []).map { element in
        try element.objectID.map { try context.value(of: $0, forKey: "name") } ?? .null
      }
      if now != was { different += 1 }
    }
    if different > 0 { throw ProposalError.lossy(count: different) }
    return Proposal.Report(comparedCount: before.rowCount, madeCount: known.count, removedCount: 0)
  }
}
