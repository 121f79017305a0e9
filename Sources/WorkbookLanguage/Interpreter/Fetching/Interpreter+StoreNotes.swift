import Diagnostics
import ObjectGraph
import Predicates

/// The notes where a SQLite store would refuse a condition of a statement, or answer it otherwise than memory does: the
/// promise of the table in docs/core-data.md, wherever a condition is put to a store.
extension Interpreter {
  /// Returns the notes for the conditions of a statement that is about to run.
  func storeNotes(on statement: Statement) -> [Diagnostic] {
    var seen: Set<String> = []
    return statement.asked.flatMap { storeNotes(on: $0, &seen) }
  }

  /// Returns the notes for the conditions that a change of the model has declared: those of templates and fetched
  /// properties.
  func storeNotes(on change: ModelStatement) -> [Diagnostic] {
    func notes(_ clauses: Clauses, of entity: Identifier) -> [Diagnostic] {
      clauses.condition.map { refusals(of: $0, entity.text) } ?? []
    }
    func notes(_ member: Member) -> [Diagnostic] {
      if case .fetched(let fetched) = member { notes(fetched.clauses, of: fetched.destination) } else { [] }
    }
    switch change {
    case .template(_, let query): return notes(query.clauses, of: query.entity)
    case .add(_, let member): return notes(member)
    case .entity(let declaration): return declaration.members.flatMap(notes)
    case .changeProperty(_, .fetched(let destination, let clauses)?, _): return notes(clauses, of: destination)
    default: return []
    }
  }

  /// - Parameter seen: The fetched properties that have been noted.
  private func storeNotes(on asked: AskedCondition, _ seen: inout Set<String>) -> [Diagnostic] {
    switch asked {
    case .objects(let entity, let condition):
      return refusals(of: condition, entity.text) + nilNotes(binding: condition, entity.text)
    case .query(let query):
      let template = template(of: query)
      let entity = template?.request.entity ?? query.entity.text
      let own = query.clauses.condition.map { refusals(of: $0, entity) } ?? []
      guard let template else {
        return own + (query.clauses.condition.map { nilNotes(binding: $0, entity) } ?? [])
      }
      // The text of a template's condition is elsewhere.
      let place = query.entity.range
      let inherited = template.request.predicate.map { refusals(of: $0, entity, at: place) } ?? []
      return inherited + own + nilNotes((try? request(for: query))?.predicate, entity, at: place)
    case .path(let path):
      guard let (fetched, name, owner) = fetchedProperty(of: path), seen.insert(name).inserted,
        let condition = fetched.predicate
      else { return [] }
      let refused = refusals(of: condition, fetched.destination, at: path.range)
      guard condition.mayDifferByNil, let id = (try? value(of: owner))?.objectID else {
        return refused
      }
      let asked = try? substituted(fetched, for: id, at: path.range) { Expression(.constant($0)) }
      return refused + nilNotes(try? asked?.rewriting(replaced), fetched.destination, at: path.range)
    }
  }

  /// The parts of a condition that a SQLite store refuses.
  /// - Parameter place: The place of the notes where the condition's own text is elsewhere.
  private func refusals(of condition: Predicate, _ entity: String, at place: SourceRange? = nil) -> [Diagnostic] {
    guard context.model[entity: entity] != nil else { return [] }
    return condition.storeRefusals(entity: entity, in: ConditionShape(model: context.model)).map { note in
      var note = note
      note.range = place ?? note.range
      return note
    }
  }

  /// The first fetched property that a path reads, by its full name, with the path to its owner.
  private func fetchedProperty(
    of path: Expression
  ) -> (property: FetchedPropertyDescription, name: String, owner: Expression)? {
    var parts = [path]
    while case .key(let base, _) = parts[parts.count - 1].kind { parts.append(base) }
    parts.reverse()
    var entity: String
    switch parts.removeFirst().kind {
    case .candidate:
      guard case .key(_, let name)? = parts.first?.kind, let id = names[name]?.objectID, !isForeign(id) else {
        return nil
      }
      parts.removeFirst()
      entity = context.entityName(of: id)
    case .extension(let form):
      guard let literal = form.base as? ObjectIDLiteral else { return nil }
      entity = literal.entity.text
    default: return nil
    }
    for part in parts {
      guard case .key(let owner, let key) = part.kind,
        let (property, declaring) = context.model.property(key, of: entity)
      else { return nil }
      if let fetched = property.fetched { return (fetched, "\(declaring).\(key)", owner) }
      guard let destination = property.relationship?.destination else { return nil }
      entity = destination
    }
    return nil
  }

  // MARK: SQL's NULL

  private func nilNotes(binding condition: Predicate, _ entity: String) -> [Diagnostic] {
    guard condition.mayDifferByNil else { return [] }
    return nilNotes(try? bound(condition, entity: entity), entity)
  }

  /// A note where nil makes a SQLite store find other objects, by the rules of SQL.
  /// - Parameter place: The place of the note where the condition's own text is elsewhere.
  private func nilNotes(_ condition: Predicate?, _ entity: String, at place: SourceRange? = nil) -> [Diagnostic] {
    guard let condition, context.model[entity: entity] != nil,
      var note = nilNote(condition, entity) ?? nilMemberNote(condition, entity)
    else { return [] }
    note.range = place ?? note.range
    return [note]
  }

  /// The first object that one condition finds and another does not, with their number.
  private func first(
    _ found: Predicate, not other: Predicate, of entity: String
  ) -> (id: ManagedObjectID, count: Int)? {
    let predicate = Predicate(.and([found, Predicate(.not(other))]))
    guard let ids = try? context.fetch(FetchRequest(entity, predicate: predicate)) else { return nil }
    return ids.first.map { ($0, ids.count) }
  }

  /// A note where a SQLite store leaves out an object that is found here, as SQL has three truth values, or finds one that
  /// is not, as a SUBQUERY counts fewer.
  private func nilNote(_ condition: Predicate, _ entity: String) -> Diagnostic? {
    guard let (stored, suspects) = condition.inStore else { return nil }
    let nested = suspects.first(where: \.isNested)
    let left = first(condition, not: stored, of: entity)
    guard let (id, count) = left ?? (nested == nil ? nil : first(stored, not: condition, of: entity)) else {
      return nil
    }
    let label = ObjectFormatter(context: context).label(id)
    let isIt = Predicate(.comparison(.init(Expression(.candidate), .equal, Expression(.constant(id.value)))))
    let own = suspects.first { suspect in
      guard !suspect.isNested else { return false }
      let lacks = Predicate(.and([isIt, Predicate(.not(suspect.isThere))]))
      return (try? context.count(FetchRequest(entity, predicate: lacks))) == 1
    }
    let more = Listing.rest(count - 1, after: ",")
    let isInside = own == nil && nested != nil
    return Diagnostic(
      "store-differs",
      isInside
        ? "by SQL's rules a SQLite store \(left == nil ? "finds" : "leaves out") \(label)\(more): a value asked for here is nil"
        : "Core Data's SQLite store leaves out \(label), which has nil here\(more)",
      at: (own ?? nested ?? suspects[0]).range, severity: .note,
      hint: "in SQL a comparison with NULL is unknown, and so is NOT of it")
  }

  /// A note where `ANY players.note == nil` means another thing to a SQLite store: in memory the values of a set's
  /// objects leave out nil (NSSet's `value(forKey:)`), and SQL asks each row for NULL. What Core Data makes of it is not
  /// established.
  private func nilMemberNote(_ condition: Predicate, _ entity: String) -> Diagnostic? {
    var asked: (path: [String], range: SourceRange)?
    let stored = condition.findingNilMembers { path, range in
      guard context.model.property(path[0], of: entity)?.property.relationship?.isToMany == true else { return false }
      asked = asked ?? (path, range)
      return true
    }
    guard let asked else { return nil }
    let left = first(condition, not: stored, of: entity)?.id
    let rest = asked.path.dropFirst().joined(separator: ".")
    guard let owner = left ?? first(stored, not: condition, of: entity)?.id,
      let member = (try? context.value(of: owner, forKey: asked.path[0]))?.objectIDs?.first(where: {
        (try? context.value(of: $0, forKeyPath: rest))?.isNull == true
      })
    else { return nil }
    let formatter = ObjectFormatter(context: context)
    return Diagnostic(
      "store-differs",
      "\(formatter.label(member)) has nil here: by SQL's rules a SQLite store \(left == nil ? "finds" : "leaves out") "
        + "\(formatter.label(owner)); what Core Data's store does is not established", at: asked.range, severity: .note,
      hint: "SUBQUERY(\(asked.path[0]), $x, $x.\(rest) == nil).@count > 0 asks the same of both")
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

  /// Whether a SQLite store may find other objects because of nil: it compares what may be nil, or asks for nil among the
  /// values of a path.
  fileprivate var mayDifferByNil: Bool {
    if inStore != nil { return true }
    var asks = false
    _ = findingNilMembers { _, _ in
      asks = true
      return false
    }
    return asks
  }
}
