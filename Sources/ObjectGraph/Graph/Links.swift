/// One end of a to-one relationship: the row it leads to, and its place in the list of the to-many inverse, if it has
/// one. Row 0 is no row.
struct ToOneLink: Hashable, Sendable {
  var to: Int32 = 0
  var neighbours = Neighbours()
}

/// The rows after and before something in a list; 0 at its ends.
struct Neighbours: Hashable, Sendable {
  var next: Int32 = 0
  var previous: Int32 = 0
}

/// One end of a to-many relationship: a list, of rows threaded through their to-one links, or of half-edges.
struct ListHead: Hashable, Sendable {
  var head: Int32 = 0
  var tail: Int32 = 0
  var count: Int32 = 0
}

/// One direction of a link between many and many, in the list of the object it leads from.
///
/// Half-edges come in pairs, 2n and 2n + 1, that lead opposite ways: where one leads from is where the other leads to.
/// Only the even one of a relationship without inverse is in a list; likewise that of an object linked to itself by
/// a relationship that is its own inverse.
struct HalfEdge: Hashable, Sendable {
  /// 0 in a free half-edge.
  var target: Int32 = 0
  var neighbours = Neighbours()
}
