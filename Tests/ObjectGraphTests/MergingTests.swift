import ObjectGraph
import Predicates
import Testing

import struct Foundation.Date

/// A coordinator with one store in memory and two contexts, both checked after every change.
struct Pair {
  let coordinator: PersistentStoreCoordinator
  let main: ManagedObjectContext
  let other: ManagedObjectContext

  init(_ model: ManagedObjectModel, policy: MergePolicy = .error) throws {
    coordinator = try PersistentStoreCoordinator(model: model)
    try coordinator.add(InMemoryStore())
    main = ManagedObjectContext(coordinator: coordinator) { Date(timeIntervalSinceReferenceDate: 0) }
    other = ManagedObjectContext(coordinator: coordinator, name: "other") { Date(timeIntervalSinceReferenceDate: 0) }
    for context in [main, other] {
      context.checksInvariants = true
      context.mergePolicy = policy
    }
  }

  /// Makes both contexts start from what the first has saved.
  func begin() throws {
    try main.save()
    main.reset()
    other.reset()
  }

  /// The same, and has both read every object, so that they keep what they have read.
  func beginReading() throws {
    try begin()
    for context in [main, other] { try context.readEverything() }
  }
}

extension ManagedObjectContext {
  func readEverything() throws {
    for entity in model.entities where !entity.isAbstract {
      for id in try fetch(FetchRequest(entity.name)) {
        for property in model.properties(of: entity.name) { _ = try value(of: id, forKey: property.name) }
      }
    }
  }

  func text(_ id: ManagedObjectID, _ key: String = "name") throws -> Value { try value(of: id, forKey: key) }

  /// The errors of a save, line by line.
  func saveWords() -> [String] {
    do {
      try save()
      return []
    } catch {
      return [error.diagnostic.message] + error.diagnostic.notes
    }
  }
}

@Suite("Two contexts save from the same state")
struct MergingTests {
  /// A script for two contexts: the other one saves first.
  ///
  /// ann: both change name; only other changes age; bob: main changes age, other deletes him; cat: main deletes her,
  /// other changes her name; suns: other adds dan to it, main adds eve; tag: both add members.
  private struct League {
    let pair: Pair
    let heat, suns, ann, bob, cat, dan, eve, tag: ManagedObjectID

    init(_ policy: MergePolicy) throws {
      pair = try Pair(.league(), policy: policy)
      let main = pair.main
      heat = try main.make("Team", ["name": "Heat"])
      suns = try main.make("Team", ["name": "Suns"])
      ann = try main.make("Player", ["name": "Ann", "age": 30, "team": heat.value])
      bob = try main.make("Player", ["name": "Bob", "age": 31, "team": heat.value])
      cat = try main.make("Player", ["name": "Cat", "age": 32, "team": heat.value])
      dan = try main.make("Player", ["name": "Dan"])
      eve = try main.make("Player", ["name": "Eve"])
      tag = try main.make("Tag", ["name": "tall"])
      try pair.beginReading()
    }

    func change() throws -> (dora: ManagedObjectID, emil: ManagedObjectID) {
      let (main, other) = (pair.main, pair.other)
      try other.setValue("Anna", of: ann, forKey: "name")
      try other.setValue(40, of: ann, forKey: "age")
      try other.delete(bob)
      try other.setValue("Cate", of: cat, forKey: "name")
      try other.set(dan, "team", suns)
      try other.add([dan, ann], to: "players", of: tag)
      let dora = try other.make("Player", ["name": "Dora", "team": suns.value])
      try other.save()

      try main.setValue("Annie", of: ann, forKey: "name")
      try main.setValue(41, of: bob, forKey: "age")
      try main.delete(cat)
      try main.set(eve, "team", suns)
      try main.add([eve, ann], to: "players", of: tag)
      let emil = try main.make("Player", ["name": "Emil", "team": suns.value])
      return (dora, emil)
    }
  }

  @Test func errorNamesTheObjects() throws {
    let league = try League(.error)
    _ = try league.change()
    #expect(
      league.pair.main.saveWords() == [
        "save refused: Player#1, Player#2, Player#3, Team#1 and 2 more were saved elsewhere since this context read them (133020)",
        """
        Player#1: name was "Ann", is saved as "Anna", and is "Annie" here; age was 30, and is saved as 40; \
        tags changed on both sides (133020)
        """,
        "Player#2: changed here, and deleted by the other save (133020)",
        "Player#3: deleted here, and changed by the other save (133020)",
        "Team#1: players changed on both sides (133020)",
        "Team#2: players changed on both sides (133020)",
        "Tag#1: players changed on both sides (133020)",
      ])
    #expect(league.pair.main.hasChanges)
    #expect(try league.pair.main.text(league.ann) == "Annie")
    #expect(league.pair.coordinator.graph.checkInvariants() == [])
    // Refreshing takes the conflict away.
    try league.pair.main.refreshAll()
    #expect(try league.pair.main.text(league.ann) == "Annie")
    #expect(try league.pair.main.value(of: league.ann, forKey: "age") == 40)
    #expect(!league.pair.main.exists(league.bob))
    #expect(league.pair.main.saveWords() == [])
  }

  struct Result: Sendable, CustomTestStringConvertible {
    var policy: MergePolicy
    var ann: [Value]
    var bob: Value?
    var cat: Value?
    var heat: [String]
    var testDescription: String { policy.rawValue }
  }

  static let results = [
    Result(policy: .store, ann: ["Anna", 40], bob: nil, cat: "Cate", heat: ["Anna", "Cate"]),
    Result(policy: .object, ann: ["Annie", 40], bob: 41, cat: nil, heat: ["Annie", "Bob"]),
    Result(policy: .overwrite, ann: ["Annie", 30], bob: 41, cat: nil, heat: ["Annie", "Bob"]),
    Result(policy: .rollback, ann: ["Anna", 40], bob: nil, cat: "Cate", heat: ["Anna", "Cate"]),
  ]

  @Test(arguments: results) func policies(_ expected: Result) throws {
    let league = try League(expected.policy)
    let (dora, emil) = try league.change()
    #expect(league.pair.main.saveWords() == [])
    // Objects that main did not write are as main has read them.
    #expect(try league.pair.main.one(league.dan, "team") == nil)
    try league.pair.main.refreshAll()
    league.pair.other.reset()
    for context in [league.pair.main, league.pair.other] {
      #expect(try ["name", "age"].map { try context.value(of: league.ann, forKey: $0) } == expected.ann)
      #expect(context.exists(league.bob) == (expected.bob != nil))
      if let age = expected.bob { #expect(try context.value(of: league.bob, forKey: "age") == age) }
      #expect(context.exists(league.cat) == (expected.cat != nil))
      if let name = expected.cat { #expect(try context.text(league.cat) == name) }
      let heat = try context.many(league.heat, "players").map { try context.text($0) }
      #expect(Set(heat) == Set(expected.heat.map { Value.string($0) }))
      // A to-many merges member by member, its members' to-one ends deciding.
      #expect(Set(try context.many(league.suns, "players")) == [league.dan, dora, league.eve, emil])
      for player in [league.dan, dora, league.eve, emil] { #expect(try context.one(player, "team") == league.suns) }
      let tagged: Set<ManagedObjectID> = [league.dan, league.ann, league.eve]
      if expected.policy != .rollback {
        #expect(Set(try context.many(league.tag, "players")) == tagged)
      } else {
        // The tag and ann are rolled back, and so is eve's tag with the tag.
        #expect(Set(try context.many(league.tag, "players")) == [league.dan, league.ann])
      }
      #expect(context.graph.checkInvariants() == [])
      #expect(!context.hasChanges)
    }
    #expect(league.pair.coordinator.graph.checkInvariants() == [])
  }

  @Test func oneToOneEndsStayInStep() throws {
    for policy in [MergePolicy.store, .object, .overwrite, .rollback] {
      let pair = try Pair(.league(), policy: policy)
      let people = try (1...4).map {
        try pair.main.make("Player", ["name": "P\($0)" as String].mapValues(Value.string))
      }
      try pair.main.set(people[0], "spouse", people[1])
      try pair.beginReading()
      try pair.other.set(people[1], "spouse", people[2])
      try pair.other.save()
      try pair.main.set(people[0], "spouse", people[3])
      #expect(pair.main.saveWords() == [])
      try pair.main.refreshAll()
      let spouses = try people.map { try pair.main.one($0, "spouse") }
      switch policy {
      case .store, .rollback: #expect(spouses == [nil, people[2], people[1], nil])
      default: #expect(spouses == [people[3], nil, nil, people[0]])
      }
    }
  }

  @Test func aCascadeThatIsDroppedTakesNothing() throws {
    for policy in [MergePolicy.store, .object] {
      let pair = try Pair(.league(.cascade), policy: policy)
      let heat = try pair.main.make("Team", ["name": "Heat"])
      let ann = try pair.main.make("Player", ["team": heat.value])
      try pair.beginReading()
      let bob = try pair.other.make("Player", ["team": heat.value])
      try pair.other.save()
      try pair.main.delete(heat)
      #expect(pair.main.saveWords() == [])
      #expect(pair.main.exists(heat) == (policy == .store))
      #expect(pair.main.exists(ann) == (policy == .store))
      #expect(try pair.main.one(bob, "team") == (policy == .store ? heat : nil))
      #expect(pair.coordinator.graph.checkInvariants() == [])
    }
  }

  @Test func denyIsAskedOfTheMergedGraph() throws {
    let pair = try Pair(.league(.deny), policy: .object)
    let heat = try pair.main.make("Team")
    try pair.beginReading()
    let ann = try pair.other.make("Player", ["team": heat.value])
    try pair.other.save()
    try pair.main.delete(heat)
    #expect(pair.main.saveWords() == ["1600  Team#1: players still holds Player#1 (delete rule deny)"])
    pair.main.rollback()
    _ = try pair.main.fetch(FetchRequest("Player"))
    #expect(try pair.main.one(ann, "team") == heat)
  }

  @Test func orderedMembersKeepBothSidesOrder() throws {
    let pair = try Pair(.league(), policy: .object)
    let coach = try pair.main.make("Coach")
    let players = try (0..<5).map { _ in try pair.main.make("Player") }
    try pair.main.add(Array(players[0..<3]), to: "squad", of: coach)
    try pair.beginReading()
    try pair.other.add([players[3]], to: "squad", of: coach)
    try pair.other.remove([players[0]], from: "squad", of: coach)
    try pair.other.save()
    try pair.main.insert(players[4], into: "squad", of: coach, at: 0)
    try pair.main.insert(players[2], into: "squad", of: coach, at: 1)
    #expect(pair.main.saveWords() == [])
    #expect(try pair.main.many(coach, "squad") == [players[4], players[2], players[1], players[3]])
  }

  @Test func nothingConflictsWhenBothDelete() throws {
    let pair = try Pair(.league())
    let heat = try pair.main.make("Team")
    try pair.beginReading()
    try pair.other.delete(heat)
    try pair.other.save()
    try pair.main.delete(heat)
    #expect(pair.main.saveWords() == [])
    #expect(!pair.main.exists(heat))
  }

  @Test func aDanglingLinkIsRefused() throws {
    let pair = try Pair(.league(), policy: .object)
    let heat = try pair.main.make("Team")
    try pair.beginReading()
    try pair.other.delete(heat)
    try pair.other.save()
    let ann = try pair.main.make("Player", ["favorite": heat.value])
    #expect(pair.main.saveWords() == ["1550  Player#1: favorite: dangling reference to Team#1"])
    try pair.main.set(ann, "favorite", nil)
    #expect(pair.main.saveWords() == [])
  }

  @Test func whatWasReadStaysUntilItIsRefreshed() throws {
    let pair = try Pair(.league())
    let ann = try pair.main.make("Player", ["age": 30])
    try pair.beginReading()
    try pair.other.setValue(50, of: ann, forKey: "age")
    let bob = try pair.other.make("Player", ["spouse": ann.value])
    try pair.other.save()
    try pair.main.setValue(60, of: ann, forKey: "age")
    #expect(try pair.main.count(FetchRequest("Player")) == 2)
    #expect(try pair.main.value(of: ann, forKey: "age") == 60)
    // Each shows what it was read with, bob now and ann before he was there.
    #expect(try pair.main.one(bob, "spouse") == ann)
    #expect(try pair.main.one(ann, "spouse") == nil)
    pair.main.rollback()
    #expect(try pair.main.count(FetchRequest("Player")) == 2)
    #expect(try pair.main.value(of: ann, forKey: "age") == 30)
    #expect(pair.main.staleness(of: ann) == .changed(["age": 50, "spouse": bob.value]))
    try pair.main.refresh(ann)
    #expect(try pair.main.value(of: ann, forKey: "age") == 50)
    #expect(try pair.main.one(ann, "spouse") == bob)
    #expect(!pair.main.hasChanges)
  }
}
