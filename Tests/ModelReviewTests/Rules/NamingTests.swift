import ModelReview
import Testing

@Suite("Rule: names as everybody writes them")
struct NamingTests {
  @Test("Capitals and plurals")
  func capitalsAndPlurals() throws {
    let found = try messages(
      of: Naming.self,
      """
      entity team { Name: String; player ->> Player?, inverse club }
      entity Player { name: String; club -> team?, inverse player }
      """)
    #expect(
      found == [
        "the entity team begins with a small letter", "team.Name begins with a capital, as entities do",
        "team.player holds many, and its name is in the singular",
      ])
  }

  @Test("As usual")
  func asUsual() throws {
    let found = try places(
      of: Naming.self,
      """
      entity Team { name: String; players ->> Player?, inverse team }
      entity Player { name: String; team -> Team?, inverse players }
      """)
    #expect(found == [])
  }
}
