/// One criterion of an order: the value at the end of a key path, ascending or descending.
public struct SortDescriptor: Hashable, Sendable {
  /// The keys from the object to the value: to-ones, then an attribute. A to-many on the way is
  /// ``ObjectGraphError/toManySortKey(_:)``.
  public var keyPath: [String]
  /// Smaller first and nil before all; false turns both round.
  public var isAscending: Bool

  /// An order by the value at the end of these keys.
  public init(_ keyPath: [String], isAscending: Bool = true) {
    self.keyPath = keyPath
    self.isAscending = isAscending
  }

  /// An order by a key or a path with dots: `"team.name"`.
  public init(_ key: String, isAscending: Bool = true) {
    self.init(key.split(separator: ".").map(String.init), isAscending: isAscending)
  }
}
