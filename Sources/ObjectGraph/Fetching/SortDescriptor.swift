/// One criterion of an order: the value at the end of a key path, ascending or descending.
public struct SortDescriptor: Hashable, Sendable {
  public var keyPath: [String]
  public var isAscending: Bool

  public init(_ keyPath: [String], isAscending: Bool = true) {
    self.keyPath = keyPath
    self.isAscending = isAscending
  }

  public init(_ key: String, isAscending: Bool = true) {
    self.init(key.split(separator: ".").map(String.init), isAscending: isAscending)
  }
}
