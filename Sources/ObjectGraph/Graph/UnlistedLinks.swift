/// The links of a graph that the object at one end does not show, as it was read at another time than the other end.
/// Delete rules and deny do not follow them: Core Data follows an object's own list.
struct UnlistedLinks {
  private var members: [HeldLinks.Key: Set<Int32>] = [:]

  var isEmpty: Bool { members.isEmpty }

  func contains(_ layout: RelationshipLayout, _ row: Int32, _ member: Int32) -> Bool {
    contains(layout.index, row, member)
  }

  @inline(__always)
  func contains(_ relationship: Int, _ row: Int32, _ member: Int32) -> Bool {
    if members.isEmpty { return false }
    return members[HeldLinks.Key(relationship: relationship, row: row)]?.contains(member) == true
  }

  mutating func insert(_ rows: Set<Int32>, _ layout: RelationshipLayout, _ row: Int32) {
    if rows.isEmpty { return }
    members[HeldLinks.Key(relationship: layout.index, row: row), default: []].formUnion(rows)
  }
}
