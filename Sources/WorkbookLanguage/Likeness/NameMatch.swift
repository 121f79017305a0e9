import ObjectGraph

/// The names that a learner gave to what another model has under names of its own.
///
/// Entities and properties of the same name are matched first. What is left on both sides is matched by structure: every
/// assignment is tried, up to a limit, and those with the fewest differences are kept.
struct NameMatch: Hashable {
  /// Their names of entities to mine; equal ones included.
  private(set) var entities: [String: String] = [:]
  /// Their properties, by the entity that declares them, to my names; equal ones included.
  private(set) var properties: [ModelRenaming.Property: String] = [:]

  /// The most assignments that are compared.
  private static let limit = 64

  /// Returns the assignments with the fewest differences between the models, the first one found first.
  /// - Parameters:
  ///   - fixed: names that stand for themselves alone, `Team` or `Team.color`.
  static func best(
    of theirs: ManagedObjectModel, in mine: ManagedObjectModel, fixed: Set<String>
  ) -> [(match: NameMatch, model: ManagedObjectModel)] {
    let all = assignments(of: theirs, in: mine, fixed: fixed)
    if all.count == 1, let only = all.first { return [(only, only.renamed(theirs))] }
    var best: [(match: NameMatch, model: ManagedObjectModel)] = []
    var fewest = Int.max
    for match in all {
      let model = match.renamed(theirs)
      let count = model.difference(from: mine, renaming: ModelRenaming()).changes.reduce(0) { $0 + $1.weight }
      if count > fewest { continue }
      if count < fewest { best = [] }
      fewest = count
      best.append((match, model))
    }
    return best
  }

  private static func assignments(
    of theirs: ManagedObjectModel, in mine: ManagedObjectModel, fixed: Set<String>
  ) -> [NameMatch] {
    var same: [(String, String)] = []
    var open: [EntityDescription] = []
    for entity in theirs.entities {
      if mine[entity: entity.name] != nil {
        same.append((entity.name, entity.name))
      } else if !fixed.contains(entity.name) {
        open.append(entity)
      }
    }
    let free = mine.entities.filter { theirs[entity: $0.name] == nil }
    var found: [NameMatch] = []
    for pairs in pairings(of: open, with: free, likeness: { $0.likeness(to: $1) }) {
      let entities = same + pairs.map { ($0.name, $1.name) }
      var matches = [NameMatch(entities: Dictionary(entities, uniquingKeysWith: { first, _ in first }))]
      for (their, my) in entities {
        guard let theirEntity = theirs[entity: their], let myEntity = mine[entity: my] else { continue }
        let options = propertyPairs(of: theirEntity, in: myEntity, fixed: fixed)
        matches = matches.flatMap { match in
          options.map { pairs in
            var match = match
            for (name, new) in pairs { match.properties[ModelRenaming.Property(name, of: their)] = new }
            return match
          }
        }
        matches.removeLast(max(0, matches.count - limit))
      }
      found += matches
      if found.count >= limit { break }
    }
    return found
  }

  private static func propertyPairs(
    of theirs: EntityDescription, in mine: EntityDescription, fixed: Set<String>
  ) -> [[(String, String)]] {
    var same: [(String, String)] = []
    var open: [PropertyDescription] = []
    for property in theirs.properties {
      if mine[property: property.name].map({ $0.isAttribute == property.isAttribute }) ?? false {
        same.append((property.name, property.name))
      } else if !fixed.contains("\(theirs.name).\(property.name)") {
        open.append(property)
      }
    }
    let taken = Set(same.map(\.1))
    let free = mine.properties.filter { !taken.contains($0.name) }
    return pairings(of: open, with: free, likeness: { $0.likeness(to: $1) }).map { pairs in
      same + pairs.map { ($0.name, $1.name) }
    }
  }

  /// Returns ways to pair as many elements as possible whose likeness is not 0, the likeliest first, at most ``limit``.
  private static func pairings<Element>(
    of open: [Element], with free: [Element], likeness: (Element, Element) -> Int
  ) -> [[(Element, Element)]] {
    var found: [(score: Int, pairs: [(Element, Element)])] = []
    var tried = 0
    func extend(_ place: Int, _ used: Set<Int>, _ score: Int, _ pairs: [(Element, Element)]) {
      tried += 1
      guard tried < 20 * limit else { return }
      guard place < open.count else {
        found.append((score, pairs))
        return
      }
      let partners = free.indices.filter { !used.contains($0) }
        .map { (place: $0, score: likeness(open[place], free[$0])) }.filter { $0.score > 0 }
        .sorted { ($1.score, $0.place) < ($0.score, $1.place) }
      for partner in partners {
        extend(
          place + 1, used.union([partner.place]), score + partner.score,
          pairs + [(open[place], free[partner.place])])
      }
      extend(place + 1, used, score, pairs)
    }
    extend(0, [], 0, [])
    let best = found.max { $0.pairs.count < $1.pairs.count }?.pairs.count ?? 0
    return found.enumerated().filter { $0.element.pairs.count == best }
      .sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
      .prefix(limit).map(\.element.pairs)
  }

  // MARK: Renaming

  /// Their model under my names. A name that is mine for something else gets a number.
  func renamed(_ theirs: ManagedObjectModel) -> ManagedObjectModel {
    if entities.allSatisfy({ $0 == $1 }), properties.allSatisfy({ $0.name == $1 }) { return theirs }
    var builder = ModelBuilder(model: theirs)
    // Through names that nothing has, because two may change places.
    var interim: [(PropertyReference, String)] = []
    for (index, entity) in theirs.entities.enumerated() {
      for (place, property) in entity.properties.enumerated() {
        let new = properties[ModelRenaming.Property(property.name, of: entity.name)]
        guard let new, new != property.name else { continue }
        let between = Identifier("property \(index) \(place)")
        let reference = PropertyReference(entity: Identifier(entity.name), property: Identifier(property.name))
        try? builder.rename(reference, to: between)
        interim.append((PropertyReference(entity: reference.entity, property: between), new))
      }
    }
    for (reference, name) in interim {
      let taken = Set(builder.model[entity: reference.entity.text]?.properties.map(\.name) ?? [])
      if taken.contains(name) {
        let other = PropertyReference(entity: reference.entity, property: Identifier(name))
        try? builder.rename(other, to: Identifier(Self.free(name, besides: taken)))
      }
      try? builder.rename(reference, to: Identifier(name))
    }
    var between: [(Identifier, String)] = []
    for (index, entity) in theirs.entities.enumerated() {
      guard let new = entities[entity.name], new != entity.name else { continue }
      try? builder.rename(Identifier(entity.name), to: Identifier("entity \(index)"))
      between.append((Identifier("entity \(index)"), new))
    }
    for (name, new) in between {
      let taken = Set(builder.model.entityNames)
      if taken.contains(new) {
        try? builder.rename(Identifier(new), to: Identifier(Self.free(new, besides: taken)))
      }
      try? builder.rename(name, to: Identifier(new))
    }
    return builder.model
  }

  private static func free(_ name: String, besides taken: Set<String>) -> String {
    var number = 2
    while taken.contains("\(name)\(number)") { number += 1 }
    return "\(name)\(number)"
  }
}

extension EntityDescription {
  /// How much speaks for the two being the same under other names.
  fileprivate func likeness(to other: EntityDescription) -> Int {
    let names = Set(properties.map(\.name))
    let shared = other.properties.count { names.contains($0.name) }
    let kinds = abs(properties.count { $0.isAttribute } - other.properties.count { $0.isAttribute })
    return 100 + 4 * shared - kinds - (isAbstract == other.isAbstract ? 0 : 3) - (parent == other.parent ? 0 : 3)
  }
}

extension PropertyDescription {
  var isAttribute: Bool { attribute != nil }

  /// How much speaks for the two being the same under other names; 0 for properties of different kinds.
  fileprivate func likeness(to other: PropertyDescription) -> Int {
    switch (self, other) {
    case (.attribute(let mine), .attribute(let theirs)):
      10 + (mine.type == theirs.type ? 6 : 0) + (mine.isOptional == theirs.isOptional ? 2 : 0)
        + (mine.defaultValue == theirs.defaultValue ? 1 : 0)
    case (.relationship(let mine), .relationship(let theirs)):
      10 + (mine.destination == theirs.destination ? 4 : 0) + (mine.isToMany == theirs.isToMany ? 6 : 0)
        + (mine.isOptional == theirs.isOptional ? 2 : 0) + (mine.deleteRule == theirs.deleteRule ? 1 : 0)
    case (.fetched(let mine), .fetched(let theirs)): 10 + (mine.destination == theirs.destination ? 4 : 0)
    default: 0
    }
  }
}

extension ModelDifference.Change {
  /// How much it counts when the differences of two models are compared.
  var weight: Int {
    switch self {
    case .entityAdded, .entityRemoved: 8
    case .propertyAdded, .propertyRemoved: 4
    case .entityChanged(_, let details), .propertyChanged(_, _, let details), .partChanged(_, _, let details):
      details.count
    case .entityRenamed, .propertyRenamed, .propertyMoved, .partAdded, .partRemoved: 2
    }
  }
}
