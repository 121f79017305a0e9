import Diagnostics
import Testing

@testable import WorkbookLanguage

@Suite("Composites, templates, versions and the like, as statements")
struct ModelStatementTests {
  static let league = """
    model League
    composite Geo { latitude: Double?; longitude: Double? }
    composite Address { city: String, length 2...; zip: String?; geo: Geo? }
    entity Team {
      name: String
      color: Transformable?, transformer "HexColor"
      address: Address?
      size: Integer32?, derived players.@count
      players ->> Player?, inverse team
    }
    entity Player { lastName: String; age: Integer16?; team -> Team?, inverse players }
    template GreenTeams = fetch Team where color == color "#00FF00"
    template Older = fetch Player where age > $AGE AND team.name == $TEAM sort lastName
    configuration Cloud { Team, Player }
    let heat = Team(name: "Miami Heat", color: color "#98002E", address: Address(city: "Miami"))
    let celtics = Team(name: "Boston Celtics", color: color "#00ff00")
    let wade = Player(lastName: "Wade", age: 31, team: heat)
    let allen = Player(lastName: "Allen", age: 37, team: heat)
    save

    """

  @Test(
    "scripts whose expectations hold",
    arguments: [
      // Composites
      "expect heat.address.city == \"Miami\"; expect heat.address.zip == nil",
      "heat.address.zip = \"33132\"; expect heat.address.zip == \"33132\"; expect heat.address.city == \"Miami\"",
      "heat.address.geo.latitude = 25.5; expect heat.address.geo.latitude == 25.5; undo; expect heat.address.geo == nil",
      "expect (count Team where address.city == \"Miami\") == 1",
      "let found = fetch Team sort address.city desc; expect found.@count == 2",
      "expect { celtics.address.city = \"B\"; save } fails \"address.city\"",
      "celtics.address = heat.address; expect celtics.address.city == \"Miami\"",
      "heat.address = nil; expect heat.address.city == nil",
      "add Address.country: String?; heat.address.country = \"US\"; expect heat.address.city == \"Miami\"",
      "rename Address.zip to code; heat.address.code = \"1\"; expect heat.address.city == \"Miami\"",
      "rename Address to Place; expect heat.address.city == \"Miami\"; let p = Place(city: \"Oz\"); heat.address = p",
      "remove Address.zip; expect heat.address.city == \"Miami\"",
      "remove Team.address; remove Address; expect count Team == 2",
      // Colours
      "expect heat.color == color \"#98002e\"; expect (count Team where color == color \"#98002E\") == 1",
      "add Team.second: Transformable = color \"#FFF\", transformer \"HexColor\"; expect heat.second == color \"#ffffff\"",
      // Derived
      "expect heat.size == 2; allen.team = celtics; expect heat.size == 2; save; expect heat.size == 1; expect celtics.size == 1",
      // Templates
      "expect (fetch GreenTeams).@count == 1",
      "expect (fetch Older(AGE: 30, TEAM: \"Miami Heat\")).@count == 2",
      "let x = 35; let old = fetch Older(AGE: x, TEAM: heat.name); expect old.@count == 1",
      "expect (fetch Older(AGE: 30, TEAM: \"Miami Heat\") where lastName BEGINSWITH \"W\").@count == 1",
      "rename Older to Elder; expect (fetch Elder(AGE: 36, TEAM: \"Miami Heat\")).@count == 1",
      "rename Team to Club; expect (fetch GreenTeams).@count == 1",
      "remove GreenTeams; remove Cloud; expect count Team == 2",
      // Versions
      "version \"League 2\"; add Team.city: String?; use version \"League\"; expect Team.properties.@count == 5; expect count Team == 2",
      "version \"League 2\"; rename Player.team to club; expect Player.club.renamingIdentifier == \"team\"; use version \"League\"; expect wade.team == heat",
      "version \"League 2\"; rename Team to Club; use version \"League\"; expect heat.players.@count == 2; use version \"League 2\"; expect wade.team == heat; expect count Club == 2",
      "version \"League 2\"; add Team.city: String?; undo; undo; version \"League 2\"; expect count Team == 2",
      "change Team.name, userInfo note: \"x\"; expect Team.name.userInfo.note == \"x\"",
      "change Team.players, userInfo \"com.example.note\": 1; expect Team.players.userInfo.@count == 1",
    ])
  func scripts(script: String) {
    #expect(InterpreterTests.failures(Self.league + script) == [])
  }

  static let slips: [(String, String)] = [
    (
      "fetch Older(AGE: 30)",
      """
      Older needs a value for $TEAM
        fetch Older(AGE: 30)
        ^^^^^^^^^^^^^^^^^^^^ fetch Older(AGE: 30, TEAM: …)
      """
    ),
    (
      "fetch Older(AEG: 30, TEAM: \"x\")",
      """
      Older has no variable $AEG
        fetch Older(AEG: 30, TEAM: "x")
                    ^^^ did you mean AGE?
      """
    ),
    (
      "fetch Team(COLOR: \"Green\")",
      """
      Team is an entity, and only a template takes variables
        fetch Team(COLOR: "Green")
                   ^^^^^ write fetch Team where …
      """
    ),
    (
      "heat.address.town = \"x\"",
      """
      Address has no 'town'
        heat.address.town = "x"
                     ^^^^ its elements are city, zip, geo
      """
    ),
    (
      "heat.address = Address(city: 3)",
      """
      Team.address.city takes a String, not 3
        heat.address = Address(city: 3)
                       ^^^^^^^^^^^^^^^^ write it in quotes
      """
    ),
    (
      "heat.color = color \"red\"",
      """
      'red' is not a colour
        heat.color = color "red"
                     ^^^^^^^^^^^ # and six hexadecimal digits: color "#98002e"
      """
    ),
    (
      "heat.size = 3",
      """
      Team.size is derived and cannot be set
        heat.size = 3
                    ^ the next save computes it
      """
    ),
    (
      "composite Box { inside ->> Team? }",
      """
      a composite holds values, and no relationship
        composite Box { inside ->> Team? }
                        ^^^^^^ make Box an entity, or the relationship one of the entity that uses it
      """
    ),
    (
      "version \"League\"",
      """
      there is a version "League" already
        version "League"
        ^^^^^^^^^^^^^^^^ use version "League" makes it current
      """
    ),
    (
      "use version \"Legaue\"",
      """
      there is no version "Legaue"
        use version "Legaue"
        ^^^^^^^^^^^^^^^^^^^^ did you mean League?
      """
    ),
    (
      "remove Address",
      """
      Team.address is a Address
        remove Address
               ^^^^^^^ first: remove Team.address
      """
    ),
    (
      "template Team = fetch Player",
      """
      there is an entity Team already
        template Team = fetch Player
                 ^^^^ add Team.… adds a property to it
      """
    ),
    (
      "template Tall = fetch Player where heigth > $H",
      """
      Player has no 'heigth'
        template Tall = fetch Player where heigth > $H
                                           ^^^^^^ it has lastName, age, team
      """
    ),
    (
      "configuration Local { Team, Team }",
      """
      'Team' is named twice
        configuration Local { Team, Team }
                                    ^^^^ keep one of them
      """
    ),
  ]

  @Test("What a learner reads after a slip", arguments: slips)
  func messages(line: String, expected: String) {
    #expect(InterpreterTests.failures(Self.league + line).joined(separator: "\n") == expected)
  }
}
