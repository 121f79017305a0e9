import Diagnostics
import ModelReview
import SwiftDataModel
import Testing

#if SwiftData
  /// A source that a rule reports something about, the text at that place, and a source next to it that is as it should be.
  struct RuleSample: CustomTestStringConvertible, Sendable {
    var rule: String
    var severity: Finding.Severity
    var place: String
    var wrong: String
    var right: String

    init(
      _ rule: String, _ severity: Finding.Severity, at place: String, wrong: String, right: String
    ) {
      (self.rule, self.severity, self.place, self.wrong, self.right) = (rule, severity, place, wrong, right)
    }

    init(
      _ rule: SwiftDataRule, _ severity: Finding.Severity, at place: String, wrong: String, right: String
    ) {
      self.init(rule.rawValue, severity, at: place, wrong: wrong, right: right)
    }

    var testDescription: String { "\(rule): \(wrong.prefix(60))" }
  }

  @Suite("Rules for SwiftData")
  struct RuleTests {
    static func findings(_ source: String, isForCloudKit: Bool = false) throws -> [SwiftModelBundle.SourceFinding] {
      let bundle = try SwiftModelReader.read(SourceText(source, name: "Models.swift"))
      return bundle.findings + (isForCloudKit || bundle.isForCloudKit ? bundle.cloudKitFindings : [])
    }

    @Test(
      "What is wrong is reported at its place, and its neighbour is not",
      arguments: relationships + attributes + versions)
    func rule(_ sample: RuleSample) throws {
      let wrong = try Self.findings(sample.wrong).filter { $0.finding.rule == sample.rule }
      #expect(wrong.count == 1, "\(wrong.map(\.finding.message))")
      #expect(wrong.first?.finding.severity == sample.severity)
      #expect(wrong.first?.place.map { $0.source[$0.range] } == sample.place[...])
      let right = try Self.findings(sample.right).filter { $0.finding.rule == sample.rule }
      #expect(right.isEmpty, "\(right.map(\.finding.message))")
    }

    @Test("Every rule has a sample")
    func complete() {
      let known = Set((Self.relationships + Self.attributes + Self.versions).map(\.rule))
      // One needs more files.
      #expect(SwiftDataRule.allCases.map(\.rawValue).filter { !known.contains($0) } == ["newerSystem"])
    }

    static let relationships: [RuleSample] = [
      RuleSample(
        .inverseOnBothSides, .error, at: #"\Pot.plant"#,
        wrong: #"""
          @Model class Plant { @Relationship(inverse: \Pot.plant) var pot: Pot? }
          @Model class Pot { @Relationship(inverse: \Plant.pot) var plant: Plant? }
          """#,
        right: #"""
          @Model class Plant { @Relationship(inverse: \Pot.plant) var pot: Pot? }
          @Model class Pot { @Relationship(deleteRule: .cascade) var plant: Plant? }
          """#),
      RuleSample(
        .inverseNamedTwice, .warning, at: #"\Plant.yard"#,
        wrong: #"""
          @Model class Yard {
            @Relationship(inverse: \Plant.yard) var left: [Plant] = []
            @Relationship(inverse: \Plant.yard) var right: [Plant] = []
          }
          @Model class Plant { var yard: Yard? }
          """#,
        right: #"""
          @Model class Yard {
            @Relationship(inverse: \Plant.left) var left: [Plant] = []
            @Relationship(inverse: \Plant.right) var right: [Plant] = []
          }
          @Model class Plant { var left: Yard?; var right: Yard? }
          """#),
      RuleSample(
        .unknownInverse, .error, at: #"\Plant.yrad"#,
        wrong: #"""
          @Model class Yard { @Relationship(inverse: \Plant.yrad) var plants: [Plant] = [] }
          @Model class Plant { var yard: Yard? }
          """#,
        right: #"""
          @Model class Yard { @Relationship(inverse: \Plant.yard) var plants: [Plant] = [] }
          @Model class Plant { var yard: Yard? }
          """#),
      RuleSample(
        .unknownInverse, .error, at: #"\Plant.name"#,
        wrong: #"""
          @Model class Yard { @Relationship(inverse: \Plant.name) var plants: [Plant] = [] }
          @Model class Plant { var name: String; var yard: Yard? }
          """#,
        right: #"@Model class Yard { @Relationship(inverse: \Plant.yard) var plants: [Plant] = [] }"#),
      RuleSample(
        .unknownInverse, .error, at: #"\Plant.pot"#,
        wrong: #"""
          @Model class Yard { @Relationship(inverse: \Plant.pot) var plants: [Plant] = [] }
          @Model class Plant { var pot: Pot? }
          @Model class Pot { var size: Int = 0 }
          """#,
        right: #"""
          @Model class Yard { @Relationship(inverse: \Plant.place) var plants: [Plant] = [] }
          typealias Place = Yard
          @Model class Plant { var place: Place? }
          """#),
      RuleSample(
        .ambiguousInverse, .warning, at: "matches",
        wrong: """
          @Model class Match { var home: Team?; var guest: Team? }
          @Model class Team { var matches: [Match] = [] }
          """,
        right: #"""
          @Model class Match { var home: Team?; @Relationship(inverse: nil) var guest: Team? }
          @Model class Team { @Relationship(inverse: \Match.home) var matches: [Match] = [] }
          """#),
      RuleSample(
        .ambiguousInverse, .warning, at: "up",
        wrong: "@Model class Node { var up: Node?; var down: [Node] = []; var next: Node? }",
        right: "@Model class Node { var up: Node?; var down: [Node] = [] }"),
      RuleSample(
        .unanchoredManyToMany, .warning, at: "tags",
        wrong: """
          @Model class Post { var tags: [Tag] = [] }
          @Model class Tag { var posts: [Post] = [] }
          """,
        right: #"""
          @Model class Post { @Relationship(inverse: \Tag.posts) var tags: [Tag] = [] }
          @Model class Tag { var posts: [Post] = [] }
          """#),
      RuleSample(
        .requiredEndWithoutInverse, .warning, at: "students",
        wrong: """
          @Model class School { var students: [Student] = [] }
          @Model class Student { var school: School }
          """,
        right: """
          @Model class School { var students: [Student] = [] }
          @Model class Student { var school: School? }
          """),
      RuleSample(
        .oneWayRelationship, .note, at: "food",
        wrong: """
          @Model class Bird { var food: Food?; var other: Food? }
          @Model class Food { var name: String }
          """,
        right: """
          @Model class Bird { @Relationship(inverse: nil) var food: Food?; var parent: Bird? }
          @Model class Food { var name: String }
          """),
      RuleSample(
        "nullifyRequired", .warning, at: "players",
        wrong: #"""
          @Model class Team { @Relationship(inverse: \Player.team) var players: [Player] = [] }
          @Model class Player { var team: Team }
          """#,
        right: #"""
          @Model class Team { @Relationship(deleteRule: .cascade, inverse: \Player.team) var players: [Player] = [] }
          @Model class Player { var team: Team }
          """#),
      RuleSample(
        "cascadeUpwards", .warning, at: ".cascade",
        wrong: #"""
          @Model class Team { @Relationship(inverse: \Player.team) var players: [Player] = [] }
          @Model class Player { @Relationship(deleteRule: .cascade) var team: Team? }
          """#,
        right: #"""
          @Model class Team { @Relationship(inverse: \Coach.team) var coach: Coach? }
          @Model class Coach { @Relationship(deleteRule: .cascade) var team: Team? }
          """#),
      RuleSample(
        "danglingRule", .warning, at: ".noAction",
        wrong: #"""
          @Model class Team { @Relationship(deleteRule: .noAction, inverse: \Player.team) var players: [Player] = [] }
          @Model class Player { var team: Team? }
          """#,
        right: """
          @Model class Team { @Relationship(deleteRule: .noAction) var players: [Player] = [] }
          @Model class Player { var name: String }
          """),
      RuleSample(
        .denyWithInverse, .note, at: ".deny",
        wrong: #"""
          @Model class Team { @Relationship(deleteRule: .deny, inverse: \Player.team) var players: [Player] = [] }
          @Model class Player { var team: Team? }
          """#,
        right: #"""
          @Model class Team { @Relationship(deleteRule: .nullify, inverse: \Player.team) var players: [Player] = [] }
          @Model class Player { var team: Team? }
          """#),
      RuleSample(
        "uniqueRequired", .note, at: "user",
        wrong: #"""
          @Model class User { @Attribute(.unique) var email: String; @Relationship(inverse: \Role.user) var roles: [Role] = [] }
          @Model class Role { var user: User }
          """#,
        right: #"""
          @Model class User { @Attribute(.unique) var email: String; @Relationship(inverse: \Role.user) var roles: [Role] = [] }
          @Model class Role { var user: User? }
          """#),
      RuleSample(
        .betaSpelling, .warning, at: ".cascade",
        wrong:
          "@Model class Team { @Relationship(.cascade) var players: [Player] = [] }\n@Model class Player { var team: Team? }",
        right: "@Model class Team { @Relationship(.unique) var coach: Coach? }\n@Model class Coach { var team: Team? }"),
      RuleSample(
        .silentCounts, .note, at: "players",
        wrong:
          "@Model class Team { @Relationship(minimumModelCount: 1) var players: [Player] = [] }\n@Model class Player { var team: Team? }",
        right:
          "@Model class Team { @Relationship(minimumModelCount: 0) var players: [Player] = [] }\n@Model class Player { var team: Team? }"
      ),
      RuleSample(
        .silentCounts, .error, at: "players",
        wrong: """
          @Model class Team { @Relationship(minimumModelCount: 3, maximumModelCount: 2) var players: [Player] = [] }
          @Model class Player { var team: Team? }
          """,
        right: "@Model class Team { var players: [Player] = [] }\n@Model class Player { var team: Team? }"),
      RuleSample(
        .unkeptOrder, .note, at: "trip.stops",
        wrong: """
          @Model class Trip { var stops: [Stop] = [] }
          @Model class Stop { var trip: Trip? }
          func move() { trip.stops.move(fromOffsets: a, toOffset: b) }
          """,
        right: """
          @Model class Trip { var stops: [Stop] = [] }
          @Model class Stop { var trip: Trip?; var sortIndex: Int = 0 }
          func move() { trip.stops.move(fromOffsets: a, toOffset: b) }
          """),
    ]

    static let attributes: [RuleSample] = [
      RuleSample(
        "takenName", .error, at: "description", wrong: "@Model class A { var description: String }",
        right: "@Model class A { var details: String; var hash: Int = 0 }"),
      RuleSample(
        .unqualifiedDefault, .error, at: ".blue",
        wrong: "enum Color: String, Codable { case blue }\n@Model class A { var color: Color = .blue }",
        right:
          "enum Color: String, Codable { case blue }\n@Model class A { var color: Color = Color.blue; @Transient var b: Color = .blue }"
      ),
      RuleSample(
        .unqualifiedDefault, .error, at: ".init()",
        wrong: "@Model class A { var made: Date = .init() }", right: "@Model class A { var made: Date = Date() }"),
      RuleSample(
        .typeAtRisk, .note, at: "Shape",
        wrong: "enum Shape: Codable { case circle(Double) }\n@Model class A { var shape: Shape; var other: Shape? }",
        right: "enum Shape: Int, Codable { case circle }\n@Model class A { var shape: Shape; var other: Shape? }"),
      RuleSample(
        .typeAtRisk, .note, at: "Money",
        wrong:
          "struct Money: Codable { var x: Int }\nextension Money { func encode(to e: Encoder) { } }\n@Model class A { var m: Money }",
        right: "struct Money: Codable { var x: Int; func encode() { } }\n@Model class A { var m: Money }"),
      RuleSample(
        .typeAtRisk, .note, at: "[String]?", wrong: "@Model class A { var tags: [String]? }",
        right: "@Model class A { var tags: [String] = []; var data: Data? }"),
      RuleSample(
        .typeAtRisk, .note, at: "Outer?",
        wrong:
          "struct Outer: Codable { var inner: Inner }\nstruct Inner: Codable { var x: Int }\n@Model class A { var o: Outer? }",
        right: "struct Outer: Codable { var x: Int }\n@Model class A { var o: Outer? }"),
      RuleSample(
        .modelInStructure, .warning, at: "Entry",
        wrong: "struct Entry: Codable { var player: Player }\n@Model class Player { var entry: Entry }",
        right: "struct Entry: Codable { var player: UUID }\n@Model class Player { var entry: Entry }"),
      RuleSample(
        .inheritedModel, .note, at: "Long", wrong: "@Model class Trip { }\n@Model class Long: Trip { }",
        right:
          "@Model class Trip { }\n@available(iOS 26, *) @Model class Long: Trip { }\n@Model class Other: Identifiable { }"
      ),
    ]

    /// Two versions of `Trip`, with or without a stage.
    private static func plan(_ old: String, _ new: String, _ stages: String = "", rest: String = "") -> String {
      """
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Trip.self] }
        \(old)
      }
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Trip.self] }
        \(new)
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] { [\(stages)] }
      }
      \(rest)
      """
    }

    private static let custom = ".custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: nil, didMigrate: nil)"

    static let versions: [RuleSample] = [
      RuleSample(
        .equalVersions, .error, at: "V2",
        wrong: plan(
          "@Model class Trip { var a: Int; var b: Int }",
          "@Model class Trip { #Index<Trip>([\\.a]); var b: Int; var a: Int }"),
        right: plan(
          "@Model class Trip { var a: Int }", "@Model class Trip { @Attribute(hashModifier: \"2\") var a: Int }")),
      RuleSample(
        .liveClassInOldVersion, .warning, at: "models",
        wrong: plan(
          "@Model class Trip { var tags: [Tag] = [] }", "@Model class Trip { var tags: [Tag] = []; var a: Int? }",
          rest: "@Model class Tag { var trip: String? }"),
        right: plan(
          "@Model class Trip { var tags: [Tag] = [] }; @Model class Tag { var x: Int = 0 }",
          "@Model class Trip { var tags: [V1.Tag] = []; var a: Int? }")),
      RuleSample(
        .schemaPerModel, .warning, at: "A",
        wrong: """
          enum A: VersionedSchema { static var models: [any PersistentModel.Type] { [X.self] }; @Model class X { } }
          enum B: VersionedSchema { static var models: [any PersistentModel.Type] { [Y.self] }; @Model class Y { } }
          """,
        right: """
          enum A: VersionedSchema { static var models: [any PersistentModel.Type] { [X.self] }; @Model class X { } }
          enum B: VersionedSchema { static var models: [any PersistentModel.Type] { [X.self] }; @Model class X { } }
          """),
      RuleSample(
        .unknownOriginalName, .error, at: "title",
        wrong: plan(
          "@Model class Trip { var name: String }",
          "@Model class Trip { @Attribute(originalName: \"nam\") var title: String }"),
        right: plan(
          "@Model class Trip { @Attribute(originalName: \"old\") var title: String }",
          "@Model class Trip { @Attribute(originalName: \"old\") var title: String; var a: Int? }")),
      RuleSample(
        .renamedWithoutOriginalName, .warning, at: "title",
        wrong: plan("@Model class Trip { var name: String? }", "@Model class Trip { var title: String? }"),
        right: plan("@Model class Trip { var name: String? }", "@Model class Trip { var title: String? }", custom)),
      RuleSample(
        .newRequiredProperty, .error, at: "rating",
        wrong: plan("@Model class Trip { var a: Int }", "@Model class Trip { var a: Int; var rating: Int }"),
        right: plan(
          "@Model class Trip { var a: Int }",
          "@Model class Trip { var a: Int; var rating: Int = 0; var id: UUID = UUID(); var url: URL = URL(fileURLWithPath: \"/\") }"
        )),
      RuleSample(
        .newRequiredProperty, .error, at: "tag",
        wrong: plan(
          "@Model class Trip { var a: Int }",
          "@Model class Trip { var a: Int; var tag: Tag = Tag() }; @Model class Tag { var x: Int = 0 }"),
        right: plan(
          "@Model class Trip { var a: Int }",
          "@Model class Trip { var a: Int; var tag: Tag? }; @Model class Tag { var x: Int = 0 }")),
      RuleSample(
        .newStructuredValue, .warning, at: "kind",
        wrong: plan(
          "@Model class Trip { var a: Int }", "@Model class Trip { var a: Int; var kind: Kind = Kind.a }",
          rest: "enum Kind: String, Codable { case a }"),
        right: plan(
          "@Model class Trip { var a: Int }", "@Model class Trip { var a: Int; var kind: Kind? }",
          rest: "enum Kind: String, Codable { case a }")),
      RuleSample(
        .noLightweightStage, .error, at: "year",
        wrong: plan("@Model class Trip { var year: String }", "@Model class Trip { var year: Int }"),
        right: plan(
          "@Model class Trip { var year: String }", "@Model class Trip { var year: Int }", "Plan.step, \(custom)")),
      RuleSample(
        .newUniqueness, .warning, at: "name",
        wrong: plan(
          "@Model class Trip { var name: String }", "@Model class Trip { @Attribute(.unique) var name: String }"),
        right: plan(
          "@Model class Trip { @Attribute(.unique) var name: String }",
          "@Model class Trip { #Unique<Trip>([\\.name]); var name: String; var a: Int? }")),
      RuleSample(
        .newestVersionUnused, .warning, at: "Plan",
        wrong: plan(
          "@Model class Trip { var a: Int }", "@Model class Trip { var a: Int; var b: Int? }",
          rest: "typealias Trip = V1.Trip"),
        right: plan(
          "@Model class Trip { var a: Int }", "@Model class Trip { var a: Int; var b: Int? }",
          rest: "typealias OldTrip = V1.Trip\ntypealias Legacy = V1")),
      RuleSample(
        .stageOfOtherVersion, .error, at: "V2.Trip",
        wrong: plan(
          "@Model class Trip { var a: Int }", "@Model class Trip { var a: Int; var b: Int? }",
          custom.replacing("willMigrate: nil", with: "willMigrate: { c in try c.fetch(FetchDescriptor<V2.Trip>()) }")),
        right: plan(
          "@Model class Trip { var a: Int }", "@Model class Trip { var a: Int; var b: Int? }",
          custom.replacing("willMigrate: nil", with: "willMigrate: { c in try c.fetch(FetchDescriptor<V1.Trip>()) }"))),
      RuleSample(
        .missingFromSchema, .warning, at: "Badge",
        wrong: """
          @Model class Trip { var tags: [Tag] = [] }
          @Model class Tag { var trip: Trip? }
          @Model class Badge { var name: String = "" }
          let container = try ModelContainer(for: Trip.self)
          #Preview { View().modelContainer(for: Badge.self) }
          """,
        right: """
          @Model class Trip { var tags: [Tag] = [] }
          @Model class Tag { var trip: Trip? }
          @Model class Badge { var name: String = "" }
          let schema = Schema([Trip.self, Badge.self])
          let container = try ModelContainer(for: schema)
          """),
    ]

    @Test("A macro needs a newer system, unless some target of the project is as new")
    func system() throws {
      func findings(_ targets: [String], _ prefix: String = "") throws -> [String] {
        let files = [
          "App/Trip.swift": prefix + "@Model class Trip { #Index<Trip>([\\.name]); var name: String }",
          "App/App.xcodeproj/project.pbxproj": targets.map { "\t\tIPHONEOS_DEPLOYMENT_TARGET = \($0);\n" }.joined(),
        ]
        let bundle = try SwiftModelReader.read(
          "App", read: { SourceText(files[$0] ?? "", name: $0) },
          list: { $0 == "App" ? ["Trip.swift", "App.xcodeproj"] : nil })
        return bundle.findings.filter { $0.finding.rule == SwiftDataRule.newerSystem.rawValue }.map(\.finding.message)
      }
      #expect(
        try findings(["17.4", "16.0"]) == ["Trip uses #Index, which needs iOS 18, and the project is for iOS 17.4"])
      #expect(try findings(["17.0", "18.0"]).isEmpty)
      #expect(try findings([]).isEmpty)
      #expect(try findings(["17.0"], "@available(iOS 18, *) ").isEmpty)
    }

    // MARK: CloudKit

    private static let mirrored = """
      @Model class Team {
        @Attribute(.unique) var name: String
        var league: String = ""
        @Relationship(deleteRule: .deny, inverse: \\Player.team) var players: [Player] = []
        init() { name = "" }
      }
      @Model class Player { var team: Team?; var shirt: Shirt? }
      @Model class Shirt { var size: Int? }
      """

    @Test("CloudKit's requirements, where the sources use it or it is asked for")
    func cloudKit() throws {
      func messages(_ source: String, asked: Bool = false) throws -> [String] {
        try Self.findings(source, isForCloudKit: asked).filter { $0.finding.rule == "cloudKit" }.map(\.finding.message)
      }
      let expected = [
        "CloudKit: Team.name is not optional and has no default in its declaration",
        "CloudKit: Team.name is unique, which cannot be kept", "CloudKit: Team.players is not optional",
        "CloudKit: Team.players denies deletion", "CloudKit: Player.shirt has no inverse",
      ]
      #expect(try messages(Self.mirrored).isEmpty)
      #expect(try messages(Self.mirrored, asked: true) == expected)
      #expect(try messages(Self.mirrored + "\nlet c = ModelConfiguration(cloudKitDatabase: .automatic)") == expected)
      #expect(try messages(Self.mirrored + "\nlet c = ModelConfiguration(cloudKitDatabase: .none)").isEmpty)
    }

    @Test("An entitlement for iCloud is enough, unless the configuration says none")
    func entitlements() throws {
      func isForCloudKit(_ configuration: String) throws -> Bool {
        let files = [
          "App/App.swift": Self.mirrored + configuration,
          "App/App.entitlements": """
          <key>com.apple.developer.icloud-container-identifiers</key><array><string>iCloud.example</string></array>
          <key>com.apple.developer.icloud-services</key><array><string>CloudKit</string></array>
          """,
        ]
        return try SwiftModelReader.read(
          "App", read: { SourceText(files[$0] ?? "", name: $0) },
          list: { $0 == "App" ? ["App.swift", "App.entitlements"] : nil }
        ).isForCloudKit
      }
      #expect(try isForCloudKit(""))
      #expect(try !isForCloudKit("\nlet c = ModelConfiguration(cloudKitDatabase: .none)"))
    }
  }
#endif
