import Diagnostics
import ObjectGraph
import Predicates

/// The comparison of an answer's objects with the solutions', up to their IDs and the names that the learner chose.
package struct ObjectLikeness {
  let mine: EndState
  let solutions: Solutions
  /// Names an object of the answer.
  let name: (ManagedObjectID) -> String

  /// A difference from a solution, in one sentence.
  package struct Difference: Sendable {
    package var sentence: String
    /// Whether the objects are right, and only not saved.
    package var isOnlyUnsaved = false
    /// How many objects differ; more where a part of the model is missing.
    var weight: Int
  }

  /// Returns nil where the objects are like those of one solution; otherwise the smallest difference from the nearest.
  ///
  /// Objects that the solution saved must be saved; those that it left pending may be either. If it saved nothing, an
  /// answer may save part-way as well.
  /// - Throws: what reading the graphs throws.
  func difference() throws -> Difference? {
    var nearest: Difference?
    for end in solutions.ends {
      guard let found = try difference(from: end) else { return nil }
      if nearest.map({ found.weight < $0.weight }) ?? true { nearest = found }
    }
    return nearest
  }

  /// Returns the smallest difference from one solution; nil where there is none.
  func difference(from end: EndState) throws -> Difference? {
    var nearest: Difference?
    for (match, _) in NameMatch.best(of: end.model, in: mine.model, fixed: solutions.fixedNames) {
      let keys = SharedKeys(mine.model, end.model, match)
      var found = try compare(mine.graph, end.graph, keys)
      if found == nil, hasSaved(end), try compare(mine.saved, end.saved, keys) != nil,
        try compare(mine.saved, end.graph, keys) != nil
      {
        found = Difference(sentence: Diagnostic.onlyUnsaved, isOnlyUnsaved: true, weight: 1)
      }
      guard let found else { return nil }
      if nearest.map({ found.weight < $0.weight }) ?? true { nearest = found }
    }
    return nearest
  }

  private func hasSaved(_ end: EndState) -> Bool { !end.saved.changes(since: solutions.start.saved).isEmpty }

  private func compare(_ graph: Graph, _ other: Graph, _ keys: SharedKeys) throws -> Difference? {
    let missing = keys.entities.filter { !other.objectIDs(of: $0.theirs).isEmpty }.flatMap { entity in
      entity.missing.map { (entity: entity, property: $0) }
    }
    if let lack = missing.first(where: { isKnown($0.property, of: $0.entity) }) ?? missing.first {
      return Difference(sentence: sentence(forMissing: lack.property, of: lack.entity, keys), weight: 1_000)
    }
    let (own, their) = (
      try LabelledObjects(graph, keys, isMine: true, clock: mine),
      try LabelledObjects(other, keys, isMine: false, clock: mine)
    )
    var search = ObjectIsomorphism(own, their, keys)
    let weight = search.difference()
    // Objects of entities that the solution does not have.
    let known = Set(own.ids)
    let extra = mine.model.entityNames.lazy.flatMap { graph.objectIDs(of: $0) }.first { !known.contains($0) }
    if let extra {
      let entity = graph.entityName(of: extra) ?? "object"
      let count = graph.objectIDs(of: entity).count
      let sentence =
        count == 1
        ? "there is one \(entity), \(name(extra)), which is not asked for"
        : "there are \(count) objects of \(entity), which are not asked for"
      return Difference(sentence: sentence, weight: weight + 100)
    }
    if weight == 0 { return nil }
    if search.isExhausted {
      return Difference(
        sentence: "the objects are too much alike to be compared within the limits of grading", weight: weight)
    }
    return Difference(sentence: sentence(graph, own, their, keys, search), weight: weight)
  }

  /// Says that a property of the solution is missing; its name is the learner's choice unless the task fixes it.
  private func sentence(
    forMissing property: PropertyDescription, of entity: SharedKeys.Entity, _ keys: SharedKeys
  ) -> String {
    if isKnown(property, of: entity) { return "\(entity.mine) has no property \(property.name)" }
    guard case .relationship(let relationship) = property else { return "\(entity.mine) lacks an attribute" }
    let other = keys.entities.first { $0.theirs == relationship.destination }
    if let other, let end = other.relationships.first(where: { $0.theirs == relationship.inverse }) {
      return "\(other.mine).\(end.mine) has no inverse"
    }
    return "\(entity.mine) lacks a relationship"
  }

  /// Whether the learner knows a property of the solution by its name: the task fixes it, or the start has it.
  private func isKnown(_ property: PropertyDescription, of entity: SharedKeys.Entity) -> Bool {
    solutions.fixedNames.contains("\(entity.theirs).\(property.name)")
      || solutions.start.model.property(property.name, of: entity.theirs) != nil
  }

  // MARK: Everything that differs

  /// Returns the names and values of the objects, attributes and links that differ from a solution's, and the names of their
  /// entities; of what should be saved and is not, too. O(objects + links).
  ///
  /// An object of the start corresponds to itself, a new one to one with the same values or, failing that, to the one with the
  /// most values in common. Links are compared by that, so that an object is not to blame for its neighbours' values.
  func unlikeParts(from end: EndState) throws -> (texts: [String], entities: [String]) {
    guard let (match, _) = NameMatch.best(of: end.model, in: mine.model, fixed: solutions.fixedNames).first else {
      return ([], [])
    }
    let keys = SharedKeys(mine.model, end.model, match)
    var parts = try unlikeParts(mine.graph, end.graph, end, keys)
    if hasSaved(end) {
      let saved = try unlikeParts(mine.saved, end.saved, end, keys)
      parts.texts += saved.texts
      parts.entities += saved.entities
    }
    return parts
  }

  private func unlikeParts(
    _ graph: Graph, _ other: Graph, _ end: EndState, _ keys: SharedKeys
  ) throws -> (texts: [String], entities: [String]) {
    let own = try LabelledObjects(graph, keys, isMine: true, clock: mine)
    let their = try LabelledObjects(other, keys, isMine: false, clock: end)
    let partners = partners(own, their)
    var taken = Set(partners.values)
    var texts: [String] = []
    var entities: [String] = []
    for (place, label) in own.labels.enumerated() {
      let entity = keys.entities[label.entity]
      guard let other = partners[place] else {
        texts += [name(own.ids[place])] + label.texts
        entities.append(entity.mine)
        continue
      }
      var unlike: [String] = []
      for (index, attribute) in entity.attributes.enumerated()
      where label.values[index] != their.labels[other].values[index] {
        unlike += [attribute.mine] + [label.values[index], their.labels[other].values[index]].map(\.plainText)
      }
      for (index, relationship) in entity.relationships.enumerated() {
        let members = own.links[place][index].map { $0 < 0 ? -1 : partners[$0] ?? -2 }
        let wanted = their.links[other][index]
        guard relationship.isOrdered ? members != wanted : members.sorted() != wanted.sorted() else { continue }
        unlike.append(relationship.mine)
        let mine = Set(members).symmetricDifference(wanted)
        for (member, partner) in zip(own.links[place][index], members) where mine.contains(partner) && member >= 0 {
          unlike += [name(own.ids[member])] + own.labels[member].texts
        }
        for member in wanted where mine.contains(member) && member >= 0 { unlike += their.labels[member].texts }
      }
      guard !unlike.isEmpty else { continue }
      texts += unlike + [name(own.ids[place])] + label.texts
      entities.append(entity.mine)
    }
    for place in their.labels.indices where taken.insert(place).inserted {
      texts += their.labels[place].texts
      entities.append(keys.entities[their.labels[place].entity].mine)
    }
    let known = Set(own.ids)
    for entity in mine.model.entityNames {
      for id in graph.objectIDs(of: entity) where !known.contains(id) {
        texts.append(name(id))
        entities.append(entity)
      }
    }
    return (texts, entities)
  }

  /// Returns the solution's object that each of mine corresponds to.
  private func partners(_ own: LabelledObjects, _ their: LabelledObjects) -> [Int: Int] {
    var partners: [Int: Int] = [:]
    var free = Set(their.labels.indices)
    for (place, id) in own.ids.enumerated() where solutions.start.graph.contains(id) {
      guard let other = their.places[id], own.labels[place].entity == their.labels[other].entity else { continue }
      partners[place] = other
      free.remove(other)
    }
    var byLabel: [LabelledObjects.Label: [Int]] = [:]
    for other in free.sorted(by: >) { byLabel[their.labels[other], default: []].append(other) }
    for place in own.labels.indices where partners[place] == nil {
      guard let other = byLabel[own.labels[place]]?.popLast() else { continue }
      partners[place] = other
      free.remove(other)
    }
    for place in own.labels.indices where partners[place] == nil && free.count < 200 {
      let alike = free.filter { their.labels[$0].entity == own.labels[place].entity }
      let nearest = alike.min {
        (distance(own.labels[place], their.labels[$0]), $0) < (distance(own.labels[place], their.labels[$1]), $1)
      }
      guard let nearest else { continue }
      partners[place] = nearest
      free.remove(nearest)
    }
    return partners
  }

  // MARK: The smallest difference

  private func sentence(
    _ graph: Graph, _ own: LabelledObjects, _ their: LabelledObjects, _ keys: SharedKeys, _ search: ObjectIsomorphism
  ) -> String {
    for (index, entity) in keys.entities.enumerated() {
      let mine = own.labels.indices.filter { own.labels[$0].entity == index }
      let theirs = their.labels.indices.filter { their.labels[$0].entity == index }
      if mine.count > theirs.count {
        let wanted = theirs.reduce(into: [:]) { $0[their.labels[$1], default: 0] += 1 }
        let found = mine.reduce(into: [:]) { $0[own.labels[$1], default: 0] += 1 }
        // A new object may have the ID of another one of the solution.
        let new = mine.filter { their.places[own.ids[$0]] == nil || !solutions.start.graph.contains(own.ids[$0]) }
        let extra =
          new.last { found[own.labels[$0]] ?? 0 > wanted[own.labels[$0]] ?? 0 }
          ?? new.first { search.surplus[search.color(ofMine: $0)] ?? 0 > 0 }
          ?? mine.last
        return extra.map { "there is one \(entity.mine) too many: \(name(own.ids[$0]))" }
          ?? "there are too many objects of \(entity.mine)"
      }
      if mine.count < theirs.count {
        return mine.isEmpty
          ? "there is no \(entity.mine)"
          : theirs.count == mine.count + 1
            ? "one \(entity.mine) is missing" : "\(theirs.count - mine.count) objects of \(entity.mine) are missing"
      }
    }
    let unlike = own.ids.indices.filter { search.surplus[search.color(ofMine: $0)] ?? 0 > 0 }
    // Objects of the start have the same ID in both.
    let pairs = unlike.compactMap { place -> (Int, Int)? in
      let id = own.ids[place]
      guard solutions.start.graph.contains(id), let other = their.places[id],
        own.labels[place].entity == their.labels[other].entity
      else { return nil }
      return (place, other)
    }
    for (place, other) in pairs {
      if let found = unlikeValue(place, other, own, their, keys) { return found }
    }
    for place in unlike where !their.labels.contains(own.labels[place]) {
      let others = their.labels.indices.filter { other in
        their.labels[other].entity == own.labels[place].entity && !own.labels.contains(their.labels[other])
      }
      let nearest = others.min {
        distance(own.labels[place], their.labels[$0]) < distance(own.labels[place], their.labels[$1])
      }
      return nearest.flatMap { unlikeValue(place, $0, own, their, keys) }
        ?? "\(name(own.ids[place])) has a value that it should not have"
    }
    for (place, other) in pairs {
      if let found = unlikeLink(place, other, own, their, keys) { return found }
    }
    if let place = unlike.first { return "\(name(own.ids[place])) is not linked as it should be" }
    return "the objects are not linked as they should be"
  }

  /// How many values differ.
  private func distance(_ label: LabelledObjects.Label, _ other: LabelledObjects.Label) -> Int {
    zip(label.values, other.values).count { $0 != $1 }
  }

  private func unlikeValue(
    _ place: Int, _ other: Int, _ own: LabelledObjects, _ their: LabelledObjects, _ keys: SharedKeys
  ) -> String? {
    let entity = keys.entities[own.labels[place].entity]
    let object = name(own.ids[place])
    for (index, attribute) in entity.attributes.enumerated() {
      let (value, wanted) = (own.labels[place].values[index], their.labels[other].values[index])
      if value == wanted { continue }
      if value == .null { return "\(object) has no \(attribute.mine), and should have one" }
      if wanted == .null { return "\(object) has a value for \(attribute.mine), and should have none" }
      return "\(object) has the wrong \(attribute.mine)"
    }
    return nil
  }

  private func unlikeLink(
    _ place: Int, _ other: Int, _ own: LabelledObjects, _ their: LabelledObjects, _ keys: SharedKeys
  ) -> String? {
    let entity = keys.entities[own.labels[place].entity]
    let object = name(own.ids[place])
    for (index, relationship) in entity.relationships.enumerated() {
      let (members, wanted) = (own.links[place][index], their.links[other][index])
      let key = relationship.mine
      if members.contains(-1), !wanted.contains(-1) {
        return "\(key) of \(object) still leads to an object that is gone"
      }
      if members.isEmpty, !wanted.isEmpty { return "\(object) has no \(key), and should have" }
      if wanted.isEmpty, !members.isEmpty { return "\(object) should have no \(key), and has" }
      if members.count != wanted.count {
        return "\(object) has too \(members.count > wanted.count ? "many" : "few") objects in \(key): \(members.count)"
      }
      let (mine, theirs) = (
        members.map { $0 < 0 ? own.labels[place] : own.labels[$0] },
        wanted.map { $0 < 0 ? their.labels[other] : their.labels[$0] }
      )
      if relationship.isOrdered, mine != theirs, Set(mine) == Set(theirs) {
        return "\(object) has its \(key) in the wrong order"
      }
      if Set(mine) != Set(theirs) {
        return "\(object) has the wrong \(relationship.isToMany ? "objects in " : "")\(key)"
      }
    }
    return nil
  }
}

extension LabelledObjects.Label {
  /// Its texts and numbers.
  var texts: [String] { values.map(\.plainText) }
}

extension Value {
  /// Its text or number; empty for a value without words.
  fileprivate var plainText: String {
    switch self {
    case .null, .boolean: ""
    case .string(let text): text
    default: ModelText.literal(self)
    }
  }
}
