import Diagnostics
import ObjectGraph
import Predicates

/// `explain fetch …` and `explain heat.wPlayers`.
extension Interpreter {
  func explain(_ subject: ExplainSubject, _ notes: inout [Diagnostic]) throws -> Outcome.Result {
    switch subject {
    case .delete(let target): try explain(target, &notes)
    case .fetch(let query): try explainFetch(query, &notes)
    case .membership(let path, let query): try explain(path, in: query)
    case .path(let path): .fetchedPropertyExplained(try fetchedProperty(path))
    }
  }

  // MARK: A fetch

  private func explainFetch(_ query: Query, _ notes: inout [Diagnostic]) throws -> Outcome.Result {
    notes += warnings(of: .fetch(query))
    guard let lazyStore else { return .fetchPlanned(try plan(of: query)) }
    var view = try storePlan(query, in: lazyStore)
    let found = try lazyStore.fetch(try request(for: query)).objects(shownLimit: 0)
    (view.found, view.read) = (found.count, found.readCount)
    return .storeFetchPlanned(view)
  }

  /// The query as SQL, if all objects are those of a Core Data store and none has changed.
  private func storePlan(of query: Query) -> StorePlanView? {
    guard !mainContext.hasChanges, let store = sqliteStore(named: query.store?.text), let path = store.location else {
      return nil
    }
    return try? storePlan(query, in: LazyStore(name: store.name, path: path, model: context.model))
  }

  private func plan(of query: Query) throws -> FetchPlanView {
    let request = try request(for: query)
    var plan = try context.plan(of: request)
    // The conditions as they were written, with $heat and not with its object.
    let asked = request.predicate?.allParts ?? []
    let written = zip(asked, query.clauses.condition?.allParts ?? asked).map { ($0.description, $1.declaration) }
    let texts = Dictionary(written, uniquingKeysWith: { first, _ in first })
    plan.rewriteConditions { texts[$0] ?? $0 }
    return FetchPlanView(
      plan: plan, hasCondition: query.clauses.condition != nil,
      unusedIndexes: unusedIndexes(of: request, in: plan), inStore: storePlan(of: query))
  }

  /// The indexed attributes of the entity that the condition names without the plan using their index, each with the
  /// reason.
  private func unusedIndexes(of request: FetchRequest, in plan: FetchPlan) -> [String] {
    var used: Set<String> = []
    for case .index(_, let attribute, _, _) in plan.steps.map(\.kind) { used.insert(attribute) }
    var named: [String] = []
    for part in request.predicate?.allParts ?? [] {
      guard case .comparison(let comparison) = part.kind else { continue }
      for path in [comparison.left, comparison.right].compactMap(\.keyPath) where path.count == 1 {
        if !named.contains(path[0]) { named.append(path[0]) }
      }
    }
    return named.compactMap { name in
      guard !used.contains(name), let attribute = context.model.property(name, of: request.entity)?.property.attribute,
        attribute.isIndexed
      else { return nil }
      let index = "the index of \(request.entity).\(name) was not used: "
      if let passed = plan.passedOver.first(where: { $0.attribute == name }) {
        return index
          + "it leads to \(passed.rows) of \(plan.steps.first?.rowsIn ?? 0), and reading all in a row is quicker"
      }
      return index
        + (used.isEmpty
          ? "an index finds only equal values, ranges and beginnings of texts, in conditions joined by AND"
          : "another index leads to fewer objects")
    }
  }

  // MARK: A fetched property

  private func fetchedProperty(_ path: ObjectPath) throws -> FetchedPropertyView {
    guard let key = path.keys.last else {
      throw Diagnostic(
        "not-a-fetched-property", "'\(path)' is not a fetched property", at: path.range,
        hint: "explain works for deletions, fetches and fetched properties: explain heat.wPlayers")
    }
    var ownerPath = path
    ownerPath.keys.removeLast()
    let value = try value(of: ownerPath.expression)
    guard case .object = value, let id = try objects(in: value, at: path.range).first else {
      throw notAnObject(value, at: path.range)
    }
    let entity = context.entityName(of: id)
    try requireProperty(key, of: entity)
    guard let (property, owner) = context.model.property(key.text, of: entity), let fetched = property.fetched else {
      throw Diagnostic(
        "not-a-fetched-property", "\(key) is not a fetched property, so there is no condition to explain",
        at: key.range,
        hint: "show \(path) shows its value")
    }
    let found = try placed(at: key.range) { try context.value(of: id, forKey: key.text) }
    let substituted = try self.substituted(fetched, for: id, at: key.range, literal)
    let formatter = ObjectFormatter(context: context)
    return FetchedPropertyView(
      property: "\(owner).\(key)", owner: formatter.label(id), destination: fetched.destination,
      condition: fetched.predicate?.declaration, substituted: substituted?.declaration,
      order: ModelText.order(fetched), found: formatter.shown(found))
  }

  /// The condition of a fetched property for one owner: what it asks of the owner and of the property replaced by values.
  func substituted(
    _ fetched: FetchedPropertyDescription, for id: ManagedObjectID, at range: SourceRange,
    _ constant: (Value) -> Expression
  ) throws -> Predicate? {
    let source = GraphSource(
      context.searchedGraphs.current, now: environment.now(), variables: fetched.variables(for: id),
      context.cancellation)
    return try fetched.predicate?.rewriting { expression -> Expression? in
      guard expression.startsAtVariable(in: source.variables) else { return nil }
      return constant(
        try placed(at: range) {
          let read =
            context.searchesOwnGraph ? expression : try context.readingArguments(of: expression, source.variables)
          return try read.compiled(over: source).value()
        })
    }
  }

  /// A value as it would be written in a condition.
  private func literal(_ value: Value) -> Expression {
    if case .object(let reference) = value, let id = ManagedObjectID(reference) {
      let entity = Identifier(context.entityName(of: id), at: SourceRange(0, 0))
      return Expression(
        .extension(AnyExpressionExtension(ObjectIDLiteral(entity: entity, number: Int(id.number)))))
    }
    if let elements = value.elements { return Expression(.aggregate(elements.map(literal))) }
    return Expression(.constant(value))
  }
}

extension Predicate {
  /// The predicate and the conditions that it is made of, from the outside in.
  var allParts: [Predicate] {
    switch kind {
    case .and(let operands), .or(let operands): [self] + operands.flatMap(\.allParts)
    case .not(let operand): [self] + operand.allParts
    case .constant, .comparison, .truth: [self]
    }
  }
}

extension Expression {
  /// Whether this is `$name`, or a key path starting with it, for one of these variables.
  fileprivate func startsAtVariable(in variables: [String: Value]) -> Bool {
    switch kind {
    case .variable(let name): variables[name] != nil
    case .key(let base, _): base.startsAtVariable(in: variables)
    default: false
    }
  }
}
