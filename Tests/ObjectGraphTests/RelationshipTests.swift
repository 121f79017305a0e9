import ObjectGraph
import Predicates
import Testing

@Suite("Relationships keep both ends in step")
struct RelationshipTests {
  let context: ManagedObjectContext
  let heat, suns, wade, allen: ManagedObjectID

  init() throws {
    context = try .checked(.league())
    heat = try context.make("Team", ["name": "Heat"])
    suns = try context.make("Team", ["name": "Suns"])
    wade = try context.make("Player", ["name": "Wade"])
    allen = try context.make("Player", ["name": "Allen"])
  }

  @Test func toOneMovesBetweenLists() throws {
    try context.set(wade, "team", heat)
    try context.set(allen, "team", heat)
    #expect(try context.many(heat, "players") == [wade, allen])
    try context.set(wade, "team", suns)
    #expect(try context.many(heat, "players") == [allen])
    #expect(try context.many(suns, "players") == [wade])
    try context.set(wade, "team", nil)
    #expect(try context.many(suns, "players") == [])
  }

  @Test func listSideSteals() throws {
    try context.add([wade, allen, wade], to: "players", of: heat)
    #expect(try context.many(heat, "players") == [wade, allen])
    try context.add([allen], to: "players", of: suns)
    #expect(try context.many(heat, "players") == [wade])
    #expect(try context.one(allen, "team") == suns)
    try context.setValue(.set([allen.value]), of: heat, forKey: "players")
    #expect(try context.one(wade, "team") == nil)
    #expect(try context.many(suns, "players") == [])
    try context.remove([allen, wade], from: "players", of: heat)
    #expect(try context.one(allen, "team") == nil)
  }

  @Test func oneToOneWithItselfAsInverse() throws {
    try context.set(wade, "spouse", allen)
    #expect(try context.one(allen, "spouse") == wade)
    let third = try context.make("Coach")
    try context.set(third, "spouse", allen)
    #expect(try context.one(wade, "spouse") == nil)
    #expect(try context.one(allen, "spouse") == third)
    try context.set(allen, "spouse", allen)
    #expect(try context.one(third, "spouse") == nil)
    #expect(try context.one(allen, "spouse") == allen)
    try context.set(allen, "spouse", nil)
    #expect(try context.one(allen, "spouse") == nil)
  }

  @Test func manyToMany() throws {
    let tag = try context.make("Tag")
    try context.add([tag], to: "tags", of: wade)
    try context.add([tag], to: "tags", of: allen)
    try context.add([tag], to: "tags", of: allen)
    #expect(try context.many(tag, "players") == [wade, allen])
    try context.setValue(.array([allen.value, wade.value]), of: tag, forKey: "players")
    #expect(try context.value(of: tag, forKey: "players") == .array([allen.value, wade.value]))
    try context.remove([tag], from: "tags", of: allen)
    #expect(try context.many(tag, "players") == [wade])
  }

  @Test func manyToManyWithItselfAsInverse() throws {
    try context.add([wade, allen], to: "friends", of: wade)
    #expect(try context.many(allen, "friends") == [wade])
    #expect(try context.many(wade, "friends") == [wade, allen])
    try context.remove([wade], from: "friends", of: wade)
    #expect(try context.many(wade, "friends") == [allen])
    try context.remove([wade], from: "friends", of: allen)
    #expect(try context.many(wade, "friends") == [])
  }

  @Test func reflexivePair() throws {
    try context.add([allen, wade], to: "fans", of: wade)
    #expect(try context.many(allen, "idols") == [wade])
    #expect(try context.many(wade, "idols") == [wade])
    #expect(try context.many(allen, "fans") == [])
  }

  @Test func withoutInverse() throws {
    try context.set(wade, "favorite", heat)
    try context.add([heat, suns, heat], to: "visited", of: wade)
    #expect(try context.many(wade, "visited") == [heat, suns])
    #expect(context.isInserted(heat))
    #expect(try context.save().inserted.count == 4)
    try context.set(wade, "favorite", suns)
    try context.remove([heat], from: "visited", of: wade)
    #expect(context.updatedObjects == [wade])
  }

  @Test func orderedInsertion() throws {
    let coach = try context.make("Coach")
    let nash = try context.make("Player")
    try context.insert(wade, into: "squad", of: coach, at: 0)
    try context.insert(allen, into: "squad", of: coach, at: 0)
    try context.insert(nash, into: "squad", of: coach, at: 1)
    #expect(try context.many(coach, "squad") == [allen, nash, wade])
    try context.insert(allen, into: "squad", of: coach, at: 3)
    #expect(try context.many(coach, "squad") == [nash, wade, allen])
    try context.insert(allen, into: "squad", of: coach, at: 0)
    #expect(try context.many(coach, "squad") == [allen, nash, wade])
    #expect(throws: ObjectGraphError.indexOutOfRange(4, count: 3, key: "squad", entity: "Coach")) {
      try context.insert(allen, into: "squad", of: coach, at: 4)
    }
    #expect(throws: ObjectGraphError.indexOutOfRange(-1, count: 3, key: "squad", entity: "Coach")) {
      try context.insert(allen, into: "squad", of: coach, at: -1)
    }
    #expect(throws: ObjectGraphError.notOrdered("players", entity: "Team")) {
      try context.insert(allen, into: "players", of: heat, at: 0)
    }
  }

  @Test func wrongUses() throws {
    #expect(throws: ObjectGraphError.wrongEntity(key: "team", entity: "Player", expected: "Team", found: "Player")) {
      try context.set(wade, "team", allen)
    }
    #expect(
      throws: ObjectGraphError.wrongType(key: "team", entity: "Player", expected: .object("Team"), value: "Heat")
    ) { try context.setValue("Heat", of: wade, forKey: "team") }
    #expect(
      throws: ObjectGraphError.wrongType(
        key: "players", entity: "Team", expected: .objects("Player"), value: wade.value)
    ) { try context.setValue(wade.value, of: heat, forKey: "players") }
    #expect(throws: ObjectGraphError.notToMany("team", entity: "Player")) {
      try context.add([heat], to: "team", of: wade)
    }
    #expect(throws: ObjectGraphError.notRelationship("age", entity: "Player")) {
      try context.add([heat], to: "age", of: wade)
    }
    try context.delete(heat)
    #expect(throws: ObjectGraphError.deletedObject(heat, entity: "Team")) { try context.set(wade, "team", heat) }
    #expect(throws: ObjectGraphError.deletedObject(heat, entity: "Team")) {
      try context.setValue("x", of: heat, forKey: "name")
    }
    let message = ObjectGraphError.unknownEntity("Playr", known: ["Player", "Team"]).diagnostic
    #expect(message.message == "there is no entity 'Playr'")
    #expect(message.hint == "did you mean Player?")
  }
}
