import Courses
import Diagnostics
import Grading
import Testing

@Suite("Answers that end alike have one number")
struct EndDigestTests {
  private static let start = """
    model League
    entity Team { name: String; players ->> Player?, inverse team }
    entity Player { lastName: String; joined: Date?; code: UUID?; team -> Team?, inverse players }
    let heat = Team(name: "Heat")
    let wade = Player(lastName: "Wade", team: heat)
    save

    """

  private static func end(_ answer: String) throws -> UInt64 {
    let verdict = try Fixtures.grade(
      answer,
      [
        "start.graph": start, "check.graph": "check \"it is done\" { expect count Team == 9 }",
        "solution.graph": "delete heat\n", "right/plain.graph": "",
        "wrong/text.graph": "// nothing\nTeam(name: \"One\")\nsave\n", "wrong/off-by-one.graph": "",
      ])
    return try #require(verdict.end)
  }

  @Test(
    "The order of objects, their numbers, own names, identifiers and the clock do not matter",
    arguments: [
      ("Team(name: \"A\")\nTeam(name: \"B\")\nsave", "let x = Team(name: \"B\")\nTeam(name: \"A\")\nsave"),
      (
        "Team(name: \"C\")\nlet b = Player(lastName: \"B\")\nsave",
        "Player(lastName: \"B\")\nlet t = Team(name: \"X\")\nt.name = \"C\"\nsave\nshow graph"
      ),
      (
        "entity Coach { fullName: String; level: Integer16? }\nTeam.coach <<-->> Coach.teams",
        "entity Trainer { level: Integer16?; name: String }\nTrainer.squads <<-->> Team.trainer"
      ),
      (
        "entity Fan { age: Integer16 }\nFan(age: 3)\nsave",
        "entity Supporter { years: Integer16 }\nSupporter(years: 3)\nsave"
      ),
    ])
  func alike(first: String, second: String) throws {
    #expect(try Self.end(first) == Self.end(second))
  }

  @Test("What ends otherwise has another number")
  func different() throws {
    let answers = [
      "", "delete wade\nsave", "delete wade", "heat.name = \"X\"\nsave", "wade.team = nil\nsave",
      "Player(lastName: \"Wade\", team: heat)\nsave", "Player(lastName: \"Wade\")\nsave",
      "change Team.players, delete cascade", "change Player.lastName, optional", "change Player.lastName, length 2...",
      "Team.captain <--> Player.captainOf", "add Player.number: Integer16?", "add Player.number: Integer16? = 0",
      "entity Fan { age: Integer16 }", "entity Fan { age: Integer16; team -> Team }",
      "entity Fan { age: Integer16; team -> Player }",
      "template Old = fetch Player where lastName == \"Wade\"", "remove Player.joined",
    ]
    let ends = try answers.map(Self.end)
    for (place, end) in ends.enumerated() {
      for other in 0..<place { #expect(end != ends[other], "\(answers[place]) | \(answers[other])") }
    }
  }

  @Test("The number is the same on every machine and in every version")
  func stable() throws {
    #expect(try String(Self.end("delete wade\nsave"), radix: 16) == "57e59fcc1d5b1ca9")
  }
}
