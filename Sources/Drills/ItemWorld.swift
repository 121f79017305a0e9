import Support

/// Some items with their numbers and owners: the world of the drills that read values.
struct ItemWorld: Sendable {
  struct Item: Hashable, Sendable {
    var name: String
    var number: Int
    var owner: String?
  }

  var domain: DrillDomain
  var owners: [String]
  var items: [Item]

  /// The key of the number, `age`; the key from an owner to its items, `patients`; and the key back, `doctor`.
  var numberKey: String { domain.number.key }
  var manyKey: String { domain.item.plural }
  var oneKey: String { domain.owner.singular }

  init(_ level: Int, _ random: inout SeededRandom) {
    domain = random.pick(DrillDomain.all)
    let owners = random.some(level == 1 ? 2 : 3, of: domain.owner.names)
    let range = domain.number.range
    self.owners = owners
    items = random.some(level <= 2 ? 4 : 5, of: domain.item.names).map { name in
      Item(name: name, number: random.number(in: range), owner: random.chance(88) ? random.pick(owners) : nil)
    }
  }

  /// The statements that build the world. `members` are further properties of the owner's entity.
  func setup(members: [String] = []) -> [String] {
    let owner = domain.owner.entity
    let item = domain.item.entity
    let properties = ["name: String", "\(manyKey) ->> \(item)?, inverse \(oneKey)"] + members
    var lines = ["model \(domain.model)", "entity \(owner) {\n  " + properties.joined(separator: "\n  ") + "\n}"]
    lines.append(
      "entity \(item) {\n  name: String\n  \(numberKey): Integer32\n  \(oneKey) -> \(owner)?, inverse \(manyKey)\n}")
    lines += owners.map { "let \($0) = \(owner)(name: \(DrillNoun.title($0)))" }
    for one in items {
      let link = one.owner.map { ", \(oneKey): \($0)" } ?? ""
      lines.append(
        "let \(one.name) = \(item)(name: \(DrillNoun.title(one.name)), \(numberKey): \(one.number)\(link))")
    }
    return lines + ["save"]
  }
}
