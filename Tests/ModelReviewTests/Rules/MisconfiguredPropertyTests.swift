import ModelReview
import Testing

@Suite("Rule: the second warning of a missing inverse")
struct MisconfiguredPropertyTests {
  @Test("One way")
  func oneWay() throws {
    let found = try messages(
      of: MisconfiguredProperty.self,
      """
      entity Team { name: String }
      entity Player { team -> Team? }
      """)
    #expect(found == ["misconfigured property: Player.team should have an inverse"])
  }

  @Test("Both ends")
  func bothEnds() throws {
    let found = try places(
      of: MisconfiguredProperty.self,
      """
      entity Team { name: String; players ->> Player?, inverse team }
      entity Player { name: String; team -> Team?, inverse players }
      """)
    #expect(found == [])
  }
}
