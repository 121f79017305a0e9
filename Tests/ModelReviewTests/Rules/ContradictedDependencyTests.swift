import ModelReview
import Testing

@Suite("Rule: objects keep to what is declared")
struct ContradictedDependencyTests {
  static let model = """
    entity Team { name: String; players ->> Player?, inverse team }
    entity Player { name: String; shirt: Integer16?; team -> Team?, inverse players }
    dependency Player: team -> shirt
    let heat = Team(name: "Heat")
    Player(name: "Wade", shirt: 3, team: heat)

    """

  @Test("Two that differ")
  func differing() throws {
    let found = try messages(
      of: ContradictedDependency.self, Self.model + "Player(name: \"Allen\", shirt: 34, team: heat)")
    #expect(found == ["team -> shirt is declared, and objects with the same team differ in shirt"])
  }

  @Test("Objects that agree, and objects without a team")
  func agreeing() throws {
    let found = try places(
      of: ContradictedDependency.self,
      Self.model
        + "Player(name: \"Allen\", shirt: 3, team: heat); Player(name: \"Free\", shirt: 1); Player(name: \"Agent\", shirt: 2)"
    )
    #expect(found == [])
  }
}
