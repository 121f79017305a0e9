import ObjectGraph

/// The tables that Core Data's SQLite store makes for a model: names, columns, indexes, and their SQL.
///
/// ```swift
/// let schema = try SQLiteSchema(league)
/// schema.tables.map(\.name)          // ["ZPLAYER", "Z_1TEAMS", "ZTEAM", "Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"]
/// schema["ZTEAM"]?.createStatement   // "CREATE TABLE ZTEAM ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, … )"
/// ```
///
/// Apple does not document them. The rules here were read off stores that Apple's framework wrote, and agree with all
/// of those; where no store shows a case, the comment says that it is our choice.
///
/// A composite attribute is one BLOB column here, which is our choice: no store that we have seen holds one.
///
/// ## Topics
/// Making: ``init(_:framework:)``, ``FrameworkVersion``
/// Looking inside: ``tables``, ``subscript(_:)``, ``entities``, ``number(of:)``, ``omissions``
/// SQL: ``statements``, ``SQLiteTable/createStatement``, ``SQLiteIndex/createStatement``
public struct SQLiteSchema: Hashable, Sendable {
  /// An entity as `Z_PRIMARYKEY` lists it.
  public struct Entity: Hashable, Sendable {
    /// The name, as it is in the model.
    public var name: String
    /// Its `Z_ENT`, counted from 1: a parent before its sub-entities, siblings by name without regard to case.
    public var number: Int
    /// The `Z_ENT` of its parent, or 0.
    public var parentNumber: Int
    /// The table that its objects are rows of.
    public var table: String
  }

  /// The tables in the order in which they are created: one for each root entity, followed by the join tables it owns,
  /// then the store's own.
  public let tables: [SQLiteTable]
  /// The entities by their number.
  public let entities: [Entity]
  /// The indexes and constraints of the model that the tables have none for, in words: R-trees, and those over parts of
  /// composites or transient attributes.
  public let omissions: [String]

  private let numbers: [String: Int]

  /// The schema of a model. O(properties × depth of the hierarchy).
  /// - Parameters:
  ///   - model: A model without problems.
  ///   - framework: Whose habits are followed where they changed over the years.
  /// - Throws: `ModelError` with everything that keeps the model from having objects: it then has no tables either.
  public init(_ model: ManagedObjectModel, framework: FrameworkVersion = .current) throws(ModelError) {
    try self.init(model, framework: framework, numbers: [:])
  }

  /// The schema of a store that exists, with the numbers that its entities have there. Core Data would give the same ones
  /// to the same model, but a migration keeps those that entities have already.
  package init(
    _ model: ManagedObjectModel, framework: FrameworkVersion = .current, numbers: [String: Int]
  ) throws(ModelError) {
    let problems = model.problems()
    guard problems.isEmpty else { throw ModelError(problems: problems) }
    var builder = SQLiteSchemaBuilder(model, framework: framework, numbers: numbers)
    builder.build()
    tables = builder.tables
    omissions = builder.omissions
    entities = builder.entities.sorted { $0.number < $1.number }
    self.numbers = builder.numbers
  }

  /// The table of this name, or nil. O(tables).
  public subscript(name: String) -> SQLiteTable? { tables.first { $0.name == name } }

  /// Returns the `Z_ENT` of an entity, or nil when the model has none of this name. O(1).
  public func number(of entity: String) -> Int? { numbers[entity] }

  /// The SQL that makes all tables, and then their indexes; without semicolons. O(columns and indexes of all tables).
  public var statements: [String] {
    tables.map(\.createStatement) + tables.flatMap(\.indexes).map(\.createStatement)
  }
}
