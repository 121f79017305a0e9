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
