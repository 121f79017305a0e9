import Predicates
import Testing

@testable import ObjectGraph

@Suite("Which property was which: renaming identifiers first")
struct MatchingTests {
  typealias Names = [(name: String, identifier: String?)]

  static func model(_ names: Names) -> ManagedObjectModel {
    ManagedObjectModel(entities: [
      EntityDescription(
        "K",
        properties: names.map { name, identifier in
          .attribute(AttributeDescription(name, .string, isOptional: true, renamingIdentifier: identifier))
        })
    ])
  }

  static let cases: [(String, Names, Names, [String: String])] = [
    ("names alone", [("a", nil)], [("a", nil)], ["a": "a"]),
    ("renamed", [("a", nil)], [("b", "a")], ["b": "a"]),
    ("and back to the earlier version", [("b", "a")], [("a", nil)], ["a": "b"]),
    ("renamed twice: the identifier stays the first name", [("b", "a")], [("c", "a")], ["c": "b"]),
    ("the freed name goes to another", [("a", nil), ("z", nil)], [("b", "a"), ("a", "z")], ["b": "a", "a": "z"]),
    ("two change names", [("a", nil), ("b", nil)], [("b", "a"), ("a", "b")], ["b": "a", "a": "b"]),
    (
      "three in a circle", [("a", nil), ("b", nil), ("c", nil)], [("b", "a"), ("c", "b"), ("a", "c")],
      ["b": "a", "c": "b", "a": "c"]
    ),
    ("the freed name goes to a new one", [("a", nil)], [("b", "a"), ("a", nil)], ["b": "a"]),
    (
      "and stays with it in the next version", [("b", "a"), ("a", nil)], [("b", "a"), ("a", nil)], ["b": "b", "a": "a"]
    ),
    ("a new one under an old name", [("a", nil)], [("a", "a 2")], [:]),
    ("an identifier that is only a name before", [("b", "a")], [("c", "b")], [:]),
  ]

  @Test(arguments: 0..<cases.count) func versions(index: Int) {
    let (name, old, new, expected) = Self.cases[index]
    let matching = ModelMatching(from: Self.model(old), to: Self.model(new))
    #expect(matching.sources(in: "K").mapValues(\.property.name) == expected, "\(name)")
  }

  @Test func editsKeepNames() {
    let matching = ModelMatching(
      from: Self.model([("a", nil), ("b", nil)]), to: Self.model([("a", "b"), ("b", nil)]), renaming: ModelRenaming())
    #expect(matching.sources(in: "K").mapValues(\.property.name) == ["a": "a", "b": "b"])
  }

  @Test func entitiesLikewise() {
    let old = ManagedObjectModel(entities: [EntityDescription("Old"), EntityDescription("Other")])
    let new = ManagedObjectModel(entities: [
      EntityDescription("Archive", renamingIdentifier: "Old"), EntityDescription("Old", renamingIdentifier: "Other"),
    ])
    #expect(ModelMatching(from: old, to: new).oldNames == ["Archive": "Old", "Old": "Other"])
  }

  @Test func anEntityUnderAParentKeepsItsOwn() {
    func text(_ name: String, _ identifier: String? = nil) -> PropertyDescription {
      .attribute(AttributeDescription(name, .string, isOptional: true, renamingIdentifier: identifier))
    }
    let old = ManagedObjectModel(entities: [
      EntityDescription("P", properties: [text("a")]), EntityDescription("K", properties: [text("a")]),
    ])
    let new = ManagedObjectModel(entities: [
      EntityDescription("P", properties: [text("b", "a")]),
      EntityDescription("K", parent: "P", properties: [text("a")]),
    ])
    let matching = ModelMatching(from: old, to: new)
    #expect(matching.sources(in: "K").mapValues(\.property.name) == ["a": "a"])
    #expect(matching.sources(in: "P").mapValues(\.property.name) == ["b": "a"])
  }

  @Test(
    "An entity that comes under a parent with the same attribute keeps its values; another type is another attribute")
  func whatTheParentHasToo() {
    func model(_ type: AttributeType, _ parent: String? = nil, _ own: [PropertyDescription] = []) -> ManagedObjectModel
    {
      ManagedObjectModel(entities: [
        EntityDescription(
          "P",
          properties: [
            .attribute(AttributeDescription("a", type, isOptional: true)), .one("l", "P", nil), .text("p"),
          ]),
        EntityDescription("K", parent: parent, properties: own),
      ])
    }
    let old = model(.string, nil, [.text("a"), .text("x"), .one("l", "P", nil)])
    func sources(_ new: ManagedObjectModel) -> [String: String] {
      ModelMatching(from: old, to: new).sources(in: "K").mapValues(\.property.name)
    }
    #expect(sources(model(.string, "P")) == ["a": "a"])
    var renamed = model(.string, "P")
    renamed[entity: "P"]?[property: "a"] = .attribute(
      AttributeDescription("b", .string, isOptional: true, renamingIdentifier: "a"))
    #expect(sources(renamed) == ["b": "a"])
    #expect(
      sources(
        model(.string, "P", [.attribute(AttributeDescription("c", .string, isOptional: true, renamingIdentifier: "a"))])
      )
        == ["c": "a"])
    #expect(
      ModelMatching(from: model(.integer16, nil, [.text("a")]), to: model(.integer16, "P")).sources(in: "K").isEmpty)
  }

  /// Every chain of edits over versions ends where the identities end: the schema and the versions have one matcher.
  @Test func identitiesFollowTheSameMatching() throws {
    let context = try ManagedObjectContext.checked(Self.model([("a", nil), ("z", nil)]))
    try context.make("K", ["a": "A", "z": "Z"])
    try context.save()
    let first = context.graph.schema
    try context.addModelVersion("2")
    for (old, new) in [("a", "t"), ("z", "a"), ("t", "z")] {
      var model = context.model
      guard let place = model.entities[0].properties.firstIndex(where: { $0.name == old }) else { continue }
      model.entities[0].properties[place].name = new
      var renaming = ModelRenaming()
      renaming.rename(property: old, of: "K", to: new)
      try context.setModel(model, renaming: renaming)
    }
    let last = context.graph.schema
    #expect(last.entity(named: "K")?.property("a")?.identity == first.entity(named: "K")?.property("z")?.identity)
    #expect(last.entity(named: "K")?.property("z")?.identity == first.entity(named: "K")?.property("a")?.identity)
    #expect(context.model[entity: "K"]?[property: "a"]?.renamingIdentifier == "z")
    #expect(context.model[entity: "K"]?[property: "a"]?.versionHashModifier == "z")
    #expect(!context.model.isCompatible(withHashes: first.model.versionHashes()))
    let report = try context.useModelVersion(context.modelHistory.names[0])
    #expect(report.beyondLightweight == [])
    let id = try #require(context.graph.allObjects().first)
    #expect(try context.value(of: id, forKey: "a") == "A")
  }
}
