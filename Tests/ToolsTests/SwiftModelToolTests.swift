import CommandIO
import Foundation
import Shell
import TestSupport
import Testing

@testable import Tools

#if SwiftData
  @Suite("Models of SwiftData in CI")
  struct SwiftModelToolTests {
    private static let trip = #"""
      import SwiftData

      enum SchemaV1: VersionedSchema {
        static var versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Trip.self] }
        @Model final class Trip { var name: String = "" }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
        static var stages: [MigrationStage] { [] }
      }

      """#
    private static let stops = #"""
      // é 👨‍👩‍👧
      enum SchemaV2: VersionedSchema {
        static var versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Trip.self, Stop.self] }
        @Model final class Trip {
          @Attribute(originalName: "name") var title: String = ""
          var id: UUID = UUID()
          @Relationship(inverse: \Stop.trip) var stops: [Stop] = []
        }
        @Model final class Stop { var trip: Trip; var price: Money = Money(0); var password: String = "" }
      }

      """#

    private static func desk() throws -> ModelReviewToolTests.Desk {
      let desk = try ModelReviewToolTests.Desk()
      try desk.write(trip, "Models/Trip.swift")
      try desk.write(stops, "Models/Later/Stops.swift")
      return desk
    }

    @Test("A review has the places of all files, in SwiftData's words")
    func review() throws {
      let desk = try Self.desk()
      #expect(desk.review(["Models"]) == .success)
      #expect(
        desk.output == """
          Models/Later/Stops.swift:8:44: warning: deleting a Trip empties Stop.trip, which is not optional: saving fails, or the app stops [nullifyRequired]
            → let Stop.trip be optional; deleteRule: .cascade only if a Stop means nothing without its Trip
          Models/Later/Stops.swift:10:56: note: the type Money is not in these files, so values of it are taken whole [unreadable]
            → name the folder that has its file as well
          Models/Later/Stops.swift:10:78: warning: Stop.password is readable in the file of the store, unless the app encrypts it [plainSecret]
            → keep it in the keychain
          2 warnings, 1 note

          """, "\(desk.output)\(desk.errors)")
      #expect(desk.review(["Models"]) { $0.failOn = .warning } == .failure)
      _ = desk.review(["Models/Later/Stops.swift"]) { $0.format = .github }
      #expect(desk.output.contains("file=Models/Later/Stops.swift,line=8,col=44"), "\(desk.output)")
      _ = desk.review(["Models"]) { $0.format = .sarif }
      #expect(desk.output.contains(#""startColumn": 44"#), "\(desk.output)")
    }

    @Test("Cascades from what others are sorted by, and parts that stay, are asked about in SwiftData's words")
    func cascades() throws {
      let desk = try ModelReviewToolTests.Desk()
      try desk.write(
        #"""
        import SwiftData
        @Model final class EventType {
          var name: String = ""
          @Relationship(deleteRule: .cascade, inverse: \Card.eventType) var cards: [Card] = []
        }
        @Model final class Card { var date: Date = Date(); var amount: Double = 0; var eventType: EventType? }
        @Model final class Recipe {
          var name: String = ""
          @Relationship(inverse: \Step.recipe) var steps: [Step] = []
        }
        @Model final class Step { var text: String = ""; var recipe: Recipe? }
        """#, "Models.swift")
      _ = desk.review(["Models.swift"])
      #expect(desk.rules == ["lookupCascade", "leftBehind"], "\(desk.output)")
      #expect(desk.output.contains("deleting an EventType deletes all of its cards: is that meant?"), "\(desk.output)")
      #expect(!desk.output.contains("change "), "\(desk.output)")
    }

    @Test("A baseline and the settings count for Swift sources as well")
    func settings() throws {
      let desk = try Self.desk()
      try desk.write(
        "review:\n  rules:\n    nullifyRequired: off\n    plainSecret: off\n    oneWayRelationship: error\n",
        ".graphbook.yml")
      #expect(desk.review(["Models"]) { $0.failOn = .warning } == .success, "\(desk.output)\(desk.errors)")
      try FileManager.default.removeItem(atPath: desk.folder.path + "/.graphbook.yml")
      _ = desk.review(["Models"]) { ($0.baseline, $0.isWritingBaseline) = ("known.json", true) }
      try desk.write("\n\n" + Self.stops, "Models/Later/Stops.swift")
      #expect(
        desk.review(["Models"]) { ($0.baseline, $0.failOn) = ("known.json", .note) } == .success, "\(desk.output)")
    }

    @Test("Two versions, and two states of the sources, are compared")
    func differences() throws {
      let desk = try Self.desk()
      func compare(_ subject: ModelDifferenceTool.Subject) -> (output: String, status: ProgramStatus) {
        var output = ""
        let tool = ModelDifferenceTool(style: .plain, write: { output += $0 }, writeError: { output += $0 + "\n" })
        let status = tool.compare(subject, .text)
        return (output, status)
      }
      let path = desk.folder.path + "/Models"
      let versions = compare(.versions(of: path, old: nil, new: nil))
      #expect(
        versions.output == """
          Models (SchemaV1) → Models (SchemaV2)
          ~ Trip.title, was name
            lightweight
          + Trip.id
            lightweight
          + Trip.stops
            lightweight
          + Stop
            lightweight
          4 changes: a lightweight migration is enough

          """, "\(versions.output)")
      #expect(compare(.versions(of: path, old: "SchemaV9", new: nil)).output.contains("there is no version 'SchemaV9'"))
      #expect(compare(.versions(of: path, old: nil, new: "SchemaV1")).output.contains("there is no version before"))
      try desk.write("@Model class Trip { var name: Int }", "Old.swift")
      try desk.write(
        "@Model class Trip { var name: String; @Attribute(originalName: \"x\") var y: Int = 0 }", "New.swift")
      let files = compare(.files(old: desk.folder.path + "/Old.swift", new: desk.folder.path + "/New.swift"))
      #expect(
        files.status == .failure && files.output.contains("a lightweight migration is not enough"), "\(files.output)")
    }
  }
#endif
