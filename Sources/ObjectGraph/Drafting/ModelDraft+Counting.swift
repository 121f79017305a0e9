import Predicates

/// The lists and counts that a draft keeps of its model.
extension ModelDraft {
  /// Adds an entity at the end.
  mutating func append(_ entity: EntityDescription) {
    let place = model.entities.count
    var head = entity
    head.properties = []
    model.entities.append(DraftedModel.Entity(head: head, properties: PagedList([]), place: model.placeCount))
    model.placeCount += 1
    parents.append(-1)
    levels.append(0)
    relationshipCounts.append(0)
    places[entity.name] = place
    if let parent = entity.parent { children[parent, default: []].insert(place) }
    countHead(nil, head, at: place)
    var list: [DraftedModel.Property?] = []
    for property in entity.properties {
      model.lastIdentity += 1
      keys[Key(place: place, name: property.name)] = list.count
      list.append(DraftedModel.Property(description: property, identity: model.lastIdentity))
      count(property, at: place, 1)
    }
    model.entities[place]?.properties = PagedList(list)
    findParents(of: [place] + (children[entity.name] ?? []))
  }

  /// Looks up the parents of some entities again, and with them how deep what descends from them is.
  mutating func findParents(of changed: [Int]) {
    for place in changed {
      let parent = entity(at: place)?.head.parent.flatMap { places[$0] } ?? -1
      let level = parent < 0 ? 0 : levels[parent] + 1
      parents[place] = parent
      guard levels[place] != level else { continue }
      levels[place] = level
      var open = [place]
      while let next = open.popLast() {
        guard let name = entity(at: next)?.head.name else { continue }
        for child in children[name] ?? [] where levels[child] != levels[next] + 1 {
          levels[child] = levels[next] + 1
          open.append(child)
        }
      }
    }
  }

  /// Takes an entity away; its place stays free.
  mutating func remove(at place: Int) {
    guard let entity = entity(at: place) else { return }
    for case let property? in entity.properties.all {
      count(property.description, at: place, -1)
      keys[Key(place: place, name: property.description.name)] = nil
    }
    countHead(entity.head, nil, at: place)
    places[entity.head.name] = nil
    if let parent = entity.head.parent { children[parent]?.remove(place) }
    model.entities[place] = nil
    // Relationships to it wait for a destination again, and not for an inverse.
    open[entity.head.name] = nil
  }

  // MARK: Counts

  /// Notes a property that is there (1) or no longer is (-1).
  mutating func count(_ property: PropertyDescription, at place: Int, _ sign: Int) {
    let key = Key(place: place, name: property.name)
    declarers.toggle(place, of: property.name, sign)
    switch property {
    case .attribute(let attribute):
      if let composite = attribute.compositeName { compositeUsers[composite, default: 0] += sign }
      if let derivation = attribute.derivation { mention(derivation.namedKeys, sign) }
    case .relationship(let relationship):
      relationshipCounts[place] += sign
      referrers.toggle(key, of: relationship.destination, sign)
      if sign < 0 { open[relationship.destination]?.remove(key) }
      guard let inverse = relationship.inverse else { return }
      partners.toggle(key, of: End(destination: relationship.destination, inverse: inverse), sign)
      partnersByName.toggle(key, of: inverse, sign)
    case .fetched(let fetched):
      requestUsers[fetched.destination, default: 0] += sign
      mention(fetched.predicate?.namedKeys ?? [], sign)
      for descriptor in fetched.sortDescriptors { mention(Set(descriptor.keyPath), sign) }
    }
  }

  /// Notes what an entity says besides its properties.
  mutating func countHead(_ old: EntityDescription?, _ new: EntityDescription?, at place: Int) {
    func differing<Part: Equatable>(_ part: (EntityDescription) -> [Part]) -> (gone: [Part], new: [Part]) {
      let (before, after) = (old.map(part) ?? [], new.map(part) ?? [])
      // One is added at the end mostly.
      if after.count > before.count, before.isEmpty || after[before.count - 1] == before[before.count - 1] {
        return ([], Array(after[before.count...]))
      }
      return before == after ? ([], []) : (before, after)
    }
    let constraints = differing(\.uniquenessConstraints)
    for keys in constraints.gone { for key in Self.roots(keys) { constrained.toggle(place, of: key, -1) } }
    for keys in constraints.new { for key in Self.roots(keys) { constrained.toggle(place, of: key, 1) } }
    let dependencies = differing(\.dependencies)
    for dependency in dependencies.gone { mention(Set(dependency.keys), -1) }
    for dependency in dependencies.new { mention(Set(dependency.keys), 1) }
    let rules = differing(\.rules)
    for rule in rules.gone { mention(rule.predicate.namedKeys, -1) }
    for rule in rules.new { mention(rule.predicate.namedKeys, 1) }
  }

  /// The properties that keys of a constraint begin with: one with dots leads into a composite.
  private static func roots(_ keys: [String]) -> Set<String> { Set(keys.map { String($0.prefix { $0 != "." }) }) }

  private mutating func mention(_ names: Set<String>, _ sign: Int) {
    for name in names { mentions[name, default: 0] += sign }
  }

  mutating func count(_ composite: CompositeDescription, _ sign: Int) {
    for element in composite.elements {
      if let name = element.compositeName { compositeUsers[name, default: 0] += sign }
    }
  }

  mutating func count(_ template: FetchRequestTemplate, _ sign: Int) {
    requestUsers[template.request.entity, default: 0] += sign
    mention(template.request.predicate?.namedKeys ?? [], sign)
    for descriptor in template.request.sortDescriptors { mention(Set(descriptor.keyPath), sign) }
  }

  mutating func count(_ configuration: ConfigurationDescription, _ sign: Int) {
    for entity in configuration.entities { requestUsers[entity, default: 0] += sign }
  }
}

extension Dictionary {
  /// Adds a member of one of the sets, or takes it away.
  fileprivate mutating func toggle<Member: Hashable>(_ member: Member, of key: Key, _ sign: Int)
  where Value == Set<Member> {
    if sign > 0 {
      self[key, default: []].insert(member)
    } else {
      self[key]?.remove(member)
      if self[key]?.isEmpty == true { self[key] = nil }
    }
  }
}

extension Predicate {
  /// The keys that it names, wherever they lead from.
  package var namedKeys: Set<String> {
    var found: Set<String> = []
    forEachExpression { if case .key(_, let name) = $0.kind { found.insert(name) } }
    return found
  }
}

extension Expression {
  /// The keys that it names, wherever they lead from.
  package var namedKeys: Set<String> {
    var found: Set<String> = []
    _ = rewriting { expression in
      if case .key(_, let name) = expression.kind { found.insert(name) }
      return nil
    }
    return found
  }
}
