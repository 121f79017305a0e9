import Diagnostics
import ModelInterchange
import Testing

@Suite("Places in Xcode's contents")
struct XcodeModelPlacesTests {
  private static let text = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Team" parentEntity="Club">
            <!-- <relationship name="players"/> -->
            <relationship
                name = 'players' toMany="YES" deletionRule="Deny" destinationEntity="Player > 1"/>
            <fetchedProperty name="rich" optional="YES">
                <fetchRequest name="fetchedPropertyFetchRequest" entity="Player" predicateString="name=&quot;x&quot;"/>
            </fetchedProperty>
            <uniquenessConstraints>
                <uniquenessConstraint><constraint value="name"/><constraint value="city"/></uniquenessConstraint>
            </uniquenessConstraints>
        </entity>
        <entity name="Team"/>
        <configuration name="Cloud"/>
    </model>
    """

  private static let source = SourceText(text, name: "contents")

  @Test(
    "An attribute of the element, or its start tag",
    arguments: [
      ("Team", "", [], "<entity"), ("Team", "", ["parentEntity"], #"parentEntity="Club""#),
      ("Team", "players", [], "<relationship"),
      ("Team", "players", ["inverseName", "deletionRule"], #"deletionRule="Deny""#),
      ("Team", "players", ["name"], "name = 'players'"), ("Team", "players", ["toMan"], "<relationship"),
      ("Team", "players", ["destinationEntity"], #"destinationEntity="Player > 1""#),
      ("Team", "rich", ["predicateString"], #"predicateString="name=&quot;x&quot;""#),
      ("Team", "inherited", ["name"], "<entity"), ("Cloud", "", ["name"], #"name="Cloud""#), ("Player", "", [], "nil"),
    ] as [(String, String, [String], String)])
  func range(name: String, property: String, attributes: [String], found: String) throws {
    let places = XcodeModelPlaces(try XcodeModelDocument(Self.source))
    let range = places.range(of: name, property: property, attributes: attributes)
    #expect(range.map { String(Self.source[$0]) } ?? "nil" == found)
  }

  @Test("A uniqueness constraint")
  func constraint() throws {
    let places = XcodeModelPlaces(try XcodeModelDocument(Self.source))
    let range = try #require(places.range(ofConstraint: ["name", "city"], of: "Team"))
    #expect(Self.source.position(at: range.lowerBound).line == 11)
    #expect(places.range(ofConstraint: ["city"], of: "Team") == nil)
  }

  @Test("Every attribute of every real model", .enabled(if: XcodeModelCorpus.isThere, "the corpus is not there"))
  func corpus() throws {
    var count = 0
    for source in XcodeModelCorpus.files.prefix(30) {
      let document = try XcodeModelDocument(source)
      let places = XcodeModelPlaces(document)
      for entity in document.markup.root.elements("entity") {
        let name = entity["name"] ?? ""
        for property in entity.elements where ["attribute", "relationship"].contains(property.name) {
          let key = property["name"] ?? ""
          for attribute in property.attributes {
            let range = try #require(places.range(of: name, property: key, attributes: [attribute.name]))
            let found = source[range]
            #expect(found.hasPrefix("\(attribute.name)=\"") && found.hasSuffix("\""), "\(name).\(key): \(found)")
            count += 1
          }
        }
      }
    }
    #expect(count > 3_000)
  }
}
