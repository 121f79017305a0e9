import Diagnostics
import ObjectGraph
import Predicates

/// `batch update`, `batch delete` and `batch insert`: straight to the stores, past every context.
extension Interpreter {
  /// Carries a batch request out.
  /// - Returns: the objects that it wrote or deleted.
  mutating func run(_ batch: BatchStatement) throws -> [ManagedObjectID] {
    var deletion: BatchDeletion?
    return try run(batch, deletion: &deletion)
  }

  private mutating func run(_ batch: BatchStatement, deletion: inout BatchDeletion?) throws -> [ManagedObjectID] {
    let last = context.lastNumber(of: batch.entity.text)
    var rows: [[String: Value]] = []
    do {
      return try carryOut(batch, rows: &rows, deletion: &deletion)
    } catch SaveError.validation(let errors) {
      let isInsertion = if case .insert = batch.kind { errors.contains { $0.kind == .constraint } } else { false }
      throw Diagnostic(
        "batch-refused", "the store refuses the batch, and nothing of it is written", at: batch.range,
        hint: isInsertion ? "\(typed("merge policy object")) updates the objects that are there" : nil,
        notes: errors.prefix(ShownValue.limit).map { refusal($0, of: batch, rows, after: last) })
    } catch BatchRequestError.requiredInverses(let emptied) {
      throw refusal(emptied, of: batch)
    }
  }

  /// Returns the diagnostic of a deletion that would leave required relationships empty, with what to delete first.
  private func refusal(_ emptied: [EmptiedRelationship], of batch: BatchStatement) -> Diagnostic {
    let formatter = ObjectFormatter(context: context)
    var notes = emptied.prefix(ShownValue.limit).map { "\(formatter.label($0.object.id)): \($0.words)" }
    if let more = Listing.more(emptied.count - notes.count) { notes.append(more) }
    return Diagnostic(
      "batch-refused", "the store refuses the batch, and nothing of it is written", at: batch.range,
      hint: advice(on: emptied).map { "\(typed($0)) deletes \(emptied.count == 1 ? "it" : "them") first" }, notes: notes
    )
  }

  /// The batch deletion of those that would lack what they require; nil where one statement does not name them.
  private func advice(on emptied: [EmptiedRelationship]) -> String? {
    guard let first = emptied.first, emptied.count <= 4,
      emptied.allSatisfy({ $0.object.entity == first.object.entity })
    else { return nil }
    let names = emptied.map(\.object.description)
    return "batch delete \(first.object.entity) where SELF "
      + (names.count == 1 ? "== \(names[0])" : "IN {\(names.joined(separator: ", "))}")
  }

  /// The words of an error. An object that the batch would have made is its row: it never exists.
  private func refusal(
    _ error: ValidationError, of batch: BatchStatement, _ rows: [[String: Value]], after last: UInt32
  ) -> String {
    func row(of id: ManagedObjectID) -> Int? {
      guard id.number > last, case let row = Int(id.number - last), row <= rows.count else { return nil }
      return row
    }
    func name(_ id: ManagedObjectID) -> String {
      row(of: id).map { "row \($0)" } ?? ObjectFormatter(context: context).label(id).description
    }
    var subject = name(error.object)
    if case .insert(let objects) = batch.kind, let row = row(of: error.object) {
      let values = objects[row - 1].map { argument in
        "\(argument.name): \(ObjectFormatter.displayed(rows[row - 1][argument.name.text] ?? .null))"
      }
      subject += DisplayText.visible(" (\(values.joined(separator: ", ")))")
    }
    guard case .notUnique(let keys, let objects) = error.reason else {
      return "\(subject): \(error.message) (\(error.code))"
    }
    let others = objects.lazy.filter { $0.id != error.object }.prefix(ShownValue.limit).map { name($0.id) }
    let verb = keys.count == 1 ? "is" : "are"
    return
      "\(subject): \(Listing.text(keys)) \(verb) not unique: \(Listing.text(Array(others), of: objects.count - 1)) "
      + "\(objects.count == 2 ? "has" : "have") the same (\(error.code))"
  }

  private mutating func carryOut(
    _ batch: BatchStatement, rows: inout [[String: Value]], deletion: inout BatchDeletion?
  ) throws -> [ManagedObjectID] {
    let entity = batch.entity
    guard context.model[entity: entity.text] != nil else {
      throw Diagnostic.unknownEntity(entity.text, in: context.model, at: entity.range)
    }
    let result: BatchResult
    switch batch.kind {
    case .update(let condition, let assignments):
      var request = BatchUpdateRequest(
        entity.text, predicate: try condition.map { try bound($0, entity: entity.text) })
      for assignment in assignments {
        try requireAttribute(assignment.key, of: entity.text)
        guard request.propertiesToUpdate[assignment.key.text] == nil else {
          throw Diagnostic.givenTwice(assignment.key.text, at: assignment.key.range)
        }
        request.propertiesToUpdate[assignment.key.text] = try bound(assignment.value, entity: entity.text)
      }
      request.resultType = .objectIDs
      result = try context.execute(request)
    case .delete(let condition):
      var request = BatchDeleteRequest(
        FetchRequest(entity.text, predicate: try bound(condition, entity: entity.text)))
      request.resultType = .objectIDs
      result = try context.execute(request, variables: [:], deletion: &deletion)
    case .insert(let objects):
      var request = BatchInsertRequest(entity.text, objects: [])
      for arguments in objects {
        try spendObject()
        var values: [String: Value] = [:]
        for argument in arguments {
          try requireAttribute(argument.name, of: entity.text)
          guard values.updateValue(try value(of: argument.value), forKey: argument.name.text) == nil else {
            throw Diagnostic.givenTwice(argument.name.text, at: argument.name.range)
          }
        }
        request.objects.append(values)
      }
      rows = request.objects
      request.resultType = .objectIDs
      result = try context.execute(request)
    }
    guard case .objectIDs(let ids) = result else { return [] }
    return ids
  }

  /// Runs a batch request and returns its result, with the number of its objects that the current context still shows
  /// unchanged.
  mutating func show(_ batch: BatchStatement, _ notes: inout [Diagnostic]) throws -> Outcome.Result {
    let isInMemory = !context.coordinator.stores.contains { $0.location != nil }
    let last = context.lastNumber(of: batch.entity.text)
    var deletion: BatchDeletion?
    let ids = try run(batch, deletion: &deletion)
    try demandEffect(on: ids.count, at: batch.range)
    var stale: (first: ManagedObjectID?, count: Int) = (nil, 0)
    for (count, id) in (deletion?.explanation.deletedObjects ?? ids).enumerated() {
      try context.cancellation.check(at: count)
      guard context.isStale(id) else { continue }
      stale = (stale.first ?? id, stale.count + 1)
    }
    if isInMemory, !ids.isEmpty, !explained.batch {
      explained.batch = true
      notes.append(
        Diagnostic(
          "batch-in-memory", "Core Data refuses batch requests on a store in memory: only SQLite stores take them",
          at: batch.range, severity: .note))
    }
    if let deletion { notes += try unestablished(deletion).map { note($0, at: batch.range) } }
    let effect: BatchReport.Effect
    switch batch.kind {
    case .update: effect = .updated(ids.count)
    case .delete: effect = try self.effect(deletion, of: ids.count)
    case .insert:
      let new = ids.count { $0.number > last }
      effect = .inserted(new, updated: ids.count - new)
    }
    let formatter = ObjectFormatter(context: context)
    let first = stale.first.map { (formatter.label($0), stale.count) }
    return .stated(.batch(BatchReport(entity: batch.entity.text, effect: effect, stale: first)))
  }

  /// The behaviours in a batch deletion for which Core Data's is not established.
  private enum Unestablished: CaseIterable {
    case deny, noAction, withoutInverse
  }

  private func note(_ subject: Unestablished, at range: SourceRange) -> Diagnostic {
    let words =
      switch subject {
      case .deny: "deny in a batch delete is not established; here it is not checked"
      case .noAction:
        "no action in a batch delete is not established where the other end is required; here its link leads nowhere"
      case .withoutInverse:
        "a required to-one without an inverse in a batch delete is not established; here its link leads nowhere"
      }
    return Diagnostic("batch-deny", "what Core Data does with \(words)", at: range, severity: .note)
  }

  /// Reports of Core Data's triggers name required inverses of relationships that nullify, and no others.
  private func unestablished(_ deletion: BatchDeletion) throws -> [Unestablished] {
    var met: Set<Unestablished> = []
    let index = ModelIndex(context.model)
    for position in 0..<deletion.explanation.nodeCount {
      try context.cancellation.check(at: position)
      let node = deletion.explanation.node(position)
      for effect in node.relationships {
        switch effect.rule {
        case .deny: met.insert(.deny)
        case .noAction:
          guard let relationship = index.property(effect.relationship, of: node.entity)?.property.relationship,
            let (_, inverse) = index.inverse(of: relationship), !inverse.isOptional
          else { continue }
          met.insert(.noAction)
        case .nullify, .cascade: break
        }
      }
    }
    let deleted = Set(deletion.explanation.deletedObjects)
    for (count, holder) in deletion.holders.enumerated() where !met.contains(.withoutInverse) {
      try context.cancellation.check(at: count)
      let needs = context.model.properties(of: context.entityName(of: holder)).compactMap(\.relationship).contains {
        guard $0.inverse == nil, !$0.isToMany, !$0.isOptional else { return false }
        return (try? context.value(of: holder, forKey: $0.name))?.objectID.map(deleted.contains) == true
      }
      if needs { met.insert(.withoutInverse) }
    }
    return Unestablished.allCases.filter(met.contains)
  }

  /// The effects of the delete rules in a batch deletion, in numbers for each entity.
  private func effect(_ batch: BatchDeletion?, of count: Int) throws -> BatchReport.Effect {
    guard let batch else { return .deleted(count, cascaded: [], nullified: [], dangling: []) }
    let deletion = batch.explanation
    var deleted: [String: Int] = [:]
    var cleared: Set<ManagedObjectID> = []
    var left = Set(batch.holders)
    for position in 0..<deletion.nodeCount {
      try context.cancellation.check(at: position)
      let node = deletion.node(position)
      if node.parent != nil { deleted[node.entity, default: 0] += 1 }
      for effect in node.relationships {
        switch effect.rule {
        case .nullify: cleared.formUnion(effect.objects)
        case .deny, .noAction: left.formUnion(effect.objects)
        case .cascade: break
        }
      }
    }
    func list(_ counts: [String: Int]) -> [BatchReport.EntityCount] {
      counts.sorted { $0.key < $1.key }.map { BatchReport.EntityCount(entity: $0.key, count: $0.value) }
    }
    func list(_ objects: Set<ManagedObjectID>) -> [BatchReport.EntityCount] {
      list(Dictionary(objects.map { (context.entityName(of: $0), 1) }, uniquingKeysWith: +))
    }
    return .deleted(count, cascaded: list(deleted), nullified: list(cleared), dangling: list(left))
  }

  private func requireAttribute(_ key: Identifier, of entity: String) throws {
    try requireProperty(key, of: entity)
    guard let property = context.model.property(key.text, of: entity)?.property else { return }
    let problem: BatchRequestError
    if let attribute = property.attribute {
      guard attribute.isTransient else { return }
      problem = .transient(key.text, entity: entity)
    } else {
      problem = .notAnAttribute(key.text, entity: entity)
    }
    throw diagnostic(for: problem, at: key.range)
  }

  /// An expression over an entity's keys, checked and with the learner's own names replaced, as conditions are.
  private func bound(_ expression: Expression, entity: String) throws -> Expression {
    if case .constant = expression.kind { return expression }
    let comparison = Predicate.Comparison(expression, .notEqual, Expression(.constant(.null), at: expression.range))
    let condition = try bound(Predicate(.comparison(comparison), at: expression.range), entity: entity)
    guard case .comparison(let result) = condition.kind else { return expression }
    return result.left
  }
}
