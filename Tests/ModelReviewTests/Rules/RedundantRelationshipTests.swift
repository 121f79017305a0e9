import ModelReview
import Testing

@Suite("Rule: a way along two others")
struct RedundantRelationshipTests {
  @Test("The league of the team")
  func theLeagueOfTheTeam() throws {
    let found = try places(
      of: RedundantRelationship.self,
      #"""
      entity League { name: String }
      entity Team { name: String; league -> League? }
      entity Player { name: String; team -> Team?; league -> League? }
      for l in 0...3 {
        let g = League(name: "L\(l)")
        for n in 0...3 {
          let t = Team(name: "T\(l) \(n)", league: g)
          for i in 1...3 { Player(name: "P\(l) \(n) \(i)", team: t, league: g) }
        }
      }
      """#)
    #expect(found == ["Player.league ← team.league"])
  }
}
