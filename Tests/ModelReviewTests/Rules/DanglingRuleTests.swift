import ModelReview
import Testing

@Suite("Rule: no action")
struct DanglingRuleTests {
  @Test("Links to nowhere")
  func linksToNowhere() throws {
    let found = try messages(
      of: DanglingRule.self,
      """
      entity Team { players ->> Player?, inverse team, delete none }
      entity Player { team -> Team?, inverse players }
      """)
    #expect(found == ["deleting a Team leaves the objects in players with a link to nowhere"])
  }

  @Test("Parts may go with their owner")
  func parts() throws {
    let found = try findings(
      of: DanglingRule.self,
      """
      entity Team { players ->> Player?, inverse team, delete none }
      entity Player { team -> Team?, inverse players }
      """)
    #expect(
      found.map(\.fix) == ["change Team.players, delete nullify"])
  }

  @Test("A custom of the whole model is one finding")
  func customs() throws {
    let found = try messages(
      of: DanglingRule.self,
      """
      entity A { bs ->> B?, inverse a, delete none; cs ->> C?, inverse a, delete none }
      entity B { a -> A?, inverse bs, delete none }
      entity C { a -> A?, inverse cs, delete none }
      """)
    #expect(
      found == [
        "4 relationships have the rule no action, which leaves links to what is gone, and each needs another rule: "
          + "A.bs, A.cs, B.a, C.a"
      ])
  }

  @Test("A to-one holds one object")
  func toOne() throws {
    let found = try messages(
      of: DanglingRule.self,
      """
      entity Team { coach -> Coach?, inverse team, delete none }
      entity Coach { team -> Team?, inverse coach }
      """)
    #expect(found == ["deleting a Team leaves its coach with a link to nowhere"])
  }

  @Test("Without an inverse, no link leads to what is deleted")
  func withoutInverse() throws {
    let found = try places(
      of: DanglingRule.self,
      """
      entity Category { name: String }
      entity Budget { amount: Integer32; category -> Category?, delete none; past ->> Category?, delete none }
      """)
    #expect(found == [])
  }

  @Test("Where the other end is required, nullify is no remedy")
  func requiredInverse() throws {
    let found = try findings(
      of: DanglingRule.self,
      """
      entity Team { players ->> Player?, inverse team, delete none }
      entity Player { team -> Team, inverse players, delete none }
      """
    ).map(\.fix)
    #expect(
      found == [
        "change Team.players, delete deny, or if a Player may be without its Team: change Player.team, optional, and: change Team.players, delete nullify; delete "
          + "cascade only if a Player means nothing without its Team",
        "change Player.team, delete nullify",
      ])
  }

  @Test("Nullify leaves none")
  func nullifyLeavesNone() throws {
    let found = try places(
      of: DanglingRule.self,
      """
      entity Team { name: String; players ->> Player?, inverse team }
      entity Player { name: String; team -> Team?, inverse players }
      """)
    #expect(found == [])
  }
}
