import Predicates
import Testing

import class Foundation.FileManager

@testable import ObjectGraph

/// The decisions of a save that graphs from before it do not know.
@Suite("Objects stay in their stores, whatever the past did not know")
struct StoreAssignmentTests {
  static let model = ManagedObjectModel("Small") {
    EntityDescription("A") { Attribute("n", .integer16, isOptional: true) }
  }

  /// A context over a store in memory and one file for each name.
  private func context(_ file: ScratchFile, _ names: [String]) throws -> ManagedObjectContext {
    let coordinator = try PersistentStoreCoordinator(model: Self.model)
    try coordinator.add(InMemoryStore(name: "memory"))
    for name in names { try coordinator.add(FileStore(name: name, path: "\(file.folder)/\(name)")) }
    let context = ManagedObjectContext(coordinator: coordinator)
    context.checksInvariants = true
    return context
  }

  private func numbers(_ file: ScratchFile, _ name: String) throws -> [Value] {
    let coordinator = try PersistentStoreCoordinator(model: Self.model)
    try coordinator.add(FileStore(name: name, path: "\(file.folder)/\(name)"))
    let context = ManagedObjectContext(coordinator: coordinator)
    return try context.fetch(FetchRequest("A")).map { try context.value(of: $0, forKey: "n") }
  }

  @Test func undoAcrossASaveLeavesObjectsInTheirStore() throws {
    let file = try ScratchFile()
    let context = try context(file, ["shop"])
    try context.coordinator.close("memory")
    context.reset()
    let first = try context.make("A", ["n": 1])
    context.endEvent()
    try context.make("A", ["n": 2])
    context.endEvent()
    try context.save()
    context.undo()
    #expect(context.storeName(of: first) == "shop")
    try context.save()
    #expect(try numbers(file, "shop") == [1])
    context.undo()
    try context.save()
    #expect(try numbers(file, "shop") == [])
    context.redo()
    context.redo()
    try context.save()
    #expect(try numbers(file, "shop") == [1, 2])
    #expect(try context.coordinator.reopen("shop") == [:])
  }

  @Test func anAssignmentByNameIsUndoneAndRedone() throws {
    let file = try ScratchFile()
    let context = try context(file, ["one", "two"])
    let id = try context.make("A", ["n": 1])
    context.endEvent()
    try context.assign(id, toStore: "two")
    context.endEvent()
    context.undo()
    #expect(context.storeName(of: id) == nil)
    context.redo()
    #expect(context.storeName(of: id) == "two")
    try context.save()
    // The save has decided: the assignment is no longer undone.
    context.undo()
    #expect(context.storeName(of: id) == "two")
    try context.setValue(2, of: id, forKey: "n")
    try context.save()
    #expect(try numbers(file, "two") == [2])
  }

  @Test func anUnsavedObjectAndOneOfAFileGetDifferentNumbers() throws {
    let file = try ScratchFile()
    let before = try context(file, ["shop"])
    let saved = try before.make("A", ["n": 1])
    try before.assign(saved, toStore: "shop")
    try before.save()
    for undoes in [false, true] {
      let context = try context(file, [])
      let new = try context.make("A", ["n": 7])
      context.endEvent()
      #expect(new == saved)
      if undoes { context.undo() }
      let renumbered = try context.coordinator.add(FileStore(name: "shop", path: "\(file.folder)/shop"))
      #expect(renumbered.count == 1)
      try context.mergeStores()
      if undoes { context.redo() }
      #expect(try context.value(of: new, forKey: "n") == 7)
      #expect(try context.count(FetchRequest("A")) == 2)
      try context.save()
      #expect(try numbers(file, "shop") == [1])
    }
  }

  @Test func aStoreThatIsOpenedAgainKeepsItsNumbers() throws {
    let file = try ScratchFile()
    let context = try context(file, ["shop"])
    let ids = try (1...3).map { try context.make("A", ["n": .integer($0)]) }
    for id in ids { try context.assign(id, toStore: "shop") }
    try context.save()
    try context.delete(ids[1])
    try context.save()
    try context.coordinator.close("shop")
    context.reset()
    #expect(try context.make("A").number == 4)
    #expect(try context.coordinator.reopen("shop") == [:])
  }

  @Test func aSaveThatOneStoreRefusesChangesNoOther() throws {
    let file = try ScratchFile()
    let context = try context(file, ["one", "two"])
    let (first, second) = (try context.make("A", ["n": 1]), try context.make("A", ["n": 2]))
    try context.assign(first, toStore: "one")
    try context.assign(second, toStore: "two")
    try context.save()
    // Another program saves into the second.
    let coordinator = try PersistentStoreCoordinator(model: Self.model)
    try coordinator.add(FileStore(name: "two", path: "\(file.folder)/two"))
    let other = ManagedObjectContext(coordinator: coordinator)
    try other.make("A", ["n": 3])
    try other.save()
    let bytes = FileManager.default.contents(atPath: "\(file.folder)/one")
    try context.setValue(10, of: first, forKey: "n")
    try context.setValue(20, of: second, forKey: "n")
    #expect(throws: SaveError.store(.changedElsewhere(store: "two"))) { try context.save() }
    #expect(FileManager.default.contents(atPath: "\(file.folder)/one") == bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: file.folder).sorted() == ["one", "two"])
    context.rollback()
    #expect(try numbers(file, "one") == [1])
    #expect(try numbers(file, "two") == [2, 3])
  }

  @Test("One file is opened once, whatever it is called", arguments: ["./shop", "alias", "../%/shop"])
  func aliases(path: String) throws {
    let file = try ScratchFile()
    let context = try context(file, ["shop"])
    try FileManager.default.createSymbolicLink(atPath: "\(file.folder)/alias", withDestinationPath: "shop")
    let name = file.folder.split(separator: "/").last.map(String.init) ?? ""
    let alias = FileStore(name: "again", path: "\(file.folder)/\(path.split(separator: "%").joined(separator: name))")
    #expect(throws: StoreError.cannotOpen(store: "again", reason: "shop has its file open already")) {
      try context.coordinator.add(alias)
    }
  }

  @Test func undoingAVersionKeepsWhatOthersSaved() throws {
    let file = try ScratchFile()
    let context = try context(file, ["shop"])
    try context.coordinator.close("memory")
    context.reset()
    try context.addModelVersion("Two")
    context.endEvent()
    let other = ManagedObjectContext(coordinator: context.coordinator, name: "other")
    try other.make("A", ["n": 1])
    try other.save()
    context.undo()
    #expect(context.modelHistory.versions.count == 1)
    try context.make("A", ["n": 2])
    try context.save()
    #expect(try numbers(file, "shop") == [1, 2])
  }
}
