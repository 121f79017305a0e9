/// The version of Apple's framework that made a store, as its metadata have it under NSPersistenceFrameworkVersion.
///
/// The tables that hold objects and links are the same in all versions seen, 419 to 1338; the tables around them are
/// not. Exactly where a habit changed between two versions seen is not known.
public struct FrameworkVersion: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number, such as 1338.
  public var rawValue: Int

  /// The version with this number; any number is taken.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The newest version of which stores were seen.
  public static let current = FrameworkVersion(rawValue: 1338)

  /// Orders by number. O(1).
  public static func < (a: FrameworkVersion, b: FrameworkVersion) -> Bool { a.rawValue < b.rawValue }

  /// Whether a join table has an index for the inverse direction: not seen in 419 and 479, seen from 754 on.
  var indexesJoins: Bool { rawValue > 479 }

  /// Whether the store keeps the model in `Z_MODELCACHE`: not seen up to 519, seen from 754 on.
  var cachesModel: Bool { rawValue > 519 }

  /// Whether the index of an attribute is called `Z_Team_name`, and no more `ZTEAM_ZNAME_INDEX`: the older name was
  /// seen up to 754, the newer from 836 on.
  var namesIndexesForAttributes: Bool { rawValue > 754 }

  /// Whether a store has the fetch indexes of its model under their own names: not seen in 836 and 851, seen from 1048 on.
  var hasFetchIndexes: Bool { rawValue > 851 }
}
