import ObjectGraph
import Predicates

extension GraphText {
  /// A relationship and its inverse, seen from the side whose lists are written.
  struct Pair {
    var entity: String
    var relationship: RelationshipDescription
    /// The other side; nil for a one-way relationship.
    var inverse: (entity: String, relationship: RelationshipDescription)?
    /// The same from the other side.
    var turned: Pair? {
      inverse.map { Pair(entity: $0.entity, relationship: $0.relationship, inverse: (entity, relationship)) }
    }
    /// Whether it is its own inverse.
    var isReflexive: Bool {
      inverse.map { $0.entity == entity && $0.relationship.name == relationship.name } ?? false
    }
  }

  struct Link: Hashable {
    var from: ManagedObjectID
    var to: ManagedObjectID
  }

  /// Each relationship once with its inverse. Of a pair the to-many leads; of two to-manys the one without an order,
  /// whose members are in the order in which they were added.
  var pairs: [Pair] {
    var seen: Set<String> = []
    var pairs: [Pair] = []
    for entity in model.entities {
      for relationship in entity.properties.compactMap(\.relationship) {
        let inverse = model.inverse(of: relationship.name, in: entity.name)
        let own = "\(entity.name).\(relationship.name)"
        let other = inverse.map { "\($0.entity).\($0.relationship.name)" }
        guard seen.insert(own).inserted else { continue }
        if let other { seen.insert(other) }
        let pair = Pair(entity: entity.name, relationship: relationship, inverse: inverse)
        guard let inverse, leads(inverse.relationship, relationship) else {
          pairs.append(pair)
          continue
        }
        pairs.append(
          Pair(entity: inverse.entity, relationship: inverse.relationship, inverse: (entity.name, relationship)))
      }
    }
    return pairs
  }

  private func leads(_ one: RelationshipDescription, _ other: RelationshipDescription) -> Bool {
    if one.isToMany != other.isToMany { return one.isToMany }
    return one.isToMany && !one.isOrdered && other.isOrdered
  }

  /// The objects of a relationship that the text has; the others are gone.
  func members(of key: String, _ id: ManagedObjectID, in context: ManagedObjectContext) -> [ManagedObjectID] {
    let value = (try? context.value(of: id, forKey: key)) ?? .null
    let members = (value.objectIDs ?? []).filter { context.exists($0) }
    guard context === current, let loose = looseMembers[id]?[key] else { return members }
    return (members + loose).uniqued()
  }

  /// The objects that still lead to one that is marked as deleted under the rule no action, by the relationship that no longer
  /// leads to them.
  func findLooseMembers() -> [ManagedObjectID: [String: [ManagedObjectID]]] {
    var found: [ManagedObjectID: [String: [ManagedObjectID]]] = [:]
    guard !current.deletedObjects.isEmpty else { return found }
    for entity in model.entities {
      for relationship in entity.properties.compactMap(\.relationship) {
        guard let inverse = model.inverse(of: relationship.name, in: entity.name),
          inverse.relationship.deleteRule == .noAction
        else { continue }
        for id in objects(of: entity.name, in: current) {
          for target in members(of: relationship.name, id, in: current) where current.isDeleted(target) {
            found[target, default: [:]][inverse.relationship.name, default: []].append(id)
          }
        }
      }
    }
    return found
  }

  // MARK: In the line that makes an object

  /// The object that a to-one leads to, where the line that makes its owner can say so: it is made before, and the inverse
  /// gets its members in their order.
  mutating func inlineTarget(
    of relationship: RelationshipDescription, _ id: ManagedObjectID, in context: ManagedObjectContext
  ) -> ManagedObjectID? {
    guard inlines, !relationship.isToMany, let target = members(of: relationship.name, id, in: context).first,
      places[target] != nil, target != id
    else { return nil }
    guard let inverse = model.inverse(of: relationship.name, in: context.entityName(of: id)) else { return target }
    guard inverse.relationship.isToMany else { return target }
    let key = inverse.relationship.name
    if let known = inlineLists[target]?[key] { return known ? target : nil }
    // The answer is the same for each member.
    let isInline = isInline(target, key, in: context)
    inlineLists[target, default: [:]][key] = isInline
    return isInline ? target : nil
  }

  /// Whether all members of a to-many are made after its owner, in their order.
  private func isInline(_ owner: ManagedObjectID, _ key: String, in context: ManagedObjectContext) -> Bool {
    guard let place = places[owner] else { return false }
    let members = members(of: key, owner, in: context)
    // The objects that are not made yet follow in the order of entities and numbers.
    var last = (place, 0)
    for member in members {
      let next = places[member].map { ($0, 0) } ?? (Int.max, rank(member))
      guard last < next else { return false }
      last = next
    }
    return true
  }

  /// The order in which objects that are not made yet will be.
  private func rank(_ id: ManagedObjectID) -> Int {
    let root = model.lineage(of: current.entityName(of: id)).last?.name
    let tree = model.entities.firstIndex { $0.name == root } ?? 0
    return tree << 32 | Int(id.number)
  }

  // MARK: Statements

  /// Links the objects of a graph that the text has made, as far as the lines that made them have not.
  mutating func writeLinks(of context: ManagedObjectContext, _ meter: Meter) throws {
    for pair in pairs {
      let owners = objects(of: pair.entity, in: context)
      try meter.spend(.rows, owners.count)
      noteDangling(pair, owners, in: context)
      if pair.relationship.isToMany, let inverse = pair.inverse, inverse.relationship.isToMany {
        let lists = owners.map { ($0, members(of: pair.relationship.name, $0, in: context)) }
        write(additions: lists, of: pair, in: context)
      } else if pair.relationship.isToMany {
        for owner in owners {
          let members = members(of: pair.relationship.name, owner, in: context)
          if members.isEmpty || pair.inverse != nil && isMadeInline(owner, members, pair, in: context) { continue }
          lines.append("\(reference(owner)).\(pair.relationship.name) = [\(texts(members))]")
        }
      } else {
        for owner in owners {
          guard let target = members(of: pair.relationship.name, owner, in: context).first else { continue }
          // The line that made the later of two said it.
          if owner != target, pair.inverse != nil || places[target] ?? 0 < places[owner] ?? 0 { continue }
          lines.append("\(reference(owner)).\(pair.relationship.name) = \(reference(target))")
        }
      }
    }
  }

  /// Whether the members of a list were linked by the lines that made them.
  private func isMadeInline(
    _ owner: ManagedObjectID, _ members: [ManagedObjectID], _ pair: Pair, in context: ManagedObjectContext
  ) -> Bool {
    let all = [owner] + members
    return zip(all, all.dropFirst()).allSatisfy { places[$0] ?? 0 < places[$1] ?? 0 }
  }

  private mutating func noteDangling(_ pair: Pair, _ owners: [ManagedObjectID], in context: ManagedObjectContext) {
    var ends = [(pair.entity, pair.relationship.name)]
    if let inverse = pair.inverse { ends.append((inverse.entity, inverse.relationship.name)) }
    for (entity, key) in ends {
      let ids = entity == pair.entity ? owners : objects(of: entity, in: context)
      let hasGone = ids.contains { id in
        let value = (try? context.value(of: id, forKey: key)) ?? .null
        return (value.objectIDs ?? []).contains { !context.exists($0) }
      }
      if hasGone { lose("links of \(entity).\(key) to objects that are gone") }
    }
  }

  /// Adds members to lists of which both sides have several, so that every unordered list gets its members in their
  /// order: link by link if the sides would otherwise disturb each other. Ordered lists are set at the end.
  mutating func write(
    additions lists: [(owner: ManagedObjectID, members: [ManagedObjectID])], of pair: Pair,
    in context: ManagedObjectContext
  ) {
    guard let inverse = pair.inverse else { return }
    let key = pair.relationship.name
    func link(_ from: ManagedObjectID, _ to: ManagedObjectID) -> Link {
      let isTurned = pair.isReflexive && (places[from] ?? 0) > (places[to] ?? 0)
      return isTurned ? Link(from: to, to: from) : Link(from: from, to: to)
    }
    var queues: [[Link]] = []
    var wanted: Set<Link> = []
    for (owner, members) in lists {
      let links = members.map { link(owner, $0) }
      wanted.formUnion(links)
      if !links.isEmpty { queues.append(links) }
    }
    let leading = queues.count
    if !pair.isReflexive, !inverse.relationship.isOrdered {
      for id in objects(of: inverse.entity, in: context) {
        let links = members(of: inverse.relationship.name, id, in: context).map { link($0, id) }.filter(wanted.contains)
        if !links.isEmpty { queues.append(links) }
      }
    }
    let order = Self.merged(queues, leading: leading, isOrdered: pair.relationship.isOrdered)
    // Links of one owner that follow each other are one statement.
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, order[end].from == order[start].from { end += 1 }
      lines.append("\(reference(order[start].from)).\(key).add(\(list(order[start..<end].map { reference($0.to) })))")
      start = end
    }
    arrange(pair, lists.map(\.owner), in: context)
    if !pair.isReflexive {
      arrange(pair.turned, objects(of: inverse.entity, in: context), in: context)
    }
  }

  /// Gives ordered lists their order: setting the members that are there touches no other end.
  private mutating func arrange(_ pair: Pair?, _ owners: [ManagedObjectID], in context: ManagedObjectContext) {
    guard let pair, pair.relationship.isOrdered else { return }
    let key = pair.relationship.name
    for owner in owners {
      let members = members(of: key, owner, in: context)
      if members.count > 1, !isAsSaved(members, key, owner) {
        lines.append("\(reference(owner)).\(key) = [\(texts(members))]")
      }
    }
  }

  func texts(_ ids: [ManagedObjectID]) -> String { ids.map(reference).joined(separator: ", ") }

  /// An order of all links in which every queue's come in its order. There is one where links were made one after another; if
  /// not, the first queues have theirs.
  static func merged(_ queues: [[Link]], leading: Int, isOrdered: Bool) -> [Link] {
    if isOrdered, leading == queues.count { return queues.joined().uniqued() }
    var holders: [Link: [Int]] = [:]
    for (place, queue) in queues.enumerated() { for link in queue { holders[link, default: []].append(place) } }
    var heads = [Int](repeating: 0, count: queues.count)
    var order: [Link] = []
    var done: Set<Link> = []
    func isReady(_ link: Link) -> Bool {
      (holders[link] ?? []).allSatisfy { heads[$0] < queues[$0].count && queues[$0][heads[$0]] == link }
    }
    func take(_ link: Link) {
      order.append(link)
      done.insert(link)
      for place in holders[link] ?? [] {
        while heads[place] < queues[place].count, done.contains(queues[place][heads[place]]) { heads[place] += 1 }
      }
    }
    var open = Array((0..<queues.count).reversed())
    while let place = open.popLast() {
      while heads[place] < queues[place].count {
        let link = queues[place][heads[place]]
        guard isReady(link) else { break }
        take(link)
        // Another queue may go on now; this one first.
        open += (holders[link] ?? []).filter { $0 != place }
      }
    }
    for link in queues.joined() where !done.contains(link) { take(link) }
    return order
  }
}

extension Sequence where Element: Hashable {
  /// The elements in their order, each once. O(their number).
  package func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
