import Predicates
import Testing

import struct Foundation.Date

@testable import ObjectGraph

@Suite("Composites, derived attributes, transformers, templates, configurations")
struct ModelPartsTests {
  static let model = ManagedObjectModel("Parts") {
    CompositeDescription("Geo") { Attribute("latitude", .double, maximumValue: 90) }
    CompositeDescription("Address") {
      Attribute("city", .string, minimumLength: 2)
      Attribute("zip", .string, isOptional: true, pattern: "[0-9]{5}")
      Attribute("country", .string, isOptional: true, defaultValue: .value("US"))
      Attribute("geo", composite: "Geo", isOptional: true)
    }
    EntityDescription("Team") {
      Attribute("name", .string, isOptional: true)
      Attribute("color", .transformable, isOptional: true, transformerName: "HexColor")
      Attribute("size", .integer32, isOptional: true, derivation: Expression.parse("players.@count").expression)
      Attribute("oldest", .integer16, isOptional: true, derivation: Expression.parse("players.age.@max").expression)
      Attribute("shout", .string, isOptional: true, derivation: Expression.parse("uppercase(name)").expression)
      ToMany("players", to: "Player", inverse: "team")
    }
    EntityDescription("Player") {
      Attribute("age", .integer16, isOptional: true)
      Attribute("home", composite: "Address", isOptional: true)
      ToOne("team", to: "Team", inverse: "players")
      Unique("home.city")
    }
    FetchRequestTemplate(
      "Older", FetchRequest("Player", predicate: Predicate.parse("age > $AGE AND home.city == $CITY").predicate))
    ConfigurationDescription("Cloud", entities: ["Team"])
  }

  let context: ManagedObjectContext

  init() throws {
    #expect(Self.model.problems() == [])
    context = try .checked(Self.model)
  }

  // MARK: Composites

  @Test func composites() throws {
    let wade = try context.make("Player")
    // The elements' defaults are those of the whole.
    #expect(try context.value(of: wade, forKey: "home") == .dictionary(["country": "US"]))
    try context.setValue("Miami", of: wade, forKeyPath: "home.city")
    try context.setValue(25, of: wade, forKeyPath: "home.geo.latitude")
    #expect(try context.value(of: wade, forKeyPath: "home.geo.latitude") == 25.0)
    #expect(
      try context.value(of: wade, forKey: "home")
        == .dictionary(["city": "Miami", "country": "US", "geo": .dictionary(["latitude": 25.0])]))
    // One without any value is none.
    try context.setValue(.dictionary(["city": .null]), of: wade, forKey: "home")
    #expect(try context.value(of: wade, forKey: "home") == .null)
    #expect(context.validateForInsert(wade) == [])
  }

  @Test func conditionsAndOrders() throws {
    for (age, city) in [(3, "Miami"), (1, "Boston"), (2, "Chicago")] as [(Int64, String)] {
      try context.make("Player", ["age": .integer(age), "home": .dictionary(["city": .string(city)])])
    }
    var request = FetchRequest("Player", predicate: Predicate.parse("home.city BEGINSWITH 'B'").predicate)
    #expect(try context.fetch(request).map(\.number) == [2])
    request.predicate = nil
    request.sortDescriptors = [SortDescriptor("home.city")]
    #expect(try context.fetch(request).map(\.number) == [2, 3, 1])
  }

  @Test(
    "What a composite does not take",
    arguments: [
      (.string("Miami"), "Player.home takes the elements of Address, not \"Miami\""),
      (.dictionary(["city": 3]), "Player.home.city takes a String, not 3"),
      (.dictionary(["town": "x"]), "Player.home has no 'town'"),
      (.dictionary(["geo": .dictionary(["latitude": "x"])]), "Player.home.geo.latitude takes a Double, not \"x\""),
    ] as [(Value, String)])
  func refusedComposites(value: Value, message: String) throws {
    let wade = try context.make("Player")
    do {
      try context.setValue(value, of: wade, forKey: "home")
      Issue.record("it was taken")
    } catch let error as ObjectGraphError {
      #expect(error.diagnostic.message == message)
    }
  }

  @Test func validationOfElements() throws {
    let wade = try context.make("Player")
    try context.setValue(
      .dictionary(["zip": "123", "geo": .dictionary(["latitude": 91])]), of: wade, forKey: "home")
    #expect(
      context.validateForInsert(wade).map(\.line) == [
        "1570  Player#1: home.city is a required value",
        "1680  Player#1: home.zip: \"123\" does not match \"[0-9]{5}\"",
        "1610  Player#1: home.geo.latitude: 91.0 is too large (at most 90)",
      ])
  }

  @Test func uniqueElements() throws {
    try context.make("Player", ["home": .dictionary(["city": "Miami"])])
    try context.make("Player", ["home": .dictionary(["city": "Boston"])])
    try context.save()
    let third = try context.make("Player", ["home": .dictionary(["city": "Miami"])])
    do {
      try context.save()
      Issue.record("it was saved")
    } catch {
      #expect(error.code == 1551)
      #expect(error.errors.map(\.object) == [third])
    }
  }

  @Test(
    "Composites that cannot be",
    arguments: [
      (
        [CompositeDescription("A", elements: [Attribute("a", composite: "A")])],
        "these composites are part of each other: A, A"
      ),
      (
        [
          CompositeDescription("A", elements: [Attribute("b", composite: "B")]),
          CompositeDescription("B", elements: [Attribute("a", composite: "A")]),
        ], "these composites are part of each other: A, B, A"
      ),
      ([CompositeDescription("A", elements: [Attribute("b", composite: "B")])], "A.b is a B, which does not exist"),
      (
        [CompositeDescription("A", elements: [Attribute("d", .date, defaultValue: .now)])],
        "A.d cannot begin with now()"
      ),
      ([CompositeDescription("A"), CompositeDescription("A")], "there is another composite or entity named A"),
      (
        (0...16).map {
          CompositeDescription("C\($0)", elements: $0 == 0 ? [] : [Attribute("c", composite: "C\($0 - 1)")])
        },
        "the composite C16 holds others more than 16 deep"
      ),
    ])
  func problems(composites: [CompositeDescription], message: String) {
    let model = ManagedObjectModel(composites: composites)
    #expect(model.problems().map(\.diagnostic.message) == [message])
  }

  // MARK: Derived attributes

  @Test func derivedAttributes() throws {
    let heat = try context.make("Team", ["name": "Heat"])
    let wade = try context.make("Player", ["age": 31, "home": .null, "team": heat.value])
    #expect(try context.value(of: heat, forKey: "size") == .null)
    try context.save()
    #expect(try context.value(of: heat, forKey: "size") == 1)
    #expect(try context.value(of: heat, forKey: "oldest") == 31)
    #expect(try context.value(of: heat, forKey: "shout") == "HEAT")
    try context.setValue(40, of: wade, forKey: "age")
    #expect(try context.value(of: heat, forKey: "oldest") == 31)
    let report = try context.save()
    #expect(try context.value(of: heat, forKey: "oldest") == 40)
    #expect(report.updated == [heat, wade])
    #expect(throws: ObjectGraphError.derived("size", entity: "Team")) {
      try context.setValue(3, of: heat, forKey: "size")
    }
    try context.delete(wade)
    try context.save()
    #expect(try context.value(of: heat, forKey: "size") == 0)
    #expect(try context.value(of: heat, forKey: "oldest") == .null)
  }

  @Test func aDerivationThatIsNewIsComputedAtOnce() throws {
    let heat = try context.make("Team", ["name": "Heat"])
    try context.save()
    var model = context.model
    model[entity: "Team"]?[property: "quiet"] = .attribute(
      Attribute("quiet", .string, isOptional: true, derivation: Expression.parse("lowercase(name)").expression))
    try context.setModel(model)
    #expect(try context.value(of: heat, forKey: "quiet") == "heat")
    #expect(!context.hasChanges)
  }

  @Test func derivationsThatCannotBe() {
    func messages(_ text: String) -> [String] {
      var model = Self.model
      model[entity: "Team"]?[property: "size"] = .attribute(
        Attribute("size", .integer32, isOptional: true, derivation: Expression.parse(text).expression))
      return model.problems().map(\.diagnostic.message)
    }
    #expect(messages("playrs.@count") == ["Team.size is derived from playrs, which is not there"])
    #expect(messages("players.size.@max") == ["Team.size is derived from size, which is not there"])
    // The operator comes last: a test suite that runs against Core Data has it refused in the middle.
    #expect(
      messages("players.@sum.age") == [
        "Team.size is derived from a path with @sum in the middle, which Core Data refuses when it loads the model"
      ])
    #expect(messages("#size + 1") == ["Team.size is derived from itself"])
  }

  // MARK: The rest

  @Test func colors() throws {
    let heat = try context.make("Team", ["color": "#FFF"])
    #expect(try context.value(of: heat, forKey: "color") == "#ffffff")
    #expect(throws: ObjectGraphError.self) { try context.setValue("red", of: heat, forKey: "color") }
    #expect(throws: ObjectGraphError.self) { try context.setValue(3, of: heat, forKey: "color") }
    let stored = AttributeTransformer.hexColor.stored("#98002e")
    #expect(stored.map { Array($0) } == [0x98, 0x00, 0x2E])
    #expect(stored.flatMap(AttributeTransformer.hexColor.restored) == "#98002e")
  }

  @Test func templates() throws {
    try context.make("Player", ["age": 31, "home": .dictionary(["city": "Miami"])])
    let request = try Self.model.fetchRequest(fromTemplate: "Older", variables: ["AGE": 30, "CITY": "Miami"])
    #expect(try context.count(request) == 1)
    #expect(Self.model.fetchRequestTemplate(named: "Older")?.variables == ["AGE", "CITY"])
    #expect(throws: TemplateError.missingVariables(["CITY"], template: "Older")) {
      try Self.model.fetchRequest(fromTemplate: "Older", variables: ["AGE": 30])
    }
    #expect(throws: TemplateError.unknownVariables(["AEG"], template: "Older", known: ["AGE", "CITY"])) {
      try Self.model.fetchRequest(fromTemplate: "Older", variables: ["AGE": 30, "CITY": .null, "AEG": 1])
    }
    #expect(throws: TemplateError.unknownTemplate("Odler", known: ["Older"])) {
      try Self.model.fetchRequest(fromTemplate: "Odler")
    }
  }

  @Test func configurations() {
    #expect(Self.model.entities(inConfiguration: "Cloud").map(\.name) == ["Team"])
    #expect(Self.model.entities(inConfiguration: nil).map(\.name) == ["Team", "Player"])
    #expect(Self.model.entities(inConfiguration: "Could").isEmpty)
  }

  @Test func names() {
    var model = Self.model
    model[entity: "Team"]?[property: "big size"] = .text("big size")
    model.entities.append(EntityDescription(""))
    #expect(
      model.problems().map(\.diagnostic.message) == [
        "an entity has no name",
        "'big size' cannot be a name in Team: a name is letters, digits and _",
      ])
  }

  /// Hundreds of entities, a chain of a hundred parents: what is asked of a model is asked once.
  @Test func largeModels() throws {
    var model = ManagedObjectModel(name: "Deep")
    for level in 0..<300 {
      model.entities.append(
        EntityDescription(
          "E\(level)", parent: level == 0 || level % 100 == 0 ? nil : "E\(level - 1)",
          properties: [.text("a\(level)"), .text("b\(level)"), .one("r\(level)", "E0")]))
    }
    #expect(model.problems() == [])
    let large = try ManagedObjectContext(model: model)
    #expect(large.model.properties(of: "E99").count == 300)
    #expect(model.versionHashes().count == 300)
  }
}
