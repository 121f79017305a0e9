import Diagnostics
import ObjectGraph
import Predicates

/// `explain fetch …`, `explain wade in fetch …`, and what a fetch is told beside its result.
extension Interpreter {
  /// How many objects go through each part of a fetch's condition.
  func explain(_ query: Query) throws -> Outcome.Result {
    let request = try request(for: query)
    guard let predicate = request.predicate else {
      throw Diagnostic(
        "nothing-to-explain", "this fetch has no condition: it finds every \(query.entity)", at: query.range,
        hint: "explain fetch \(query.entity) where …")
    }
    var all = FetchRequest(request.entity)
    all.includesSubentities = request.includesSubentities
    return try placed(at: query.range) {
      let profile = try predicate.profile(over: source, entity: request.entity)
      for id in try context.fetch(all) { _ = try profile.matches(id.value) }
      return .fetchExplained(
        profile.rows.map {
          FetchExplanationRow(text: shown($0.predicate), depth: $0.depth, rowsIn: $0.rowsIn, rowsOut: $0.rowsOut)
        })
    }
  }

  /// Why an object is in the result of a fetch, or is not.
  func explain(_ path: ObjectPath, in query: Query) throws -> Outcome.Result {
    let id = try object(at: path)
    let describer = Describer(context: context)
    let label = describer.label(id)
    let entity = context.entityName(of: id)
    let request = try request(for: query)
    let isOfEntity =
      request.includesSubentities
      ? context.model.isKind(entity, of: request.entity) : entity == request.entity
    guard isOfEntity else {
      return .membershipExplained(
        MembershipExplanation(
          object: label, isFound: false, reasons: ["it is of \(entity), and not of \(request.entity)"]))
    }
    let isFound = try placed(at: query.range) { try context.fetch(request).contains(id) }
    guard let predicate = request.predicate else {
      let reason = isFound ? "the fetch has no condition" : "it is marked as deleted, or beyond the limit"
      return .membershipExplained(MembershipExplanation(object: label, isFound: isFound, reasons: [reason]))
    }
    let explanation = predicate.explanation(for: id.value, over: source, entity: request.entity)
    var reasons = explanation.reasons
    if !isFound, explanation.outcome == .holds {
      reasons.append("it is left out all the same: marked as deleted, or beyond the limit")
    }
    return .membershipExplained(
      MembershipExplanation(object: label, isFound: isFound, reasons: reasons.map { named($0) }))
  }

  /// What the checker finds suspicious in a fetch's condition: told beside the result.
  func warnings(of query: Query) -> [Diagnostic] {
    guard let condition = query.clauses.condition else { return [] }
    return condition.check(
      against: ConditionShape(model: context.model), entity: query.entity.text, variables: nil, ownNames: []
    ).filter { $0.severity != .error }
  }

  private var source: GraphSource { GraphSource(context.graph, now: environment.now()) }

  /// The object that a path leads to.
  private func object(at path: ObjectPath) throws -> ManagedObjectID {
    var expression: Expression
    switch path.root {
    case .name(let name):
      expression = Expression(.key(Expression(.candidate, at: name.range), name.text), at: name.range)
    case .object(let literal): expression = Expression(.extension(AnyExpressionExtension(literal)), at: path.range)
    }
    for key in path.keys { expression = Expression(.key(expression, key.text), at: path.range) }
    let value = try value(of: expression)
    guard case .object = value, let id = try objects(in: value, at: path.range).first else {
      throw Diagnostic(
        "not-one-object", "one object is wanted here", at: path.range, hint: "explain wade in fetch Player where …")
    }
    return id
  }

  /// A condition with its objects named.
  private func shown(_ predicate: Predicate) -> String { named(predicate.description) }

  /// `<object 17>`, as values print that only their world knows, by the object's name.
  private func named(_ text: String) -> String {
    guard text.contains("<object ") else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.range(of: "<object "), let end = rest[start.upperBound...].firstIndex(of: ">") {
      result += rest[..<start.lowerBound]
      let digits = rest[start.upperBound..<end]
      let reference = UInt64(digits).flatMap { try? context.displayText(of: ObjectReference(rawValue: $0)) }
      result += reference ?? String(rest[start.lowerBound...end])
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}
