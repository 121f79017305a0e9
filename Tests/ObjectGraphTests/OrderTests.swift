import ObjectGraph
import Predicates
import Testing

@Suite("What stays linked is not touched")
struct OrderTests {
  let context: ManagedObjectContext
  let a, b, first, second: ManagedObjectID

  /// Two objects that hold each other in ordered relationships, all four links saved.
  init() throws {
    context = try .checked(
      ManagedObjectModel(entities: [
        EntityDescription(
          "Band",
          properties: [
            .many("players", "Player", "bands", ordered: true), .many("singers", "Player", "band", ordered: true),
          ]),
        EntityDescription(
          "Player", properties: [.many("bands", "Band", "players", ordered: true), .one("band", "Band", "singers")]),
      ]))
    a = try context.make("Band")
    b = try context.make("Band")
    first = try context.make("Player")
    second = try context.make("Player")
    try context.add([a, b], to: "bands", of: first)
    try context.add([a, b], to: "bands", of: second)
    try context.add([first, second], to: "singers", of: a)
    try context.save()
    context.endEvent()
  }

  @Test("Another order of a many-to-many leaves the order at the other end", arguments: [true, false])
  func manyToMany(isSetWhole: Bool) throws {
    if isSetWhole {
      try context.setValue(.array([second.value, first.value]), of: a, forKey: "players")
    } else {
      try context.insert(second, into: "players", of: a, at: 0)
    }
    #expect(try context.many(a, "players") == [second, first])
    #expect(try context.many(first, "bands") == [a, b])
    #expect(try context.many(second, "bands") == [a, b])
    #expect(context.updatedObjects == [a])
    #expect(context.endEvent()?.updated == [EventSummary.Update(id: a, keys: ["players"])])
    #expect(context.undo())
    #expect(try context.many(a, "players") == [first, second])
  }

  @Test("Another order of a one-to-many changes none of its members", arguments: [true, false])
  func oneToMany(isSetWhole: Bool) throws {
    if isSetWhole {
      try context.setValue(.array([second.value, first.value]), of: a, forKey: "singers")
    } else {
      try context.insert(first, into: "singers", of: a, at: 2)
    }
    #expect(try context.many(a, "singers") == [second, first])
    #expect(try context.one(first, "band") == a)
    #expect(context.updatedObjects == [a])
    try context.save()
    #expect(context.graph.checkInvariants() == [])
  }

  @Test("Setting a to-many to what it holds changes nothing, and redo stays possible", arguments: ["players", "bands"])
  func same(key: String) throws {
    let owner = key == "players" ? a : first
    try context.set(second, "band", nil)
    context.endEvent()
    context.undo()
    try context.setValue(try context.value(of: owner, forKey: key), of: owner, forKey: key)
    #expect(context.canRedo)
    #expect(context.endEvent() == nil)
    #expect(!context.hasChanges)
  }

  @Test func settingAnEmptyToManyToNothingChangesNothing() throws {
    try context.setValue(.null, of: b, forKey: "singers")
    #expect(context.endEvent() == nil)
  }
}
