import Diagnostics
import ObjectGraph
import Predicates

/// `fetch` and `count`: the objects of a query, and its conditions bound to the workbook's names.
extension Interpreter {
  func fetch(_ query: Query) throws -> [ManagedObjectID] {
    try refuseSelection(query, "select gives dictionaries, and objects are wanted here", "leave select out")
    if let lazyStore { return try lazyFetch(query, in: lazyStore) }
    let found = try context.fetch(try request(for: query))
    try meter.spend(.rows, found.count)
    return found
  }

  func count(_ query: Query) throws -> Int {
    try refuseSelection(
      query, "count counts objects, and select gives dictionaries", "such as (fetch … select … distinct).@count")
    if let lazyStore { return try lazyStore.fetch(try request(for: query)).count() }
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
    var request = FetchRequest(
      query, where: try query.clauses.condition.map { try bound($0, entity: query.entity.text) })
    for key in query.clauses.sortKeys { try check(key, of: query.entity.text) }
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
      var diagnostic = words(for: error)
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
      if problem.id == Diagnostic.ID.unknownKey, let range = problem.range {
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
    guard let state = ObjectKey.states.first(where: { $0.lowercased() == word.lowercased() }) else {
      return nil
    }
    if ObjectKey.inConditions.contains(state) { return "did you mean \(state)?" }
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

  func check(_ key: SortKey, of root: String) throws {
    var entity = root
    for (index, part) in key.path.enumerated() {
      if part.text.hasPrefix("@") { return }
      guard let property = context.model.property(part.text, of: entity)?.property else {
        throw Diagnostic.unknownProperty(part.text, of: entity, in: context.model, at: part.range)
      }
      let isLast = index == key.path.count - 1
      switch property {
      case .relationship(let relationship):
        if relationship.isToMany || isLast {
          let rest = key.path[(index + 1)...]
          throw Diagnostic(
            "bad-sort-key",
            rest.contains { $0.text.hasPrefix("@") }
              ? "objects can't be sorted by \(key.path.map(\.text).joined(separator: ".")), which is computed from many"
              : "objects can't be sorted by the relationship '\(part)'", at: part.range,
            hint: relationship.isToMany
              ? derivedKey(for: key.path[...index].map(\.text), rest.map(\.text), relationship, of: root)
                ?? "sort by an attribute of \(entity)"
              : "sort by \(key.path.map(\.text).joined(separator: ".")).name, say"
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

  /// The statement that makes an attribute to sort by of a count or a sum over a to-many, as Core Data can derive it; nil
  /// where it can't.
  /// - Parameters:
  ///   - path: The path up to the to-many relationship, and `rest` what follows it.
  private func derivedKey(
    for path: [String], _ rest: [String], _ relationship: RelationshipDescription, of root: String
  ) -> String? {
    let inCode = "the objects that were fetched can be sorted in code"
    // Through a to-one first no count or sum is documented.
    guard path.count == 1 else { return inCode }
    let operators = rest.filter { $0.hasPrefix("@") }
    let keys = rest.filter { !$0.hasPrefix("@") }
    var (name, type, derivation) = ("\(relationship.name)Count", AttributeType.integer32, path + ["@count"])
    switch (operators, keys) {
    case (["@count"], []), ([], []), ([], ["count"]): break
    case (["@sum"], let keys) where keys.count == 1:
      guard let attribute = context.model.property(keys[0], of: relationship.destination)?.property.attribute else {
        return nil
      }
      if attribute.isTransient || attribute.derivation != nil { return inCode }
      switch attribute.type {
      case .integer16, .integer32, .integer64: type = .integer64
      case .double, .float: type = .double
      case .decimal: type = .decimal
      case .undefined, .string, .boolean, .date, .binaryData, .uuid, .uri, .transformable: return nil
      }
      (name, derivation) = ("\(keys[0])Sum", path + keys + ["@sum"])
    default: return operators.isEmpty ? nil : inCode
    }
    guard context.model.property(name, of: root) == nil else { return nil }
    return "add \(root).\(name): \(type.rawValue)?, derived \(derivation.joined(separator: ".")) makes a key to sort by"
  }
}
