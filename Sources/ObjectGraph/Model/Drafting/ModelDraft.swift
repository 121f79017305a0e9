/// A model to which one declaration after the other is added, none of which has to look at the whole of it.
///
/// A declaration is carried out on the ``part(_:)`` of the model that it can see or change, a
/// model of a few entities; ``take(_:madeOf:)`` brings the result into the whole, and finds the problems that came with it
/// among those whom the change concerns. Both are O(what the entities in question have, their ancestors and descendants,
/// and who leads to them), where a model as a value costs O(entities) at every look.
///
/// The lists of who leads where may hold too many, never too few: a part that is larger than need be gives the same
/// answer.
struct ModelDraft: Sendable {
  typealias Reach = DeclarationReach

  /// The versions of the model that it began with; its entities are those of that time.
  let history: ModelHistory
  /// The model as it began, without its entities.
  private let frame: ManagedObjectModel
  private(set) var entities: PagedList<EntityDescription>
  private var places: [String: Int] = [:]
  /// The entities of each parent, also of one that is still to be declared.
  private var children: [String: [Int]] = [:]
  /// The entities with relationships that lead to each.
  private var referrers: [String: [Int]] = [:]
  /// The entities with relationships that name each end as their inverse.
  private var partners: [End: [Int]] = [:]
  /// The entities with relationships to each whose inverse is not there.
  private var openInverses: [String: Set<Int>] = [:]

  private struct End: Hashable {
    var entity: String
    var relationship: String
  }

  /// nil for a model whose parts cannot be looked at by themselves: two entities have one name, or an attribute is derived
  /// along paths that may lead anywhere. O(properties).
  init?(_ history: ModelHistory) {
    let model = history.model
    guard
      !model.entities.contains(where: { entity in entity.properties.contains { $0.attribute?.derivation != nil } })
    else { return nil }
    self.history = history
    var frame = model
    frame.entities = []
    self.frame = frame
    entities = PagedList<EntityDescription>(model.entities)
    for (place, entity) in model.entities.enumerated() {
      guard places.updateValue(place, forKey: entity.name) == nil else { return nil }
      note(entity, at: place, insteadOf: nil)
    }
  }

  /// How many entities were added since it began.
  var addedCount: Int { entities.count - history.model.entities.count }

  /// Whether there is an entity of this name.
  func declares(_ name: String) -> Bool { places[name] != nil }

  // MARK: The part that a declaration sees

  /// What a declaration can look at or change, in the model's order: its subjects, what descends from them, what they
  /// lead to, and the ancestors of all of them.
  func part(_ reach: Reach) -> ManagedObjectModel {
    var found: Set<Int> = []
    for name in families(of: reach.subjects) {
      if let place = places[name] {
        found.insert(place)
        found.formUnion(destinations(of: entities[place]))
      }
      if reach.completesInverses { found.formUnion(referrers[name] ?? []) }
    }
    found.formUnion(reach.mentioned.compactMap { places[$0] })
    return model(of: withAncestors(found), entities)
  }

  // MARK: What came of it

  /// Takes over a part that a declaration has changed. Entities are changed or added, and none taken away.
  mutating func take(_ new: ManagedObjectModel, madeOf old: ManagedObjectModel) -> DeclaredChange {
    let before = entities
    var concerned: Set<Int> = []
    for (place, entity) in new.entities.enumerated() {
      guard place < old.entities.count, let whole = places[entity.name] else {
        places[entity.name] = entities.count
        note(entity, at: entities.count, insteadOf: nil)
        entities.append(entity)
        concern(newEntity: entity.name, &concerned)
        continue
      }
      let earlier = old.entities[place]
      guard earlier != entity else { continue }
      entities[whole] = entity
      note(entity, at: whole, insteadOf: earlier)
      concern(entity, insteadOf: earlier, &concerned)
    }
    var sight = concerned
    for place in concerned {
      for relationship in entities[place].properties.lazy.compactMap(\.relationship) {
        guard let destination = places[relationship.destination] else { continue }
        sight.insert(destination)
        guard let inverse = relationship.inverse else { continue }
        for owner in line(from: destination) {
          guard let back = entities[owner][property: inverse]?.relationship else { continue }
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
    for case .unknownInverse(_, _, let entity, let destination, _) in change.problems {
      if let place = places[entity] { openInverses[destination, default: []].insert(place) }
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
      for referrer in referrers[member] ?? [] where concerned.insert(referrer).inserted {
        let entity = entities[referrer]
        for relationship in entity.properties.lazy.compactMap(\.relationship)
        where family.contains(relationship.destination) {
          concerned.formUnion(partners[End(entity: entity.name, relationship: relationship.name)] ?? [])
        }
      }
    }
  }

  /// Whom a change of an entity's properties concerns: what inherits them, and what names one of them as its inverse or
  /// names none that is there.
  private func concern(
    _ entity: EntityDescription, insteadOf earlier: EntityDescription, _ concerned: inout Set<Int>
  ) {
    let old = Dictionary(earlier.properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let changed = entity.properties.filter { old[$0.name] != $0 }.map(\.name)
    for member in families(of: [entity.name]) {
      if let place = places[member] { concerned.insert(place) }
      for name in changed { concerned.formUnion(partners[End(entity: member, relationship: name)] ?? []) }
      if let open = openInverses[member] { concerned.formUnion(open) }
    }
  }

  // MARK: Who is where

  private mutating func note(_ entity: EntityDescription, at place: Int, insteadOf earlier: EntityDescription?) {
    if earlier == nil, let parent = entity.parent { children[parent, default: []].append(place) }
    let old = Dictionary(
      earlier?.properties.compactMap(\.relationship).map { ($0.name, $0) } ?? [],
      uniquingKeysWith: { first, _ in first })
    for relationship in entity.properties.lazy.compactMap(\.relationship) {
      let before = old[relationship.name]
      if before?.destination != relationship.destination {
        referrers[relationship.destination, default: []].append(place)
      }
      guard let inverse = relationship.inverse, before?.inverse != inverse else { continue }
      partners[End(entity: relationship.destination, relationship: inverse), default: []].append(place)
    }
  }

  /// The names of some entities and of what descends from them.
  private func families(of names: [String]) -> Set<String> {
    var found = Set(names)
    var open = names
    while let name = open.popLast() {
      for place in children[name] ?? [] where found.insert(entities[place].name).inserted {
        open.append(entities[place].name)
      }
    }
    return found
  }

  private func destinations(of entity: EntityDescription) -> [Int] {
    entity.properties.compactMap { $0.relationship.flatMap { places[$0.destination] } }
  }

  /// An entity and its ancestors.
  private func line(from place: Int) -> [Int] {
    var line: [Int] = []
    var seen: Set<Int> = []
    var next: Int? = place
    while let here = next, seen.insert(here).inserted {
      line.append(here)
      next = entities[here].parent.flatMap { places[$0] }
    }
    return line
  }

  private func withAncestors(_ start: Set<Int>) -> Set<Int> {
    var found = start
    for place in start {
      var next = entities[place].parent.flatMap { places[$0] }
      while let here = next, found.insert(here).inserted { next = entities[here].parent.flatMap { places[$0] } }
    }
    return found
  }

  private func model(of found: Set<Int>, _ entities: PagedList<EntityDescription>) -> ManagedObjectModel {
    var model = frame
    model.entities = found.sorted().lazy.filter { $0 < entities.count }.map { entities[$0] }
    return model
  }
}

/// What a declaration is about.
package struct DeclarationReach: Sendable {
  /// The entities that it makes or changes.
  package var subjects: [String]
  /// What it names besides: a parent, destinations.
  package var mentioned: [String]
  /// Whether relationships elsewhere that name its properties as their inverse are its matter too.
  package var completesInverses: Bool

  package init(_ subjects: [String], naming mentioned: [String] = [], completesInverses: Bool = false) {
    self.subjects = subjects
    self.mentioned = mentioned
    self.completesInverses = completesInverses
  }
}

/// What came of a declaration.
package struct DeclaredChange: Sendable {
  /// The problems that the model has now and did not have before, in its order: inverses that are not there, and what no
  /// later line can mend.
  package var problems: [ModelProblem] = []
  /// The entities that these are about and all that they name.
  package var part = ManagedObjectModel()
}

extension ModelProblem {
  /// Whether a declaration that brings it about may have something to say of it: all others are waited for.
  fileprivate var mayBeTold: Bool {
    if case .unknownInverse = self { true } else { !isUnfinished }
  }
}
