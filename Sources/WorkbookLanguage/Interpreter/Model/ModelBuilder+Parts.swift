import Diagnostics
import ObjectGraph
import Predicates

/// Composites, templates and configurations.
extension ModelBuilder {
  // MARK: Composites

  mutating func declare(_ declaration: CompositeDeclaration) throws(Diagnostic) {
    try refuseTakenName(declaration.name)
    var composite = CompositeDescription(declaration.name.text)
    for member in declaration.members {
      if case .userInfo(let entry) = member {
        composite.userInfo[entry.key.text] = entry.value.value
      } else {
        composite.elements.append(try element(member, of: composite))
      }
    }
    model.composites.append(composite)
  }

  /// A member of a composite: an attribute.
  func element(_ member: Member, of composite: CompositeDescription) throws(Diagnostic) -> AttributeDescription {
    switch member {
    case .property(let declaration):
      guard case .attribute = declaration.kind else {
        throw Diagnostic(
          "unfit-member", "a composite holds values, and no relationship", at: declaration.name.range,
          hint: "make \(composite.name) an entity, or the relationship one of the entity that uses it")
      }
      guard composite[element: declaration.name.text] == nil else {
        throw Diagnostic(
          Diagnostic.ID.takenName, "\(composite.name) has an element '\(declaration.name)' already",
          at: declaration.name.range,
          hint: "take another name")
      }
      guard let attribute = try property(declaration).attribute else { break }
      return attribute
    case .fetched(let declaration):
      throw Diagnostic(
        "unfit-member", "a composite holds values, and no fetched property", at: declaration.name.range,
        hint: "give it to the entity that uses the composite")
    case .unique(let names):
      throw Diagnostic(
        "unfit-member", "a composite cannot be unique by itself", at: names.first?.range,
        hint: "name the attribute that holds it in its entity: unique \(names.first?.text ?? "address")")
    case .userInfo(let entry):
      throw Diagnostic(
        "unfit-member", "the userInfo of a composite is in its declaration", at: entry.key.range,
        hint: "composite \(composite.name) { userInfo \(entry.key): … }")
    case .rule(let name, _):
      throw Diagnostic(
        "unfit-member", "a composite has no rules of its own, such as \"\(DisplayText.visible(name))\"",
        hint: "give it to the entity that uses the composite")
    case .setting(let setting):
      throw Diagnostic(
        "unfit-member", "a composite has no setting like \(DisplayText.visible(ModelText.setting(setting)))",
        hint: "give it to the entity that uses the composite")
    }
    throw Diagnostic("unfit-member", "a composite holds values")
  }

  /// `add Address.zip: String?`. Returns whether there is such a composite.
  mutating func addElement(_ member: Member, to name: Identifier) throws(Diagnostic) -> Bool {
    guard var composite = model[composite: name.text] else { return false }
    composite.elements.append(try element(member, of: composite))
    model[composite: name.text] = composite
    return true
  }

  /// `change Address.zip, length 5...5`.
  mutating func changeElement(
    _ reference: PropertyReference, _ kind: PropertyKind?, _ options: [PropertyOption]
  ) throws(Diagnostic) -> Bool {
    guard var composite = model[composite: reference.entity.text] else { return false }
    var property = PropertyDescription.attribute(try element(reference, of: composite))
    if let kind { property = try retyped(property, kind) }
    for option in options { try apply(option, to: &property, inChange: true) }
    guard let attribute = property.attribute else {
      throw Diagnostic(
        "unfit-member", "a composite holds values, and no relationship", at: reference.property.range,
        hint: "make \(composite.name) an entity")
    }
    composite[element: reference.property.text] = attribute
    model[composite: composite.name] = composite
    return true
  }

  mutating func renameElement(_ reference: PropertyReference, to new: Identifier) throws(Diagnostic) -> Bool {
    guard var composite = model[composite: reference.entity.text] else { return false }
    var element = try element(reference, of: composite)
    guard composite[element: new.text] == nil else {
      throw Diagnostic(
        Diagnostic.ID.takenName, "\(composite.name) has an element '\(new)' already", at: new.range,
        hint: "take another name")
    }
    let before = model
    // Values follow by it if nothing else knows the new name: an element has no place in the graph by itself.
    if element.renamingIdentifier == nil { element.renamingIdentifier = element.name }
    element.name = new.text
    renaming.rename(property: reference.property.text, of: composite.name, to: new.text)
    guard let place = composite.elements.firstIndex(where: { $0.name == reference.property.text }) else { return true }
    composite.elements[place] = element
    model[composite: composite.name] = composite
    renameInConditions(reference.property.text, of: composite.name, to: new.text, before: before)
    return true
  }

  mutating func removeElement(_ reference: PropertyReference) throws(Diagnostic) -> Bool {
    guard var composite = model[composite: reference.entity.text] else { return false }
    _ = try element(reference, of: composite)
    try refuseWhereNamed(reference.property, of: composite.name)
    try refuseElementWhereNamed(reference.property, of: composite.name)
    composite[element: reference.property.text] = nil
    model[composite: composite.name] = composite
    return true
  }

  private func element(
    _ reference: PropertyReference, of composite: CompositeDescription
  ) throws(Diagnostic) -> AttributeDescription {
    if let element = composite[element: reference.property.text] { return element }
    throw .unknownElement(reference.property, of: composite)
  }

  // MARK: Templates and configurations

  mutating func declare(template name: Identifier, _ query: Query) throws(Diagnostic) {
    try refuseTakenName(name)
    if let store = query.store {
      throw Diagnostic(
        "unfit-template", "a template belongs to the model, which knows no stores", at: store.range,
        hint: "leave out from, and write it where the template is used")
    }
    if let argument = query.arguments.first {
      throw Diagnostic(
        "unfit-template", "a template fetches an entity, and not another template", at: argument.name.range,
        hint: "write its condition here")
    }
    if let selection = query.clauses.selection {
      throw Diagnostic(
        "unfit-template", "a template fetches objects", at: selection.range,
        hint: "leave select out, and write it where the template is used")
    }
    if let condition = query.clauses.condition, model[entity: query.entity.text] != nil,
      let problem = condition.problem(inTemplateOf: query.entity.text, ConditionShape(model: model))
    {
      throw problem
    }
    model.fetchRequestTemplates.append(
      FetchRequestTemplate(
        name.text,
        FetchRequest(query, where: query.clauses.condition)))
  }

  mutating func declare(configuration name: Identifier, _ entities: [Identifier]) throws(Diagnostic) {
    guard !model.configurations.contains(where: { $0.name == name.text }) else {
      throw Diagnostic(
        Diagnostic.ID.takenName, "there is a configuration \(name) already", at: name.range,
        hint: "first: remove \(name)")
    }
    var seen: Set<String> = []
    for entity in entities where !seen.insert(entity.text).inserted {
      throw Diagnostic(
        "given-twice", "'\(entity)' is named twice", at: entity.range, hint: "keep one of them")
    }
    model.configurations.append(ConfigurationDescription(name.text, entities: entities.map(\.text)))
  }

  // MARK: Names

  /// `rename Address to Place`, `rename ByColor to OfColor`. Returns whether the name is that of such a part.
  mutating func renamePart(_ name: Identifier, to new: Identifier) throws(Diagnostic) -> Bool {
    if let place = model.composites.firstIndex(where: { $0.name == name.text }) {
      try refuseTakenName(new)
      model.composites[place].name = new.text
      renaming.rename(entity: name.text, to: new.text)
      func renamed(_ attribute: AttributeDescription) -> AttributeDescription {
        var attribute = attribute
        if attribute.compositeName == name.text { attribute.compositeName = new.text }
        return attribute
      }
      for composite in model.composites.indices {
        model.composites[composite].elements = model.composites[composite].elements.map(renamed)
      }
      for entity in model.entities.indices {
        model.entities[entity].properties = model.entities[entity].properties.map { property in
          property.attribute.map { .attribute(renamed($0)) } ?? property
        }
      }
      return true
    }
    if let place = model.fetchRequestTemplates.firstIndex(where: { $0.name == name.text }) {
      try refuseTakenName(new)
      model.fetchRequestTemplates[place].name = new.text
      return true
    }
    if let place = model.configurations.firstIndex(where: { $0.name == name.text }), model[entity: name.text] == nil {
      model.configurations[place].name = new.text
      return true
    }
    return false
  }

  /// `remove Address`, `remove ByColor`, `remove Cloud`. Returns whether the name is that of such a part.
  mutating func removePart(_ name: Identifier) throws(Diagnostic) -> Bool {
    if model[composite: name.text] != nil {
      let elements = model.composites.flatMap { composite -> [String] in
        composite.elements.filter { $0.compositeName == name.text }.map { "\(composite.name).\($0.name)" }
      }
      let attributes = model.entities.flatMap { entity -> [String] in
        entity.properties.filter { $0.attribute?.compositeName == name.text }.map { "\(entity.name).\($0.name)" }
      }
      if let user = elements.first ?? attributes.first {
        throw Diagnostic(
          "composite-in-use", "\(user) is a \(name)", at: name.range, hint: "first: remove \(user)")
      }
      model[composite: name.text] = nil
      return true
    }
    if let place = model.fetchRequestTemplates.firstIndex(where: { $0.name == name.text }) {
      model.fetchRequestTemplates.remove(at: place)
      return true
    }
    if model[entity: name.text] == nil, let place = model.configurations.firstIndex(where: { $0.name == name.text }) {
      model.configurations.remove(at: place)
      return true
    }
    return false
  }

  /// Entities, composites and templates share one set of names: a query or a type may name any of them.
  func refuseTakenName(_ name: Identifier) throws(Diagnostic) {
    guard let use = model.use(ofName: name.text), !(name.isMarked && use == .attributeType) else { return }
    let (message, hint) =
      switch use {
      case .entity: ("there is an entity \(name) already", "add \(name).… adds a property to it")
      case .attributeType: ("'\(name)' is an attribute type", "take another name")
      case .composite: ("there is a composite \(name) already", "add \(name).… adds an element to it")
      case .template: ("there is a template \(name) already", "first: remove \(name)")
      }
    throw Diagnostic(Diagnostic.ID.takenName, message, at: name.range, hint: hint)
  }
}

extension Predicate {
  /// Returns the problem of the condition of a template whose entity exists; nil if there is none.
  func problem(inTemplateOf entity: String, _ shape: ConditionShape) -> Diagnostic? {
    var open: Set<String> = []
    forEachExpression { if let name = $0.variableName { open.insert(name) } }
    return check(against: shape, entity: entity, variables: open, ownNames: []).first { $0.severity == .error }
  }
}
