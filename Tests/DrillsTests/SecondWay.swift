@testable import Drills

/// The answers of drills, found over plain sets and dictionaries.
enum SecondWay {
  /// Says what is wrong with a drill's answer; nil if it is the right one.
  static func problem(with drill: Drill) -> String? {
    switch (drill.facts, drill.key) {
    case (.fetch(let facts), .names(let names, _, _)): return difference(names, found(facts))
    case (.deletion(let facts), .names(let names, _, _)):
      let expected = facts.question == .deleted ? deleted(facts).subtracting([facts.deleted]) : unlinked(facts)
      return difference(names, expected)
    case (.deletion(let facts), .codes(let codes)): return difference(codes, self.codes(facts))
    case (.assignment(let facts), .names(let names, _, _)): return difference(names, ends(facts))
    case (.validation(let facts), .codes(let codes)): return difference(codes, self.codes(facts))
    case (.schema(let facts), let key): return SchemaWay(facts: facts).problem(with: key)
    case (.predicate(let facts), .predicate):
      return difference(facts.marked, Set(facts.rows.filter { holds(facts.condition, for: $0) }.map(\.name)))
    case (.fetched(let facts), .names(let names, _, _)):
      return difference(names, Set(facts.world.items.filter { finds(facts, $0) }.map(\.name)))
    case (.keyPath(let facts), .number(let number)): return difference([number], [value(facts)])
    case (.manyToMany(let facts), .number(let number)): return difference([number], [links(facts).count])
    case (.undo(let facts), .number(let number)): return difference([number], [value(facts)])
    default: return "the answer has another form than the question"
    }
  }

  static func difference<Element>(_ given: Set<Element>, _ expected: Set<Element>) -> String? {
    given == expected ? nil : "\(given) instead of \(expected)"
  }

  // MARK: Fetching

  /// The rows that come before fewer than `limit` others.
  static func found(_ facts: FetchFacts) -> Set<String> {
    let rows = facts.rows.filter { $0.number >= facts.least ?? .min }
    func comes(_ first: FetchFacts.Row, before second: FetchFacts.Row) -> Bool {
      if first.number != second.number { return (first.number < second.number) != facts.isDescending }
      return facts.breaksTies && first.title < second.title
    }
    return Set(rows.filter { row in rows.count { comes($0, before: row) } < facts.limit }.map(\.name))
  }

  // MARK: Deleting

  static func deleted(_ facts: DeletionFacts) -> Set<String> {
    var deleted: Set<String> = [facts.deleted]
    var count = 0
    while deleted.count > count {
      count = deleted.count
      for link in facts.links {
        let ownership = facts.ownerships[link.ownership]
        if ownership.ownerRule == "cascade", deleted.contains(link.owner) { deleted.insert(link.member) }
        if ownership.memberRule == "cascade", deleted.contains(link.member) { deleted.insert(link.owner) }
      }
    }
    return deleted
  }

  static func unlinked(_ facts: DeletionFacts) -> Set<String> {
    let deleted = deleted(facts)
    return facts.links.reduce(into: []) { found, link in
      let ownership = facts.ownerships[link.ownership]
      switch (deleted.contains(link.owner), deleted.contains(link.member)) {
      case (true, false) where ownership.ownerRule == "nullify": found.insert(link.member)
      case (false, true) where ownership.memberRule == "nullify": found.insert(link.owner)
      default: break
      }
    }
  }

  static func codes(_ facts: DeletionFacts) -> Set<Int> {
    let deleted = deleted(facts)
    return facts.links.reduce(into: []) { codes, link in
      let ownership = facts.ownerships[link.ownership]
      guard deleted.contains(link.owner), !deleted.contains(link.member) else { return }
      if ownership.ownerRule == "deny" { codes.insert(1600) }
      if ownership.ownerRule == "nullify", ownership.isRequired { codes.insert(1570) }
    }
  }

  // MARK: Inverses

  static func ends(_ facts: AssignmentFacts) -> Set<String> {
    var links = facts.links
    links = links.filter { $0[facts.isLeft ? 0 : 1] != facts.target }
    let otherIsToMany = facts.shape == .manyToMany || (facts.shape == .oneToMany && !facts.isLeft)
    for value in facts.values {
      if !otherIsToMany { links = links.filter { $0[facts.isLeft ? 1 : 0] != value } }
      links.insert(facts.isLeft ? [facts.target, value] : [value, facts.target])
    }
    return Set(links.compactMap { $0[0] == facts.asked ? $0[1] : $0[1] == facts.asked ? $0[0] : nil })
  }

  // MARK: Validation

  static func codes(_ facts: ValidationFacts) -> Set<Int> {
    var codes: Set<Int> = []
    func compare(_ value: Int, _ least: Int?, _ most: Int?, small: Int, large: Int) {
      if let least, value < least { codes.insert(small) }
      if let most, value > most { codes.insert(large) }
    }
    for attribute in facts.attributes {
      switch attribute.value {
      case .missing: if attribute.isRequired { codes.insert(1570) }
      case .number(let number): compare(number, attribute.least, attribute.most, small: 1620, large: 1610)
      case .text(let text): compare(text.count, attribute.least, attribute.most, small: 1670, large: 1660)
      }
    }
    if let count = facts.count { compare(count.links, count.least, count.most, small: 1580, large: 1590) }
    return codes
  }

  // MARK: Values

  static func finds(_ facts: FetchedFacts, _ item: ItemWorld.Item) -> Bool {
    let row = PredicateFacts.Row(name: item.name, title: item.name, number: item.number)
    let compares = holds(.number(facts.comparison, facts.bound), for: row)
    return switch facts.relation {
    case .any: compares
    case .own: item.owner == facts.source && compares
    case .ownOr: item.owner == facts.source || compares
    case .others: item.owner != facts.source && compares
    }
  }

  static func value(_ facts: KeyPathFacts) -> Int {
    let items = facts.world.items
    let owner = items.first { $0.name == facts.start }.map(\.owner) ?? facts.start
    let numbers = items.filter { $0.owner == owner }.map(\.number)
    return switch facts.aggregate {
    case .count: numbers.count
    case .max: numbers.max() ?? -1
    case .min: numbers.min() ?? -1
    case .sum: numbers.reduce(0, +)
    }
  }

  static func links(_ facts: ManyToManyFacts) -> Set<[String]> {
    facts.changes.reduce(into: facts.links) { links, change in
      switch change {
      case .add(let left, let right, _): links.insert([left, right])
      case .remove(let left, let right): links.remove([left, right])
      case .set(let left, let all):
        links = links.filter { $0[0] != left }.union(all.map { [left, $0] })
      case .delete(let name): links = links.filter { !$0.contains(name) }
      }
    }
  }

  static func value(_ facts: UndoFacts) -> Int {
    var past = [facts.start]
    var future: [Int] = []
    var saved = facts.start
    for step in facts.steps {
      switch step {
      case .set(let number): (past, future) = (past + [number], [])
      case .undo: future.append(past.removeLast())
      case .redo: past.append(future.removeLast())
      case .save: saved = past[past.count - 1]
      case .rollback: (past, future) = ([saved], [])
      }
    }
    return past[past.count - 1]
  }

  // MARK: Predicates

  static func holds(_ condition: PredicateFacts.Condition, for row: PredicateFacts.Row) -> Bool {
    switch condition {
    case .number(let comparison, let bound):
      guard let number = row.number else { return false }
      switch comparison {
      case .more: return number > bound
      case .less: return number < bound
      case .atLeast: return number >= bound
      case .atMost: return number <= bound
      }
    case .between(let low, let high): return row.number.map { (low...high).contains($0) } ?? false
    case .begins(let initial): return row.title.dropFirst().hasPrefix(initial)
    case .isKnown: return row.number != nil
    case .and(let a, let b): return holds(a, for: row) && holds(b, for: row)
    case .or(let a, let b): return holds(a, for: row) || holds(b, for: row)
    case .not(let inner): return !holds(inner, for: row)
    }
  }
}

/// Keys and normal forms by trying every set of attributes.
struct SchemaWay {
  let facts: SchemaFacts

  func closure(_ start: Set<String>) -> Set<String> {
    var known = start
    for _ in facts.attributes {
      for dependency in facts.dependencies where dependency.left.isSubset(of: known) {
        known.formUnion(dependency.right)
      }
    }
    return known
  }

  var subsets: [Set<String>] {
    facts.attributes.reduce([[]]) { sets, attribute in sets + sets.map { $0.union([attribute]) } }
  }

  func isSuperkey(_ set: Set<String>) -> Bool { closure(set).count == facts.attributes.count }

  var keys: Set<Set<String>> {
    let superkeys = subsets.filter(isSuperkey)
    return Set(superkeys.filter { set in !superkeys.contains { $0.isStrictSubset(of: set) } })
  }

  var normalForm: String {
    let keys = keys
    var broken: Set<Int> = []
    for set in subsets where !isSuperkey(set) {
      for attribute in closure(set).subtracting(set) {
        if keys.contains(where: { $0.contains(attribute) }) {
          broken.insert(4)
        } else {
          broken.insert(keys.contains { set.isStrictSubset(of: $0) } ? 2 : 3)
        }
      }
    }
    return broken.contains(2) ? "1NF" : broken.contains(3) ? "2NF" : broken.contains(4) ? "3NF" : "BCNF"
  }

  func problem(with key: AnswerKey) -> String? {
    switch (facts.question, key) {
    case (.closure(let start), .names(let names, _, _)): return SecondWay.difference(names, closure(start))
    case (.keys, .sets(let sets, _)): return SecondWay.difference(sets, keys)
    case (.normalForm, .choice(let word, _)): return SecondWay.difference([word], [normalForm])
    case (.violations, .names(let names, _, _)):
      let broken = facts.dependencies.indices.filter { !isSuperkey(facts.dependencies[$0].left) }
      return SecondWay.difference(names, Set(broken.map { String($0 + 1) }))
    case (.split(let left, let right), .choice(let word, _)):
      let shared = closure(left.intersection(right))
      let isLossless = left.isSubset(of: shared) || right.isSubset(of: shared)
      return SecondWay.difference([word], [isLossless ? "yes" : "no"])
    default: return "the answer has another form than the question"
    }
  }
}
