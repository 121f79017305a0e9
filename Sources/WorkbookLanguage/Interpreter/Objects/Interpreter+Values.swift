import Diagnostics
import ObjectGraph
import Predicates

/// Values: expressions, queries, new objects, lists.
extension Interpreter {
  /// The value of anything allowed after `let x =`.
  mutating func value(of syntax: ValueSyntax) throws -> Value {
    switch syntax {
    case .condition(let predicate): return .boolean(try holds(predicate))
    case .expression(let expression): return try value(of: expression)
    case .fetch(let query): return try fetchedValue(query)
    case .count(let query): return .integer(Int64(try count(query)))
    case .newObject(let new):
      if new.store == nil, context.hasComposites,
        let composite = context.model[composite: new.entity.text]
      {
        return try value(of: composite, new)
      }
      return .object(try insert(new).reference)
    case .list(let elements, _):
      var values: [Value] = []
      for element in elements {
        let value = try value(of: element)
        if case .object(let reference) = value, let entity = DescriptionReference(reference) {
          let text = entity.text(in: context.model)
          throw Diagnostic(
            Diagnostic.ID.foreignSyntax, "\(text) is a description, and a list holds objects and values",
            at: element.range,
            hint: context.model[entity: text] == nil ? "name an object" : "write fetch \(text) for its objects")
        }
        values.append(value)
      }
      return try made(.array(values))
    case .group(let grouping): return try groupValue(grouping)
    case .context(let block): return try run(block).value
    case .batch(let batch): return try list(of: try run(batch))
    }
  }

  /// A value that was put together: spent for before anything is done with it.
  func made(_ value: Value) throws -> Value {
    try meter.spend(making: value)
    guard value.isWithinNesting else {
      throw Diagnostic(
        Diagnostic.ID.nestedTooDeep, "lists can be nested at most \(Value.nestingLimit) levels deep",
        hint: "put the elements into one list")
    }
    return value
  }

  /// Objects as a list.
  func list(of ids: [ManagedObjectID]) throws -> Value {
    try meter.spend(making: ids.count * 16)
    return .array(ids.map { .object($0.reference) })
  }

  /// The value of an expression outside a `where`.
  func value(of expression: Expression) throws -> Value {
    if case .constant(let value) = expression.kind { return value }
    if let problem = NameCheck(interpreter: self).problem(in: expression) { throw problem }
    return try expression.compiled(over: WorkspaceSource(interpreter: self)).value(for: WorkspaceSource.candidate)
  }

  /// Whether a condition outside a `where` holds.
  func holds(_ predicate: Predicate) throws -> Bool {
    if let problem = NameCheck(interpreter: self).problem(in: predicate) { throw problem }
    return try comparingEntities(predicate).compiled(over: WorkspaceSource(interpreter: self)).matches(
      WorkspaceSource.candidate)
  }

  /// A condition in which an entity's bare name, unless its properties follow, means the entity itself: it then equals
  /// the same entity reached from another description.
  private func comparingEntities(_ predicate: Predicate) -> Predicate {
    guard case .comparison = predicate.kind else { return predicate }
    return predicate.rewriting { expression in
      guard case .key(let base, let name) = expression.kind else { return nil }
      guard case .candidate = base.kind, names[name] == nil,
        let entity = DescriptionReference.entity(name, in: context.model)
      else { return expression }
      return Expression(.constant(entity.value), at: expression.range)
    }
  }

  /// `Team(name: "Miami Heat")`.
  mutating func insert(_ new: NewObject) throws -> ManagedObjectID {
    guard context.knows(entity: new.entity.text) || context.model[entity: new.entity.text] != nil else {
      throw Diagnostic.unknownEntity(new.entity.text, in: context.model, at: new.entity.range)
    }
    try spendObject()
    let id = try placed(at: new.entity.range) { try context.insert(new.entity.text) }
    if let store = new.store { try placed(at: store.range) { try context.assign(id, toStore: store.text) } }
    for index in new.arguments.indices {
      let name = new.arguments[index].name
      // A set would cost more: there are few.
      guard !new.arguments[..<index].contains(where: { $0.name.text == name.text }) else {
        throw Diagnostic.givenTwice(name.text, at: name.range)
      }
      try give(name, of: id, new.arguments[index].value)
    }
    noteLinks(of: new, id)
    return id
  }

  /// Remembers the links that a new object was given, which another one of the same statement may take away.
  private mutating func noteLinks(of new: NewObject, _ id: ManagedObjectID) {
    guard asked.severalObjects, !isInsideLoop, detail >= .changes, asked.links.count < ShownValue.limit else { return }
    for argument in new.arguments {
      let key = argument.name.text
      guard context.model.property(key, of: new.entity.text)?.property.relationship != nil else { continue }
      let value = context.graph.value(ofKey: key, of: id)
      if !value.isNull { asked.links.append((id, key, value)) }
    }
  }

  /// Sets a property to what is written for it.
  mutating func give(_ key: Identifier, of id: ManagedObjectID, _ syntax: ValueSyntax) throws {
    guard let constant = syntax.constant else {
      try requireSettable(key, of: context.entityName(of: id))
      let value = try value(of: syntax, for: key, of: id)
      return try set(key, of: id, to: value, at: syntax.range)
    }
    // Nothing can go wrong in front of the set, which looks the property up itself.
    do {
      try set(key, of: id, to: constant, at: syntax.range)
    } catch {
      try requireSettable(key, of: context.entityName(of: id))
      throw error
    }
  }

  /// Refuses a key that every object answers and none can be given, and one that the entity does not have.
  private func requireSettable(_ key: Identifier, of entity: String) throws(Diagnostic) {
    let isState = key.text == "objectID" || ObjectKey.states.contains(key.text)
    if isState, context.model.property(key.text, of: entity) == nil {
      throw Diagnostic(
        "not-settable", "\(key) cannot be set", at: key.range,
        hint: key.text == "isDeleted" ? "it becomes true when the object is deleted" : nil)
    }
    try requireProperty(key, of: entity)
  }

  func requireProperty(_ name: Identifier, of entity: String) throws(Diagnostic) {
    guard !context.knows(property: name.text, of: entity), context.model.property(name.text, of: entity) == nil else {
      return
    }
    throw .unknownProperty(name.text, of: entity, in: context.model, at: name.range)
  }

  /// The value for a property. An unknown bare word is probably a text without its quotes.
  mutating func value(of syntax: ValueSyntax, for key: Identifier, of id: ManagedObjectID) throws -> Value {
    do {
      return try value(of: syntax)
    } catch var problem as Diagnostic {
      guard case .expression(let expression) = syntax, let path = expression.keyPath, path.count == 1,
        problem.nearest.isEmpty,
        context.model.property(key.text, of: context.entityName(of: id))?.property.attribute?.type == .string
      else { throw problem }
      problem.hint = "write text in quotes: \"\(path[0])\""
      throw problem
    }
  }

  /// Sets a property; the message about a value that does not fit points at the value.
  func set(_ key: Identifier, of id: ManagedObjectID, to value: Value, at range: SourceRange) throws {
    // Texts and whole numbers by the shortest way.
    do {
      switch value {
      case .string(let text):
        try meter.spend(keeping: text.utf8.count)
        return try context.setValue(text, of: id, forKey: key.text)
      case .integer(let number):
        return try context.setValue(Int(truncatingIfNeeded: number), of: id, forKey: key.text)
      default: break
      }
    } catch {
      throw diagnostic(for: error, at: range)
    }
    if case .object(let reference) = value, let description = DescriptionReference(reference) {
      let text = description.text(in: context.model)
      throw Diagnostic.isDescription(text, at: range, hint: "name an object of it: fetch \(text) lists them")
    }
    if let elements = value.elements { try meter.spend(.rows, 4 * elements.count) }
    if let (property, _) = context.model.property(key.text, of: context.entityName(of: id)),
      property.relationship?.isToMany == false, let elements = value.elements
    {
      throw Diagnostic(
        "wrong-type", "\(key) leads to one object, not to a list", at: range,
        hint: elements.count == 1 ? "write it without [ ]; (fetch …)[0] is the first of a fetch" : "choose one of them")
    }
    try placed(at: range) {
      try meter.spend(keeping: value)
      try context.setValue(value, of: id, forKey: key.text)
    }
  }

  /// The objects in a value: one, or those of a list.
  func objects(in value: Value, at range: SourceRange) throws(Diagnostic) -> [ManagedObjectID] {
    if case .object(let reference) = value, let id = ManagedObjectID(reference) { return [id] }
    if let elements = value.elements {
      var ids: [ManagedObjectID] = []
      for element in elements {
        guard case .object(let reference) = element, let id = ManagedObjectID(reference) else {
          throw notAnObject(element, at: range)
        }
        ids.append(id)
      }
      return ids
    }
    throw notAnObject(value, at: range)
  }

  func notAnObject(_ value: Value, at range: SourceRange) -> Diagnostic {
    if case .object(let reference) = value, let description = DescriptionReference(reference) {
      let text = description.text(in: context.model)
      if text.contains(".") {
        return .isDescription(text, at: range, hint: "change \(text), … changes it, remove \(text) takes it away")
      }
      return .isDescription(
        text, at: range,
        hint: context.model[entity: text] == nil
          ? "name an object"
          : "name an object of it: fetch \(text) lists them; change \(text).… changes the model")
    }
    if case .null = value {
      return Diagnostic("not-an-object", "this is nil, so there is no object", at: range, hint: "set it first")
    }
    return Diagnostic(
      "not-an-object", "\(ObjectFormatter.literal(value)) is not an object", at: range,
      hint: "name an object, such as heat or Team#1")
  }

  // MARK: Bare values

  /// `wade.team.name` or `fetch Player` alone on a line.
  mutating func show(value syntax: ValueSyntax) throws -> Outcome.Result? {
    switch syntax {
    case .fetch(let query):
      if let lazyStore { return try lazyTable(query, in: lazyStore) }
      if let selection = query.clauses.selection { return try select(selection, of: query) }
      let ids = try fetch(query)
      guard detail >= .values else { return nil }
      return .objects(ObjectFormatter(context: context).table(of: ids, entity: entityName(of: query)))
    case .count(let query): return .count(try count(query))
    case .group(let grouping): return try group(grouping)
    case .context(let block):
      if block.block == nil { return try applySettings(of: block) }
      let (value, outcomes) = try run(block)
      guard case .value? = block.block?.statements.last?.kind else { return .sequence(outcomes) }
      let shown = Outcome(source: statementSource, range: block.range, result: .value(self.shown(value)))
      return .sequence(outcomes + [shown])
    case .newObject(let new):
      let value = try value(of: syntax)
      if context.hasComposites, context.model[composite: new.entity.text] != nil {
        return .value(shown(value))
      }
      return nil  // what it did is told at the end of the event
    default:
      let value = try value(of: syntax)
      return detail >= .values ? .value(shown(value)) : nil
    }
  }
}
