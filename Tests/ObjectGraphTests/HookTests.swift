import ObjectGraph
import Predicates
import Testing

import class Foundation.NSLock

/// The hooks that ran, in order.
private final class Diary: @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [String] = []

  func write(_ line: String) {
    lock.lock()
    kept.append(line)
    lock.unlock()
  }

  var lines: [String] {
    lock.lock()
    defer { lock.unlock() }
    return kept
  }
}

@Suite("Hooks")
struct HookTests {
  private struct Refused: Error {}

  private func number(_ object: ManagedObject) -> String { "\(object.entityName)#\(object.objectID.number)" }

  @Test func theLifeOfAnObject() throws {
    let context = try ManagedObjectContext.checked(.league())
    let diary = Diary()
    context.setHooks(
      EntityHooks(awakeFromInsert: { _ in diary.write("person awakes") }), for: "Person")
    context.setHooks(
      EntityHooks(
        awakeFromInsert: { player in
          diary.write("player awakes")
          try player.setValue(1, forKey: "age")
        },
        willSave: { diary.write("will save \($0.objectID.number), deleted \($0.isDeleted)") },
        didSave: { diary.write("did save \($0.objectID.number)") },
        prepareForDeletion: { diary.write("prepares \($0.objectID.number), deleted \($0.isDeleted)") },
        willTurnIntoFault: { diary.write("will be a fault \($0.objectID.number)") },
        didTurnIntoFault: { diary.write("is a fault \($0.objectID.number)") }),
      for: "Player")
    let ann = try context.make("Player")
    #expect(try context.value(of: ann, forKey: "age") == 1)
    try context.save()
    try context.refresh(ann, .discardingChanges)
    #expect(context.isFault(ann))
    try context.delete(ann)
    try context.delete(ann)
    try context.save()
    #expect(
      diary.lines == [
        "person awakes", "player awakes", "will save 1, deleted false", "did save 1", "will be a fault 1",
        "is a fault 1", "prepares 1, deleted false", "prepares 1, deleted true", "will save 1, deleted true",
        "did save 1",
      ])
  }

  @Test func awakeFromFetchChangesNothing() throws {
    let pair = try Pair(.league())
    let ann = try pair.main.make("Player", ["name": "Ann"])
    try pair.main.save()
    let reader = ManagedObjectContext(coordinator: pair.coordinator, name: "reader")
    let diary = Diary()
    reader.setHooks(
      EntityHooks(awakeFromFetch: { player in
        diary.write("awakes")
        try player.setValue(7, forKey: "age")
      }), for: "Player")
    #expect(reader.isFault(ann))
    #expect(try reader.text(ann) == "Ann")
    #expect(!reader.isFault(ann))
    #expect(try reader.value(of: ann, forKey: "age") == 7)
    #expect(!reader.hasChanges && !reader.canUndo)
    #expect(diary.lines == ["awakes"])
    try pair.main.setValue("Anna", of: ann, forKey: "name")
    try pair.main.save()
    _ = try reader.fetch(FetchRequest("Player"))
    #expect(try reader.text(ann) == "Ann")
    try reader.refresh(ann)
    #expect(reader.isFault(ann))
    #expect(try reader.text(ann) == "Anna")
    #expect(diary.lines == ["awakes", "awakes"])
  }

  @Test func anInsertionThatIsRefusedLeavesNothing() throws {
    let context = try ManagedObjectContext.checked(.league())
    let heat = try context.make("Team")
    context.setHooks(
      EntityHooks(awakeFromInsert: { player in
        try player.setValue(heat.value, forKey: "team")
        throw Refused()
      }), for: "Player")
    #expect(throws: Refused.self) { try context.insert("Player") }
    #expect(context.insertedObjects == [heat])
    #expect(try context.many(heat, "players") == [])
  }

  @Test func willSaveChangesOthersUntilNothingChanges() throws {
    let context = try ManagedObjectContext.checked(.league())
    let diary = Diary()
    context.setHooks(
      EntityHooks(willSave: { player in
        diary.write("player \(player.objectID.number)")
        guard let team = player["team"]?.objectID else { return }
        try player.context.setValue("changed", of: team, forKey: "name")
      }), for: "Player")
    context.setHooks(EntityHooks(willSave: { diary.write("team \($0.objectID.number)") }), for: "Team")
    let heat = try context.make("Team", ["name": "Heat"])
    let ann = try context.make("Player", ["team": heat.value])
    try context.save()
    #expect(diary.lines == ["player 1", "team 1", "team 1"])
    #expect(try context.text(heat) == "changed")
    try context.setValue(3, of: ann, forKey: "age")
    #expect(try context.save().updated == [ann])
  }

  @Test func hooksThatNeverSettleAreStopped() throws {
    let context = try ManagedObjectContext.checked(.league())
    context.setHooks(
      EntityHooks(willSave: { player in
        guard case .integer(let age)? = player["age"] else { return }
        try player.setValue(.integer(age % 1000 + 1), forKey: "age")
      }), for: "Player")
    let ann = try context.make("Player", ["age": 1])
    #expect(
      context.saveWords() == ["134060  the hooks still change Player#1 after 1000 rounds"])
    #expect(context.isInserted(ann))
    #expect(context.graph.checkInvariants() == [])
    #expect(context.undo())
    #expect(!context.exists(ann))
  }

  @Test func hooksThatGoOnMakingObjectsAreStopped() throws {
    let context = try ManagedObjectContext(model: .league())
    context.setHooks(EntityHooks(willSave: { try $0.context.insert($0.entityName) }), for: "Tag")
    try context.insert("Tag")
    #expect(context.saveWords() == ["134060  the hooks still change Tag#1001 after 1000 rounds"])
    #expect(context.graph.checkInvariants() == [])
  }

  @Test func deletingWhileDeleting() throws {
    let context = try ManagedObjectContext.checked(.league(.cascade))
    let diary = Diary()
    context.setHooks(
      EntityHooks(prepareForDeletion: { player in
        diary.write("player \(player.objectID.number)")
        // Whoever goes takes the spouse along, who takes the first along.
        if let spouse = player["spouse"]?.objectID { try player.context.delete(spouse) }
      }), for: "Player")
    let heat = try context.make("Team")
    let people = try (1...4).map { _ in try context.make("Player") }
    try context.set(people[0], "team", heat)
    try context.set(people[0], "spouse", people[1])
    try context.set(people[2], "spouse", people[3])
    try context.save()
    try context.delete(people[2])
    #expect(diary.lines == ["player 3", "player 4"])
    try context.delete(heat)
    #expect(diary.lines == ["player 3", "player 4"])
    context.endEvent()
    #expect(diary.lines == ["player 3", "player 4", "player 1", "player 2"])
    #expect(context.deletedObjects == people + [heat])
    try context.save()
    #expect(try context.count(FetchRequest("Player")) == 0)
  }

  @Test func whatPrepareForDeletionThrowsStopsTheDeletion() throws {
    let context = try ManagedObjectContext.checked(.league())
    context.setHooks(EntityHooks(prepareForDeletion: { _ in throw Refused() }), for: "Player")
    let ann = try context.make("Player")
    #expect(throws: Refused.self) { try context.delete(ann) }
    #expect(context.deletedObjects == [])
  }

  @Test func aLongChainOfDeletionsNeedsNoStack() throws {
    let context = try ManagedObjectContext(model: .league())
    context.setHooks(
      EntityHooks(prepareForDeletion: { player in
        if let next = player["spouse"]?.objectID { try player.context.delete(next) }
        if let next = try player.value(forKey: "friends").objectIDs?.last { try player.context.delete(next) }
      }), for: "Player")
    let players = try (0..<5_000).map { _ in try context.make("Player") }
    for (a, b) in zip(players, players.dropFirst()) { try context.add([b], to: "friends", of: a) }
    try context.delete(players[0])
    #expect(context.deletedObjects.count == 5_000)
  }

  @Test func validationByHooks() throws {
    let context = try ManagedObjectContext.checked(
      ManagedObjectModel(entities: [
        EntityDescription("Player", properties: [.text("name", optional: false)])
      ]))
    context.setHooks(
      EntityHooks(
        validateValue: ["name": { value, _ in value == "Bob" || value.isNull ? HookRefusal("not this name") : nil }],
        validateForUpdate: { $0["name"] == "Eve" ? [HookRefusal("no update", code: 4711)] : [] },
        validateForDelete: { _ in [HookRefusal("nobody goes")] }),
      for: "Player")
    let ann = try context.insert("Player")
    #expect(
      context.saveWords() == [
        "1560  2 errors keep this from being saved", "1570  Player#1: name is a required value",
        "1550  Player#1: name: not this name",
      ])
    try context.setValue("Eve", of: ann, forKey: "name")
    #expect(context.saveWords() == [])
    try context.setValue("Bob", of: ann, forKey: "name")
    #expect(context.saveWords() == ["1550  Player#1: name: not this name"])
    try context.setValue("Eve", of: ann, forKey: "name")
    #expect(context.saveWords() == ["4711  Player#1: no update"])
    #expect(context.validateForInsert(ann) == [])
    try context.delete(ann)
    #expect(context.saveWords() == ["1550  Player#1: nobody goes"])
  }

  @Test func whatWillSaveThrowsIsAnErrorOfValidation() throws {
    let context = try ManagedObjectContext.checked(.league())
    context.setHooks(EntityHooks(willSave: { try $0.setValue(1, forKey: "nam") }), for: "Team")
    try context.insert("Team")
    #expect(context.saveWords() == ["1550  Team#1: Team has no 'nam'"])
  }

  @Test func deletionsMayWaitForTheSave() throws {
    let context = try ManagedObjectContext.checked(.league(.cascade))
    context.propagatesDeletesAtEndOfEvent = false
    let heat = try context.make("Team")
    let ann = try context.make("Player", ["team": heat.value])
    try context.save()
    try context.delete(heat)
    context.endEvent()
    #expect(context.deletedObjects == [heat])
    try context.setValue("Ann", of: ann, forKey: "name")
    context.discardEvent()
    try context.save()
    #expect(!context.exists(ann))
  }

  @Test func observersAreTold() throws {
    let pair = try Pair(.league(.cascade))
    let heat = try pair.main.make("Team")
    let ann = try pair.main.make("Player", ["team": heat.value])
    try pair.begin()
    var told: [String] = []
    func line(_ changes: ContextChanges) -> String {
      "\(changes.kind) +\(changes.inserted.count) ~\(changes.updated.count) -\(changes.deleted.count) "
        + "@\(changes.refreshed.count)"
    }
    let token = pair.main.observe { told.append(line($0)) }
    try pair.main.setValue("Heat", of: heat, forKey: "name")
    try pair.main.setValue("Miami", of: heat, forKey: "name")
    pair.main.endEvent()
    try pair.main.delete(heat)
    try pair.main.save()
    #expect(
      told == [
        "objectsDidChange +0 ~1 -0 @0", "objectsDidChange +0 ~0 -2 @0", "willSave +0 ~0 -2 @0", "didSave +0 ~0 -2 @0",
      ])
    told = []
    _ = try pair.other.fetch(FetchRequest("Team"))
    let tag = try pair.other.make("Tag")
    try pair.other.save()
    try pair.other.setValue("tall", of: tag, forKey: "name")
    try pair.other.save()
    _ = try pair.main.fetch(FetchRequest("Tag"))
    #expect(told == ["objectsDidChange +1 ~0 -0 @0"])
    try pair.other.setValue("small", of: tag, forKey: "name")
    try pair.other.save()
    pair.main.automaticallyMergesChangesFromParent = true
    #expect(try pair.main.text(tag) == "small")
    #expect(told == ["objectsDidChange +1 ~0 -0 @0", "objectsDidChange +0 ~0 -0 @1"])
    pair.main.stopObserving(token)
    try pair.main.delete(tag)
    try pair.main.save()
    #expect(told.count == 2)
    _ = ann
  }
}
