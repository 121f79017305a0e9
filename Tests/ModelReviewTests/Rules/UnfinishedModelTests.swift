import ModelReview
import ObjectGraph
import Testing

@Suite("Rule: what is named is there")
struct UnfinishedModelTests {
  @Test("A destination that is missing")
  func aDestinationThatIsMissing() throws {
    let found = try messages(
      of: UnfinishedModel.self,
      """
      entity Player { team -> Team? }
      """)
    #expect(found == ["Player.team leads to Team, which does not exist"])
  }

  @Test("A misspelt inverse is one finding, with the line that mends it")
  func misspeltInverse() throws {
    let model = """
      entity Team { name: String; players ->> Player?, inverse teem }
      entity Player { name: String; team -> Team? }
      """
    #expect(try findings(of: UnfinishedModel.self, model).map(\.fix) == ["change Team.players, inverse team"])
    #expect(try messages(of: MissingInverse.self, model) == [])
  }

  @Test("An inverse that belongs to another relationship stays there; a key of an index is named")
  func sharedInverse() throws {
    var aircraft = EntityDescription(
      "Aircraft",
      properties: [
        .relationship(RelationshipDescription("pilot", to: "Pilot", isOptional: true, inverse: "aircraft")),
        .relationship(RelationshipDescription("passenger", to: "Pilot", isOptional: true, inverse: "aircraft")),
      ])
    aircraft.indexes = [FetchIndexDescription("byPilot", [.init("pilot"), .init("pilto")])]
    let model = ManagedObjectModel(
      name: "Club",
      entities: [
        aircraft,
        EntityDescription(
          "Pilot",
          properties: [
            .relationship(RelationshipDescription("aircraft", to: "Aircraft", isOptional: true, inverse: "pilot"))
          ]),
      ])
    let context = try ManagedObjectContext(model: ManagedObjectModel())
    try context.setModel(model)
    let found = try ModelReview(of: ReviewSubject(context), rules: [UnfinishedModel.self]).findings
    #expect(
      found.map { "\($0.message), \($0.fix)" } == [
        "the index Aircraft.byPilot names pilto, which Aircraft does not have, did you mean pilot?",
        "Aircraft.passenger names Pilot.aircraft as its inverse, but that one's inverse is Aircraft.pilot, "
          + "Aircraft.passenger <<--> Pilot.passengerOf",
      ])
  }

  @Test("An inverse that does not reciprocate is one finding, with the line that mends it")
  func notMutual() throws {
    let context = try ManagedObjectContext(model: ManagedObjectModel())
    try context.setModel(
      ManagedObjectModel(
        name: "League",
        entities: [
          EntityDescription(
            "Team",
            properties: [
              .relationship(
                RelationshipDescription("players", to: "Player", isToMany: true, isOptional: true, inverse: "team"))
            ]),
          EntityDescription(
            "Player",
            properties: [.relationship(RelationshipDescription("team", to: "Team", isOptional: true))]),
        ]))
    let found = try ModelReview(
      of: ReviewSubject(context), rules: [UnfinishedModel.self, MissingInverse.self]
    ).findings
    #expect(
      found.map { "\($0.message), \($0.fix)" } == [
        "Team.players names Player.team as its inverse, but that one has no inverse, change Player.team, inverse players"
      ])
  }

  @Test("A whole model")
  func aWholeModel() throws {
    let found = try places(
      of: UnfinishedModel.self,
      """
      entity Team { name: String; players ->> Player?, inverse team }
      entity Player { name: String; team -> Team?, inverse players }
      """)
    #expect(found == [])
  }
}
