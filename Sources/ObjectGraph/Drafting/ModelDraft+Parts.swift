import Predicates

extension ModelDraft {
  /// The properties of some entities, uniqueness constraints and composites to look at.
  struct Selection {
    var names: [Int: Set<String>] = [:]
    var constraints: [Int: Set<[String]>] = [:]
    var composites: Set<String> = []

    mutating func include(_ place: Int) {
      if names[place] == nil { names[place] = [] }
    }
  }

  /// Returns the part of the model that a declaration can look at or change, in the model's order: the properties that
  /// it names in its subjects, in their ancestors and in their descendants; the relationships that name these as
  /// inverses, and their own inverses; and the entities of all of these, with those that they lead to. Returns nil if
  /// the declaration has to see the whole model.
  func part(_ reach: Reach) -> ManagedObjectModel? {
    // An entity that uses a composite has its elements too.
    guard reach.altered.allSatisfy({ mentions[$0, default: 0] == 0 }),
      reach.subjects.allSatisfy({ compositePlaces[$0] == nil || compositeUsers[$0, default: 0] == 0 })
    else { return nil }
    // A circle of parents is refused, and no draft has one.
    if let parent = reach.parent, reach.subjects.contains(parent) || isWaiting(parent, for: reach.subjects) {
      return nil
    }
    var selection = Selection()
    if let name = reach.replaced, !select(replaced: name, by: reach.made, &selection) { return nil }
    for name in reach.made { if let place = places[name] { selection.include(place) } }
    for subject in reach.subjects {
      guard let place = places[subject] else {
        selectWaiting(for: subject, reach.names, &selection)
        continue
      }
      selection.include(place)
      select(reach.names, around: place, &selection)
      for name in reach.names {
        for owner in constrained[name] ?? [] where isKind(place, of: owner) { selection.include(owner) }
      }
      // A relationship that stays where it leads may get another inverse there.
      for name in reach.altered {
        for owner in declaring(name, around: place, below: false) {
          guard let relationship = property(Key(place: owner, name: name))?.description.relationship,
            let there = places[relationship.destination]
          else { continue }
          select(reach.names, around: there, below: false, &selection)
        }
      }
    }
    for name in Set(reach.mentioned) {
      guard let place = places[name] else { continue }
      selection.include(place)
      select(reach.names, around: place, below: false, &selection)
    }
    for path in reach.paths { selectPaths(path.names, from: path.entity, &selection) }
    for part in reach.parts where compositePlaces[part] != nil { select(composite: part, &selection) }
    for part in reach.made where compositePlaces[part] != nil { select(composite: part, &selection) }
    if reach.constrains { for subject in reach.subjects { selectReferrers(to: subject, &selection) } }
    selectConstrained(&selection)
    var part = model(of: selection)
    let named = Set(reach.parts + reach.made)
    part.fetchRequestTemplates = named.compactMap { templatePlaces[$0] }.sorted().compactMap { model.templates[$0] }
    part.configurations = named.compactMap { configurationPlaces[$0] }.sorted().compactMap { model.configurations[$0] }
    return part
  }

  /// Selects the required to-one relationships to an entity and what descends from it, now or when it is declared.
  private func selectReferrers(to entity: String, _ selection: inout Selection) {
    let family =
      places[entity].map(family) ?? (children[entity] ?? []).flatMap { [$0] + self.family(of: $0) }
    for name in Set([entity] + family.compactMap { self.entity(at: $0)?.head.name }) {
      for referrer in referrers[name] ?? [] {
        guard let relationship = property(referrer)?.description.relationship, !relationship.isToMany,
          !relationship.isOptional
        else { continue }
        select([referrer.name], at: referrer.place, &selection)
      }
    }
  }

  /// Selects the ancestors with uniqueness constraints, which those below them inherit.
  private func selectConstrained(_ selection: inout Selection) {
    guard !constrained.isEmpty else { return }
    for place in Array(selection.names.keys) {
      for ancestor in line(from: place).dropFirst()
      where entity(at: ancestor)?.head.uniquenessConstraints.isEmpty == false {
        selection.include(ancestor)
      }
    }
  }

  /// Whether an entity's line ends at one that waits for its parent among some.
  private func isWaiting(_ entity: String, for parents: [String]) -> Bool {
    guard let top = places[entity].flatMap({ line(from: $0).last }), let parent = self.entity(at: top)?.head.parent
    else {
      return false
    }
    return parents.contains(parent)
  }

  /// Selects an entity that gets another name or goes, and all that names it.
  /// - Returns: false where more has to be looked at.
  private func select(replaced name: String, by made: [String], _ selection: inout Selection) -> Bool {
    if compositeUsers[name, default: 0] > 0 || requestUsers[name, default: 0] > 0 { return false }
    guard let place = places[name] else { return true }
    guard
      made.allSatisfy({
        requestUsers[$0, default: 0] == 0 && referrers[$0]?.isEmpty != false && children[$0]?.isEmpty != false
      })
    else { return false }
    if made.isEmpty, model.base.hasObjects, referrers[name]?.contains(where: { $0.place != place }) == true {
      return false
    }
    selection.include(place)
    for child in children[name] ?? [] { selection.include(child) }
    for referrer in referrers[name] ?? [] { select([referrer.name], at: referrer.place, &selection) }
    return true
  }

  /// Selects what is there already of properties of an entity that is still to be declared.
  private func selectWaiting(for entity: String, _ names: [String], _ selection: inout Selection) {
    for name in names {
      for partner in partners[End(destination: entity, inverse: name)] ?? [] {
        select([partner.name], at: partner.place, &selection)
      }
    }
    for child in children[entity] ?? [] {
      selection.include(child)
      select(names, around: child, &selection)
    }
  }

  /// Selects properties of an entity, its ancestors and its descendants, with the relationships that name them as inverses.
  func select(
    _ names: some Sequence<String>, around place: Int, below: Bool = true, _ selection: inout Selection
  ) {
    for name in names {
      for owner in declaring(name, around: place, below: below) { select([name], at: owner, &selection) }
      for partner in naming(name, around: place, below: below) {
        select([partner.name], at: partner.place, &selection)
      }
    }
  }

  /// Selects an entity and those properties that it has, with the inverses of relationships and where these lead.
  func select(_ names: some Sequence<String>, at place: Int, _ selection: inout Selection) {
    selection.include(place)
    for name in names {
      guard let description = property(Key(place: place, name: name))?.description,
        selection.names[place]?.insert(name).inserted == true
      else { continue }
      switch description {
      case .attribute(let attribute):
        if let composite = attribute.compositeName { select(composite: composite, &selection) }
        if let derivation = attribute.derivation, let owner = entity(at: place)?.head.name {
          selectPaths(derivation.namedKeys, from: owner, &selection)
        }
      case .relationship(let relationship):
        guard let there = places[relationship.destination] else { continue }
        selection.include(there)
        guard let inverse = relationship.inverse else { continue }
        for owner in declaring(inverse, around: there, below: false) { select([inverse], at: owner, &selection) }
      case .fetched(let fetched):
        if let there = places[fetched.destination] { selection.include(there) }
      }
    }
  }

  private func select(composite name: String, _ selection: inout Selection) {
    guard let place = compositePlaces[name], selection.composites.insert(name).inserted else { return }
    for element in model.composites[place]?.elements ?? [] {
      if let inner = element.compositeName { select(composite: inner, &selection) }
    }
  }

  /// Selects the properties of some names wherever paths of these names lead from an entity.
  private func selectPaths(_ names: Set<String>, from start: String, _ selection: inout Selection) {
    var seen: Set<String> = []
    var open = [start]
    while let next = open.popLast() {
      guard let place = places[next], seen.insert(next).inserted else { continue }
      selection.include(place)
      for name in names {
        for owner in declaring(name, around: place, below: true) {
          select([name], at: owner, &selection)
          switch property(Key(place: owner, name: name))?.description {
          case .relationship(let relationship): open.append(relationship.destination)
          case .fetched(let fetched): open.append(fetched.destination)
          case .attribute, nil: break
          }
        }
      }
    }
  }

  /// Selects the uniqueness constraints of an entity that name some keys, or all, with the keys.
  func selectConstraints(of place: Int, naming names: Set<String>?, _ selection: inout Selection) {
    for constraint in entity(at: place)?.head.uniquenessConstraints ?? [] {
      // A key with dots leads into a composite.
      let roots = constraint.map { String($0.prefix { $0 != "." }) }
      guard names.map({ !$0.isDisjoint(with: roots) }) ?? true else { continue }
      selection.include(place)
      selection.constraints[place, default: []].insert(constraint)
      for root in roots {
        for owner in declaring(root, around: place, below: false) { select([root], at: owner, &selection) }
      }
    }
  }

  /// A model of what is selected. O(it, and the levels up to the ancestors).
  func model(of selection: Selection) -> ManagedObjectModel {
    var part = model.frame
    part.entities = selection.names.keys.sorted().compactMap { place in
      guard let drafted = entity(at: place) else { return nil }
      var entity = drafted.head
      var above = parents[place]
      if above >= 0 {
        while above >= 0, selection.names[above] == nil { above = parents[above] }
        entity.parent = above < 0 ? nil : self.entity(at: above)?.head.name
      }
      entity.properties = (selection.names[place] ?? []).compactMap { keys[Key(place: place, name: $0)] }.sorted()
        .compactMap { drafted.properties[$0]?.description }
      return entity
    }
    part.composites = selection.composites.compactMap { compositePlaces[$0] }.sorted().compactMap {
      model.composites[$0]
    }
    return part
  }
}
