import Diagnostics
import ObjectGraph

/// A relationship without an inverse: the graph cannot keep both ends in step.
///
/// Xcode's compiler has one line for it, `Player.team should have an inverse`.
package enum MissingInverse: ReviewRule {
  package static let page = RulePage(
    id: "missingInverse", title: "a relationship has no inverse",
    why: """
      With an inverse, setting one end sets the other. Without one, the object at the other end does not know \
      about the link and is not marked as changed, and deleting it leaves a dangling link.
      """,
    example: """
      entity Team { name: String }
      entity Player { team -> Team? }
      """,
    fix: "give it one: Player.team <<--> Team.players")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    // A relationship that another one names, perhaps misspelt, as its inverse gets its inverse when that is mended.
    let meant = Set(
      subject.problems.compactMap { problem in
        if case .inverseNotMutual(let name, _, _, let destination, nil) = problem { return "\(destination).\(name)" }
        return problem.meantInverse(in: subject.index).map { "\($0.destination).\($0.meant)" }
      })
    // One set of names for all lines, so that all can be typed.
    var names = ProposedNames(subject.index)
    let all = subject.relationships.filter { entity, relationship in
      // A destination that does not exist is the finding.
      relationship.inverse == nil && !meant.contains("\(entity).\(relationship.name)")
        && subject.index.places[relationship.destination] != nil
    }
    func need(_ names: String...) -> String {
      names.lazy.compactMap { subject.uniqueNeeds[$0] }.first.map {
        "; \($0.destination) is unique by \($0.keys), so Xcode compiles \($0.name) with an inverse only if it is optional"
      } ?? ""
    }
    var findings: [Finding] = []
    var owning: [(name: String, finding: Finding)] = []
    var values: [(name: String, finding: Finding)] = []
    var paired: Set<String> = []
    for (entity, relationship) in all {
      let name = "\(entity).\(relationship.name)"
      if paired.contains(name) { continue }
      let refusal = subject.mirroredEntities.contains(entity) ? ", and CloudKit refuses it" : ""
      let proposal = InverseProposal(relationship, of: entity, in: subject)
      if let back = counterpart(of: relationship, from: entity, in: subject) {
        let other = "\(relationship.destination).\(back.name)"
        paired.insert(other)
        findings.append(
          Finding(
            page.id, .warning, entity, relationship.name, aspect: .inverse, determinant: other,
            "\(name) and \(other) lead to each other, and neither is the other's inverse\(refusal)"
              + need(name, other),
            fix: proposal.lines(pairingWith: back, if: "each has one other at most", &names)
              .alongRules(of: [(name, relationship), (other, back)])))
        continue
      }
      if let pair = proposal.pair, isOneThing(relationship, of: entity, pair.back, in: subject) {
        let other = "\(relationship.destination).\(pair.back.name)"
        paired.insert(other)
        let ends = [(name, relationship), (other, pair.back)]
        let resting = ends.filter { $0.1.deleteRule == .noAction }.map(\.0)
        findings.append(
          Finding(
            page.id, .warning, entity, relationship.name, aspect: .inverse, determinant: other,
            "\(name) and \(other) lead to each other, and neither is the other's inverse\(refusal)" + need(name, other)
              + (resting.isEmpty ? "" : "; the rule of \(Listing.text(resting)) is no action"),
            fix: (pair.isCertain
              ? proposal.line(&names) : proposal.lines(pairingWith: pair.back, if: "the two say the same", &names))
              .alongRules(of: ends)))
        continue
      }
      // A to-many without an inverse has its column in the destination's table: 34 stores that Core Data wrote.
      let loss =
        relationship.isToMany
        ? "a SQLite store keeps one \(entity) for each \(relationship.destination), and any other link is gone "
          + "after the next launch"
        : "the graph cannot keep both ends in step"
      let partner = InverseProposal.partner(of: relationship, from: entity, in: subject.index)
      let ends = [(name, relationship)] + (partner.map { [("\(relationship.destination).\($0.name)", $0)] } ?? [])
      let sharing = Self.sharing(of: relationship, from: entity, in: subject)
      let finding = Finding(
        page.id, .warning, entity, relationship.name, aspect: .inverse,
        (sharing.isEmpty
          ? "\(name) should have an inverse"
          : "deleting \(DisplayText.withArticle(entity)) deletes its \(relationship.name), "
            + (relationship.isToMany ? "which may be in " : "to which ")
            + Listing.alternatives(Array(sharing.prefix(3)))
            + (relationship.isToMany ? " too" : " may lead too") + "; \(name) should have an inverse")
          + ": without one \(loss)\(refusal)"
          + need(name, partner.map { "\(relationship.destination).\($0.name)" } ?? "")
          + (relationship.deleteRule == .noAction ? "; its rule is no action" : ""),
        fix: (sharing.isEmpty ? "" : "change \(name), delete nullify, and: ")
          + proposal.line(&names, isShared: !sharing.isEmpty).alongRules(of: ends)
          + (mayOwn(relationship, of: entity, in: subject)
            ? "; delete cascade if \(DisplayText.withArticle(relationship.destination)) means nothing without its \(entity)"
            : ""))
      // An object that goes with its owner is seldom deleted alone.
      let isOwned = relationship.deleteRule == .cascade && !relationship.isToMany
      if isOwned, refusal.isEmpty, sharing.isEmpty, !subject.sharedMembers.contains(name), !proposal.isPairing {
        owning.append((name, finding))
      } else if refusal.isEmpty, holdsValue(relationship, in: subject) {
        values.append((name, finding))
      } else {
        findings.append(finding)
      }
    }
    return findings + grouped(owning) + asked(values)
  }

  /// Whether the two ends of a pair are one finding: in the workbook, the reader is told of each end, and a cascade that takes from
  /// others what they hold is another finding.
  private static func isOneThing(
    _ relationship: RelationshipDescription, of entity: String, _ back: RelationshipDescription,
    in subject: ReviewSubject
  ) -> Bool {
    subject.options.contains(.xcode) && sharing(of: relationship, from: entity, in: subject).isEmpty
      && sharing(of: back, from: relationship.destination, in: subject).isEmpty
  }

  /// The relationships of other entities from which a cascade takes something away. One that cascades as well is none: each of the
  /// two owns its objects. To-ones without an inverse share what they lead to, except for values: no two messages have the same
  /// image.
  private static func sharing(
    of relationship: RelationshipDescription, from entity: String, in subject: ReviewSubject
  ) -> [String] {
    guard relationship.deleteRule == .cascade else { return [] }
    let isValue = LeftBehind.isValue(Ownership.words(relationship.destination).last ?? "")
    return subject.relationships.compactMap { owner, other in
      let back = subject.index.inverse(of: other)?.relationship
      let isAnother = !subject.index.isKind(owner, of: entity) && owner != relationship.destination
      let isOwner = other.deleteRule == .cascade && back?.isToMany != true
      let holds = other.isToMany || !relationship.isToMany && back == nil && !isValue
      return isAnother && !isOwner && holds && other.destination == relationship.destination
        ? "\(owner).\(other.name)" : nil
    }
  }

  /// Whether the objects of a to-many of an Xcode model may be parts: nothing else leads to them, and the rule leaves them.
  private static func mayOwn(
    _ relationship: RelationshipDescription, of entity: String, in subject: ReviewSubject
  ) -> Bool {
    let part = relationship.destination
    return subject.options.contains(.xcode) && relationship.isToMany && relationship.deleteRule == .nullify
      && part != entity
      && !Ownership.isPerson(part) && !Ownership.isLookup(part) && !SingleMember.isShared(part)
      && subject.relationships.count(where: { _, other in
        subject.index.isKind(part, of: other.destination) || subject.index.isKind(other.destination, of: part)
      }) == 1
  }

  /// Whether a to-one of an Xcode model leads to what may never be deleted: colours, icons and other values that come with the
  /// app. Such an entity has no relationships, and none to it is to-many or cascades.
  private static func holdsValue(_ relationship: RelationshipDescription, in subject: ReviewSubject) -> Bool {
    let index = subject.index
    guard subject.options.contains(.xcode), !relationship.isToMany, relationship.deleteRule != .cascade,
      !Naming.isNamedForMany(relationship, in: subject),
      !index.properties(of: relationship.destination).contains(where: { $0.relationship != nil })
    else { return false }
    func isOne(_ entity: String) -> Bool {
      index.isKind(entity, of: relationship.destination) || index.isKind(relationship.destination, of: entity)
    }
    return subject.relationships.allSatisfy { entity, other in
      !isOne(entity) && !(isOne(other.destination) && (other.isToMany || other.deleteRule == .cascade))
    }
  }

  /// One question for all to-ones that lead to values.
  private static func asked(_ values: [(name: String, finding: Finding)]) -> [Finding] {
    guard var first = values.first?.finding else { return [] }
    let names = values.map(\.name)
    first.severity = .question
    first.determinant = names.dropFirst().joined(separator: ",")
    first.message =
      "\(Listing.text(names)) \(names.count == 1 ? "has" : "have") no inverse: an object that is deleted leaves a link to "
      + "nowhere, and one that is replaced stays; does either happen?"
    first.fix = "if so: " + values.prefix(Listing.limit).map(\.finding.fix).joined(separator: ", and: ")
    return [first]
  }

  /// One note for all to-ones that own what they lead to.
  private static func grouped(_ owning: [(name: String, finding: Finding)]) -> [Finding] {
    guard var first = owning.first?.finding else { return [] }
    let names = owning.map(\.name)
    first.severity = .note
    first.determinant = names.dropFirst().joined(separator: ",")
    first.message =
      (names.count == 1
        ? "\(names[0]) cascades and has no inverse"
        : "\(Listing.text(names)) cascade and have no inverse")
      + ": an object that is deleted alone leaves a dangling link"
    return [first]
  }

  /// The other end of a pair of to-ones, unless the objects show that several share one.
  private static func counterpart(
    of relationship: RelationshipDescription, from entity: String, in subject: ReviewSubject
  ) -> RelationshipDescription? {
    guard let back = InverseProposal.counterpart(of: relationship, from: entity, in: subject.index) else { return nil }
    let ends = ["\(entity).\(relationship.name)", "\(relationship.destination).\(back.name)"]
    return subject.sharedMembers.isDisjoint(with: ends) ? back : nil
  }

  /// Returns the relationships without an inverse in which two objects have a member in common, as `Player.clubs`, or in
  /// which a member leads back to another object than the one that has it: their inverse has to be to-many. O(links of
  /// these).
  static func sharedMembers(in context: ManagedObjectContext, of relations: [EntityRelation]) throws -> Set<String> {
    let index = ModelIndex(context.model)
    var shared: Set<String> = []
    for relation in relations {
      for relationship in index.entity(relation.entity)?.properties.compactMap(\.relationship) ?? []
      where relationship.inverse == nil {
        let back = InverseProposal.partner(of: relationship, from: relation.entity, in: index)
        var holders: [ManagedObjectID: ManagedObjectID] = [:]
        func isTaken(_ member: ManagedObjectID, by holder: ManagedObjectID) -> Bool {
          let known = holders[member]
          if known == nil { holders[member] = holder }
          return known != nil && known != holder
        }
        var isShared = false
        for (count, object) in relation.objects.enumerated() where !isShared {
          try context.cancellation.check(at: count)
          let members = try context.value(of: object, forKey: relationship.name).objectIDs ?? []
          isShared = members.contains { isTaken($0, by: object) }
        }
        if let back, let other = relations.first(where: { $0.entity == relationship.destination }) {
          for (count, member) in other.objects.enumerated() where !isShared {
            try context.cancellation.check(at: count)
            let objects = try context.value(of: member, forKey: back.name).objectIDs ?? []
            isShared = objects.contains { isTaken(member, by: $0) }
          }
        }
        if isShared { shared.insert("\(relation.entity).\(relationship.name)") }
      }
    }
    return shared
  }
}

extension String {
  /// The proposal with a rule for each end that has none: with an inverse, no action would leave links to nowhere.
  fileprivate func alongRules(of ends: [(name: String, relationship: RelationshipDescription)]) -> String {
    let rules = ends.filter { $0.relationship.deleteRule == .noAction }
      .map { ", and: change \($0.name), delete nullify" }.joined()
    return replacing(", or: ", with: rules + ", or: ").replacing("; if not: ", with: rules + "; if not: ") + rules
  }
}
