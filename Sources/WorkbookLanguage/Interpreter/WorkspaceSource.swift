import Diagnostics
import ObjectGraph
import Predicates

import struct Foundation.Date

/// The source over which the workbook's expressions are evaluated: the learner's names, the descriptions of the model,
/// the objects of the context. A bare word is a key of the *workbook*, which is the candidate outside every `where`.
struct WorkspaceSource: KeyValueSource {
  let interpreter: Interpreter

  static let candidate = DescriptionReference(.workbook).value

  var now: Date { interpreter.environment.now() }
  var meter: Meter? { interpreter.meter }

  func value(forKey key: String, of object: ObjectReference) throws -> Value {
    guard let description = DescriptionReference(object) else {
      if key.hasPrefix(Self.identityPrefix), let id = ManagedObjectID(object),
        let value = interpreter.context.identityValue(String(key.dropFirst(Self.identityPrefix.count)), of: id)
      {
        return value
      }
      if let id = ManagedObjectID(object), interpreter.isForeign(id) {
        // Only the ID of another context's object may be asked for, and what that answers.
        if key == "objectID" { return interpreter.ownIDs(in: id.value) }
        if let value = interpreter.context.identityValue(key, of: id) { return value }
        throw interpreter.belongsElsewhere(id, at: nil)
      }
      let value = try interpreter.context.value(forKey: key, of: object)
      if key == "entity", let id = ManagedObjectID(object) {
        let name = interpreter.context.entityName(of: id)
        return DescriptionReference.entity(name, in: interpreter.context.model)?.value ?? value
      }
      return value
    }
    guard description.subject == .workbook else {
      return try description.value(forKey: key, in: interpreter.context.model)
    }
    guard let value = interpreter.value(ofName: key) else {
      throw KeyValueError.unknownKey(key, of: "the workbook", known: interpreter.knownNames)
    }
    return value
  }

  /// `objectID.uri` is one key: an ID's value is its object, which may have an attribute `uri` of its own.
  func joined(_ key: String, _ next: String) -> String? {
    key == "objectID" && ManagedObjectContext.identityKeys.contains(next) ? Self.identityPrefix + next : nil
  }

  private static let identityPrefix = "objectID."

  func value(forVariable name: String) throws -> Value? { interpreter.names[name] }

  func value(of form: any ExpressionExtension, candidate: Value) throws -> Value { try interpreter.value(ofForm: form) }

  /// The object as the prompt shows it: `Team#1 Miami Heat`, or the name of a description.
  func displayText(of object: ObjectReference) -> String {
    if let id = ManagedObjectID(object) { return Describer(context: interpreter.context).label(id).description }
    return DescriptionReference(object)?.text(in: interpreter.context.model) ?? "the workbook"
  }
}

extension Interpreter {
  /// Returns the value of a bare word outside a `where`: a name of the learner's, then an entity, then `model`.
  func value(ofName name: String) -> Value? {
    if let value = names[name] { return value }
    if let index = context.model.entities.firstIndex(where: { $0.name == name }) {
      return DescriptionReference(.namedEntity(index)).value
    }
    return name == "model" ? DescriptionReference(.model).value : nil
  }

  var knownNames: [String] { names.keys.sorted() + context.model.entityNames }

  /// The value of a form that only the workbook has.
  func value(ofForm form: any ExpressionExtension) throws -> Value {
    switch form {
    case let literal as ObjectIDLiteral: return .object(try object(literal).reference)
    case let query as QueryForm:
      switch query.result {
      case .objects: return try fetchedValue(query.query)
      case .count: return .integer(Int64(try count(query.query)))
      }
    case let lookup as ObjectLookup: return try looked(up: lookup)
    case let color as ColorLiteral:
      guard let value = color.value else { throw color.problem }
      return value
    default: throw Diagnostic("unknown-form", "'\(form.canonicalText)' has no value here")
    }
  }

  /// The object of `Player#3`.
  func object(_ literal: ObjectIDLiteral) throws -> ManagedObjectID {
    let entity = literal.entity
    guard context.model[entity: entity.text] != nil else {
      throw Diagnostic.unknownEntity(entity.text, in: context.model, at: entity.range)
    }
    if let id = try context.objectID(entity: entity.text, number: Int64(literal.number)) { return id }
    let count = try? context.count(FetchRequest(entity.text))
    throw Diagnostic(
      "unknown-object", "there is no \(literal.canonicalText)", at: entity.range,
      hint: count == 0 ? "there are no \(entity) objects" : "fetch \(entity) lists them")
  }

  // MARK: Queries

  func fetch(_ query: Query) throws -> [ManagedObjectID] {
    try refuseSelection(query, "select gives dictionaries, and objects are wanted here", "leave select out")
    let found = try context.fetch(try request(for: query))
    try meter.spend(.rows, found.count)
    return found
  }

  func count(_ query: Query) throws -> Int {
    try refuseSelection(
      query, "count counts objects, and select gives dictionaries", "such as (fetch … select … distinct).@count")
    return try context.count(try request(for: query))
  }

  /// The fetch request of a query, with the learner's own names already replaced by their values.
  func request(for query: Query) throws -> FetchRequest {
    if let template = template(of: query) {
      var request = try request(for: query, from: template)
      request.affectedStores = try stores(of: query)
      return request
    }
    guard context.model[entity: query.entity.text] != nil else {
      var problem = Diagnostic.unknownEntity(
        query.entity.text, in: context.model, at: query.entity.range, takesTemplate: true)
      if names[query.entity.text] != nil { problem.hint = ownNameHint(query.entity) }
      throw problem
    }
    if let argument = query.arguments.first {
      throw Diagnostic(
        "not-a-template", "\(query.entity) is an entity, and only a template takes variables", at: argument.name.range,
        hint: "write fetch \(query.entity) where …")
    }
    var request = FetchRequest(query.entity.text)
    request.includesSubentities = !query.isOnly
    request.predicate = try query.clauses.condition.map { try bound($0, entity: query.entity.text) }
    for key in query.clauses.sortKeys { try check(key, of: query.entity.text) }
    request.sortDescriptors = query.clauses.sortDescriptors
    request.limit = query.clauses.limit
    request.offset = query.clauses.offset
    request.affectedStores = try stores(of: query)
    return request
  }

  /// For a name in place of an entity: `fetch heat`, `count heat.players`.
  private func ownNameHint(_ name: Identifier) -> String {
    let rest = statementSource.text.utf8.dropFirst(name.range.upperBound)
    let path = String(decoding: rest.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return path.first == "."
      ? "\(name) is your own name: write \(name)\(path).@count" : "\(name) is your own name: write \(name) alone"
  }

  /// `from shop`.
  private func stores(of query: Query) throws -> [String]? {
    guard let store = query.store else { return nil }
    do {
      _ = try context.coordinator.store(named: store.text)
    } catch let error {
      var diagnostic = error.diagnostic
      diagnostic.range = store.range
      throw diagnostic
    }
    return [store.text]
  }

  /// A `where` condition, checked against its entity, with `$name`, `Player#3` and queries replaced by their values.
  func bound(_ condition: Predicate, entity: String) throws -> Predicate {
    var asked: (key: String, range: SourceRange)?
    condition.forEachExpression { expression in
      guard case .key(let base, let key) = expression.kind, case .key(_, "objectID") = base.kind else { return }
      asked = asked ?? (key, expression.range)
    }
    if let asked {
      throw Diagnostic(
        "id-key", "a condition cannot ask an object's ID for \(asked.key)", at: asked.range,
        hint: "an ID is compared as a whole: objectID == $wade")
    }
    let problems = condition.check(
      against: ConditionShape(model: context.model), entity: entity, variables: Set(names.keys),
      ownNames: Set(names.keys))
    if var problem = problems.first(where: { $0.severity == .error }) {
      if problem.id == "unknown-key", let range = problem.range {
        let word = String(statementSource[range])
        if context.model[entity: word] != nil {
          problem.hint = hint(forEntity: word, in: entity, at: range)
        } else if let state = hint(forState: word, of: entity) {
          problem.hint = state
        }
      }
      throw problem
    }
    return try condition.rewriting(replaced)
  }

  /// For an entity's name in a condition: the relationship that leads there, where one was meant, or a test of the
  /// candidate's own entity.
  private func hint(forEntity word: String, in entity: String, at range: SourceRange) -> String {
    let before = statementSource.text.utf8.prefix(range.lowerBound).last { $0 != UInt8(ascii: " ") }
    let leading = context.model.properties(of: entity).compactMap(\.relationship).first {
      !$0.isToMany && context.model.isKind(word, of: $0.destination)
    }
    // `entity == Player` is about the candidate itself.
    guard before != UInt8(ascii: "="), let leading else { return "write entity.name == \"\(word)\"" }
    return "did you mean \(leading.name)?"
  }

  /// For a key of a managed object in its context, in any case: the key that a condition may ask for, or an object to
  /// ask instead of the candidate.
  private func hint(forState word: String, of entity: String) -> String? {
    guard let state = ManagedObjectContext.stateKeys.first(where: { $0.lowercased() == word.lowercased() }) else {
      return nil
    }
    if ConditionShape.objectKeys.contains(state) { return "did you mean \(state)?" }
    let objects = names.filter { name in
      name.value.objectID.map { context.model.isKind(context.entityName(of: $0), of: entity) } ?? false
    }
    return "a fetch can't ask for \(state); an object answers it: \(objects.keys.min() ?? "wade").\(state)"
  }

  /// The value of one of the learner's names, or of a form of the workbook, as an expression.
  func replaced(_ expression: Expression) throws -> Expression? {
    switch expression.kind {
    case .variable(let name):
      guard let value = names[name] else { return nil }
      if case .object(let reference) = value, let description = DescriptionReference(reference),
        let entity = context.graph.reference(toEntity: description.text(in: context.model))
      {
        return Expression(.constant(entity.value), at: expression.range)
      }
      let own = ownIDs(in: value)
      if let id = (own.objectIDs ?? []).first(where: isForeign) { throw belongsElsewhere(id, at: expression.range) }
      return Expression(.constant(own), at: expression.range)
    case .variableKey(let base, let name):
      return try names[name].flatMap { try base.rewriting(replaced).appending($0, at: expression.range) }
    case .extension(let form):
      return Expression(.constant(try value(ofForm: form.base)), at: expression.range)
    default: return nil
    }
  }

  func check(_ key: SortKey, of entity: String) throws {
    var entity = entity
    for (index, part) in key.path.enumerated() {
      if part.text.hasPrefix("@") { return }
      guard let property = context.model.property(part.text, of: entity)?.property else {
        throw Diagnostic.unknownProperty(part.text, of: entity, in: context.model, at: part.range)
      }
      let isLast = index == key.path.count - 1
      switch property {
      case .relationship(let relationship):
        if relationship.isToMany || isLast {
          throw Diagnostic(
            "bad-sort-key", "objects can't be sorted by the relationship '\(part)'", at: part.range,
            hint: relationship.isToMany
              ? "sort by an attribute of \(entity)" : "sort by \(key.path.map(\.text).joined(separator: ".")).name, say"
          )
        }
        entity = relationship.destination
      case .attribute(let attribute) where !isLast && attribute.compositeName != nil:
        try checkElements(key.path[(index + 1)...], of: attribute)
        return
      case .attribute where !isLast:
        throw Diagnostic(
          "bad-sort-key", "\(part) is an attribute, so nothing can follow it", at: key.path[index + 1].range)
      case .attribute(let attribute):
        if let composite = attribute.compositeName { throw unsortable(composite, at: part.range) }
        guard !key.options.isEmpty, ![.string, .undefined, .transformable].contains(attribute.type) else { break }
        throw Diagnostic(
          "bad-sort-key", "\(part) is \(attribute.type.article), and \(key.options) is for texts", at: part.range,
          hint: "leave \(key.options) out")
      case .fetched:
        throw Diagnostic(
          "bad-sort-key", "objects can't be sorted by the fetched property '\(part)'", at: part.range,
          hint: "sort by an attribute")
      }
    }
  }
}
