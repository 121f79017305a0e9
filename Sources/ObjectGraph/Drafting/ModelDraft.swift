import Predicates

/// A model that is changed by one declaration after the other, none of which has to look at the whole of it.
///
/// A declaration runs on the ``part(_:)`` of the model that it can see or change, a model of a few entities with a few
/// properties each; ``take(_:madeOf:_:)`` merges the result into the whole, and looks for problems only where the
/// change matters. Both cost as much as the part, where a model as a value costs O(properties) at every look.
///
/// A part may hold too much, never too little: a larger one gives the same answer. An ancestor in which nothing is in
/// question is left out, and the next one above it takes its place as the parent.
struct ModelDraft: Sendable {
  typealias Reach = DeclarationReach

  struct Key: Hashable {
    var place: Int
    var name: String
  }

  /// A relationship by the place of its entity.
  typealias Relationship = Key

  struct End: Hashable {
    var destination: String
    var inverse: String
  }

  /// The model as it is now.
  var model: DraftedModel
  /// The places of the entities in the draft's list.
  var places: [String: Int] = [:]
  /// The place of each property in the list of its entity.
  var keys: [Key: Int] = [:]
  /// The place of each entity's parent, -1 for none, and how many ancestors it has.
  var parents: [Int] = []
  var levels: [Int] = []
  /// The entities of each parent, also of one that is still to be declared.
  var children: [String: Set<Int>] = [:]
  /// The entities that declare a property of each name, and those with a uniqueness constraint of it.
  var declarers: [String: Set<Int>] = [:]
  var constrained: [String: Set<Int>] = [:]
  /// How many relationships each entity declares.
  var relationshipCounts: [Int] = []
  /// The relationships that lead to each entity.
  var referrers: [String: Set<Relationship>] = [:]
  /// The relationships that name each end as their inverse, and those that name an inverse of each name anywhere.
  var partners: [End: Set<Relationship>] = [:]
  var partnersByName: [String: Set<Relationship>] = [:]
  /// The relationships whose inverse is not there, by the entity that they lead to.
  var open: [String: Set<Relationship>] = [:]
  /// How often conditions, derivations and dependencies name a property.
  var mentions: [String: Int] = [:]
  /// How many attributes and elements are of each composite, and how many requests and configurations name each entity.
  var compositeUsers: [String: Int] = [:]
  var requestUsers: [String: Int] = [:]
  var compositePlaces: [String: Int] = [:]
  var templatePlaces: [String: Int] = [:]
  var configurationPlaces: [String: Int] = [:]

  /// Up to how many of those that have one name are looked at one by one; where there are more, the hierarchy is gone
  /// through.
  static let few = 8
  /// Up to how many open ends are thought of when an entity gets another relationship.
  static let openLimit = 64
  /// Up to how many relationships of an entity a misspelt inverse is looked for among.
  package static let knownLimit = 1_000

  /// nil for a model whose parts cannot be looked at by themselves, as two of them have one name. O(properties).
  /// - Parameter problems: those of the model.
  init?(_ model: DraftedModel, _ problems: [ModelProblem]) {
    self.model = model
    for (place, entity) in model.entities.all.enumerated() {
      parents.append(-1)
      levels.append(0)
      relationshipCounts.append(0)
      guard let entity else { continue }
      guard places.updateValue(place, forKey: entity.head.name) == nil else { return nil }
      if let parent = entity.head.parent { children[parent, default: []].insert(place) }
      countHead(nil, entity.head, at: place)
      for (number, property) in entity.properties.all.enumerated() {
        guard let property else { continue }
        guard keys.updateValue(number, forKey: Key(place: place, name: property.description.name)) == nil else {
          return nil
        }
        count(property.description, at: place, 1)
      }
    }
    findParents(of: places.values.sorted())
    for (place, composite) in model.composites.all.enumerated() {
      guard let composite else { continue }
      guard compositePlaces.updateValue(place, forKey: composite.name) == nil else { return nil }
      count(composite, 1)
    }
    for (place, template) in model.templates.all.enumerated() {
      guard let template else { continue }
      guard templatePlaces.updateValue(place, forKey: template.name) == nil else { return nil }
      count(template, 1)
    }
    for (place, configuration) in model.configurations.all.enumerated() {
      guard let configuration else { continue }
      guard configurationPlaces.updateValue(place, forKey: configuration.name) == nil else { return nil }
      count(configuration, 1)
    }
    for case .unknownInverse(_, let name, let entity, let destination, _) in problems {
      if let place = places[entity] { open[destination, default: []].insert(Key(place: place, name: name)) }
    }
  }

  /// Whether there is an entity or another part of this name.
  func declares(_ name: String) -> Bool {
    places[name] != nil || compositePlaces[name] != nil || templatePlaces[name] != nil
      || configurationPlaces[name] != nil
  }

  func entity(at place: Int) -> DraftedModel.Entity? { model.entities[place] }

  func property(_ key: Key) -> DraftedModel.Property? {
    keys[key].flatMap { model.entities[key.place]?.properties[$0] }
  }

  // MARK: The hierarchy

  /// Whether an entity is another or descends from it. O(levels between them).
  func isKind(_ place: Int, of ancestor: Int) -> Bool {
    var here = place
    while here >= 0, levels[here] > levels[ancestor] { here = parents[here] }
    return here == ancestor
  }

  /// An entity and its ancestors. O(depth).
  func line(from place: Int) -> [Int] {
    var line: [Int] = []
    var next = place
    while next >= 0, line.count <= parents.count {
      line.append(next)
      next = parents[next]
    }
    return line
  }

  /// An entity and what descends from it. O(these).
  func family(of place: Int) -> [Int] {
    var found: Set<Int> = [place]
    var open = [place]
    while let next = open.popLast() {
      guard let name = entity(at: next)?.head.name else { continue }
      for child in children[name] ?? [] where found.insert(child).inserted { open.append(child) }
    }
    return Array(found)
  }

  /// The entities that declare a property of a name, above an entity, in it, and below it unless that is left out.
  func declaring(_ name: String, around place: Int, below: Bool) -> [Int] {
    guard let found = declarers[name] else { return [] }
    if found.count <= Self.few {
      return found.filter { isKind(place, of: $0) || below && isKind($0, of: place) }
    }
    return (line(from: place) + (below ? family(of: place) : [])).filter { keys[Key(place: $0, name: name)] != nil }
  }

  /// The relationships that name a property of an entity, its ancestors or its descendants as their inverse.
  func naming(_ name: String, around place: Int, below: Bool) -> [Relationship] {
    guard let found = partnersByName[name] else { return [] }
    if found.count <= Self.few {
      return found.filter { partner in
        guard let destination = property(partner)?.description.relationship?.destination,
          let there = places[destination]
        else { return false }
        return isKind(place, of: there) || below && isKind(there, of: place)
      }
    }
    return (line(from: place) + (below ? family(of: place) : [])).flatMap { member in
      entity(at: member).flatMap { partners[End(destination: $0.head.name, inverse: name)] } ?? []
    }
  }
}
