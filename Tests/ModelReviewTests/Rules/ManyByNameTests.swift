import ModelReview
import Testing

@Suite("To-ones that hold many by their names, or by what their twins hold")
struct ManyByNameTests {
  private func questions(_ rule: any ReviewRule.Type, _ model: String) throws -> [String] {
    try findings(of: rule, model, options: .xcode).map { "\($0.severity) \($0.message) → \($0.fix)" }
  }

  @Test("A collection of the destination, and its plural inside words for a direction")
  func names() throws {
    let model = """
      entity Opponent { gameCollection -> Game?, inverse opponent }
      entity Game { opponent -> Opponent?, inverse gameCollection }
      entity Address { expectationsFrom -> KeyExpectation?, inverse to }
      entity KeyExpectation { to -> Address?, inverse expectationsFrom }
      entity Comment { toUsersRelationship -> User?, inverse toCommentRelationship }
      entity User { toCommentRelationship -> Comment?, inverse toUsersRelationship }
      """
    #expect(
      try questions(Naming.self, model) == [
        "question Opponent.gameCollection holds one Game, and its name says that there are several: a second one takes its place; "
          + "is one enough? → if not: change Opponent.gameCollection ->> Game?, or: rename Opponent.gameCollection to game, "
          + "with gameCollection as its renaming ID",
        "question Address.expectationsFrom holds one KeyExpectation, and its name is in the plural: a second one takes its place; "
          + "is one enough? → if not: change Address.expectationsFrom ->> KeyExpectation?, or: rename Address.expectationsFrom "
          + "to expectationFrom, with expectationsFrom as its renaming ID",
        "question Comment.toUsersRelationship holds one User, and its name is in the plural: a second one takes its place; "
          + "is one enough? → if not: change Comment.toUsersRelationship ->> User?, or: rename Comment.toUsersRelationship "
          + "to toUserRelationship, with toUsersRelationship as its renaming ID",
      ])
    // The workbook's reader is told of plain plurals alone.
    #expect(try findings(of: Naming.self, model).isEmpty)
  }

  @Test(
    "One list, one set and one array are no collections of what they are called",
    arguments: [
      "taskList -> TaskList?", "list -> Thing?", "exerciseSet -> ExerciseSet?", "playlist -> Thing?",
      "dataSet -> Thing?", "toThing -> Thing?", "thingFrom -> Thing?", "settingsFor -> UserSettings?",
    ])
  func single(_ relationship: String) throws {
    let model = """
      entity TaskList { name: String }
      entity Thing { name: String }
      entity ExerciseSet { name: String }
      entity UserSettings { name: String }
      entity Holder { \(relationship) }
      """
    #expect(try questions(Naming.self, model) == [])
  }

  private static let project = """
    entity User { project -> Project?, inverse users; cards ->> Card?, inverse users; notes ->> Note?, inverse users }
    entity Project { users ->> User?, inverse project }
    entity Card { users ->> User?, inverse cards }
    entity Note { users ->> User?, inverse notes }
    """

  @Test("A person's to-one is asked about where those of the same name elsewhere lead to many that have many")
  func inverses() throws {
    #expect(
      try questions(SingleMember.self, Self.project) == [
        "question User.project holds one Project, and the inverses of Card.users, Note.users hold many: is one enough? "
          + "→ if not: change User.project ->> Project?"
      ])
    // An owner has its parts, and one twin is no custom.
    for change in [
      "change Project.users, delete cascade", "remove Note.users\nremove User.notes", "change User.project, required",
    ] {
      #expect(try questions(SingleMember.self, Self.project + "\n" + change) == [], "\(change)")
    }
    #expect(try questions(SingleMember.self, Self.project.replacing("User", with: "Item")) == [])
    // A person has one blood type.
    #expect(try questions(SingleMember.self, Self.project.replacing("Project", with: "BloodType")) == [])
  }
}
