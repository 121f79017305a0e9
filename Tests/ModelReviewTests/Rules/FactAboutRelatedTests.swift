import ModelReview
import Testing

@Suite("Rule: facts about another object")
struct FactAboutRelatedTests {
  @Test("The team decides")
  func theTeamDecides() throws {
    let found = try places(
      of: FactAboutRelated.self,
      #"""
      entity Team { name: String; players ->> Player?, inverse team }
      entity Player { name: String; shirt: Integer16?; team -> Team?, inverse players }
      for n in 0...11 {
        let t = Team(name: "Team \(n)")
        for i in 1...5 { Player(name: "Player \(n) \(i)", shirt: n % 5, team: t) }
      }
      """#)
    #expect(found == ["Player.shirt ← team"])
  }

  @Test("Nothing depends on the team")
  func nothingDependsOnTheTeam() throws {
    let found = try places(
      of: FactAboutRelated.self,
      #"""
      entity Team { name: String; players ->> Player?, inverse team }
      entity Player { name: String; shirt: Integer16?; team -> Team?, inverse players }
      for n in 0...11 {
        let t = Team(name: "Team \(n)")
        for i in 1...5 { Player(name: "Player \(n) \(i)", shirt: (n * 5 + i * 7) % 11, team: t) }
      }
      """#)
    #expect(found == [])
  }

  @Test("Meant so")
  func meantSo() throws {
    let found = try places(
      of: FactAboutRelated.self,
      #"""
      entity Team { name: String; players ->> Player?, inverse team }
      entity Player { name: String; shirt: Integer16?, userInfo denormalised: true; team -> Team?, inverse players }
      for n in 0...11 {
        let t = Team(name: "Team \(n)")
        for i in 1...5 { Player(name: "Player \(n) \(i)", shirt: n % 5, team: t) }
      }
      """#)
    #expect(found == [])
  }

  @Test("Too few objects")
  func tooFewObjects() throws {
    let found = try places(
      of: FactAboutRelated.self,
      #"""
      entity Team { name: String; players ->> Player?, inverse team }
      entity Player { name: String; shirt: Integer16?; team -> Team?, inverse players }
      for n in 0...11 {
        let t = Team(name: "Team \(n)")
        for i in 1...1 { Player(name: "Player \(n) \(i)", shirt: n % 5, team: t) }
      }
      """#)
    #expect(found == [])
  }
}
