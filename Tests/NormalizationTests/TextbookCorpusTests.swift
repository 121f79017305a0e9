import Normalization
import TestSupport
import Testing

/// A line of textbook_cases.jsonl.
private struct TextbookCase: Decodable {
  struct Expected: Decodable {
    struct Cut: Decodable {
      var lossless, preserving: Bool
    }
    var keys: [[String]]
    var prime: [String]
    var nf: String
    var minimalCover: [Sides]
    var synthesis3NF: [[String]]?
    var bcnfDecomposition: [[String]]?
    var preservingBCNFExists: Bool?
    var projection: [Sides]?
    var sourceDecomposition: Cut?
  }
  struct Claims: Decodable {
    var decomposition: [[String]]?
    var projectionOn: [String]?
  }
  var id: String
  var attributes: [String]
  var fds, mvds: [Sides]
  var jds: [[[String]]]
  var expected: Expected
  var sourceClaims: Claims
}

@Suite("Textbook schemas")
struct TextbookCorpusTests {
  @Test("The corpus is there, whole", .enabled(if: corpus.isThere, "the corpus is not there"))
  func whole() throws {
    #expect(try corpus.lines("textbook_cases.jsonl").count == 83)
  }

  @Test("Keys, forms, covers and decompositions", arguments: Corpus.all)
  func cases(_ corpus: Corpus) throws {
    for row in try corpus.values("textbook_cases.jsonl", as: TextbookCase.self) {
      let schema = try RelationSchema(
        attributes: row.attributes, functionalDependencies: row.fds.map { ($0[0], $0[1]) },
        multivaluedDependencies: row.mvds.map { ($0[0], $0[1]) }, joinDependencies: row.jds)
      func dependencies(_ rows: [Sides]) -> [FunctionalDependency] {
        rows.map { FunctionalDependency(schema.attributes($0[0]) ?? [], schema.attributes($0[1]) ?? []) }
      }
      let report = try schema.normalFormReport()
      #expect(Set(report.keys) == Set(row.expected.keys.compactMap(schema.attributes)), "\(row.id)")
      #expect(report.prime == schema.attributes(row.expected.prime), "\(row.id)")
      #expect(min(report.normalForm, .fifth).name == row.expected.nf, "\(row.id)")

      let cover = schema.minimalCover()
      #expect(schema.isEquivalent(to: cover), "\(row.id)")
      #expect(schema.isEquivalent(to: dependencies(row.expected.minimalCover)), "\(row.id)")

      let synthesis = schema.synthesis()
      #expect(synthesis.isPreserving, "\(row.id)")
      #expect(try schema.functionalPart.joinsLosslessly(synthesis.components), "\(row.id)")
      if let components = row.expected.synthesis3NF?.compactMap(schema.attributes) {
        #expect(schema.lostDependencies(in: components).isEmpty, "\(row.id)")
      }

      let cut = try schema.boyceCoddDecomposition()
      #expect(try schema.joinsLosslessly(cut.components), "\(row.id)")
      for component in cut.components {
        #expect(try schema.component(component).normalForm() >= .boyceCodd, "\(row.id)")
      }
      if let exists = row.expected.preservingBCNFExists {
        #expect(try (schema.preservingBoyceCoddDecomposition() != nil) == exists, "\(row.id)")
      }
      if let claimed = row.sourceClaims.decomposition, let expected = row.expected.sourceDecomposition {
        let components = claimed.compactMap(schema.attributes)
        #expect(try schema.joinsLosslessly(components) == expected.lossless, "\(row.id)")
        #expect(schema.lostDependencies(in: components).isEmpty == expected.preserving, "\(row.id)")
      }
      if let on = row.sourceClaims.projectionOn, let expected = row.expected.projection {
        let projected = try schema.projectedDependencies(on: schema.attributes(on) ?? [])
        let whole = try RelationSchema(names: schema.names, functionalDependencies: projected)
        #expect(whole.isEquivalent(to: dependencies(expected)), "\(row.id)")
      }
    }
  }
}
