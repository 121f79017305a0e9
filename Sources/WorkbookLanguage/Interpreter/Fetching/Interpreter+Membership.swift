import Diagnostics
import ObjectGraph
import Predicates

/// `explain wade in fetch …`, and the warnings shown with a fetch's result.
extension Interpreter {
  /// Why an object is in the result of a fetch, or is not.
  func explain(_ path: ObjectPath, in query: Query) throws -> Outcome.Result {
    let id = try object(at: path)
    let formatter = ObjectFormatter(context: context)
    let label = formatter.label(id)
    let entity = context.entityName(of: id)
    let request = try request(for: query)
    guard context.model.isKind(entity, of: request.entity) else {
      return .membershipExplained(
        MembershipExplanation(
          object: label, isFound: false, reasons: ["its entity is \(entity), not \(request.entity)"]))
    }
    let isFound = try placed(at: query.range) { try context.fetch(request).contains(id) }
    guard let predicate = request.predicate else {
      let reason = isFound ? "the fetch has no condition" : try obstacle(to: id, entity, request)
      return .membershipExplained(MembershipExplanation(object: label, isFound: isFound, reasons: [reason]))
    }
    let explanation = try argumentsRead(in: predicate).explanation(for: id.value, over: source, entity: request.entity)
    var reasons = explanation.reasons
    if !isFound, explanation.outcome == .holds {
      reasons.append(try obstacle(to: id, entity, request))
    }
    return .membershipExplained(
      MembershipExplanation(object: label, isFound: isFound, reasons: reasons.map { named($0) }))
  }

  /// Returns the checker's warnings about a fetch's condition, shown with the result.
  func warnings(of value: ValueSyntax) -> [Diagnostic] {
    switch value {
    case .fetch(let query), .count(let query):
      let (entity, clauses) = (query.entity.text, query.clauses)
      var found = clauses.condition.map { warnings(of: $0, entity) } ?? []
      var names: Set<String> = []
      found += columnless(clauses.sortKeys, of: entity, &names, "there, sort the objects that were fetched")
      if let selection = clauses.selection { found += columnless(selection.keys, of: entity, &names, dictionaries) }
      return found + windowNotes(query)
    case .group(let grouping):
      let entity = grouping.entity.text
      var names: Set<String> = []
      let aggregated = grouping.aggregates.compactMap { aggregate in
        if case .function(_, let key) = aggregate { key } else { nil }
      }
      return columnless(grouping.keys + aggregated, of: entity, &names, dictionaries)
    case .expression(let expression): return inaccessible(in: expression)
    case .context, .batch, .newObject, .list, .condition: return []
    }
  }

  /// A note where pending changes make a limit or an offset count other objects than Core Data does, which applies both to
  /// the saved rows.
  private func windowNotes(_ query: Query) -> [Diagnostic] {
    let clauses = query.clauses
    guard context.hasChanges, lazyStore == nil, clauses.selection == nil, var whole = try? request(for: query),
      whole.limit ?? 0 > 0 || whole.offset ?? 0 > 0
    else { return [] }
    let window = whole
    (whole.limit, whole.offset) = (nil, nil)
    func saved(_ request: FetchRequest) -> FetchRequest {
      var request = request
      request.includesPendingChanges = false
      return request
    }
    guard let here = try? context.fetch(window), let stored = try? context.fetch(saved(window)), here != stored,
      let all = try? context.fetch(whole), let allStored = try? context.fetch(saved(whole))
    else { return [] }
    // A limit that leaves out nothing makes no difference.
    if window.offset ?? 0 <= 0, max(all.count, allStored.count) <= window.limit ?? 0 { return [] }
    let words = [clauses.limit == nil ? nil : "limit", clauses.offset == nil ? nil : "offset"].compactMap { $0 }
    let subject = words.isEmpty ? "the template's limit or offset" : words.joined(separator: " and ")
    return [
      Diagnostic(
        "window-of-saved-rows",
        "Core Data applies \(subject) to the saved rows, so with what is pending here it may give other objects",
        at: query.range, severity: .note, hint: words.isEmpty ? "save first" : "save first, or leave out \(subject)")
    ]
  }

  private var dictionaries: String { "there, dictionaries hold only what the store has columns for" }

  private func warnings(of condition: Predicate, _ entity: String) -> [Diagnostic] {
    condition.check(
      against: ConditionShape(model: context.model), entity: entity, variables: nil, ownNames: []
    ).filter { $0.severity != .error } + foreignObjects(in: condition, of: entity)
  }

  /// A note where an object is read whose row is gone: another context's save has taken it away, or a link to it dangles.
  private func inaccessible(in expression: Expression) -> [Diagnostic] {
    guard context.shouldDeleteInaccessibleFaults, let path = expression.keyPath, path.count > 1,
      var id = names[path[0]]?.objectID, !isForeign(id)
    else { return [] }
    func note(_ message: String, _ hint: String) -> [Diagnostic] {
      [Diagnostic("inaccessible", message, at: expression.range, severity: .note, hint: hint)]
    }
    if context.isInaccessible(id) {
      return note(
        "another context has deleted \(path[0]): its values read as nil, as in Core Data",
        "\(path[0]).isDeleted is true")
    }
    guard !ObjectKey.states.contains(path[path.count - 1]) else { return [] }
    for (count, key) in path.enumerated().dropFirst().dropLast() {
      guard
        let relationship = context.model.property(key, of: context.entityName(of: id))?.property.relationship,
        let next = (try? context.value(of: id, forKey: key))?.objectID
      else { return [] }
      guard context.exists(next) else {
        let link = path.prefix(count + 1).joined(separator: ".")
        return note(
          "\(link) leads to \(context.entityName(of: next))#\(next.number), whose row is gone: its values read as nil, as in Core Data",
          relationship.isOptional
            ? "\(link) = nil ends the link" : "\(link) is required: set it to another \(relationship.destination)")
      }
      id = next
    }
    return []
  }

  // MARK: What no store has a column for

  /// A note for each key of a sort, a selection or a group that Core Data's SQLite store has no column for.
  private func columnless(
    _ keys: [SortKey], of entity: String, _ names: inout Set<String>, _ hint: String
  ) -> [Diagnostic] {
    keys.compactMap { sortKey in
      guard let (key, reason) = columnless(sortKey.path.map(\.text), of: entity), names.insert(key).inserted else {
        return nil
      }
      return Diagnostic(
        Diagnostic.ID.noColumn,
        "\(key) is \(reason.words); Core Data's SQLite store has no column for it and refuses this fetch",
        at: sortKey.range, severity: .note, hint: hint)
    }
  }

  /// The first key of a path that no store has a column for, and what it is.
  private func columnless(_ path: [String], of entity: String) -> (key: String, reason: MissingColumn)? {
    let shape = ConditionShape(model: context.model)
    var here: String? = entity
    for key in path {
      guard let owner = here else { return nil }
      if let reason = shape.missingColumn(key, of: owner) { return (key, reason) }
      here = context.model.property(key, of: owner)?.property.relationship?.destination
    }
    return nil
  }

  private var source: GraphSource {
    GraphSource(context.searchedGraphs.current, now: environment.now(), context.cancellation)
  }

  /// The condition with its arguments read, where a fetch searches other values than this context shows.
  private func argumentsRead(in predicate: Predicate) throws -> Predicate {
    context.searchesOwnGraph ? predicate : try context.readingArguments(of: predicate)
  }

  /// Why an object that meets the condition is not found.
  private func obstacle(to id: ManagedObjectID, _ entity: String, _ request: FetchRequest) throws -> String {
    if context.isDeleted(id) { return "it is marked for deletion" }
    if !request.includesSubentities, entity != request.entity {
      return "its entity is \(entity), and 'only' leaves out the subentities of \(request.entity)"
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
    try refuseForeign(path, in: .explain, followedBy: " in fetch …")
    let value = try value(of: path.expression)
    guard case .object = value, let id = try objects(in: value, at: path.range).first else {
      throw Diagnostic(
        "not-one-object", "expected one object", at: path.range, hint: "explain wade in fetch Player where …")
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
