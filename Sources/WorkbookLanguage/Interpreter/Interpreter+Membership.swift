import Diagnostics
import ObjectGraph
import Predicates

/// `explain wade in fetch …`, and the warnings shown with a fetch's result.
extension Interpreter {
  /// Why an object is in the result of a fetch, or is not.
  func explain(_ path: ObjectPath, in query: Query) throws -> Outcome.Result {
    let id = try object(at: path)
    let describer = Describer(context: context)
    let label = describer.label(id)
    let entity = context.entityName(of: id)
    let request = try request(for: query)
    guard context.model.isKind(entity, of: request.entity) else {
      return .membershipExplained(
        MembershipExplanation(
          object: label, isFound: false, reasons: ["it is of \(entity), and not of \(request.entity)"]))
    }
    let isFound = try placed(at: query.range) { try context.fetch(request).contains(id) }
    guard let predicate = request.predicate else {
      let reason = isFound ? "the fetch has no condition" : try obstacle(to: id, entity, request)
      return .membershipExplained(MembershipExplanation(object: label, isFound: isFound, reasons: [reason]))
    }
    let explanation = predicate.explanation(for: id.value, over: source, entity: request.entity)
    var reasons = explanation.reasons
    if !isFound, explanation.outcome == .holds {
      reasons.append(try obstacle(to: id, entity, request))
    }
    return .membershipExplained(
      MembershipExplanation(object: label, isFound: isFound, reasons: reasons.map { named($0) }))
  }

  /// Returns the checker's warnings about a fetch's condition, shown with the result.
  func warnings(of value: ValueSyntax) -> [Diagnostic] {
    let query: Query
    switch value {
    case .fetch(let found), .count(let found): query = found
    case .group, .context, .batch, .newObject, .list, .condition, .expression: return []
    }
    guard let condition = query.clauses.condition else { return [] }
    return condition.check(
      against: ConditionShape(model: context.model), entity: query.entity.text, variables: nil, ownNames: []
    ).filter { $0.severity != .error } + fetchedProperties(in: condition, of: query.entity)
  }

  /// A note for each fetched property in a condition: Core Data's stores have no column for it.
  private func fetchedProperties(in condition: Predicate, of entity: Identifier) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var names: Set<String> = []
    condition.forEachExpression { expression in
      guard let path = expression.keyPath else { return }
      var here: String? = entity.text
      for key in path {
        guard let owner = here, let property = context.model.property(key, of: owner)?.property else { return }
        if property.fetched != nil {
          // A path is met once for each of its keys.
          guard names.insert(key).inserted else { return }
          found.append(
            Diagnostic(
              "fetched-in-condition",
              "\(key) is a fetched property; Core Data's SQLite store has no column for it and refuses this fetch",
              at: expression.range, severity: .note, hint: "there, read \(key) of each object that was fetched"))
          return
        }
        here = property.relationship?.destination
      }
    }
    return found
  }

  private var source: GraphSource {
    GraphSource(context.searchedGraphs.current, now: environment.now(), context.cancellation)
  }

  /// Why an object that meets the condition is not found.
  private func obstacle(to id: ManagedObjectID, _ entity: String, _ request: FetchRequest) throws -> String {
    if context.isDeleted(id) { return "it is marked for deletion" }
    if !request.includesSubentities, entity != request.entity {
      return "it is of \(entity), and 'only' leaves out what descends from \(request.entity)"
    }
    var all = request
    (all.limit, all.offset) = (nil, nil)
    let place = (try context.fetch(all).firstIndex(of: id) ?? 0) + 1
    let offset = max(0, request.offset ?? 0)
    return place <= offset
      ? "it is number \(place), and the fetch leaves out the first \(offset)"
      : "it is number \(place), and the fetch stops after \(offset + (request.bound ?? 0))"
  }

  /// The object that a path leads to.
  private func object(at path: ObjectPath) throws -> ManagedObjectID {
    let value = try value(of: expression(of: path))
    guard case .object = value, let id = try objects(in: value, at: path.range).first else {
      throw Diagnostic(
        "not-one-object", "one object is wanted here", at: path.range, hint: "explain wade in fetch Player where …")
    }
    guard context.exists(id) else {
      throw Diagnostic.gone(path.description, at: path.range)
    }
    return id
  }

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
