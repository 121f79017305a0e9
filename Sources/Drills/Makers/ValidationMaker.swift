import Support
import WorkbookLanguage

/// Makes drills about validation: an entity with bounds, one object, and a save.
enum ValidationMaker {
  static func draft(_ level: Int, _ random: inout SeededRandom) -> DrillDraft? {
    let domain = random.pick(DrillDomain.all)
    let facts = facts(of: domain, level, &random)
    let name = domain.item.names[0]
    let setup = statements(domain, name, facts, &random)
    guard let interpreter = Interpreter(running: setup) else { return nil }
    return DrillDraft(
      setup: setup, question: "Which error codes does `save` report now?", prompt: "codes such as 1570, or none",
      trace: ["validate \(name)"], key: .codes(interpreter.codesOfSave()), facts: .validation(facts))
  }

  /// A text for each length from 2 to 8.
  private static let words = ["ox", "elm", "rain", "tiger", "garden", "morning", "sunlight"]

  private static func facts(of domain: DrillDomain, _ level: Int, _ random: inout SeededRandom) -> ValidationFacts {
    let count = [2, 2, 3, 3, 4][level - 1]
    let keys: [(key: String, range: ClosedRange<Int>?)] = [
      (domain.number.key, domain.number.range), ("code", nil), ("rating", 1...9), ("color", nil),
    ]
    let attributes = random.some(count, of: keys).map { key, range in
      range.map { number(key, $0, &random) } ?? text(key, &random)
    }
    var links: (least: Int, most: Int, links: Int)?
    if level >= 3, random.chance(level == 3 ? 30 : 70) {
      let least = random.number(in: 1...2)
      links = (least, random.number(in: max(least, 2)...3), random.number(in: 1...4))
    }
    return ValidationFacts(attributes: attributes, count: links)
  }

  private static func number(
    _ key: String, _ range: ClosedRange<Int>, _ random: inout SeededRandom
  ) -> ValidationFacts.Attribute {
    let least = range.lowerBound + random.below(max(range.count / 4, 1))
    let most = range.upperBound - random.below(max(range.count / 4, 1))
    // At a bound, next to it, or well inside.
    let value = random.pick([least, most, least - 1, most + 1, (least + most) / 2])
    return ValidationFacts.Attribute(
      key: key, isNumber: true, isRequired: random.chance(50), least: random.chance(75) ? least : nil, most: most,
      value: random.chance(25) ? .missing : .number(value))
  }

  private static func text(_ key: String, _ random: inout SeededRandom) -> ValidationFacts.Attribute {
    let least = random.number(in: 3...4)
    let most = random.number(in: 5...7)
    let length = random.pick([least, most, least - 1, most + 1])
    return ValidationFacts.Attribute(
      key: key, isNumber: false, isRequired: random.chance(50), least: random.chance(75) ? least : nil, most: most,
      value: random.chance(25) ? .missing : .text(words[length - 2]))
  }

  private static func statements(
    _ domain: DrillDomain, _ name: String, _ facts: ValidationFacts, _ random: inout SeededRandom
  ) -> [String] {
    var members: [String] = []
    var values: [String] = []
    for attribute in facts.attributes {
      let bounds = "\(attribute.least.map(String.init) ?? "")...\(attribute.most.map(String.init) ?? "")"
      let option = "\(attribute.isNumber ? "range" : "length") \(bounds)"
      let type = (attribute.isNumber ? "Integer32" : "String") + (attribute.isRequired ? "" : "?")
      members.append("\(attribute.key): \(type), \(option)")
      switch attribute.value {
      case .missing: break
      case .number(let number): values.append("\(attribute.key): \(number)")
      case .text(let text): values.append("\(attribute.key): \"\(text)\"")
      }
    }
    var lines = ["model \(domain.model)"]
    if let count = facts.count {
      let part = domain.part
      members.append(
        "\(part.plural) ->> \(part.entity)?, inverse \(domain.item.singular), count \(count.least)...\(count.most)")
      lines.append(
        "entity \(part.entity) {\n  \(domain.item.singular) -> \(domain.item.entity)?, inverse \(part.plural)\n}")
      let parts = part.names.prefix(count.links)
      values.append("\(part.plural): [\(parts.joined(separator: ", "))]")
      lines += parts.map { "let \($0) = \(part.entity)()" }
    }
    // The entities come first.
    let place = facts.count == nil ? 1 : 2
    lines.insert("entity \(domain.item.entity) {\n  " + members.joined(separator: "\n  ") + "\n}", at: place)
    return lines + ["let \(name) = \(domain.item.entity)(\(values.joined(separator: ", ")))"]
  }
}
