/// A variable that has a value in the predicate of a fetched property, and nowhere else.
package enum FetchedPropertyVariable: String, CaseIterable, Sendable {
  /// The object that has the property.
  case source = "FETCH_SOURCE"
  /// The description of the property: its `name` and `userInfo`.
  case property = "FETCHED_PROPERTY"

  /// Their names, without `$`.
  package static let names = Set(allCases.map(\.rawValue))

  /// `$FETCH_SOURCE`.
  package var spelling: String { "$" + rawValue }
}
