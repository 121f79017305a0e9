import ModelInterchange
import ObjectGraph
import Testing

/// The rules one by one, on models of our own.
@Suite("The tables of a model")
struct SQLiteSchemaTests {
  struct Rule: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var model: [EntityDescription]
    /// Statements that must be there.
    var statements: [String]
    /// Words that must not be in any.
    var absent: [String] = []

    init(_ text: String, _ model: [EntityDescription], _ statements: [String], absent: [String] = []) {
      testDescription = text
      self.model = model
      self.statements = statements
      self.absent = absent
    }
  }

  static func entity(
    _ name: String, parent: String? = nil, isAbstract: Bool = false, _ attributes: [AttributeDescription] = [],
    _ relationships: [RelationshipDescription] = []
  ) -> EntityDescription {
    EntityDescription(
      name, isAbstract: isAbstract, parent: parent,
      properties: attributes.map { .attribute($0) } + relationships.map { .relationship($0) })
  }

  static func one(_ name: String, to destination: String, inverse: String? = nil) -> RelationshipDescription {
    RelationshipDescription(name, to: destination, isOptional: true, inverse: inverse)
  }

  static func many(
    _ name: String, to destination: String, inverse: String? = nil, ordered: Bool = false
  ) -> RelationshipDescription {
    RelationshipDescription(
      name, to: destination, isToMany: true, isOptional: true, isOrdered: ordered, inverse: inverse)
  }

  static let rules: [Rule] = [
    Rule(
      "A root entity is a table; its name in capitals", [entity("Team", [AttributeDescription("name", .string)])],
      ["CREATE TABLE ZTEAM ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )"]),
    Rule(
      "The types, in the order of their groups, and by name in each",
      [
        entity(
          "Thing",
          AttributeType.allCases.filter { $0 != .undefined }.map { AttributeDescription($0.rawValue.lowercased(), $0) })
      ],
      [
        "CREATE TABLE ZTHING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBOOLEAN INTEGER, "
          + "ZINTEGER16 INTEGER, ZINTEGER32 INTEGER, ZINTEGER64 INTEGER, ZDATE TIMESTAMP, ZDOUBLE FLOAT, ZFLOAT FLOAT, "
          + "ZDECIMAL DECIMAL, ZSTRING VARCHAR, ZURI VARCHAR, ZUUID BLOB, ZTRANSFORMABLE BLOB, ZBINARYDATA BLOB )"
      ]),
    Rule(
      "What is transient has no column",
      [
        entity("Team", [AttributeDescription("mood", .undefined, isTransient: true)]),
        entity(
          "Player", [], [RelationshipDescription("rival", to: "Team", isOptional: true, isTransient: true)]),
      ], [], absent: ["MOOD", "RIVAL"]),
    Rule(
      "A to-one is a column with an index; its inverse to-many is none",
      [
        entity("Player", [], [one("team", to: "Team", inverse: "players")]),
        entity("Team", [], [many("players", to: "Player", inverse: "team")]),
      ],
      [
        "CREATE TABLE ZPLAYER ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTEAM INTEGER )",
        "CREATE TABLE ZTEAM ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER )",
        "CREATE INDEX ZPLAYER_ZTEAM_INDEX ON ZPLAYER (ZTEAM)",
      ], absent: ["PLAYERS"]),
    Rule(
      "One to one is a column at both ends",
      [
        entity("Player", [], [one("captainOf", to: "Team", inverse: "captain")]),
        entity("Team", [], [one("captain", to: "Player", inverse: "captainOf")]),
      ],
      [
        "CREATE INDEX ZPLAYER_ZCAPTAINOF_INDEX ON ZPLAYER (ZCAPTAINOF)",
        "CREATE INDEX ZTEAM_ZCAPTAIN_INDEX ON ZTEAM (ZCAPTAIN)",
      ]),
    Rule(
      "A destination with sub-entities has its entity beside it",
      [
        entity("Person"), entity("Player", parent: "Person"),
        entity("Award", [], [one("winner", to: "Person"), one("best", to: "Player")]),
      ],
      [
        "CREATE TABLE ZAWARD ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBEST INTEGER, "
          + "ZWINNER INTEGER, Z2_WINNER INTEGER )"
      ]),
    Rule(
      "The inverse of an ordered to-many has the order beside it, behind all keys",
      [
        entity("Page", [], [one("book", to: "Book", inverse: "pages"), one("chapter", to: "Book")]),
        entity("Book", [], [many("pages", to: "Page", inverse: "book", ordered: true)]),
      ],
      [
        "CREATE TABLE ZPAGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBOOK INTEGER, "
          + "ZCHAPTER INTEGER, Z_FOK_BOOK INTEGER )"
      ]),
    Rule(
      "A to-many without inverse is a column at its members",
      [entity("Fan", [], [many("idols", to: "Player")]), entity("Player")],
      [
        "CREATE TABLE ZPLAYER ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, Z1IDOLS INTEGER )",
        "CREATE INDEX ZPLAYER_Z1IDOLS_INDEX ON ZPLAYER (Z1IDOLS)",
      ]),
    Rule(
      "A tree is one table: entity by entity in each group, an index for the entity, digits for names met again",
      [
        entity("Person", isAbstract: true, [AttributeDescription("name", .string)]),
        entity(
          "Player", parent: "Person",
          [AttributeDescription("number", .integer16), AttributeDescription("grade", .string)]),
        entity(
          "Coach", parent: "Person",
          [AttributeDescription("number", .integer16), AttributeDescription("grade", .integer16)],
          [one("club", to: "Club", inverse: "coaches")]),
        entity("Umpire", parent: "Person", [], [one("club", to: "Club", inverse: "umpires")]),
        entity(
          "Club", [],
          [
            many("coaches", to: "Coach", inverse: "club", ordered: true),
            many("umpires", to: "Umpire", inverse: "club", ordered: true),
          ]),
      ],
      [
        "CREATE TABLE ZPERSON ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZGRADE INTEGER, "
          + "ZNUMBER INTEGER, ZCLUB INTEGER, Z_FOK_CLUB INTEGER, ZNUMBER1 INTEGER, ZCLUB1 INTEGER, Z_FOK_CLUB1 INTEGER, "
          + "ZNAME VARCHAR, ZGRADE1 VARCHAR )",
        "CREATE INDEX ZPERSON_Z_ENT_INDEX ON ZPERSON (Z_ENT)",
        "CREATE INDEX ZPERSON_ZCLUB1_INDEX ON ZPERSON (ZCLUB1)",
      ]),
    Rule(
      "Many to many is a join table, named for the entity whose name sorts first, with an index for the way back",
      [
        entity("Team", [], [many("players", to: "Player", inverse: "teams")]),
        entity("Player", [], [many("teams", to: "Team", inverse: "players")]),
      ],
      [
        "CREATE TABLE Z_1TEAMS ( Z_1PLAYERS INTEGER, Z_2TEAMS INTEGER, PRIMARY KEY (Z_1PLAYERS, Z_2TEAMS) )",
        "CREATE INDEX Z_1TEAMS_Z_2TEAMS_INDEX ON Z_1TEAMS (Z_2TEAMS, Z_1PLAYERS)",
      ]),
    Rule(
      "The name decides, not the number",
      [
        entity("Zoo"), entity("Ant", parent: "Zoo", [], [many("bees", to: "Bee", inverse: "ants")]),
        entity("Bee", [], [many("ants", to: "Ant", inverse: "bees")]),
      ],
      ["CREATE TABLE Z_3BEES ( Z_3ANTS INTEGER, Z_1BEES INTEGER, PRIMARY KEY (Z_3ANTS, Z_1BEES) )"]),
    Rule(
      "Both sides of a many to many may be ordered",
      [
        entity("Song", [], [many("lists", to: "List", inverse: "songs", ordered: true)]),
        entity("List", [], [many("songs", to: "Song", inverse: "lists", ordered: true)]),
      ],
      [
        "CREATE TABLE Z_1SONGS ( Z_1LISTS INTEGER, Z_2SONGS INTEGER, Z_FOK_1LISTS INTEGER, Z_FOK_2SONGS INTEGER, "
          + "PRIMARY KEY (Z_1LISTS, Z_2SONGS) )"
      ]),
    Rule(
      "A column's name in a second join table gets a digit",
      [
        entity(
          "Band", [],
          [many("fans", to: "Fan", inverse: "bands"), many("guests", to: "Guest", inverse: "bands")]),
        entity("Fan", [], [many("bands", to: "Band", inverse: "fans")]),
        entity("Guest", [], [many("bands", to: "Band", inverse: "guests")]),
      ],
      [
        "CREATE TABLE Z_1FANS ( Z_1BANDS INTEGER, Z_2FANS INTEGER, PRIMARY KEY (Z_1BANDS, Z_2FANS) )",
        "CREATE TABLE Z_1GUESTS ( Z_1BANDS1 INTEGER, Z_3GUESTS INTEGER, PRIMARY KEY (Z_1BANDS1, Z_3GUESTS) )",
      ]),
    Rule(
      "Many to many on one entity: named for the ordered end",
      [
        entity(
          "Page", [],
          [many("zitedBy", to: "Page", inverse: "cites"), many("cites", to: "Page", inverse: "zitedBy", ordered: true)])
      ],
      [
        "CREATE TABLE Z_1CITES ( Z_1ZITEDBY INTEGER, Z_1CITES INTEGER, Z_FOK_1CITES INTEGER, "
          + "PRIMARY KEY (Z_1ZITEDBY, Z_1CITES) )"
      ]),
    Rule(
      "Many to many on one entity, neither ordered: named for the end that comes later in the alphabet",
      [
        entity(
          "Page", [], [many("citedBy", to: "Page", inverse: "cites"), many("cites", to: "Page", inverse: "citedBy")])
      ],
      ["CREATE TABLE Z_1CITES ( Z_1CITEDBY INTEGER, Z_1CITES INTEGER, PRIMARY KEY (Z_1CITEDBY, Z_1CITES) )"]),
    Rule(
      "A many to many that is its own inverse has two different columns all the same",
      [entity("Person", [], [many("friends", to: "Person", inverse: "friends")])],
      [
        "CREATE TABLE Z_1FRIENDS ( Z_1FRIENDS INTEGER, REFLEXIVE INTEGER, PRIMARY KEY (Z_1FRIENDS, REFLEXIVE) )"
      ]),
    Rule(
      "A to-one that is its own inverse is one column",
      [entity("Person", [], [one("spouse", to: "Person", inverse: "spouse")])],
      ["CREATE TABLE ZPERSON ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZSPOUSE INTEGER )"]),
    Rule(
      "An attribute that is indexed has an index of its own",
      [entity("Team", [AttributeDescription("name", .string, isIndexed: true)])],
      ["CREATE INDEX Z_Team_name ON ZTEAM (ZNAME COLLATE BINARY ASC)"]),
    Rule(
      "Indexes and constraints that the model declares have the entity's name and their own",
      [
        EntityDescription("Event") {
          Attribute("date", .date, isIndexed: true)
          Attribute("place", .string)
          Attribute("mood", .string, isTransient: true)
          ToOne("team", to: "Team")
          Unique("date")
          Unique("place", "team")
        }.indexed([
          FetchIndexDescription("byDate", [.init("date")]),
          FetchIndexDescription("byPlace", [.init("place", isAscending: false), .init("team")]),
          FetchIndexDescription("byBox", [.init("date", collation: .rTree)]),
          FetchIndexDescription("byMood", [.init("mood")]),
        ]),
        EntityDescription("Match", parent: "Event") { Attribute("score", .integer16) }
          .indexed([FetchIndexDescription("byScore", [.init("score"), .init("date")])]),
        entity("Team"),
      ],
      [
        "CREATE INDEX Z_Event_date ON ZEVENT (ZDATE COLLATE BINARY ASC)",
        "CREATE INDEX Z_Event_byDate ON ZEVENT (ZDATE COLLATE BINARY ASC)",
        "CREATE INDEX Z_Event_byPlace ON ZEVENT (ZPLACE COLLATE BINARY DESC, ZTEAM COLLATE BINARY ASC)",
        "CREATE UNIQUE INDEX Z_Event_UNIQUE_date ON ZEVENT (ZDATE COLLATE BINARY ASC)",
        "CREATE UNIQUE INDEX Z_Event_UNIQUE_place_team ON ZEVENT (ZPLACE COLLATE BINARY ASC, ZTEAM COLLATE BINARY ASC)",
        "CREATE INDEX Z_Match_byScore ON ZEVENT (ZSCORE COLLATE BINARY ASC, ZDATE COLLATE BINARY ASC)",
      ], absent: ["byBox", "byMood"]),
    Rule(
      "A property that reads like one of Core Data's own columns gets a digit",
      [entity("Team", [AttributeDescription("_pk", .integer16)])],
      [
        "CREATE TABLE ZTEAM ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, Z_PK1 INTEGER )"
      ]),
    Rule(
      "Entities that read alike in capitals, and names that SQL cannot read plainly",
      [entity("Team"), entity("TEAM"), entity("a \"b\"")],
      [
        "CREATE TABLE \"ZA \"\"B\"\"\" ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER )",
        "CREATE TABLE ZTEAM ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER )",
        "CREATE TABLE ZTEAM1 ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER )",
      ]),
    Rule(
      "A model without entities has the store's own tables", [],
      [
        "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
        "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
        "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
      ]),
  ]

  @Test("Indexes and constraints without columns are named")
  func omissions() throws {
    let model = ManagedObjectModel("M") {
      CompositeDescription("Address") { Attribute("city", .string) }
      EntityDescription("Team") {
        Attribute("x", .double)
        Attribute("home", composite: "Address")
        Unique("home.city")
      }.indexed([FetchIndexDescription("byBox", [.init("x", collation: .rTree)])])
      EntityDescription("Club", parent: "Team") { Unique("x") }
    }
    #expect(
      try SQLiteSchema(model).omissions == [
        "the index Team.byBox", "that home.city is unique in Team", "that x is unique in Club",
      ])
  }

  @Test("Names that differ only in case are kept apart, of tables, columns and indexes alike")
  func caseOfNames() throws {
    var model = ManagedObjectModel(name: "M")
    func indexed(_ name: String) -> AttributeDescription { AttributeDescription(name, .string, isIndexed: true) }
    model.entities = [
      Self.entity("A", [indexed("name"), indexed("Name"), indexed("b_c"), indexed("index")]),
      Self.entity("a", [indexed("name"), indexed("NAME")]),
      Self.entity("A_b", [indexed("c")], [Self.one("x", to: "A")]),
      Self.entity("A_B_ZX_INDEX", [indexed("c")]),
    ]
    for framework in [FrameworkVersion.current, FrameworkVersion(rawValue: 419)] {
      let schema = try SQLiteSchema(model, framework: framework)
      let names = schema.tables.flatMap { [$0.name] + $0.indexes.map(\.name) }
      #expect(Set(names.map { $0.lowercased() }).count == names.count, "\(names)")
      for table in schema.tables {
        #expect(Set(table.columns.map { $0.name.lowercased() }).count == table.columns.count)
      }
    }
    let names = try SQLiteSchema(model).tables.flatMap(\.indexes).map(\.name)
    #expect(
      names.sorted() == [
        "ZA_B_ZX_INDEX1", "Z_A_B_ZX_INDEX_c", "Z_A_Name", "Z_A_b_c", "Z_A_b_c1", "Z_A_index", "Z_A_name1",
        "Z_a_NAME2", "Z_a_name3",
      ])
  }

  @Test("The rules", arguments: rules)
  func rule(_ rule: Rule) throws {
    let statements = try SQLiteSchema(ManagedObjectModel(entities: rule.model)).statements
    for statement in rule.statements { #expect(statements.contains(statement), "\(statements)") }
    for word in rule.absent { #expect(!statements.contains { $0.contains(word) }) }
    #expect(Set(statements).count == statements.count)
  }

  @Test func entitiesAreNumberedParentsFirstAndByNameWithoutRegardToCase() throws {
    let schema = try SQLiteSchema(
      ManagedObjectModel(entities: [
        Self.entity("zebra"), Self.entity("Player", parent: "Person"), Self.entity("apple"), Self.entity("Person"),
        Self.entity("coach", parent: "Person"), Self.entity("Head", parent: "coach"),
      ]))
    #expect(
      schema.entities.map { "\($0.number) \($0.name) \($0.parentNumber) \($0.table)" } == [
        "1 apple 0 ZAPPLE", "2 Person 0 ZPERSON", "3 coach 2 ZPERSON", "4 Head 3 ZPERSON", "5 Player 2 ZPERSON",
        "6 zebra 0 ZZEBRA",
      ])
    #expect(schema.number(of: "Head") == 4)
    #expect(schema.number(of: "head") == nil)
    #expect(schema["ZPERSON"]?.content == .objects(["Person", "coach", "Head", "Player"]))
  }

  @Test func olderFrameworksHadOtherHabits() throws {
    let model = ManagedObjectModel(entities: [
      Self.entity(
        "Team", [AttributeDescription("name", .string, isIndexed: true)],
        [many("players", to: "Player", inverse: "teams")]),
      Self.entity("Player", [], [many("teams", to: "Team", inverse: "players")]),
    ])
    let old = try SQLiteSchema(model, framework: FrameworkVersion(rawValue: 419))
    #expect(
      old.tables.flatMap(\.indexes).map(\.createStatement) == ["CREATE INDEX ZTEAM_ZNAME_INDEX ON ZTEAM (ZNAME)"])
    #expect(old["Z_MODELCACHE"] == nil)
    #expect(
      try SQLiteSchema(model).tables.flatMap(\.indexes).map(\.name) == ["Z_1TEAMS_Z_2TEAMS_INDEX", "Z_Team_name"])
  }

  private func many(_ name: String, to destination: String, inverse: String) -> RelationshipDescription {
    Self.many(name, to: destination, inverse: inverse)
  }

  @Test func aModelThatIsNotSoundHasNoTables() throws {
    let unfinished = ManagedObjectModel(entities: [Self.entity("Player", [], [Self.one("team", to: "Team")])])
    #expect(throws: ModelError(problems: unfinished.problems())) { try SQLiteSchema(unfinished) }
    let circle = ManagedObjectModel(entities: [Self.entity("A", parent: "B"), Self.entity("B", parent: "A")])
    #expect(throws: ModelError(problems: circle.problems())) { try SQLiteSchema(circle) }
  }

  @Test func aDeepHierarchyIsNoDanger() throws {
    let deep = (0..<2_000).map { Self.entity("E\($0)", parent: $0 == 0 ? nil : "E\($0 - 1)") }
    // The problems of such a model take long to look for; its tables need none of it.
    let schema = try SQLiteSchema(ManagedObjectModel(entities: Array(deep.prefix(200))))
    #expect(schema.entities.last?.parentNumber == 199)
  }
}

extension EntityDescription {
  fileprivate func indexed(_ indexes: [FetchIndexDescription]) -> EntityDescription {
    var entity = self
    entity.indexes = indexes
    return entity
  }
}
