import ModelReview
import Testing

@Suite("Rule: copies of another object's attribute")
struct CopyOfRelatedTests {
  @Test("The city of the team")
  func theCityOfTheTeam() throws {
    let found = try places(
      of: CopyOfRelated.self,
      #"""
      entity Team { name: String; city: String?; players ->> Player?, inverse team }
      entity Player { name: String; teamCity: String?; team -> Team?, inverse players }
      for n in 0...11 {
        let t = Team(name: "Team \(n)", city: "City \(n)")
        for i in 1...5 { Player(name: "Player \(n) \(i)", teamCity: "City \(n)", team: t) }
      }
      """#)
    #expect(found == ["Player.teamCity ← team.city"])
  }

  @Test("Another city")
  func anotherCity() throws {
    let found = try places(
      of: CopyOfRelated.self,
      #"""
      entity Team { name: String; city: String?; players ->> Player?, inverse team }
      entity Player { name: String; teamCity: String?; team -> Team?, inverse players }
      for n in 0...11 {
        let t = Team(name: "Team \(n)", city: "City \(n)")
        for i in 1...5 { Player(name: "Player \(n) \(i)", teamCity: "City \(i)", team: t) }
      }
      """#)
    #expect(found == [])
  }
}
