/// The effect of an object's deletion on the objects at the other end of one of its relationships.
///
/// A rule belongs to the side that is deleted: when a team is deleted, only `Team`'s own rules apply.
public enum DeleteRule: String, Hashable, Sendable, CaseIterable {
  /// The others forget the deleted object. The default (Core Data's documentation).
  case nullify
  /// The others are deleted too.
  case cascade
  /// Saving is refused (1600, Core Data's header) while there are others that are not deleted as well. It stops no
  /// deletion.
  case deny
  /// The others are left as they are, and may go on pointing at what is gone (Core Data's documentation).
  case noAction = "none"

  /// `NSDeleteRule`'s raw value (Core Data's header NSRelationshipDescription.h).
  public var code: Int {
    switch self {
    case .noAction: 0
    case .nullify: 1
    case .cascade: 2
    case .deny: 3
    }
  }

  /// Whether an object's deletion changes or deletes the objects at the other end. Without an inverse, nullify has nothing to
  /// change there. O(1).
  package func reachesOthers(hasInverse: Bool) -> Bool {
    switch self {
    case .cascade: true
    case .nullify: hasInverse
    case .deny, .noAction: false
    }
  }

  /// Whether an object's deletion ends its links to others that stay. O(1).
  package var endsLinks: Bool {
    switch self {
    case .nullify, .cascade: true
    case .deny, .noAction: false
    }
  }
}
