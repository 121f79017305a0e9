import Foundation
import Normalization
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

@Suite("The corpus of tables")
struct DiscoveryCorpusTests {
  @Test("Tiny tables")
  func tiny() throws {
    for row in try Corpus.cases("disc_cases.jsonl", as: SmallCase.self) {
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

  @Test(
    "Tables with their dependencies and unique columns",
    arguments: [
      "g1k8", "gedge", "league_match", "league_player", "league_skill_lang", "league_team", "hyfd_counterexample",
    ])
  func tables(_ name: String) throws {
    guard let json = Corpus.text("tables/\(name).json"), let table = try table(name) else { return }
    let expected = try JSONDecoder().decode(TableCase.self, from: Data(json.utf8))
    #expect(table.rowCount == expected.rows)
    #expect(try Set(table.functionalDependencies()) == Set(expected.fds.map(\.dependency)))
    #expect(try Set(table.uniqueColumnCombinations()) == Set(expected.uccs.map { AttributeSet($0) }))
    if let bases = expected.mvdBases { #expect(try Set(table.dependencyBases()) == Set(bases.map(\.basis))) }
  }

  @Test("Inclusion dependencies between the league's tables")
  func inclusions() throws {
    struct Group: Decodable {
      var tables: [String]
      var expected: [[String]]
    }
    guard let json = Corpus.text("tables/inds.json") else { return }
    let groups = try JSONDecoder().decode([String: Group].self, from: Data(json.utf8))
    let league = try #require(groups["league"])
    let tables = try league.tables.compactMap { try table($0) }
    let found = try ValueTable.inclusionDependencies(among: tables).map { inclusion in
      [inclusion.dependent, inclusion.referenced].map {
        league.tables[$0.table] + "." + tables[$0.table].columns[$0.column]
      }
    }
    #expect(Set(found) == Set(league.expected))
  }

  private func table(_ name: String) throws -> ValueTable? {
    guard let csv = Corpus.text("tables/\(name).csv") else { return nil }
    let lines = csv.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return try ValueTable(columns: lines[0], rows: Array(lines.dropFirst()))
  }
}
