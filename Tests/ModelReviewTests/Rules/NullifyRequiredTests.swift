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
    "Cascade comes first, on a condition, where names or an order say that the objects are parts",
    arguments: [
      (
        "Game", "GameLine", "->>", "",
        "if a GameLine is no more than a part of its Game: change Game.lines, delete cascade; if not: change Game.lines, delete "
          + "deny, or if a GameLine may be without its Game: change GameLine.game, optional"
      ),
      (
        "Game", "Line", "->>", ", ordered",
        "if a Line is no more than a part of its Game: change Game.lines, delete cascade; if not: change Game.lines, delete deny, "
          + "or if a Line may be without its Game: change Line.game, optional"
      ),
      (
        "Recipe", "Step", "->>", "",
        "if a Step is no more than a part of its Recipe: change Recipe.lines, delete cascade; if not: change Recipe.lines, delete "
          + "deny, or if a Step may be without its Recipe: change Step.game, optional"
      ),
      (
        "Game", "GameLine", "->", "",
        "if a GameLine is no more than a part of its Game: change Game.lines, delete cascade; if not: change Game.lines, "
          + "delete deny, or if a GameLine may be without its Game: change GameLine.game, optional"
      ),
      (
        "Game", "Line", "->>", "",
        "change Game.lines, delete deny, or if a Line may be without its Game: change Line.game, optional; delete cascade only if a Line means nothing without its Game"
      ),
      (
        "Flavor", "Recipe", "->>", "",
        "change Flavor.lines, delete deny, or if a Recipe may be without its Flavor: change Recipe.game, optional; delete cascade only if a Recipe means nothing without "
          + "its Flavor"
      ),
      // A record, a person, and what is sorted by its owner, have a life of their own.
      (
        "Pilot", "PilotFlight", "->>", ", ordered",
        "change Pilot.lines, delete deny, or if a PilotFlight may be without its Pilot: change PilotFlight.game, optional; delete cascade only if a PilotFlight means nothing "
          + "without its Pilot"
      ),
      (
        "Team", "TeamMember", "->>", ", ordered",
        "change Team.lines, delete deny, or if a TeamMember may be without its Team: change TeamMember.game, optional; delete cascade only if a TeamMember means nothing "
          + "without its Team"
      ),
      (
        "RoomCategory", "Room", "->>", ", ordered",
        "change RoomCategory.lines, delete deny, or if a Room may be without its RoomCategory: change Room.game, optional; delete cascade only if a Room means nothing without "
          + "its RoomCategory"
      ),
    ])
  func proposals(owner: String, part: String, arrow: String, order: String, fix: String) throws {
    let found = try findings(
      of: NullifyRequired.self,
      """
      entity \(owner) { lines \(arrow) \(part)?, inverse game\(order) }
      entity \(part) { game -> \(owner), inverse lines }
      """
    ).map(\.fix)
    #expect(found == [fix])
  }

  @Test("Where others have to do with the objects, cascade is named with what it takes from them")
  func others() throws {
    let model = """
      entity Part { name: String; items ->> PartItem?, inverse part }
      entity PartItem { count: Integer16; part -> Part, inverse items }
      """
    func fix(_ more: String) throws -> String? {
      try findings(of: NullifyRequired.self, model + "\n" + more).first { $0.entity == "Part" }?.fix
    }
    let keeping =
      "change Part.items, delete deny, or if a PartItem may be without its Part: change PartItem.part, optional; delete cascade only if a PartItem means "
      + "nothing without its Part: it takes them from"
    // Another owner, a list that shares them, and a relationship without an inverse.
    #expect(
      try fix(
        "entity Sale { day: Date; items ->> PartItem?, inverse sale, delete cascade }\nadd PartItem.sale -> Sale, inverse items"
      )
        == "\(keeping) Sale.items too")
    #expect(
      try fix("entity Label { word: String }\nLabel.items <<-->> PartItem.labels") == "\(keeping) Label.items too")
    #expect(try fix("entity Note { text: String; item -> PartItem? }") == "\(keeping) Note.item too")
    // Parts of the objects, what they name themselves, and what a sub-entity's objects say, are not others.
    let part = "if a PartItem is no more than a part of its Part: change Part.items, delete cascade"
    #expect(try fix("entity Photo { data: Binary }\nPartItem.photos <-->> Photo.item")?.hasPrefix(part) == true)
    #expect(try fix("entity Sale { day: Date }\nadd PartItem.sale -> Sale")?.hasPrefix(part) == true)
    #expect(try fix("entity Shelf { place: String }\nPartItem.shelf <<--> Shelf.items")?.hasPrefix(part) == true)
    #expect(try fix("entity Photo { data: Binary }\nPartItem.photo <--> Photo.item")?.hasPrefix(part) == true)
    #expect(
      try fix("entity Big: PartItem { weight: Double }\nentity Shop { items ->> Big? }") == "\(keeping) Shop.items too")
  }

  /// With deny, a ration with items could never be deleted.
  @Test("A line of its owner that refers to a catalogue is a part, whatever its name")
  func lines() throws {
    func fix(_ dish: String) throws -> String? {
      try findings(
        of: NullifyRequired.self,
        "entity Ration { lines ->> Portion?, inverse ration }\nentity Portion { amount: Double; ration -> Ration, inverse lines }\n"
          + "entity Dish { name: String }\n" + dish
      ).first { $0.entity == "Ration" }?.fix
    }
    let keeping =
      "change Ration.lines, delete deny, or if a Portion may be without its Ration: change Portion.ration, optional"
    let part =
      "if a Portion is no more than a part of its Ration: change Ration.lines, delete cascade; if not: \(keeping)"
    #expect(try fix("add Portion.dish -> Dish") == part)
    #expect(try fix("add Portion.dish -> Dish?") == part)
    #expect(try fix("add Portion.dish -> Dish\nentity Box { size: Double }\nPortion.box <<--> Box.portions") == part)
    // Another owner, and none at all.
    #expect(
      try fix(
        "add Portion.dish -> Dish\nentity Box { size: Double }\nPortion.box <<--> Box.portions\nchange Box.portions, delete cascade"
      )
        == "\(keeping); delete cascade only if a Portion means nothing without its Ration: it takes them from Box.portions too"
    )
    #expect(
      try fix("entity Menu { name: String }")
        == "\(keeping); delete cascade only if a Portion means nothing without its Ration")
  }

  @Test("CloudKit knows no deny")
  func mirrored() throws {
    let found = try findings(
      of: NullifyRequired.self,
      """
      entity Game { lines ->> Line?, inverse game }
      entity Line { game -> Game, inverse lines }
      """, options: [.xcode, .cloudKit]
    ).map(\.fix)
    #expect(
      found == [
        "if a Line may be without its Game: change Line.game, optional; delete cascade only if a Line means nothing without its Game"
      ])
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

  private static let gradebook = """
    entity Gradebook { name: String; parts ->> Part?, inverse gradebook, delete cascade }
    entity Part { name: String; gradebook -> Gradebook, inverse parts; works ->> Work?, inverse part }
    entity Work { title: String; part -> Part, inverse works; rooms ->> Room?, inverse works }
    entity Room { name: String; works ->> Work?, inverse rooms }
    """

  @Test("A cascade from above breaks as well, and deny would keep its object")
  func above() throws {
    func found(_ model: String) throws -> [String] {
      try findings(of: NullifyRequired.self, model).map { "\($0.message) → \($0.fix)" }
    }
    #expect(
      try found(Self.gradebook) == [
        "deleting a Part, also through Gradebook.parts, empties Work.part, which is required: the save will fail "
          + "→ if a Work may be without its Part: change Work.part, optional, or: change Part.works, delete deny; delete cascade if a Work means nothing without its Part"
      ])
    // What the cascade reaches on another way may be deleted too.
    #expect(
      try found(Self.gradebook + "\nadd Gradebook.works ->> Work?, delete cascade").map { $0.contains("also through") }
        == [false])
    #expect(
      try found(Self.gradebook + "\nchange Gradebook.parts, delete nullify").map { $0.contains("also through") } == [
        false, false,
      ])
  }

  @Test("A row that requires both its ends means nothing without either")
  func rows() throws {
    let model = """
      entity Project { name: String; pairings ->> Pairing?, inverse project }
      entity Yarn { name: String; pairings ->> Pairing?, inverse yarn }
      entity Pairing { share: Double; project -> Project, inverse pairings; yarn -> Yarn, inverse pairings }
      """
    func fixes(_ model: String) throws -> [String] { try findings(of: NullifyRequired.self, model).map(\.fix) }
    #expect(
      try fixes(model) == [
        "change Project.pairings, delete deny, or if a Pairing may be without its Project: change Pairing.project, optional; delete cascade if a Pairing means nothing without "
          + "its Project",
        "change Yarn.pairings, delete deny, or if a Pairing may be without its Yarn: change Pairing.yarn, optional; delete cascade if a Pairing means nothing without its Yarn",
      ])
    // A sale is wanted when the customer is gone, and what a category sorts is none of its parts.
    for change in ["rename Pairing to Sale", "rename Project to Category\nrename Yarn to Tag"] {
      #expect(try fixes(model + "\n" + change).allSatisfy { $0.contains("it takes them from") }, "\(change)")
    }
  }
}
