import Support
import WorkbookLanguage

/// Makes drills about key paths: the number that a path over relationships and an aggregate gives.
enum KeyPathMaker {
  static func draft(_ level: Int, _ random: inout SeededRandom) -> DrillDraft? {
    let world = ItemWorld(level, &random)
    let aggregates: [KeyPathFacts.Aggregate] = level == 1 ? [.count, .max, .min] : [.count, .max, .min, .sum]
    let start = random.pick(
      level <= 2 ? world.owners : world.owners + world.items.filter { $0.owner != nil }.map(\.name))
    let facts = KeyPathFacts(world: world, start: start, aggregate: random.pick(aggregates))
    guard facts.members.count >= 2 else { return nil }
    let setup = world.setup()
    guard let interpreter = Interpreter(running: setup), let number = interpreter.wholeNumber(facts.path) else {
      return nil
    }
    return DrillDraft(
      setup: setup, question: "What is the value of `\(facts.path)`?", prompt: "a whole number",
      trace: [facts.manyPath, facts.path], key: .number(number), facts: .keyPath(facts))
  }
}

extension KeyPathFacts {
  private var isItem: Bool { world.items.contains { $0.name == start } }

  /// The items that the path leads to.
  fileprivate var members: [ItemWorld.Item] {
    let owner = world.items.first { $0.name == start }.map(\.owner) ?? start
    return world.items.filter { $0.owner == owner }
  }

  /// The path to the objects: `lee.patients`, `tom.doctor.patients`.
  var manyPath: String { isItem ? "\(start).\(world.oneKey).\(world.manyKey)" : "\(start).\(world.manyKey)" }

  /// The whole path.
  var path: String {
    aggregate == .count ? manyPath + ".@count" : "\(manyPath).@\(aggregate.rawValue).\(world.numberKey)"
  }
}
