import ObjectGraph
import Predicates
import RandomOperations
import Testing

import struct Foundation.Date

/// Random work in several contexts over one coordinator.
private struct Worker {
  var random: SplitMix
  /// Whether links without inverse are made: those dangle when what they lead to is deleted.
  var makesLooseLinks = true
  var teams: [ManagedObjectID] = []
  var players: [ManagedObjectID] = []
  var tags: [ManagedObjectID] = []

  /// The first object from a random place on that is live in the context.
  private mutating func pick(_ ids: [ManagedObjectID], _ context: ManagedObjectContext) -> ManagedObjectID? {
    guard !ids.isEmpty else { return nil }
    let start = Int.random(in: 0..<ids.count, using: &random)
    return (0..<ids.count).map { ids[(start + $0) % ids.count] }.first {
      (try? context.existingObject(with: $0)) != nil && !context.isDeleted($0)
    }
  }

  mutating func step(_ context: ManagedObjectContext) throws {
    switch Int.random(in: 0..<16, using: &random) {
    case 0: teams.append(try context.insert("Team"))
    case 1, 2: players.append(try context.insert("Player"))
    case 3: tags.append(try context.insert("Tag"))
    case 4, 5:
      if let id = pick(players, context) {
        if context.model.property("mood", of: "Player") != nil { try context.setValue("good", of: id, forKey: "mood") }
        try context.setValue(.integer(Int64.random(in: 0..<90, using: &random)), of: id, forKey: "age")
      }
    case 6, 7:
      if let id = pick(players, context) { try context.set(id, "team", pick(teams, context)) }
    case 8:
      if let id = pick(players, context) { try context.set(id, "spouse", pick(players, context)) }
    case 9:
      if let id = pick(players, context), let tag = pick(tags, context) { try context.add([tag], to: "tags", of: id) }
    case 10:
      if let id = pick(tags, context), let first = try context.many(id, "players").first {
        try context.remove([first], from: "players", of: id)
      }
    case 11:
      if let id = pick(tags, context), let player = pick(players, context) {
        try context.insert(player, into: "players", of: id, at: 0)
      }
    case 12:
      if let a = pick(players, context), let b = pick(players, context) { try context.add([b], to: "friends", of: a) }
    case 13:
      if makesLooseLinks, let a = pick(players, context), let b = pick(teams, context) {
        try context.add([b], to: "visited", of: a)
      }
    case 14:
      if let id = pick(Bool.random(using: &random) ? players : teams, context) { try context.delete(id) }
    default:
      if let id = pick(teams, context) {
        try context.setValue(.string("T\(Int.random(in: 0..<9, using: &random))"), of: id, forKey: "name")
      }
    }
  }
}

/// The contents of a graph, in a form in which two graphs can be compared: values, and links without the order of
/// unordered ones.
private func contents(_ context: ManagedObjectContext) throws -> [String: [String: Value]] {
  var found: [String: [String: Value]] = [:]
  for entity in ["Team", "Player", "Tag"] {
    for id in try context.fetch(FetchRequest(entity)) {
      var values: [String: Value] = [:]
      for property in context.model.properties(of: entity) {
        let value = try context.value(of: id, forKey: property.name)
        guard let ids = value.objectIDs else {
          values[property.name] = value
          continue
        }
        values[property.name] = .array(
          ids.sorted { ($0.entity, $0.number) < ($1.entity, $1.number) }.map(\.value))
      }
      found["\(entity)#\(id.number)"] = values
    }
  }
  return found
}

@Suite("Random work in several contexts")
struct TwoContextTests {
  static let rules: [DeleteRule] = [.nullify, .cascade, .deny, .noAction]

  /// Every third model has unique names of teams and a transient attribute.
  private static func model(_ seed: Int) -> ManagedObjectModel {
    var model = ManagedObjectModel.league(rules[seed / 5 % 4])
    guard seed % 3 == 0 else { return model }
    model[entity: "Team"]?.uniquenessConstraints = [["name"]]
    model[entity: "Player"]?.properties.append(
      .attribute(AttributeDescription("mood", .string, isOptional: true, isTransient: true)))
    return model
  }

  @Test(arguments: 0..<40) func whateverThePolicyTheGraphIsSound(_ seed: Int) throws {
    let policy = MergePolicy.allCases[seed % 5]
    let pair = try Pair(Self.model(seed), policy: policy)
    var worker = Worker(random: SplitMix(UInt64(seed)))
    for _ in 0..<20 { try worker.step(pair.main) }
    for context in [pair.main, pair.other] { context.checksInvariants = true }
    let child = ManagedObjectContext(parent: pair.main)
    child.mergePolicy = policy
    let grandchild = ManagedObjectContext(parent: child)
    for _ in 0..<60 {
      let contexts = [pair.main, pair.other, child, grandchild]
      let context = contexts[Int.random(in: 0..<4, using: &worker.random)]
      for _ in 0..<Int.random(in: 1..<8, using: &worker.random) { try worker.step(context) }
      switch Int.random(in: 0..<12, using: &worker.random) {
      case 0, 1, 2, 3:
        let refusals = context.saveWords()
        if refusals.isEmpty { break }
        if Bool.random(using: &worker.random) { try context.refreshAll() } else { context.rollback() }
      case 4: context.endEvent()
      case 5, 6: context.undo()
      case 7: context.redo()
      case 8: _ = try context.fetch(FetchRequest("Player"))
      case 9: try context.refreshAll()
      case 10:
        if let id = worker.players.first(where: { context.exists($0) }) { try? context.refresh(id, .discardingChanges) }
      default: context.discardEvent()
      }
      // Each context looks after every change of its own, and that is how it came by all of them.
      for graph in [context.graph, context.committed, pair.coordinator.graph] {
        let problems = graph.checkInvariants()
        #expect(problems.isEmpty, "\(problems)")
      }
    }
  }

  /// Two contexts that work on different halves of the objects give what one context gives that does both.
  @Test(arguments: 0..<20) func disjointChangesAddUp(_ seed: Int) throws {
    let pair = try Pair(.league(seed % 2 == 0 ? .cascade : .nullify))
    let single = try ManagedObjectContext.checked(.league(seed % 2 == 0 ? .cascade : .nullify))
    var halves = [seed, seed + 1_000].map { Worker(random: SplitMix(UInt64($0)), makesLooseLinks: false) }
    for index in 0..<40 {
      let entity = ["Player", "Team", "Player", "Tag"][index / 2 % 4]
      let id = try pair.main.make(entity)
      #expect(try single.make(entity) == id)
      switch entity {
      case "Player": halves[index % 2].players.append(id)
      case "Team": halves[index % 2].teams.append(id)
      default: halves[index % 2].tags.append(id)
      }
    }
    try pair.begin()
    try single.save()
    // Numbers of new objects depend on who makes one first; so both make theirs one after the other.
    var copies = halves
    for _ in 0..<60 { try halves[0].step(pair.main) }
    for _ in 0..<60 { try halves[1].step(pair.other) }
    for _ in 0..<60 { try copies[0].step(single) }
    for _ in 0..<60 { try copies[1].step(single) }
    try pair.main.save()
    try pair.other.save()
    try single.save()
    pair.main.reset()
    #expect(try contents(pair.main) == contents(single))
    #expect(try contents(pair.other) == contents(single))
  }
}
