import ModelReview
import Testing

@Suite("Rule: a link to a deleted object")
struct DanglingLinkTests {
  @Test("Without an inverse, to one and to many")
  func noInverse() throws {
    let found = try messages(
      of: DanglingLink.self,
      """
      entity Person { name: String }
      entity Team { name: String; scout -> Person?; fans ->> Person? }
      let pat = Person(name: "Pat")
      let heat = Team(name: "Heat", scout: pat, fans: [pat])
      let suns = Team(name: "Suns", scout: pat)
      save
      delete pat
      save
      """)
    #expect(
      found == [
        "Team#1.scout refers to an object that has been deleted, and so does 1 more object of Team",
        "Team#1.fans refers to an object that has been deleted",
      ])
  }

  @Test("With the rule no action")
  func noAction() throws {
    let found = try places(
      of: DanglingLink.self,
      """
      entity Team { name: String; players ->> Player?, inverse team, delete none }
      entity Player { name: String; team -> Team?, inverse players }
      let heat = Team(name: "Heat")
      Player(name: "Wade", team: heat)
      save
      delete heat
      save
      """)
    #expect(found == ["Player.team"])
  }

  @Test("Links to objects that exist, and links that nullify has ended")
  func sound() throws {
    let found = try messages(
      of: DanglingLink.self,
      """
      entity Person { name: String }
      entity Team { name: String; scout -> Person?; players ->> Player?, inverse team }
      entity Player { name: String; team -> Team?, inverse players }
      let pat = Person(name: "Pat")
      let heat = Team(name: "Heat", scout: pat)
      Player(name: "Wade", team: heat)
      delete Player#1
      save
      """)
    #expect(found == [])
  }
}
