import ObjectGraph
import Predicates
import Testing

import struct Foundation.Date
import struct Foundation.URL

@Suite("Contexts inside contexts")
struct NestedContextTests {
  private func family(_ model: ManagedObjectModel = .league()) throws -> (
    root: ManagedObjectContext, child: ManagedObjectContext, grandchild: ManagedObjectContext
  ) {
    let root = try ManagedObjectContext.checked(model)
    let child = ManagedObjectContext(parent: root)
    return (root, child, ManagedObjectContext(parent: child, name: "grandchild"))
  }

  @Test func aSaveGoesOneLevel() throws {
    let (root, child, grandchild) = try family()
    let ann = try grandchild.make("Player", ["name": "Ann"])
    #expect(grandchild.saveLines() == [])
    #expect(!grandchild.hasChanges)
    #expect(child.insertedObjects == [ann])
    #expect(!root.exists(ann))
    #expect(child.hasTemporaryID(ann))
    try child.save()
    #expect(root.insertedObjects == [ann])
    #expect(root.hasTemporaryID(ann))
    #expect(root.coordinator.graph.checkInvariants() == [])
    try root.save()
    #expect(!grandchild.hasTemporaryID(ann))
    #expect(try grandchild.text(ann) == "Ann")
    #expect(root.coordinator.storeName(of: ann) == "main")
  }

  @Test func aChildStartsFromWhatIsPendingAndSeesItLater() throws {
    let root = try ManagedObjectContext.checked(.league())
    let ann = try root.make("Player", ["name": "Ann"])
    let child = ManagedObjectContext(parent: root)
    #expect(try child.text(ann) == "Ann")
    #expect(!child.hasChanges)
    try root.setValue("Anna", of: ann, forKey: "name")
    #expect(try child.text(ann) == "Ann")
    #expect(try child.count(FetchRequest("Player", predicate: Predicate.parse("name == 'Anna'").predicate)) == 1)
    #expect(try child.text(ann) == "Ann")
    #expect(child.staleness(of: ann) == .changed(["name": "Anna"]))
    try child.refresh(ann)
    #expect(try child.text(ann) == "Anna")
    // An object that is changed here keeps its value.
    try child.setValue("Annie", of: ann, forKey: "name")
    try root.setValue("Nan", of: ann, forKey: "name")
    _ = try child.fetch(FetchRequest("Player"))
    #expect(try child.text(ann) == "Annie")
    try child.save()
    #expect(try root.text(ann) == "Annie")
  }

  /// The child deletes what the parent changed, the grandchild works below, and the parent goes back over the save.
  @Test func deletedBelowChangedAboveAndUndone() throws {
    let (root, child, grandchild) = try family(.league(.cascade))
    let heat = try root.make("Team", ["name": "Heat"])
    let ann = try root.make("Player", ["name": "Ann", "team": heat.value])
    try root.save()
    for context in [child, grandchild] { try context.readEverything() }

    try root.setValue("Miami Heat", of: heat, forKey: "name")
    root.endEvent(named: "name")
    try child.delete(heat)
    child.endEvent()
    #expect(child.deletedObjects == [ann, heat])
    try grandchild.setValue("Anna", of: ann, forKey: "name")
    let bob = try grandchild.make("Player", ["name": "Bob", "team": heat.value])
    try child.save()
    #expect(root.deletedObjects == [ann, heat])
    #expect(root.undoName == "save of child")

    // The grandchild changed objects that are gone in its parent now: they come back, as between child and parent the
    // child wins.
    try grandchild.save()
    #expect(Set(child.insertedObjects) == [heat, ann, bob])
    try child.save()
    #expect(root.deletedObjects == [])
    #expect(try root.many(heat, "players") == [ann, bob] || root.many(heat, "players") == [bob, ann])
    #expect(try root.text(ann) == "Anna")
    #expect(root.undo())
    #expect(root.deletedObjects == [ann, heat])
    #expect(root.undo())
    #expect(root.deletedObjects == [])
    #expect(try root.text(heat) == "Miami Heat")
    #expect(root.updatedObjects == [heat])
    #expect(root.undo())
    #expect(try root.text(heat) == "Heat")
    #expect(!root.hasChanges)
    #expect(root.redo() && root.redo() && root.redo())
    #expect(try root.text(ann) == "Anna")
    try root.save()
    try child.refreshAll()
    try grandchild.refreshAll()
    for context in [root, child, grandchild] {
      #expect(Set(try context.many(heat, "players")) == [ann, bob])
      #expect(context.graph.checkInvariants() == [])
      #expect(!context.hasChanges)
    }
  }

  @Test func whatTheParentUndoesIsGoneBelow() throws {
    let (root, child, _) = try family()
    let ann = try child.make("Player", ["name": "Ann"])
    try child.save()
    #expect(root.undo())
    #expect(!root.exists(ann))
    #expect(try child.count(FetchRequest("Player")) == 0)
    // Whoever has read it still shows it.
    #expect(try child.text(ann) == "Ann")
    #expect(child.staleness(of: ann) == .deleted)
    try child.setValue("Anne", of: ann, forKey: "name")
    #expect(throws: ObjectGraphError.deletedElsewhere(ann, entity: "Player")) { try child.refresh(ann) }
    #expect(try child.text(ann) == "Anne")
    try child.refresh(ann, .discardingChanges)
    #expect(try child.value(of: ann, forKey: "name") == .null)
    #expect(child.isDeleted(ann))
    child.reset()
    #expect(!child.exists(ann))
  }

  @Test func denyOfAParentsDeletionStaysAsked() throws {
    let root = try ManagedObjectContext.checked(.league(.deny))
    let heat = try root.make("Team")
    _ = try root.make("Player", ["team": heat.value])
    let bob = try root.make("Player")
    try root.save()
    try root.delete(heat)
    let child = ManagedObjectContext(parent: root)
    #expect(!child.exists(heat))
    try child.setValue("Bob", of: bob, forKey: "name")
    try child.save()
    #expect(root.saveLines() == ["1600  Team#1: players still holds Player#1 (delete rule deny)"])
  }

  @Test func transientValuesGoUpAndNotIntoTheStore() throws {
    let model = ManagedObjectModel(entities: [
      EntityDescription(
        "Note",
        properties: [
          .text("text"),
          .attribute(
            AttributeDescription("draft", .string, isOptional: true, isTransient: true, defaultValue: .value("none"))),
        ])
    ])
    let root = try ManagedObjectContext.checked(model)
    let child = ManagedObjectContext(parent: root)
    let note = try child.make("Note", ["draft": "dear"])
    try child.save()
    #expect(try root.text(note, "draft") == "dear")
    try root.save()
    #expect(try root.text(note, "draft") == "dear")
    let other = ManagedObjectContext(coordinator: root.coordinator, name: "other")
    other.checksInvariants = true
    #expect(try other.text(note, "draft") == "none")
    try root.setValue("sir", of: note, forKey: "draft")
    #expect(root.hasChanges && !root.hasPersistentChangedValues(of: note))
    try root.save()
    // Others' saves leave it alone, a refresh does not.
    root.automaticallyMergesChangesFromParent = true
    try other.setValue("hello", of: note, forKey: "text")
    try other.save()
    #expect(try root.text(note, "text") == "hello")
    #expect(try root.text(note, "draft") == "sir")
    try root.refresh(note)
    #expect(try root.text(note, "draft") == "none")
    #expect(!root.hasChanges)
  }

  @Test func objectsAndURIs() throws {
    let coordinator = try PersistentStoreCoordinator(model: .league())
    let store = InMemoryStore()
    try coordinator.add(store)
    let main = ManagedObjectContext(coordinator: coordinator, identifier: 1)
    let other = ManagedObjectContext(coordinator: coordinator, name: "other", identifier: 2)
    let ann = try main.make("Player", ["name": "Ann"])
    let host = store.identifier.uuidString
    #expect(main.uri(for: ann)?.absoluteString == "x-coredata:///Player/t\(host)1")
    #expect(throws: ObjectGraphError.objectGone(other.object(with: ann).objectID, entity: "Player")) {
      try other.existingObject(with: ann)
    }
    #expect(throws: ObjectGraphError.foreignObject(ann)) { try other.value(of: ann, forKey: "name") }
    try main.obtainPermanentIDs(for: [ann])
    #expect(main.isInserted(ann))
    let uri = try #require(main.uri(for: ann))
    #expect(uri.absoluteString == "x-coredata://\(host)/Player/p1")
    try main.save()
    let there = try other.existingObject(with: ann)
    #expect(try there.value(forKey: "name") == "Ann")
    #expect(other.managedObjectID(forURI: uri) == there.objectID)
    for text in [
      "x-coredata://\(host)/Player/q1", "x-coredata://\(host)/Playr/p1", "x-coredata://\(host)/p1",
      "http://a/Player/p1",
      "x-coredata://00000000-0000-0000-0000-000000000000/Player/p1", "x-coredata://\(host)/Player/p0",
      "x-coredata://\(host)/Player/p99999999999",
    ] {
      #expect(other.managedObjectID(forURI: try #require(URL(string: text))) == nil)
    }
  }
}
