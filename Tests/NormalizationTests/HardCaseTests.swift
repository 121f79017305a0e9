import Support
import Testing

@testable import Normalization

@Suite("Hard cases: interacting dependencies, many keys, wide schemas and tables")
struct HardCaseTests {
  @Test("A multivalued and a functional dependency make a key: A ->> C and B -> C give A -> C")
  func coalescence() throws {
    let schema = try RelationSchema("ABC", "A>>C B>C A>B")
    #expect(schema.letters(schema.functionalClosure(of: schema.set("A"))) == "ABC")
    let other = try RelationSchema("ABC", "A>>C B>C")
    #expect(other.letters(try other.closure(of: other.set("A"))) == "AC")
    #expect(other.letters(try other.candidateKeys()) == "AB")
  }

  @Test("A join dependency of three components: fourth form, not fifth; the cycle that a key closes is in fifth")
  func fifth() throws {
    let supplier = try RelationSchema("SPJ", joins: ["SP PJ SJ"])
    let report = try supplier.normalFormReport()
    #expect(report.normalForm == .fourth)
    #expect(report.violations.map { supplier.text(of: $0.dependency) } == ["* [S, P] [P, J] [S, J]"])
    #expect(try supplier.joinsLosslessly([supplier.set("SP"), supplier.set("PJ"), supplier.set("SJ")]))
    #expect(try !supplier.joinsLosslessly([supplier.set("SP"), supplier.set("PJ")]))
    let keyed = try RelationSchema("ABC", "A>BC", joins: ["AB AC"])
    #expect(try keyed.normalForm() == .fifth)
    #expect(try RelationSchema("AB", "A>B").normalForm() == .sixth)
  }

  @Test("An acyclic join dependency implies multivalued ones, and these break the fourth form")
  func acyclicJoin() throws {
    let schema = try RelationSchema("ABCD", joins: ["AB BC CD"])
    #expect(schema.letters(try schema.dependencyBasis(of: schema.set("B"))) == "A CD")
    let report = try schema.normalFormReport()
    #expect(report.normalForm == .boyceCodd)
    #expect(schema.letters(report.violations(of: .fourth).compactMap(\.determinant)) == "B C")
    #expect(schema.letters(try schema.fourthNormalFormDecomposition().components) == "AB BC CD")
  }

  @Test("Exponentially many keys: all of them within the budget, a clear error beyond it")
  func manyKeys() throws {
    func pairs(_ count: Int) throws -> RelationSchema {
      try RelationSchema(
        names: (0..<(2 * count)).map { "a\($0)" },
        functionalDependencies: (0..<count).flatMap {
          [FunctionalDependency([2 * $0], [2 * $0 + 1]), FunctionalDependency([2 * $0 + 1], [2 * $0])]
        })
    }
    #expect(try pairs(8).candidateKeys().count == 256)
    #expect(throws: NormalizationError.budgetExceeded(task: .candidateKeys, steps: 1_000_000)) {
      try pairs(40).candidateKeys(within: StepBudget(steps: 1_000_000))
    }
    #expect(throws: NormalizationError.budgetExceeded(task: .normalForm, steps: 1_000_000)) {
      try pairs(100).normalFormReport(within: StepBudget(steps: 1_000_000))
    }
    #expect(
      "\(NormalizationError.budgetExceeded(task: .candidateKeys, steps: 1_000_000))"
        == "finding all candidate keys takes more than 1000000 steps")
    // Functions that need no keys still answer.
    #expect(try pairs(100).minimalCover().count == 200)
    #expect(try pairs(100).synthesis(.together).components.count == 101)
  }

  @Test("A chain of 200 attributes")
  func chain() throws {
    let schema = try RelationSchema(
      names: (0..<200).map { "a\($0)" },
      functionalDependencies: (0..<199).map { FunctionalDependency([$0], [$0 + 1]) })
    #expect(try schema.candidateKeys() == [[0]])
    #expect(schema.minimalCover().count == 199)
    #expect(schema.synthesis().components.count == 199)
    #expect(schema.functionalClosure(of: [150]) == AttributeSet(150..<200))
    let derivation = try #require(schema.derivation(of: FunctionalDependency([0], [199])))
    #expect(derivation.firstUnsoundStep(from: schema.functionalDependencies) == nil)
  }

  @Test("Nothing at all")
  func nothing() throws {
    let empty = try RelationSchema(names: [], functionalDependencies: [FunctionalDependency([], [])])
    let report = try empty.normalFormReport()
    #expect(report.keys == [[]])
    #expect(report.normalForm == .sixth)
    #expect(try empty.boyceCoddDecomposition().components == [[]])
    #expect(try empty.fourthNormalFormDecomposition().components == [[]])
    #expect(empty.synthesis().components == [[]])
    #expect(try empty.armstrongRelation().rows == [[]])
    #expect(try empty.joinsLosslessly([[]]))
    let constant = try RelationSchema("AB", ">AB")
    #expect(try constant.candidateKeys() == [[]])
    #expect(constant.synthesis().components == [constant.heading])
    #expect(try constant.armstrongRelation().rows.count == 1)
  }

  @Test(
    "Names and places that are wrong",
    arguments: [
      (["A", "A"], [[["A"], ["A"]]], [], "there are two attributes 'A'"),
      (["A"], [[[], ["A"]], [["A"], ["B"]]], [], "there is no attribute 'B', which functional dependency 2 names"),
      (["A", "B"], [], [[["A"], ["A"]]], "join dependency 1 leaves out 'B'"),
      (["A"], [], [[]], "join dependency 1 leaves out 'A'"),
    ] as [([String], [[[String]]], [[[String]]], String)])
  func wrong(_ row: (attributes: [String], fds: [[[String]]], jds: [[[String]]], message: String)) {
    let error = #expect(throws: NormalizationError.self) {
      try RelationSchema(
        attributes: row.attributes, functionalDependencies: row.fds.map { ($0[0], $0[1]) }, joinDependencies: row.jds)
    }
    #expect(error.map { "\($0)" } == row.message)
  }

  @Test("A position that has no name")
  func position() {
    #expect(throws: NormalizationError.positionOutOfRange(70, in: DependencyPlace(.multivalued, 0))) {
      try RelationSchema(names: ["A"], multivaluedDependencies: [MultivaluedDependency([0], [70])])
    }
  }

  @Test("A table of 90 columns: constants, missing values, copies, and a key")
  func wideTable() throws {
    // Columns 0 number, 1 constant, 2 missing everywhere, from 3 on copies of the number's parity.
    let rows = (0..<50).map { row -> [String?] in
      ["\(row)", "same", nil] + Array(repeating: "\(row % 2)", count: 87)
    }
    let table = try ValueTable(columns: (0..<90).map { "c\($0)" }, rows: rows)
    let found = try table.functionalDependencies()
    #expect(found.filter { $0.determinant == [] } == [FunctionalDependency([], [1]), FunctionalDependency([], [2])])
    #expect(found.filter { $0.determinant == [0] }.count == 87)
    #expect(found.filter { $0.determinant == [89] }.count == 86)
    #expect(found.count == 2 + 87 + 87 * 86)
    #expect(try table.uniqueColumnCombinations() == [[0]])
    let twice = try ValueTable(columns: table.columns, rows: rows + rows)
    #expect(try twice.functionalDependencies() == found)
    #expect(try twice.uniqueColumnCombinations() == [])
    #expect(throws: NormalizationError.budgetExceeded(task: .multivaluedDiscovery, steps: 2_000_000_000)) {
      try table.dependencyBases()
    }
  }

  @Test("A table with more dependencies than anybody waits for")
  func budget() throws {
    var numbers = SplitMix(state: 3)
    let rows = (0..<120).map { _ in (0..<70).map { _ -> String? in String(numbers.below(2)) } }
    let table = try ValueTable(columns: (0..<70).map(String.init), rows: rows)
    #expect(throws: NormalizationError.budgetExceeded(task: .functionalDiscovery, steps: 200_000)) {
      try table.functionalDependencies(within: StepBudget(steps: 200_000))
    }
  }

  @Test("A row that is too short")
  func ragged() {
    let error = #expect(throws: NormalizationError.self) {
      try ValueTable(columns: ["a", "b"], rows: [["1", "2"], ["1"]])
    }
    #expect(error.map { "\($0)" } == "row 2 has 1 values for 2 columns")
  }
}
