import CoreDataStore
import ObjectGraph
import Predicates
import RandomOperations
import Testing

import class Foundation.ProcessInfo

/// Fetches that SQLite runs find what the same fetches find in memory.
@Suite("Fetches by SQL")
struct FetchTests {
  /// How the conditions were decided.
  private struct Tally {
    var exact = 0
    var filtered = 0
    var unfiltered = 0
    var whole = 0
    var sorted = 0
    var found = 0
    var failed = 0
  }

  /// Compares both ways of a random fetch.
  private func compare(
    _ request: FetchRequest, _ file: CoreDataFile, _ memory: ManagedObjectContext, _ tally: inout Tally
  ) throws {
    let expected: [ManagedObjectID]
    do { expected = try memory.fetch(request) } catch {
      // What SQLite leaves out is not asked, so there need be no error.
      tally.failed += 1
      return
    }
    let words = "\(request.entity) where \(request.predicate?.description ?? "") sort \(request.sortDescriptors)"
    do {
      let fetch = try StoreFetch(file, request)
      let found = try fetch.objects(shownLimit: .max)
      #expect(found.ids.map(\.number) == expected.map(\.number), "\(words)\n\(fetch.plan.statement)")
      #expect(found.ids.map(\.entity) == expected.map(\.entity))
      #expect(try fetch.count() == expected.count, "\(words)")
      let deciders = fetch.plan.parts.map(\.decider)
      if fetch.plan.wholeStoreReason != nil {
        tally.whole += 1
      } else if deciders.allSatisfy({ $0 == .sqlite }) {
        tally.exact += 1
      } else if deciders.contains(where: { $0 != .memory }) {
        tally.filtered += 1
      } else {
        tally.unfiltered += 1
      }
      if fetch.plan.order == .sqlite { tally.sorted += 1 }
      tally.found += expected.count
    } catch { Issue.record("\(error): \(words)") }
  }

  @Test("Random conditions, orders and limits give the same objects", arguments: [1, 2, 3, 4])
  func randomConditions(seed: UInt64) throws {
    let scratch = try Scratch()
    let path = scratch.path("office.sqlite")
    try Office.make(at: path, seed: seed, count: 40)
    let file = try CoreDataFile(path, models: [Office.model])
    let coordinator = try PersistentStoreCoordinator(model: Office.model)
    try coordinator.add(SQLiteStore(name: "office", path: path))
    let memory = ManagedObjectContext(coordinator: coordinator)
    let ids = Office.model.entities.filter { $0.parent == nil }.flatMap { memory.graph.objectIDs(of: $0.name) }
    var random = SplitMix(seed &* 1_000)
    var tally = Tally()
    let count = Int(ProcessInfo.processInfo.environment["GRAPHBOOK_FETCHES"] ?? "") ?? 600
    for _ in 0..<count {
      let entity = Office.model.entities.map(\.name).randomElement(using: &random) ?? "Worker"
      var request = FetchRequest(entity)
      request.predicate = Office.condition(
        entity, in: Office.model, depth: Int.random(in: 0...2, using: &random), ids, &random)
      request.includesSubentities = Int.random(in: 0..<4, using: &random) > 0
      if Bool.random(using: &random) {
        var keys = Office.model.properties(of: entity).compactMap(\.attribute).filter { $0.type != .uuid }.map(\.name)
        if entity == "Worker" { keys += ["boss.age", "firm.size", "firm.name", "desk.level"] }
        request.sortDescriptors = keys.shuffled(using: &random).prefix(2).map {
          SortDescriptor($0, isAscending: Bool.random(using: &random))
        }
      }
      if Int.random(in: 0..<4, using: &random) == 0 { request.limit = Int.random(in: 1...5, using: &random) }
      if Int.random(in: 0..<4, using: &random) == 0 { request.offset = Int.random(in: 0...3, using: &random) }
      try compare(request, file, memory, &tally)
    }
    // Every way was taken.
    #expect(tally.exact > count / 5, "\(tally)")
    #expect(tally.filtered > count / 40, "\(tally)")
    #expect(tally.unfiltered > count / 40, "\(tally)")
    #expect(tally.sorted > count / 10, "\(tally)")
    #expect(tally.found > count, "\(tally)")
    #expect(tally.failed < count / 10, "\(tally)")
  }

  @Test(
    "Real stores, with values that are in them", .enabled(if: StoreCorpus.isThere, "the corpus is not there"),
    arguments: StoreCorpus.names)
  func corpus(name: String) throws {
    let scratch = try Scratch()
    let path = try StoreCorpus.copy(name, into: scratch)
    let file = try CoreDataFile(path, models: [try StoreCorpus.model(name)])
    guard file.layout.misfits.isEmpty else { return }
    let coordinator = try PersistentStoreCoordinator(model: file.model)
    try coordinator.add(SQLiteStore(name: "store", path: path))
    let memory = ManagedObjectContext(coordinator: coordinator)
    var ids: [ManagedObjectID] = []
    var values: [AttributeType: [Value]] = [:]
    for entity in file.model.entities where entity.parent == nil {
      for id in memory.graph.objectIDs(of: entity.name).prefix(60) {
        ids.append(id)
        for property in file.model.properties(of: memory.entityName(of: id)) {
          guard let type = property.attribute?.type, let value = try? memory.value(of: id, forKey: property.name),
            !value.isNull, property.attribute?.compositeName == nil
          else { continue }
          values[type, default: []].append(value)
        }
      }
    }
    var random = SplitMix(UInt64(name.utf8.count))
    var tally = Tally()
    for _ in 0..<60 {
      guard let entity = file.model.entities.map(\.name).randomElement(using: &random) else { return }
      var request = FetchRequest(entity)
      let constant: (AttributeType, inout SplitMix) -> Value = { type, random in
        values[type]?.randomElement(using: &random) ?? Office.value(type, &random)
      }
      request.predicate = Office.condition(
        entity, in: file.model, depth: Int.random(in: 0...2, using: &random), ids, constant: constant, &random)
      try compare(request, file, memory, &tally)
    }
    #expect(tally.exact > 0, "\(tally)")
  }
}
