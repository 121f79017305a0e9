import ModelReview
import Testing

@Suite("Rule: every relationship has an inverse")
struct MissingInverseTests {
  @Test("One way")
  func oneWay() throws {
    let found = try messages(
      of: MissingInverse.self,
      """
      entity Team { name: String }
      entity Player { team -> Team? }
      """)
    #expect(found == ["Player.team should have an inverse: without one the graph cannot keep both ends in step"])
  }

  @Test("Two ways that know nothing of each other are made one")
  func twoWays() throws {
    let found = try findings(
      of: MissingInverse.self,
      """
      entity Team { name: String; players ->> Player? }
      entity Player { team -> Team? }
      """
    ).map(\.fix)
    #expect(found == ["change Team.players, inverse team", "change Player.team, inverse players"])
  }

  @Test("Both ends")
  func bothEnds() throws {
    let found = try places(
      of: MissingInverse.self,
      """
      entity Team { name: String; players ->> Player?, inverse team }
      entity Player { name: String; team -> Team?, inverse players }
      """)
    #expect(found == [])
  }
}
