import ObjectGraph
import Predicates
import Testing

@Suite("Going back and forth")
struct HistoryTests {
  @Test func undoAndRedo() throws {
    let context = try ManagedObjectContext.checked(.league(.cascade))
    let heat = try context.make("Team")
    #expect(context.endEvent()?.inserted == [heat])
    let wade = try context.make("Player", ["team": heat.value])
    let summary = try #require(context.endEvent())
    #expect(summary.inserted == [wade])
    #expect(summary.updated == [EventSummary.Update(id: heat, keys: ["players"])])
    #expect(context.endEvent() == nil)
    #expect(context.undo())
    #expect(!context.exists(wade))
    #expect(try context.many(heat, "players") == [])
    #expect(context.redo())
    #expect(try context.one(wade, "team") == heat)
    try context.delete(heat)
    context.endEvent()
    #expect(context.deletedObjects == [wade, heat])
    #expect(context.undo())
    #expect(context.insertedObjects == [wade, heat])
    try context.setValue("Heat", of: heat, forKey: "name")
    #expect(!context.canRedo)
    context.endEvent()
    #expect(!context.redo())
    #expect(context.undo() && context.undo() && context.undo())
    #expect(!context.undo())
    #expect(!context.hasChanges)
  }

  @Test func numbersAreNeverGivenAgain() throws {
    let context = try ManagedObjectContext.checked(.league())
    let first = try context.make("Player")
    context.rollback()
    let second = try context.make("Player")
    #expect(first.number == 1)
    #expect(second.number == 2)
    context.endEvent()
    context.undo()
    let third = try context.make("Coach")
    #expect(third.number == 3)
    #expect(!context.exists(first) && !context.exists(second))
    #expect(try context.objectID(entity: "Person", number: 3) == third)
    #expect(try context.objectID(entity: "Player", number: 3) == nil)
    #expect(try context.objectID(entity: "Player", number: -1) == nil)
    #expect(try context.objectID(entity: "Player", number: .max) == nil)
  }

  @Test func rollbackRestoresSavedValues() throws {
    let context = try ManagedObjectContext.checked(.league())
    let heat = try context.make("Team", ["name": "Heat"])
    try context.save()
    try context.setValue("Suns", of: heat, forKey: "name")
    #expect(context.changedValues(of: heat) == ["name": "Suns"])
    #expect(context.committedValues(of: heat) == ["name": "Heat"])
    let other = try context.make("Team")
    try context.delete(heat)
    context.rollback()
    #expect(try context.value(of: heat, forKey: "name") == "Heat")
    #expect(!context.exists(other))
    #expect(!context.hasChanges && !context.canUndo)
  }

  @Test func undoPastASave() throws {
    let context = try ManagedObjectContext.checked(.league())
    let heat = try context.make("Team", ["name": "Heat"])
    context.endEvent()
    let wade = try context.make("Player", ["team": heat.value])
    context.endEvent()
    try context.save()
    #expect(context.endEvent() == nil)
    #expect(context.undo())  // the player
    #expect(context.deletedObjects == [wade])
    #expect(context.updatedObjects == [heat])
    #expect(context.insertedObjects == [])
    #expect(context.graph.checkInvariants() == [])
    #expect(try context.save().deleted == [wade])
    #expect(context.redo())
    #expect(context.insertedObjects == [wade])
    #expect(try context.one(wade, "team") == heat)
    #expect(context.graph.checkInvariants() == [])
    #expect(try context.save().inserted == [wade])
    #expect(context.undo() && context.undo())
    #expect(context.deletedObjects == [wade, heat])
    #expect(context.graph.checkInvariants() == [])
  }

  @Test func undoOfASavedDeletionRevivesTheSameObject() throws {
    let context = try ManagedObjectContext.checked(.league(.cascade))
    let heat = try context.make("Team")
    let wade = try context.make("Player", ["team": heat.value, "age": 31])
    try context.save()
    try context.delete(heat)
    try context.save()
    #expect(!context.exists(wade))
    context.undo()
    #expect(context.insertedObjects == [wade, heat])
    #expect(try context.value(of: wade, forKey: "age") == 31)
    #expect(context.saveLines() == [])
    #expect(try context.many(heat, "players") == [wade])
  }

  @Test func whatIsBackFromASavedDeletionIsNewAsAWhole() throws {
    let context = try ManagedObjectContext.checked(.league())
    let heat = try context.make("Team", ["name": "Heat"])
    try context.save()
    try context.delete(heat)
    try context.save()
    context.undo()
    #expect(context.changedValues(of: heat) == ["name": "Heat"])
    #expect(context.committedValues(of: heat) == ["name": .null])
  }

  @Test func groups() throws {
    let context = try ManagedObjectContext.checked(.league())
    _ = try context.make("Team")
    context.endEvent()
    #expect(context.beginUndoGroup(named: "transfer"))
    #expect(!context.beginUndoGroup(named: "inner"))
    _ = try context.make("Team")
    context.endEvent()
    _ = try context.make("Team")
    context.endEvent()
    #expect(context.endUndoGroup())
    #expect(!context.endUndoGroup())
    #expect(context.undoName == "transfer")
    context.undo()
    #expect(context.insertedObjects.count == 1)
    context.redo()
    #expect(context.insertedObjects.count == 3)
  }

  @Test func aCopyHasAFutureOfItsOwn() throws {
    let context = try ManagedObjectContext.checked(.league())
    let heat = try context.make("Team", ["name": "Heat"])
    let trial = context.copy()
    try trial.setValue("Suns", of: heat, forKey: "name")
    let wade = try trial.make("Player", ["team": heat.value])
    try trial.save()
    #expect(try context.value(of: heat, forKey: "name") == "Heat")
    #expect(!context.exists(wade))
    let graph = context.graph
    try context.delete(heat)
    context.endEvent()
    #expect(GraphSource(graph, now: context.now).isLive(heat))
  }

  @Test func discardingAnEvent() throws {
    let context = try ManagedObjectContext.checked(.league())
    let heat = try context.make("Team")
    context.endEvent()
    _ = try context.make("Team")
    try context.delete(heat)
    context.discardEvent()
    #expect(context.endEvent() == nil)
    #expect(context.insertedObjects == [heat])
  }

  @Test("What is not registered stays, whatever is undone and redone")
  func unregistered() throws {
    let context = try ManagedObjectContext.checked(.league())
    let heat = try context.make("Team", ["name": "A"])
    context.endEvent()
    try context.setValue("B", of: heat, forKey: "name")
    context.isUndoRegistrationEnabled = false
    let wade = try context.make("Player", ["team": heat.value])
    context.endEvent()
    context.isUndoRegistrationEnabled = true
    #expect(context.undoCount == 2)
    try context.setValue("C", of: heat, forKey: "name")
    #expect(context.undo() && context.undo())
    #expect(try context.value(of: heat, forKey: "name") == "A")
    #expect(try context.one(wade, "team") == heat)
    context.isUndoRegistrationEnabled = false
    try context.setValue(30, of: wade, forKey: "age")
    context.isUndoRegistrationEnabled = true
    #expect(context.canRedo && context.redo() && context.redo())
    #expect(try context.value(of: heat, forKey: "name") == "C")
    #expect(try context.value(of: wade, forKey: "age") == 30)
    #expect(context.undo() && context.undo() && context.undo())
    // The player that was not registered has made it an object that others changed: it is marked, and the save takes it.
    #expect(context.isDeleted(heat))
    #expect(try context.one(wade, "team") == nil)
    #expect(!context.undo())
    try context.save()
  }
}

extension GraphSource {
  fileprivate func isLive(_ id: ManagedObjectID) -> Bool {
    (try? value(forKey: "isDeleted", of: id.reference)) == .boolean(false)
  }
}
