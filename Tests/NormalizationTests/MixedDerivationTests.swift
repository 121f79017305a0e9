import Normalization
import Support
import Testing

/// Every derivation is checked by the checker of rules, and there is one exactly where the dependency is implied.
@Suite("Functional and multivalued dependencies together are derived step by step")
struct MixedDerivationTests {
  static func set(_ bits: Int) -> AttributeSet {
    var set = AttributeSet()
    for place in 0..<8 where bits & (1 << place) != 0 { set.insert(place) }
    return set
  }

  @Test("On 250 random schemas of four and five attributes, for every left and right side")
  func allGoals() throws {
    var random = SplitMix(state: 7)
    for round in 0..<250 {
      let count = round < 200 ? 4 : 5
      let all = 1 << count
      let names = ["A", "B", "C", "D", "E"].prefix(count).map { $0 }
      let functional = (0..<Int.random(in: 0...2, using: &random)).map { _ in
        FunctionalDependency(
          Self.set(Int.random(in: 0..<all, using: &random)), Self.set(Int.random(in: 1..<all, using: &random)))
      }
      let multivalued = (0..<Int.random(in: 0...2, using: &random)).map { _ in
        MultivaluedDependency(
          Self.set(Int.random(in: 0..<all, using: &random)), Self.set(Int.random(in: 1..<all, using: &random)))
      }
      let schema = try RelationSchema(
        names: names, functionalDependencies: functional, multivaluedDependencies: multivalued)
      for left in 0..<all {
        for right in 1..<all {
          for goal in [
            Dependency.functional(FunctionalDependency(Self.set(left), Self.set(right))),
            .multivalued(MultivaluedDependency(Self.set(left), Self.set(right))),
          ] {
            let derivation = try schema.mixedDerivation(of: goal)
            let isImplied = try schema.implies(goal)
            guard (derivation != nil) == isImplied, derivation.map({ $0.conclusion == goal }) ?? true,
              derivation.flatMap({ $0.firstUnsoundStep(in: schema) }) == nil
            else {
              Issue.record("\(schema.dependencies.map(schema.text(of:))): \(schema.text(of: goal))")
              return
            }
          }
        }
      }
    }
  }

  @Test("A ->> C and B -> C give A -> C, by coalescence")
  func coalescence() throws {
    let schema = try RelationSchema(
      attributes: ["A", "B", "C"], functionalDependencies: [(["B"], ["C"])],
      multivaluedDependencies: [(["A"], ["C"])])
    let goal = Dependency.functional(FunctionalDependency([0], [2]))
    let derivation = try #require(try schema.mixedDerivation(of: goal))
    #expect(derivation.steps.map { schema.text(of: $0.dependency) } == ["A ->> C", "B -> C", "A -> C"])
    #expect(derivation.steps.last?.rule == .coalescence(0, 1))
  }

  @Test("What A ->> B leaves, by complementation")
  func complementation() throws {
    let schema = try RelationSchema(attributes: ["A", "B", "C"], multivaluedDependencies: [(["A"], ["B"])])
    let derivation = try #require(
      try schema.mixedDerivation(of: .multivalued(MultivaluedDependency([0], [2]))))
    #expect(derivation.steps.map { schema.text(of: $0.dependency) } == ["A ->> B", "A ->> C"])
    #expect(derivation.steps.map(\.rule) == [.givenMultivalued(0), .complementation(0)])
  }

  @Test("A derivation that anybody has written is checked too")
  func unsound() throws {
    let schema = try RelationSchema(attributes: ["A", "B", "C"], multivaluedDependencies: [(["A"], ["B"])])
    let given = MixedDerivation.Step(.multivalued(MultivaluedDependency([0], [1])), .givenMultivalued(0))
    let steps: [(MixedDerivation.Step, Int?)] = [
      (.init(.multivalued(MultivaluedDependency([0], [2])), .complementation(0)), nil),
      (.init(.multivalued(MultivaluedDependency([0], [1, 2])), .complementation(0)), 1),
      (.init(.functional(FunctionalDependency([0], [1])), .replication(0)), 1),
      (
        .init(
          .multivalued(MultivaluedDependency([0, 2], [1, 2])), .multivaluedAugmentation(0, left: [2], right: [2])), nil
      ),
      (.init(.multivalued(MultivaluedDependency([0], [1, 2])), .multivaluedAugmentation(0, left: [], right: [2])), 1),
      (.init(.multivalued(MultivaluedDependency([0], [2])), .complementation(4)), 1),
    ]
    for (step, expected) in steps {
      #expect(MixedDerivation(steps: [given, step]).firstUnsoundStep(in: schema) == expected)
    }
  }
}
