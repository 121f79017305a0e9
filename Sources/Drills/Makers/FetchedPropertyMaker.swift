import Support
import WorkbookLanguage

/// Makes drills about fetched properties: a condition with or without the object that is asked.
enum FetchedPropertyMaker {
  static func draft(_ level: Int, _ random: inout SeededRandom) -> DrillDraft? {
    let world = ItemWorld(level, &random)
    let bound = random.pick(world.items).number
    let comparison = random.pick(PredicateFacts.Condition.Comparison.allCases)
    let relations: [FetchedFacts.Relation] = level == 1 ? [.any] : level == 2 ? [.own] : [.own, .others, .ownOr]
    let facts = FetchedFacts(
      world: world, relation: random.pick(relations), comparison: comparison, bound: bound,
      source: random.pick(world.owners))
    let setup = world.setup(members: ["chosen ~> \(world.domain.item.entity) where \(facts.condition)"])
    guard let interpreter = Interpreter(running: setup) else { return nil }
    let path = "\(facts.source).chosen"
    return DrillDraft(
      setup: setup, question: "Which objects does the fetched property `\(path)` find?",
      prompt: "names of objects, or none", trace: ["explain \(path)"],
      key: .names(interpreter.objectNames(path), among: world.items.map(\.name), noun: "object"),
      facts: .fetched(facts))
  }
}

extension FetchedFacts {
  /// The condition in the predicate language.
  var condition: String {
    let number = "\(world.numberKey) \(comparison.symbol) \(bound)"
    return switch relation {
    case .any: number
    case .own: "\(world.oneKey) == $FETCH_SOURCE AND \(number)"
    case .ownOr: "\(world.oneKey) == $FETCH_SOURCE OR \(number)"
    case .others: "\(world.oneKey) != $FETCH_SOURCE AND \(number)"
    }
  }
}
