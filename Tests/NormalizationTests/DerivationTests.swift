import Normalization
import Testing

@Suite("Derivations step by step")
struct DerivationTests {
  private func text(_ derivation: Derivation?, _ schema: RelationSchema) -> [String] {
    (derivation?.steps ?? []).map { "\(schema.letters($0.dependency)) \($0.rule)" }
  }

  @Test(
    "The steps",
    arguments: [
      ("ABC", "A>B B>C", "A>C", ["A>B given(0)", "B>C given(1)", "A>C transitivity(0, 1)"]),
      ("AB", "", "AB>A", ["AB>A reflexivity"]),
      ("ABC", "A>BC", "A>B", ["A>BC given(0)", "A>B decomposition(0)"]),
      (
        "ABC", "A>B A>C", "A>BC",
        ["A>B given(0)", "A>C given(1)", "A>BC union(0, 1)"]
      ),
      (
        "ABCD", "A>B BC>D", "AC>D",
        [
          "A>B given(0)", "AC>A reflexivity", "AC>B transitivity(1, 0)", "BC>D given(1)",
          "AC>ABC augmentation(2, with: {0, 2})", "AC>BC decomposition(4)", "AC>D transitivity(5, 3)",
        ]
      ),
    ])
  func steps(_ row: (attributes: String, given: String, goal: String, steps: [String])) throws {
    let schema = try RelationSchema(row.attributes, row.given)
    let goal = try #require(try RelationSchema(row.attributes, row.goal).functionalDependencies.first)
    #expect(text(schema.derivation(of: goal), schema) == row.steps)
  }

  @Test("What does not follow has two rows to show it, and no derivation")
  func counterexample() throws {
    let schema = try RelationSchema("ABC", "A>B")
    let goal = FunctionalDependency(schema.set("A"), schema.set("C"))
    #expect(schema.derivation(of: goal) == nil)
    #expect(schema.counterexample(to: goal)?.rows == [[0, 0, 0], [0, 0, 1]])
  }

  @Test("A step that does not follow is found, whoever wrote it")
  func unsound() throws {
    let schema = try RelationSchema("ABC", "A>B B>C")
    func step(_ letters: String, _ rule: Derivation.Rule) throws -> Derivation.Step {
      .init(try #require(try RelationSchema("ABC", letters).functionalDependencies.first), rule)
    }
    let wrong = Derivation(steps: [
      try step("A>B", .given(0)), try step("AC>BC", .augmentation(0, with: schema.set("C"))),
      try step("AC>A", .transitivity(1, 5)),
    ])
    #expect(wrong.firstUnsoundStep(from: schema.functionalDependencies) == 2)
    let given = Derivation(steps: [try step("B>A", .given(1))])
    #expect(given.firstUnsoundStep(from: schema.functionalDependencies) == 0)
    let pseudo = Derivation(steps: [
      try step("A>B", .given(0)), try step("B>C", .given(1)),
      try step("AC>C", .pseudotransitivity(0, 1, with: schema.set("C"))),
    ])
    #expect(pseudo.firstUnsoundStep(from: schema.functionalDependencies) == 2)
  }
}
