import Support
import WorkbookLanguage

/// Makes drills about many-to-many relationships: the rows of the table that holds the links.
enum ManyToManyMaker {
  static func draft(_ level: Int, _ random: inout SeededRandom) -> DrillDraft? {
    let domain = random.pick(DrillDomain.all)
    let left = random.some(level <= 2 ? 2 : 3, of: domain.owner.names)
    let right = random.some(level == 1 ? 2 : 3, of: domain.group.names)
    let links = left.flatMap { name in right.filter { _ in random.chance(50) }.map { [name, $0] } }
    var facts = ManyToManyFacts(left: left, right: right, links: Set(links), changes: [])
    for _ in 0..<min(level, 4) { facts.changes.append(change(facts, level, &random)) }
    let one = domain.group.plural
    let other = domain.owner.plural
    var setup = ["model \(domain.model)"]
    setup.append(
      "entity \(domain.owner.entity) {\n  name: String\n  \(one) ->> \(domain.group.entity)?, inverse \(other)\n}")
    setup.append(
      "entity \(domain.group.entity) {\n  name: String\n  \(other) ->> \(domain.owner.entity)?, inverse \(one)\n}")
    setup += left.map { "let \($0) = \(domain.owner.entity)(name: \(DrillNoun.title($0)))" }
    setup += right.map { name in
      let members = left.filter { links.contains([$0, name]) }.joined(separator: ", ")
      return "let \(name) = \(domain.group.entity)(name: \(DrillNoun.title(name)), \(other): [\(members)])"
    }
    setup += ["save"]
    setup += facts.changes.map { $0.statement(one, other) } + ["save"]
    guard let interpreter = Interpreter(running: setup) else { return nil }
    let counts = right.map {
      interpreter.wholeNumber("(count \(domain.owner.entity) where \(one) CONTAINS $\($0))") ?? 0
    }
    return DrillDraft(
      setup: setup,
      question: "How many rows does the table that holds the links of \(domain.owner.entity).\(one) and "
        + "\(domain.group.entity).\(other) have now?",
      prompt: "a whole number", trace: ["show tables"],
      reasons: [
        "Each link is one row, from whichever end it was set: "
          + zip(right, counts).map { "\($1) of \($0)" }.joined(separator: ", ") + "."
      ], key: .number(counts.reduce(0, +)), facts: .manyToMany(facts))
  }

  /// A change that can be made once: an object is deleted only by the last one.
  private static func change(
    _ facts: ManyToManyFacts, _ level: Int, _ random: inout SeededRandom
  ) -> ManyToManyFacts.Change {
    let isLast = facts.changes.count + 1 == min(level, 4)
    let left = random.pick(facts.left)
    if isLast, level >= 3, random.chance(50) { return .delete(left) }
    let right = random.pick(facts.right)
    return switch random.below(4) {
    case 0: .add(left, right, fromLeft: true)
    case 1: .add(left, right, fromLeft: false)
    case 2: .remove(left, right)
    default: .set(left, random.some(2, of: facts.right))
    }
  }
}

extension ManyToManyFacts.Change {
  /// The change as a statement; `one` is the key from left to right, `other` the key back.
  func statement(_ one: String, _ other: String) -> String {
    switch self {
    case .add(let left, let right, fromLeft: true): "\(left).\(one).add(\(right))"
    case .add(let left, let right, fromLeft: false): "\(right).\(other).add(\(left))"
    case .remove(let left, let right): "\(left).\(one).remove(\(right))"
    case .set(let left, let all): "\(left).\(one) = [\(all.joined(separator: ", "))]"
    case .delete(let name): "delete \(name)"
    }
  }
}
