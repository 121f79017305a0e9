import Diagnostics
import ObjectGraph
import Predicates

/// `explain fetch …`, `explain wade in fetch …`, `explain heat.wPlayers`.
extension Interpreter {
  func explain(_ subject: ExplainSubject) throws -> Outcome.Result {
    switch subject {
    case .delete(let target): try explain(target)
    case .fetch(let query): .fetchPlanned(try plan(of: query))
    case .membership(let path, let query): .membershipExplained(try membership(of: path, in: query))
    case .path(let path): .fetchedPropertyExplained(try fetchedProperty(path))
    }
  }

  // MARK: A fetch

  private func plan(of query: Query) throws -> FetchPlanView {
    let request = try request(for: query)
    var plan = try context.plan(of: request)
    // The conditions as they were written, with $heat and not with the object behind it.
    let written = zip(request.predicate?.parts ?? [], query.clauses.condition?.parts ?? [])
      .map { ($0.description, $1.description) }
    let texts = Dictionary(written, uniquingKeysWith: { first, _ in first })
    plan.rewriteConditions { texts[$0] ?? $0 }
    return FetchPlanView(plan: plan, hasCondition: query.clauses.condition != nil)
  }

  // MARK: One object

  private func membership(of path: ObjectPath, in query: Query) throws -> MembershipView {
    let value = try value(of: path.expression)
    guard let id = try objects(in: value, at: path.range).first, case .object = value else {
      throw Diagnostic("not-one-object", "this is a list, and one object is wanted", at: path.range)
    }
    guard context.exists(id) else {
      throw Diagnostic("gone", "\(path) is not in the graph any more", at: path.range)
    }
    let request = try request(for: query)
    let describer = Describer(context: context)
    let entity = context.entityName(of: id)
    var view = MembershipView(object: describer.label(id), isFound: false, parts: [], obstacle: nil)
    guard context.model.isKind(entity, of: request.entity) else {
      view.obstacle = .otherEntity(request.entity)
      return view
    }
    let source = GraphSource(context.graph, now: environment.now())
    var isDecided = false
    let bound = request.predicate?.parts ?? []
    for (part, written) in zip(bound, query.clauses.condition?.parts ?? []) {
      var shown = MembershipView.Part(condition: written.description, outcome: .notAsked, facts: [])
      if !isDecided {
        do {
          let holds = try part.compiled(over: source, entity: entity).matches(id.value)
          shown.outcome = holds ? .holds : .fails
          isDecided = !holds
        } catch {
          shown.outcome = .raises(diagnostic(for: error, at: part.range).message)
          isDecided = true
        }
        shown.facts = facts(in: written, about: id, entity, source, describer)
      }
      view.parts.append(shown)
    }
    if isDecided { return view }
    if context.isDeleted(id) {
      view.obstacle = .deleted
    } else if !request.includesSubentities, entity != request.entity {
      view.obstacle = .subentity(entity)
    } else {
      view.isFound = try context.fetch(request).contains(id)
      if !view.isFound { view.obstacle = try cut(id, request) }
    }
    return view
  }

  /// Where the object stands among all that meet the conditions.
  private func cut(_ id: ManagedObjectID, _ request: FetchRequest) throws -> MembershipView.Obstacle? {
    var all = request
    (all.limit, all.offset) = (nil, nil)
    return try context.fetch(all).firstIndex(of: id).map {
      .cut(place: $0 + 1, offset: request.offset ?? 0, limit: request.limit)
    }
  }

  /// The values of the key paths that a condition reads, each once, the longest of each.
  private func facts(
    in condition: Predicate, about id: ManagedObjectID, _ entity: String, _ source: GraphSource,
    _ describer: Describer
  ) -> [MembershipView.Fact] {
    var facts: [MembershipView.Fact] = []
    var seen: Set<String> = []
    _ = condition.rewriting { expression in
      guard let path = expression.keyPath, !path.isEmpty else { return nil }
      let text = path.joined(separator: ".")
      if seen.insert(text).inserted,
        let value = try? expression.compiled(over: source, entity: entity).value(for: id.value)
      {
        facts.append(MembershipView.Fact(path: text, value: describer.shown(value)))
      }
      return expression
    }
    return facts
  }

  // MARK: A fetched property

  private func fetchedProperty(_ path: ObjectPath) throws -> FetchedPropertyView {
    guard let key = path.keys.last else {
      throw Diagnostic(
        "not-a-fetched-property", "'\(path)' is no fetched property", at: path.range,
        hint: "explain tells about deletions, fetches and fetched properties: explain heat.wPlayers")
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
        "not-a-fetched-property", "\(key) is no fetched property, so there is no condition to explain", at: key.range,
        hint: "show \(path) shows its value")
    }
    let source = GraphSource(context.graph, now: environment.now(), variables: fetched.variables(for: id))
    let substituted = try fetched.predicate?.rewriting { expression -> Expression? in
      guard expression.startsAtVariable(in: source.variables) else { return nil }
      return literal(try placed(at: key.range) { try expression.compiled(over: source).value() })
    }
    let describer = Describer(context: context)
    return FetchedPropertyView(
      property: "\(owner).\(key)", owner: describer.label(id), destination: fetched.destination,
      condition: fetched.predicate?.description, substituted: substituted?.description,
      found: describer.shown(try placed(at: key.range) { try context.value(of: id, forKey: key.text) }))
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

extension ObjectPath {
  /// The path as an expression of the workbook.
  var expression: Expression {
    let start: Expression
    switch root {
    case .name(let name):
      start = Expression(.key(Expression(.candidate, at: name.range), name.text), at: name.range)
    case .object(let literal):
      start = Expression(
        .extension(AnyExpressionExtension(literal)),
        at: SourceRange(range.lowerBound, keys.first?.range.lowerBound ?? range.upperBound))
    }
    return keys.reduce(start) { Expression(.key($0, $1.text), at: $0.range.union($1.range)) }
  }
}

extension Predicate {
  /// The operands of an AND, or the predicate itself.
  fileprivate var parts: [Predicate] {
    if case .and(let operands) = kind { operands } else { [self] }
  }
}

extension Expression {
  /// Whether this is `$name` or a key path behind it, of one of these variables.
  fileprivate func startsAtVariable(in variables: [String: Value]) -> Bool {
    switch kind {
    case .variable(let name): variables[name] != nil
    case .key(let base, _): base.startsAtVariable(in: variables)
    default: false
    }
  }
}
