import Predicates

/// Carries what changed between two graphs over to a third: the one place where contexts, stores and undo meet.
///
/// `own` and `target` both came from `base`. The changes of `own` are applied to `target` through the graph's own
/// operations, so that both sides of every relationship stay in step, and `target` marks them as pending. All three
/// have one schema. O(what either changed), not O(graph).
struct GraphMerge {
  /// Who wins where both have changed something.
  enum Resolution: Hashable, Sendable {
    /// Property by property, `own` wins.
    case own
    /// Property by property, `target` wins.
    case target
    /// The whole object as `own` has it.
    case overwrite
    /// The object as `target` has it.
    case rollback
  }

  /// The treatment of an object that `own` changed.
  enum Decision: Hashable {
    /// It is new, or comes back: every property is taken.
    case insert
    /// Takes the changes.
    case apply
    /// Takes the changes, except for properties that `target` changed too.
    case applyUncontested
    /// Takes the changes, and every other attribute and to-one as well.
    case overwrite
    case delete
    /// It stays as `target` has it.
    case drop
  }

  struct Change {
    var place: Graph.Place
    var entity: Entity
    var decision: Decision
    /// The properties that `own` changed.
    var properties: [Property]
  }

  let base: Graph
  let own: Graph
  var target: Graph
  /// The target before anything was done to it.
  private let untouched: Graph
  let resolution: Resolution
  /// Whether objects that `target` deleted stay deleted, whatever the resolution says.
  let keepsTargetDeletions: Bool
  /// The only objects whose changes are taken; nil for all.
  let only: Set<Graph.Place>?
  /// The only properties that are taken of objects that both have; nil for all.
  var properties: [Graph.Place: Set<String>]?
  private(set) var conflicts: [MergeConflict] = []
  var changes: [Change] = []
  /// The decisions by place, for the other ends of links.
  var decisions: [Graph.Place: Decision] = [:]
  /// Objects that `own` deleted and that stay.
  var kept: Set<Graph.Place> = []
  /// The properties that `target` changed in objects that both have.
  var targetChanges: [Graph.Place: Set<String>] = [:]
  private var targetRows: Set<Graph.Place> = []
  /// If it says yes, the merge ends half-way; the caller asks it again, and drops the target.
  var cancellation = Cancellation.never
  /// The links that objects of the base show when they differ from the base's.
  var links = HeldLinks()
  /// Whether links that only the target has, and that lead to an object which `own` has marked for deletion, end under its
  /// rules, as in a save. While the deletion is pending they stay, so that taking it back finds everything as it was read.
  var endsLinksToMarked = false
  /// Objects whose relationships follow another rule than their own when they go, for a comparison of rules.
  var overridden: (objects: Set<Graph.Place>, rule: DeleteRule)?

  init(
    base: Graph, own: Graph, target: Graph, _ resolution: Resolution, keepsTargetDeletions: Bool = false,
    only: Set<Graph.Place>? = nil
  ) {
    self.base = base
    self.own = own
    self.target = target
    untouched = target
    self.resolution = resolution
    self.keepsTargetDeletions = keepsTargetDeletions
    self.only = only
  }

  /// Runs it and gives the target.
  static func run(
    base: Graph, own: Graph, target: Graph, _ resolution: Resolution, keepsTargetDeletions: Bool = false,
    only: Set<Graph.Place>? = nil, cancellation: Cancellation = .never
  ) -> Graph {
    var merge = GraphMerge(
      base: base, own: own, target: target, resolution, keepsTargetDeletions: keepsTargetDeletions, only: only)
    merge.cancellation = cancellation
    merge.run()
    return merge.target
  }

  /// After it ``target`` has both sides' changes, and ``conflicts`` says what both had changed.
  mutating func run() {
    for (table, rows) in target.rowsPerhapsChanged(since: base).enumerated() {
      for row in rows { targetRows.insert(Graph.Place(table: table, row: row)) }
    }
    collect()
    keepCascadesOfKept()
    if cancellation.isRequested { return }
    applyRows()
    applyAttributes()
    if cancellation.isRequested { return }
    endLinks()
    makeLinks()
    if cancellation.isRequested { return }
    applyDeletions()
    applyOrders()
  }

  // MARK: Changes and their winners

  private mutating func collect() {
    for (table, rows) in own.rowsPerhapsChanged(since: base).enumerated() {
      for row in rows {
        let place = Graph.Place(table: table, row: row)
        if let only, !only.contains(place) { continue }
        let (mine, before) = (own.header(at: place), base.header(at: place))
        guard let entity = own.entity(at: place) ?? base.entity(at: place) else { continue }
        let isPresent = mine.isAlive && !mine.marks.contains(.ghost)
        // An object that others have brought back is not deleted here, where its deletion was saved.
        if !before.isLive, !mine.isLive, before.isAlive || !isPresent || target.header(at: place).isLive { continue }
        var properties: [Property] = []
        if before.isAlive, before.isLive || mine.isLive {
          properties = own.changedProperties(of: entity, at: place, since: base)
          if let taken = self.properties?[place] { properties.removeAll { !taken.contains($0.name) } }
        }
        if before.isLive, mine.isLive, properties.isEmpty { continue }
        let decision =
          before.isLive
          ? decide(place, entity, properties, isDeletion: !mine.isLive)
          : mine.isLive && target.header(at: place).isLive ? decideReturn(place, entity) : .insert
        decisions[place] = decision
        if decision == .drop, !mine.isLive { kept.insert(place) }
        changes.append(
          Change(
            place: place, entity: entity, decision: decision,
            properties: decision == .insert ? entity.properties : properties))
      }
    }
  }

  private mutating func decide(
    _ place: Graph.Place, _ entity: Entity, _ properties: [Property], isDeletion: Bool
  ) -> Decision {
    let isThere = target.header(at: place).isLive
    if isDeletion, !isThere { return .delete }
    // A derived value follows from other values and is computed again: it is no change of anyone's.
    let chosen = properties.filter { !$0.isDerived }
    if !isDeletion, chosen.isEmpty, !properties.isEmpty { return isThere ? .apply : .drop }
    var theirs = isThere ? changesOfTarget(at: place, entity) : []
    if !theirs.isEmpty { theirs.subtract(entity.properties.filter(\.isDerived).map(\.name)) }
    if isThere, theirs.isEmpty { return isDeletion ? .delete : .apply }
    // Nothing of the object is written.
    if isThere, !isDeletion, properties.allSatisfy({ $0.isTransient || own.isReordered($0, at: place, since: base) }) {
      return .apply
    }
    let kind: MergeConflict.Kind = isDeletion ? .deletedHere : isThere ? .bothChanged : .deletedInStore
    conflicts.append(conflict(kind, place, entity, chosen, theirs))
    return switch (kind, resolution) {
    case (.deletedHere, .own), (.deletedHere, .overwrite): .delete
    case (.deletedHere, .target), (.deletedHere, .rollback): .drop
    case (.deletedInStore, .own), (.deletedInStore, .overwrite): keepsTargetDeletions ? .drop : .insert
    case (.deletedInStore, .target), (.deletedInStore, .rollback): .drop
    case (.bothChanged, .own): .apply
    case (.bothChanged, .target): .applyUncontested
    case (.bothChanged, .overwrite): .overwrite
    case (.bothChanged, .rollback): .drop
    }
  }

  /// Decides on an object that both have brought back after its deletion had been saved. It counts as changed by both if its
  /// values differ, because no base tells which of the two changed them.
  private mutating func decideReturn(_ place: Graph.Place, _ entity: Entity) -> Decision {
    let properties = own.changedProperties(of: entity, at: place, since: target).filter {
      !$0.isDerived && !$0.isTransient
    }
    if properties.isEmpty { return .insert }
    conflicts.append(conflict(.bothChanged, place, entity, properties, Set(properties.map(\.name))))
    return switch resolution {
    case .own, .overwrite: .insert
    case .target, .rollback: .drop
    }
  }

  /// The keys in which the target differs from the base, for an object that both have.
  mutating func changesOfTarget(at place: Graph.Place, _ entity: Entity) -> Set<String> {
    if let known = targetChanges[place] { return known }
    guard targetRows.contains(place) || !links.isEmpty, base.header(at: place).isLive else { return [] }
    var found = Set(untouched.changedProperties(of: entity, at: place, since: base).map(\.name))
    for property in entity.relationships {
      guard let layout = property.layout, layout.isToMany || !links.isEmpty else { continue }
      let held = links[layout, place.row, base.schema]
      guard held != nil || found.contains(property.name) else { continue }
      // The order of a set is none of its objects' values.
      if layout.isSame(held ?? base.members(of: layout, place.row), untouched.members(of: layout, place.row)) {
        found.remove(property.name)
      } else {
        found.insert(property.name)
      }
    }
    targetChanges[place] = found
    return found
  }

  private func conflict(
    _ kind: MergeConflict.Kind, _ place: Graph.Place, _ entity: Entity, _ properties: [Property], _ theirs: Set<String>
  ) -> MergeConflict {
    let mine = Set(properties.map(\.name))
    return MergeConflict(
      object: base.id(at: place), entity: entity.name, kind: kind,
      properties: entity.properties.compactMap { property in
        let isMine = mine.contains(property.name)
        guard isMine || theirs.contains(property.name) else { return nil }
        var found = MergeConflict.Property(
          key: property.name, base: base.header(at: place).isAlive ? base.value(of: property, at: place) : .null,
          store: kind == .deletedInStore ? .null : target.value(of: property, at: place),
          own: kind == .deletedHere ? .null : own.value(of: property, at: place),
          isContested: isMine && theirs.contains(property.name))
        for (value, graph) in [(found.base, base), (found.store, target), (found.own, own)] {
          guard let id = value.objectID, let place = graph.place(of: graph.own(id)) else { continue }
          found.objectNames[value] = graph.entity(at: place).map { "\($0.name)#\(id.number)" }
        }
        if kind == .deletedHere, let layout = property.layout, layout.isToMany {
          let read = Set(links[layout, place.row, base.schema] ?? base.members(of: layout, place.row))
          found.added = untouched.members(of: layout, place.row).filter { !read.contains($0) }.sorted().compactMap {
            row in
            let other = Graph.Place(table: layout.destinationTable, row: row)
            return untouched.entity(at: other).map { "\($0.name)#\(row)" }
          }
        }
        return found
      })
  }

  /// Keeps the objects that were deleted only by the cascade of an object that stays. A worklist over the base's links.
  private mutating func keepCascadesOfKept() {
    guard !kept.isEmpty else { return }
    var next = Array(kept)
    while let place = next.popLast() {
      guard let entity = base.entity(at: place) else { continue }
      for layout in entity.relationships.compactMap(\.layout) where layout.rule == .cascade {
        base.forEachMember(of: layout, place.row) { member in
          let other = Graph.Place(table: layout.destinationTable, row: member)
          if decisions[other] == .delete, target.header(at: other).isLive, kept.insert(other).inserted {
            decisions[other] = .drop
            next.append(other)
          }
        }
      }
    }
    for index in changes.indices where kept.contains(changes[index].place) { changes[index].decision = .drop }
  }

  // MARK: Objects and attributes

  private mutating func applyRows() {
    for change in changes where change.decision == .insert {
      target.bringBack(change.place, change.entity)
      if own.isAssigned(change.place) { target.assign(change.place, toStore: own.store(of: change.place)) }
    }
  }

  private mutating func applyAttributes() {
    for change in changes where change.decision != .drop && (change.decision != .delete || keepsValues(change.place)) {
      let isWhole = change.decision == .overwrite
      for property in isWhole ? change.entity.properties : change.properties {
        guard case .attribute(let column) = property.storage, !isContested(property, change) else { continue }
        if target.setValue(own.value(of: column, at: change.place), of: column, at: change.place) {
          target.markUpdated(change.place.table, change.place.row)
        }
      }
    }
  }

  /// Whether an object that is only marked for deletion can still be read on both sides: its changes stay until the save.
  private func keepsValues(_ place: Graph.Place) -> Bool {
    let (mine, theirs) = (own.header(at: place), target.header(at: place))
    return mine.isAlive && !mine.marks.contains(.ghost) && theirs.isLive
  }

  func isContested(_ property: Property, _ change: Change) -> Bool {
    change.decision == .applyUncontested && targetChanges[change.place]?.contains(property.name) == true
  }

  private mutating func applyDeletions() {
    let deleted = changes.filter { change in
      change.decision == .delete
        || change.decision == .insert && own.header(at: change.place).marks.contains(.deleted)
    }
    for change in deleted { target.markDeleted(change.place) }
    for change in deleted where target.header(at: change.place).isAlive && change.decision == .delete {
      let mine = own.header(at: change.place)
      if !endsLinksToMarked, mine.isAlive, !mine.marks.contains(.ghost) { continue }
      for layout in change.entity.relationships.compactMap(\.layout) where layout.hasInverse {
        let rule = overridden.flatMap { $0.objects.contains(change.place) ? $0.rule : nil } ?? layout.rule
        guard rule.endsLinks else { continue }
        for member in target.members(of: layout, change.place.row)
        where target.tables[layout.destinationTable].headers[member].isLive {
          target.disconnect(layout, change.place.row, member)
        }
      }
    }
  }
}

extension Property {
  fileprivate var isDerived: Bool { attribute?.derivation != nil }
}

extension Graph {
  /// Makes a row an object again, or for the first time; pending marks of a deletion go.
  mutating func bringBack(_ place: Place, _ entity: Entity) {
    let header = header(at: place)
    if !header.isAlive {
      insert(entity, row: place.row)
    } else if header.marks.contains(.deleted) {
      let isNew = header.marks.contains(.inserted)
      setMarks(isNew ? [.alive, .inserted] : [.alive, .updated], at: place)
    }
  }
}
