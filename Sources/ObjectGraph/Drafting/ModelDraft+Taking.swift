/// The results of declarations.
extension ModelDraft {
  /// Takes over a part that a declaration has changed.
  /// - Parameter renaming: the new names that it gives.
  mutating func take(
    _ new: ManagedObjectModel, madeOf old: ManagedObjectModel, _ renaming: ModelRenaming
  ) -> DeclaredChange {
    var selection = Selection()
    var relisted: [Int] = []
    var left = Dictionary(new.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var reparented: [Int] = []
    for earlier in old.entities {
      guard let place = places[earlier.name] else { continue }
      guard let entity = left.removeValue(forKey: renaming.entities[earlier.name] ?? earlier.name) else {
        remove(at: place)
        continue
      }
      guard entity != earlier else { continue }
      let count = relationshipCounts[place]
      let constraints = self.entity(at: place)?.head.uniquenessConstraints.count ?? 0
      let changed = merge(entity, madeOf: earlier, at: place, renaming)
      if relationshipCounts[place] != count { relisted.append(place) }
      if entity.parent != earlier.parent || entity.name != earlier.name { reparented.append(place) }
      selection.include(place)
      select(changed, around: place, &selection)
      for name in changed {
        for owner in constrained[name] ?? [] where isKind(owner, of: place) {
          selectConstraints(of: owner, naming: [name], &selection)
        }
      }
      if entity.uniquenessConstraints.count != constraints { selectConstraints(of: place, naming: nil, &selection) }
    }
    findParents(of: reparented)
    for entity in new.entities where left[entity.name] != nil {
      append(entity)
      let place = model.entities.count - 1
      if line(from: place).contains(where: { relationshipCounts[$0] > 0 }) { relisted.append(place) }
      select(entity.properties.map(\.name), around: place, &selection)
      selection.include(place)
      selectConstraints(of: place, naming: nil, &selection)
      let family = children[entity.name]?.isEmpty == false ? family(of: place) : [place]
      if parents[place] >= 0 { family.forEach { selectAll(of: $0, &selection) } }
      for member in family {
        for referrer in self.entity(at: member).flatMap({ referrers[$0.head.name] }) ?? [] {
          select([referrer.name], at: referrer.place, &selection)
        }
      }
    }
    takeParts(new, madeOf: old, &selection)
    return problems(selection, new, relisted)
  }

  /// Selects all properties of an entity, with those of its ancestors that have the same names.
  private func selectAll(of place: Int, _ selection: inout Selection) {
    let names = entity(at: place)?.properties.all.compactMap { $0?.description.name } ?? []
    select(names, around: place, below: false, &selection)
  }

  /// The problems that came with a change: those of the parts it may have changed, except for unfinished ones that were
  /// there before.
  private mutating func problems(
    _ chosen: Selection, _ new: ManagedObjectModel, _ relisted: [Int]
  ) -> DeclaredChange {
    var selection = chosen
    var retold: Set<Relationship> = []
    // Who waits for an inverse may have meant the new one.
    if !relisted.isEmpty, open.count <= Self.openLimit {
      for (destination, waiting) in open where waiting.count <= Self.openLimit {
        guard let there = places[destination], relisted.contains(where: { isKind(there, of: $0) }) else { continue }
        for relationship in waiting {
          retold.insert(relationship)
          select([relationship.name], at: relationship.place, &selection)
        }
      }
    }
    var part = model(of: selection)
    for index in part.entities.indices {
      part.entities[index].uniquenessConstraints =
        places[part.entities[index].name].flatMap { place in
          selection.constraints[place].map { wanted in
            part.entities[index].uniquenessConstraints.filter(wanted.contains)
          }
        } ?? []
    }
    part.fetchRequestTemplates = new.fetchRequestTemplates
    part.configurations = new.configurations
    var change = DeclaredChange()
    var ends: Set<Relationship> = []
    for problem in part.problems() {
      guard case .unknownInverse(let inverse, let name, let entity, let destination, _) = problem else {
        if !problem.isUnfinished { change.problems.append(problem) }
        continue
      }
      guard let place = places[entity] else { continue }
      let relationship = Relationship(place: place, name: name)
      ends.insert(relationship)
      let isNew = open[destination, default: []].insert(relationship).inserted
      guard isNew || retold.contains(relationship) else { continue }
      change.problems.append(
        .unknownInverse(
          inverse, relationship: name, entity: entity, destination: destination,
          known: KnownNames(relationshipNames(of: destination))))
    }
    for (place, names) in selection.names {
      for name in names where !ends.contains(Key(place: place, name: name)) {
        guard let relationship = property(Key(place: place, name: name))?.description.relationship else { continue }
        open[relationship.destination]?.remove(Key(place: place, name: name))
        if open[relationship.destination]?.isEmpty == true { open[relationship.destination] = nil }
      }
    }
    if !change.problems.isEmpty { change.part = part }
    return change
  }

  /// The names of an entity's relationships, inherited ones first; none if they are too many to search.
  private func relationshipNames(of entity: String) -> [String] {
    guard let place = places[entity] else { return [] }
    let line = line(from: place)
    guard line.reduce(0, { $0 + relationshipCounts[$1] }) <= Self.knownLimit else { return [] }
    return line.reversed().flatMap { owner in
      self.entity(at: owner)?.properties.all.compactMap { $0?.description.relationship?.name } ?? []
    }
  }

  /// Takes over an entity that has been changed.
  /// - Returns: the names of the properties that are new, changed or gone; of those with another name both.
  private mutating func merge(
    _ entity: EntityDescription, madeOf earlier: EntityDescription, at place: Int, _ renaming: ModelRenaming
  ) -> [String] {
    guard var drafted = self.entity(at: place) else { return [] }
    let before = drafted.head
    var head = entity
    head.properties = []
    // The part has another ancestor in place of a parent that it leaves out.
    if entity.parent == earlier.parent || before.parent != earlier.parent && earlier.parent != nil {
      head.parent = before.parent
    }
    drafted.head = head
    model.entities[place] = nil
    countHead(before, head, at: place)
    if head.name != before.name {
      places[before.name] = nil
      places[head.name] = place
    }
    if head.parent != before.parent {
      if let parent = before.parent { children[parent]?.remove(place) }
      if let parent = head.parent { children[parent, default: []].insert(place) }
    }
    var changed: [String] = []
    var left = Dictionary(entity.properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for property in earlier.properties {
      let key = Key(place: place, name: property.name)
      let name = renaming.properties[ModelRenaming.Property(property.name, of: earlier.name)] ?? property.name
      let now = left.removeValue(forKey: name)
      guard now != property, let found = keys[key], let known = drafted.properties[found] else { continue }
      count(property, at: place, -1)
      changed.append(property.name)
      guard let now else {
        keys[key] = nil
        drafted.properties[found] = nil
        continue
      }
      var identity = known.identity
      if now.kind != property.kind {
        model.lastIdentity += 1
        identity = model.lastIdentity
      }
      drafted.properties[found] = DraftedModel.Property(description: now, identity: identity)
      if name != property.name {
        keys[key] = nil
        keys[Key(place: place, name: name)] = found
        changed.append(name)
      }
      count(now, at: place, 1)
    }
    for property in entity.properties where left[property.name] != nil {
      model.lastIdentity += 1
      keys[Key(place: place, name: property.name)] = drafted.properties.count
      drafted.properties.append(DraftedModel.Property(description: property, identity: model.lastIdentity))
      count(property, at: place, 1)
      changed.append(property.name)
    }
    model.entities[place] = drafted
    return changed
  }

  private mutating func takeParts(
    _ new: ManagedObjectModel, madeOf old: ManagedObjectModel, _ selection: inout Selection
  ) {
    for (before, after) in Self.pairs(old.composites, new.composites, \.name) {
      if let before { count(before, -1) }
      if let after {
        count(after, 1)
        selection.composites.insert(after.name)
        for inner in new.composites { selection.composites.insert(inner.name) }
      }
      Self.replace(before, after, \.name, in: &model.composites, &compositePlaces)
    }
    for (before, after) in Self.pairs(old.fetchRequestTemplates, new.fetchRequestTemplates, \.name) {
      if let before { count(before, -1) }
      if let after { count(after, 1) }
      Self.replace(before, after, \.name, in: &model.templates, &templatePlaces)
    }
    for (before, after) in Self.pairs(old.configurations, new.configurations, \.name) {
      if let before { count(before, -1) }
      if let after { count(after, 1) }
      Self.replace(before, after, \.name, in: &model.configurations, &configurationPlaces)
    }
  }

  /// Returns the differences between two lists: changed in place, added at the end, or gone.
  private static func pairs<Part: Equatable>(
    _ old: [Part], _ new: [Part], _ name: KeyPath<Part, String>
  ) -> [(before: Part?, after: Part?)] {
    guard new.count >= old.count else {
      let names = Set(new.map { $0[keyPath: name] })
      return old.filter { !names.contains($0[keyPath: name]) }.map { ($0, nil) }
    }
    return zip(old, new).filter { $0 != $1 }.map { ($0, $1) } + new[old.count...].map { (nil, $0) }
  }

  private static func replace<Part>(
    _ before: Part?, _ after: Part?, _ name: KeyPath<Part, String>, in list: inout PagedList<Part?>,
    _ places: inout [String: Int]
  ) {
    let place = before.flatMap { places.removeValue(forKey: $0[keyPath: name]) } ?? list.count
    if place == list.count { list.append(after) } else { list[place] = after }
    if let after { places[after[keyPath: name]] = place }
  }
}
