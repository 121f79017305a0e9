import ObjectGraph
import Predicates

extension GraphText {
  /// Writes the changes since the last save: new objects, values, links, and finally the deletions.
  mutating func writeChanges(_ roots: [String], _ numbering: inout Numbering, _ meter: Meter) throws {
    for root in roots {
      for id in objects(of: root, in: current) where places[id] == nil { make(id, in: current, root, &numbering) }
    }
    for id in current.updatedObjects where saved.exists(id) { writeValues(of: id) }
    for pair in pairs {
      try meter.spend(.rows, places.count)
      if pair.relationship.isToMany { writeLists(of: pair) } else { writeTargets(of: pair) }
    }
    writeDeletions()
  }

  /// Marks what is marked, in one statement: each is then asked about a graph in which all of them go.
  mutating func writeDeletions() {
    let deleted = current.deletedObjects
    if !deleted.isEmpty { lines.append("delete " + list(deleted.map(reference))) }
  }

  private mutating func writeValues(of id: ManagedObjectID) {
    for attribute in model.properties(of: current.entityName(of: id)).compactMap(\.attribute)
    where attribute.derivation == nil {
      let value = (try? current.value(of: id, forKey: attribute.name)) ?? .null
      guard value != ((try? saved.value(of: id, forKey: attribute.name)) ?? .null) else { continue }
      if let text = literal(value, of: attribute) {
        lines.append("\(reference(id)).\(attribute.name) = \(text)")
      } else {
        lose("values of \(current.entityName(of: id)).\(attribute.name), which no literal can say")
      }
    }
  }

  private func savedMembers(_ key: String, _ id: ManagedObjectID) -> [ManagedObjectID] {
    saved.exists(id) ? members(of: key, id, in: saved) : []
  }

  /// Whether the list was like this at the last save; false while that is being written.
  func isAsSaved(_ members: [ManagedObjectID], _ key: String, _ owner: ManagedObjectID) -> Bool {
    !inlines && saved.exists(owner) && savedMembers(key, owner) == members
  }

  // MARK: To-one

  private mutating func writeTargets(of pair: Pair) {
    let key = pair.relationship.name
    var sets: [String] = []
    for owner in objects(of: pair.entity, in: current) {
      let target = members(of: key, owner, in: current).first
      guard target != savedMembers(key, owner).first else { continue }
      if let target {
        sets.append("\(reference(owner)).\(key) = \(reference(target))")
      } else if !isClearedByDeletion(savedMembers(key, owner).first, pair.turned) {
        lines.append("\(reference(owner)).\(key) = nil")
      }
    }
    lines += sets
  }

  /// Whether an object's deletion alone takes its links away.
  private func isClearedByDeletion(_ id: ManagedObjectID?, _ pair: Pair?) -> Bool {
    guard let id, let pair, current.isDeleted(id) else { return false }
    return pair.relationship.deleteRule.endsLinks
  }

  // MARK: To-many

  private mutating func writeLists(of pair: Pair) {
    let key = pair.relationship.name
    let owners = objects(of: pair.entity, in: current)
    let now = owners.map { members(of: key, $0, in: current) }
    let before = owners.map { savedMembers(key, $0) }
    let turned = pair.isReflexive ? nil : pair.turned.flatMap { $0.relationship.isToMany ? $0 : nil }
    let others = turned.map { objects(of: $0.entity, in: current) } ?? []
    let otherKey = turned?.relationship.name ?? ""
    let othersChanged = others.contains { members(of: otherKey, $0, in: current) != savedMembers(otherKey, $0) }
    guard now != before || othersChanged else { return }
    func link(_ from: ManagedObjectID, _ to: ManagedObjectID) -> Link {
      let isTurned = pair.isReflexive && (places[from] ?? 0) > (places[to] ?? 0)
      return isTurned ? Link(from: to, to: from) : Link(from: from, to: to)
    }
    var lists: [(before: [Link], now: [Link])] = []
    for (index, owner) in owners.enumerated() where !pair.relationship.isOrdered {
      lists.append((before[index].map { link(owner, $0) }, now[index].map { link(owner, $0) }))
    }
    if let turned, !turned.relationship.isOrdered {
      for other in others {
        lists.append(
          (
            savedMembers(otherKey, other).map { link($0, other) },
            members(of: otherKey, other, in: current).map { link($0, other) }
          ))
      }
    }
    let old = Set(zip(owners, before).flatMap { owner, members in members.map { link(owner, $0) } })
    let new = Set(zip(owners, now).flatMap { owner, members in members.map { link(owner, $0) } })
    let kept = Self.kept(old.intersection(new), lists)
    var added: [(owner: ManagedObjectID, members: [ManagedObjectID])] = []
    let addedMembers = Set(new.subtracting(kept).map(\.to))
    for (index, owner) in owners.enumerated() {
      let gone = before[index].filter { member in
        let link = link(owner, member)
        if kept.contains(link) || pair.isReflexive && link.from != owner { return false }
        // Another owner takes it.
        if !new.contains(link), pair.inverse?.relationship.isToMany == false, addedMembers.contains(member) {
          return false
        }
        return new.contains(link) || !isClearedByDeletion(member, pair.turned) && !isClearedByDeletion(owner, pair)
      }
      if !gone.isEmpty { lines.append("\(reference(owner)).\(key).remove(\(list(gone.map(reference))))") }
      added.append((owner, now[index].filter { !kept.contains(link(owner, $0)) }))
    }
    if pair.inverse?.relationship.isToMany == true {
      write(additions: added, of: pair, in: current)
      return
    }
    for (owner, members) in added {
      if !members.isEmpty {
        lines.append("\(reference(owner)).\(key).add(\(list(members.map(reference))))")
      }
      let all = self.members(of: key, owner, in: current)
      if pair.relationship.isOrdered, all.count > 1, !isAsSaved(all, key, owner) {
        lines.append("\(reference(owner)).\(key) = [\(texts(all))]")
      }
    }
  }

  /// The links that can stay: in every list they come first, in the order that they had. The others are ended and made again.
  private static func kept(_ common: Set<Link>, _ lists: [(before: [Link], now: [Link])]) -> Set<Link> {
    var kept = common
    var isChanged = true
    while isChanged {
      isChanged = false
      for (before, now) in lists {
        let places = Dictionary(
          before.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
        var last = -1
        var isOver = false
        for link in now {
          if !isOver, kept.contains(link), let place = places[link], place > last {
            last = place
          } else {
            isOver = true
            if kept.remove(link) != nil { isChanged = true }
          }
        }
      }
    }
    return kept
  }
}
