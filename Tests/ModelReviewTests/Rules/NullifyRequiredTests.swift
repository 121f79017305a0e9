import ModelReview
import Testing

@Suite("Rule: nullify onto a required relationship")
struct NullifyRequiredTests {
  @Test("A department that goes leaves employees without one")
  func aDepartmentThatGoesLeavesEmployeesWithoutOne() throws {
    let found = try messages(
      of: NullifyRequired.self,
      """
      entity Department { employees ->> Employee?, inverse department }
      entity Employee { department -> Department, inverse employees }
      """)
    #expect(found == ["deleting a Department empties Employee.department, which is required: the save will fail"])
  }

  @Test("Cascade is proposed first")
  func proposals() throws {
    let found = try findings(
      of: NullifyRequired.self,
      """
      entity Game { lines ->> Line?, inverse game }
      entity Line { game -> Game, inverse lines }
      """
    ).map(\.fix)
    #expect(found == ["change Game.lines, delete cascade, or: delete deny, or: change Line.game, optional"])
  }

  @Test("An optional end may be empty")
  func anOptionalEndMayBeEmpty() throws {
    let found = try places(
      of: NullifyRequired.self,
      """
      entity Team { name: String; players ->> Player?, inverse team }
      entity Player { name: String; team -> Team?, inverse players }
      """)
    #expect(found == [])
  }

  @Test("A part goes with its owner, and is not deleted alone")
  func aPartOfItsOwner() throws {
    let found = try places(
      of: NullifyRequired.self,
      """
      entity Event { revision -> Revision, inverse event, delete cascade }
      entity Revision { event -> Event?, inverse revision }
      """)
    #expect(found == [])
  }

  @Test("Deny empties nothing")
  func denyEmptiesNothing() throws {
    let found = try places(
      of: NullifyRequired.self,
      """
      entity Department { employees ->> Employee?, inverse department, delete deny }
      entity Employee { department -> Department, inverse employees }
      """)
    #expect(found == [])
  }
}
