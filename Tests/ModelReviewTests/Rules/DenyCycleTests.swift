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
