import Foundation
import Normalization
import TestSupport
import Testing

/// `[[columns], column]`.
private struct Found: Decodable, Hashable {
  var left: [Int]
  var right: Int
  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    left = try list.decode([Int].self)
    right = try list.decode(Int.self)
  }
  var dependency: FunctionalDependency { FunctionalDependency(AttributeSet(left), [right]) }
}

/// `[[columns], [blocks]]`.
private struct Basis: Decodable {
  var left: [Int]
  var blocks: [[Int]]
  var basis: DependencyBasis {
    DependencyBasis(determinant: AttributeSet(left), blocks: blocks.map { AttributeSet($0) }.sorted())
  }
  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    left = try list.decode([Int].self)
    blocks = try list.decode([[Int]].self)
  }
}

/// A line of disc_cases.jsonl.
private struct SmallCase: Decodable {
  var id: Int
  var columns: Int
  var rows: [[String]]
  var fds: [Found]
  var uccs: [[Int]]
  var mvdBases: [Basis]?
  var inds: [[Int]]
}

/// A file of tables/.
private struct TableCase: Decodable {
  var table: String
  var rows: Int
  var columns: [String]
  var fds: [Found]
  var uccs: [[Int]]
  var mvdBases: [Basis]?
}

@Suite("Tables with expected dependencies")
struct DiscoveryCorpusTests {
  @Test("The corpus is there, whole", .enabled(if: corpus.isThere, "the corpus is not there"))
  func whole() throws {
    #expect(try corpus.lines("disc_cases.jsonl").count == 99)
  }

  @Test("Tiny tables", arguments: Corpus.all)
  func tiny(_ corpus: Corpus) throws {
    for row in try corpus.values("disc_cases.jsonl", as: SmallCase.self) {
      let table = try ValueTable(
        columns: (0..<row.columns).map { "c\($0)" }, rows: row.rows.map { $0.map { $0.isEmpty ? nil : $0 } })
      #expect(try Set(table.functionalDependencies()) == Set(row.fds.map(\.dependency)), "\(row.id)")
      #expect(try Set(table.uniqueColumnCombinations()) == Set(row.uccs.map { AttributeSet($0) }), "\(row.id)")
      if let bases = row.mvdBases {
        #expect(try Set(table.dependencyBases()) == Set(bases.map(\.basis)), "\(row.id)")
      }
      let inclusions = try ValueTable.inclusionDependencies(among: [table])
      #expect(inclusions.map { [$0.dependent.column, $0.referenced.column] } == row.inds, "\(row.id)")
    }
  }

  @Test("Our own tables with their dependencies and unique columns", arguments: ["courses", "rooms"])
  func ownTables(_ name: String) throws { try check(name, samples) }

  @Test(
    "Real and generated tables with their dependencies and unique columns",
    .enabled(if: corpus.isThere, "the corpus is not there"),
    arguments: [
      "g1k8", "gedge", "league_match", "league_player", "league_skill_lang", "league_team", "hyfd_counterexample",
    ])
  func tables(_ name: String) throws { try check(name, corpus) }

  private func check(_ name: String, _ corpus: Corpus) throws {
    let table = try table(name, corpus)
    let expected = try JSONDecoder().decode(TableCase.self, from: Data(corpus.text("tables/\(name).json").utf8))
    #expect(table.rowCount == expected.rows)
    #expect(try Set(table.functionalDependencies()) == Set(expected.fds.map(\.dependency)))
    #expect(try Set(table.uniqueColumnCombinations()) == Set(expected.uccs.map { AttributeSet($0) }))
    if let bases = expected.mvdBases { #expect(try Set(table.dependencyBases()) == Set(bases.map(\.basis))) }
  }

  @Test("Inclusion dependencies between the tables of a group", arguments: Corpus.all)
  func inclusions(_ corpus: Corpus) throws {
    struct Group: Decodable {
      var tables: [String]
      var expected: [[String]]
    }
    let groups = try JSONDecoder().decode([String: Group].self, from: Data(corpus.text("tables/inds.json").utf8))
    let league = try #require(groups["league"] ?? groups["school"])
    let tables = try league.tables.map { try table($0, corpus) }
    let found = try ValueTable.inclusionDependencies(among: tables).map { inclusion in
      [inclusion.dependent, inclusion.referenced].map {
        league.tables[$0.table] + "." + tables[$0.table].columns[$0.column]
      }
    }
    #expect(Set(found) == Set(league.expected))
  }

  private func table(_ name: String, _ corpus: Corpus) throws -> ValueTable {
    let lines = try corpus.lines("tables/\(name).csv").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return try ValueTable(columns: lines[0], rows: Array(lines.dropFirst()))
  }
}
