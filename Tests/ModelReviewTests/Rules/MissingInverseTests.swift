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
    #expect(found == ["Player.team has no inverse: the graph cannot keep both ends in step"])
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
