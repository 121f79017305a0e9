import ModelReview
import ObjectGraph
import Testing

@Suite("Rule: a required to-many without a minimum count")
struct RequiredToManyTests {
  @Test("One of them, and what to type") func one() throws {
    let found = try findings(
      of: RequiredToMany.self,
      """
      entity Team { players ->> Player, inverse team }
      entity Player { team -> Team, inverse players }
      """)
    #expect(
      found.map(\.message) == [
        "Team.players is required, but may be empty: a to-many without a minimum count asks for no object"
      ])
    #expect(found.map(\.severity) == [.note])
    #expect(found.map(\.fix) == ["change Team.players, optional, or: change Team.players, count 1..."])
  }

  @Test("Many of them are one note") func many() throws {
    let found = try findings(
      of: RequiredToMany.self,
      """
      entity Team { players ->> Player, inverse teams; coaches ->> Coach, ordered, count ...3 }
      entity Player { teams ->> Team, inverse players }
      entity Coach { name: String }
      """)
    #expect(
      found.map(\.message) == [
        "3 to-many relationships are required without a minimum count, so they may be empty: Team.players, Team.coaches, Player.teams"
      ])
  }

  @Test("A minimum count, optional, a to-one, and a model for CloudKit")
  func nothing() throws {
    let found = try places(
      of: RequiredToMany.self,
      """
      entity Team { players ->> Player, inverse team, count 1...; coaches ->> Coach?, count 2...; captain -> Player }
      entity Player { team -> Team, inverse players }
      entity Coach { name: String }
      """)
    #expect(found == [])
    var entity = EntityDescription("Team")
    entity.properties = [.relationship(RelationshipDescription("rivals", to: "Team", isToMany: true))]
    let context = try ManagedObjectContext(model: ManagedObjectModel(entities: [entity]))
    #expect(try RequiredToMany.findings(in: ReviewSubject(context)).count == 1)
    #expect(try RequiredToMany.findings(in: ReviewSubject(context, options: .cloudKit)) == [])
  }
}
