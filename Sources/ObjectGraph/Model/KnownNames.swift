/// The names that there are where another one was asked for: what a message picks its suggestions from.
///
/// Two lists count as equal when they are of the same length. They only accompany a problem, thousands of problems share
/// one list, and comparing them name by name would cost the square of that.
public struct KnownNames: Hashable, Sendable, RandomAccessCollection, ExpressibleByArrayLiteral {
  private let names: [String]

  /// These names, in the order in which they are shown.
  public init(_ names: [String]) { self.names = names }
  public init(arrayLiteral names: String...) { self.names = names }

  public var startIndex: Int { 0 }
  public var endIndex: Int { names.count }
  /// The name at a place. O(1).
  public subscript(place: Int) -> String { names[place] }

  /// Whether the two lists are of the same length. O(1).
  public static func == (first: KnownNames, second: KnownNames) -> Bool { first.count == second.count }
  /// Feeds the length. O(1).
  public func hash(into hasher: inout Hasher) { hasher.combine(count) }
}
