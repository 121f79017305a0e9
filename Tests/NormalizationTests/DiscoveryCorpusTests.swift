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
      let table = try ValueTable(columns: (0..<row.columns).map { "c\($0)" }, rows: row.rows)
      #expect(try Set(table.functionalDependencies()) == Set(row.fds.map(\.dependency)), "\(row.id)")
      #expect(try Set(table.uniqueColumnCombinations()) == Set(row.uccs.map { AttributeSet($0) }), "\(row.id)")
    }
  }

  @Test(
    "Tables with their dependencies and unique columns",
    arguments: ["g1k8", "gedge", "league_match", "league_player", "league_skill_lang", "league_team", "hyfd_counterexample"])
  func tables(_ name: String) throws {
    guard let json = Corpus.text("tables/\(name).json"), let csv = Corpus.text("tables/\(name).csv") else { return }
    let expected = try JSONDecoder().decode(TableCase.self, from: Data(json.utf8))
    let lines = csv.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    let table = try ValueTable(columns: lines[0], rows: Array(lines.dropFirst()))
    #expect(table.rowCount == expected.rows)
    #expect(try Set(table.functionalDependencies()) == Set(expected.fds.map(\.dependency)))
    #expect(try Set(table.uniqueColumnCombinations()) == Set(expected.uccs.map { AttributeSet($0) }))
  }
}
