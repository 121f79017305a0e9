import ObjectGraph
import Predicates
import RandomOperations
import Testing

import struct Foundation.Date
import struct Foundation.Decimal

@Suite("Columns, planner and closures find the same")
struct FetchAgreementTests {
  /// A world of random objects, some of them deleted, gone, or pointed at although gone.
  struct World {
    let context: ManagedObjectContext
    var random: SplitMix
    var all: [ManagedObjectID] = []

    mutating func change() throws {
      let live = all.filter { context.exists($0) && !context.isDeleted($0) }
      let players = live.filter { context.entityName(of: $0) != "Team" }
      let teams = live.filter { context.entityName(of: $0) == "Team" }
      switch live.count < 4 ? 0 : Int.random(in: 0..<20, using: &random) {
      case 0..<4:
        all.append(
          try context.insert(
            ["Player", "Player", "Star", "Team", "Team", "Extra"].randomElement(using: &random) ?? "Team"))
      case 4..<10:
        guard let player = players.randomElement(using: &random) else { return }
        let text = { (random: inout SplitMix) -> Value in
          RandomPredicates.texts.randomElement(using: &random).map(Value.string) ?? .null
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: try context.setValue(text(&random), of: player, forKey: "name")
        case 2: try context.setValue(text(&random), of: player, forKey: "nick")
        case 3: try context.setValue(.integer(.random(in: 29...32, using: &random)), of: player, forKey: "age")
        case 4:
          try context.setValue(
            .double([29, 30, 30.5, 31, .infinity, -0.0, .nan].randomElement(using: &random) ?? 0), of: player,
            forKey: "height")
        case 5:
          try context.setValue(
            .date(Date(timeIntervalSinceReferenceDate: .random(in: 0...31, using: &random).rounded())), of: player,
            forKey: "born")
        case 6: try context.setValue(.boolean(.random(using: &random)), of: player, forKey: "isActive")
        default: try context.setValue(.decimal(Decimal(30)), of: player, forKey: "price")
        }
      case 10..<16:
        guard let player = players.randomElement(using: &random), let team = teams.randomElement(using: &random),
          let other = players.randomElement(using: &random)
        else { return }
        switch Int.random(in: 0..<7, using: &random) {
        case 0, 1: try context.set(player, "team", team)
        case 2: try context.set(player, "mentor", other)
        case 3: try context.add([other], to: "friends", of: player)
        case 4: try context.add([player], to: "squad", of: team)
        case 5: try context.add([player], to: "fans", of: team)
        default: try context.set(team, "captain", player)
        }
      case 16:
        guard let team = teams.randomElement(using: &random) else { return }
        try context.setValue(
          .string(RandomPredicates.texts.randomElement(using: &random) ?? ""), of: team, forKey: "name")
      case 17: if let id = live.randomElement(using: &random) { try context.delete(id) }
      case 18: context.endEvent(named: "event")
      default:
        switch Int.random(in: 0..<4, using: &random) {
        case 0: _ = try? context.save()
        case 1: _ = context.undo()
        case 2: _ = context.redo()
        default: if Int.random(in: 0..<4, using: &random) == 0 { context.rollback() }
        }
      }
    }
  }

  static func outcome(_ body: () throws -> [ManagedObjectID]) -> String {
    do {
      return "\(try body().map { "\($0.entity)#\($0.number)" })"
    } catch let error as EvaluationError {
      // `!=` of NaN, which is in some facts, would tell two equal errors apart.
      return error.diagnostic.message
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    (UInt64(1), true, DeleteRule.nullify), (2, true, .noAction), (3, false, .noAction), (4, true, .deny),
    (5, true, .cascade), (6, false, .nullify),
  ])
  func random(seed: UInt64, indexed: Bool, rule: DeleteRule) throws {
    let context = try ManagedObjectContext(model: .fetchingModel(indexed: indexed, rule: rule)) {
      Date(timeIntervalSinceReferenceDate: 0)
    }
    var world = World(context: context, random: SplitMix(seed))
    var conditions = RandomPredicates(random: SplitMix(seed &+ 100), objects: [])
    var found = 0
    var failed = 0
    for step in 0..<700 {
      for _ in 0..<3 { try world.change() }
      conditions.objects = world.all
      let entity = conditions.one(["Player", "Team", "Player", "Star"])
      let text = conditions.predicate(entity == "Team" ? "Team" : "Player")
      let (predicate, problems) = Predicate.parse(text)
      guard let predicate else {
        Issue.record("\(text): \(problems.map(\.message))")
        return
      }
      let variables = conditions.bindings()
      var request = FetchRequest(entity, predicate: predicate)
      request.includesSubentities = conditions.one([true, true, false])
      request.includesPendingChanges = conditions.one([true, true, true, false])
      request.limit = conditions.one([nil, nil, nil, 1, 3])
      request.offset = conditions.one([nil, nil, 1])
      if conditions.one([true, false, false]) {
        request.sortDescriptors = [
          SortDescriptor("name", isAscending: conditions.one([true, false])), SortDescriptor("objectID"),
        ]
        if entity != "Team", conditions.one([true, false]) {
          request.sortDescriptors.insert(SortDescriptor("team.name"), at: 0)
        }
      }
      // A copy has a future of its own, and shares the indexes.
      let asked = conditions.one([context, context, context.copy()])
      let outcomes = FetchStrategy.allCases.map { strategy in
        Self.outcome { try asked.fetch(request, variables: variables, strategy: strategy) }
      }
      #expect(Set(outcomes).count == 1, "\(step): \(text) with \(variables) gives \(outcomes)")
      if outcomes[0].hasPrefix("[") { found += 1 } else { failed += 1 }
    }
    // Both kinds have to occur often, or little is tested.
    #expect(found > 250)
    #expect(failed > 20)
  }
}
