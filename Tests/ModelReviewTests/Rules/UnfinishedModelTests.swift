import ModelReview
import Testing

@Suite("Rule: what is named is there")
struct UnfinishedModelTests {
  @Test("A destination that is missing")
  func aDestinationThatIsMissing() throws {
    let found = try messages(
      of: UnfinishedModel.self,
      """
      entity Player { team -> Team? }
      """)
    #expect(found == ["Player.team leads to Team, which does not exist"])
  }

  @Test("A whole model")
  func aWholeModel() throws {
    let found = try places(
      of: UnfinishedModel.self,
      """
      entity Team { name: String; players ->> Player?, inverse team }
      entity Player { name: String; team -> Team?, inverse players }
      """)
    #expect(found == [])
  }
}
