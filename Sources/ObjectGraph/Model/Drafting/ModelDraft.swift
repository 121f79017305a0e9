/// A model to which one declaration after the other is added, none of which has to look at the whole of it.
///
/// A declaration is carried out on the ``part(_:)`` of the model that it can see or change, a model of a few entities with a
/// few properties each; ``take(_:madeOf:_:)`` brings the result into the whole, and looks for problems among those whom the
/// change concerns. Both cost what is in question, where a model as a value costs O(properties) at every look.
///
/// A part may hold too much, never too little: a larger one gives the same answer.
struct ModelDraft: Sendable {
  typealias Reach = DeclarationReach

  /// An entity with its properties in pages, so that a step of undo that holds it does not hold all of them once more.
  struct DraftedEntity: Sendable {
    /// All of it but the properties.
    var head: EntityDescription
    var properties: PagedList<PropertyDescription>

    init(_ entity: EntityDescription) {
      properties = PagedList(entity.properties)
      head = entity
      head.properties = []
    }

    /// O(properties).
    var whole: EntityDescription {
      var entity = head
      entity.properties = properties.all
      return entity
    }
  }

  /// The versions of the model that it began with; its entities are those of that time.
  let history: ModelHistory
  /// The model as it began, without its entities.
  private let frame: ManagedObjectModel
  private(set) var entities = PagedList<DraftedEntity>([])
  private var places: [String: Int] = [:]
  /// The place of each property in the list of its entity.
  private var keys: [Key: Int] = [:]
  /// The entities of each parent, also of one that is still to be declared.
  private var children: [String: [Int]] = [:]
  /// The relationships that lead to each entity.
  private var referrers: [String: [Relationship]] = [:]
  /// The relationships that name each end as their inverse.
  private var partners: [Key: [Relationship]] = [:]
  /// The entities with relationships to each whose inverse is not there.
  private var openInverses: [String: Set<Int>] = [:]

  private struct Key: Hashable {
    var entity: String
    var name: String
  }

  private struct Relationship: Hashable {
    var place: Int
    var name: String
  }

  /// nil for a model whose parts cannot be looked at by themselves: two entities or two properties have one name, or an
  /// attribute is derived along paths that may lead anywhere. O(properties).
  init?(_ history: ModelHistory) {
    let model = history.model
    guard
      !model.entities.contains(where: { entity in entity.properties.contains { $0.attribute?.derivation != nil } })
    else { return nil }
    self.history = history
    var frame = model
    frame.entities = []
    self.frame = frame
    for entity in model.entities {
      guard places[entity.name] == nil, Set(entity.properties.map(\.name)).count == entity.properties.count else {
        return nil
      }
      append(entity)
    }
  }

  /// How many entities were added since it began.
  var addedCount: Int { entities.count - history.model.entities.count }

  /// Whether there is an entity of this name.
  func declares(_ name: String) -> Bool { places[name] != nil }

  // MARK: The part that a declaration sees

  /// What a declaration can look at or change, in the model's order: the properties that it names in its subjects, in their
  /// ancestors and in what descends from them; the relationships that name these as inverses, and their own inverses; and
  /// of all of them the entities, and those that they lead to.
  func part(_ reach: Reach) -> ManagedObjectModel {
    var selection = Selection()
    for subject in reach.subjects { select(reach.names, around: subject, &selection) }
    for name in Set(reach.mentioned) {
      guard let place = places[name] else { continue }
      for ancestor in line(from: place) {
        select(reach.names, at: ancestor, &selection)
        selectPartners(of: reach.names, entities[ancestor].head.name, &selection)
      }
    }
    return model(of: selection)
  }

  /// Properties of some entities, and uniqueness constraints that are to be looked at.
  private struct Selection {
    var names: [Int: Set<String>] = [:]
    var constraints: [Int: [[String]]] = [:]
  }

  /// Selects properties of an entity, its ancestors and descendants, with the relationships that name them as inverses.
  private func select(_ names: some Sequence<String>, around entity: String, _ selection: inout Selection) {
    let family = families(of: [entity])
    let ancestors = places[entity].map { line(from: $0).dropFirst().map { entities[$0].head.name } } ?? []
    for member in ancestors + family {
      if let place = places[member] { select(names, at: place, &selection) }
      selectPartners(of: names, member, &selection)
    }
  }

  private func selectPartners(of names: some Sequence<String>, _ entity: String, _ selection: inout Selection) {
    for name in names {
      for partner in partners[Key(entity: entity, name: name)] ?? [] {
        select([partner.name], at: partner.place, &selection)
      }
    }
  }

  /// Selects the uniqueness constraints of an entity of which something holds, with their keys.
  private func selectConstraints(
    of place: Int, _ selection: inout Selection, where isWanted: (Int, [String]) -> Bool
  ) {
    for (number, constraint) in entities[place].head.uniquenessConstraints.enumerated()
    where isWanted(number, constraint) {
      selection.constraints[place, default: []].append(constraint)
      for owner in line(from: place) {
        // A key with dots leads into a composite.
        select(constraint.lazy.map { String($0.prefix { $0 != "." }) }, at: owner, &selection)
      }
    }
  }

  /// Selects an entity and those properties that it has, with the inverses of relationships and where these lead.
  private func select(_ names: some Sequence<String>, at place: Int, _ selection: inout Selection) {
    if selection.names[place] == nil { selection.names[place] = [] }
    for name in names {
      guard let found = keys[Key(entity: entities[place].head.name, name: name)],
        selection.names[place]?.insert(name).inserted == true,
        let relationship = entities[place].properties[found].relationship,
        let destination = places[relationship.destination]
      else { continue }
      for owner in line(from: destination) {
        select([relationship.inverse].compactMap(\.self), at: owner, &selection)
      }
    }
  }

  // MARK: What came of it

  /// Takes over a part that a declaration has changed. Entities are changed or added, and none is taken away; so are
  /// properties.
  mutating func take(_ new: ManagedObjectModel, madeOf old: ManagedObjectModel) -> DeclaredChange {
    let before = entities
    var selection = Selection()
    var concerned: Set<Int> = []
    for (number, entity) in new.entities.enumerated() {
      guard number < old.entities.count, let place = places[entity.name] else {
        append(entity)
        concern(newEntity: entity.name, &concerned)
        select(entity.properties.map(\.name), around: entity.name, &selection)
        selectConstraints(of: entities.count - 1, &selection) { _, _ in true }
        for member in families(of: [entity.name]) {
          for referrer in referrers[member] ?? [] { select([referrer.name], at: referrer.place, &selection) }
        }
        continue
      }
      let earlier = old.entities[number]
      guard earlier != entity else { continue }
      let changed = merge(entity, madeOf: earlier, at: place)
      concern(entity.name, changed, &concerned)
      select(changed, around: entity.name, &selection)
      for member in families(of: [entity.name]).compactMap({ places[$0] }) {
        let known = member == place ? earlier.uniquenessConstraints.count : .max
        selectConstraints(of: member, &selection) { number, keys in
          number >= known || keys.contains(where: changed.contains)
        }
      }
    }
    var change = DeclaredChange()
    let isOpen = concerned.contains { !(openInverses[entities[$0].head.name] ?? []).isEmpty }
    guard isOpen || hasProblems(selection) else { return change }
    change = problems(concerned, since: before)
    for case .unknownInverse(_, _, let entity, let destination, _) in change.problems {
      if let place = places[entity] { openInverses[destination, default: []].insert(place) }
    }
    return change
  }

  /// Whether anything is wrong with what a declaration may have changed.
  private func hasProblems(_ selection: Selection) -> Bool {
    var part = model(of: selection)
    for place in part.entities.indices {
      part.entities[place].uniquenessConstraints =
        places[part.entities[place].name].flatMap { selection.constraints[$0] } ?? []
    }
    return part.problems().contains(where: \.mayBeTold)
  }

  /// The problems that came with a change of some entities. O(properties of those whom it concerns).
  private func problems(_ concerned: Set<Int>, since before: PagedList<DraftedEntity>) -> DeclaredChange {
    var sight = concerned
    for place in concerned {
      for relationship in entities[place].properties.all.lazy.compactMap(\.relationship) {
        guard let destination = places[relationship.destination] else { continue }
        sight.insert(destination)
        guard let inverse = relationship.inverse else { continue }
        for owner in line(from: destination) {
          guard let found = keys[Key(entity: entities[owner].head.name, name: inverse)],
            let back = entities[owner].properties[found].relationship
          else { continue }
          if let home = places[back.destination] { sight.insert(home) }
        }
      }
    }
    sight = withAncestors(sight)
    var change = DeclaredChange()
    change.part = model(of: sight, entities)
    change.problems = change.part.problems().filter(\.mayBeTold)
    if !change.problems.isEmpty {
      let known = Set(model(of: sight, before).problems())
      change.problems.removeAll(where: known.contains)
    }
    return change
  }

  /// Notes the problems that the model had at the start.
  mutating func note(_ problems: [ModelProblem]) {
    for case .unknownInverse(_, _, let entity, let destination, _) in problems {
      if let place = places[entity] { openInverses[destination, default: []].insert(place) }
    }
  }

  /// Whom a new entity concerns: what descends from it, what leads there, and what names that as an inverse.
  private func concern(newEntity name: String, _ concerned: inout Set<Int>) {
    let family = families(of: [name])
    for member in family {
      if let place = places[member] { concerned.insert(place) }
      for referrer in referrers[member] ?? [] {
        concerned.insert(referrer.place)
        let entity = entities[referrer.place].head.name
        for partner in partners[Key(entity: entity, name: referrer.name)] ?? [] { concerned.insert(partner.place) }
      }
    }
  }

  /// Whom a change of an entity's properties concerns: what inherits them, and what names one of them as its inverse or
  /// names none that is there.
  private func concern(_ entity: String, _ changed: [String], _ concerned: inout Set<Int>) {
    for member in families(of: [entity]) {
      if let place = places[member] { concerned.insert(place) }
      for name in changed {
        for partner in partners[Key(entity: member, name: name)] ?? [] { concerned.insert(partner.place) }
      }
      if let open = openInverses[member] { concerned.formUnion(open) }
    }
  }

  // MARK: Who is where

  private mutating func append(_ entity: EntityDescription) {
    let place = entities.count
    places[entity.name] = place
    if let parent = entity.parent { children[parent, default: []].append(place) }
    entities.append(DraftedEntity(entity))
    for (number, property) in entity.properties.enumerated() {
      keys[Key(entity: entity.name, name: property.name)] = number
      note(property, insteadOf: nil, at: place)
    }
  }

  /// Takes over an entity that has been changed.
  /// - Returns: the names of the properties that are new or changed.
  private mutating func merge(
    _ entity: EntityDescription, madeOf earlier: EntityDescription, at place: Int
  ) -> [String] {
    var drafted = entities[place]
    drafted.head = entity
    drafted.head.properties = []
    var changed: [String] = []
    for (number, property) in entity.properties.enumerated() {
      let before = number < earlier.properties.count ? earlier.properties[number] : nil
      guard before != property else { continue }
      let key = Key(entity: entity.name, name: property.name)
      if let found = keys[key] {
        drafted.properties[found] = property
      } else {
        keys[key] = drafted.properties.count
        drafted.properties.append(property)
      }
      note(property, insteadOf: before, at: place)
      changed.append(property.name)
    }
    entities[place] = drafted
    return changed
  }

  private mutating func note(_ property: PropertyDescription, insteadOf earlier: PropertyDescription?, at place: Int) {
    guard let relationship = property.relationship else { return }
    let before = earlier?.relationship
    let note = Relationship(place: place, name: relationship.name)
    if before?.destination != relationship.destination { referrers[relationship.destination, default: []].append(note) }
    guard let inverse = relationship.inverse, before?.inverse != inverse else { return }
    partners[Key(entity: relationship.destination, name: inverse), default: []].append(note)
  }

  /// The names of some entities and of what descends from them.
  private func families(of names: [String]) -> Set<String> {
    var found = Set(names)
    var open = names
    while let name = open.popLast() {
      for place in children[name] ?? [] where found.insert(entities[place].head.name).inserted {
        open.append(entities[place].head.name)
      }
    }
    return found
  }

  /// An entity and its ancestors.
  private func line(from place: Int) -> [Int] {
    var line: [Int] = []
    var seen: Set<Int> = []
    var next: Int? = place
    while let here = next, seen.insert(here).inserted {
      line.append(here)
      next = entities[here].head.parent.flatMap { places[$0] }
    }
    return line
  }

  private func withAncestors(_ start: some Sequence<Int>) -> Set<Int> {
    var found = Set(start)
    for place in found {
      var next = entities[place].head.parent.flatMap { places[$0] }
      while let here = next, found.insert(here).inserted { next = entities[here].head.parent.flatMap { places[$0] } }
    }
    return found
  }

  private func model(of found: Set<Int>, _ entities: PagedList<DraftedEntity>) -> ManagedObjectModel {
    var model = frame
    model.entities = found.sorted().lazy.filter { $0 < entities.count }.map { entities[$0].whole }
    return model
  }

  private func model(of selection: Selection) -> ManagedObjectModel {
    var model = frame
    model.entities = withAncestors(selection.names.keys).sorted().map { place in
      var entity = entities[place].head
      let found = selection.names[place, default: []].compactMap { keys[Key(entity: entity.name, name: $0)] }
      entity.properties = found.sorted().map { entities[place].properties[$0] }
      return entity
    }
    return model
  }
}

/// What a declaration is about.
package struct DeclarationReach: Sendable {
  /// The entities that it makes or changes.
  package var subjects: [String]
  /// What it names besides: a parent, destinations.
  package var mentioned: [String]
  /// The properties that it names, wherever they are.
  package var names: [String]

  package init(_ subjects: [String], naming mentioned: [String] = [], properties names: [String]) {
    self.subjects = subjects
    self.mentioned = mentioned
    self.names = names
  }
}

/// What came of a declaration.
package struct DeclaredChange: Sendable {
  /// The problems that the model has now and did not have before, in its order: inverses that are not there, and what no
  /// later line can mend.
  package var problems: [ModelProblem] = []
  /// The entities that these are about and all that they name; empty where there are no problems.
  package var part = ManagedObjectModel()
}

extension ModelProblem {
  /// Whether a declaration that brings it about may have something to say of it: all others are waited for.
  fileprivate var mayBeTold: Bool {
    if case .unknownInverse = self { true } else { !isUnfinished }
  }
}
