import ModelReview
import Testing

@Suite("Rules: deny from one of many, abstract entities without subentities")
struct DenyUpwardsTests {
  @Test("Deny on the side of one of many; not on the other side, and not where both deny")
  func deny() throws {
    let found = try findings(
      of: DenyUpwards.self,
      """
      entity Team { players ->> Player?, inverse team; games ->> Game?, inverse team; kits ->> Kit?, inverse team, delete deny }
      entity Player { team -> Team?, inverse players, delete deny }
      entity Game { team -> Team, inverse games, delete deny }
      entity Kit { team -> Team?, inverse kits, delete deny; box -> Box?, inverse kit, delete deny }
      entity Box { kit -> Kit?, inverse box }
      """)
    #expect(
      found.map(\.message) == [
        "a Player cannot be deleted while its team is set: Player.team denies",
        "a Game cannot be deleted while its team is set, and it is required: Game.team denies",
      ])
  }

  @Test("Deny on the side of a part, to the one object that cascades to it, is a question")
  func parts() throws {
    let model = """
      entity Account { proxy -> Proxy?, inverse account, delete cascade; card -> Card?, inverse account }
      entity Proxy { account -> Account?, inverse proxy, delete deny }
      entity Card { account -> Account?, inverse card, delete deny }
      """
    let found = try findings(of: DenyUpwards.self, model)
    #expect(
      found.map { "\($0.severity) \($0.message) → \($0.fix)" } == [
        "question a Proxy cannot be deleted while its account is set: Proxy.account denies; does it go with its Account alone? "
          + "→ if not: change Proxy.account, delete nullify"
      ])
    #expect(try messages(of: DenyUpwards.self, model + "\nchange Proxy.account, delete nullify") == [])
  }

  @Test("An abstract entity that nothing inherits from, and what leads to it")
  func abstract() throws {
    let found = try findings(
      of: AbstractLeaf.self,
      """
      abstract entity Shape { name: String }
      abstract entity Note { text: String }
      abstract entity Figure { name: String }
      entity Circle: Figure { radius: Double }
      entity Drawing { shapes ->> Shape? }
      """)
    #expect(
      found.map { "\($0.severity) \($0.message)" } == [
        "warning Shape is abstract and has no subentity: there can be no object of it, and Drawing.shapes can hold none",
        "note Note is abstract and has no subentity: there can be no object of it",
      ])
  }
}
