import Diagnostics
import Pages
import Testing
import WorkbookLanguage

@Suite("A graph as a picture whose parts a page can move")
struct NetworkTests {
  static func interpreter(_ text: String) -> Interpreter {
    var interpreter = Interpreter()
    for outcome in interpreter.run(SourceText(text)) { #expect(!outcome.failed, "\(outcome.diagnostics)") }
    return interpreter
  }

  static let league = """
    entity Team { name: String; players ->> Player?, inverse team }
    entity Player { name: String; team -> Team?, inverse players; mentor -> Player? }
    let heat = Team(name: "Heat"); let magic = Team(name: "Magic")
    let wade = Player(name: "Wade", team: heat); let odom = Player(name: "Odom", mentor: wade)
    save
    """

  @Test("Objects and links with their values")
  func network() {
    let network = Self.interpreter(Self.league).network()
    #expect(
      network.objects.map(\.label.description) == ["Team#1 Heat", "Team#2 Magic", "Player#1 Wade", "Player#2 Odom"])
    #expect(
      network.links.map { "\($0.from).\($0.relationship) -> \($0.to).\($0.inverse ?? "")" } == [
        "0.players -> 2.team", "3.mentor -> 2.",
      ])
    #expect(network.total == 4)
    #expect(
      network.description
        == "Team#1 Heat: players: Player#1 Wade. Team#2 Magic. Player#1 Wade: team: Team#1 Heat. "
        + "Player#2 Odom: mentor: Player#1 Wade.")
  }

  @Test("A link that changes keeps the ids and places of everything else")
  func stable() {
    var interpreter = Self.interpreter(Self.league)
    let before = Self.parts(of: interpreter.network().svg())
    _ = interpreter.run(SourceText("wade.team = magic"))
    let after = Self.parts(of: interpreter.network().svg())
    #expect(before.count == 6)
    #expect(Set(before.keys).subtracting(after.keys) == ["o-Player.1-team-Team.1"])
    #expect(Set(after.keys).subtracting(before.keys) == ["o-Player.1-team-Team.2"])
    for (id, place) in before where after[id] != nil { #expect(after[id] == place) }
  }

  /// The ids, each with its place or its way.
  static func parts(of svg: HTML) -> [String: String] {
    let objects = svg.text.matches(of: /<g class="object[^>]* id="([^"]+)" transform="([^"]+)"/)
    let links = svg.text.matches(of: /<path class="link" id="([^"]+)" d="([^"]+)"/)
    return Dictionary(
      uniqueKeysWithValues: (objects.map { ($0.1, $0.2) } + links.map { ($0.1, $0.2) }).map { (String($0), String($1)) }
    )
  }

  @Test("Only so many objects are shown; the picture says how many more there are")
  func many() {
    let interpreter = Self.interpreter("entity Item { number: Integer32 }\nfor i in 1...100 { Item(number: i) }")
    let network = interpreter.network(upTo: 60)
    #expect(network.objects.count == 60 && network.total == 100)
    #expect(network.description.hasSuffix("40 more are not shown."))
  }

  @Test("A picture marks nothing as read and leaves the graph as it was")
  func noTrace() {
    let interpreter = Self.interpreter(Self.league)
    let copy = interpreter.trial()
    _ = interpreter.network().svg()
    #expect(interpreter.hasSameContent(as: copy) && interpreter.meter.used(.rows) == copy.meter.used(.rows))
  }

  @Test("What is deleted, but not saved, is shown as such; without objects there is an empty picture")
  func states() {
    var interpreter = Self.interpreter(Self.league)
    _ = interpreter.run(SourceText("delete wade"))
    #expect(interpreter.network().objects.map(\.state) == [.updated, .unchanged, .deleted, .unchanged])
    #expect(Interpreter().network().svg().text.contains("There are no objects."))
  }
}
