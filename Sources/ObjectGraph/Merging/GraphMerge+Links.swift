/// How links merge: a to-one as a value of its object, a to-many of two to-manys member by member, and the to-many of a
/// to-one not at all, as its members decide.
extension GraphMerge {
  /// First everything that ends, so that what is made displaces nothing that was to go anyway.
  mutating func endLinks() {
    for change in changes where change.decision != .drop && change.decision != .insert && isThere(change) {
      for property in relationships(of: change) {
        guard let layout = property.layout else { continue }
        let row = change.place.row
        if !layout.isToMany {
          guard own.target(of: layout, row) == 0, !isContested(property, change), mayChange(layout, change) else {
            continue
          }
          let old = base.target(of: layout, row)
          if isKept(layout, old) { continue }
          let current = target.target(of: layout, row)
          if current != 0 { target.disconnect(layout, row, current) }
        } else if layout.shape != .oneToMany {
          let wanted = Set(own.members(of: layout, row))
          for old in base.members(of: layout, row) where !wanted.contains(old) {
            if isKept(layout, old) || isDropped(layout, old) { continue }
            target.disconnect(layout, row, old)
          }
        }
      }
    }
  }

  /// Not so of an object that both sides deleted.
  private func isThere(_ change: Change) -> Bool { target.header(at: change.place).isAlive }

  mutating func makeLinks() {
    for change in changes where change.decision != .drop && isThere(change) {
      for property in relationships(of: change) {
        guard let layout = property.layout else { continue }
        if !layout.isToMany {
          if !isContested(property, change), mayChange(layout, change) { setTarget(layout, change) }
        } else if layout.shape != .oneToMany {
          addMembers(layout, change)
        } else if change.decision == .insert {
          regainMembers(layout, change)
        }
      }
    }
  }

  /// The members whose link ended only because the other side took this object away.
  private mutating func regainMembers(_ layout: RelationshipLayout, _ change: Change) {
    guard base.header(at: change.place).isLive else { return }
    let back = own.schema.relationships[layout.inverse]
    for member in own.members(of: layout, change.place.row)
    where target.tables[layout.destinationTable].headers[member].isLive && target.target(of: back, member) == 0 {
      target.connect(layout, change.place.row, member)
    }
  }

  private mutating func setTarget(_ layout: RelationshipLayout, _ change: Change) {
    let row = change.place.row
    let wanted = own.target(of: layout, row)
    guard wanted != 0, target.target(of: layout, row) != wanted else { return }
    let other = Graph.Place(table: layout.destinationTable, row: wanted)
    if target.header(at: other).isAlive {
      target.connect(layout, row, wanted)
    } else if !layout.hasInverse, target.header(at: other) != .unused {
      // Validation will call it dangling; to lose it without a word would be worse.
      target.connect(layout, row, wanted)
    } else {
      let current = target.target(of: layout, row)
      if current != 0 { target.disconnect(layout, row, current) }
    }
  }

  private mutating func addMembers(_ layout: RelationshipLayout, _ change: Change) {
    let row = change.place.row
    let isNew = change.decision == .insert
    let before = isNew ? [] : Set(base.members(of: layout, row))
    for member in own.members(of: layout, row) where !before.contains(member) {
      if isDropped(layout, member) { continue }
      let other = Graph.Place(table: layout.destinationTable, row: member)
      let header = target.header(at: other)
      if !header.isAlive, layout.hasInverse || header == .unused { continue }
      target.connect(layout, row, member)
    }
  }

  private func relationships(of change: Change) -> [Property] {
    change.decision == .overwrite
      ? change.entity.relationships : change.properties.filter { $0.relationship != nil }
  }

  /// Between two to-ones a link is both objects' property: the target keeps one whose other end it changed, and a
  /// rollback drops those of both ends.
  private mutating func mayChange(_ layout: RelationshipLayout, _ change: Change) -> Bool {
    guard layout.shape == .oneToOne, resolution == .target || resolution == .rollback else { return true }
    let back = own.schema.relationships[layout.inverse]
    for other in [own.target(of: layout, change.place.row), base.target(of: layout, change.place.row)] where other != 0
    {
      let place = Graph.Place(table: layout.destinationTable, row: other)
      if decisions[place] == .drop { return false }
      guard resolution == .target, let entity = base.entity(at: place),
        let property = entity.relationships.first(where: { $0.layout?.index == back.index })
      else { continue }
      if changesOfTarget(at: place, entity).contains(property.name) { return false }
    }
    return true
  }

  private func isKept(_ layout: RelationshipLayout, _ row: Int32) -> Bool {
    !kept.isEmpty && kept.contains(Graph.Place(table: layout.destinationTable, row: row))
  }

  private func isDropped(_ layout: RelationshipLayout, _ row: Int32) -> Bool {
    resolution == .rollback && layout.hasInverse
      && decisions[Graph.Place(table: layout.destinationTable, row: row)] == .drop
  }

  // MARK: Order

  /// Applies the order that `own` gave to the lists it changed; members that only the target has go to the end. Each
  /// end of a link has its own order, and setting one leaves the other unchanged.
  mutating func applyOrders() {
    for change in changes where change.decision != .drop && change.decision != .delete {
      for property in change.properties {
        guard let layout = property.layout, layout.isToMany, !isContested(property, change) else { continue }
        let row = change.place.row
        let current = target.members(of: layout, row)
        let there = Set(current)
        let mine = own.members(of: layout, row)
        let known = Set(mine)
        let wanted = mine.filter(there.contains) + current.filter { !known.contains($0) }
        target.reorder(layout, row, wanted)
      }
    }
  }
}
