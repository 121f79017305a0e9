import Diagnostics
import ObjectGraph
import Predicates

/// Queries that name a fetch request template.
extension Interpreter {
  /// The template that a query names; nil for one that names an entity, or nothing.
  func template(of query: Query) -> FetchRequestTemplate? {
    context.model[entity: query.entity.text] == nil
      ? context.model.fetchRequestTemplate(named: query.entity.text) : nil
  }

  /// The name of the entity that a query fetches.
  func entityName(of query: Query) -> String { template(of: query)?.request.entity ?? query.entity.text }

  /// The request of `fetch ByColor(COLOR: "Green") sort name`: every variable replaced by its value, narrowed and
  /// ordered by the clauses that follow.
  func request(for query: Query, from template: FetchRequestTemplate) throws -> FetchRequest {
    var values: [String: Value] = [:]
    for argument in query.arguments {
      guard template.variables.contains(argument.name.text) else {
        throw diagnostic(
          for: TemplateError.unknownVariables(
            [argument.name.text], template: template.name, known: template.variables), at: argument.name.range)
      }
      var copy = trial()
      let value = ownIDs(in: try copy.value(of: argument.value))
      guard values.updateValue(value, forKey: argument.name.text) == nil else {
        throw Diagnostic.givenTwice(argument.name.text, at: argument.name.range)
      }
    }
    var request: FetchRequest
    do {
      request = try template.request(with: values)
    } catch {
      throw diagnostic(for: error, calling: query, given: values)
    }
    let entity = request.entity
    guard context.model[entity: entity] != nil else {
      throw Diagnostic.unknownEntity(entity, in: context.model, at: query.entity.range)
    }
    request.predicate = try request.predicate.map { condition in
      let problems = condition.check(
        against: ConditionShape(model: context.model), entity: entity, variables: [], ownNames: [])
      if var problem = problems.first(where: { $0.severity == .error }) {
        // Its place is in the template, which is elsewhere.
        problem.range = query.entity.range
        problem.notes.append("in \(ModelText.template(template))")
        throw problem
      }
      return condition
    }
    request.narrow(by: query, where: try query.clauses.condition.map { try bound($0, entity: entity) })
    for key in query.clauses.sortKeys { try check(key, of: entity) }
    return request
  }

  /// Returns the problem with the variables of a template. Where some have no value, the hint is the query with those
  /// that it gives and those that it lacks.
  private func diagnostic(for error: TemplateError, calling query: Query, given: [String: Value]) -> Diagnostic {
    var problem = diagnostic(for: error, at: query.range)
    guard case .missingVariables(let missing, let template) = error, let first = query.arguments.first,
      let last = query.arguments.last
    else { return problem }
    let known = statementSource[first.name.range.union(last.value.range)]
    let rest = missing.map { "\($0): …" }.joined(separator: ", ")
    problem.hint = "fetch \(template)(\(known), \(rest))"
    return problem
  }
}
