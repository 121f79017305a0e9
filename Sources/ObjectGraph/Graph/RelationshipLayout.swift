/// How a relationship is kept. Plain data.
struct RelationshipLayout: Hashable, Sendable {
  enum Shape: Hashable, Sendable {
    /// A to-one without inverse: a link.
    case toOne
    /// A to-one whose inverse is a to-one: a link at each end.
    case oneToOne
    /// A to-one whose inverse is a to-many: a link that is in the list of the object it leads to.
    case manyToOne
    /// A to-many whose inverse is a to-one: the list of those links.
    case oneToMany
    /// A to-many whose inverse is a to-many: half-edges with twins.
    case manyToMany
    /// A to-many without inverse: half-edges without twins.
    case toMany
  }

  /// Its place in the schema's relationships; not stable.
  var index: Int
  var shape: Shape
  /// Stable places: the entities it is declared by and leads to, and their tables.
  var source: Int
  var destination: Int
  var sourceTable: Int
  var destinationTable: Int
  /// The column of its links or lists, and that of the inverse's, or -1.
  var slot: Int
  var inverseSlot = -1
  /// The pool of its half-edges and their column, or -1. Many to many, both directions have the same.
  var pool = -1
  var edges = -1
  /// The half-edge of a pair that is in the lists of this relationship: 0 or 1. One that is its own inverse has both.
  var side: Int32 = 0
  /// The inverse's place in the schema's relationships, or -1.
  var inverse = -1
  /// The stable place of the entity that the inverse leads to, or -1.
  var inverseDestination = -1
  var rule: DeleteRule
  var isOrdered: Bool

  var isToMany: Bool { shape == .oneToMany || shape == .manyToMany || shape == .toMany }
  var hasInverse: Bool { inverse >= 0 }
  var isOwnInverse: Bool { inverse == index }
}
