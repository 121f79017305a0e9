import Diagnostics
import ModelInterchange
import ObjectGraph
import Predicates
import Testing

import struct Foundation.Date

@Suite("Swift source for a model")
struct SwiftCodeTests {
  /// A model with a case of everything that the source depends on.
  static let club = ManagedObjectModel(
    name: "Club",
    entities: [
      EntityDescription(
        "Person", isAbstract: true,
        properties: [
          .attribute(AttributeDescription("name", .string, renamingIdentifier: "fullName")),
          .attribute(AttributeDescription("born", .date, isOptional: true)),
        ]),
      EntityDescription(
        "Team",
        properties: [
          .attribute(AttributeDescription("title", .string, minimumLength: 1, maximumLength: 20)),
          .attribute(AttributeDescription("founded", .date, defaultValue: .now, usesScalarValue: true)),
          .attribute(AttributeDescription("rank", .integer16, defaultValue: 1, minimumValue: 0)),
          .attribute(AttributeDescription("points", .integer32, isOptional: true, usesScalarValue: false)),
          .attribute(AttributeDescription("isOpen", .boolean, isIndexed: true, defaultValue: true)),
          .attribute(
            AttributeDescription("logo", .binaryData, isOptional: true, allowsExternalBinaryDataStorage: true)),
          .attribute(
            AttributeDescription(
              "color", .transformable, isOptional: true, transformerName: "HexColor", valueClassName: "UIColor")),
          .attribute(AttributeDescription("fee", .decimal, defaultValue: .value(.decimal(9.5)))),
          .attribute(AttributeDescription("code", .uuid, isIndexedBySpotlight: true)),
          .attribute(AttributeDescription("page", .uri, isOptional: true)),
          .attribute(AttributeDescription("address", composite: "Address", isOptional: true)),
          .attribute(
            AttributeDescription(
              "key", .string, isOptional: true, derivation: Expression.parse("canonical(title)").expression)),
          .attribute(AttributeDescription("note", .undefined, isOptional: true, isTransient: true)),
          .relationship(
            RelationshipDescription(
              "players", to: "Player", isToMany: true, isOptional: true, isOrdered: true, inverse: "team",
              maximumCount: 11, deleteRule: .cascade)),
          .relationship(
            RelationshipDescription("rivals", to: "Team", isToMany: true, isOptional: true, inverse: "rivals")),
          .fetched(
            FetchedPropertyDescription(
              "veterans", of: "Player", predicate: Predicate.parse("born < $FETCH_SOURCE.founded").predicate)),
        ], uniquenessConstraints: [["code"], ["title", "rank"]],
        indexes: [FetchIndexDescription("byRank", [.init("rank", isAscending: false), .init("title")])]),
      EntityDescription(
        "Player", parent: "Person",
        properties: [
          .attribute(AttributeDescription("number", .integer16)),
          .relationship(RelationshipDescription("team", to: "Team", isOptional: true, inverse: "players")),
          .relationship(RelationshipDescription("agent", to: "Agent")),
        ]),
      EntityDescription("Agent", managedObjectClassName: ".Manager", codeGeneration: .category),
      EntityDescription("Ground", codeGeneration: .manual),
      EntityDescription("Ticket", managedObjectClassName: "NSManagedObject"),
    ],
    composites: [
      CompositeDescription("Address", elements: [AttributeDescription("city", .string, isOptional: true)])
    ])

  /// Names that Swift uses itself, and names that it cannot have.
  static let awkward = ManagedObjectModel(
    name: "Awk\nward",
    entities: [
      EntityDescription(
        "Date", parent: "big thing",
        properties: [
          .attribute(AttributeDescription("default", .boolean, defaultValue: false)),
          .attribute(AttributeDescription("for", .date)),
          .attribute(AttributeDescription("in", .string, isOptional: true, defaultValue: "\"a\\b\"\n")),
          .attribute(AttributeDescription("first-name", .string)),
          .attribute(AttributeDescription("small", .integer16, defaultValue: 70_000)),
          .relationship(
            RelationshipDescription("case", to: "Attribute", isToMany: true, isOptional: true, inverse: "where")),
          .relationship(RelationshipDescription("thing", to: "big thing", isOptional: true)),
        ]),
      EntityDescription(
        "Attribute",
        properties: [
          .attribute(AttributeDescription("value", .string, isIndexedBySpotlight: true)),
          .relationship(RelationshipDescription("where", to: "Date", isOptional: true, inverse: "case")),
        ], managedObjectClassName: "protocol"),
      EntityDescription(
        "big thing", properties: [.attribute(AttributeDescription("size", .double, isOptional: true))]),
      EntityDescription("Twin", managedObjectClassName: "protocol"),
      EntityDescription("Below", parent: "Date"),
    ])

  private static func file(_ name: String, _ framework: SwiftCode.Framework) -> String? {
    SwiftCode(club, for: framework).files.first { $0.name == name }?.text
  }

  @Test("A class, its properties and its accessors are as Xcode generates them")
  func managedObject() {
    let text = Self.file("Team.swift", .coreData) ?? ""
    let expected = """
      // Generated by Graphbook from the model Club.
      // Changes are lost when it is generated again.

      import Foundation
      import CoreData

      @objc(Team)
      public class Team: NSManagedObject {

      }

      extension Team {

          @nonobjc public class func fetchRequest() -> NSFetchRequest<Team> {
              return NSFetchRequest<Team>(entityName: "Team")
          }

          @NSManaged public var address: [String: Any]?
          @NSManaged public var code: UUID?
          @NSManaged public var color: UIColor?
          @NSManaged public var fee: NSDecimalNumber?
          @NSManaged public var founded: TimeInterval
          @NSManaged public var isOpen: Bool
          @NSManaged public var key: String?
          @NSManaged public var logo: Data?
          @NSManaged public var note: NSObject?
          @NSManaged public var page: URL?
          @NSManaged public var points: NSNumber?
          @NSManaged public var rank: Int16
          @NSManaged public var title: String?
          @NSManaged public var players: NSOrderedSet?
          @NSManaged public var rivals: NSSet?
          @NSManaged public var veterans: [Player]?

      }

      // MARK: Generated accessors for players
      extension Team {

          @objc(insertObject:inPlayersAtIndex:)
          @NSManaged public func insertIntoPlayers(_ value: Player, at idx: Int)

          @objc(removeObjectFromPlayersAtIndex:)
          @NSManaged public func removeFromPlayers(at idx: Int)

          @objc(insertPlayers:atIndexes:)
          @NSManaged public func insertIntoPlayers(_ values: [Player], at indexes: NSIndexSet)

          @objc(removePlayersAtIndexes:)
          @NSManaged public func removeFromPlayers(at indexes: NSIndexSet)

          @objc(replaceObjectInPlayersAtIndex:withObject:)
          @NSManaged public func replacePlayers(at idx: Int, with value: Player)

          @objc(replacePlayersAtIndexes:withPlayers:)
          @NSManaged public func replacePlayers(at indexes: NSIndexSet, with values: [Player])

          @objc(addPlayersObject:)
          @NSManaged public func addToPlayers(_ value: Player)

          @objc(removePlayersObject:)
          @NSManaged public func removeFromPlayers(_ value: Player)

          @objc(addPlayers:)
          @NSManaged public func addToPlayers(_ values: NSOrderedSet)

          @objc(removePlayers:)
          @NSManaged public func removeFromPlayers(_ values: NSOrderedSet)

      }
      """
    #expect(text.hasPrefix(expected + "\n"))
  }

  @Test("A class with a parent, and one that is written by hand")
  func others() {
    #expect(
      Self.file("Player.swift", .coreData) == """
        // Generated by Graphbook from the model Club.
        // Changes are lost when it is generated again.

        import Foundation
        import CoreData

        @objc(Player)
        public class Player: Person {

        }

        extension Player {

            @nonobjc public class func fetchRequest() -> NSFetchRequest<Player> {
                return NSFetchRequest<Player>(entityName: "Player")
            }

            @NSManaged public var number: Int16
            @NSManaged public var agent: Manager?
            @NSManaged public var team: Team?

        }

        """)
    #expect(
      Self.file("Manager+CoreDataProperties.swift", .coreData) == """
        // Generated by Graphbook from the model Club.
        // Changes are lost when it is generated again.

        import Foundation
        import CoreData

        // The class Manager is written by hand.
        extension Manager {

            @nonobjc public class func fetchRequest() -> NSFetchRequest<Manager> {
                return NSFetchRequest<Manager>(entityName: "Agent")
            }

        }

        extension Manager : Identifiable {

        }

        """)
  }

  @Test("What is left out is said, and written if it is wanted")
  func leftOut() {
    let code = SwiftCode(Self.club, for: .coreData)
    #expect(
      code.files.map(\.name) == ["Person.swift", "Team.swift", "Player.swift", "Manager+CoreDataProperties.swift"])
    let remarks = code.text.split(separator: "\n").filter { $0.hasPrefix("// ") && $0.contains("left out") }
    #expect(
      remarks == [
        "// Ground is left out: its code generation is none, so its class Ground is written by hand",
        "// Ticket is left out: its class is NSManagedObject",
      ])
    let all = SwiftCode(Self.club, for: .coreData, includesHandwritten: true)
    #expect(all.files.map(\.name) == ["Person.swift", "Team.swift", "Player.swift", "Manager.swift", "Ground.swift"])
    #expect(all.text.contains("@objc(Manager)\npublic class Manager: NSManagedObject {"))
  }

  @Test("A key path into an optional composite goes through its optional")
  func elementsOfComposites() {
    func keys(isOptional: Bool) -> [Substring] {
      let model = ManagedObjectModel(
        entities: [
          EntityDescription(
            "Home",
            properties: [.attribute(AttributeDescription("address", composite: "Address", isOptional: isOptional))],
            uniquenessConstraints: [["address.city"]])
        ], composites: [CompositeDescription("Address", elements: [AttributeDescription("city", .string)])])
      return SwiftCode(model, for: .swiftData).text.split(separator: "\n").filter { $0.contains("#Unique") }
    }
    #expect(keys(isOptional: true) == ["    #Unique<Home>([\\.address?.city])  // iOS 18 or newer"])
    #expect(keys(isOptional: false) == ["    #Unique<Home>([\\.address.city])  // iOS 18 or newer"])
  }

  @Test("A class for SwiftData, with remarks on what it cannot express")
  func swiftData() {
    #expect(
      Self.file("Team.swift", .swiftData) == """
        // Generated by Graphbook from the model Club.
        // Changes are lost when it is generated again.

        import Foundation
        import SwiftData

        @Model
        final class Team {
            // Not in SwiftData: the order or the kind of the index byRank
            #Unique<Team>([\\.title, \\.rank])  // iOS 18 or newer
            #Index<Team>([\\.isOpen])  // iOS 18 or newer

            // Not checked by SwiftData: title length 1...20
            var title: String
            var founded: Date = Date.now
            // Not checked by SwiftData: rank range 0...
            var rank: Int16 = 1
            var points: Int32?
            var isOpen: Bool = true
            @Attribute(.externalStorage) var logo: Data?
            @Attribute(.transformable(by: "HexColor")) var color: UIColor?
            var fee: Decimal = Decimal(string: "9.5") ?? 0
            @Attribute(.unique, .spotlight) var code: UUID
            var page: URL?
            var address: Address?
            // key is left out: SwiftData has no derived attributes: canonical(title)
            @Transient var note: NSObject? = nil
            // Not in SwiftData: the order of players
            @Relationship(deleteRule: .cascade, maximumModelCount: 11, inverse: \\Player.team) var players: [Player] = []
            // SwiftData cannot express that rivals is its own inverse
            var rivals: [Team] = []
            // veterans is left out: SwiftData has no fetched properties: Player where born < $FETCH_SOURCE.founded

            init(
                title: String,
                founded: Date = Date.now,
                rank: Int16 = 1,
                points: Int32? = nil,
                isOpen: Bool = true,
                logo: Data? = nil,
                color: UIColor? = nil,
                fee: Decimal = Decimal(string: "9.5") ?? 0,
                code: UUID,
                page: URL? = nil,
                address: Address? = nil
            ) {
                self.title = title
                self.founded = founded
                self.rank = rank
                self.points = points
                self.isOpen = isOpen
                self.logo = logo
                self.color = color
                self.fee = fee
                self.code = code
                self.page = page
                self.address = address
            }
        }

        """)
    #expect(
      Self.file("Player.swift", .swiftData) == """
        // Generated by Graphbook from the model Club.
        // Changes are lost when it is generated again.

        import Foundation
        import SwiftData

        @available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
        @Model
        final class Player: Person {
            var number: Int16
            var team: Team?
            var agent: Agent

            init(name: String, born: Date? = nil, number: Int16, team: Team? = nil, agent: Agent) {
                self.number = number
                self.team = team
                self.agent = agent
                super.init(name: name, born: born)
            }
        }

        """)
    #expect(
      Self.file("Address.swift", .swiftData)?.hasSuffix("struct Address: Codable {\n    var city: String?\n}\n") == true
    )
    #expect(Self.file("Person.swift", .swiftData)?.contains("has no abstract models.\n@Model\nclass Person {") == true)
  }

  @Test("SwiftData code has a minimum only where the model has one")
  func minimumCounts() {
    func many(_ name: String, isOptional: Bool, minimum: Int) -> PropertyDescription {
      .relationship(
        RelationshipDescription(name, to: "Team", isToMany: true, isOptional: isOptional, minimumCount: minimum))
    }
    let team = EntityDescription(
      "Team",
      properties: [
        many("rivals", isOptional: false, minimum: 0), many("friends", isOptional: false, minimum: 1),
        many("guests", isOptional: true, minimum: 2),
      ])
    let text = SwiftCode(ManagedObjectModel(entities: [team]), for: .swiftData).text
    for line in [
      "    var rivals: [Team] = []", "    @Relationship(minimumModelCount: 1) var friends: [Team] = []",
      "    @Relationship(minimumModelCount: 2) var guests: [Team] = []",
    ] { #expect(text.contains(line), "\(text)") }
  }

  @Test("Keywords are in backticks, and names that Swift does not have are left out")
  func names() {
    let core = SwiftCode(Self.awkward, for: .coreData).text
    let data = SwiftCode(Self.awkward, for: .swiftData).text
    func expect(_ text: String, _ lines: [String]) {
      for line in lines { #expect(text.contains(line), "\(line)\n\(text)") }
    }
    expect(
      core,
      [
        "// Generated by Graphbook from the model Awk␊ward.",
        "@objc(protocol)\npublic class `protocol`: NSManagedObject {",
        "// big thing is left out: 'big thing' is no name of a class",
        "// Twin is left out: its class protocol is the one of Attribute",
        "@NSManaged public var `default`: Bool", "@NSManaged public var `for`: Foundation.Date?",
        "// first-name is left out: it is no name in Swift", "@NSManaged public var size: Double",
        "@NSManaged public func addToCase(_ value: `protocol`)", "@NSManaged public var thing: NSManagedObject?",
      ])
    expect(
      data,
      [
        "@SwiftData.Attribute(.spotlight) var value: String", "var `default`: Bool = false",
        "var `for`: Foundation.Date\n",
        #"var `in`: String? = "\"a\\b\"\n""#, "// The default of small is left out: 70000", "var small: Int16\n",
        "// thing is left out: it leads to big thing", "inverse: \\Attribute.where) var `case`: [Attribute] = []",
        "self.for = `for`", "final class Below: Date {", "override init(", "super.init(size: size, default: `default`",
      ])
  }
}
