import ObjectGraph
import Predicates
import Testing

@Suite("The objects follow a change of the model")
struct ModelChangeTests {
  let context: ManagedObjectContext
  let heat, wade, allen, tag: ManagedObjectID

  init() throws {
    context = try .checked(.league(.cascade))
    heat = try context.make("Team", ["name": "Heat"])
    wade = try context.make("Player", ["name": "Wade", "age": 31, "team": heat.value])
    allen = try context.make("Player", ["name": "Allen", "team": heat.value])
    tag = try context.make("Tag", ["players": .array([allen.value, wade.value])])
    try context.save()
    context.endEvent()
  }

  func change(_ body: (inout ManagedObjectModel) -> Void, renaming: ModelRenaming = ModelRenaming()) throws {
    var model = context.model
    body(&model)
    try context.setModel(model, renaming: renaming)
  }

  @Test func addAndRemove() throws {
    try change {
      $0[entity: "Team"]?[property: "city"] = .attribute(
        AttributeDescription("city", .string, defaultValue: .value("Miami")))
      $0[entity: "Player"]?[property: "age"] = nil
      $0[entity: "Team"]?[property: "captain"] = .one("captain", "Player")
    }
    #expect(try context.value(of: heat, forKey: "city") == "Miami")
    #expect(!context.hasChanges)
    #expect(throws: ObjectGraphError.self) { try context.value(of: wade, forKey: "age") }
    try context.set(heat, "captain", wade)
    context.endEvent()
    #expect(context.undo())
    #expect(try context.value(of: wade, forKey: "age") == 31)
    #expect(context.redo())
    #expect(try context.one(heat, "captain") == wade)
    #expect(try context.many(tag, "players") == [allen, wade])
    #expect(context.graph.checkInvariants() == [])
  }

  @Test func required() throws {
    #expect(throws: ModelChangeError.missingValue(allen, entity: "Player", key: "age")) {
      try change {
        $0[entity: "Player"]?[property: "age"] = .attribute(AttributeDescription("age", .integer16))
      }
    }
    try change {
      $0[entity: "Player"]?[property: "age"] = .attribute(
        AttributeDescription("age", .integer16, defaultValue: .value(20)))
    }
    #expect(try context.value(of: allen, forKey: "age") == 20)
    #expect(try context.value(of: wade, forKey: "age") == 31)
    #expect(throws: ModelChangeError.missingValue(heat, entity: "Team", key: "city")) {
      try change { $0[entity: "Team"]?[property: "city"] = .text("city", optional: false) }
    }
  }

  @Test(
    arguments: [
      (AttributeType.integer32, 31), (.string, "31"), (.double, 31.0), (.decimal, .decimal(31)),
    ] as [(AttributeType, Value)])
  func retypes(type: AttributeType, value: Value) throws {
    try change {
      $0[entity: "Player"]?[property: "age"] = .attribute(AttributeDescription("age", type, isOptional: true))
    }
    #expect(try context.value(of: wade, forKey: "age") == value)
    #expect(try context.value(of: allen, forKey: "age") == .null)
    #expect(!context.hasChanges)
    try change {
      $0[entity: "Player"]?[property: "age"] = .attribute(AttributeDescription("age", .integer16, isOptional: true))
    }
    #expect(try context.value(of: wade, forKey: "age") == 31)
  }

  @Test func refusedType() throws {
    #expect(
      throws: ModelChangeError.unconvertible(wade, entity: "Player", key: "name", value: "Wade", type: .integer16)
    ) {
      try change {
        $0[entity: "Person"]?[property: "name"] = .attribute(AttributeDescription("name", .integer16, isOptional: true))
      }
    }
    #expect(try context.value(of: wade, forKey: "name") == "Wade")
  }

  @Test func renaming() throws {
    var renaming = ModelRenaming()
    renaming.rename(entity: "Team", to: "Club")
    renaming.rename(property: "team", of: "Player", to: "club")
    try change(
      {
        $0.entities[3].name = "Club"
        $0[entity: "Club"]?[property: "players"] = .many("players", "Player", "club", .cascade)
        $0.entities[1].properties[1] = .one("club", "Club", "players")
        $0[entity: "Player"]?[property: "favorite"] = .one("favorite", "Club")
        $0[entity: "Player"]?[property: "visited"] = .many("visited", "Club")
      }, renaming: renaming)
    #expect(context.entityName(of: heat) == "Club")
    #expect(try context.one(wade, "club") == heat)
    #expect(try context.many(heat, "players") == [wade, allen])
    #expect(!context.hasChanges)
    context.endEvent()
    context.undo()
    #expect(try context.one(wade, "team") == heat)
  }

  @Test func oneToManyAndBack() throws {
    try change { $0[entity: "Player"]?[property: "team"] = .many("team", "Team", "players") }
    #expect(try context.many(wade, "team") == [heat])
    #expect(try context.many(heat, "players") == [wade, allen])
    let suns = try context.make("Team")
    try context.add([suns], to: "team", of: wade)
    #expect(throws: ModelChangeError.tooManyObjects(wade, entity: "Player", key: "team", count: 2)) {
      try change { $0[entity: "Player"]?[property: "team"] = .one("team", "Team", "players") }
    }
    try context.remove([suns], from: "team", of: wade)
    try change { $0[entity: "Player"]?[property: "team"] = .one("team", "Team", "players") }
    #expect(try context.one(wade, "team") == heat)
    #expect(try context.many(heat, "players") == [wade, allen])
    #expect(throws: ModelChangeError.sharedObject(allen, entity: "Player", key: "team", other: "Team#1")) {
      try change { $0[entity: "Team"]?[property: "players"] = .one("players", "Player", "team") }
    }
  }

  @Test func theOrderOfALinkMadeAnewIsKept() throws {
    try change { $0[entity: "Team"]?[property: "players"] = .many("players", "Player", "team", ordered: true) }
    try context.insert(allen, into: "players", of: heat, at: 0)
    try context.save()
    try change { $0[entity: "Player"]?[property: "team"] = .many("team", "Team", "players") }
    #expect(try context.many(heat, "players") == [allen, wade])
    try change { $0[entity: "Player"]?[property: "team"] = .one("team", "Team", "players") }
    #expect(try context.many(heat, "players") == [allen, wade])
    #expect(!context.hasChanges && context.changedValues(of: heat).isEmpty)
  }

  @Test func droppedInverse() throws {
    try change {
      $0[entity: "Team"]?[property: "players"] = nil
      $0[entity: "Player"]?[property: "team"] = .one("team", "Team")
    }
    #expect(try context.one(wade, "team") == heat)
    try change {
      $0[entity: "Team"]?[property: "players"] = .many("players", "Player", "team")
      $0[entity: "Player"]?[property: "team"] = .one("team", "Team", "players")
    }
    #expect(try context.many(heat, "players") == [wade, allen])
    #expect(!context.hasChanges)
  }

  @Test func removedEntity() throws {
    try change {
      $0[entity: "Tag"] = nil
      $0[entity: "Player"]?[property: "tags"] = nil
    }
    #expect(!context.exists(tag))
    context.endEvent()
    context.undo()
    #expect(try context.many(tag, "players") == [allen, wade])
  }

  @Test func movedIntoAnotherTree() throws {
    // Team#1 and Player#1 share a number once both are persons. The team has its name still, as a person has one too.
    var model = context.model
    model[entity: "Team"]?.parent = "Person"
    model[entity: "Team"]?[property: "name"] = nil
    let moved = try context.setModel(model).renumbered
    let heat = try #require(moved[heat])
    #expect(heat.number == 3)
    #expect(!context.exists(self.heat))
    #expect(try context.value(of: heat, forKey: "name") == "Heat")
    #expect(try context.many(heat, "players") == [wade, allen])
    #expect(try context.make("Coach").number == 4)
    #expect(context.insertedObjects.count == 1)
  }

  @Test func movedOutOfATree() throws {
    let coach = try context.make("Coach", ["name": "Spo"])
    var model = context.model
    model[entity: "Coach"]?.parent = nil
    model[entity: "Coach"]?[property: "name"] = .text("name")
    try context.setModel(model)
    #expect(try context.value(of: coach, forKey: "name") == "Spo")
    #expect(try context.value(of: wade, forKey: "name") == "Wade")
    context.endEvent()
    let other = try context.make("Coach")
    #expect(other.number == 4)
    context.endEvent()
    context.undo()
    context.undo()
    #expect(try context.make("Player").number == 5)
  }

  @Test func newParent() throws {
    var model = context.model
    model.entities.append(EntityDescription("Thing", isAbstract: true, properties: [.text("name")]))
    model[entity: "Team"]?.parent = "Thing"
    model[entity: "Team"]?[property: "name"] = nil
    try context.setModel(model)
    #expect(try context.value(of: heat, forKey: "name") == "Heat")
    #expect(try context.many(heat, "players") == [wade, allen])
    #expect(try context.make("Team").number == 2)
  }

  @Test func becomingAbstract() throws {
    #expect(throws: ModelChangeError.abstractWithObjects(heat, entity: "Team")) {
      try change { $0[entity: "Team"]?.isAbstract = true }
    }
  }

  @Test func unfinishedModels() throws {
    // A relationship that is to come may wait for its destination, also beside objects; one that holds links may not lose them.
    try change { $0[entity: "Team"]?[property: "city"] = .one("city", "City") }
    #expect(throws: ModelError.self) { try context.prepare() }
    #expect(try context.many(heat, "players") == [wade, allen])
    try change { $0.entities.append(EntityDescription("City", properties: [.text("name")])) }
    try context.prepare()
    #expect(throws: ModelChangeError.self) {
      try change { $0[entity: "Player"]?[property: "team"] = .one("team", "Club") }
    }
    let empty = try ManagedObjectContext.checked(ManagedObjectModel())
    var model = ManagedObjectModel()
    model.entities.append(EntityDescription("A", properties: [.one("b", "B", "a")]))
    try empty.setModel(model)
    #expect(throws: ModelError.self) { try empty.prepare() }
    model.entities.append(EntityDescription("B", properties: [.one("a", "A", "b")]))
    try empty.setModel(model)
    let a = try empty.make("A")
    #expect(a.number == 1)
    empty.endEvent()
    #expect(empty.undo() && !empty.exists(a))
  }

  @Test func undoPastASaveAndAModelChange() throws {
    try context.setValue(32, of: wade, forKey: "age")
    context.endEvent()
    try change {
      $0[entity: "Player"]?[property: "age"] = .attribute(AttributeDescription("age", .string, isOptional: true))
    }
    context.endEvent()
    try context.setValue("40", of: wade, forKey: "age")
    context.endEvent()
    try context.save()
    #expect(context.undo() && context.undo())
    #expect(try context.value(of: wade, forKey: "age") == 32)
    #expect(context.updatedObjects == [wade])
    #expect(context.committedValues(of: wade) == ["age": 40])
    #expect(context.redo() && context.redo())
    #expect(!context.hasChanges)
    #expect(context.graph.checkInvariants() == [])
  }

  @Test("A constraint under another name or in another order is no new one")
  func renamedConstraint() throws {
    var model = ManagedObjectModel("M") {
      EntityDescription("A") {
        Attribute("x", .string)
        Attribute("y", .string)
        Unique("x", "y")
      }
    }
    let context = try ManagedObjectContext.checked(model)
    // Not saved yet, and not to be saved as they are: that is for the save to say.
    for _ in 0..<2 { _ = try context.make("A", ["x": "1", "y": "2"]) }
    model[entity: "A"]?[property: "x"] = .attribute(Attribute("z", .string))
    model[entity: "A"]?.uniquenessConstraints = [["y", "z"]]
    var renaming = ModelRenaming()
    renaming.rename(property: "x", of: "A", to: "z")
    try context.setModel(model, renaming: renaming)
    #expect(context.saveLines().count == 2)
    model[entity: "A"]?.uniquenessConstraints = [["z"]]
    #expect(throws: ModelChangeError.self) { try context.setModel(model) }
  }
}
