/// One end of a to-one relationship: the row it leads to, and its place in the list of the to-many inverse, if it has
/// one. Row 0 is no row.
struct ToOneLink: Hashable, Sendable {
  var to: Int32 = 0
  var next: Int32 = 0
  var previous: Int32 = 0
}

/// One end of a to-many relationship: a list, of rows threaded through their to-one links, or of half-edges.
struct ListHead: Hashable, Sendable {
  var head: Int32 = 0
  var tail: Int32 = 0
  var count: Int32 = 0
}

/// One direction of a link between many and many, in the list of its owner.
struct HalfEdge: Hashable, Sendable {
  /// 0 in a free half-edge, whose `next` leads to the next free one.
  var owner: Int32 = 0
  var target: Int32 = 0
  var next: Int32 = 0
  var previous: Int32 = 0
  /// The half-edge of the inverse; itself for an object that is linked to itself by a relationship that is its own
  /// inverse; 0 without an inverse.
  var twin: Int32 = 0
}

/// The half-edges of one relationship, numbered from 1.
struct EdgePool: Sendable {
  var edges = PagedColumn<HalfEdge>(filler: HalfEdge())
  /// The highest number given so far.
  var highest: Int32 = 0
  var firstFree: Int32 = 0
  /// The half-edges in use.
  var count = 0

  /// A half-edge that is in no list yet. Precondition: fewer than 2³¹ are in use, which the owner's memory ends long
  /// before.
  mutating func make(owner: Int32, target: Int32) -> Int32 {
    count += 1
    let edge: Int32
    if firstFree != 0 {
      edge = firstFree
      firstFree = edges[edge].next
    } else {
      highest += 1
      edge = highest
    }
    edges[edge] = HalfEdge(owner: owner, target: target)
    return edge
  }

  /// Gives back a half-edge that is in no list any more.
  mutating func free(_ edge: Int32) {
    count -= 1
    edges[edge] = HalfEdge(next: firstFree)
    firstFree = edge
  }
}
