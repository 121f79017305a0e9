import Diagnostics

/// The effects of a change of the model on the objects.
///
/// ```swift
/// let report = try context.setModel(league2)
/// for line in report.lines { print(line) }
/// // added Team.city: 2 objects have a value
/// // renamed Player.team to Player.club: 14 objects
/// ```
///
/// ## Topics
/// ### What happened
/// - ``steps``
/// - ``lines``
/// - ``renumbered``
/// ### What Core Data would say
/// - ``beyondLightweight``
public struct MigrationReport: Hashable, Sendable {
  /// One thing that happened, with how many objects it touched. Names are new ones but where something is gone.
  public enum Step: Hashable, Sendable {
    /// A new entity.
    case addedEntity(String)
    /// An entity and the objects that it had, with one of them.
    case droppedEntity(String, objects: Int, example: String?)
    /// An entity's new name.
    case renamedEntity(from: String, to: String, objects: Int)
    /// An entity with another parent; nil is none.
    case movedEntity(String, from: String?, to: String?, objects: Int)
    /// A new property, and how many objects have a value in it: a default, or what the file has.
    case added(String, entity: String, filled: Int)
    /// A property that is gone, how many objects had a value or a link in it, and one of these.
    case dropped(String, entity: String, values: Int, example: String?)
    /// A property's new name, and how many objects have a value or a link in it.
    case renamed(from: String, to: String, entity: String, values: Int)
    /// A property that another entity declares now, and how many objects have a value or a link in it.
    case moved(String, from: String, to: String, values: Int)
    /// Values of another type, or links of another kind.
    case converted(String, entity: String, from: String, to: String, values: Int)
    /// Objects that had no value and got the default, because the attribute is required now.
    case filled(String, entity: String, objects: Int)
    /// A property that stays and loses values or links: how many objects had them, and one of these.
    case lost(String, entity: String, Loss, values: Int, example: String)
  }

  /// Why values go although their property stays.
  public enum Loss: Hashable, Sendable {
    /// The property is transient now: contexts keep its values, and stores do not.
    case transient
    /// The attribute is derived now: the save computes its values.
    case derived
    /// The new description has no room for them: elements of a composite that are gone, links that no longer fit.
    case changed
  }

  /// The steps, in the order of the new model, with removals at the end.
  public var steps: [Step]
  /// The IDs of objects that had to be renumbered, because their entity moved into a tree with its own numbering; old
  /// to new.
  public var renumbered: [ManagedObjectID: ManagedObjectID]
  /// The changes that Core Data's lightweight migration would have refused.
  public var beyondLightweight: [MappingProblem]
  /// Everything that the new model says otherwise, also what touches no object.
  public var difference: ModelDifference

  /// Whether no object had to change.
  public var isEmpty: Bool { steps.isEmpty && renumbered.isEmpty }

  /// The steps in words, one a line. O(steps).
  public var lines: [String] {
    steps.map(\.description) + (renumbered.isEmpty ? [] : ["\(counted(renumbered.count, "object")) renumbered"])
  }
}

extension MigrationReport.Step: CustomStringConvertible {
  /// `added Team.city: 2 objects have a value`. O(length of the text).
  public var description: String {
    switch self {
    case .addedEntity(let name): "added \(name)"
    case .droppedEntity(let name, let count, let example):
      "dropped \(name) and its \(counted(count, "object"))\(Self.shown(example, of: count))"
    case .renamedEntity(let old, let new, let count): "renamed \(old) to \(new): \(counted(count, "object"))"
    case .movedEntity(let name, let from, let to, let count):
      "moved \(name) " + (to.map { "under \($0)" } ?? "out of \(from ?? "its tree")") + ": \(counted(count, "object"))"
    case .added(let name, let entity, let count):
      "added \(entity).\(name)"
        + (count == 0 ? "" : ": \(counted(count, "object")) \(count == 1 ? "has" : "have") a value")
    case .dropped(let name, let entity, let count, let example):
      "dropped \(entity).\(name) with \(counted(count, "value"))\(Self.shown(example, of: count))"
    case .renamed(let old, let new, let entity, let count):
      "renamed \(entity).\(old) to \(entity).\(new): \(counted(count, "value"))"
    case .moved(let name, let from, let to, let count): "moved \(from).\(name) to \(to): \(counted(count, "value"))"
    case .converted(let name, let entity, let from, let to, let count):
      "converted \(entity).\(name) from \(from) to \(to): \(counted(count, "value"))"
    case .filled(let name, let entity, let count):
      "filled \(entity).\(name) with its default: \(counted(count, "object"))"
    case .lost(let name, let entity, let loss, let count, let example):
      "\(entity).\(name) \(loss.words): \(counted(count, "value"))\(Self.shown(example, of: count))"
    }
  }

  private static func shown(_ example: String?, of count: Int) -> String {
    guard let example else { return "" }
    return count == 1 ? ", \(example)" : ", such as \(example)"
  }
}

extension MigrationReport.Loss {
  fileprivate var words: String {
    switch self {
    case .transient: "is transient and no longer stored"
    case .derived: "is derived and recomputed"
    case .changed: "cannot keep everything"
    }
  }
}

extension MigrationReport {
  /// Counts what a conversion did by looking at the objects before and after it.
  ///
  /// After an edit it looks at the properties whose change can affect values; for a store it compares every value, so
  /// that no loss is missed. O(objects of the entities concerned) for each property.
  /// - Parameters:
  ///   - renumbered: objects that have another ID in `new`; old to new.
  ///   - store: the store whose objects count, by its place in the coordinator, and what it leaves out is lost; nil for
  ///     all objects of a context.
  ///   - configuration: the store's; entities that it does not keep are left out. Nil for all entities.
  init(
    _ matching: ModelMatching, from old: Graph, to new: Graph, renumbered: [ManagedObjectID: ManagedObjectID],
    store: UInt8? = nil, configuration: String? = nil
  ) {
    self.renumbered = renumbered
    difference = ModelDifference(matching)
    beyondLightweight = matching.mappingProblems(configuration)
    steps = []
    var losses = MigrationLosses(matching, from: old, to: new, renumbered, difference, store: store)
    losses.find()
    let (before, after) = (
      matching.old.lineages(keptByConfiguration: configuration),
      matching.new.lineages(keptByConfiguration: configuration)
    )
    for change in difference.changes {
      let isMeant =
        change.entity.map { name in (before?.contains(name) ?? true) || (after?.contains(name) ?? true) } ?? true
      if isMeant { steps += Self.steps(change, matching, old, new, store, &losses) }
    }
    steps += losses.remaining
  }

  private static func steps(
    _ change: ModelDifference.Change, _ matching: ModelMatching, _ old: Graph, _ new: Graph, _ store: UInt8?,
    _ losses: inout MigrationLosses
  ) -> [Step] {
    func parent(_ entity: String) -> String? {
      matching.oldNames[entity].flatMap { matching.old.entity($0)?.parent }.map { matching.newNames[$0] ?? $0 }
    }
    func objects(_ name: String) -> Int { new.objectCount(of: name, in: store) }
    func values(_ key: String, _ entity: String) -> Int { new.valueCount(of: key, in: entity, store) }
    switch change {
    case .entityAdded(let name): return [.addedEntity(name)]
    case .entityRemoved(let name):
      return [
        .droppedEntity(
          name, objects: old.objectCount(of: name, in: store), example: old.example(ofEntity: name, in: store))
      ]
    case .entityRenamed(let from, let to): return [.renamedEntity(from: from, to: to, objects: objects(to))]
    case .entityChanged(let name, let details):
      guard details.contains(where: { $0.aspect == .setting(.parent) }) else { return [] }
      return [
        .movedEntity(name, from: parent(name), to: matching.new.entity(name)?.parent, objects: objects(name))
      ]
    case .propertyAdded(let name, let entity):
      guard matching.new.property(name, of: entity)?.property.fetched == nil else { return [] }
      return [.added(name, entity: entity, filled: values(name, entity))]
    case .propertyRemoved(let name, let entity):
      guard matching.old.property(name, of: entity)?.property.fetched == nil else { return [] }
      let (count, example) = losses.takeDropped(name, of: entity)
      return [.dropped(name, entity: entity, values: count, example: example)]
    case .propertyRenamed(let from, let to, let entity):
      return [.renamed(from: from, to: to, entity: entity, values: values(to, entity))]
    case .propertyMoved(let name, let from, let to):
      return [.moved(name, from: from, to: to, values: values(name, to))]
    case .propertyChanged(let name, let entity, let details):
      return details.flatMap { detail -> [Step] in
        switch (detail.aspect, detail.new) {
        case (.setting(.type), _):
          return [
            .converted(
              name, entity: entity, from: detail.old.description, to: detail.new.description,
              values: values(name, entity))
          ]
        case (.setting(.optional), .flag(false)):
          guard let source = matching.source(of: name, in: entity)?.property.name,
            matching.new.property(name, of: entity)?.property.attribute != nil,
            let before = matching.oldNames[entity]
          else { return [] }
          let filled = values(name, entity) - old.valueCount(of: source, in: before, store)
          return filled > 0 ? [.filled(name, entity: entity, objects: filled)] : []
        default: return []
        }
      }
    case .partAdded, .partRemoved, .partChanged: return []
    }
  }
}

extension Graph {
  /// The objects of an entity itself that are not marked as deleted, those of one store only unless it is nil.
  func places(of entity: Entity, includingSubentities: Bool, in store: UInt8?) -> [Place] {
    let all = liveObjects(of: entity, includingSubentities: includingSubentities)
    guard let store else { return Array(all) }
    return all.filter { self.store(of: $0) == store }
  }

  fileprivate func objectCount(of name: String, in store: UInt8?) -> Int {
    schema.entity(named: name).map { places(of: $0, includingSubentities: false, in: store).count } ?? 0
  }

  /// The objects of an entity and its subentities that have a value in an attribute, or an object in a relationship.
  fileprivate func valueCount(of key: String, in name: String, _ store: UInt8?) -> Int {
    guard let entity = schema.entity(named: name), let property = entity.property(key) else { return 0 }
    return places(of: entity, includingSubentities: true, in: store).count { place in
      switch property.storage {
      case .attribute(let column): !value(of: column, at: place).isNull
      case .relationship(let layout): count(of: layout, place.row) > 0
      case .fetched: false
      }
    }
  }

  /// `Tag#1, name: "red"`, with the first attribute that has a value.
  fileprivate func example(ofEntity name: String, in store: UInt8?) -> String? {
    guard let entity = schema.entity(named: name),
      let place = places(of: entity, includingSubentities: false, in: store).first
    else { return nil }
    for property in entity.properties {
      guard case .attribute(let column) = property.storage else { continue }
      let value = value(of: column, at: place)
      if !value.isNull { return "\(label(of: place)), \(property.name): \(value.shownWhole)" }
    }
    return label(of: place)
  }
}

extension ModelIndex {
  /// The entities that a store of a configuration keeps, with all their ancestors; nil for all entities.
  fileprivate func lineages(keptByConfiguration configuration: String?) -> Set<String>? {
    model.entityNames(keptByConfiguration: configuration).map { names in
      Set(names.flatMap { lineage(of: $0).map(\.name) })
    }
  }
}

extension ModelDifference.Change {
  /// The entity that it is about, by its new name unless it is gone; nil for a part of the model.
  fileprivate var entity: String? {
    switch self {
    case .entityAdded(let name), .entityRemoved(let name), .entityRenamed(_, let name), .entityChanged(let name, _):
      name
    case .propertyAdded(_, let name), .propertyRemoved(_, let name), .propertyRenamed(_, _, let name),
      .propertyMoved(_, _, let name), .propertyChanged(_, let name, _):
      name
    case .partAdded, .partRemoved, .partChanged: nil
    }
  }
}
