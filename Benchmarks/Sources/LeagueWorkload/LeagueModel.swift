import ObjectGraph

extension ManagedObjectModel {
  /// The model of league(N).
  public static let league: ManagedObjectModel = {
    func text(_ name: String, isOptional: Bool = false, isIndexed: Bool = false) -> PropertyDescription {
      .attribute(
        AttributeDescription(
          name, .string, isOptional: isOptional, isIndexed: isIndexed, minimumLength: isOptional ? nil : 1))
    }
    func number(_ name: String, _ range: ClosedRange<Int64>) -> PropertyDescription {
      .attribute(
        AttributeDescription(
          name, .integer32, minimumValue: .integer(range.lowerBound), maximumValue: .integer(range.upperBound)))
    }
    func one(_ name: String, _ destination: String, _ inverse: String) -> PropertyDescription {
      .relationship(RelationshipDescription(name, to: destination, inverse: inverse))
    }
    func many(
      _ name: String, _ destination: String, _ inverse: String, _ rule: DeleteRule = .nullify, maximum: Int? = nil
    ) -> PropertyDescription {
      .relationship(
        RelationshipDescription(
          name, to: destination, isToMany: true, isOptional: true, inverse: inverse, maximumCount: maximum,
          deleteRule: rule))
    }
    return ManagedObjectModel(
      name: "League",
      entities: [
        EntityDescription("League", properties: [many("teams", "Team", "league", .deny)]),
        EntityDescription(
          "Team",
          properties: [
            // As SQLite has it: the peer's look-up of one team goes by an index.
            text("name", isIndexed: true), one("league", "League", "teams"),
            many("players", "Player", "team", .cascade, maximum: 100),
            many("pastPlayers", "Player", "pastTeams"),
          ]),
        EntityDescription(
          "Player",
          properties: [
            text("firstName"), text("lastName"), number("age", 0...150), text("email", isOptional: true),
            one("team", "Team", "players"), many("pastTeams", "Team", "pastPlayers", maximum: 10),
            many("friendships", "Friendship", "source", .cascade),
            many("befriendedBy", "Friendship", "friend", .cascade),
          ]),
        EntityDescription(
          "Friendship",
          properties: [
            number("rank", 1...10), one("source", "Player", "friendships"), one("friend", "Player", "befriendedBy"),
          ]
        ),
      ])
  }()
}
