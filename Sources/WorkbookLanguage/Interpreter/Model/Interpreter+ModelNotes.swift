import Diagnostics
import ModelReview
import ObjectGraph
import Predicates

/// Notes and warnings about a change of the model that was made.
extension Interpreter {
  /// Notes on new properties whose names are words of conditions: `first`, `any`.
  func namesInConditions(of change: ModelStatement) -> [Diagnostic] {
    let names: [Identifier]
    switch change {
    case .entity(let declaration): names = declaration.members.compactMap(\.propertyName)
    case .add(_, let member): names = [member.propertyName].compactMap { $0 }
    case .renameProperty(_, let name): names = [name]
    default: return []
    }
    return names.filter { PredicateParser.isReservedKey($0.text) }.prefix(3).map { name in
      Diagnostic(
        "reserved-key", "'\(name)' is a word of conditions", at: name.range, severity: .note,
        hint: "there the key is written #\(name)")
    }
  }

  /// Warnings about fetched properties that find nothing, as their condition cannot be evaluated or their entity is not there, and about
  /// templates whose entity or order is not there, once there are objects: until then, what is missing may be declared later.
  func unknownKeys(in change: ModelStatement) -> [Diagnostic] {
    let reference: PropertyReference
    let destination: Identifier
    switch change {
    case .add(let entity, .fetched(let declaration)):
      reference = PropertyReference(entity: entity, property: declaration.name)
      destination = declaration.destination
    case .changeProperty(let changed, .fetched(let entity, _)?, _): (reference, destination) = (changed, entity)
    case .template(let name, let query): return unknownKeys(ofTemplate: name, query)
    default: return []
    }
    guard
      case .fetched(let fetched)? = context.model.property(reference.property.text, of: reference.entity.text)?.property,
      context.model.entities.contains(where: { !context.graph.objectIDs(of: $0.name).isEmpty })
    else { return [] }
    guard context.model[entity: fetched.destination] != nil else {
      let near = Suggestions.nearest(to: fetched.destination, among: context.model.entityNames)
      guard !near.isEmpty else { return [] }
      return [
        Diagnostic(
          Diagnostic.ID.unknownEntity, "there is no entity '\(destination)' yet: \(reference) finds nothing",
          at: destination.range, severity: .warning, nearest: near)
      ]
    }
    guard let predicate = fetched.predicate else { return [] }
    var variables: Set<String> = []
    var misspelt: Diagnostic?
    predicate.forEachExpression { expression in
      let word: String
      switch expression.kind {
      case .variable(let name):
        variables.insert(name)
        word = "$" + name
      case .constant(.string(let text)): word = text
      default: return
      }
      let meant = FetchedPropertyVariable.allCases.first { $0.spelling == word.uppercased() }
      guard let meant, expression.kind != .variable(meant.rawValue), misspelt == nil else { return }
      misspelt = Diagnostic(
        Diagnostic.ID.unknownKey,
        "\(statementSource[expression.range]) is not the variable: \(reference) finds nothing",
        at: expression.range, severity: .warning, hint: "write \(meant.spelling)",
        fix: .init(expression.range, with: meant.spelling))
    }
    if let misspelt { return [misspelt] }
    return predicate.check(
      against: ConditionShape(model: context.model), entity: fetched.destination, variables: variables, ownNames: []
    ).filter { $0.severity == .error }.prefix(1).map { problem in
      var problem = problem
      problem.severity = .warning
      problem.message += ": \(reference) finds nothing"
      let key = problem.range.map { String(statementSource[$0]) } ?? ""
      let owner = FetchedPropertyVariable.source.spelling
      let isVariable = FetchedPropertyVariable.names.contains(key.uppercased())
      if context.model.property(key, of: reference.entity.text) != nil {
        problem.hint = "of the object that owns the property: \(owner).\(key)"
      } else if isVariable || names[key] != nil {
        let meant = isVariable ? "$" + key.uppercased() : owner
        problem.hint = isVariable ? "write \(meant)" : "the object that owns the property is \(owner)"
        problem.fix = problem.range.map { .init($0, with: meant) }
      }
      return problem
    }
  }

  /// Warns about a template that cannot be fetched, because its entity or a key of its order is not there and may be misspelt.
  private func unknownKeys(ofTemplate name: Identifier, _ query: Query) -> [Diagnostic] {
    let model = context.model
    guard model.entities.contains(where: { !context.graph.objectIDs(of: $0.name).isEmpty }) else { return [] }
    func unknown(_ id: String, _ what: String, at word: Identifier, among names: [String]) -> Diagnostic? {
      let near = Suggestions.nearest(to: word.text, among: names)
      guard !near.isEmpty else { return nil }
      return Diagnostic(id, "\(what): \(name) cannot be fetched", at: word.range, severity: .warning, nearest: near)
    }
    guard let entity = model[entity: query.entity.text] else {
      return [
        unknown(
          Diagnostic.ID.unknownEntity, "there is no entity '\(query.entity)' yet", at: query.entity,
          among: model.entityNames)
      ].compactMap { $0 }
    }
    let keys = model.properties(of: entity.name).map(\.name)
    return query.clauses.sortKeys.compactMap { key in
      guard let first = key.path.first, !keys.contains(first.text) else { return nil }
      return unknown(Diagnostic.ID.unknownKey, "\(entity.name) has no '\(first)'", at: first, among: keys)
    }
  }

  /// Returns a note for each to-one relationship that a statement has made required, or added as such, while objects have
  /// no destination there. O(objects).
  ///
  /// A migration refuses such rows, by the same ``RelationshipDescription/isMandatory(since:)``. In an open graph each
  /// object can still get its destination before the save that asks for it.
  func objectsLackingDestinations(
    after change: ModelStatement, since before: ManagedObjectModel, at range: SourceRange
  ) throws -> [Diagnostic] {
    try change.mayRequire(in: context.model).flatMap { entity, keys in
      try keys.compactMap { key in
        let earlier = before.property(key, of: entity)?.property.relationship
        guard let (property, owner) = context.model.property(key, of: entity),
          property.relationship?.isMandatory(since: earlier) == true
        else { return nil }
        let ids = context.graph.objectIDs(of: entity)
        try meter.spend(.rows, ids.count)
        let lacking = ids.filter { (try? context.value(of: $0, forKey: key))?.isNull ?? false }
        return lacking.isEmpty ? nil : lackingDestination("\(owner).\(key)", of: entity, lacking, at: range)
      }
    }
  }

  /// - Parameter relationship: `Person.pass`, by the entity that declares it.
  private func lackingDestination(
    _ relationship: String, of entity: String, _ lacking: [ManagedObjectID], at range: SourceRange
  ) -> Diagnostic {
    let key = relationship.split(separator: ".").last.map(String.init) ?? relationship
    let isOne = lacking.count == 1
    let subject =
      isOne
      ? "\(ObjectFormatter(context: context).label(lacking[0])) has"
      : "\(DisplayText.grouped(lacking.count)) objects of \(entity) have"
    // A save does not look at the objects that were saved without one and have not changed since.
    let isSaving = !Set(context.insertedObjects + context.updatedObjects).isDisjoint(with: lacking)
    let save = isSaving ? "the next save fails (\(ValidationCode.missingMandatoryProperty.rawValue)), and " : ""
    return Diagnostic(
      "required-lacking",
      "\(subject) no \(key): \(save)a store with such \(isOne ? "a row" : "rows") would not migrate "
        + "(\(StoreCode.migration.rawValue))",
      at: range, severity: .note,
      hint: "give \(isOne ? "it" : "each of them") one, or write change \(relationship), optional")
  }

  /// Returns notes on the required to-one relationships to unique entities that come with a statement: its relationship,
  /// its constraint or its parent makes the second half. O(properties).
  func refusedByXcode(
    _ change: ModelStatement, from old: ManagedObjectModel, to new: ManagedObjectModel
  ) -> [Diagnostic] {
    guard change.mayLeadToUnique else { return [] }
    let found = ModelIndex(new).uniqueDestinations().filter { $0.standing == .refused }
    guard !found.isEmpty else { return [] }
    let known = Set(ModelIndex(old).uniqueDestinations().filter { $0.standing == .refused }.map(\.name))
    return found.filter { !known.contains($0.name) }.map { destination in
      Diagnostic(
        "unique-required", destination.message, at: change.range(of: destination), severity: .note,
        hint: destination.fix)
    }
  }

  /// A note for each other context with unsaved changes of what the model no longer has: they go when that context is
  /// used under the new model, and no undo brings them back. O(pending changes × removals).
  /// - Parameter way: the statement that takes the change of the model back.
  func unsavedElsewhere(_ way: StatementWord = .undo, at range: SourceRange) -> [Diagnostic] {
    contexts.sorted { $0.key < $1.key }.compactMap { name, named in
      let other = named.context
      guard other.hasChanges, other.model != context.model else { return nil }
      let pending = other.insertedObjects + other.updatedObjects
      for change in context.model.difference(from: other.model).changes {
        let (entity, key): (String, String?)
        switch change {
        case .propertyRemoved(let property, let of): (entity, key) = (of, property)
        case .entityRemoved(let removed): (entity, key) = (removed, nil)
        default: continue
        }
        let ids = pending.filter { id in
          other.model.lineage(of: other.entityName(of: id)).contains { $0.name == entity }
            && key.map { other.changedValues(of: id)[$0] != nil } ?? true
        }
        guard let first = ids.first else { continue }
        let more = Listing.rest(ids.count - 1)
        return Diagnostic(
          "unsaved-elsewhere",
          "\(name) has unsaved changes of \(entity)\(key.map { "." + $0 } ?? ""), in \(ObjectFormatter(context: other).label(first))"
            + "\(more): when \(name) saves they go, and \(way.rawValue) does not bring them back",
          at: range, severity: .note, hint: "to keep them: \(way.rawValue), then context \(name) { save }")
      }
      return nil
    }
  }
}

extension Member {
  /// The properties of a uniqueness constraint.
  var uniqueKeys: [Identifier]? { if case .unique(let names) = self { names } else { nil } }
}

extension EntityChange {
  /// The properties of a uniqueness constraint that it adds.
  var uniqueKeys: [Identifier]? { if case .unique(let names) = kind { names } else { nil } }
}

extension ModelStatement {
  /// The entities whose objects may need a destination after the statement, and the properties in question.
  fileprivate func mayRequire(in model: ManagedObjectModel) -> [(entity: String, keys: [String])] {
    switch self {
    case .add(let entity, let member): member.propertyName.map { [(entity.text, [$0.text])] } ?? []
    case .changeProperty(let reference, _, _): [(reference.entity.text, [reference.property.text])]
    case .changeEntity(let name, let changes):
      changes.contains { if case .parent = $0.kind { true } else { false } }
        ? [(name.text, model.properties(of: name.text).map(\.name))] : []
    case .useVersion: model.entities.map { ($0.name, $0.properties.map(\.name)) }
    case .name, .entity, .composite, .template, .dependency, .configuration, .link, .renameProperty, .renameEntity,
      .removeProperty, .removeEntity, .removeDependency, .version:
      []
    }
  }

  /// Whether it may make a required relationship, a uniqueness constraint or a parent; giving a name makes none of them.
  fileprivate var mayLeadToUnique: Bool {
    switch self {
    case .entity, .add, .changeProperty, .changeEntity, .link: true
    case .name, .composite, .template, .dependency, .configuration, .version, .useVersion, .renameProperty,
      .renameEntity, .removeProperty, .removeEntity, .removeDependency:
      false
    }
  }

  /// The place of the half that the statement brings: the constraint, the parent, or the relationship.
  fileprivate func range(of destination: UniqueDestination) -> SourceRange? {
    func whole(_ names: [Identifier]) -> SourceRange? {
      guard names.map(\.text) == destination.constraint, let first = names.first, let last = names.last else {
        return nil
      }
      return SourceRange(first.range.lowerBound, last.range.upperBound)
    }
    switch self {
    case .entity(let declaration):
      if declaration.name.text == destination.entity, let range = range(ofProperty: destination.relationship) {
        return range
      }
      if declaration.name.text == destination.owner,
        let range = declaration.members.lazy.compactMap({ $0.uniqueKeys.flatMap(whole) }).first
      {
        return range
      }
      return declaration.parent?.range ?? declaration.name.range
    case .changeEntity(let name, let changes):
      for change in changes {
        if let range = change.uniqueKeys.flatMap(whole) { return range }
        if case .parent(let parent) = change.kind { return parent.range }
      }
      return name.range
    case .link(let link):
      return [link.left, link.right].first { $0.property.text == destination.relationship }?.property.range
    default: return range(ofProperty: destination.relationship)
    }
  }
}
