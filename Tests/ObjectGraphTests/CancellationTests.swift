import Predicates
import Testing

import struct Foundation.Date
import class Foundation.NSLock

@testable import ObjectGraph

/// A question that is answered with yes from the n-th time on.
final class StopQuestion: @unchecked Sendable {
  // A lock guards both numbers, so the class may be called Sendable.
  private let lock = NSLock()
  private var asked = 0
  private var limit = Int.max

  /// Counts from nothing again.
  func begin(yesAt limit: Int = .max) {
    lock.withLock {
      asked = 0
      self.limit = limit
    }
  }

  var count: Int { lock.withLock { asked } }

  var cancellation: Cancellation {
    Cancellation { [self] in
      lock.withLock {
        asked += 1
        return asked >= limit
      }
    }
  }

  /// The first questions, some in between, and the last.
  static func samples(of count: Int) -> [Int] {
    guard count > 0 else { return [] }
    let stride = max(1, count / 12)
    return Set(Array(1...min(count, 10)) + Array(Swift.stride(from: 1, through: count, by: stride)) + [count]).sorted()
  }
}

@Suite("An operation that is stopped leaves everything as it was")
struct CancellationTests {
  static let model = ManagedObjectModel(
    name: "League",
    entities: [
      EntityDescription(
        "Team",
        properties: [
          .text("name"), .many("players", "Player", "team", .cascade),
          .attribute(
            AttributeDescription(
              "size", .integer32, isOptional: true, derivation: Expression(.key(.players, "@count")))),
        ]),
      EntityDescription(
        "Player",
        properties: [
          .text("name"), .attribute(AttributeDescription("age", .integer16, isOptional: true)),
          .one("team", "Team", "players"),
        ], uniquenessConstraints: [["name"]]),
    ])

  /// A saved team of 6,000 players; 5,000 of them have another age since, and 5,000 more are new.
  static func league(in file: ScratchFile? = nil) throws -> ManagedObjectContext {
    let coordinator = try PersistentStoreCoordinator(model: model)
    try coordinator.add(file.map { FileStore(name: "shop", path: $0.path) } ?? InMemoryStore())
    let context = ManagedObjectContext(coordinator: coordinator) { Date(timeIntervalSinceReferenceDate: 0) }
    let team = try context.make("Team", ["name": "Heat"])
    var players: [ManagedObjectID] = []
    for number in 0..<6_000 {
      players.append(try context.make("Player", ["name": .string("Player \(number)"), "team": team.value]))
    }
    try context.save()
    for id in players.prefix(5_000) { try context.setValue(.integer(30), of: id, forKey: "age") }
    for number in 6_000..<11_000 {
      try context.make("Player", ["name": .string("Player \(number)"), "team": team.value])
    }
    context.endEvent()
    return context
  }

  struct Operation: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var run: @Sendable (ManagedObjectContext) throws -> Void
  }

  static let operations = [
    Operation(testDescription: "save") { try $0.save() },
    Operation(testDescription: "save of a child") { context in
      let child = ManagedObjectContext(parent: context)
      for id in try child.fetch(FetchRequest("Player")).prefix(5_000) {
        try child.setValue(.integer(31), of: id, forKey: "age")
      }
      try child.save()
    },
    Operation(testDescription: "save after another's") { context in
      context.mergePolicy = .object
      try context.save()
    },
    Operation(testDescription: "fetch by columns") {
      _ = try $0.fetch(FetchRequest("Player", predicate: Predicate.parse("age > 3").predicate))
    },
    Operation(testDescription: "fetch by closures, sorted by a path") {
      _ = try $0.fetch(
        FetchRequest(
          "Player", predicate: Predicate.parse("name MATCHES '.*9.*' OR team.players.@count == 3").predicate,
          sortDescriptors: [SortDescriptor("team.name"), SortDescriptor("name", options: .caseInsensitive)]))
    },
    Operation(testDescription: "plan of a fetch") {
      _ = try $0.plan(of: FetchRequest("Player", predicate: Predicate.parse("age > 3 OR name == 'a'").predicate))
    },
    Operation(testDescription: "groups") {
      var request = FetchRequest("Player")
      request.resultType = .dictionaries
      request.propertiesToGroupBy = [FetchColumn("age")]
      request.propertiesToFetch = [FetchColumn("age")]
      _ = try $0.fetchTable(request)
    },
    Operation(testDescription: "explanation of a deletion") { context in
      _ = try context.explainDelete(try context.fetch(FetchRequest("Team")))
    },
    Operation(testDescription: "comparison of the rules") { context in
      _ = try context.compareDelete(try context.fetch(FetchRequest("Team")))
    },
  ]

  @Test("at whichever question", arguments: operations)
  func anyQuestion(_ operation: Operation) throws {
    let question = StopQuestion()
    func fresh() throws -> ManagedObjectContext {
      let context = try Self.league()
      if operation.testDescription == "save after another's" {
        let other = ManagedObjectContext(coordinator: context.coordinator, name: "other")
        for id in try other.fetch(FetchRequest("Player")).prefix(5_000) {
          try other.setValue(.integer(7), of: id, forKey: "age")
        }
        try other.save()
      }
      context.cancellation = question.cancellation
      return context
    }
    let base = try fresh()
    question.begin()
    try operation.run(base.copy())
    #expect(question.count > 0)
    for number in StopQuestion.samples(of: question.count) {
      let context = base.copy()
      let (graph, committed, saved) = (
        context.graph.checksum(), context.committed.checksum(), context.coordinator.graph.checksum()
      )
      question.begin(yesAt: number)
      do {
        try operation.run(context)
        Issue.record("question \(number) did not stop it")
      } catch let error as OperationCancelled {
        #expect(error.diagnostic.message == "stopped")
      } catch SaveError.cancelled {}
      #expect(context.graph.checksum() == graph, "question \(number)")
      #expect(context.committed.checksum() == committed)
      #expect(context.coordinator.graph.checksum() == saved)
      #expect(context.graph.checkInvariants() == [])
    }
    // And the next time it goes through.
    question.begin()
    try operation.run(base)
  }

  @Test("a save that deletes: the deletions wait as before")
  func deletions() throws {
    let question = StopQuestion()
    let base = try Self.league()
    base.cancellation = question.cancellation
    let team = try base.fetch(FetchRequest("Team"))[0]
    try base.delete(team)
    question.begin()
    try base.copy().save()
    for number in StopQuestion.samples(of: question.count) {
      let context = base.copy()
      let before = context.graph.checksum()
      question.begin(yesAt: number)
      #expect(throws: SaveError.cancelled) { try context.save() }
      question.begin()
      #expect(context.graph.checksum() == before)
      #expect(try context.save().deleted.count == 6_001)
    }
  }

  @Test("a deletion that ends half-way is taken back with its event")
  func event() throws {
    let question = StopQuestion()
    let context = try Self.league()
    context.cancellation = question.cancellation
    let before = context.graph.checksum()
    try context.delete(try context.fetch(FetchRequest("Team"))[0])
    question.begin(yesAt: 2)
    #expect(throws: OperationCancelled.self) { try context.propagateDeletionsOrStop() }
    context.discardEvent()
    #expect(context.graph.checksum() == before)
    #expect(context.graph.checkInvariants() == [])
  }

  @Test("a file is the one from before")
  func file() throws {
    let file = try ScratchFile()
    let question = StopQuestion()
    let context = try Self.league(in: file)
    let (bytes, graph) = (file.bytes, context.graph.checksum())
    context.cancellation = question.cancellation
    var number = 1
    while number < 1_000 {
      question.begin(yesAt: number)
      do {
        try context.save()
        break
      } catch SaveError.cancelled {
        #expect(file.bytes == bytes)
        #expect(context.graph.checksum() == graph)
        number += 1
      }
    }
    #expect(number > 5)
    #expect(file.bytes != bytes)
    #expect(file.lines.count > 11_000)
    let (again, _) = try file.open(Self.model)
    #expect(try again.fetch(FetchRequest("Player")).count == 11_000)
  }

  @Test("Nobody asks where nobody wants to know")
  func never() {
    #expect(!Cancellation.never.isPossible)
    #expect(!Cancellation.never.isRequested)
    #expect(Cancellation { true }.isPossible)
    #expect(SaveError.cancelled.code == 3072)
    #expect(SaveError.cancelled.description == "stopped (nothing of this statement stays)")
  }
}

extension Expression {
  /// `players`.
  fileprivate static var players: Expression { Expression(.key(Expression(.candidate), "players")) }
}
