import Predicates

import struct Foundation.Date

/// Asks what keeps a graph's pending changes from being saved. Changes nothing.
struct Validator {
  var graph: Graph
  let now: Date
  /// Objects whose relationships follow another rule than their own, for a comparison of rules.
  var overridden: Set<ManagedObjectID> = []
  var overridingRule: DeleteRule?
  /// The store that takes new objects of an entity, by the entity's place; entities that the first store takes are left
  /// out. Uniqueness is asked in each store by itself.
  var takers: [Int: UInt8] = [:]
  /// The links that deny does not follow.
  var unlisted = UnlistedLinks()
  /// The graph before the pending changes. An updated object of which only derived values differ from it is not checked:
  /// Core Data's store computes them, and the object is not among those that are updated.
  var base: Graph?
  /// If it says yes, the answer is not complete: the caller asks it again.
  let cancellation: Cancellation

  init(_ graph: Graph, now: Date, _ cancellation: Cancellation = .never) {
    self.graph = graph
    self.now = now
    self.cancellation = cancellation
  }

  /// Everything that save would say: of deletes, of inserts, of updates, then of uniqueness.
  func pendingErrors(asksUniqueness: Bool = true) -> [ValidationError] {
    var errors: [ValidationError] = []
    let memory = graph.memory
    for id in graph.objects(marked: .deleted)
    where !overridden.isEmpty || !memory.entities[Int(id.entity)].denying.isEmpty {
      errors += deleteErrors(id)
    }
    let suspects = suspects()
    for list in [suspects.inserted, suspects.updated] {
      for (count, id) in list.enumerated() {
        // A rule may take its time for each of them.
        if !hasOnlyDerivedChanges(id) { errors += errorsOfLive(id) }
        if count & 255 == 255, cancellation.isRequested { return errors }
      }
    }
    if cancellation.isRequested { return errors }
    if asksUniqueness, graph.schema.hasUniqueness {
      errors += uniquenessErrors(
        of: graph.objects(marked: .inserted, without: .deleted) + graph.objects(marked: .updated, without: .deleted))
    }
    return errors
  }

  private func hasOnlyDerivedChanges(_ id: ManagedObjectID) -> Bool {
    guard graph.schema.hasDerived, let base, let place = graph.place(of: id), let entity = graph.entity(at: place),
      entity.properties.contains(where: { $0.attribute?.derivation != nil }), base.hasHad(place),
      base.header(at: place).isLive, !graph.header(at: place).marks.contains(.inserted)
    else { return false }
    let changed = graph.changedProperties(of: entity, at: place, since: base)
    return !changed.isEmpty && changed.allSatisfy { $0.attribute?.derivation != nil }
  }

  /// Returns the errors of uniqueness alone.
  func constraintErrors() -> [ValidationError] {
    guard graph.schema.hasUniqueness else { return [] }
    return uniquenessErrors(
      of: graph.objects(marked: .inserted, without: .deleted) + graph.objects(marked: .updated, without: .deleted))
  }

  /// Returns the errors of validateForInsert and validateForUpdate: every property by itself, then the rules of the
  /// model.
  func errorsOfLive(_ id: ManagedObjectID) -> [ValidationError] {
    guard let place = graph.place(of: id), let entity = graph.entity(at: place) else { return [] }
    var errors: [ValidationError] = []
    guard cancellation.allows(.rows, 1 + entity.properties.count >> 2) else { return [] }
    for property in entity.properties {
      switch property.storage {
      case .attribute(let column):
        if property.isOptional, !property.isBounded { continue }
        if property.isMissingAtInsertion, graph.header(at: place).marks.contains(.inserted) {
          errors.append(ValidationError(object: id, entity: entity.name, key: property.name, reason: .missing))
          continue
        }
        let value = graph.value(of: column, at: place)
        if value.isNull, property.isOptional { continue }
        if !value.isNull, !property.isBounded { continue }
        if let shape = property.shape, shape.elements != nil {
          errors += compositeErrors(shape, value, of: id, in: entity)
        } else if let attribute = property.attribute {
          for reason in reasons(attribute, property.pattern, value) {
            errors.append(
              ValidationError(
                object: id, entity: entity.name, key: property.name, value: value,
                reason: reason))
          }
        }
      case .relationship(let layout):
        // Most relationships ask nothing of their number; then only what they lead to matters.
        if let relationship = property.relationship {
          for reason in reasons(relationship, layout, at: place) {
            errors.append(ValidationError(object: id, entity: entity.name, key: property.name, reason: reason))
          }
        }
      case .fetched: break
      }
    }
    for rule in entity.rules {
      if let reason = broken(rule, id, entity) {
        errors.append(ValidationError(object: id, entity: entity.name, key: nil, reason: reason))
      }
    }
    return errors
  }

  /// Returns the errors of validateForDelete: the deny relationships that still hold objects which are not being
  /// deleted themselves.
  ///
  /// An object that was inserted and deleted without a save between is checked too: lessons mostly work on graphs that
  /// were never saved.
  func deleteErrors(_ id: ManagedObjectID) -> [ValidationError] {
    guard let place = graph.place(of: id), let entity = graph.entity(at: place) else { return [] }
    let isOverridden = !overridden.isEmpty && overridden.contains(id)
    if !isOverridden, entity.denying.isEmpty { return [] }
    var errors: [ValidationError] = []
    for property in isOverridden ? entity.relationships : entity.denying {
      guard let layout = property.layout else { continue }
      let rule = isOverridden ? overridingRule ?? layout.rule : layout.rule
      guard rule == .deny, cancellation.allows(.rows, graph.count(of: layout, place.row)) else { continue }
      var holders: [ValidationError.Named] = []
      graph.forEachMember(of: layout, place.row) { member in
        if graph.memory.header(layout.destinationTable, member).isLive, !unlisted.contains(layout, place.row, member) {
          holders.append(named(layout.destinationTable, member))
        }
      }
      if !holders.isEmpty {
        errors.append(
          ValidationError(object: id, entity: entity.name, key: property.name, reason: .denied(by: holders)))
      }
    }
    return errors
  }

  private func named(_ table: Int, _ row: Int32) -> ValidationError.Named {
    let id = graph.id(table, row)
    return ValidationError.Named(id: id, entity: graph.schema.entity(at: id.entity)?.name ?? "object")
  }

  // MARK: Properties

  /// nil first and alone, then every bound and the pattern.
  func reasons(
    _ attribute: AttributeDescription, _ pattern: WholeTextExpression?, _ value: Value
  ) -> [ValidationError.Reason] {
    if value.isNull { return [.missing] }
    var reasons: [ValidationError.Reason] = []
    if let maximum = attribute.maximumValue, maximum.precedes(value) == true {
      reasons.append(.tooLarge(maximum: maximum))
    }
    if let minimum = attribute.minimumValue, value.precedes(minimum) == true {
      reasons.append(.tooSmall(minimum: minimum))
    }
    if case .string(let text) = value {
      if attribute.minimumLength != nil || attribute.maximumLength != nil {
        let length = text.utf16.count
        if let maximum = attribute.maximumLength, length > maximum {
          reasons.append(.tooLong(length: length, maximum: maximum))
        }
        if let minimum = attribute.minimumLength, length < minimum {
          reasons.append(.tooShort(length: length, minimum: minimum))
        }
      }
      if let pattern, let source = attribute.pattern, cancellation.allows(.rows, 1 + text.utf8.count >> 2) {
        switch pattern.match(text, cancellation.meter) {
        case .matches: break
        case .differs: reasons.append(.patternMismatch(pattern: source))
        case .exhausted: reasons.append(.patternTooCostly(pattern: source))
        }
      }
    }
    return reasons
  }

  /// Returns the errors of a relationship. A required to-one without an object lacks its value (1570). The counts of a
  /// to-many are not checked for an optional one that is empty (NSRelationshipDescription.h); a required one that is
  /// empty has too few (1580) if it has a minimum count, as ``RelationshipDescription/mayBeEmpty`` says. A link to an
  /// object that is gone or being deleted is dangling.
  private func reasons(
    _ relationship: RelationshipDescription, _ layout: RelationshipLayout, at place: Graph.Place
  ) -> [ValidationError.Reason] {
    var reasons: [ValidationError.Reason] = []
    let count = graph.count(of: layout, place.row)
    guard cancellation.allows(.rows, count) else { return [] }
    if relationship.isToMany {
      if count < relationship.minimumCount, count > 0 || !relationship.isOptional {
        reasons.append(.tooFew(count: count, minimum: relationship.minimumCount))
      }
      if relationship.maximumCount > 0, count > relationship.maximumCount {
        reasons.append(.tooMany(count: count, maximum: relationship.maximumCount))
      }
    } else if count == 0, !relationship.isOptional {
      reasons.append(.missing)
    }
    var dangling: [ValidationError.Named] = []
    graph.forEachMember(of: layout, place.row) { member in
      if !graph.memory.header(layout.destinationTable, member).isLive, !isRuled(layout, place.row, member) {
        dangling.append(named(layout.destinationTable, member))
      }
    }
    if !dangling.isEmpty { reasons.append(.dangling(dangling)) }
    return reasons
  }

  /// Whether the deleted object at the other end is kept from going by this very link: then 1600 says so, and that
  /// the link would dangle if it went is no news. Or whether the save will end the link, or report a conflict: the deleted
  /// object does not show it.
  private func isRuled(_ layout: RelationshipLayout, _ row: Int32, _ member: Int32) -> Bool {
    guard layout.hasInverse, graph.memory.header(layout.destinationTable, member).isAlive else { return false }
    let id = graph.id(layout.destinationTable, member)
    let inverse = graph.schema.relationships[layout.inverse]
    return switch overridden.contains(id) ? overridingRule ?? inverse.rule : inverse.rule {
    case .deny: true
    case .nullify, .cascade: unlisted.contains(inverse, member, row)
    case .noAction: false
    }
  }

  // MARK: Rules and uniqueness

  private func broken(_ rule: ValidationRule, _ id: ManagedObjectID, _ entity: Entity) -> ValidationError.Reason? {
    // Its condition is compiled.
    guard cancellation.allows(.rows, FetchPlanner.cost) else { return nil }
    do {
      let source = GraphSource(graph, now: now, cancellation)
      return try rule.predicate.matcher(over: source, of: entity)(id.value) ? nil : .ruleBroken(rule.name)
    } catch {
      return .ruleFailed(rule.name, explanation: words(for: error))
    }
  }

  private func words(for error: any Error) -> String {
    switch error {
    case let error as EvaluationError: error.diagnostic.message
    case let error as any ExplainedError: error.diagnostic.message
    default: "its condition cannot be evaluated"
    }
  }

  /// The store that keeps an object, or will.
  private func store(of place: Graph.Place) -> UInt8 {
    let header = graph.header(at: place)
    guard header.marks.contains(.inserted), !graph.isAssigned(place) else { return graph.store(of: place) }
    return takers[Int(header.entity)] ?? 0
  }

  /// Objects whose values in the keys of a constraint are another's too, in the same store. A nil is like no other value,
  /// as in SQL.
  private func uniquenessErrors(of ids: [ManagedObjectID]) -> [ValidationError] {
    struct Constraint: Hashable {
      var declaredBy: Int
      var keys: [String]
    }
    var asked: [Constraint: [ManagedObjectID]] = [:]
    var order: [Constraint] = []
    for id in ids {
      guard let entity = graph.schema.entity(at: id.entity) else { continue }
      for (declaredBy, keys) in entity.uniquenessConstraints {
        let constraint = Constraint(declaredBy: declaredBy, keys: keys)
        if asked[constraint] == nil { order.append(constraint) }
        asked[constraint, default: []].append(id)
      }
    }
    var errors: [ValidationError] = []
    for constraint in order {
      guard let declaring = graph.schema.entity(at: constraint.declaredBy) else { continue }
      let paths = constraint.keys.compactMap(declaring.elementPath)
      func values(at place: Graph.Place) -> [Value]? {
        var values = paths.map { graph.value(of: $0, at: place) }
        guard (try? values.forEach { try cancellation.meter?.spend(reading: $0) }) != nil else { return nil }
        if values.contains(where: \.isNull) { return nil }
        values.append(.integer(Int64(store(of: place))))
        return values
      }
      var holders: [[Value]: [Graph.Place]] = [:]
      var sharing: [[Value]: [ValidationError.Named]] = [:]
      for (count, place) in graph.liveObjects(of: declaring).enumerated() {
        if count & 255 == 0, !cancellation.allows(.rows, 256) { return errors }
        if let values = values(at: place) { holders[values, default: []].append(place) }
      }
      for (count, id) in (asked[constraint] ?? []).enumerated() {
        if count & 255 == 0, !cancellation.allows(.rows, 256) { return errors }
        guard let place = graph.place(of: id), let values = values(at: place), let all = holders[values], all.count > 1
        else { continue }
        let objects = sharing[values] ?? all.map { named($0.table, $0.row) }
        sharing[values] = objects
        errors.append(
          ValidationError(
            object: id, entity: graph.entity(at: place)?.name ?? declaring.name, key: constraint.keys.first,
            value: values[0], reason: .notUnique(keys: constraint.keys, objects: objects)))
      }
    }
    return errors
  }
}
