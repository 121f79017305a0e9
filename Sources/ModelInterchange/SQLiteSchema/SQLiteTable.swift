/// A table of a Core Data store.
public struct SQLiteTable: Hashable, Sendable {
  /// The purpose of a table.
  public enum Content: Hashable, Sendable {
    /// The objects of a root entity and of all its descendants, named in the order of their numbers.
    case objects([String])
    /// The links of a many-to-many relationship.
    case links(SQLiteJoin)
    /// `Z_PRIMARYKEY`: a row an entity.
    case primaryKeys
    /// `Z_METADATA`: one row with the store's identifier and what it knows of its model.
    case metadata
    /// `Z_MODELCACHE`: one row with an archive of the model.
    case modelCache
  }

  /// The name: `ZTEAM`, `Z_1TEAMS`.
  public var name: String
  /// The table's purpose.
  public var content: Content
  /// The columns in their order.
  public var columns: [SQLiteColumn]
  /// The names of the columns that are the primary key; none in `Z_MODELCACHE`.
  public var primaryKey: [String]
  /// Its indexes in the order in which they are made; without those that SQLite makes by itself.
  public var indexes: [SQLiteIndex] = []
}

/// A many-to-many relationship as its join table keeps it: from the entity that the table is numbered for.
public struct SQLiteJoin: Hashable, Sendable {
  /// The entity whose number is in the table's name.
  public var entity: String
  /// Its relationship, which the table is named for.
  public var relationship: String
  /// The entity that declares the inverse.
  public var inverseEntity: String
  /// The inverse; the same relationship when it is its own inverse.
  public var inverse: String
}

/// A property as a column knows it: by its own name and that of the entity that declares it.
public struct SQLiteProperty: Hashable, Sendable {
  /// The entity that declares it.
  public var entity: String
  /// The key.
  public var name: String

  /// A property; nothing is checked.
  public init(entity: String, name: String) {
    self.entity = entity
    self.name = name
  }
}

/// A column of a Core Data store.
public struct SQLiteColumn: Hashable, Sendable {
  /// The content of a column.
  public enum Content: Hashable, Sendable {
    /// `Z_PK`: the object's number in its inheritance tree.
    case primaryKey
    /// `Z_ENT`: the number of the object's entity.
    case entity
    /// `Z_OPT`: how often the object was saved.
    case saveCount
    /// The value of an attribute.
    case attribute(SQLiteProperty)
    /// The `Z_PK` of the object that a to-one relationship leads to.
    case destination(SQLiteProperty)
    /// The `Z_ENT` of that object, where there could be several entities.
    case destinationEntity(SQLiteProperty)
    /// The place of the row's object in the ordered to-many of the object that its to-one leads to.
    case order(SQLiteProperty)
    /// The `Z_PK` of the object that has the row's object in a to-many without inverse.
    case owner(SQLiteProperty)
    /// The place of the row's object in that to-many, if it is ordered.
    case ownerOrder(SQLiteProperty)
    /// In a join table: the `Z_PK` of the object that has the relationship.
    case joinSource
    /// In a join table: the `Z_PK` of the object that the relationship leads to.
    case joinDestination
    /// In a join table: the place of the source in the ordered inverse.
    case joinSourceOrder
    /// In a join table: the place of the destination in the ordered relationship.
    case joinDestinationOrder
    /// A column of one of the store's own tables.
    case bookkeeping
  }

  /// The type as it is declared. SQLite derives from it what it makes of numbers: in a TIMESTAMP or DECIMAL column a
  /// whole number is kept as an integer.
  public enum DeclaredType: String, Hashable, Sendable {
    /// Whole numbers, Booleans as 1 and 0, and everything that Core Data adds.
    case integer = "INTEGER"
    /// Dates, in seconds since 2001-01-01 UTC.
    case timestamp = "TIMESTAMP"
    /// Doubles and Floats.
    case float = "FLOAT"
    /// Decimal numbers.
    case decimal = "DECIMAL"
    /// Text and URIs.
    case varchar = "VARCHAR"
    /// `Z_UUID` in `Z_METADATA`.
    case varchar255 = "VARCHAR(255)"
    /// UUIDs in 16 bytes, data, archives.
    case blob = "BLOB"
  }

  /// The name: `ZFIRSTNAME`.
  public var name: String
  /// Its declared type.
  public var type: DeclaredType
  /// The column's content.
  public var content: Content
}

/// An index of a Core Data store.
public struct SQLiteIndex: Hashable, Sendable {
  /// The name: `ZPLAYER_ZTEAM_INDEX`.
  public var name: String
  /// The table it belongs to.
  public var table: String
  /// The columns by which it finds.
  public var columns: [String]
  /// Whether the model asks for it, in the way of newer frameworks: with collation and direction written out.
  public var isSpelledOut = false
  /// Whether no two rows may have the same values, as a uniqueness constraint says.
  public var isUnique = false
  /// The columns whose greatest value comes first.
  public var descendingColumns: Set<String> = []
}
