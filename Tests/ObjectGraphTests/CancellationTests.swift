import Predicates
import TestSupport
import Testing

import struct Foundation.Date

@testable import ObjectGraph

extension StopQuestion {
  var cancellation: Cancellation { Cancellation { [self] in ask() } }
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

  /// A saved team of 4,150 players, nearly all of another age since, and 50 new ones.
  static func league(in file: ScratchFile? = nil) throws -> ManagedObjectContext {
    let coordinator = try PersistentStoreCoordinator(model: model)
    try coordinator.add(file.map { FileStore(name: "shop", path: $0.path) } ?? InMemoryStore())
    let context = ManagedObjectContext(coordinator: coordinator) { Date(timeIntervalSinceReferenceDate: 0) }
    let team = try context.make("Team", ["name": "Heat"])
    var players: [ManagedObjectID] = []
    for number in 0..<4_150 {
      players.append(try context.make("Player", ["name": .string("Player \(number)"), "team": team.value]))
    }
    try context.save()
    for id in players.dropFirst(50) { try context.setValue(.integer(30), of: id, forKey: "age") }
    for number in 4_150..<4_200 {
      try context.make("Player", ["name": .string("Player \(number)"), "team": team.value])
    }
    context.endEvent()
    return context
  }

  struct Operation: Sendable {
    var name: String
    /// Whether it looks at what others have saved.
    var mergesSaves = true
    var run: @Sendable (ManagedObjectContext) throws -> Void
  }

  static let operations = [
    Operation(name: "save", mergesSaves: false) { try $0.save() },
    Operation(name: "save of a child", mergesSaves: false) { context in
      let child = ManagedObjectContext(parent: context)
      for id in try child.fetch(FetchRequest("Player")).prefix(100) {
        try child.setValue(.integer(31), of: id, forKey: "age")
      }
      try child.save()
    },
    Operation(name: "fetch by columns") {
      _ = try $0.fetch(FetchRequest("Player", predicate: Predicate.parse("age > 3").predicate))
    },
    Operation(name: "fetch by closures, sorted by a path") {
      _ = try $0.fetch(
        FetchRequest(
          "Player", predicate: Predicate.parse("name MATCHES '.*9.*' OR team.players.@count == 3").predicate,
          sortDescriptors: [SortDescriptor("team.name"), SortDescriptor("name", options: .caseInsensitive)]))
    },
    Operation(name: "plan of a fetch") {
      _ = try $0.plan(of: FetchRequest("Player", predicate: Predicate.parse("age > 3 OR name == 'a'").predicate))
    },
    Operation(name: "groups") {
      var request = FetchRequest("Player")
      request.resultType = .dictionaries
      request.propertiesToGroupBy = [FetchColumn("age")]
      request.propertiesToFetch = [FetchColumn("age")]
      _ = try $0.fetchTable(request)
    },
    Operation(name: "explanation of a deletion") { context in
      _ = try context.explainDelete(try context.fetch(FetchRequest("Team")))
    },
    Operation(name: "comparison of the rules") { context in
      _ = try context.compareDelete(try context.fetch(FetchRequest("Team")))
    },
  ]

  @Test("at whichever question")
  func anyQuestion() throws {
    let question = StopQuestion()
    let base = try Self.league()
    let other = ManagedObjectContext(coordinator: base.coordinator, name: "other")
    for id in try other.fetch(FetchRequest("Player")).prefix(50) {
      try other.setValue(.integer(7), of: id, forKey: "age")
    }
    try other.save()
    base.cancellation = question.cancellation
    for operation in Self.operations {
      question.begin()
      try operation.run(base.copy())
      #expect(question.count > 0, "\(operation.name)")
      for number in StopQuestion.samples(of: question.count) {
        let context = base.copy()
        let (graph, committed, saved) = (
          context.graph.checksum(), context.committed.checksum(), context.coordinator.graph.checksum()
        )
        question.begin(yesAt: number)
        do {
          try operation.run(context)
          Issue.record("question \(number) did not stop \(operation.name)")
        } catch let error as OperationCancelled {
          #expect(error.diagnostic.message == "stopped")
        } catch SaveError.cancelled {}
        // The parts of the other's save that a fetch took in are not changes of this context.
        if operation.mergesSaves { continue }
        #expect(context.graph.checksum() == graph, "\(operation.name), question \(number)")
        #expect(context.committed.checksum() == committed)
        #expect(context.coordinator.graph.checksum() == saved)
      }
    }
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
      #expect(try context.save().deleted.count == 4_151)
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
    #expect(number > 3)
    #expect(file.bytes != bytes)
    #expect(file.lines.count > 4_200)
    let (again, _) = try file.open(Self.model)
    #expect(try again.fetch(FetchRequest("Player")).count == 4_200)
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
