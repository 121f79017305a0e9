import Foundation
import ModelInterchange
import ObjectGraph
import Predicates
import Testing

@Suite("The rows of a store")
struct SQLiteTablesTests {
  typealias Schema = SQLiteSchemaTests

  /// The rows as text, a line each, values between bars.
  static func text(_ context: ManagedObjectContext, _ table: String, limit: Int = .max) throws -> [String] {
    let tables = try SQLiteTables(context)
    let found = try #require(tables.schema[table])
    let rows = tables.rows(of: found, limit: limit)
    if limit == .max, found.content != .metadata, found.content != .modelCache {
      #expect(tables.count(of: found) == rows.count)
    }
    for row in rows { #expect(row.count == found.columns.count) }
    return rows.map { row in
      row.map { value in
        switch value {
        case .null: "NULL"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): "'\(text)'"
        case .blob(let data): "\(Array(data))"
        case .archive(let value): "archive of \(value.canonicalText)"
        }
      }.joined(separator: "|")
    }
  }

  static let league = ManagedObjectModel(entities: [
    Schema.entity(
      "Person", isAbstract: true, [AttributeDescription("name", .string, isOptional: true)]),
    Schema.entity(
      "Player", parent: "Person", [AttributeDescription("grade", .integer16, isOptional: true)],
      [
        Schema.one("team", to: "Team", inverse: "players"),
        Schema.many("friends", to: "Player", inverse: "friends"),
        Schema.many("clubs", to: "Club", inverse: "members", ordered: true),
      ]),
    Schema.entity("Coach", parent: "Person", [AttributeDescription("grade", .string, isOptional: true)]),
    Schema.entity(
      "Team", [],
      [
        Schema.many("players", to: "Player", inverse: "team", ordered: true), Schema.one("star", to: "Person"),
        Schema.many("favourites", to: "Coach"),
      ]),
    Schema.entity("Club", [], [Schema.many("members", to: "Player", inverse: "clubs")]),
  ])

  @Test func attributesInSQLitesRepresentation() throws {
    let types: [(String, AttributeType, Value)] = [
      ("a", .integer64, .integer(.min)), ("b", .boolean, true),
      ("c", .date, .date(Date(timeIntervalSinceReferenceDate: 86_400))),
      ("d", .date, .date(Date(timeIntervalSinceReferenceDate: -0.5))), ("e", .double, 2.0), ("f", .float, 0.5),
      ("g", .decimal, .decimal(Decimal(string: "12.50")!)), ("h", .decimal, .decimal(3)),
      ("i", .decimal, .decimal(Decimal(string: "1234567890.12345678901")!)), ("j", .string, "é"),
      ("k", .uri, .url(URL(string: "https://a.b/c")!)),
      ("l", .uuid, .uuid(UUID(uuidString: "00010203-0405-0607-0809-0A0B0C0D0E0F")!)),
      ("m", .transformable, .array([1, 2])), ("n", .binaryData, .data(Data([1, 2]))), ("o", .double, .double(.nan)),
      ("p", .date, .date(Date(timeIntervalSinceReferenceDate: 1e300))), ("q", .string, .null),
    ]
    let context = try ManagedObjectContext(
      model: ManagedObjectModel(entities: [
        Schema.entity("Thing", types.map { AttributeDescription($0.0, $0.1, isOptional: true) })
      ]))
    let thing = try context.insert("Thing")
    for (key, _, value) in types { try context.setValue(value, of: thing, forKey: key) }
    try context.save()
    #expect(
      try Self.text(context, "ZTHING") == [
        "1|1|1|-9223372036854775808|1|86400|-0.5|2.0|0.5|NULL|1e+300|12.5|3|'1234567890.12345678901'|'é'|NULL|"
          + "'https://a.b/c'|[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]|archive of {1, 2}|[1, 2]"
      ])
  }

  @Test func aTreeSharesItsColumnsAndSiblingsKeepTheirOwn() throws {
    let context = try ManagedObjectContext(model: Self.league)
    let wade = try context.insert("Player")
    try context.setValue(5, of: wade, forKey: "grade")
    let riley = try context.insert("Coach")
    try context.setValue("A", of: riley, forKey: "grade")
    let team = try context.insert("Team")
    try context.setValue(riley.value, of: team, forKey: "star")
    try context.save()
    // Z_PK, Z_ENT, Z_OPT, Z5FAVOURITES, ZGRADE1 of players, ZTEAM, Z_FOK_TEAM, ZNAME, ZGRADE of coaches
    #expect(
      try SQLiteSchema(Self.league)["ZPERSON"]?.columns.map(\.name) == [
        "Z_PK", "Z_ENT", "Z_OPT", "Z5FAVOURITES", "ZGRADE1", "ZTEAM", "Z_FOK_TEAM", "ZNAME", "ZGRADE",
      ])
    #expect(
      try Self.text(context, "ZPERSON") == ["1|4|1|NULL|5|NULL|NULL|NULL|NULL", "2|3|1|NULL|NULL|NULL|NULL|NULL|'A'"])
    #expect(try Self.text(context, "ZTEAM") == ["1|5|1|2|3"])
    #expect(
      try Self.text(context, "Z_PRIMARYKEY") == [
        "1|'Club'|0|0", "2|'Person'|0|2", "3|'Coach'|2|0", "4|'Player'|2|0", "5|'Team'|0|1",
      ])
  }

  @Test func orderedOwnersKeepThePlacesOfTheirMembers() throws {
    let context = try ManagedObjectContext(model: Self.league)
    let team = try context.insert("Team")
    let players = try (0..<3).map { _ in try context.insert("Player") }
    try context.setValue(.array([players[2].value, players[0].value]), of: team, forKey: "players")
    let clubs = try (0..<2).map { _ in try context.insert("Club") }
    try context.setValue(.array([clubs[1].value, clubs[0].value]), of: players[0], forKey: "clubs")
    try context.add([players[1]], to: "members", of: clubs[1])
    try context.save()
    #expect(
      try Self.text(context, "ZPERSON") == [
        "1|4|1|NULL|NULL|1|2|NULL|NULL", "2|4|1|NULL|NULL|NULL|NULL|NULL|NULL", "3|4|1|NULL|NULL|1|1|NULL|NULL",
      ])
    // Z_1CLUBS: the members of a club, the clubs of a player, and the place of the club.
    #expect(
      try SQLiteSchema(Self.league)["Z_1MEMBERS"]?.columns.map(\.name) == [
        "Z_1CLUBS", "Z_4MEMBERS", "Z_FOK_1CLUBS",
      ])
    #expect(try Self.text(context, "Z_1MEMBERS") == ["1|1|2", "2|1|1", "2|2|1"])
    #expect(try Self.text(context, "Z_1MEMBERS", limit: 2) == ["1|1|2", "2|1|1"])
  }

  @Test func friendsAreThereInBothDirections() throws {
    let context = try ManagedObjectContext(model: Self.league)
    let players = try (0..<3).map { _ in try context.insert("Player") }
    try context.add([players[2]], to: "friends", of: players[0])
    try context.add([players[1]], to: "friends", of: players[1])
    try context.save()
    #expect(try Self.text(context, "Z_4FRIENDS") == ["1|3", "2|2", "3|1"])
  }

  @Test func withoutAnInverseTheRowOfAMemberHasRoomForOneOwner() throws {
    let context = try ManagedObjectContext(model: Self.league)
    let coach = try context.insert("Coach")
    let teams = try (0..<2).map { _ in try context.insert("Team") }
    try context.add([coach], to: "favourites", of: teams[0])
    try context.save()
    #expect(try Self.text(context, "ZPERSON") == ["1|3|1|1|NULL|NULL|NULL|NULL|NULL"])
    #expect(try SQLiteTables(context).contestedLinks() == [])
    try context.add([coach], to: "favourites", of: teams[1])
    try context.save()
    #expect(try Self.text(context, "ZPERSON") == ["1|3|1|2|NULL|NULL|NULL|NULL|NULL"])
    let contested = try SQLiteTables(context).contestedLinks()
    #expect(contested.map { "\($0.relationship.entity).\($0.relationship.name)" } == ["Team.favourites"])
    #expect(contested.map(\.object) == [coach])
    #expect(contested.map(\.owners) == [teams])
  }

  @Test func onlyWhatIsSavedIsThere() throws {
    let context = try ManagedObjectContext(model: Self.league)
    let wade = try context.insert("Player")
    #expect(try Self.text(context, "ZPERSON") == [])
    try context.save()
    try context.setValue("Wade", of: wade, forKey: "name")
    #expect(try Self.text(context, "ZPERSON") == ["1|4|1|NULL|NULL|NULL|NULL|NULL|NULL"])
    try context.save()
    try context.delete(wade)
    context.endEvent()
    #expect(try Self.text(context, "ZPERSON") == ["1|4|2|NULL|NULL|NULL|NULL|'Wade'|NULL"])
    try context.save()
    #expect(try Self.text(context, "ZPERSON") == [])
    // The number stays given.
    #expect(try Self.text(context, "Z_PRIMARYKEY")[1] == "2|'Person'|0|1")
  }

  @Test func savesAreCountedAndSurviveWhatCannotUndoThem() throws {
    let context = try ManagedObjectContext(model: Self.league)
    let wade = try context.insert("Player")
    #expect(context.committed.saveCount(of: wade) == 0)
    try context.save()
    for number in 1...3 {
      try context.setValue(.integer(Int64(number)), of: wade, forKey: "grade")
      context.endEvent()
      try context.save()
    }
    #expect(context.committed.saveCount(of: wade) == 4)
    context.undo()
    context.undo()
    try context.save()
    #expect(context.committed.saveCount(of: wade) == 5)
    let copy = context.copy()
    try copy.setValue(9, of: wade, forKey: "grade")
    try copy.save()
    #expect(copy.committed.saveCount(of: wade) == 6)
    #expect(context.committed.saveCount(of: wade) == 5)
    try context.delete(wade)
    context.endEvent()
    try context.save()
    context.undo()
    try context.save()
    #expect(context.committed.saveCount(of: wade) == 1)
  }

  @Test func aChangeOfTheModelKeepsTheCounts() throws {
    let context = try ManagedObjectContext(model: Self.league)
    let wade = try context.insert("Player")
    let club = try context.insert("Club")
    try context.save()
    for id in [club, wade] {
      try context.setValue(.array([]), of: club, forKey: "members")
      try context.add([wade], to: "members", of: club)
      context.endEvent()
      try context.save()
      #expect(context.committed.saveCount(of: id) > 1)
      try context.remove([wade], from: "members", of: club)
      try context.save()
    }
    let counts = [wade, club].map { context.committed.saveCount(of: $0) }
    var model = context.model
    model[entity: "Club"]?.parent = "Person"
    let renumbered = try context.setModel(model).renumbered
    context.endEvent()
    #expect(renumbered[club] != nil)
    #expect([wade, renumbered[club] ?? club].map { context.committed.saveCount(of: $0) } == counts)
  }

  @Test func aLinkToAnObjectThatIsGoneKeepsItsNumber() throws {
    var model = Self.league
    model[entity: "Team"]?[property: "star"] = .relationship(
      RelationshipDescription("star", to: "Person", isOptional: true, deleteRule: .noAction))
    let context = try ManagedObjectContext(model: model)
    let wade = try context.insert("Player")
    let team = try context.insert("Team")
    try context.setValue(wade.value, of: team, forKey: "star")
    try context.save()
    try context.delete(wade)
    try context.save()
    #expect(try Self.text(context, "ZPERSON") == [])
    #expect(try Self.text(context, "ZTEAM") == ["1|5|1|1|4"])
  }
}
