import Diagnostics
import ObjectGraph
import Predicates

/// `delete`, and previews of its effects.
extension Interpreter {
  mutating func delete(_ target: DeleteTarget, _ notes: inout [Diagnostic]) throws -> Outcome.Result? {
    try context.prepare()
    let ids = try objects(of: target)
    try demandEffect(on: ids.count, at: range(of: target))
    let lists = context.heldLists
    for (count, id) in ids.enumerated() {
      try context.cancellation.check(at: count)
      try placed(at: range(of: target)) { try context.delete(id) }
    }
    // Here, where it can still be stopped.
    try context.propagateDeletionsOrStop()
    if let deletion = context.lastDeletion {
      notes += staleListNotes(deletion, .marked, at: range(of: target))
      notes += unreachedNotes(deletion.deletedObjects, .marked, at: range(of: target))
      notes += heldListNotes(lists, among: deletion.deletedObjects, at: range(of: target))
    }
    if ids.isEmpty { return .value(.list([], total: 0)) }
    return nil  // told at the end of the event, when the rules have run
  }

  /// The answer to a deletion of objects that are marked for deletion already.
  func markedAlready(_ target: DeleteTarget) -> Outcome.Result? {
    guard let ids = try? objects(of: target), let first = ids.first, ids.allSatisfy(context.isDeleted) else {
      return nil
    }
    return .stated(.markedAlready(ObjectFormatter(context: context).label(first), more: Set(ids).count - 1))
  }

  func explain(_ target: DeleteTarget, _ notes: inout [Diagnostic]) throws -> Outcome.Result {
    let ids = try existing(target)
    let explanation = try placed(at: range(of: target)) { try context.explainDelete(ids) }
    if let note = policyNote(explanation, at: range(of: target)) { notes.append(note) }
    notes += staleListNotes(explanation, .explained, at: range(of: target))
    notes += heldListNotes(context.heldLists, among: explanation.deletedObjects, at: range(of: target))
    notes += unreachedNotes(explanation.deletedObjects, .explained, at: range(of: target))
    return .deletionExplained(tree(explanation))
  }

  /// Notes where delete rules reached objects that others have deleted or moved since the deleted object was read.
  private func staleListNotes(
    _ explanation: DeletionExplanation, _ moment: DeletionMoment, at range: SourceRange
  ) -> [Diagnostic] {
    let stale = Set(context.staleObjects)
    guard !stale.isEmpty else { return [] }
    let formatter = ObjectFormatter(context: context)
    var notes: [Diagnostic] = []
    for position in 0..<explanation.nodeCount where notes.count < 4 {
      let node = explanation.node(position)
      guard stale.contains(node.id), case .changed(let saved) = context.staleness(of: node.id) else { continue }
      for effect in node.relationships {
        guard let members = saved[effect.relationship].map({ Set($0.objectIDs ?? []) }),
          let first = effect.objects.first(where: { !members.contains($0) })
        else { continue }
        notes.append(
          Diagnostic(
            "rules-follow-read",
            "\(formatter.label(node.id)).\(effect.relationship) as it was read lists \(formatter.label(first)), and as it "
              + "is saved it does not",
            at: range, severity: .note,
            hint: "delete rules follow what was read, as in Core Data; "
              + typed("\(moment == .marked ? "undo; " : "")refresh \(node.entity)#\(node.id.number)")
              + " reads it again"))
      }
    }
    return notes
  }

  /// The moment at which a deletion is described: before it is done, once objects are marked, or once it is saved.
  enum DeletionMoment { case explained, marked, saved }

  /// Notes where others have added objects to a relationship since the deleted object was read: its rule does not reach
  /// them.
  func unreachedNotes(_ deleted: [ManagedObjectID], _ moment: DeletionMoment, at range: SourceRange) -> [Diagnostic] {
    let stale = Set(context.staleObjects)
    guard !stale.isEmpty else { return [] }
    let formatter = ObjectFormatter(context: context)
    var notes: [Diagnostic] = []
    var gone: Set<ManagedObjectID>?
    for id in deleted where stale.contains(id) && notes.count < 4 {
      guard case .changed(let saved) = context.staleness(of: id) else { continue }
      let entity = context.entityName(of: id)
      for relationship in context.model.properties(of: entity).compactMap(\.relationship)
      where relationship.deleteRule.reachesOthers(hasInverse: relationship.inverse != nil) {
        let key = relationship.name
        let read = Set(context.committedValues(of: id, forKeys: [key])[key]?.objectIDs ?? [])
        let added = (saved[key]?.objectIDs ?? []).filter { !read.contains($0) }.sorted { $0.number < $1.number }
        if added.isEmpty { continue }
        gone = gone ?? Set(deleted)
        let missed = added.filter { gone?.contains($0) != true }
        guard let first = missed.first else { continue }
        let name = "\(context.entityName(of: first))#\(first.number)"
        let more = Listing.rest(missed.count - 1)
        let text =
          (relationship.isToMany
            ? "\(otherSavers) has added \(name)\(more) to \(formatter.label(id)).\(key)"
            : "\(otherSavers) has set \(formatter.label(id)).\(key) to \(name)") + " since it was read: "
          + "\(relationship.deleteRule.rawValue) does not reach \(missed.count > 1 ? "them" : "it"), "
          + fate(of: missed.count, moment)
        notes.append(
          Diagnostic(
            "rules-follow-read", text, at: range, severity: .note,
            hint: moment == .saved
              ? nil
              : "delete rules follow what was read, as in Core Data; "
                + typed("\(moment == .marked ? "undo; " : "")refresh \(entity)#\(id.number)") + " reads it again"))
      }
    }
    return notes
  }

  /// Returns the fate of objects that a delete rule does not reach, as the end of a sentence.
  private func fate(of count: Int, _ moment: DeletionMoment) -> String {
    let they = count > 1 ? "they" : "it"
    let policy = context.parent == nil ? context.mergePolicy : .object
    switch (policy, moment) {
    case (.error, .explained): return "and save would refuse"
    case (.error, _): return "and save would refuse"
    case (.store, .explained), (.rollback, .explained):
      return "and the merge policy \(policy.rawValue) would take the deletion back"
    case (.store, _), (.rollback, _): return "and the merge policy \(policy.rawValue) will take the deletion back"
    case (_, .explained): return "and \(they) would stay without the link"
    case (_, .marked): return "and \(they) will stay without the link"
    case (_, .saved): return "and \(they) \(count > 1 ? "stay" : "stays") without the link"
    }
  }

  /// The subject of a sentence about what others have saved: a child context sees its parent's changes.
  var otherSavers: String { context.parent?.name ?? "another context" }

  /// Notes where the list that an object was read with, which Core Data follows, has objects that delete rules do not
  /// reach here, as their own end no longer leads to it.
  private func heldListNotes(
    _ lists: [ManagedObjectContext.HeldList], among deleted: [ManagedObjectID], at range: SourceRange
  ) -> [Diagnostic] {
    guard !lists.isEmpty else { return [] }
    let deleted = Set(deleted)
    let formatter = ObjectFormatter(context: context)
    return lists.filter { deleted.contains($0.object) }.prefix(4).map { list in
      return Diagnostic(
        "rules-follow-links",
        "\(formatter.label(list.object)).\(list.key) as it was read lists "
          + "\(list.listed.first.map { formatter.label($0).description } ?? ""), which does not lead to it",
        at: range, severity: .note,
        hint: "delete rules follow the other end here; Core Data follows the list as it was read")
    }
  }

  func compare(_ target: DeleteTarget) throws -> Outcome.Result {
    let ids = try existing(target)
    let formatter = ObjectFormatter(context: context)
    var rows: [DeletionComparison.Row] = []
    let relationships = relationshipsOf(ids)
    let current = Set(relationships.map(\.relationship.deleteRule))
    var explanations: [(rule: DeleteRule?, explanation: DeletionExplanation)] = []
    try placed(at: range(of: target)) {
      if current.count > 1 { explanations.append((nil, try context.explainDelete(ids))) }
      explanations += try context.compareDelete(ids).map { ($0.rule, $0.explanation) }
    }
    for (rule, explanation) in explanations {
      try context.cancellation.check()
      let deleted = explanation.deletedObjects
      let cleared = explanation.clearedObjects
      try context.cancellation.check()
      rows.append(
        DeletionComparison.Row(
          rule: rule, isCurrent: rule.map { current == [$0] } ?? true,
          deleted: formatter.labels(deleted.prefix(ShownValue.limit)), deletedCount: deleted.count,
          cleared: formatter.labels(cleared.prefix(ShownValue.limit)),
          clearedCount: cleared.count,
          refusals: refusals(explanation)))
    }
    return .deletionCompared(
      DeletionComparison(
        objects: formatter.labels(ids.prefix(ShownValue.limit)),
        relationships: relationships.map { "\($0.entity).\($0.relationship.name)" }, rows: rows))
  }

  /// The relationships whose rules `compare` varies: those of the objects' own entities.
  private func relationshipsOf(_ ids: [ManagedObjectID]) -> [(entity: String, relationship: RelationshipDescription)] {
    var entities: [String] = []
    for id in ids where !entities.contains(context.entityName(of: id)) { entities.append(context.entityName(of: id)) }
    return entities.flatMap { entity in
      context.model.properties(of: entity).compactMap { property in property.relationship.map { (entity, $0) } }
    }
  }

  private func existing(_ target: DeleteTarget) throws -> [ManagedObjectID] {
    let ids = try objects(of: target)
    guard ids.isEmpty else { return ids }
    throw Diagnostic(
      "nothing-to-delete", "there is no such object", at: range(of: target), hint: "fetch shows what is there")
  }

  private func objects(of target: DeleteTarget) throws -> [ManagedObjectID] {
    switch target {
    case .matching(let entity, let condition):
      guard context.model[entity: entity.text] != nil else {
        throw Diagnostic.unknownEntity(entity.text, in: context.model, at: entity.range)
      }
      return try context.fetch(FetchRequest(entity.text, predicate: try bound(condition, entity: entity.text)))
    case .values(let syntax):
      if case .fetch(let query) = syntax {
        try refuseSelection(query, "select gives dictionaries, and objects are deleted", "leave select out")
      }
      var copy = self
      return try objects(in: try copy.value(of: syntax), at: syntax.range)
    case .expression(let expression):
      if let path = expression.keyPath, path.count == 1, names[path[0]] == nil, context.model[entity: path[0]] != nil {
        throw Diagnostic(
          "delete-all", "this would delete every \(path[0])", at: expression.range,
          hint: "write delete \(path[0]) where …")
      }
      if let path = expression.keyPath, path.count == 1, names[path[0]] == nil,
        context.model.fetchRequestTemplate(named: path[0]) != nil
      {
        throw Diagnostic(
          "delete-template", "\(path[0]) is a template; the objects that it fetches are deleted with fetch",
          at: expression.range, hint: "write delete fetch \(path[0])")
      }
      return try objects(in: try value(of: expression), at: expression.range)
    }
  }

  private func range(of target: DeleteTarget) -> SourceRange {
    switch target {
    case .matching(let entity, let condition): entity.range.union(condition.range)
    case .expression(let expression): expression.range
    case .values(let syntax): syntax.range
    }
  }

  // MARK: Describing

  /// Returns the message of a save about one object: `Player#1 Dwyane Wade: team is a required value (1570)`.
  func message(_ error: ValidationError) -> String {
    "\(ObjectFormatter(context: context).label(error.object)): \(error.message) (\(error.code))"
  }

  /// Returns the reasons why save would refuse: the validation errors or, if there are none, conflicts with what others
  /// have saved.
  private func refusals(_ explanation: DeletionExplanation) -> [String] {
    if !explanation.errors.isEmpty { return explanation.errors.map { message($0) } }
    let formatter = ObjectFormatter(context: context)
    if context.mergePolicy == .error, !explanation.conflicts.isEmpty {
      return explanation.conflicts.map { "\(formatter.label($0.object)): \($0.words) (\($0.code))" }
    }
    return explanation.constraintConflicts.map { "\($0.words) (\($0.code))" }
  }

  /// The note that the merge policy, and not the deletion, decides what becomes of objects that others have saved.
  func policyNote(_ explanation: DeletionExplanation, at range: SourceRange) -> Diagnostic? {
    guard explanation.errors.isEmpty, context.mergePolicy != .error, let first = explanation.conflicts.first else {
      return nil
    }
    let more = Listing.rest(explanation.conflicts.count - 1)
    return Diagnostic(
      "delete-conflict",
      "save will meet what others have saved of \(ObjectFormatter(context: context).label(first.object))\(more), and the merge "
        + "policy \(context.mergePolicy.rawValue) decides: "
        + (context.mergePolicy.prefersStored
          ? "what was changed there stays, deleted here or not" : "what is deleted here goes"),
      at: range, severity: .note)
  }

  func tree(_ explanation: DeletionExplanation) -> DeletionTree {
    let formatter = ObjectFormatter(context: context)
    let roots = explanation.roots
    return DeletionTree(
      roots: roots.prefix(ShownValue.limit).map { root in
        DeletionTree.Root(object: formatter.label(root.id), lines: lines(below: root, formatter))
      },
      rootCount: roots.count, deletedCount: explanation.nodeCount,
      refusals: Array(refusals(explanation).prefix(ShownValue.limit)),
      isPartlyTakenBack: context.mergePolicy.prefersStored && !explanation.conflicts.isEmpty)
  }

  /// The effects below an object in reading order, at most 200 of them. Walked with an explicit stack: a chain of
  /// cascades may be as long as the graph is large.
  private func lines(below root: DeletionExplanation.Node, _ formatter: ObjectFormatter) -> [DeletionTree.Line] {
    var lines: [DeletionTree.Line] = []
    var open = root.relationships.reversed().map { (owner: root, effect: $0, depth: 1) }
    while let (owner, effect, depth) = open.popLast(), lines.count < 200 {
      lines.append(
        DeletionTree.Line(
          depth: depth, relationship: effect.relationship, rule: effect.rule,
          objects: formatter.labels(effect.objects.prefix(ShownValue.limit)), count: effect.objects.count,
          owner: formatter.label(owner.id)))
      for child in effect.children.reversed() {
        open += child.relationships.reversed().map { (child, $0, depth + 1) }
      }
    }
    return lines
  }
}

extension DeletionExplanation {
  /// The objects that lose a link and stay, each once, in the order met. O(effects).
  fileprivate var clearedObjects: [ManagedObjectID] {
    let deleted = Set(deletedObjects)
    var cleared: [ManagedObjectID] = []
    var seen: Set<ManagedObjectID> = []
    for position in 0..<nodeCount {
      for effect in node(position).relationships where effect.rule == .nullify {
        for id in effect.objects where !deleted.contains(id) && seen.insert(id).inserted { cleared.append(id) }
      }
    }
    return cleared
  }
}
