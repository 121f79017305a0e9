import Foundation
import ModelReview
import Testing

@Suite("Rule: a secure transformer")
struct InsecureTransformerTests {
  static let model = """
    entity Story { links: Transformable?; tags: Transformable?, transformer "NSKeyedUnarchiveFromData"; title: String }
    entity Team { color: Transformable?, transformer "HexColor"; cache: Transformable?, transient }
    entity Page { url: Transformable?, transformer "NSSecureUnarchiveFromData" }
    """

  static let condition = "if the values are arrays, dictionaries, sets, texts, numbers, dates, data, URLs or UUIDs"
  static let subclass =
    "name a subclass of NSSecureUnarchiveFromDataTransformer that allows their classes, which have to support secure coding"

  @Test("One line for all; transient values, secure transformers and an app's own are left alone")
  func oneLine() throws {
    let found = try findings(of: InsecureTransformer.self, Self.model)
    #expect(
      found.map(\.message) == [
        "2 attributes have no secure transformer: Story.links, Story.tags; Core Data warns at launch, "
          + "and a later system may not read the values"
      ])
    #expect(
      found.map(\.fix) == [
        "\(Self.condition): change Story.links, transformer \"NSSecureUnarchiveFromData\"; if not: \(Self.subclass)"
      ])
  }

  @Test("Attributes whose class the model names have a line of their own: the common transformer does not allow it")
  func classes() throws {
    let found = try findings(
      of: InsecureTransformer.self,
      """
      entity Story { links: Transformable?; cover: Transformable?, class "UIImage" }
      entity Team { logo: Transformable?, class "UIImage" }
      """)
    #expect(found.map { "\($0.entity).\($0.property) \($0.determinant)" } == ["Story.links ", "Story.cover Team.logo"])
    #expect(found.last?.fix == Self.subclass)
  }

  @Test("Managed objects cannot be archived; a dictionary is of a class that the common transformer allows")
  func managedObjects() throws {
    let found = try findings(
      of: InsecureTransformer.self,
      """
      entity Group { exercises: Transformable?, class "[Exercise]"; config: Transformable?, class "NSDictionary" }
      entity Exercise { name: String }
      """)
    #expect(
      found.map { "\($0.message) → \($0.fix)" } == [
        "Group.exercises holds managed objects, which cannot be archived → make a relationship to Exercise of it",
        "Group.config has no secure transformer; Core Data warns at launch, and a later system may not read the values → "
          + "\(Self.condition): change Group.config, transformer \"NSSecureUnarchiveFromData\"; if not: \(Self.subclass)",
      ])
  }

  @Test(
    "A colour, a predicate or an error is of no class that the common transformer allows",
    arguments: ["homeColor", "awayColors", "viewPredicate", "loadError", "sortDescriptors", "attributedTitle", "frame"])
  func otherClasses(_ name: String) throws {
    let found = try findings(of: InsecureTransformer.self, "entity Team { \(name): Transformable? }")
    #expect(found.map(\.fix) == [Self.subclass])
  }

  @Test("What is proposed can be typed")
  func typed() throws {
    let fixes = try findings(of: InsecureTransformer.self, Self.model).map { finding in
      finding.fix.components(separatedBy: "; if not: ")[0].replacing("\(Self.condition): ", with: "")
    }.joined(separator: "\n")
    #expect(
      try messages(of: InsecureTransformer.self, Self.model + "\n" + fixes) == [
        "Story.tags has no secure transformer; Core Data warns at launch, and a later system may not read the values"
      ])
  }
}
