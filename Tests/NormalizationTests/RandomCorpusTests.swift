import Normalization
import TestSupport
import Testing

let corpus = Corpus("normalization")
let samples = Corpus(samplesBeside: #filePath)

extension Corpus {
  /// Our own cases, and the corpus's where it is there.
  static let all = [samples] + (corpus.isThere ? [corpus] : [])
}

/// `[[left], [right]]` in a case.
typealias Sides = [[String]]

/// A line of random_cases.jsonl.
private struct RandomCase: Decodable {
  struct Functional: Decodable {
    var keys: [[String]]
    var prime: [String]
    var nf: String
    var violates2NF, violates3NF, violatesBCNF, minimalFDs: [Violation]
    var minimalCover: [Sides]
    var preservingBCNFExists: Bool
    var armstrongRows: Int
  }
  struct All: Decodable {
    var keys: [[String]]
    var prime: [String]
    var nf: String
    var violates4NF: [FourthViolation]
    var sixNF: Bool
  }
  struct Closure: Decodable {
    var of, fdOnly, withMVDs: [String]
    var dependencyBasis: [[String]]
  }
  struct Cut: Decodable {
    var components: [[String]]
    var losslessFDs, losslessAll, preservesFDs: Bool
    var lostFDs: [Sides]
    var componentsBCNF, components3NF: [Bool]
  }
  /// `[[left], "A"]`.
  struct Violation: Decodable {
    var left: [String]
    var right: String
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      left = try list.decode([String].self)
      right = try list.decode(String.self)
    }
  }
  /// `[[left], [blocks]]`.
  struct FourthViolation: Decodable {
    var left: [String]
    var blocks: [[String]]
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      left = try list.decode([String].self)
      blocks = try list.decode([[String]].self)
    }
  }

  var id: Int
  var attributes: [String]
  var fds, mvds: [Sides]
  var fdOnly: Functional
  var withMVDs: All
  var closures: [Closure]
  var decompositions: [Cut]

  var schema: RelationSchema {
    get throws {
      try RelationSchema(
        attributes: attributes, functionalDependencies: fds.map { ($0[0], $0[1]) },
        multivaluedDependencies: mvds.map { ($0[0], $0[1]) })
    }
  }
}

@Suite("Schemas with expected reports")
struct RandomCorpusTests {
  /// Reading the cases takes longer than checking them.
  private static let cases = Corpus.all.map { corpus in
    Result { try corpus.values("random_cases.jsonl", as: RandomCase.self) }
  }

  @Test("The corpus is there, whole", .enabled(if: corpus.isThere, "the corpus is not there"))
  func whole() throws {
    #expect(try corpus.lines("random_cases.jsonl").count == 976)
    #expect(try corpus.lines("random_cases_5nf.jsonl").count == 194)
  }

  @Test("Keys, prime attributes and violations under functional dependencies", arguments: cases.indices)
  func functional(_ place: Int) throws {
    for row in try Self.cases[place].get() {
      let schema = try row.schema.functionalPart
      func sets(_ names: [[String]]) -> Set<AttributeSet> { Set(names.compactMap(schema.attributes)) }
      func dependencies(_ rows: [RandomCase.Violation]) -> Set<FunctionalDependency> {
        Set(
          rows.map {
            FunctionalDependency(schema.attributes($0.left) ?? [], schema.attributes([$0.right]) ?? [])
          })
      }
      let report = try schema.normalFormReport()
      #expect(Set(report.keys) == sets(row.fdOnly.keys), "\(row.id)")
      #expect(report.prime == schema.attributes(row.fdOnly.prime), "\(row.id)")
      #expect(min(report.normalForm, .boyceCodd).name == row.fdOnly.nf, "\(row.id)")
      func violations(_ form: NormalForm) -> Set<FunctionalDependency> {
        Set(
          report.violations(of: form).compactMap {
            if case .functional(let found) = $0.dependency { found } else { nil }
          })
      }
      #expect(violations(.second) == dependencies(row.fdOnly.violates2NF), "\(row.id)")
      #expect(violations(.third) == dependencies(row.fdOnly.violates3NF), "\(row.id)")
      #expect(violations(.boyceCodd) == dependencies(row.fdOnly.violatesBCNF), "\(row.id)")
      #expect(Set(report.minimalDependencies) == dependencies(row.fdOnly.minimalFDs), "\(row.id)")
      #expect(schema.isEquivalent(to: schema.minimalCover()), "\(row.id)")
      #expect(
        schema.isEquivalent(
          to: row.fdOnly.minimalCover.map {
            FunctionalDependency(schema.attributes($0[0]) ?? [], schema.attributes($0[1]) ?? [])
          }), "\(row.id)")
      #expect(try schema.armstrongRelation().rows.count == row.fdOnly.armstrongRows, "\(row.id)")
      let preserving = try schema.preservingBoyceCoddDecomposition()
      #expect((preserving != nil) == row.fdOnly.preservingBCNFExists, "\(row.id)")
      for component in preserving?.components ?? [] {
        #expect(try schema.component(component).normalForm() >= .boyceCodd, "\(row.id)")
      }
    }
  }

  @Test("Keys, violations and blocks with multivalued dependencies", arguments: cases.indices)
  func multivalued(_ place: Int) throws {
    for row in try Self.cases[place].get() {
      let schema = try row.schema
      func sets(_ names: [[String]]) -> Set<AttributeSet> { Set(names.compactMap(schema.attributes)) }
      let report = try schema.normalFormReport()
      #expect(Set(report.keys) == sets(row.withMVDs.keys), "\(row.id)")
      #expect(report.prime == schema.attributes(row.withMVDs.prime), "\(row.id)")
      #expect(min(report.normalForm, .fourth).name == row.withMVDs.nf, "\(row.id)")
      #expect((report.normalForm == .sixth) == row.withMVDs.sixNF, "\(row.id)")
      var found: [AttributeSet: Set<AttributeSet>] = [:]
      for violation in report.violations(of: .fourth) {
        found[violation.determinant ?? []] = Set(violation.blocks)
      }
      var expected: [AttributeSet: Set<AttributeSet>] = [:]
      for violation in row.withMVDs.violates4NF {
        expected[schema.attributes(violation.left) ?? []] = sets(violation.blocks)
      }
      #expect(found == expected, "\(row.id)")
      for closure in row.closures {
        let set = try #require(schema.attributes(closure.of))
        #expect(schema.functionalClosure(of: set) == schema.attributes(closure.fdOnly), "\(row.id)")
        #expect(try schema.closure(of: set) == schema.attributes(closure.withMVDs), "\(row.id)")
        #expect(try Set(schema.dependencyBasis(of: set)) == sets(closure.dependencyBasis), "\(row.id)")
      }
    }
  }

  @Test("Decompositions: lossless, preserving, the forms of the components", arguments: cases.indices)
  func decompositions(_ place: Int) throws {
    for row in try Self.cases[place].get() {
      let schema = try row.schema
      for cut in row.decompositions {
        let components = cut.components.compactMap(schema.attributes)
        #expect(try schema.functionalPart.joinsLosslessly(components) == cut.losslessFDs, "\(row.id)")
        #expect(try schema.joinsLosslessly(components) == cut.losslessAll, "\(row.id)")
        let lost = schema.lostDependencies(in: components)
        #expect(lost.isEmpty == cut.preservesFDs, "\(row.id)")
        #expect(
          Set(lost)
            == Set(
              cut.lostFDs.map {
                FunctionalDependency(schema.attributes($0[0]) ?? [], schema.attributes($0[1]) ?? [])
              }), "\(row.id)")
        for (index, component) in components.enumerated() {
          let form = try schema.functionalPart.component(component).normalForm()
          #expect((form >= .boyceCodd) == cut.componentsBCNF[index], "\(row.id)")
          #expect((form >= .third) == cut.components3NF[index], "\(row.id)")
        }
      }
      for kind in [RelationSchema.EquivalentKeys.apart, .together] {
        let synthesis = schema.synthesis(kind)
        #expect(synthesis.isPreserving, "\(row.id)")
        #expect(try schema.functionalPart.joinsLosslessly(synthesis.components), "\(row.id)")
        for component in synthesis.components {
          #expect(try schema.functionalPart.component(component).normalForm() >= .third, "\(row.id) \(kind)")
        }
      }
      let cut = try schema.boyceCoddDecomposition()
      #expect(try schema.joinsLosslessly(cut.components), "\(row.id)")
      let fourth = try schema.fourthNormalFormDecomposition()
      #expect(try schema.joinsLosslessly(fourth.components), "\(row.id)")
      for component in cut.components {
        #expect(try schema.component(component).normalForm() >= .boyceCodd, "\(row.id)")
      }
      for component in fourth.components {
        #expect(try schema.component(component).normalForm() >= .fourth, "\(row.id)")
      }
    }
  }

  /// A line of random_cases_5nf.jsonl.
  private struct JoinCase: Decodable {
    var id: Int
    var attributes: [String]
    var fds, mvds: [Sides]
    var jds: [[[String]]]
    var keys: [[String]]
    var nf, upTo4NF: String
    var fiveNF, sixNF, jdImpliedByKeys: Bool
  }

  @Test("Keys and forms with join dependencies", arguments: Corpus.all)
  func joins(_ corpus: Corpus) throws {
    for row in try corpus.values("random_cases_5nf.jsonl", as: JoinCase.self) {
      let schema = try RelationSchema(
        attributes: row.attributes, functionalDependencies: row.fds.map { ($0[0], $0[1]) },
        multivaluedDependencies: row.mvds.map { ($0[0], $0[1]) }, joinDependencies: row.jds)
      let report = try schema.normalFormReport()
      #expect(Set(report.keys) == Set(row.keys.compactMap(schema.attributes)), "\(row.id)")
      #expect(min(report.normalForm, .fifth).name == row.nf, "\(row.id)")
      #expect(min(report.normalForm, .fourth).name == row.upTo4NF, "\(row.id)")
      #expect((report.normalForm >= .fifth) == row.fiveNF, "\(row.id)")
      #expect((report.normalForm == .sixth) == row.sixNF, "\(row.id)")
    }
  }
}
