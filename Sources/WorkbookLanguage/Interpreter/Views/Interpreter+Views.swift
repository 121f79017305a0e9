import Diagnostics
import ModelInterchange
import ObjectGraph
import Predicates

/// `show …`: the editor's views, and the graph's.
extension Interpreter {
  func show(_ subject: ShowSubject) throws -> Outcome.Result {
    switch subject {
    case .view(let view, let isASCII): return try show(view, isASCII: isASCII)
    case .path(let path): return try show(path)
    }
  }

  private func show(_ view: ViewWord, isASCII: Bool) throws -> Outcome.Result {
    switch view {
    case .model:
      try meter.spend(.printedBytes, 40 * modelSize)
      return .model(modelView())
    case .graph: return .graph(try graphView())
    case .diagram:
      try meter.spend(.printedBytes, 40 * modelSize)
      return .diagram(Diagram(context.model), isASCII: isASCII)
    case .changes:
      try spendForPending()
      return .changes(changesView())
    case .tables:
      try meter.spend(.printedBytes, 40 * modelSize)
      try meter.spend(.rows, 2 * context.inheritedModelSize)
      return .tables(try tablesView())
    case .stores: return try storesView()
    case .contexts:
      try spendForPending()
      return contextsView()
    case .history:
      try meter.spend(.rows, 16)
      return .history(historyView())
    }
  }

  private func show(_ path: ObjectPath) throws -> Outcome.Result {
    try refuseForeign(path, in: .show)
    if case .name(let name) = path.root, names[name.text] == nil {
      guard let entity = context.model[entity: name.text] else {
        if path.keys.isEmpty, let part = partView(name.text) { return part }
        if path.keys.isEmpty, ["templates", "entities", "configurations", "composites", "versions"].contains(name.text)
        {
          throw Diagnostic(
            "no-view", "there is no view of the \(name) alone", at: name.range, hint: "show model lists them")
        }
        throw NameCheck(interpreter: self).problem(
          in: Expression(.key(Expression(.candidate), name.text), at: name.range))
          ?? Diagnostic.unknownEntity(name.text, in: context.model, at: name.range)
      }
      guard let key = path.keys.first else {
        let properties = context.model.properties(of: entity.name).count
        try meter.spend(.printedBytes, 40 * properties)
        return .entity(entityView(entity))
      }
      if path.keys.count == 1 { return try propertyView(key, of: entity) }
    }
    var expression: Expression
    switch path.root {
    case .name(let name):
      expression = Expression(.key(Expression(.candidate, at: name.range), name.text), at: name.range)
    case .object(let literal): expression = Expression(.extension(AnyExpressionExtension(literal)), at: path.range)
    }
    for key in path.keys { expression = Expression(.key(expression, key.text), at: expression.range.union(key.range)) }
    let value = try value(of: expression)
    if case .object(let reference) = value, let id = ManagedObjectID(reference) {
      guard context.exists(id) else {
        throw Diagnostic.gone(text(of: value), at: path.range)
      }
      var view = ObjectFormatter(context: context).view(of: id)
      switch view.staleness {
      case nil: break
      case .deleted: view.remedy = typed("reset")
      case .changed: view.remedy = typed("refresh \(view.object.reference)")
      }
      return .object(view)
    }
    return .value(shown(value))
  }

  private func propertyView(_ key: Identifier, of entity: EntityDescription) throws -> Outcome.Result {
    guard let (property, owner) = context.model.property(key.text, of: entity.name) else {
      throw Diagnostic.unknownProperty(key.text, of: entity.name, in: context.model, at: key.range)
    }
    switch property {
    case .attribute(let attribute): return .attribute(AttributeView(entity: owner, attribute: attribute))
    case .relationship(let relationship):
      return .relationship(RelationshipView(entity: owner, relationship: relationship))
    case .fetched: return .value(.description("\(owner).\(ModelText.property(property))"))
    }
  }

  private func partText(_ composite: CompositeDescription) -> String {
    let elements =
      composite.elements.map { ModelText.property(.attribute($0)) } + ModelText.userInfo(composite.userInfo)
    return "composite \(composite.name) { \(elements.joined(separator: "; ")) }"
  }

  /// Returns the view of a composite, a template or a configuration of this name.
  private func partView(_ name: String) -> Outcome.Result? {
    if let composite = context.model[composite: name] { return .value(.description(partText(composite))) }
    if let template = context.model.fetchRequestTemplate(named: name) {
      return .value(.description(ModelText.template(template)))
    }
    return context.model.configurations.first { $0.name == name }.map {
      .value(.description(ModelText.configuration($0)))
    }
  }

  private func modelView() -> ModelView {
    let model = context.model
    return ModelView(
      name: model.name,
      isEmpty: model.entities.isEmpty && model.composites.isEmpty && model.fetchRequestTemplates.isEmpty
        && model.configurations.isEmpty,
      source: ModelText.source(model).split(separator: "\n").map(String.init),
      versions: context.modelHistory.names.count > 1 ? context.modelHistory.names : [],
      currentVersion: context.modelHistory.currentName)
  }

  private func entityView(_ entity: EntityDescription) -> EntityView {
    var view = EntityView(
      name: entity.name, isAbstract: entity.isAbstract, parent: entity.parent,
      subentities: context.model.subentities(of: entity.name), attributes: [], relationships: [], fetched: [],
      unique: entity.uniquenessConstraints, rules: entity.rules.map { "\($0.name): \($0.predicate.declaration)" },
      notes: ModelText.settings(of: entity) + ModelText.userInfo(entity.userInfo)
        + (entity.renamingIdentifier.map { ["renamed from \(ModelText.string($0))"] } ?? [])
        + (entity.versionHashModifier.map { [ModelText.hashModifier($0)] } ?? []))
    for owner in context.model.lineage(of: entity.name) {
      for property in owner.properties {
        let line = EntityView.Property(
          name: property.name, kind: kindText(property), isOptional: isOptional(property),
          options: PropertyText.options(property), inheritedFrom: owner.name == entity.name ? nil : owner.name)
        switch property {
        case .attribute: view.attributes.append(line)
        case .relationship: view.relationships.append(line)
        case .fetched: view.fetched.append(line)
        }
      }
    }
    return view
  }

  private func kindText(_ property: PropertyDescription) -> String {
    switch property {
    case .attribute(let attribute):
      let text = attribute.compositeName ?? attribute.type.rawValue
      switch attribute.defaultValue {
      case nil: return text
      case .now: return text + " = now()"
      case .value(let value): return text + " = " + ObjectFormatter.literal(value)
      }
    case .relationship(let relationship): return (relationship.isToMany ? "->> " : "-> ") + relationship.destination
    case .fetched(let fetched): return "~> \(fetched.destination)"
    }
  }

  private func isOptional(_ property: PropertyDescription) -> Bool {
    switch property {
    case .attribute(let attribute): attribute.isOptional
    case .relationship(let relationship): relationship.isOptional
    case .fetched: true
    }
  }

  /// Spends for going through all that has changed since the last save.
  func spendForPending() throws {
    let context = context
    try meter.spend(
      .rows, context.insertedObjects.count + context.updatedObjects.count + context.deletedObjects.count)
  }

  private func graphView() throws -> GraphView {
    let formatter = ObjectFormatter(context: context)
    var tables: [ObjectTable] = []
    for entity in context.model.entities where !entity.isAbstract {
      var request = FetchRequest(entity.name)
      request.includesSubentities = false
      let ids = try context.fetch(request)
      try spendForPending()
      let deleted = context.deletedObjects.filter { context.entityName(of: $0) == entity.name && context.exists($0) }
      tables.append(formatter.table(of: ids + deleted, entity: entity.name))
    }
    return GraphView(tables: tables, picture: picture(of: try picturedObjects(in: tables)))
  }

  func changesView() -> ChangesView {
    let formatter = ObjectFormatter(context: context)
    let inserted = context.insertedObjects
    // An object whose changes cancel each other out is one that a save leaves as it is.
    let updated = context.updatedObjects.filter { !context.changedValues(of: $0).isEmpty }
    // An object that was never saved leaves no trace.
    let deleted = context.deletedObjects.filter { !context.isInserted($0) }
    var changes: [ChangeSummary.Change] = []
    for id in updated.prefix(ShownValue.limit) {
      let keys = Set(context.changedValues(of: id).keys)
      for property in context.model.properties(of: context.entityName(of: id)) where keys.contains(property.name) {
        changes.append(change(of: id, property.name, before: context.committed, formatter))
      }
    }
    return ChangesView(
      inserted: formatter.labels(inserted.prefix(ShownValue.limit)), insertedCount: inserted.count, updated: changes,
      updatedCount: updated.count, deleted: formatter.labels(deleted.prefix(ShownValue.limit)),
      deletedCount: deleted.count)
  }
}
