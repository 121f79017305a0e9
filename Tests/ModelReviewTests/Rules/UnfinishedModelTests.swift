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

  @Test("A misspelt inverse is one finding, with the line that mends it")
  func misspeltInverse() throws {
    let model = """
      entity Team { name: String; players ->> Player?, inverse teem }
      entity Player { name: String; team -> Team? }
      """
    #expect(try findings(of: UnfinishedModel.self, model).map(\.fix) == ["change Team.players, inverse team"])
    #expect(try messages(of: MissingInverse.self, model) == [])
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
