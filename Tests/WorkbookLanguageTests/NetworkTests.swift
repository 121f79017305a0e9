import Diagnostics
import Testing
import WorkbookLanguage

@Suite("A graph as objects and links for a picture")
struct NetworkTests {
  private static func interpreter(_ text: String) -> Interpreter {
    var interpreter = Interpreter()
    for outcome in interpreter.run(SourceText(text)) { #expect(!outcome.failed, "\(outcome.diagnostics)") }
    return interpreter
  }

  private static let league = """
    entity Team { name: String; players ->> Player?, inverse team, delete none }
    entity Player { name: String; team -> Team?, inverse players; mentor -> Player?; rivals ->> Player, inverse rivals }
    let heat = Team(name: "Heat"); let magic = Team(name: "Magic")
    let wade = Player(name: "Wade", team: heat); let odom = Player(name: "Odom", mentor: wade, rivals: [wade])
    save
    """

  private static func links(_ interpreter: Interpreter) -> [String] {
    interpreter.network(upTo: 24).links.map { "\($0.key) -> \($0.to)" }
  }

  @Test("Objects with their values; a relationship and its inverse are one link, of the to-one end if there is one")
  func network() {
    let network = Self.interpreter(Self.league).network(upTo: 24)
    #expect(
      network.objects.map(\.label.description) == ["Team#1 Heat", "Team#2 Magic", "Player#1 Wade", "Player#2 Odom"])
    #expect(network.objects.first?.values.map { "\($0.name) \($0.value)" } == ["name \"Heat\""])
    #expect(
      Self.links(Self.interpreter(Self.league)) == [
        "Player#1.team -> Team#1", "Player#1.rivals.Player#2 -> Player#2", "Player#2.mentor -> Player#1",
      ])
    #expect(network.objects.map(\.names) == [["heat"], ["magic"], ["wade"], ["odom"]])
    #expect(network.links.map(\.inverse) == ["players", "rivals", nil])
    #expect(network.total == 4)
  }

  @Test("A link that leads elsewhere keeps its key")
  func stable() {
    var interpreter = Self.interpreter(Self.league)
    _ = interpreter.run(SourceText("wade.team = magic"))
    #expect(Self.links(interpreter).first == "Player#1.team -> Team#2")
  }

  @Test("More objects than the limit are only counted")
  func many() {
    let interpreter = Self.interpreter("entity Item { number: Integer32 }\nfor i in 1...100 { Item(number: i) }")
    #expect(interpreter.network(upTo: 100).objects.count == 100)
    #expect(interpreter.network(upTo: 99) == ObjectNetwork(total: 100))
  }

  @Test("A picture marks nothing as read and leaves the graph as it was")
  func noTrace() {
    let interpreter = Self.interpreter(Self.league)
    let copy = interpreter.trial()
    _ = interpreter.network(upTo: 24)
    #expect(interpreter.hasSameContent(as: copy) && interpreter.meter.used(.rows) == copy.meter.used(.rows))
  }

  @Test("What is deleted, but not saved, is marked as such")
  func states() {
    var interpreter = Self.interpreter(Self.league)
    _ = interpreter.run(SourceText("delete wade"))
    #expect(interpreter.network(upTo: 24).objects.map(\.state) == [.updated, .unchanged, .deleted, .updated])
    #expect(Interpreter().network(upTo: 24) == ObjectNetwork(total: 0))
  }
}
