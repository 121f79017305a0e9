import Predicates
import Support
import Testing

@testable import ObjectGraph

@Suite("Version hashes and histories")
struct VersionTests {
  @Test(
    "The digest is SHA-256",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 1_000),
        "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
      ),
    ])
  func digest(text: String, hex: String) {
    let digits = SHA256.digest(of: text.utf8).map(\.hexadecimal)
    #expect(digits.joined() == hex)
  }

  /// Written out, so that a run on another day or machine has to find the same.
  @Test func sameInEveryRun() {
    #expect(
      ManagedObjectModel.league().versionHash(ofEntity: "Team")?.description
        == "5cdf8b2f9497302e0f5f82cb96c7334932ccc29f802857642e4c867d2cd6230b")
    #expect(VersionHash("5cdf8b2f9497302e0f5f82cb96c7334932ccc29f802857642e4c867d2cd6230b") != nil)
    #expect(VersionHash("xyz") == nil)
    #expect(VersionHash(String(repeating: "g", count: 64)) == nil)
  }

  @Test func orderIsNotInIt() {
    let model = ManagedObjectModel.league()
    var other = model
    other.entities.reverse()
    for index in other.entities.indices { other.entities[index].properties.reverse() }
    other.name = "Another"
    #expect(other.versionHashes() == model.versionHashes())
    #expect(other.versionChecksum == model.versionChecksum)
    #expect(other.isCompatible(withHashes: model.versionHashes()))
    #expect(other.difference(from: model).isEmpty)
  }

  @Test("A default and a bound of a Double are the same with and without a point")
  func numbers() {
    func model(_ value: Value, _ type: AttributeType) -> ManagedObjectModel {
      var item = EntityDescription("Item")
      item.properties = [
        .attribute(AttributeDescription("price", type, defaultValue: .value(value), minimumValue: value))
      ]
      return ManagedObjectModel(name: "Shop", entities: [item])
    }
    for type in [AttributeType.double, .float, .decimal] {
      #expect(model(5, type).difference(from: model(.double(5), type)).isEmpty, "\(type)")
      #expect(!model(5, type).difference(from: model(.double(5.5), type)).isEmpty, "\(type)")
    }
  }

  struct Edit: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var changes: [String]
    var edit: @Sendable (inout ManagedObjectModel) -> Void

    init(_ name: String, changes: [String] = [], _ edit: @escaping @Sendable (inout ManagedObjectModel) -> Void) {
      testDescription = name
      self.changes = changes
      self.edit = edit
    }

    static func attribute(
      _ name: String, changes: [String] = ["Player"], _ edit: @escaping @Sendable (inout AttributeDescription) -> Void
    ) -> Edit {
      Edit(name, changes: changes) { model in
        guard var age = model[entity: "Player"]?[property: "age"]?.attribute else { return }
        edit(&age)
        model[entity: "Player"]?[property: "age"] = .attribute(age)
      }
    }

    static func relationship(
      _ name: String, changes: [String] = ["Team"], _ edit: @escaping @Sendable (inout RelationshipDescription) -> Void
    ) -> Edit {
      Edit(name, changes: changes) { model in
        guard var players = model[entity: "Team"]?[property: "players"]?.relationship else { return }
        edit(&players)
        model[entity: "Team"]?[property: "players"] = .relationship(players)
      }
    }
  }

  @Test(
    "What is in the hash, and what is not",
    arguments: [
      // In it (Core Data's headers, 2.14 of the behaviour collected).
      .attribute("type") { $0.type = .integer32 },
      .attribute("optional") { $0.isOptional = false },
      .attribute("transient") { $0.isTransient = true },
      .attribute("modifier") { $0.versionHashModifier = "2" },
      .attribute("derived") { $0.derivation = Expression(.constant(1)) },
      .relationship("minimum") { $0.minimumCount = 2 },
      .relationship("maximum") { $0.maximumCount = 12 },
      .relationship("ordered") { $0.isOrdered = true },
      .relationship("destination") { $0.destination = "Person" },
      .relationship("inverse") { $0.inverse = nil },
      Edit("unique", changes: ["Team"]) { $0[entity: "Team"]?.uniquenessConstraints = [["name"]] },
      Edit("entity's modifier", changes: ["Team"]) { $0[entity: "Team"]?.versionHashModifier = "x" },
      Edit("a parent's change is its children's", changes: ["Coach", "Person", "Player"]) {
        $0[entity: "Person"]?.isAbstract = false
      },
      Edit("a new property", changes: ["Tag"]) { $0[entity: "Tag"]?[property: "color"] = .text("color") },
      Edit("a new entity", changes: ["League"]) { $0.entities.append(EntityDescription("League")) },
      Edit("an entity that is gone", changes: ["Coach"]) { $0[entity: "Coach"] = nil },
      // Not in it.
      .attribute("default", changes: []) { $0.defaultValue = .value(3) },
      .attribute("bounds", changes: []) { $0.minimumValue = 0 },
      .attribute("indexed", changes: []) { $0.isIndexed = true },
      .attribute("userInfo", changes: []) { $0.userInfo = ["a": 1] },
      .attribute("renaming identifier", changes: []) { $0.renamingIdentifier = "years" },
      .relationship("delete rule", changes: []) { $0.deleteRule = .cascade },
      .relationship("userInfo", changes: []) { $0.userInfo = ["a": 1] },
      Edit("rules") { $0[entity: "Team"]?.rules = [ValidationRule("r", Predicate(.constant(true)))] },
      Edit("version identifiers") { $0.versionIdentifiers = ["2"] },
      Edit("templates") { $0.fetchRequestTemplates = [FetchRequestTemplate("All", FetchRequest("Team"))] },
      Edit("configurations") { $0.configurations = [ConfigurationDescription("Cloud", entities: ["Team"])] },
    ] as [Edit])
  func whatIsInTheHash(edit: Edit) {
    let model = ManagedObjectModel.league()
    var changed = model
    edit.edit(&changed)
    #expect(changed != model)
    #expect(changed.entities(differingFrom: model.versionHashes()) == edit.changes)
    #expect(changed.isCompatible(withHashes: model.versionHashes()) == edit.changes.isEmpty)
    #expect(!changed.difference(from: model).isEmpty || edit.testDescription == "version identifiers")
  }

  @Test func compositeElementsAreInIt() {
    var model = ManagedObjectModel(
      entities: [
        EntityDescription("Person", properties: [.attribute(AttributeDescription("home", composite: "Address"))])
      ],
      composites: [
        CompositeDescription(
          "Address", elements: [AttributeDescription("city", .string), AttributeDescription("zip", .string)])
      ])
    let before = model.versionHashes()
    model[composite: "Address"]?.elements.reverse()
    #expect(model.versionHashes() == before)
    model[composite: "Address"]?[element: "zip"]?.type = .integer32
    #expect(model.entities(differingFrom: before) == ["Person"])
  }

  @Test func configurationsCoverTheirEntities() {
    var model = ManagedObjectModel.league()
    model.configurations = [ConfigurationDescription("Cloud", entities: ["Tag", "Team"])]
    let hashes = model.versionHashes(forConfiguration: "Cloud")
    #expect(hashes.keys.sorted() == ["Tag", "Team"])
    model[entity: "Coach"]?[property: "licence"] = .text("licence")
    #expect(model.isCompatible(withHashes: hashes, configuration: "Cloud"))
    #expect(!model.isCompatible(withHashes: hashes))
  }

  @Test func histories() throws {
    var history = ModelHistory(.league())
    #expect(history.currentName == "League")
    history.model.name = "Basketball"
    #expect(history.names == ["Basketball"])
    try history.add("League 2")
    history.model[entity: "Team"]?[property: "city"] = .text("city")
    #expect(history.names == ["Basketball", "League 2"])
    #expect(history[version: "Basketball"]?[entity: "Team"]?[property: "city"] == nil)
    let hashes = history.model.versionHashes()
    try history.use("Basketball")
    #expect(history.model[entity: "Team"]?[property: "city"] == nil)
    #expect(history.version(withHashes: hashes)?.name == "League 2")
    #expect(throws: ModelHistoryError.versionExists("League 2")) { try history.add("League 2") }
    #expect(throws: ModelHistoryError.unknownVersion("League 3", known: ["Basketball", "League 2"])) {
      try history.use("League 3")
    }
  }

  @Test("A new version shares the layout of the one before, and objects stay apart from those before it")
  func sharedLayout() throws {
    let context = try ManagedObjectContext(model: .league())
    context.checksInvariants = true
    let heat = try context.insert("Team")
    try context.setValue(.string("Miami Heat"), of: heat, forKey: "name")
    try context.save()
    context.endEvent()
    let before = context.graph.schema
    try context.addModelVersion("League 2")
    context.endEvent()
    #expect(context.graph.schema !== before)
    #expect(context.graph.schema.access === before.access)
    #expect(context.graph.schema === context.committed.schema)
    #expect(context.modelHistory.names == ["League", "League 2"])
    try context.setValue(.string("Heat"), of: heat, forKey: "name")
    let suns = try context.insert("Team")
    try context.setValue(.string("Phoenix Suns"), of: suns, forKey: "name")
    try context.save()
    context.endEvent()
    #expect(context.undo() && context.undo())
    #expect(context.modelHistory.names == ["League"])
    #expect(try context.value(of: heat, forKey: "name") == .string("Miami Heat"))
    try context.setValue(.string("Other"), of: heat, forKey: "name")
    context.endEvent()
    #expect(context.undo())
    #expect(context.redo())
    #expect(try context.value(of: heat, forKey: "name") == .string("Other"))
    #expect(throws: ModelHistoryError.unknownVersion("League 2", known: ["League"])) {
      try context.useModelVersion("League 2")
    }
  }
}
