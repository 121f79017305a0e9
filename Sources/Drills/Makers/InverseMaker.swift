import Support
import WorkbookLanguage

/// Makes drills about inverses: two entities, some links, and one assignment.
enum InverseMaker {
  static func draft(_ level: Int, _ random: inout SeededRandom) -> DrillDraft? {
    let domain = random.pick(DrillDomain.all)
    guard let facts = facts(of: domain, level, &random) else { return nil }
    let setup = statements(model: domain.model, facts)
    guard let before = Interpreter(running: setup), case var after = before.trial(), after.succeeds(facts.statement)
    else {
      return nil
    }
    let path = "\(facts.asked).\(facts.key(ofLeft: !facts.askedIsRight))"
    let answer = after.objectNames(path)
    // An end that stays as it was is worth asking for now and then.
    if answer == before.objectNames(path), random.chance(80) { return nil }
    return DrillDraft(
      setup: setup, question: "After `\(facts.statement)`, what is `\(path)`?", prompt: "names of objects, or none",
      trace: [facts.statement, "show \(facts.asked)"],
      key: .names(answer, among: facts.askedIsRight ? facts.leftNames : facts.rightNames, noun: "object"),
      facts: .assignment(facts))
  }

  private static func shape(_ level: Int, _ random: inout SeededRandom) -> AssignmentFacts.Shape {
    switch level {
    case 1, 2: .oneToMany
    case 3: random.pick([.oneToMany, .oneToOne])
    case 4: random.pick([.oneToOne, .manyToMany])
    default: random.pick([.oneToMany, .oneToOne, .manyToMany, .manyToMany])
    }
  }

  private static func facts(of domain: DrillDomain, _ level: Int, _ random: inout SeededRandom) -> AssignmentFacts? {
    let shape = shape(level, &random)
    let left = domain.owner
    let right =
      switch shape {
      case .oneToOne: domain.place
      case .oneToMany: domain.item
      case .manyToMany: domain.group
      }
    let leftNames = random.some(level == 1 ? 2 : 3, of: left.names)
    let rightNames = random.some(level <= 2 ? 3 : 5, of: right.names)
    var facts = AssignmentFacts(
      shape: shape, left: left, leftKey: shape == .oneToOne ? right.singular : right.plural, right: right,
      rightKey: shape == .manyToMany ? left.plural : left.singular, leftNames: leftNames, rightNames: rightNames,
      links: [], target: "", isLeft: false, values: [], asked: "")
    var free = leftNames
    for name in rightNames where !free.isEmpty && random.chance(85) {
      switch shape {
      case .oneToMany: facts.links.insert([random.pick(leftNames), name])
      case .oneToOne: facts.links.insert([free.remove(at: random.below(free.count)), name])
      case .manyToMany:
        for other in random.some(random.number(in: 1...2), of: leftNames) { facts.links.insert([other, name]) }
      }
    }
    facts.isLeft = level > 1 && random.chance(60)
    facts.target = random.pick(facts.isLeft ? leftNames : rightNames)
    let others = facts.isLeft ? rightNames : leftNames
    let count = facts.isToMany(left: facts.isLeft) ? random.number(in: 1...2) : 1
    facts.values = random.some(count, of: others)
    // The other end is asked for, or an object that loses its link.
    let candidates = (leftNames + rightNames).filter { $0 != facts.target }
    facts.asked = random.pick(candidates)
    return facts
  }

  private static func statements(model: String, _ facts: AssignmentFacts) -> [String] {
    func entity(_ noun: DrillNoun, isLeft: Bool) -> String {
      let arrow = facts.isToMany(left: isLeft) ? "->>" : "->"
      let destination = isLeft ? facts.right.entity : facts.left.entity
      return "entity \(noun.entity) {\n  name: String\n  \(facts.key(ofLeft: isLeft)) \(arrow) \(destination)?, "
        + "inverse \(facts.key(ofLeft: !isLeft))\n}"
    }
    var lines = ["model \(model)", entity(facts.left, isLeft: true), entity(facts.right, isLeft: false)]
    lines += facts.leftNames.map { "let \($0) = \(facts.left.entity)(name: \(DrillNoun.title($0)))" }
    for name in facts.rightNames {
      let owners = facts.leftNames.filter { facts.links.contains([$0, name]) }
      let value = facts.isToMany(left: false) ? "[\(owners.joined(separator: ", "))]" : owners.first
      let link = owners.isEmpty ? "" : ", \(facts.rightKey): \(value ?? "nil")"
      lines.append("let \(name) = \(facts.right.entity)(name: \(DrillNoun.title(name))\(link))")
    }
    return lines + ["save"]
  }
}

extension AssignmentFacts {
  /// Whether the key of the left or the right entity is to-many.
  func isToMany(left: Bool) -> Bool { shape == .manyToMany || (shape == .oneToMany && left) }

  /// The key of the left or the right entity.
  func key(ofLeft isLeft: Bool) -> String { isLeft ? leftKey : rightKey }

  var askedIsRight: Bool { rightNames.contains(asked) }

  /// The assignment: `tom.doctor = lee`, `lee.patients = [tom, mia]`.
  var statement: String {
    let list = values.joined(separator: ", ")
    return "\(target).\(key(ofLeft: isLeft)) = " + (isToMany(left: isLeft) ? "[\(list)]" : list)
  }
}
