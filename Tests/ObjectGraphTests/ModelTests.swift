import ObjectGraph
import Predicates
import Testing

@Suite("Models and their problems")
struct ModelTests {
  @Test func inheritance() {
    let model = ManagedObjectModel.league()
    #expect(model.properties(of: "Coach").map(\.name) == ["name", "spouse", "squad"])
    #expect(model.property("name", of: "Player")?.declaredBy == "Person")
    #expect(model.root(of: "Coach") == "Person")
    #expect(model.isKind("Coach", of: "Person") && !model.isKind("Person", of: "Coach"))
    #expect(model.subentities(of: "Person") == ["Player", "Coach"])
    #expect(model.inverse(of: "team", in: "Player")?.relationship.name == "players")
    #expect(model.problems() == [])
  }

  @Test(
    arguments: [
      (
        [EntityDescription("A", properties: [.one("b", "Bridge")])],
        "A.b leads to Bridge, which does not exist", nil
      ),
      (
        [EntityDescription("Team"), EntityDescription("A", properties: [.one("b", "Taem")])],
        "A.b leads to Taem, which does not exist", "did you mean Team?"
      ),
      (
        [EntityDescription("A", properties: [.one("b", "B", "a")]), EntityDescription("B")],
        "the inverse of A.b, B.a, does not exist", nil
      ),
      (
        [
          EntityDescription("A", properties: [.one("b", "B", "a")]),
          EntityDescription("B", properties: [.one("a", "A")]),
        ],
        "A.b names B.a as its inverse, but that one has no inverse", "make b the inverse of B.a"
      ),
      (
        [EntityDescription("A", parent: "B"), EntityDescription("B", parent: "A")],
        "these entities are each other's parents: A, B, A", "take one of the parents away"
      ),
      ([EntityDescription("A", parent: "A")], "A is its own parent", "take one of the parents away"),
      (
        [EntityDescription("A"), EntityDescription("A")], "there are two entities named A",
        "rename or remove one of them"
      ),
      (
        [EntityDescription("A", properties: [.text("hash")])],
        "A.hash cannot have this name: every object answers hash already", "choose another name, such as aHash"
      ),
      (
        [EntityDescription("A", properties: [.attribute(AttributeDescription("x", .string, pattern: "("))])],
        "the pattern of A.x is not a regular expression: (", nil
      ),
      (
        [EntityDescription("A", properties: [.many("b", "A", nil, count: 0...1)])],
        "A.b is to-many but has a maximum count of 1", "make it to-one"
      ),
      (
        [
          EntityDescription(
            "A", properties: [.attribute(AttributeDescription("x", .integer16, defaultValue: .value("a")))])
        ], "the default of A.x is \"a\", not an Integer16",
        "give it another default, or none"
      ),
      (
        [EntityDescription("A", uniquenessConstraints: [["x"]])],
        "A has no attribute or to-one relationship x that could be unique", nil
      ),
    ] as [([EntityDescription], String, String?)])
  func problems(entities: [EntityDescription], message: String, hint: String?) throws {
    let model = ManagedObjectModel(entities: entities)
    let diagnostic = try #require(model.problems().first).diagnostic
    #expect(diagnostic.message == message)
    #expect(diagnostic.hint == hint)
    let context = try ManagedObjectContext(model: model)
    #expect(throws: ModelError.self) { try context.insert("A") }
  }

  @Test func abstractAndUnknownEntities() throws {
    let context = try ManagedObjectContext.checked(.league())
    #expect(throws: ObjectGraphError.abstractEntity("Person", subentities: ["Player", "Coach"])) {
      try context.insert("Person")
    }
    #expect(throws: ObjectGraphError.unknownEntity("Playr", known: ["Person", "Player", "Coach", "Team", "Tag"])) {
      try context.insert("Playr")
    }
  }
}
