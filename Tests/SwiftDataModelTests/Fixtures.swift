import Testing

/// Sources written for the tests, one for each feature and each oddity of real ones, and the model that they declare, as
/// statements. Facts follow after `//`.
struct Fixture: CustomTestStringConvertible, Sendable {
  var name: String
  var source: String
  var model: String

  var testDescription: String { name }

  static let all: [Fixture] = plain + relationships + oddities + versions
}

extension Fixture {
  static let plain: [Fixture] = [
    Fixture(
      name: "types of the libraries",
      source: """
        @Model final class Shelf {
          var title: String
          var isFull: Bool = false
          var opened: Date
          var id: UUID
          var link: URL?
          var cover: Data?
          var price: Decimal
          var width: Double
          var ratio: Float
          var length: TimeInterval
          var count: Int
          var small: Int16
          var middle: Int32
          var large: Int64
          var byte: UInt8
        }
        """,
      model: """
        entity Shelf {
          title: String
          isFull: Boolean = false
          opened: Date
          id: UUID
          link: URI?
          cover: BinaryData?
          price: Decimal
          width: Double
          ratio: Float
          length: Double
          count: Integer64
          small: Integer16
          middle: Integer32
          large: Integer64
          byte: Integer16
        }
        """),
    Fixture(
      name: "options of attributes",
      source: #"""
        @Model class Photo {
          @Attribute(.unique, .spotlight) var name: String
          @Attribute(.externalStorage) var bytes: Data?
          @Attribute(.ephemeral) var isSelected: Bool = false
          @Attribute(.allowsCloudEncryption, .preserveValueOnDeletion) var code: String = ""
          @Attribute(originalName: "taken", hashModifier: "2") var takenAt: Date?
          @Attribute(.transformable(by: "PlaceTransformer")) var place: Place?
          @Attribute(.transformable(by: ColorTransformer.self)) var tint: Color
          @Attribute
          var note: String?
          @Transient var cache: Int = 0
          @Transient lazy var later = 1
          var shown: String { name }
          static let limit = 3
        }
        """#,
      model: """
        entity Photo {
          name: String, spotlight
          bytes: BinaryData?, external storage
          isSelected: Boolean = false, transient
          code: String = ""
          takenAt: Date?, renamed from "taken", hash modifier "2"
          place: Transformable?, transformer "PlaceTransformer", class "Place"
          tint: Transformable, transformer "ColorTransformer", class "Color"
          note: String?
          unique name
        }
        """),
    Fixture(
      name: "types that are in the default",
      source: """
        @Model class Note {
          var id = UUID()
          var created = Date.now
          var changed: Date = Date()
          var text = ""
          var rank = -1
          var weight = 0.5
          var isDone = true
          var state = State.open
          var words = [String]()
          var a, b: Int
          var first = 1, second = "two"
          enum State: String, Codable { case open, closed = "shut" }
        }
        """,
      model: """
        entity Note {
          id: UUID
          created: Date = now()
          changed: Date = now()
          text: String = ""
          rank: Integer64 = -1
          weight: Double = 0.5
          isDone: Boolean = true
          state: String = "open"
          words: Transformable, class "[String]"
          a: Integer64
          b: Integer64
          first: Integer64 = 1
          second: String = "two"
        }
        """),
    Fixture(
      name: "enums, structures and collections",
      source: """
        enum Level: Int, Codable { case low = 1, high = 5 }
        enum Shape: Codable { case dot, circle(radius: Double) }
        struct Address: Codable { var street: String; var city: City; let country = "CH" }
        struct City: Codable { var name: String = ""; var code: Int? }
        struct Money: Codable {
          var amount: Int
          init(from decoder: Decoder) throws { amount = 0 }
        }
        @Model class Person {
          var level: Level = Level.high
          var shape: Shape
          var home: Address?
          var salary: Money
          var tags: [String] = []
          var scores: [String: Int?] = [:]
          var grid: [[Int]]
          var spot: Map.Region.Point!
          var unknown: Mystery
        }
        """,
      model: """
        composite City {
          name: String = ""
          code: Integer64?
        }
        composite Address {
          street: String
          city: City
        }
        entity Person {
          level: Integer64 = 5
          shape: Transformable, class "Shape"
          home: Address?
          salary: Transformable, class "Money"
          tags: Transformable, class "[String]"
          scores: Transformable, class "[String: Int?]"
          grid: Transformable, class "[[Int]]"
          spot: Transformable?, class "Map.Region.Point"
          unknown: Transformable, class "Mystery"
        }
        // the types Map.Region.Point, Mystery are not in these files, so values of them are taken whole
        """),
    Fixture(
      name: "unique and index groups",
      source: #"""
        @Model final class Trip {
          #Unique<Trip>([\.name, \.startDate], [\.code])
          #Index<Trip>(
            [\.name],
            [\.startDate, \.name]
          )
          #Index<Trip>(.binary([\.code]), .rtree([\.x, \.y]))
          #Index([\.x])
          #Unique<Trip>([])
          var name: String
          var startDate: Date
          var code: String
          var x: Double
          var y: Double
        }
        """#,
      model: """
        entity Trip {
          name: String, indexed
          startDate: Date
          code: String, indexed
          x: Double, indexed
          y: Double
          unique name, startDate
          unique code
          index byStartDateNameIndex: startDate, name
          index byXYIndex: x rtree, y rtree
        }
        """),
    Fixture(
      name: "inheritance",
      source: """
        @Model class Trip { var name: String; init(name: String) { self.name = name } }
        @available(iOS 26, *)
        @Model final class BusinessTrip: Trip, Identifiable { var cost: Decimal = 0 }
        """,
      model: """
        entity Trip {
          name: String
        }
        entity BusinessTrip: Trip {
          cost: Decimal = 0
        }
        """),
    Fixture(
      name: "aliases",
      source: """
        typealias Amount = Decimal
        typealias Labels = [Label]
        typealias Tag = Label
        @Model class Label { var name: String; var item: Item? }
        @Model class Item { var cost: Amount; var labels: Labels; var first: Tag? }
        """,
      model: """
        entity Label {
          name: String
          item -> Item?
        }
        entity Item {
          cost: Decimal
          labels ->> Label
          first -> Label?
        }
        """),
  ]

  static let relationships: [Fixture] = [
    Fixture(
      name: "an inverse that is said at one end",
      source: #"""
        @Model class Team {
          @Relationship(deleteRule: .cascade, minimumModelCount: 1, maximumModelCount: 11, inverse: \Player.team)
          var players: [Player] = []
        }
        @Model class Player { var team: Team? }
        """#,
      model: """
        entity Team {
          players ->> Player, inverse team, count 1...11, delete cascade
        }
        entity Player {
          team -> Team?, inverse players
        }
        """),
    Fixture(
      name: "an inverse that is inferred",
      source: """
        @Model class Team { var players: [Player]? = []; @Relationship var coach: Coach? }
        @Model class Player { var team: Team? }
        @Model class Coach { @Relationship(deleteRule: .deny) var team: Team? }
        """,
      model: """
        entity Team {
          players ->> Player?, inverse team
          coach -> Coach?, inverse team
        }
        entity Player {
          team -> Team?, inverse players
        }
        entity Coach {
          team -> Team?, inverse coach, delete deny
        }
        // inferred: Team.players and Player.team
        // inferred: Team.coach and Coach.team
        """),
    Fixture(
      name: "no inverse that could be inferred",
      source: #"""
        @Model class Match { var home: Team?; var guest: Team? ; @Relationship(inverse: nil) var stadium: Stadium? }
        @Model class Team { var homeMatches: [Match] = []; var guestMatches: [Match] = []; var fans: [Fan] = [] }
        @Model class Fan { var teams: [Team] = [] }
        @Model class Stadium { var matches: [Match] = []; var owner: Owner }
        @Model class Owner { var stadiums: [Stadium] = [] }
        """#,
      model: """
        entity Match {
          home -> Team?
          guest -> Team?
          stadium -> Stadium?
        }
        entity Team {
          homeMatches ->> Match
          guestMatches ->> Match
          fans ->> Fan
        }
        entity Fan {
          teams ->> Team
        }
        entity Stadium {
          matches ->> Match
          owner -> Owner
        }
        entity Owner {
          stadiums ->> Stadium
        }
        """),
    Fixture(
      name: "the same inverse twice, and at both ends",
      source: #"""
        @Model class Yard {
          @Relationship(inverse: \Plant.yard) var left: [Plant] = []
          @Relationship(inverse: \Plant.yard) var right: [Plant] = []
        }
        @Model class Plant { var yard: Yard?; @Relationship(inverse: \Pot.plant) var pot: Pot? }
        @Model class Pot { @Relationship(inverse: \Plant.pot) var plant: Plant? }
        """#,
      model: """
        entity Yard {
          left ->> Plant, inverse yard
          right ->> Plant
        }
        entity Plant {
          yard -> Yard?, inverse left
          pot -> Pot?, inverse plant
        }
        entity Pot {
          plant -> Plant?, inverse pot
        }
        """),
    Fixture(
      name: "a tree",
      source: #"""
        @Model class Folder {
          var parent: Folder?
          @Relationship(deleteRule: .cascade, inverse: \Folder.parent) var children: [Folder] = []
        }
        """#,
      model: """
        entity Folder {
          parent -> Folder?, inverse children
          children ->> Folder, inverse parent, delete cascade
        }
        """),
    Fixture(
      name: "spellings of relationships",
      source: #"""
        @Model class Book {
          @Relationship(.cascade, inverse: \Page.book?) var pages: Set<Page>
          @Relationship(deleteRule: Schema.Relationship.DeleteRule.noAction) var authors: Array<Author>!
          @Attribute(.spotlight) @Relationship
          var shelf: Shelf!
          @Relationship(originalName: "dealer") var seller: Optional<Shop> = nil
          @Relationship(inverse: \Elsewhere.books) var elsewhere: Elsewhere?
          var covers = [Cover]()
        }
        @Model class Page { var book: Book? }
        @Model class Author { var name: String = "" }
        @Model class Shelf { var name: String = "" }
        @Model class Shop { var name: String = "" }
        @Model class Cover { var name: String = "" }
        """#,
      model: """
        entity Book {
          pages ->> Page, inverse book, delete cascade
          authors ->> Author?, delete none
          shelf -> Shelf?
          seller -> Shop?, renamed from "dealer"
          covers ->> Cover
        }
        entity Page {
          book -> Book?, inverse pages
        }
        entity Author {
          name: String = ""
        }
        entity Shelf {
          name: String = ""
        }
        entity Shop {
          name: String = ""
        }
        entity Cover {
          name: String = ""
        }
        // Book.elsewhere is left out: Elsewhere is no model in these files
        """),
  ]

  static let oddities: [Fixture] = [
    Fixture(
      name: "names of the libraries and of other scripts",
      source: #"""
        enum Library {
          @Model class Collection { var title: String = ""; var date: Date? }
          @Model class Date { var day: Int = 0; var year: Foundation.Date }
        }
        @Model class Überschrift { var größe: Double = 1; var `default`: String; var 名前: String? }
        """#,
      model: """
        entity Collection {
          title: String = ""
          date -> #Date?
        }
        entity #Date {
          day: Integer64 = 0
          year: Date
        }
        entity Überschrift {
          größe: Double = 1.0
          default: String
          名前: String?
        }
        """),
    Fixture(
      name: "conditions",
      source: #"""
        #if canImport(SwiftData)
          import SwiftData
        #endif
        #if canImport(SwiftData)
        @Model
        #endif
        class Item {
          #if canImport(SwiftData)
          @Relationship(deleteRule: .cascade, inverse: \Part.item)
          #endif
          var parts: [Part] = []
          #if DEBUG
          var trace: String?
          #else
          var trace: String?
          #endif
          #if false
          var never: Int
          #endif
        }
        #if !canImport(SwiftData)
        @Model class Item { var other: Int }
        #else
        @Model class Part { var item: Item? }
        #endif
        """#,
      model: """
        entity Item {
          parts ->> Part, inverse item, delete cascade
          trace: String?
        }
        entity Part {
          item -> Item?, inverse parts
        }
        """),
    Fixture(
      name: "accessors and modifiers",
      source: """
        @Model @MainActor public final class Account {
          private(set) var balance: Int = 0
          @_spi(Internal) public var code: String = ""
          let number: String
          var name: String { didSet { print(name) } willSet { } }
          var both: Int { get { 1 } set { } }
          @Transient var computed: Bool { true }
          @Transient let fixed = 1
          private var raw: String = "" 
          var value: String {
            @storageRestrictions(initializes: raw) init { raw = newValue }
            get { raw } set { raw = newValue }
          }
          weak var delegate: AnyObject?
          init(number: String) { self.number = number }
          func encode() { struct Local { var x: Int } ; class Inner { var y: Int } }
        }
        """,
      model: """
        entity Account {
          balance: Integer64 = 0
          code: String = ""
          number: String
          name: String
          raw: String = ""
          delegate: Transformable?, class "AnyObject"
        }
        """),
    Fixture(
      name: "code that only looks like it",
      source: #"""
        // @Model class InComment { var a: Int }
        /* @Model class Other { } */
        let text = """
          @Model class InString { var a: Int }
          """
        @ModelActor actor Worker { var a: Int = 0 }
        @Observable class View { var a: Int = 0 }
        struct Model { var a: Int }
        @Model class Real { var a: Int; @Field(key: "x") var b: String }
        """#,
      model: """
        entity Real {
          a: Integer64
          b: String
        }
        """),
    Fixture(
      name: "a class that is nested and one that is declared in an extension",
      source: """
        struct Store { @Model final class Entry { var id: String = "" } }
        extension Store { @Model final class Event { var entry: Entry?; var kind: Kind = Kind.added; enum Kind: String, Codable { case added } } }
        """,
      model: """
        entity Entry {
          id: String = ""
        }
        entity Event {
          entry -> Entry?
          kind: String = "added"
        }
        """),
    Fixture(
      name: "two classes of one name, and properties that every object has",
      source: """
        enum A { @Model class Item { var objectID: String; var name: String } }
        enum B { @Model class Item { var other: Int } }
        """,
      model: """
        entity Item {
          name: String
        }
        // B.Item is left out: an entity is called like its class without the types around it, and Item is A.Item
        // Item.objectID is left out: every object here has one of that name
        """),
    Fixture(
      name: "errors of syntax",
      source: """
        @Model class Item {
          var name: String = 
          var count Int
          var size: Double
        @Model class Part { var item: Item?
        """,
      model: """
        entity Item {
          name: String
          count: Integer64
          size: Double
        }
        entity Part {
          item -> Item?
        }
        // 'Models.swift' has errors of syntax; what could be read was
        """),
  ]

  static let versions: [Fixture] = [
    Fixture(
      name: "versions and a plan",
      source: #"""
        enum SchemaV1: VersionedSchema {
          static var versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Trip.self] }
          @Model final class Trip { var name: String = "" }
        }
        enum SchemaV2: VersionedSchema {
          static let versionIdentifier: Schema.Version = .init(2, 0, 0)
          static var models: [any PersistentModel.Type] { return [Self.Trip.self, SchemaV2.Tag.self] }
        }
        extension SchemaV2 {
          @Model final class Trip {
            @Attribute(originalName: "name") var title: String = ""
            @Relationship(inverse: \Tag.trip) var tags: [Tag]? = []
          }
          @Model final class Tag { var trip: Trip? }
        }
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
          static var stages: [MigrationStage] { [toV2] }
          static let toV2 = MigrationStage.custom(
            fromVersion: SchemaV1.self, toVersion: SchemaV2.self, willMigrate: { context in
              _ = try context.fetch(FetchDescriptor<SchemaV1.Trip>())
            }, didMigrate: nil)
        }
        typealias Trip = SchemaV2.Trip
        """#,
      model: """
        // version SchemaV1
        entity Trip {
          name: String = ""
        }
        // version SchemaV2, in use
        entity Trip {
          title: String = "", renamed from "name"
          tags ->> Tag?, inverse trip
        }
        entity Tag {
          trip -> Trip?, inverse tags
        }
        // custom: SchemaV1, SchemaV2
        """),
    Fixture(
      name: "odd numbers, an alias of a version, lists put together",
      source: """
        nonisolated enum V7: VersionedSchema {
          static let versionIdentifier = number
          static let number = Schema.Version(8, 0, 0)
          static let base: [any PersistentModel.Type] = [A.self]
          static var models: [any PersistentModel.Type] { base + [self.B.self] + Other.types }
          @Model class A { var x: Int = 0 }
          @Model class B { var y: Int = 0 }
        }
        struct Other { static let types: [any PersistentModel.Type] = [C.self, D.self] }
        typealias Current = V7
        extension Current { @Model class C { var z: Int = 0 } }
        extension V7.C { @Model class D { var back: V7.C? } }
        """,
      model: """
        // version V7
        entity A {
          x: Integer64 = 0
        }
        entity B {
          y: Integer64 = 0
        }
        // version Models, in use
        entity A {
          x: Integer64 = 0
        }
        entity B {
          y: Integer64 = 0
        }
        entity C {
          z: Integer64 = 0
        }
        entity D {
          back -> C?
        }
        // V7 lists C, D, which are not in these files
        """),
    Fixture(
      name: "a plan whose schemas are reversed, and stages that functions make",
      source: """
        enum V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static let models: [any PersistentModel.Type] = [V1.A.self]
          @Model class A { var x: Int = 0 }
        }
        enum V2: VersionedSchema {
          static let versionIdentifier = Schema.Version(2, 0, 0)
          static let models: [any PersistentModel.Type] = [V2.A.self]
          @Model class A { var x: Int = 0; var y: Int }
        }
        enum Back: SchemaMigrationPlan {
          static let schemas: [any VersionedSchema.Type] = [V2.self, V1.self]
          static let stages: [MigrationStage] = []
        }
        enum Forth: SchemaMigrationPlan {
          static let schemas: [any VersionedSchema.Type] = [V1.self, V2.self]
          static var stages: [MigrationStage] { [.toV2()] }
        }
        extension MigrationStage {
          static func toV2() -> MigrationStage {
            let kept = [Int]()
            return .custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: nil) { _ in _ = kept }
          }
        }
        """,
      model: """
        // version V1
        entity A {
          x: Integer64 = 0
        }
        // version V2, in use
        entity A {
          x: Integer64 = 0
          y: Integer64
        }
        // custom: V1, V2
        """),
    Fixture(
      name: "a type inside a version is called as in the next one",
      source: """
        enum V1: VersionedSchema {
          static let models: [any PersistentModel.Type] = [A.self]
          @Model class A { var kind: Kind; enum Kind: Codable { case one } }
        }
        """,
      model: """
        // version V1, in use
        entity A {
          kind: Transformable, class "A.Kind"
        }
        """),
    Fixture(
      name: "schemas of one model each, without a plan",
      source: """
        enum AuthorSchema: VersionedSchema {
          static let models: [any PersistentModel.Type] = [Author.self]
          @Model class Author { var name: String = "" }
        }
        enum BookSchema: VersionedSchema {
          static let models: [any PersistentModel.Type] = [Book.self]
          @Model class Book { var title: String = "" }
        }
        """,
      model: """
        // version AuthorSchema
        entity Author {
          name: String = ""
        }
        // version BookSchema
        entity Book {
          title: String = ""
        }
        // version Models, in use
        entity Author {
          name: String = ""
        }
        entity Book {
          title: String = ""
        }
        """),
  ]
}
