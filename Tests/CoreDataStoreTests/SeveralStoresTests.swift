import CSQLite
import Foundation
import ObjectGraph
import Predicates
import Testing

@testable import CoreDataStore

/// A save into three files of which one refuses: what was written counts as saved, store by store.
@Suite("Several stores in one save") struct SeveralStoresTests {
  enum Fault: CaseIterable {
    /// Another program holds the file.
    case locked
    /// Another program has written it.
    case changedElsewhere
    case gone
    /// Its disk is full, or it may not be written.
    case refusing
  }

  /// Which of the three are SQLite's: the file's letters say `s` for it and `g` for a `.graphstore`.
  static let kinds = ["sss", "ssg", "sgs", "gss", "ggs"]

  static let model = ManagedObjectModel(
    name: "Three",
    entities: ["A", "B", "C"].map { name in
      EntityDescription(
        name,
        properties: [
          .attribute(AttributeDescription("v", .integer32, isOptional: true)),
          .attribute(AttributeDescription("tag", .string)),
        ], uniquenessConstraints: [["tag"]])
    })

  /// Refuses when it is told to, as a store on a full disk does.
  private final class Refusing: PersistentStore, @unchecked Sendable {
    let inner: any PersistentStore
    var isRefusing = false

    init(_ inner: any PersistentStore) { self.inner = inner }

    var name: String { inner.name }
    var identifier: UUID { inner.identifier }
    var configuration: String? { nil }
    var location: String? { inner.location }
    func open(_ schema: Schema) throws(StoreError) -> StoreContents { try inner.open(schema) }
    func close() { inner.close() }
    func save(_ save: StoreSave) throws(StoreError) {
      if isRefusing { throw .cannotSave(store: name, reason: "the disk is full") }
      try inner.save(save)
    }
  }

  private struct World {
    let scratch: Scratch
    let kinds: [Character]
    let coordinator: PersistentStoreCoordinator
    let context: ManagedObjectContext
    var wrappers: [Refusing] = []

    init(_ kinds: String) throws {
      scratch = try Scratch()
      self.kinds = Array(kinds)
      coordinator = try PersistentStoreCoordinator(model: SeveralStoresTests.model)
      context = ManagedObjectContext(coordinator: coordinator)
      for place in 0..<3 {
        let store = store(place)
        // A file store takes part in a save in two steps, which a wrapper would hide.
        if store is SQLiteStore {
          let wrapper = Refusing(store)
          wrappers.append(wrapper)
          try coordinator.add(wrapper, entities: [entity(place)])
        } else {
          try coordinator.add(store, entities: [entity(place)])
        }
      }
      context.reset()
    }

    func entity(_ place: Int) -> String { ["A", "B", "C"][place] }

    func path(_ place: Int) -> String {
      scratch.path("\(place)\(entity(place)).\(kinds[place] == "s" ? "sqlite" : "graphstore")")
    }

    func store(_ place: Int) -> any PersistentStore {
      kinds[place] == "s"
        ? SQLiteStore(name: entity(place), path: path(place), keepsBackup: false)
        : FileStore(name: entity(place), path: path(place))
    }

    /// What another program reads in a store: the values by tag.
    func read(_ place: Int) throws -> [String: Int64] {
      let other = try PersistentStoreCoordinator(model: SeveralStoresTests.model)
      try other.add(store(place))
      return try values(ManagedObjectContext(coordinator: other), entity(place))
    }

    func values(_ context: ManagedObjectContext, _ entity: String) throws -> [String: Int64] {
      var found: [String: Int64] = [:]
      for id in try context.fetch(FetchRequest(entity)) {
        guard case .string(let tag) = try context.value(of: id, forKey: "tag") else { continue }
        if case .integer(let value) = try context.value(of: id, forKey: "v") { found[tag] = value }
      }
      return found
    }

    /// Runs a save while a store is at fault; returns whether it was refused.
    func save(with fault: Fault, at place: Int) throws -> Bool {
      var connection: OpaquePointer?
      let (path, aside) = (path(place), scratch.path("aside"))
      switch fault {
      case .locked:
        #expect(sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
        #expect(sqlite3_exec(connection, "BEGIN EXCLUSIVE", nil, nil, nil) == SQLITE_OK)
      case .changedElsewhere:
        let other = try PersistentStoreCoordinator(model: SeveralStoresTests.model)
        try other.add(store(place))
        let writer = ManagedObjectContext(coordinator: other)
        let id = try writer.insert(entity(place))
        try writer.setValue("theirs", of: id, forKey: "tag")
        try writer.setValue(9, of: id, forKey: "v")
        try writer.save()
      case .gone: try FileManager.default.moveItem(atPath: path, toPath: aside)
      case .refusing: wrappers.first { $0.name == entity(place) }?.isRefusing = true
      }
      defer {
        switch fault {
        case .locked: sqlite3_close(connection)
        case .changedElsewhere: break
        case .gone:
          if !FileManager.default.fileExists(atPath: path) {
            try? FileManager.default.moveItem(atPath: aside, toPath: path)
          }
        case .refusing: wrappers.forEach { $0.isRefusing = false }
        }
      }
      do { try context.save() } catch { return true }
      return false
    }
  }

  private func make(_ context: ManagedObjectContext, _ entity: String, _ tag: String, _ value: Int64) throws
    -> ManagedObjectID
  {
    let id = try context.insert(entity)
    try context.setValue(.string(tag), of: id, forKey: "tag")
    try context.setValue(.integer(value), of: id, forKey: "v")
    return id
  }

  /// Saves, makes a change of each kind in every store, and lets one store refuse the save.
  private func prepare(_ kinds: String) throws -> World {
    let world = try World(kinds)
    let context = world.context
    var ids: [[ManagedObjectID]] = []
    for entity in ["A", "B", "C"] {
      ids.append([try make(context, entity, "kept", 1), try make(context, entity, "gone", 2)])
    }
    try context.save()
    context.removeAllUndoSteps()
    for (place, entity) in ["A", "B", "C"].enumerated() {
      try context.setValue(10, of: ids[place][0], forKey: "v")
      try context.delete(ids[place][1])
      _ = try make(context, entity, "new", 3)
    }
    context.endEvent()
    return world
  }

  static let before: [String: Int64] = ["kept": 1, "gone": 2]
  static let after: [String: Int64] = ["kept": 10, "new": 3]

  static let cases: [(String, Fault, Int)] = kinds.flatMap { kinds in
    Fault.allCases.flatMap { fault in
      (0..<3).compactMap { place -> (String, Fault, Int)? in
        // A `.graphstore` is locked and refuses before anything is written; its kinds of fault are FileStoreTests'.
        let isSQLite = Array(kinds)[place] == "s"
        return isSQLite || fault == .changedElsewhere ? (kinds, fault, place) : nil
      }
    }
  }

  @Test("Saving again writes what is missing", arguments: cases)
  func again(kinds: String, fault: Fault, place: Int) throws {
    let world = try prepare(kinds)
    #expect(try world.save(with: fault, at: place))
    for store in 0..<3 {
      let found = try world.read(store).filter { $0.key != "theirs" }
      #expect(found == Self.before || found == Self.after, "store \(store): \(found)")
      if store == place { #expect(found == Self.before) }
      // The context knows which of its objects are still to be saved.
      let pending = world.context.insertedObjects + world.context.updatedObjects + world.context.deletedObjects
      let entities = Set(pending.compactMap { world.context.graph.entityName(of: $0) })
      #expect(entities.contains(world.entity(store)) == (found == Self.before), "store \(store): \(pending)")
    }
    // A file that others have written has to be opened anew.
    if fault == .changedElsewhere { return }
    try world.context.save()
    for store in 0..<3 {
      #expect(try world.read(store) == Self.after, "store \(store)")
      #expect(try world.values(world.context, world.entity(store)) == Self.after)
    }
    #expect(!world.context.hasChanges)
  }

  @Test("Rollback leaves what the files have, and undo takes it back until the next save", arguments: cases)
  func back(kinds: String, fault: Fault, place: Int) throws {
    for undoes in [false, true] {
      let world = try prepare(kinds)
      #expect(try world.save(with: fault, at: place))
      let files = try (0..<3).map { try world.read($0).filter { $0.key != "theirs" } }
      if undoes {
        while world.context.undo() {}
        for store in 0..<3 {
          #expect(try world.values(world.context, world.entity(store)) == Self.before, "\(kinds) \(store) after undo")
        }
        if fault == .changedElsewhere { continue }
        try world.context.save()
        for store in 0..<3 { #expect(try world.read(store) == Self.before, "\(kinds) \(store) saved") }
      } else {
        world.context.rollback()
        for store in 0..<3 {
          #expect(try world.values(world.context, world.entity(store)) == files[store], "\(kinds) \(store)")
        }
      }
    }
  }

  @Test("One file by two names is one store", arguments: ["sqlite", "graphstore"], [true, false])
  func twoNames(ending: String, isSymbolic: Bool) throws {
    let scratch = try Scratch()
    let (path, link) = (scratch.path("one.\(ending)"), scratch.path("two.\(ending)"))
    func store(_ name: String, _ path: String) -> any PersistentStore {
      ending == "sqlite"
        ? SQLiteStore(name: name, path: path, keepsBackup: false) : FileStore(name: name, path: path)
    }
    let coordinator = try PersistentStoreCoordinator(model: Self.model)
    try coordinator.add(store("one", path))
    let context = ManagedObjectContext(coordinator: coordinator)
    _ = try make(context, "A", "a", 1)
    try context.save()
    if isSymbolic {
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    } else {
      try FileManager.default.linkItem(atPath: path, toPath: link)
    }
    #expect(throws: StoreError.cannotOpen(store: "two", reason: "one has its file open already")) {
      try coordinator.add(store("two", link))
    }
  }
}
