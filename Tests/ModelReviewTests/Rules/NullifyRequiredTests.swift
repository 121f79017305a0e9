import ModelReview
import ObjectGraph
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

  @Test(
    "Cascade is proposed first where the names or another rule say that the objects are parts",
    arguments: [
      (
        "Game", "GameLine", "->>",
        "change Game.lines, delete cascade, or: delete deny, or: change GameLine.game, optional"
      ),
      ("Game", "Line", "->>", "change Game.lines, delete deny, or: delete cascade, or: change Line.game, optional"),
      (
        "Flavor", "Recipe", "->>",
        "change Flavor.lines, delete deny, or: delete cascade, or: change Recipe.game, optional"
      ),
      ("Recipe", "Step", "->>", "change Recipe.lines, delete cascade, or: delete deny, or: change Step.game, optional"),
      (
        "Game", "GameLine", "->",
        "change GameLine.game, optional, or: change Game.lines, delete cascade, or: delete deny"
      ),
    ])
  func proposals(owner: String, part: String, arrow: String, fix: String) throws {
    let found = try findings(
      of: NullifyRequired.self,
      """
      entity \(owner) { lines \(arrow) \(part)?, inverse game }
      entity \(part) { game -> \(owner), inverse lines }
      """
    ).map(\.fix)
    #expect(found == [fix])
  }

  @Test("Two relationships that empty the same end are told apart")
  func twoWays() throws {
    func many(_ name: String) -> PropertyDescription {
      .relationship(
        RelationshipDescription(name, to: "Entry", isToMany: true, isOptional: true, inverse: "bill"))
    }
    let model = ManagedObjectModel(
      name: "Bills",
      entities: [
        EntityDescription("Bill", properties: [many("expenses"), many("incomes")]),
        EntityDescription(
          "Entry",
          properties: [
            .relationship(RelationshipDescription("bill", to: "Bill", isOptional: false, inverse: "expenses"))
          ]),
      ])
    let context = try ManagedObjectContext(model: ManagedObjectModel())
    try context.setModel(model)
    let found = try ModelReview(of: ReviewSubject(context), rules: [NullifyRequired.self]).findings
    #expect(
      found.map(\.message) == [
        "deleting a Bill empties Entry.bill through expenses, and it is required: the save will fail",
        "deleting a Bill empties Entry.bill through incomes, and it is required: the save will fail",
      ])
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
