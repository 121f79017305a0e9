import Diagnostics
import ObjectGraph
import Predicates

/// Turns declarations into descriptions, on a copy of a model.
///
/// Names without a definition are accepted: a model is written top to bottom, and the missing parts are listed when the
/// first object is made.
struct ModelBuilder {
  var model: ManagedObjectModel
  var renaming = ModelRenaming()
  /// Warnings about effects that the statement does not name: a corrected inverse, a relationship that lost its inverse.
  var notes: [Diagnostic] = []
  /// The expression of the first attribute that the statement declares as derived.
  var derivation: SourceRange?
  /// Keys of several properties that went with one of them, as they were declared.
  var droppedConstraints: [String] = []

  // MARK: Entities

  mutating func declare(_ declaration: EntityDeclaration) throws(Diagnostic) {
    try refuseTakenName(declaration.name)
    var entity = EntityDescription(
      declaration.name.text, isAbstract: declaration.isAbstract, parent: declaration.parent?.text)
    var taken: Set<String> = []
    for member in declaration.members { try add(member, to: &entity, &taken) }
    for case .setting(.index(let index)) in declaration.members { try apply(.index(index), to: &entity) }
    model.entities.append(entity)
    for case .unique(let names) in declaration.members { noteKeys(names, of: entity.name) }
    for case .setting(.index(let index)) in declaration.members { try requireIndexKeys(index, of: entity.name) }
    for case .property(let property) in declaration.members {
      noteDerivation(of: property.name.text, in: entity.name, property.options)
    }
    completeInverses()
    correctInverses(in: declaration.members)
  }

  mutating func add(_ member: Member, to entityName: Identifier) throws(Diagnostic) {
    var entity = try self.entity(entityName)
    var taken = Set(entity.properties.lazy.map(\.name))
    try add(member, to: &entity, &taken)
    model[entity: entity.name] = entity
    if case .property(let property) = member {
      noteDerivation(of: property.name.text, in: entity.name, property.options)
    }
    completeInverses()
    correctInverses(in: [member])
  }

  private mutating func correctInverses(in members: [Member]) {
    let names = members.compactMap(\.propertyName)
    notes += correctInverses(declared: Dictionary(names.map { ($0.text, $0.range) }, uniquingKeysWith: { $1 }))
  }

  /// - Parameter taken: The names of the entity's own properties.
  private func add(
    _ member: Member, to entity: inout EntityDescription, _ taken: inout Set<String>
  ) throws(Diagnostic) {
    switch member {
    case .property(let declaration):
      try refuseTaken(declaration.name, in: entity, isTaken: !taken.insert(declaration.name.text).inserted)
      entity.properties.append(try property(declaration))
    case .fetched(let declaration):
      try refuseTaken(declaration.name, in: entity, isTaken: !taken.insert(declaration.name.text).inserted)
      var fetched = try fetched(declaration.name.text, of: declaration.destination, declaration.clauses)
      for entry in declaration.userInfo { fetched.userInfo[entry.key.text] = entry.value.value }
      fetched.isSyncable = declaration.isSyncable
      entity.properties.append(.fetched(fetched))
    case .unique(let names): entity.uniquenessConstraints.append(names.map(\.text))
    case .userInfo(let entry): entity.userInfo[entry.key.text] = entry.value.value
    case .rule(let name, let condition): entity.rules.append(ValidationRule(name, condition))
    // An index may come before the properties that it names.
    case .setting(.index): break
    case .setting(let setting): try apply(setting, to: &entity)
    }
  }

  /// Changes what an entity's declaration says.
  /// - Returns: The text of each change, and whether it was so before.
  mutating func change(_ name: Identifier, _ changes: [EntityChange]) throws(Diagnostic) -> [String] {
    var entity = try self.entity(name)
    var texts: [String] = []
    for change in changes {
      let before = entity
      switch change.kind {
      case .abstract: entity.isAbstract = true
      case .parent(let parent):
        _ = try self.entity(parent)
        if parent.text == entity.name {
          throw Diagnostic(
            "parent-cycle", "\(parent) can't be its own parent", at: parent.range,
            hint: "take an entity that is not below \(parent)")
        }
        if model.isKind(parent.text, of: entity.name) {
          throw Diagnostic(
            "parent-cycle", "\(parent) can't be the parent of \(entity.name): it descends from it", at: parent.range,
            hint: "take an entity that is not below \(entity.name)")
        }
        entity.parent = parent.text
      case .no(.abstract): entity.isAbstract = false
      case .no(.parent): entity.parent = nil
      case .no(.renamed): entity.renamingIdentifier = nil
      case .no(.hash): entity.versionHashModifier = nil
      case .no(.class): entity.managedObjectClassName = nil
      case .renamed(let old): entity.renamingIdentifier = old
      case .hashModifier(let modifier): entity.versionHashModifier = modifier
      case .userInfo(let entry): entity.userInfo[entry.key.text] = entry.value.value
      case .noUserInfo(let key): try takeAway(key, from: &entity.userInfo, of: entity.name)
      case .setting(let setting):
        if case .index(let index) = setting { try requireIndexKeys(index, of: entity.name) }
        try apply(setting, to: &entity)
      case .noIndex(let name): try removeIndex(name, from: &entity)
      case .unique(let names): try constrain(&entity, names)
      case .noUnique(let names): try release(&entity, names, at: change.range)
      case .rule(let name, let condition): try addRule(name, condition, to: &entity, at: change.range)
      case .noRule(let name): try removeRule(name, from: &entity, at: change.range)
      }
      texts.append(change.text + (entity == before ? ", as before" : ""))
    }
    model[entity: entity.name] = entity
    return texts
  }

  mutating func rename(_ name: Identifier, to new: Identifier) throws(Diagnostic) {
    var entity = try self.entity(name)
    try refuseTakenName(new)
    guard let place = model.entities.firstIndex(where: { $0.name == name.text }) else { return }
    entity.name = new.text
    model.entities[place] = entity
    renaming.rename(entity: name.text, to: new.text)
    for index in model.entities.indices {
      if model.entities[index].parent == name.text { model.entities[index].parent = new.text }
      eachRelationship(of: index) { relationship in
        if relationship.destination == name.text { relationship.destination = new.text }
      }
      for place in model.entities[index].properties.indices {
        guard var fetched = model.entities[index].properties[place].fetched, fetched.destination == name.text else {
          continue
        }
        fetched.destination = new.text
        model.entities[index].properties[place] = .fetched(fetched)
      }
    }
    for index in model.fetchRequestTemplates.indices
    where model.fetchRequestTemplates[index].request.entity == name.text {
      model.fetchRequestTemplates[index].request.entity = new.text
    }
    for index in model.configurations.indices {
      model.configurations[index].entities = model.configurations[index].entities.map {
        $0 == name.text ? new.text : $0
      }
    }
  }

  mutating func remove(_ name: Identifier) throws(Diagnostic) {
    _ = try entity(name)
    if let child = model.subentities(of: name.text).first {
      throw Diagnostic(
        "entity-in-use", "\(name) is the parent of \(child)", at: name.range, hint: "first: change \(child), no parent")
    }
    model[entity: name.text] = nil
    for index in model.configurations.indices { model.configurations[index].entities.removeAll { $0 == name.text } }
  }

  // MARK: Looking up

  func entity(_ name: Identifier) throws(Diagnostic) -> EntityDescription {
    if let entity = model[entity: name.text] { return entity }
    throw .unknownEntity(name.text, in: model, at: name.range)
  }

  /// A property and the entity that declares it.
  func property(_ reference: PropertyReference) throws(Diagnostic) -> (PropertyDescription, owner: String) {
    let entity = try self.entity(reference.entity)
    if let (property, owner) = model.property(reference.property.text, of: entity.name) { return (property, owner) }
    throw .unknownProperty(reference.property.text, of: entity.name, in: model, at: reference.property.range)
  }

  func refuseTaken(_ name: Identifier, in entity: EntityDescription) throws(Diagnostic) {
    try refuseTaken(name, in: entity, isTaken: entity[property: name.text] != nil)
  }

  private func refuseTaken(
    _ name: Identifier, in entity: EntityDescription, isTaken: Bool
  ) throws(Diagnostic) {
    guard !isTaken else {
      throw Diagnostic(
        Diagnostic.ID.takenName, "\(entity.name) has a property '\(name)' already", at: name.range,
        hint: "change \(entity.name).\(name) … changes it")
    }
    if let parent = entity.parent, let (_, owner) = model.property(name.text, of: parent) {
      throw Diagnostic(
        Diagnostic.ID.takenName, "\(entity.name) inherits '\(name)' from \(owner)", at: name.range,
        hint: "take another name")
    }
  }
}

extension DefaultValue {
  /// The default of an attribute; nil for `= nil`, which is none.
  var described: AttributeDescription.Default? {
    switch self {
    case .literal(let literal): literal.value.isNull ? nil : .value(literal.value)
    case .now: .now
    }
  }
}

extension Clauses {
  var sortDescriptors: [SortDescriptor] {
    sortKeys.map { SortDescriptor($0.path.map(\.text), isAscending: $0.isAscending, reading: $0.options) }
  }
}

extension SortDescriptor {
  /// - Parameter options: `[c]`, `[d]` and `[l]`, as they are written.
  init(_ keyPath: [String], isAscending: Bool, reading options: Predicate.Comparison.Options) {
    self.init(
      keyPath, isAscending: isAscending, options: options.subtracting(.localeSensitive),
      comparison: options.contains(.localeSensitive) ? .localizedStandard : .standard)
  }
}

extension Diagnostic {
  /// - Parameter takesTemplate: Whether a fetch request template may be named as well.
  static func unknownEntity(
    _ name: String, in model: ManagedObjectModel, at range: SourceRange, takesTemplate: Bool = false
  ) -> Diagnostic {
    let templates = takesTemplate ? model.fetchRequestTemplates.map(\.name) : []
    if !templates.isEmpty {
      return Diagnostic(
        Diagnostic.ID.unknownEntity, "there is no entity or template '\(DisplayText.visible(name))'", at: range,
        nearest: Suggestions.nearest(to: name, among: model.entityNames + templates),
        hint: "the entities are \(Listing.text(model.entityNames)), the templates \(Listing.text(templates))")
    }
    if let template = model.fetchRequestTemplate(named: name) {
      let arguments = template.variables.map { "\($0): …" }.joined(separator: ", ")
      return Diagnostic(
        Diagnostic.ID.unknownEntity, "\(name) is a template and no entity", at: range,
        hint: "fetch \(name)\(arguments.isEmpty ? "" : "(\(arguments))") fetches what it finds")
    }
    let known = model.entityNames
    var problem = ObjectGraphError.unknownEntity(name, known: known).diagnostic
    problem.range = range
    if name == "Date" {
      problem.hint = "the time of now is now(), and a date is written 2026-01-15T09:00:00Z"
    } else if known.isEmpty {
      problem.hint = "there are no entities yet: entity \(name) { … } makes one"
    } else if problem.hint == nil {
      problem.hint = "the entities are \(Listing.text(known))"
    }
    return problem
  }

  /// - Parameter others: Keys that may be meant besides the entity's properties.
  static func unknownProperty(
    _ name: String, of entity: String, in model: ManagedObjectModel, besides others: [String] = [],
    at range: SourceRange
  ) -> Diagnostic {
    var unknown = unknown(
      name, of: entity, among: model.properties(of: entity).map(\.name), besides: others, as: .properties,
      id: Diagnostic.ID.unknownProperty, at: range)
    if name == "entity" { unknown.hint = ObjectGraphError.entityForLife }
    return unknown
  }
}
