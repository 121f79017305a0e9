import ModelReview
import ObjectGraph
import Testing

@Suite("Names for what a proposal makes")
struct ProposedNamesTests {
  @Test(
    "Initials stay together",
    arguments: [
      ("Team", "team"), ("IDMNote", "idmNote"), ("URL", "url"), ("URLs", "urls"), ("URLCache", "urlCache"), ("A", "a"),
      ("AppID", "appID"), ("iD", "iD"), ("ABTest", "abTest"), ("H264Video", "h264Video"), ("", ""),
    ])
  func initials(name: String, lowered: String) { #expect(ProposedNames.lowered(name) == lowered) }

  @Test(
    "A look-up is named for the last word, unless that says nothing",
    arguments: [
      (["uniformColor"], "Color"), (["level"], "Level"), (["firstName"], "FirstName"),
      (["team", "name"], "TeamName"),
    ])
  func lookup(attributes: [String], name: String) {
    var names = ProposedNames(ManagedObjectModel())
    #expect(names.entity(for: attributes, isLookup: attributes.count == 1) == name)
  }

  @Test("A name that is taken, or was given out before, is not given again")
  func free() {
    let model = ManagedObjectModel(
      entities: [
        EntityDescription("Color", properties: [.attribute(AttributeDescription("name", .string))])
      ])
    var names = ProposedNames(model)
    #expect(names.entity(for: ["color"]) == "ColorEntry")
    #expect(names.property("name", of: "Color") == "name2")
    #expect(names.property("name", of: "Color", gone: ["name"]) == "name")
    #expect(names.property("teams", of: "Color") == "teams")
    #expect(names.property("teams", of: "Color") == "teams2")
  }
}
