import ObjectGraph
import Predicates
import Testing

@Suite("Contexts with queues of their own")
struct QueueContextTests {
  @Test func workRunsElsewhereAndIDsCross() async throws {
    let coordinator = try PersistentStoreCoordinator(model: .league())
    try coordinator.add(InMemoryStore())
    let background = QueueContext(coordinator: coordinator)
    let ids = try await background.perform { context in
      let ids = try (0..<10).map { index in try context.make("Player", ["age": .integer(Int64(index))]) }
      try context.save()
      return ids
    }
    let main = ManagedObjectContext(coordinator: coordinator)
    #expect(try main.fetch(FetchRequest("Player")) == ids)
    #expect(try main.object(with: ids[3]).value(forKey: "age") == 3)
  }

  @Test func aThousandSavesFromEightQueues() async throws {
    let coordinator = try PersistentStoreCoordinator(model: .league())
    try coordinator.add(InMemoryStore())
    let main = ManagedObjectContext(coordinator: coordinator)
    let heat = try main.make("Team")
    try main.save()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          let queue = QueueContext(coordinator: coordinator, name: "queue \(number)")
          for _ in 0..<125 {
            try await queue.perform { context in
              context.mergePolicy = .object
              _ = try context.make("Player", ["team": heat.value])
              try context.save()
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try main.count(FetchRequest("Player")) == 1_000)
    #expect(try main.many(heat, "players") == [])
    try main.refresh(heat)
    #expect(try main.many(heat, "players").count == 1_000)
    #expect(coordinator.graph.checkInvariants() == [])
  }

  @Test func whatHappensIsAStreamOfValues() async throws {
    let coordinator = try PersistentStoreCoordinator(model: .league())
    try coordinator.add(InMemoryStore())
    let queue = QueueContext(coordinator: coordinator)
    var stream = await queue.changes().makeAsyncIterator()
    let ann = try await queue.perform { try $0.insert("Player") }
    #expect(await stream.next()?.inserted == [ann])
    try await queue.perform { context in
      try context.setValue(3, of: ann, forKey: "age")
      try context.save()
    }
    #expect(await stream.next()?.updated == [ann])
    #expect(await stream.next()?.kind == .willSave)
    let saved = await stream.next()
    #expect(saved?.kind == .didSave)
    #expect(saved?.inserted == [ann])
  }

  @Test func savesAreToldAndMerged() async throws {
    let coordinator = try PersistentStoreCoordinator(model: .league())
    try coordinator.add(InMemoryStore())
    let main = ManagedObjectContext(coordinator: coordinator)
    let ann = try main.make("Player", ["name": "Ann", "age": 1])
    try main.save()
    let (saves, continuation) = AsyncStream.makeStream(of: SaveNotification.self)
    let token = coordinator.observeSaves { continuation.yield($0) }
    let queue = QueueContext(coordinator: coordinator)
    try await queue.perform { context in
      try context.setValue(2, of: ann, forKey: "age")
      try context.save()
    }
    coordinator.stopObserving(token)
    continuation.finish()
    try main.setValue("Anna", of: ann, forKey: "name")
    for await save in saves {
      #expect(save.context == "background")
      #expect(save.updated == [ann])
      try main.mergeChanges(from: save)
    }
    #expect(try main.value(of: ann, forKey: "age") == 2)
    #expect(try main.value(of: ann, forKey: "name") == "Anna")
    #expect(main.saveWords() == [])
  }
}
