import ModelReview
import Testing

@Suite("Rule: all but a few")
struct NearMissTests {
  @Test("One of 241")
  func oneOf() throws {
    let found = try places(
      of: NearMiss.self,
      #"""
      entity Team { name: String; players ->> Player?, inverse team }
      entity Player { name: String; shirt: Integer16?; team -> Team?, inverse players }
      for n in 0...11 {
        let t = Team(name: "Team \(n)")
        for i in 1...20 { Player(name: "Player \(n) \(i)", shirt: n % 5, team: t) }
      }
      Player(name: "Odd", shirt: 77, team: Team#1)
      """#)
    #expect(found == ["Player.shirt ← team"])
  }

  @Test("All of them")
  func allOfThem() throws {
    let found = try places(
      of: NearMiss.self,
      #"""
      entity Team { name: String; players ->> Player?, inverse team }
      entity Player { name: String; shirt: Integer16?; team -> Team?, inverse players }
      for n in 0...11 {
        let t = Team(name: "Team \(n)")
        for i in 1...20 { Player(name: "Player \(n) \(i)", shirt: n % 5, team: t) }
      }
      """#)
    #expect(found == [])
  }
}
