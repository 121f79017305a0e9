import Support
import WorkbookLanguage

/// Makes drills about delete rules: a chain of owners, items and parts with random rules, and one delete.
enum DeletionMaker {
  static func draft(_ level: Int, _ random: inout SeededRandom) -> DrillDraft? {
    let domain = random.pick(DrillDomain.all)
    let facts = facts(of: domain, level, &random)
    let setup = statements(model: domain.model, facts)
    guard let before = Interpreter(running: setup), case var after = before.trial(),
      after.succeeds("delete \(facts.deleted)")
    else { return nil }
    let objects = facts.objects.map(\.name)
    let deleted = Set(objects.filter { after.isDeleted($0) })
    let delete = "`delete \(facts.deleted)`"
    let question: String
    let key: AnswerKey
    switch facts.question {
    case .deleted:
      let others = objects.filter { $0 != facts.deleted }
      question = "Which other objects does \(delete) mark as deleted?"
      key = .names(deleted.subtracting([facts.deleted]), among: others, noun: "object")
    case .unlinked:
      let staying = objects.filter { !deleted.contains($0) }
      let unlinked = staying.filter { name in
        facts.keys(of: name).contains { before.objectNames("\(name).\($0)") != after.objectNames("\(name).\($0)") }
      }
      question = "Which objects stay after \(delete), but lose a link?"
      key = .names(Set(unlinked), among: objects.filter { $0 != facts.deleted }, noun: "object")
    case .codes:
      question = "After \(delete), which error codes does `save` report?"
      key = .codes(after.codesOfSave())
    }
    return DrillDraft(
      setup: setup, question: question,
      prompt: facts.question == .codes ? "codes such as 1570, or none" : "names of objects, or none",
      trace: ["explain delete \(facts.deleted)"], key: key, facts: .deletion(facts))
  }

  private static func facts(of domain: DrillDomain, _ level: Int, _ random: inout SeededRandom) -> DeletionFacts {
    let rules = level == 1 ? ["nullify", "cascade"] : ["nullify", "cascade", "cascade", "deny"]
    var pairs = [(domain.owner, domain.item)]
    if level >= 2 { pairs.append((domain.item, domain.part)) }
    if level >= 4 { pairs.append((domain.owner, domain.helper)) }
    let ownerships = pairs.map { owner, member in
      OwnershipFacts(
        owner: owner, member: member, ownerRule: random.pick(rules),
        memberRule: level >= 5 && random.chance(25) ? "cascade" : "nullify",
        isRequired: level >= 2 && random.chance(40))
    }
    // The objects: fewer at the lower levels.
    var names: [String: [String]] = [domain.owner.entity: random.some(2, of: domain.owner.names)]
    var links: [LinkFacts] = []
    for (place, ownership) in ownerships.enumerated() {
      let members = random.some(level >= 3 ? 4 : 3, of: ownership.member.names)
      names[ownership.member.entity] = members
      let owners = names[ownership.owner.entity] ?? []
      for member in members where ownership.isRequired || random.chance(85) {
        links.append(LinkFacts(ownership: place, owner: random.pick(owners), member: member))
      }
    }
    let question = random.pick(level == 1 ? [.deleted, .unlinked] : DeletionFacts.Question.allCases)
    var facts = DeletionFacts(ownerships: ownerships, names: names, links: links, deleted: "", question: question)
    let candidates = level >= 5 ? facts.objects.map(\.name) : names[domain.owner.entity] ?? []
    facts.deleted = random.pick(level == 1 || random.chance(70) ? names[domain.owner.entity] ?? [] : candidates)
    return facts
  }

  private static func statements(model: String, _ facts: DeletionFacts) -> [String] {
    var lines = ["model \(model)"]
    for noun in facts.nouns {
      var members = ["name: String"]
      for ownership in facts.ownerships {
        if ownership.owner == noun {
          members.append(
            "\(ownership.manyKey) ->> \(ownership.member.entity)?, inverse \(ownership.oneKey), delete \(ownership.ownerRule)"
          )
        }
        if ownership.member == noun {
          let type = ownership.owner.entity + (ownership.isRequired ? "" : "?")
          members.append(
            "\(ownership.oneKey) -> \(type), inverse \(ownership.manyKey), delete \(ownership.memberRule)")
        }
      }
      lines.append("entity \(noun.entity) {\n  " + members.joined(separator: "\n  ") + "\n}")
    }
    for (name, noun) in facts.objects {
      let values = facts.links.filter { $0.member == name }.map {
        ", \(facts.ownerships[$0.ownership].oneKey): \($0.owner)"
      }
      lines.append("let \(name) = \(noun.entity)(name: \(DrillNoun.title(name))\(values.joined()))")
    }
    return lines + ["save"]
  }
}

extension DeletionFacts {
  /// The entities, owners before what they own.
  var nouns: [DrillNoun] { ownerships.isEmpty ? [] : [ownerships[0].owner] + ownerships.map(\.member) }

  /// The objects, owners before what they own.
  var objects: [(name: String, noun: DrillNoun)] {
    nouns.flatMap { noun in (names[noun.entity] ?? []).map { ($0, noun) } }
  }

  /// The keys of an object's relationships.
  func keys(of name: String) -> [String] {
    guard let noun = objects.first(where: { $0.name == name })?.noun else { return [] }
    return ownerships.flatMap {
      ($0.owner == noun ? [$0.manyKey] : []) + ($0.member == noun ? [$0.oneKey] : [])
    }
  }
}
