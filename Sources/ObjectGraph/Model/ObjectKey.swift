/// A key that every managed object answers besides its entity's properties.
package enum ObjectKey: String, CaseIterable, Sendable {
  case objectID
  case object = "self"
  case entity
  case isInserted, isUpdated, isDeleted, hasChanges
  case hasPersistentChangedValues, isFault, changedValues, committedValues

  /// The source of the answer.
  enum Origin {
    /// The object's ID.
    case identity
    /// The marks of the object's row.
    case marks
    /// Its context.
    case context
  }

  var origin: Origin {
    switch self {
    case .objectID, .object, .entity: .identity
    case .isInserted, .isUpdated, .isDeleted, .hasChanges: .marks
    case .hasPersistentChangedValues, .isFault, .changedValues, .committedValues: .context
    }
  }

  /// The keys about an object's pending changes, which no store has a column for.
  package static let marks = allCases.filter { $0.origin == .marks }.map(\.rawValue)
  /// The keys about an object's state, which it answers in the workbook too.
  package static let states = allCases.filter { $0.origin != .identity }.map(\.rawValue)
  /// The keys that a condition may ask for, besides `entity`, which leads on.
  package static let inConditions = [objectID.rawValue] + marks
}

/// A key that every object's ID answers.
package enum IdentityKey: String, CaseIterable, Sendable {
  case isTemporaryID, uri
}
