import ModelReview
import Testing

@Suite("Rule: deny in a circle")
struct DenyCycleTests {
  @Test("Two that hold each other back")
  func twoThatHoldEachOtherBack() throws {
    let found = try messages(
      of: DenyCycle.self,
      """
      entity Team { players ->> Player?, inverse team, delete deny }
      entity Player { team -> Team?, inverse players, delete deny }
      """)
    #expect(found == ["deny leads in a circle: Team.players, Player.team"])
  }

  @Test("Three in a row are no circle")
  func threeInARowAreNoCircle() throws {
    let found = try places(
      of: DenyCycle.self,
      """
      entity A { b -> B?, delete deny }
      entity B { c -> C?, delete deny }
      entity C { name: String }
      """)
    #expect(found == [])
  }

  @Test("A tree is no circle: its leaves can be deleted")
  func tree() throws {
    let found = try messages(
      of: DenyCycle.self,
      """
      entity Folder { parent -> Folder?, inverse folders; folders ->> Folder?, inverse parent, delete deny }
      entity Step { next -> Step?, delete deny }
      entity Person { friends ->> Person?, inverse friends, delete deny }
      """)
    #expect(found == ["deny leads in a circle: Person.friends"])
  }

  @Test("Nullify is proposed where the other end can do without")
  func required() throws {
    let found = try findings(
      of: DenyCycle.self,
      """
      entity Team { players ->> Player?, inverse team, delete deny }
      entity Player { team -> Team, inverse players, delete deny }
      entity Flat { tenant -> Tenant, inverse flat, delete deny }
      entity Tenant { flat -> Flat, inverse tenant, delete deny }
      """
    ).map(\.fix)
    #expect(
      found == [
        "change Player.team, delete nullify", "change Tenant.flat, optional, and: change Flat.tenant, delete nullify",
      ])
  }

  @Test("The member's end comes first, as a team with players is then still kept; of two that share, either")
  func ends() throws {
    let many = """
      entity Team { players ->> Player?, inverse team, delete deny }
      entity Player { team -> Team?, inverse players, delete deny }
      """
    #expect(try findings(of: DenyCycle.self, many).map(\.fix) == ["change Player.team, delete nullify"])
    #expect(
      try findings(of: DenyCycle.self, many.replacing("team -> Team?", with: "team ->> Team?")).map(\.fix) == [
        "change Team.players, delete nullify, or: change Player.team, delete nullify"
      ])
  }

  @Test("Three in a circle")
  func threeInACircle() throws {
    let found = try messages(
      of: DenyCycle.self,
      """
      entity A { b -> B?, delete deny }
      entity B { c -> C?, delete deny }
      entity C { a -> A?, delete deny }
      """)
    #expect(found == ["deny leads in a circle: A.b, B.c, C.a"])
  }
}
