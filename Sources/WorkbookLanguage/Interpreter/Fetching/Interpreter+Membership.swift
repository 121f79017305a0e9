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
      let nilNote = clauses.condition.flatMap { self.nilNote($0, entity) ?? nilMemberNote($0, entity) }
      return found + (nilNote.map { [$0] } ?? []) + windowNotes(query)
    case .group(let grouping):
      let entity = grouping.entity.text
      var names: Set<String> = []
      let aggregated = grouping.aggregates.compactMap { aggregate in
        if case .function(_, let key) = aggregate { key } else { nil }
      }
      let shape = ConditionShape(model: context.model)
      return
        (grouping.condition.map { columnless(in: $0, of: entity) + $0.storeRefusals(entity: entity, in: shape) } ?? [])
        + columnless(grouping.keys + aggregated, of: entity, &names, dictionaries)
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

  /// A note where a SQLite store leaves out an object that is found here, as SQL has three truth values.
  private func nilNote(_ condition: Predicate, _ entity: String) -> Diagnostic? {
    guard context.model[entity: entity] != nil, condition.inStore != nil,
      let condition = try? bound(condition, entity: entity), let (stored, suspects) = condition.inStore
    else { return nil }
    let differing = Predicate(.and([condition, Predicate(.not(stored))]))
    guard let ids = try? context.fetch(FetchRequest(entity, predicate: differing)), let id = ids.first else {
      return nil
    }
    let label = ObjectFormatter(context: context).label(id)
    let isIt = Predicate(.comparison(.init(Expression(.candidate), .equal, Expression(.constant(id.value)))))
    let place = suspects.first { suspect in
      let lacks = Predicate(.and([isIt, Predicate(.not(suspect.isThere))]))
      return (try? context.count(FetchRequest(entity, predicate: lacks))) == 1
    }
    let more = ids.count > 1 ? ", and \(DisplayText.grouped(ids.count - 1)) more" : ""
    return Diagnostic(
      "store-differs", "Core Data's SQLite store leaves out \(label), which has nil here\(more)",
      at: (place ?? suspects[0]).range, severity: .note,
      hint: "in SQL a comparison with NULL is unknown, and so is NOT of it")
  }

  /// A note where `ANY players.note == nil` means another thing to a SQLite store: in memory the values of a set's
  /// objects leave out nil (NSSet's `value(forKey:)`), and a store asks each row for NULL.
  private func nilMemberNote(_ condition: Predicate, _ entity: String) -> Diagnostic? {
    guard context.model[entity: entity] != nil else { return nil }
    var asked: (path: [String], range: SourceRange)?
    let stored = condition.findingNilMembers { path, range in
      guard context.model.property(path[0], of: entity)?.property.relationship?.isToMany == true else { return false }
      asked = asked ?? (path, range)
      return true
    }
    guard let asked, let condition = try? bound(condition, entity: entity),
      let stored = try? bound(stored, entity: entity)
    else { return nil }
    func first(_ found: Predicate, _ others: Predicate) -> ManagedObjectID? {
      let predicate = Predicate(.and([found, Predicate(.not(others))]))
      return try? context.fetch(FetchRequest(entity, predicate: predicate, limit: 1)).first
    }
    let (left, found) = (first(condition, stored), first(stored, condition))
    let rest = asked.path.dropFirst().joined(separator: ".")
    guard let owner = left ?? found,
      let member = (try? context.value(of: owner, forKey: asked.path[0]))?.objectIDs?.first(where: {
        (try? context.value(of: $0, forKeyPath: rest))?.isNull == true
      })
    else { return nil }
    let formatter = ObjectFormatter(context: context)
    return Diagnostic(
      "store-differs",
      "Core Data's SQLite store \(left == nil ? "finds" : "leaves out") \(formatter.label(owner)): "
        + "\(formatter.label(member)) has nil here", at: asked.range, severity: .note,
      hint: "SUBQUERY(\(asked.path[0]), $x, $x.\(rest) == nil).@count > 0 asks the same of both")
  }

  private func warnings(of condition: Predicate, _ entity: String) -> [Diagnostic] {
    condition.check(
      against: ConditionShape(model: context.model), entity: entity, variables: nil, ownNames: []
    ).filter { $0.severity != .error } + foreignObjects(in: condition, of: entity)
      + columnless(in: condition, of: entity)
      + condition.storeRefusals(entity: entity, in: ConditionShape(model: context.model))
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

  /// A note for each key in a condition that Core Data's SQLite store has no column for.
  private func columnless(in condition: Predicate, of entity: String) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var names: Set<String> = []
    condition.forEachExpression { expression in
      guard let path = expression.keyPath, let (key, kind) = columnless(path, of: entity),
        // A path is met once for each of its keys.
        names.insert(key).inserted
      else { return }
      let advice = kind == Self.fetchedKind ? "read \(key) of each object that was" : "filter the objects that were"
      found.append(columnlessNote(key, kind, at: expression.range, "there, \(advice) fetched"))
    }
    return found
  }

  private func columnless(
    _ keys: [SortKey], of entity: String, _ names: inout Set<String>, _ hint: String
  ) -> [Diagnostic] {
    keys.compactMap { sortKey in
      guard let (key, kind) = columnless(sortKey.path.map(\.text), of: entity), names.insert(key).inserted else {
        return nil
      }
      return columnlessNote(key, kind, at: sortKey.range, hint)
    }
  }

  private func columnlessNote(_ key: String, _ kind: String, at range: SourceRange, _ hint: String) -> Diagnostic {
    Diagnostic(
      kind == Self.fetchedKind ? "fetched-in-condition" : "no-column",
      "\(key) is \(kind); Core Data's SQLite store has no column for it and refuses this fetch", at: range,
      severity: .note, hint: hint)
  }

  private static let fetchedKind = "a fetched property"

  /// The first key of a path that no store has a column for, and what it is.
  private func columnless(_ path: [String], of entity: String) -> (key: String, kind: String)? {
    var here: String? = entity
    for key in path {
      guard let owner = here else { return nil }
      guard let property = context.model.property(key, of: owner)?.property else {
        return ObjectKey.marks.contains(key) && context.model[entity: owner] != nil
          ? (key, "what an object in memory says") : nil
      }
      if property.fetched != nil { return (key, Self.fetchedKind) }
      if property.isTransient { return (key, "transient") }
      here = property.relationship?.destination
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
    let value = try value(of: expression(of: path))
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

extension Predicate {
  /// The predicate as a SQLite store reads it where it asks whether some object of a to-many has nil: `ANY
  /// players.note == nil` as a SUBQUERY.
  /// - Parameter isAsked: Whether a path begins with a to-many.
  fileprivate func findingNilMembers(_ isAsked: ([String], SourceRange) -> Bool) -> Predicate {
    switch kind {
    case .constant, .truth: return self
    case .not(let operand): return Predicate(.not(operand.findingNilMembers(isAsked)), at: range)
    case .and(let operands): return Predicate(.and(operands.map { $0.findingNilMembers(isAsked) }), at: range)
    case .or(let operands): return Predicate(.or(operands.map { $0.findingNilMembers(isAsked) }), at: range)
    case .comparison(let comparison):
      guard comparison.modifier == .any, comparison.operator == .equal, case .constant(.null) = comparison.right.kind,
        let path = comparison.left.keyPath, path.count > 1, !path.contains(where: { $0.hasPrefix("@") }),
        isAsked(path, comparison.left.range)
      else { return self }
      let key = path.dropFirst().reduce(Expression(.variable("x"))) { Expression(.key($0, $1)) }
      let hasNil = Predicate(.comparison(Comparison(key, .equal, Expression(.constant(.null)))))
      let members = Expression(.subquery(Expression(.key(Expression(.candidate), path[0])), "x", hasNil))
      return Predicate(
        .comparison(Comparison(Expression(.key(members, "@count")), .greater, Expression(.constant(.integer(0))))),
        at: range)
    }
  }
}
