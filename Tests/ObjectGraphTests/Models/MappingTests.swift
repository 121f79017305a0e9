import Predicates
import Testing

@testable import ObjectGraph

@Suite("Inferred lightweight migration")
struct MappingTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var problems: [String]
    var edit: @Sendable (inout ManagedObjectModel) -> Void

    init(
      _ name: String, refused problems: [String] = [], _ edit: @escaping @Sendable (inout ManagedObjectModel) -> Void
    ) {
      testDescription = name
      self.problems = problems
      self.edit = edit
    }
  }

  @Test(
    "What a lightweight migration takes, and why not the rest",
    arguments: [
      Case("add an attribute") { $0[entity: "Team"]?[property: "city"] = .text("city") },
      Case("add a required attribute with a default") {
        $0[entity: "Team"]?[property: "city"] = .attribute(
          AttributeDescription("city", .string, defaultValue: .value("Miami")))
      },
      Case("remove an attribute") { $0[entity: "Player"]?[property: "age"] = nil },
      Case("required to optional") { $0[entity: "Tag"]?[property: "name"] = .text("name") },
      Case("optional to required with a default") {
        $0[entity: "Player"]?[property: "age"] = .attribute(
          AttributeDescription("age", .integer16, defaultValue: .value(0)))
      },
      // Only rows can be missing a value.
      Case("optional to required without one") {
        $0[entity: "Player"]?[property: "age"] = .attribute(AttributeDescription("age", .integer16))
      },
      Case("rename an attribute by its identifier") {
        $0[entity: "Player"]?[property: "age"] = nil
        $0[entity: "Player"]?[property: "years"] = .attribute(
          AttributeDescription("years", .integer16, isOptional: true, renamingIdentifier: "age"))
      },
      Case("another type", refused: ["Player.age becomes String and was Integer16"]) {
        $0[entity: "Player"]?[property: "age"] = .text("age")
      },
      Case("an attribute becomes a relationship: one goes, another comes") {
        $0[entity: "Player"]?[property: "age"] = .one("age", "Tag")
      },
      Case("add a relationship") { $0[entity: "Team"]?[property: "captain"] = .one("captain", "Player") },
      Case("remove a relationship") { $0[entity: "Player"]?[property: "favorite"] = nil },
      Case("to-one to to-many") { $0[entity: "Player"]?[property: "favorite"] = .many("favorite", "Team") },
      Case("to-many to to-one", refused: ["Player.visited becomes to-one and was to-many"]) {
        $0[entity: "Player"]?[property: "visited"] = .one("visited", "Team")
      },
      Case("ordered") { $0[entity: "Player"]?[property: "visited"] = .many("visited", "Team", ordered: true) },
      Case("another delete rule") {
        $0[entity: "Player"]?[property: "visited"] = .many("visited", "Team", nil, .cascade)
      },
      Case("a destination further up") { $0[entity: "Coach"]?[property: "squad"] = .many("squad", "Person") },
      Case("another destination", refused: ["Player.favorite leads to Tag and led to Team"]) {
        $0[entity: "Player"]?[property: "favorite"] = .one("favorite", "Tag")
      },
      Case("add an entity") { $0.entities.append(EntityDescription("League")) },
      Case("remove an entity") { $0[entity: "Coach"] = nil },
      Case("rename an entity by its identifier") { model in
        guard let place = model.entities.firstIndex(where: { $0.name == "Coach" }) else { return }
        model.entities[place].name = "Trainer"
        model.entities[place].renamingIdentifier = "Coach"
      },
      Case("a new parent") { model in
        model.entities.append(EntityDescription("Thing", isAbstract: true))
        model[entity: "Tag"]?.parent = "Thing"
      },
      Case("a new child") { $0.entities.append(EntityDescription("Rookie", parent: "Player")) },
      Case("a property moves up") { model in
        let age = model[entity: "Player"]?[property: "age"]
        model[entity: "Person"]?[property: "age"] = age
        model[entity: "Player"]?[property: "age"] = nil
      },
      Case("a property moves down") { model in
        model[entity: "Player"]?[property: "name"] = .text("name")
        model[entity: "Coach"]?[property: "name"] = .text("name")
        model[entity: "Person"]?[property: "name"] = nil
      },
      Case("an entity moves out of its hierarchy") { $0[entity: "Coach"]?.parent = nil },
      Case("a tree moves under an entity without others below it") { model in
        model[entity: "Tag"] = EntityDescription("Tag", parent: "Team")
        model[entity: "Player"]?[property: "tags"] = nil
      },
      Case(
        "hierarchies merge", refused: ["Tag and Team had no common parent, and Thing would become one"]
      ) { model in
        model.entities.append(EntityDescription("Thing", isAbstract: true))
        model[entity: "Team"]?.parent = "Thing"
        model[entity: "Tag"]?.parent = "Thing"
      },
      Case(
        "two claim the same", refused: ["a and b of Player are both renamed from age"]
      ) { model in
        model[entity: "Player"]?[property: "age"] = nil
        for name in ["a", "b"] {
          model[entity: "Player"]?[property: name] = .attribute(
            AttributeDescription(name, .integer16, isOptional: true, renamingIdentifier: "age"))
        }
      },
      Case(
        "several reasons at once",
        refused: ["Player.age becomes String and was Integer16", "Player.visited becomes to-one and was to-many"]
      ) { model in
        model[entity: "Player"]?[property: "age"] = .text("age")
        model[entity: "Player"]?[property: "visited"] = .one("visited", "Team")
      },
    ] as [Case])
  func inference(case example: Case) {
    var old = ManagedObjectModel.league()
    old[entity: "Tag"]?[property: "name"] = .text("name", optional: false)
    var new = old
    example.edit(&new)
    do {
      let mapping = try MappingModel.inferred(from: old, to: new)
      #expect(example.problems.isEmpty)
      #expect(mapping.entities.count >= new.entities.count)
    } catch {
      #expect(error.problems.map(\.diagnostic.message) == example.problems)
    }
  }

  @Test func mappingsSayWhatComesFromWhere() throws {
    let old = ManagedObjectModel.league()
    var new = old
    new[entity: "Player"]?[property: "age"] = nil
    new[entity: "Player"]?[property: "years"] = .attribute(
      AttributeDescription("years", .integer16, defaultValue: .value(0), renamingIdentifier: "age"))
    new[entity: "Coach"] = nil
    let mapping = try MappingModel.inferred(from: old, to: new)
    #expect(mapping.entities.map(\.kind) == [.copied, .transformed, .copied, .copied, .removed])
    #expect(
      mapping[destination: "Player"]?.properties.first { $0.destination == "years" }
        == PropertyMapping(destination: "years", source: "age", fillsMissing: true))
    #expect(mapping[destination: "Player"]?.dropped == [])
    // And back again: the identifier serves both ways.
    let back = try MappingModel.inferred(from: new, to: old)
    #expect(back[destination: "Player"]?.properties.first { $0.destination == "age" }?.source == "years")
  }

  @Test func unresolvedModels() {
    var new = ManagedObjectModel.league()
    new[entity: "Player"]?[property: "home"] = .one("home", "City")
    #expect(throws: MappingError.self) { try MappingModel.inferred(from: .league(), to: new) }
  }

  /// Properties move up and down while entities are renamed, in one step.
  @Test func movesAndRenamesTogether() throws {
    let context = try ManagedObjectContext.checked(
      ManagedObjectModel(entities: [
        EntityDescription("Person", properties: [.text("name"), .text("note")]),
        EntityDescription("Player", parent: "Person", properties: [.text("mail"), .one("team", "Team", "players")]),
        EntityDescription("Coach", parent: "Person", properties: [.text("email")]),
        EntityDescription("Team", properties: [.text("name"), .many("players", "Player", "team")]),
      ]))
    let heat = try context.make("Team", ["name": "Heat"])
    let wade = try context.make("Player", ["name": "Wade", "mail": "w@x", "note": "3", "team": heat.value])
    let riley = try context.make("Coach", ["name": "Riley", "email": "r@x", "note": "old"])
    try context.save()
    func text(_ name: String, _ earlier: String) -> PropertyDescription {
      .attribute(AttributeDescription(name, .string, isOptional: true, renamingIdentifier: earlier))
    }
    let new = ManagedObjectModel(entities: [
      // `mail` and `email` move up under one name; `name` and `note` move down, `note` to one child only.
      EntityDescription(
        "Human", isAbstract: true, properties: [text("address", "mail")], renamingIdentifier: "Person"),
      EntityDescription(
        "Athlete", parent: "Human",
        properties: [text("fullName", "name"), .one("club", "Club", "squad"), .text("note")],
        renamingIdentifier: "Player"),
      EntityDescription(
        "Trainer", parent: "Human", properties: [text("fullName", "name")], renamingIdentifier: "Coach"),
      EntityDescription(
        "Club", properties: [.text("name"), .many("squad", "Athlete", "club")], renamingIdentifier: "Team"),
    ])
    var renaming = ModelRenaming()
    renaming.rename(property: "team", of: "Player", to: "club")
    renaming.rename(property: "players", of: "Team", to: "squad")
    renaming.rename(property: "email", of: "Coach", to: "address")
    let report = try context.setModel(new, renaming: renaming)
    #expect(try context.value(of: wade, forKey: "fullName") == "Wade")
    #expect(try context.value(of: wade, forKey: "address") == "w@x")
    #expect(try context.value(of: wade, forKey: "note") == "3")
    #expect(try context.value(of: wade, forKey: "club") == heat.value)
    #expect(try context.many(heat, "squad") == [wade])
    #expect(try context.value(of: riley, forKey: "fullName") == "Riley")
    #expect(try context.value(of: riley, forKey: "address") == "r@x")
    #expect(context.graph.checkInvariants() == [])
    #expect(!context.hasChanges)
    #expect(
      report.lines == [
        "renamed Person to Human: 0 objects",
        "renamed Human.mail to Human.address: 2 values",
        "moved Athlete.address to Human: 2 values",
        "renamed Human.email to Human.address: 2 values",
        "moved Trainer.address to Human: 2 values",
        "renamed Player to Athlete: 1 object",
        "renamed Athlete.name to Athlete.fullName: 1 value",
        "moved Human.fullName to Athlete: 1 value",
        "renamed Athlete.team to Athlete.club: 1 value",
        "moved Human.note to Athlete: 1 value",
        "renamed Coach to Trainer: 1 object",
        "renamed Trainer.name to Trainer.fullName: 1 value",
        "moved Human.fullName to Trainer: 1 value",
        "renamed Team to Club: 1 object",
        "renamed Club.players to Club.squad: 1 value",
        "dropped Coach.note with 1 value, Coach#2: \"old\"",
      ])
    #expect(report.renumbered.isEmpty)
    context.endEvent()
    #expect(context.undo())
    #expect(try context.value(of: wade, forKey: "mail") == "w@x")
  }

  @Test func reports() throws {
    let context = try ManagedObjectContext.checked(.league())
    let heat = try context.make("Team", ["name": "Heat"])
    for (name, age) in [("Wade", 31), ("Allen", nil)] as [(String, Int64?)] {
      try context.make("Player", ["name": .string(name), "age": age.map(Value.integer) ?? .null, "team": heat.value])
    }
    try context.make("Coach", ["name": "Riley"])
    var new = context.model
    new[entity: "Team"]?[property: "city"] = .attribute(
      AttributeDescription("city", .string, isOptional: true, defaultValue: .value("Miami")))
    new[entity: "Player"]?[property: "age"] = .attribute(
      AttributeDescription("age", .string, defaultValue: .value("unknown")))
    new[entity: "Player"]?[property: "favorite"] = nil
    new[entity: "Coach"] = nil
    let report = try context.setModel(new)
    #expect(
      report.lines == [
        "converted Player.age from Integer16 to String: 2 values",
        "filled Player.age with its default: 1 object",
        "added Team.city: 1 object has a value",
        "dropped Coach and its 1 object, Coach#3, name: \"Riley\"",
        "dropped Player.favorite with 0 values",
      ])
    #expect(
      report.beyondLightweight == [.typeChanged("age", entity: "Player", from: "Integer16", to: "String")])
  }

  @Test func aNewConstraintThatDoesNotHold() throws {
    let context = try ManagedObjectContext.checked(.league())
    let first = try context.make("Tag", ["name": "a"])
    let second = try context.make("Tag", ["name": "a"])
    var new = context.model
    new[entity: "Tag"]?.uniquenessConstraints = [["name"]]
    #expect(throws: ModelChangeError.notUnique(second, entity: "Tag", keys: ["name"], others: [first])) {
      try context.setModel(new)
    }
    try context.set(second, "name", nil)
    try context.setModel(new)
  }

  @Test func versionsOfAContext() throws {
    let context = try ManagedObjectContext.checked(.league())
    let heat = try context.make("Team", ["name": "Heat"])
    context.endEvent()
    try context.addModelVersion("League 2")
    context.endEvent()
    var new = context.model
    new[entity: "Team"]?[property: "name"] = nil
    new[entity: "Team"]?[property: "title"] = .attribute(
      AttributeDescription("title", .string, isOptional: true, renamingIdentifier: "name"))
    try context.setModel(new)
    context.endEvent()
    #expect(context.modelHistory.currentName == "League 2")
    #expect(try context.value(of: heat, forKey: "title") == "Heat")
    let report = try context.useModelVersion("League")
    #expect(report.lines == ["renamed Team.title to Team.name: 1 value"])
    #expect(try context.value(of: heat, forKey: "name") == "Heat")
    #expect(context.modelHistory.names == ["League", "League 2"])
    context.endEvent()
    #expect(context.undo())
    #expect(context.modelHistory.currentName == "League 2")
    #expect(context.undo())
    #expect(context.undo())
    #expect(context.modelHistory.names == ["League"])
    #expect(try context.value(of: heat, forKey: "name") == "Heat")
  }
}
