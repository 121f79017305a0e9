import ModelInterchange
import ObjectGraph
import Testing

/// The snippets of the library's first page, compiled and run; `CatalogueTests` of ArchitectureTests compares their text.
@Suite("The snippets of the catalogue run")
struct CatalogueTests {
  @Test func firstPage() throws {
    // snippet
    let league = ManagedObjectModel("League") {
      EntityDescription("Team") {
        Attribute("name", .string)
        ToMany("players", to: "Player", inverse: "team")
      }
      EntityDescription("Player") {
        Attribute("lastName", .string)
        ToOne("team", to: "Team", inverse: "players")
      }
    }
    // end

    // snippet
    let layout = DiagramLayout(Diagram(league), width: 80)
    let picture = layout.text().joined(separator: "\n")
    let file = layout.svg()
    // end
    #expect(picture.contains("lastName: String"))
    #expect(file.hasPrefix("<svg "))

    // snippet
    let schema = try SQLiteSchema(league)
    let names = schema.tables.map(\.name)  // ZPLAYER, ZTEAM, Z_PRIMARYKEY, Z_METADATA, Z_MODELCACHE
    let statement = schema["ZTEAM"]?.createStatement  // CREATE TABLE ZTEAM ( Z_PK INTEGER PRIMARY KEY, …
    // end
    #expect(names == ["ZPLAYER", "ZTEAM", "Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"])
    #expect(statement?.hasPrefix("CREATE TABLE ZTEAM ( Z_PK INTEGER PRIMARY KEY, ") == true)

    // snippet
    let document = XcodeModelDocument.describing(league).document
    var model = document.model(named: "League").model
    model[entity: "Team"]?[property: "city"] = .attribute(Attribute("city", .string, isOptional: true))
    let text = document.merging(model).document.text
    // end
    #expect(text.contains("name=\"city\" optional=\"YES\" attributeType=\"String\""))

    // snippet
    let classes = SwiftCode(league, for: .coreData).text
    let files = SwiftCode(league, for: .swiftData).files  // Team.swift, Player.swift
    // end
    #expect(classes.contains("public class Team: NSManagedObject {"))
    #expect(files.map(\.name) == ["Team.swift", "Player.swift"])
  }
}
