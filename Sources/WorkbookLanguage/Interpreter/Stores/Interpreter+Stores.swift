import Diagnostics
import ObjectGraph
import Predicates

/// Stores, merge policies, refreshing and validating.
extension Interpreter {
  mutating func carryOut(
    _ statement: StoreStatement, _ notes: inout [Diagnostic], at range: SourceRange
  ) throws -> Outcome.Result? {
    let coordinator = mainContext.coordinator
    switch statement {
    case .openInMemory(let name, let configuration):
      try meter.spend(.rows, mainContext.rowCount / 2)
      try placed(at: configuration?.range ?? name.range) {
        _ = try coordinator.add(InMemoryStore(name: name.text, configuration: configuration?.text))
      }
      return .stated(.storeOpenInMemory(name.text))
    case .openFile(let name, let path, let options) where isCoreDataStore(path):
      if let configuration = options.configuration {
        throw Diagnostic(
          "no-sqlite-option", "a Core Data store takes no configuration here", at: configuration.range,
          hint: "store \(name) at \(ModelText.string(path.text))")
      }
      return options.isLazy
        ? try openLazily(name, path, options, &notes, at: range)
        : try openSQLite(name, path, options, &notes, at: range)
    case .openFile(let name, let path, let options):
      guard options.keepsBackup, !options.isLazy else {
        throw Diagnostic(
          "no-sqlite-option", "only a Core Data store takes '\(options.isLazy ? "lazy" : "no backup")'", at: path.range,
          hint: "store \(name) at \(ModelText.string(path.text))")
      }
      let result = try openFile(name, path, options.configuration, isMigrating: options.isMigrating, at: range)
      notes += try doubleNotes(openedIn: name.text, at: range)
      return result
    case .close(let name, _) where lazyStore?.name == name.text:
      lazyStore = nil
      return .stated(.storeClosed(name.text, lost: 0, nil, losesUndo: false))
    case .close(let name, let isDiscarding):
      if coordinator.closedStores.contains(name.text) {
        throw Diagnostic("store-closed", "\(name) is closed already", at: name.range, hint: "reopen \(name) opens it")
      }
      _ = try placed(at: name.range) { try coordinator.store(named: name.text) }
      if !isDiscarding { try requireNothingPending(of: name.text, at: range) }
      try meter.spend(.rows, mainContext.rowCount / 2)
      let lost = try loss(.close, name, isDiscarding, at: range)
      // No one expects to go back to objects if there are none.
      let hadSteps = mainContext.rowCount > 0 && allContexts.contains { $0.canUndo || $0.canRedo }
      let discarded = isDiscarding ? discardChanges(of: name) : nil
      try placed(at: name.range) { try coordinator.close(name.text) }
      mergeClosedStores()
      let losesSteps = hadSteps && !allContexts.contains { $0.canUndo || $0.canRedo }
      return .stated(.storeClosed(name.text, lost: lost, discarded, losesUndo: losesSteps))
    case .reopen(let name, let isDiscarding):
      let result = try reopen(name, isDiscarding, at: range)
      notes += try doubleNotes(openedIn: name.text, at: range)
      return result
    case .migrate(let name): return try migrate(name, at: range)
    case .assign(let store, let value): return try assign(value, to: store)
    case .mergePolicy(let name):
      guard let policy = MergePolicy(rawValue: name.text) else {
        let known = MergePolicy.words
        throw Diagnostic(
          "unknown-merge-policy", "there is no merge policy '\(name)'", at: name.range,
          hint: MergePolicy(named: name.text).map { "write \(typed("merge policy \($0.rawValue)"))" }
            ?? Suggestions.didYouMean(name.text, among: known) ?? "the policies are \(Listing.text(known))")
      }
      context.mergePolicy = policy
      return .stated(.mergePolicy(policy, context: context.name))
    }
  }

  /// `insert into shop wade`: new objects go to a store other than the first.
  private mutating func assign(_ value: ValueSyntax, to store: Identifier) throws -> Outcome.Result {
    try context.prepare()
    let ids = try objects(in: try self.value(of: value), at: value.range)
    for id in ids {
      asked.objects.insert(id)
      if isForeign(id) { throw belongsElsewhere(id, at: value.range) }
      do {
        try context.assign(id, toStore: store.text)
      } catch let error as StoreError {
        throw placedError(error, store, value.range, nil)
      }
    }
    let first = ids.first.map(ObjectFormatter(context: context).label)
    return .stated(.storeAssigned(store.text, first: first, count: ids.count))
  }

  /// The remark on a store that was opened after objects were made: those that are not saved yet can still go to it.
  func remarkOnNewObjects(besides store: String) -> String? {
    let new = mainContext.insertedObjects.filter { mainContext.storeName(of: $0) == nil }
    guard !new.isEmpty else { return nil }
    let entities = new.map(mainContext.entityName(of:)).uniqued()
    let objects = new.map { "\(mainContext.entityName(of: $0))#\($0.number)" }
    var values = [objects.count == 1 ? objects[0] : "[\(objects.joined(separator: ", "))]"]
    if new.count > 4 {
      // A fetch finds saved objects too, which stay where they are.
      let isAllNew = entities.allSatisfy { mainContext.graph.objectIDs(of: $0).allSatisfy(mainContext.isInserted) }
      values = entities.count < 4 && isAllNew ? entities.map { "fetch \($0)" } : ["…"]
    }
    return
      "\(counted(new.count, "object that is", "objects that are")) not saved yet "
      + "can still go to it: \(values.map { "insert into \(store) \($0)" }.joined(separator: "; "))"
  }

  /// Counts the objects that closing a store in memory loses, and refuses to lose any that may be wanted.
  func loss(
    _ word: StatementWord, _ store: Identifier, _ isDiscarding: Bool, at range: SourceRange
  ) throws(Diagnostic) -> Int {
    let count = mainContext.coordinator.objectCount(inMemoryStore: store.text)
    guard count > 0, !isDiscarding else { return count }
    let objects = count == 1 ? "object" : "\(DisplayText.grouped(count)) objects"
    throw Diagnostic(
      "store-in-memory", "\(store) is in memory, and closing it would lose its \(objects)", at: range,
      hint: "\(word.rawValue) \(store) discarding lets \(count == 1 ? "it" : "them") go")
  }

  /// Discards what every context has not saved of a store's objects. `allContexts` has the current one twice.
  /// - Returns: the changes that are gone; nil if there were none.
  func discardChanges(of store: Identifier) -> DiscardedChanges? {
    var count = 0
    var names: [String] = []
    for context in allContexts {
      let discarded = context.discardChanges(ofStore: store.text)
      if discarded > 0 { names.append(context.name) }
      count += discarded
    }
    if count == 0 { return nil }
    return DiscardedChanges(objects: count, contexts: names == [Self.mainName] ? [] : names)
  }

  /// Lets every context take in that a store was closed, parents before their children.
  func mergeClosedStores() {
    func depth(_ context: ManagedObjectContext) -> Int { context.parent.map { depth($0) + 1 } ?? 0 }
    for context in allContexts.sorted(by: { depth($0) < depth($1) }) { context.mergeClosedStores() }
  }

  /// `show stores`: a line for each, the open ones first. O(objects).
  func storesView() throws -> Outcome.Result {
    // Counted as a context finds them that has read nothing yet: others may have saved since this one read.
    let context = trial().mainContext
    context.reset()
    let roots = context.model.entities.filter { $0.parent == nil }
    var counts: [String: Int] = [:]
    for id in roots.flatMap({ context.graph.objectIDs(of: $0.name) }) {
      try meter.spend(.rows)
      counts[context.storeName(of: id) ?? "", default: 0] += 1
    }
    var lines = context.knownStores.map { store in
      StoreLine(
        name: store.name, file: store.path.map { String($0.split(separator: "/").last ?? Substring($0)) },
        state: store.isOpen ? .open(objects: counts[store.name] ?? 0) : .closed)
    }
    let open = Set(context.knownStores.map(\.name))
    lines += context.coordinator.closedStores.filter { !open.contains($0) }.map {
      StoreLine(name: $0, file: nil, state: .closed)
    }
    return .stated(.stores(lines))
  }

  /// The objects of a store that goes leave every context, and what could be undone is forgotten.
  /// - Parameter store: The store whose objects are meant; nil for those of all.
  func requireNothingPending(of store: String? = nil, at range: SourceRange) throws(Diagnostic) {
    let busy = allContexts.first { context in store.map(context.hasChanges(ofStore:)) ?? context.hasChanges }
    guard let busy else { return }
    let keeping = "\(typed("save", in: busy)) keeps them"
    let discarding = "\(typed("rollback", in: busy)) discards them"
    throw Diagnostic(
      "pending-changes", "the context \(busy.name) has unsaved changes, which this would discard", at: range,
      hint: stepBeforeSave(of: busy).map { "\(discarding); save is refused for now: \($0)" }
        ?? "\(keeping); \(discarding)")
  }

  /// Returns the step to take first if a store would refuse a context's save because it has another model's version;
  /// nil for a save that no store refuses so.
  private func stepBeforeSave(of busy: ManagedObjectContext) -> String? {
    guard let copy = trial().allContexts.first(where: { $0.name == busy.name }) else { return nil }
    do {
      try copy.save()
      return nil
    } catch {
      guard case .store(.incompatibleModel(let store, _)) = error else { return nil }
      return hint(ofStore: store) ?? lastHint(forStore: store)
    }
  }

  /// `refresh wade`, and `refresh wade discarding`.
  mutating func refresh(
    _ path: ObjectPath, isDiscarding: Bool, _ notes: inout [Diagnostic]
  ) throws -> Outcome.Result? {
    try context.prepare()
    try refuseForeign(path, in: .refresh)
    let ids = try objects(in: try value(of: path.expression), at: path.range)
    let before = context.graph
    let stale = ids.prefix(ShownValue.limit).map { staleValues(of: $0) }
    let deleted = ids.filter(context.isDeleted)
    let marked = deleted.isEmpty ? [] : Set(context.deletedObjects)
    for id in ids {
      asked.objects.insert(id)
      try placed(at: path.range) { try context.refresh(id, isDiscarding ? .discardingChanges : .mergingChanges) }
    }
    if isDiscarding { notes += notesOnDiscarding(ids, deleted, at: path.range) }
    let formatter = ObjectFormatter(context: context)
    for id in ids.filter(context.isInaccessible).prefix(3) {
      notes.append(
        Diagnostic(
          "inaccessible",
          "another context has deleted \(context.entityName(of: id))#\(id.number): "
            + (context.shouldDeleteInaccessibleFaults
              ? "it counts as deleted, and its values read as nil" : "reading it is an error (133000)"),
          at: path.range, severity: .note))
    }
    var changes: [ChangeSummary.Change] = []
    if before.schema === context.graph.schema {
      for (id, stale) in zip(ids, stale) where context.exists(id) {
        let changed = Set(context.changedKeys(of: id, since: before))
        for key in context.model.properties(of: context.entityName(of: id)).map(\.name) {
          if let old = stale[key] {
            let change = change(of: id, key, from: old, to: context.shownValue(ofKey: key, of: id), formatter)
            if change.before != change.after { changes.append(change) }
          } else if changed.contains(key) {
            changes.append(change(of: id, key, before: before, formatter))
          }
        }
      }
    }
    if !deleted.isEmpty, !isDiscarding { notes += try notesOnDeleted(besides: marked, at: path.range) }
    if !isDiscarding { notes += noteOnTransients(ids, since: before, at: path.range) }
    return .refreshed(formatter.labels(ids.prefix(ShownValue.limit)), total: ids.count, changes)
  }

  /// Notes that a transient value is gone after a refresh that merges: Apple documents that such a refresh "does not affect any transient
  /// properties" (`NSManagedObjectContext.refresh(_:mergeChanges:)`).
  private func noteOnTransients(
    _ ids: [ManagedObjectID], since before: Graph, at range: SourceRange
  ) -> [Diagnostic] {
    guard before.schema === context.graph.schema else { return [] }
    for id in ids.prefix(ShownValue.limit) where context.exists(id) {
      let transient = context.model.properties(of: context.entityName(of: id)).filter(\.isTransient).map(\.name)
      let changed = Set(context.changedKeys(of: id, since: before))
      guard let key = transient.first(where: changed.contains) else { continue }
      return [
        Diagnostic(
          "transient-refreshed",
          "\(key) is transient; by Core Data's documentation, a refresh that merges leaves it as it is",
          at: range, severity: .note)
      ]
    }
    return []
  }

  /// Notes what the delete rules reach that act again when an object marked for deletion is refreshed.
  /// - Parameter marked: The objects that were marked before.
  private func notesOnDeleted(
    besides marked: Set<ManagedObjectID>, at range: SourceRange
  ) throws -> [Diagnostic] {
    try context.propagateDeletionsOrStop()
    let new = context.deletedObjects.filter { !marked.contains($0) }
    guard let first = new.first else { return [] }
    let more = Listing.rest(new.count - 1)
    return [
      Diagnostic(
        "rules-act-again",
        "\(ObjectFormatter(context: context).label(first))\(more) \(new.count > 1 ? "are" : "is") marked for deletion now, too: "
          + "the delete rules act again on what was read", at: range, severity: .note)
    ]
  }

  /// Notes what `refresh … discarding` does besides giving an object its values back: a deletion is taken back, and a
  /// change of a link stays, because it is the other end's as well.
  private func notesOnDiscarding(
    _ ids: [ManagedObjectID], _ deleted: [ManagedObjectID], at range: SourceRange
  ) -> [Diagnostic] {
    let formatter = ObjectFormatter(context: context)
    var notes: [Diagnostic] = []
    if let first = deleted.first(where: { !context.isDeleted($0) }) {
      notes.append(
        Diagnostic(
          "deletion-taken-back", "\(formatter.label(first)) is no longer marked for deletion", at: range,
          severity: .note))
    }
    for id in ids.prefix(3) where context.exists(id) {
      let old = context.committedValues(of: id)
      for (key, value) in context.changedValues(of: id).sorted(by: { $0.key < $1.key }) {
        let members = Set(value.objectIDs ?? []).symmetricDifference(old[key]?.objectIDs ?? [])
        guard let other = members.min(by: { $0.number < $1.number }) else { continue }
        let label = formatter.label(other).description
        let more = Listing.rest(members.count - 1)
        notes.append(
          Diagnostic(
            "link-stays", "\(formatter.label(id)) keeps its change of \(key): it belongs to \(label)\(more) as well",
            at: range, severity: .note,
            hint:
              "\(typed("refresh \(context.entityName(of: other))#\(other.number) discarding")) takes it back there; "
              + "\(typed("rollback")) takes back everything"))
      }
    }
    return notes
  }

  /// Returns the values that an object shows for properties that others have changed since it was read, except those
  /// with changes here.
  private func staleValues(of id: ManagedObjectID) -> [String: Value] {
    guard case .changed(let saved)? = context.staleness(of: id) else { return [:] }
    let own = context.changedValues(of: id)
    return context.committedValues(of: id, forKeys: saved.keys.filter { own[$0] == nil })
  }

  private func validationPurpose(_ word: Identifier) throws -> ValidationPurpose {
    if let purpose = ValidationPurpose(rawValue: word.text) { return purpose }
    throw Diagnostic(
      Diagnostic.ID.expected, "an object is validated for \(ValidationPurpose.alternatives)", at: word.range,
      nearest: Suggestions.nearest(to: word.text, among: ValidationPurpose.words))
  }

  /// `validate wade for delete`; without a purpose, for the object's current state.
  func validate(
    _ path: ObjectPath, for purpose: Identifier?, _ notes: inout [Diagnostic]
  ) throws -> Outcome.Result? {
    try context.prepare()
    try refuseForeign(path, in: .validate, followedBy: purpose.map { " for \($0)" } ?? "")
    let expression = path.expression
    let ids = try objects(in: try value(of: expression), at: path.range)
    guard ids.count == 1, let id = ids.first else {
      throw Diagnostic.notOneObject(ids.count, at: path.range, hint: "for each of them: for x in … { validate x }")
    }
    if isForeign(id) { throw belongsElsewhere(id, at: path.range) }
    let current: ValidationPurpose = context.isDeleted(id) ? .delete : context.isInserted(id) ? .insert : .update
    let errors: [ValidationError]
    switch try purpose.map(validationPurpose) ?? current {
    case .insert: errors = context.validateForInsert(id)
    case .update: errors = context.validateForUpdate(id)
    case .delete: errors = context.validateForDelete(id)
    }
    try context.cancellation.check()
    let label = ObjectFormatter(context: context).label(id)
    if errors.isEmpty, context.parent == nil, context.isStale(id) {
      notes.append(
        Diagnostic(
          "valid-as-read", "\(label) has been saved elsewhere since this context read it: save compares the two",
          at: path.range,
          severity: .note, hint: typed("refresh \(context.entityName(of: id))#\(id.number)") + " shows what is saved"))
    }
    return .validated(
      label, purpose: purpose?.text ?? current.rawValue,
      errors.prefix(ShownValue.limit).map { "\($0.message) (\($0.code))" })
  }
}

extension MergePolicy {
  /// The policy that Core Data calls `NSMergeByPropertyObjectTrumpMergePolicy` or
  /// `NSMergePolicy.mergeByPropertyObjectTrump`; nil for another name.
  fileprivate init?(named name: String) {
    var name = name.split(separator: ".").last ?? ""
    for prefix in ["NS", "MergeByProperty", "mergeByProperty"] where name.hasPrefix(prefix) {
      name.removeFirst(prefix.count)
    }
    for suffix in ["Type", "MergePolicy", "Trump"] where name.hasSuffix(suffix) { name.removeLast(suffix.count) }
    self.init(rawValue: name.lowercased())
  }
}
