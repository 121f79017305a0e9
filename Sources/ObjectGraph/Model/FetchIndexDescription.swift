import Predicates

/// An index over several properties of an entity, under a name: Core Data's NSFetchIndexDescription.
///
/// Stores that Core Data makes have it; the workbook carries it for Xcode's files. Fetches here use the indexes of single
/// attributes (``AttributeDescription/isIndexed``).
///
/// ```swift
/// FetchIndexDescription("byName", [.init("name", isAscending: false), .init("team")])
/// ```
public struct FetchIndexDescription: Hashable, Sendable {
  /// The way in which an index keeps its values; the raw value is the workbook's word for it.
  public enum Collation: String, Hashable, Sendable, CaseIterable {
    /// In order, for equal values and ranges.
    case binary
    /// Boxes, for numbers that are looked up by ranges in several dimensions.
    case rTree = "rtree"
  }

  /// A property in an index.
  public struct Element: Hashable, Sendable {
    /// The key of the entity, its own or inherited.
    public var property: String
    /// The way in which its values are kept.
    public var collation: Collation
    /// Whether the least value comes first.
    public var isAscending: Bool

    /// A property of the entity; binary and ascending by default, as in Xcode.
    public init(_ property: String, collation: Collation = .binary, isAscending: Bool = true) {
      self.property = property
      self.collation = collation
      self.isAscending = isAscending
    }

    /// The property as statements write it: `name desc`, `place rtree`.
    fileprivate var declaration: String {
      let word = collation == .binary ? "" : " \(collation.rawValue)"
      return property + SortDirection(isAscending: isAscending).suffix + word
    }
  }

  /// The name, unique in the entity.
  public var name: String
  /// The properties in their order.
  public var elements: [Element]

  /// An index of these elements; nothing is checked.
  public init(_ name: String, _ elements: [Element]) {
    self.name = name
    self.elements = elements
  }

  /// The properties as statements write them: `name desc, team`.
  package var keysDeclaration: String { elements.map(\.declaration).joined(separator: ", ") }

  /// The attribute that the index is over, if it is over one, in ascending order: ``AttributeDescription/isIndexed`` says
  /// the same.
  public var attributeOfSingle: String? {
    guard elements.count == 1, elements[0].collation == .binary, elements[0].isAscending else { return nil }
    return elements[0].property
  }

  /// Returns the name that Xcode gives to the index of a single attribute: `byNameIndex`. O(length).
  public static func standardName(forIndexOf attribute: String) -> String {
    "by" + attribute.prefix(1).uppercased() + attribute.dropFirst() + "Index"
  }
}
