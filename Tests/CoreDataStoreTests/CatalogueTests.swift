import CoreDataStore
import Foundation
import ObjectGraph
import Predicates
import Testing

/// The snippets of the library's first page, compiled and run; `CatalogueTests` of ArchitectureTests compares their text.
@Suite("The snippets of the catalogue run")
struct CatalogueTests {
  @Test func firstPage() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("App.sqlite").path

    // snippet
    let league = ManagedObjectModel("League") {
      EntityDescription("Team") { Attribute("name", .string) }
    }
    // end
    let new = try PersistentStoreCoordinator(model: league)
    try new.add(SQLiteStore(name: "new", path: path))
    let writer = ManagedObjectContext(coordinator: new)
    try writer.setValue("Heat", of: try writer.insert("Team"), forKey: "name")
    try writer.save()
    try new.close("new")

    // snippet
    let file = try CoreDataFile(path, models: [league])
    let model = file.model
    // end
    #expect(file.origin == .named)

    // snippet
    let coordinator = try PersistentStoreCoordinator(model: model)
    let store = SQLiteStore(name: "app", path: path)
    try coordinator.add(store)
    let context = ManagedObjectContext(coordinator: coordinator)
    let teams = try context.fetch(FetchRequest("Team"))
    try context.setValue("Miami Heat", of: teams[0], forKey: "name")
    try context.save()
    let count = store.opening?.objectCount
    // end
    #expect(count == 1)
    #expect(FileManager.default.fileExists(atPath: store.backupPath))

    // snippet
    try coordinator.close("app")
    try coordinator.reopen("app")
    // end
    let read = ManagedObjectContext(coordinator: coordinator)
    #expect(try read.value(of: teams[0], forKey: "name") == "Miami Heat")
  }
}
