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

  @Test("After a batch under deny, and where the rule has changed since")
  func batch() throws {
    let model = """
      entity Team { name: String; players ->> Player?, inverse team, delete RULE }
      entity Player { name: String; team -> Team?, inverse players }
      let heat = Team(name: "Heat")
      Player(name: "Wade", team: heat)
      save

      """
    for rest in ["batch delete Team where name == \"Heat\"", "batch delete Team where name == \"Heat\"; reset"] {
      #expect(
        try places(of: DanglingLink.self, model.replacing("RULE", with: "deny") + rest) == ["Player.team"], "\(rest)")
    }
    #expect(
      try places(
        of: DanglingLink.self,
        model.replacing("RULE", with: "none") + "delete heat; save; change Team.players, delete nullify")
        == ["Player.team"])
  }

  @Test(
    "The way out is one that a save takes",
    arguments: [
      ("team -> Team?", "team: heat", "Player#1.team = nil"),
      ("team -> Team", "team: heat", "Player#1.team is required: set it to another Team, or delete Player#1"),
      ("team ->> Team?", "team: [heat]", "Player#1.team = (fetch Team where SELF IN Player#1.team)"),
      ("team ->> Team", "team: [heat]", "Player#1.team = (fetch Team where SELF IN Player#1.team)"),
      ("team ->> Team, count 1...", "team: [heat]", "set Player#1.team to objects of Team that exist, at least 1"),
      (
        "team ->> Team?, count 2...", "team: [heat, suns]",
        "set Player#1.team to objects of Team that exist, at least 2"
      ),
      ("team ->> Team?, ordered", "team: [heat, suns]", "Player#1.team = [Team#2]"),
    ])
  func fixes(_ row: (relationship: String, value: String, fix: String)) throws {
    let script = """
      entity Team { name: String }
      entity Player { name: String; \(row.relationship) }
      let heat = Team(name: "Heat")
      let suns = Team(name: "Suns")
      Player(name: "Wade", \(row.value))
      save
      delete heat
      save

      """
    #expect(try findings(of: DanglingLink.self, script).map(\.fix) == [row.fix])
    guard !row.fix.contains(": "), !row.fix.hasPrefix("set ") else { return }
    #expect(try places(of: DanglingLink.self, script + row.fix + "\nsave") == [])
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
