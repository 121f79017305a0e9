import Predicates
import Support
import WorkbookLanguage

/// Makes drills about predicates: a sentence, a few rows, and the rows that it selects.
enum PredicateMaker {
  typealias Condition = PredicateFacts.Condition

  static func draft(_ level: Int, _ random: inout SeededRandom) -> DrillDraft? {
    let domain = random.pick(DrillDomain.all)
    let names = random.some(5, of: domain.item.names)
    let condition = condition(level, domain, names, &random)
    let rows = names.map { name in
      let number = random.chance(50) ? random.pick(condition.numbers + [domain.number.range.lowerBound]) : nil
      return PredicateFacts.Row(
        name: name, title: DrillNoun.title(name),
        number: level >= 4 && random.chance(25) ? nil : number ?? random.number(in: domain.number.range))
    }
    let key = domain.number.key
    let setup =
      [
        "model \(domain.model)",
        "entity \(domain.item.entity) {\n  name: String\n  \(key): Integer32\(level >= 4 ? "?" : "")\n}",
      ]
      + rows.map { row in
        let value = row.number.map { ", \(key): \($0)" } ?? ""
        return "let \(row.name) = \(domain.item.entity)(name: \(row.title)\(value))"
      } + ["save"]
    let text = condition.text(key)
    guard let interpreter = Interpreter(running: setup) else { return nil }
    let marked = interpreter.objectNames("fetch \(domain.item.entity) where \(text)")
    guard !marked.isEmpty, marked.count < rows.count else { return nil }
    let shape = PredicateKey.Shape(
      entity: domain.item.entity,
      attributes: [("name", .string, false), (key, .integer, level >= 4)])
    let shown = names.filter(marked.contains).joined(separator: ", ")
    return DrillDraft(
      setup: setup,
      question: "Write a condition that selects \(condition.sentence(domain.item.plural, key)). Of these objects it "
        + "selects \(shown), but it must be right for any others too.",
      prompt: "a condition, as after where",
      trace: names.map { "explain \($0) in fetch \(domain.item.entity) where \(text)" },
      key: .predicate(PredicateKey(text: text, shape: shape)),
      facts: .predicate(PredicateFacts(rows: rows, condition: condition, marked: marked)))
  }

  private static func condition(
    _ level: Int, _ domain: DrillDomain, _ names: [String], _ random: inout SeededRandom
  ) -> Condition {
    let range = domain.number.range
    let low = range.lowerBound + range.count / 5 + random.below(max(range.count / 4, 1))
    let high = low + 1 + random.below(max(range.count / 3, 1))
    let number = Condition.number(random.pick(Condition.Comparison.allCases), low)
    let initial = Condition.begins(String(DrillNoun.title(random.pick(names)).dropFirst().prefix(1)))
    switch level {
    case 1: return random.chance(70) ? number : initial
    case 2: return random.chance(50) ? .and(number, initial) : .or(number, initial)
    case 3: return random.pick([.between(low, high), .not(number), .and(.between(low, high), .not(initial))])
    case 4: return random.pick([.not(number), .and(.isKnown, .not(initial)), .and(number, initial), .not(.isKnown)])
    default:
      return random.pick([
        .and(.or(initial, .not(.isKnown)), .not(number)), .not(.and(number, initial)), .or(.not(.isKnown), number),
      ])
    }
  }
}

extension PredicateFacts.Condition.Comparison {
  var symbol: String {
    switch self {
    case .more: ">"
    case .less: "<"
    case .atLeast: ">="
    case .atMost: "<="
    }
  }

  var words: String {
    switch self {
    case .more: "more than"
    case .less: "less than"
    case .atLeast: "at least"
    case .atMost: "at most"
    }
  }
}

extension PredicateFacts.Condition {
  /// The numbers that it compares with.
  var numbers: [Int] {
    switch self {
    case .number(_, let number): [number]
    case .between(let low, let high): [low, high]
    case .begins, .isKnown: []
    case .and(let a, let b), .or(let a, let b): a.numbers + b.numbers
    case .not(let inner): inner.numbers
    }
  }

  /// The condition in the predicate language.
  func text(_ key: String) -> String {
    switch self {
    case .number(let comparison, let number): "\(key) \(comparison.symbol) \(number)"
    case .between(let low, let high): "\(key) BETWEEN {\(low), \(high)}"
    case .begins(let initial): "name BEGINSWITH \"\(initial)\""
    case .isKnown: "\(key) != nil"
    case .and(let a, let b): "\(a.operand(key)) AND \(b.operand(key))"
    case .or(let a, let b): "\(a.operand(key)) OR \(b.operand(key))"
    case .not(.isKnown): "\(key) == nil"
    case .not(let inner): "NOT (\(inner.text(key)))"
    }
  }

  /// The condition as a part of AND or OR.
  private func operand(_ key: String) -> String {
    switch self {
    case .and, .or: "(\(text(key)))"
    default: text(key)
    }
  }

  /// The condition as the end of a sentence: `the patients whose age is more than 40`.
  func sentence(_ plural: String, _ key: String) -> String {
    switch self {
    case .not(.isKnown): "the \(plural) \(clause(key))"
    case .not(let inner): "all \(plural) except those \(inner.clause(key))"
    case .and(let a, .not(let inner)): "the \(plural) \(a.clause(key)), except those \(inner.clause(key))"
    default: "the \(plural) \(clause(key))"
    }
  }

  private func clause(_ key: String) -> String {
    switch self {
    case .number(let comparison, let number): "whose \(key) is \(comparison.words) \(number)"
    case .between(let low, let high): "whose \(key) is between \(low) and \(high), both included"
    case .begins(let initial): "whose name begins with a capital \(initial)"
    case .isKnown: "whose \(key) is known"
    case .and(let a, let b): "\(a.clause(key)) and \(b.clause(key))"
    case .or(let a, let b): "\(a.clause(key)) or \(b.clause(key))"
    case .not(.isKnown): "whose \(key) is not known"
    case .not(let inner): "not those \(inner.clause(key))"
    }
  }
}
