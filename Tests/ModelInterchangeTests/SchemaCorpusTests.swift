import ModelInterchange
import ObjectGraph
import Testing

@Suite("Schemas as Apple's framework made them")
struct SchemaCorpusTests {
  @Test("Entities, tables and columns", arguments: SchemaCorpus.pairs)
  func tables(_ pair: SchemaCorpus.Pair) throws {
    let schema = try SQLiteSchema(pair.model, framework: pair.framework)
    #expect(schema.entities.map { "\($0.number)|\($0.name)|\($0.parentNumber)" } == pair.entities)
    #expect(schema.tables.map(\.createStatement).sorted() == pair.tables.sorted())
  }

  @Test("The order in which tables are made", arguments: SchemaCorpus.pairs)
  func order(_ pair: SchemaCorpus.Pair) throws {
    let schema = try SQLiteSchema(pair.model, framework: pair.framework)
    let isSame = schema.tables.map(\.createStatement) == pair.tables
    #expect(isSame != Self.otherOrder.contains(pair.stem))
  }

  /// Stores that were migrated from an older model: what changed was made anew, behind what did not.
  static let otherOrder: Set<String> = []

  @Test("Indexes", arguments: SchemaCorpus.pairs)
  func indexes(_ pair: SchemaCorpus.Pair) throws {
    let schema = try SQLiteSchema(pair.model, framework: pair.framework)
    let ours = Set(schema.tables.flatMap(\.indexes).map(\.createStatement))
    let theirs = Set(pair.indexes)
    let known = Self.otherIndexes[pair.stem] ?? Difference()
    #expect(theirs.subtracting(ours).map(Self.name).sorted() == known.theirs.sorted())
    #expect(ours.subtracting(theirs).map(Self.name).sorted() == known.ours.sorted())
  }

  static func name(_ statement: String) -> String { String(statement.split(separator: " ")[2]) }

  struct Difference {
    var ours: [String] = []
    var theirs: [String] = []
  }

  static let otherIndexes: [String: Difference] = [:]

  @Test("A pair that is listed as different is there")
  func listedPairs() {
    guard !SchemaCorpus.pairs.isEmpty else { return }
    let stems = Set(SchemaCorpus.pairs.map(\.stem))
    #expect(Self.otherOrder.union(Self.otherIndexes.keys).subtracting(stems).isEmpty)
    #expect(stems.count == 24)
  }
}
