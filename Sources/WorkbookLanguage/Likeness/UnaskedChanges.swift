import ObjectGraph

/// The changes that an answer made beyond what some solution made: "Everything else is as it was".
///
/// Permitted is what leads from the start to the solution, or to another right answer: in the model by declaration and
/// setting, in the data by object and property, whatever the new value.
package struct UnaskedChanges {
  private let solutions: Solutions
  private let permitted: ChangedPlaces
  /// Declarations that may change besides, `Player` or `Player.email`.
  private let also: Set<String>

  /// - Parameter also: names whose declarations and values may change too.
  package init(_ solutions: Solutions, also: [String]) {
    self.solutions = solutions
    self.also = Set(also)
    var permitted = ChangedPlaces()
    for end in solutions.ends {
      permitted.formUnion(ChangedPlaces(from: solutions.start, to: end).underOldNames())
    }
    self.permitted = permitted
  }

  /// A change of a declaration or an object, in a sentence.
  package struct Change: Hashable, Sendable {
    package var sentence: String
    package var entity: String
    /// The property; nil where all of the entity or the object has changed.
    package var key: String?
  }

  /// The changes that an answer made.
  package struct Changes: Hashable, Sendable {
    package var model: [Change]
    package var objects: [Change]

    package var sentences: [String] { (model + objects).map(\.sentence) }
  }

  /// Returns a line for each change that the solutions make.
  package func permittedSentences(name: (ManagedObjectID) -> String) -> [String] { permitted.changes(name).sentences }

  /// Returns the objects of the start that an answer deleted although no solution deletes any of their entity, and those that it added
  /// to an entity of the start to which no solution adds any.
  /// - Complexity: O(objects × properties).
  package func strayObjects(in mine: EndState) -> (deleted: [ManagedObjectID], inserted: [ManagedObjectID]) {
    let start = solutions.start
    let changes = mine.graph.changes(since: start.graph)
    let names = Set(start.model.entityNames).subtracting(also)
    // If some of an entity have to go, the others may be the wrong ones.
    let kept = names.subtracting(permitted.deleted.compactMap(start.graph.entityName(of:)))
    let deleted = changes.deleted.filter { start.graph.entityName(of: $0).map(kept.contains) ?? false }
    let inserted = changes.inserted.filter { names.contains($0.key) && permitted.inserted[$0.key] ?? 0 == 0 }
    return (deleted, inserted.values.joined().filter { !start.saved.contains($0) })
  }

  /// Returns the changes that no solution makes.
  /// - Parameter name: names an object of the start.
  /// - Complexity: O(objects × properties), and the matching of new names.
  package func changes(in mine: EndState, name: (ManagedObjectID) -> String) -> Changes {
    let start = solutions.start
    let places = ChangedPlaces(from: start, to: mine)
    let unasked = places.without(permitted, also: also).changes(name)
    if unasked.sentences.isEmpty { return unasked }
    // The solutions' new names, as the learner chose them.
    var permitted = self.permitted
    for end in solutions.ends {
      let fixed = solutions.fixedNames.union(start.model.allNames)
      for (match, model) in NameMatch.best(of: end.model, in: mine.model, fixed: fixed) {
        permitted.formUnion(ChangedPlaces(from: start, to: end, match, model).underOldNames())
      }
    }
    return places.without(permitted, also: also).changes(name)
  }
}

/// The places that an answer touched.
private struct ChangedPlaces {
  struct Setting: Hashable {
    /// A declaration: `Team`, `Team.players`.
    var subject: String
    var aspect: String
  }

  private(set) var settings: [Setting: String] = [:]
  private var order: [Setting] = []
  private(set) var cells: Set<GraphChanges.Cell> = []
  private var cellOrder: [GraphChanges.Cell] = []
  private(set) var deleted: Set<ManagedObjectID> = []
  private var deletedOrder: [ManagedObjectID] = []
  private(set) var inserted: [String: Int] = [:]
  /// How many new objects of an entity are asked for.
  private var asked: [String: Int] = [:]
  /// The old names of the declarations that are renamed: `Song.playlist` by `Song.playlists`.
  private var oldNames: [String: String] = [:]
  /// Objects that are saved at the start, marked for deletion there, and are in the graph again.
  private var returned: [ManagedObjectID] = []
  /// The entities of the objects, for ``UnaskedChanges/also``.
  private var entities: [ManagedObjectID: String] = [:]

  init() {}

  init(from start: EndState, to end: EndState) {
    add(
      end.model.withoutIdleSettings.difference(
        from: start.model.withoutIdleSettings, renaming: end.graph.renaming(since: start.graph)))
    add(end.graph.changes(since: start.graph), start, names: [:])
  }

  /// A solution under the learner's names for what is new in it.
  init(from start: EndState, to end: EndState, _ match: NameMatch, _ model: ManagedObjectModel) {
    var renaming = end.graph.renaming(since: start.graph)
    let entities = end.graph.renaming(since: start.graph).entities
    for (old, new) in entities { renaming.entities[old] = match.entities[new] ?? new }
    for (old, new) in renaming.properties {
      let owner = entities[old.entity] ?? old.entity
      renaming.properties[old] = match.properties[ModelRenaming.Property(new, of: owner)] ?? new
    }
    add(model.withoutIdleSettings.difference(from: start.model.withoutIdleSettings, renaming: renaming))
    add(end.graph.changes(since: start.graph), start, names: match.entities)
  }

  private mutating func add(_ changes: GraphChanges, _ start: EndState, names: [String: String]) {
    deletedOrder += changes.deleted
    deleted.formUnion(changes.deleted)
    cellOrder += changes.changed
    cells.formUnion(changes.changed)
    for id in changes.deleted + changes.changed.map(\.object) { entities[id] = start.graph.entityName(of: id) }
    for (entity, ids) in changes.inserted.sorted(by: { $0.key < $1.key }) {
      inserted[names[entity] ?? entity, default: 0] += ids.count
      returned += ids.filter(start.saved.contains)
      for id in ids { entities[id] = names[entity] ?? entity }
    }
  }

  private mutating func add(_ subject: String, _ aspect: String, _ sentence: String) {
    let setting = Setting(subject: subject, aspect: aspect)
    if settings.updateValue(sentence, forKey: setting) == nil { order.append(setting) }
  }

  private mutating func add(_ difference: ModelDifference) {
    for change in difference.changes {
      switch change {
      case .entityAdded(let name): add(name, "added", "the entity \(name) is new")
      case .entityRemoved(let name): add(name, "removed", "the entity \(name) is gone")
      case .entityRenamed(let old, let new):
        oldNames[new] = old
        add(old, "name", "\(old) is called \(new) now")
      case .entityChanged(let name, let details): add(details, of: name)
      case .propertyAdded(let name, let entity): add("\(entity).\(name)", "added", "\(entity).\(name) is new")
      case .propertyRemoved(let name, let entity): add("\(entity).\(name)", "removed", "\(entity).\(name) is gone")
      case .propertyRenamed(let old, let new, let entity):
        oldNames["\(entity).\(new)"] = "\(entity).\(old)"
        add("\(entity).\(old)", "name", "\(entity).\(old) is called \(new) now")
      case .propertyMoved(let name, let from, let to):
        add("\(to).\(name)", "entity", "\(name) has moved from \(from) to \(to)")
      case .propertyChanged(let name, let entity, let details): add(details, of: "\(entity).\(name)")
      case .partAdded(let part, let name): add(name, "added", "the \(part.rawValue) \(name) is new")
      case .partRemoved(let part, let name): add(name, "removed", "the \(part.rawValue) \(name) is gone")
      case .partChanged(let part, let name, _): add(name, "content", "the \(part.rawValue) \(name) is different")
      }
    }
  }

  private mutating func add(_ details: [ModelDifference.Detail], of subject: String) {
    let changesKind = details.contains { $0.aspect == .setting(.type) }
    for detail in details where !detail.changesNothing {
      // A relationship that leads to many now has another maximum by that.
      if changesKind, [.setting(.minimumCount), .setting(.maximumCount)].contains(detail.aspect) { continue }
      // Another constraint than the solution's is another change.
      let aspect = detail.aspect == .setting(.unique) ? "unique by \(detail.new)" : detail.aspect.description
      add(subject, aspect, detail.sentence(about: subject))
    }
  }

  /// Adds the settings of renamed declarations under their old names, for an answer that has not renamed them yet.
  func underOldNames() -> Self {
    var all = self
    for setting in order {
      let parts = setting.subject.split(separator: ".", maxSplits: 1).map(String.init)
      let owner = parts.first.flatMap { oldNames[$0] }
      let old = oldNames[setting.subject] ?? owner.map { ([$0] + parts.dropFirst()).joined(separator: ".") }
      if let old { all.add(old, setting.aspect, settings[setting] ?? "") }
    }
    return all
  }

  mutating func formUnion(_ other: Self) {
    for setting in other.order { add(setting.subject, setting.aspect, other.settings[setting] ?? "") }
    cellOrder += other.cellOrder.filter { !cells.contains($0) }
    cells.formUnion(other.cells)
    deletedOrder += other.deletedOrder.filter { !deleted.contains($0) }
    deleted.formUnion(other.deleted)
    inserted.merge(other.inserted, uniquingKeysWith: max)
    returned += other.returned.filter { !returned.contains($0) }
    entities.merge(other.entities) { first, _ in first }
  }

  func without(_ permitted: Self, also: Set<String>) -> Self {
    var rest = self
    rest.order.removeAll { permitted.settings[$0] != nil || also.contains($0.subject) }
    rest.deletedOrder.removeAll { permitted.deleted.contains($0) || also.contains(entities[$0] ?? "") }
    rest.cellOrder.removeAll { cell in
      let entity = entities[cell.object] ?? ""
      // A deletion that is asked for also ends links.
      return permitted.cells.contains(cell) || permitted.deleted.contains(cell.object) || also.contains(entity)
        || also.contains("\(entity).\(cell.key)")
    }
    rest.returned.removeAll { permitted.returned.contains($0) }
    if inserted.allSatisfy({ permitted.inserted[$0.key] ?? 0 >= $0.value }) { rest.returned = [] }
    for (entity, count) in inserted {
      let asked = permitted.inserted[entity] ?? 0
      rest.asked[entity] = asked
      rest.inserted[entity] = also.contains(entity) ? nil : max(0, count - asked)
    }
    return rest
  }

  func changes(_ name: (ManagedObjectID) -> String) -> UnaskedChanges.Changes {
    func change(_ sentence: String, of id: ManagedObjectID, _ key: String? = nil) -> UnaskedChanges.Change {
      UnaskedChanges.Change(sentence: sentence, entity: entities[id] ?? "", key: key)
    }
    var objects = deletedOrder.map { change("\(name($0)) is deleted", of: $0) }
    objects += cellOrder.filter { !deleted.contains($0.object) }.map {
      change("\($0.key) of \(name($0.object)) has changed", of: $0.object, $0.key)
    }
    objects += returned.map { change("\(name($0)) is in the graph again", of: $0) }
    var inserted = inserted
    for id in returned { inserted[entities[id] ?? "", default: 0] -= 1 }
    for (entity, count) in inserted.sorted(by: { $0.key < $1.key }) where count > 0 {
      let asked = asked[entity] ?? 0
      let sentence =
        asked > 0
        ? "there are \(count + asked) new objects of \(entity), and \(asked == 1 ? "one is" : "\(asked) are") asked for"
        : count == 1 ? "there is one more \(entity)" : "there are \(count) more objects of \(entity)"
      objects.append(UnaskedChanges.Change(sentence: sentence, entity: entity))
    }
    let model = order.compactMap { setting in
      settings[setting].map { sentence in
        let parts = setting.subject.split(separator: ".", maxSplits: 1).map(String.init)
        return UnaskedChanges.Change(sentence: sentence, entity: parts[0], key: parts.count > 1 ? parts[1] : nil)
      }
    }
    return UnaskedChanges.Changes(model: model, objects: objects)
  }
}

extension ModelDifference.Detail {
  /// Whether it concerns only what identifies versions, or what a learner notes about a relation.
  fileprivate var changesNothing: Bool {
    [.setting(.renamedFrom), .setting(.hashModifier), .setting(.dependencies)].contains(aspect)
  }

  fileprivate func sentence(about subject: String) -> String {
    switch (old, new) {
    case (.absent, _) where aspect == .setting(.rules): "\(subject) has a new rule, \(new)"
    case _ where aspect == .setting(.rules): "\(subject) has other rules than before"
    case (_, .absent) where aspect == .setting(.unique): "\(subject) is no longer unique by \(old)"
    case _ where aspect == .setting(.derived) && new != .absent: "\(subject) is derived from \(new) now"
    case (.flag(true), .flag(false)):
      aspect == .setting(.optional) ? "\(subject) is required now" : "\(subject) is no longer \(aspect)"
    case (.flag(false), .flag(true)): "\(subject) is \(aspect) now"
    case (_, .absent): "\(subject) has no \(aspect) now"
    case _ where aspect == .setting(.unique): "\(subject) is now unique by \(new)"
    default: "the \(aspect) of \(subject) is \(new) now"
    }
  }
}

extension ManagedObjectModel {
  /// The names of its entities and, after a dot, of their own properties.
  fileprivate var allNames: Set<String> {
    Set(entities.flatMap { entity in [entity.name] + entity.properties.map { "\(entity.name).\($0.name)" } })
  }
}
