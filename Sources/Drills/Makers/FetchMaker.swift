import Support
import WorkbookLanguage

/// Makes drills about fetch requests: an entity, a few objects, and a fetch with an order and a limit.
enum FetchMaker {
  static func draft(_ level: Int, _ random: inout SeededRandom) -> DrillDraft? {
    let domain = random.pick(DrillDomain.all)
    let range = domain.number.range
    var numbers = (0..<(level == 1 ? 4 : 5)).map { _ in random.number(in: range) }
    // From level 3 on, two objects are equal in the first key.
    if level >= 3 { numbers[1] = numbers[0] }
    let names = random.some(numbers.count, of: domain.item.names)
    let rows = zip(names, numbers).map { FetchFacts.Row(name: $0, title: $0, number: $1) }
    let limit = level == 1 ? random.number(in: 1...2) : random.number(in: 2...3)
    let facts = FetchFacts(
      rows: rows, isDescending: random.chance(50), breaksTies: level >= 3, limit: limit,
      least: level >= 4 ? random.pick(numbers) : nil)
    // Without a second key, equal objects could come in any order.
    guard facts.breaksTies || Set(numbers).count == numbers.count else { return nil }
    let item = domain.item.entity
    let key = domain.number.key
    let condition = facts.least.map { " where \(key) >= \($0)" } ?? ""
    let order = "\(key)\(facts.isDescending ? " desc" : level == 1 ? " asc" : "")\(facts.breaksTies ? ", name" : "")"
    let fetch = "fetch \(item)\(condition) sort \(order) limit \(limit)"
    let setup =
      ["entity \(item) {\n  name: String\n  \(key): Integer32\n}"]
      + rows.map { "let \($0.name) = \(item)(name: \(DrillNoun.title($0.name)), \(key): \($0.number))" } + ["save"]
    guard let interpreter = Interpreter(running: setup) else { return nil }
    return DrillDraft(
      setup: setup, question: "Which objects does `\(fetch)` find?", prompt: "names of objects, or none",
      trace: [fetch],
      key: .names(interpreter.objectNames("(\(fetch))"), among: names, noun: "object"), facts: .fetch(facts))
  }
}
