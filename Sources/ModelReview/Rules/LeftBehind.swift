import Diagnostics
import ObjectGraph

/// Objects that stay in the store without the one object that they belong to, as nullify only takes the link away.
package enum LeftBehind: ReviewRule {
  package static let page = RulePage(
    id: "leftBehind", title: "nullify leaves objects without their owner",
    why: """
      Nullify takes the link away and keeps the object. A step without its recipe is shown nowhere and stays in the store \
      for good; a measured value may well outlive the sensor that measured it. The model does not say which of the two is \
      meant. Where the same relationship of a similar entity cascades, this one was probably forgotten.
      """,
    example: """
      entity Recipe { steps ->> Step?, inverse recipe }
      entity Step { recipe -> Recipe?, inverse steps }
      """,
    fix:
      "if the objects should go too, let the delete rule or the code that deletes the owner take them along; if the owner "
      + "should stay while it has any, let the rule deny")

  /// A relationship that nullifies and could own what it leads to.
  struct Link {
    let owner: String
    let relationship: RelationshipDescription
    let part: String
    /// The part's end.
    let back: RelationshipDescription
    /// The part's other relationships.
    let others: [RelationshipDescription]

    var name: String { "\(owner).\(relationship.name)" }

    /// nil if another rule applies, or if objects of the part require an owner or can have several.
    init?(_ relationship: RelationshipDescription, of owner: String, in subject: ReviewSubject) {
      guard relationship.deleteRule == .nullify, let (part, back) = subject.index.inverse(of: relationship),
        !back.isToMany, back.isOptional, part != owner
      else { return nil }
      self.owner = owner
      self.relationship = relationship
      self.part = part
      self.back = back
      others = subject.index.properties(of: part).compactMap(\.relationship).filter { $0.name != back.name }
    }
  }

  /// Returns a question about the objects that may be parts, one about those that similar entities treat as parts, and one
  /// about those next to which the owner cascades; for Xcode models only.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    let links = subject.relationships.compactMap { Link($0.relationship, of: $0.entity, in: subject) }
      .filter { !isOwner($0, in: subject) && !isPointer($0) && !isMembership($0) && !isMutual($0) }
    // The one of many that nullifies is the odd one, and not the other end's.
    let odds = Set(links.filter { isOdd($0, in: subject) }.map { "\($0.part).\($0.back.name)" })
    let twins = links.filter { !odds.contains($0.name) }.compactMap { link in
      Self.twins(of: link, in: subject).map { (link: link, twins: $0) }
    }
    // The other end of a part's one-to-one relationship owns nothing.
    let settled = Set(twins.flatMap { [$0.link.name, "\($0.link.part).\($0.link.back.name)"] })
    let halves = HalfLink.links(in: subject)
    let open = links.filter {
      !settled.contains($0.name) && !halves.contains($0.part) && !isShared($0.part, in: subject)
        && !isOwnedElsewhere($0, in: subject)
    }
    let odd = open.filter { isOdd($0, in: subject) }
    let possible = open.filter { link in
      (isNamedPart(link, in: subject) || isPossiblePart(link, in: subject)) && !odd.contains { $0.name == link.name }
    }
    // If both ends of a one-to-one relationship could be the owner, the one with more of these is.
    let parts = possible.filter { link in
      !possible.contains { $0.name == "\(link.part).\(link.back.name)" }
        || pairs(of: link.owner, in: subject) > pairs(of: link.part, in: subject)
    }
    // The parts of a part, which may lead to what others share.
    let inner = open.filter { link in
      parts.contains { $0.part == link.owner } && !parts.contains { $0.name == link.name } && isInner(link, in: subject)
    }
    return [finding(parts + inner, in: subject)].compactMap(\.self) + findings(odd: odd, in: subject)
      + [
        finding(twins, in: subject), finding(annotations: links.filter { !settled.contains($0.name) }, in: subject),
        trees(in: subject),
      ]
      .compactMap(\.self)
  }

  /// The number of an entity's one-to-one relationships.
  private static func pairs(of entity: String, in subject: ReviewSubject) -> Int {
    subject.index.properties(of: entity).compactMap(\.relationship).count {
      !$0.isToMany && subject.index.inverse(of: $0)?.relationship.isToMany == false
    }
  }

  /// One finding for all; nil if there are none. It begins with the to-many that leads to the entity with the most attributes:
  /// that one is most likely a part.
  private static func finding(_ links: [Link], in subject: ReviewSubject) -> Finding? {
    func weight(_ link: Link) -> Int {
      link.relationship.isToMany ? 1 + subject.index.properties(of: link.part).compactMap(\.attribute).count : 0
    }
    guard let first = links.max(by: { weight($0) < weight($1) }) else { return nil }
    let names = [first.name] + links.map(\.name).filter { $0 != first.name }
    let isOne = links.count == 1
    let isLost = links.allSatisfy { isUnreachable($0, in: subject) }
    let (pronoun, question) =
      isOne && !first.relationship.isToMany ? ("it", "is it meant to stay?") : ("them", "are they meant to stay?")
    let message =
      isOne
      ? "deleting \(DisplayText.withArticle(first.owner)) leaves its \(first.relationship.name) with \(first.back.name) = nil"
      : "the objects of \(Finding.listed(names)) stay without their owner when it is deleted"
    return Finding(
      page.id, .question, first.owner, first.relationship.name, aspect: .deleteRule,
      determinant: names.dropFirst().joined(separator: ","),
      message + (isLost ? ", and no other relationship leads to \(pronoun)" : "") + "; \(question)",
      fix: advice(links, pronoun, in: subject))
  }

  /// The advice, without a statement to type: a cascade that is not meant deletes what the app needs. The other answer is to
  /// keep the owner.
  static func advice(_ links: [Link], _ pronoun: String, in subject: ReviewSubject) -> String {
    let rule = links.count == 1 ? "the delete rule of \(links[0].name)" : "the delete rule"
    let owner = links.count == 1 ? DisplayText.withArticle(links[0].owner) : "an owner"
    let mayDeny = links.allSatisfy { NullifyRequired.mayDeny($0.relationship, of: $0.owner, in: subject) }
    let holding = links.allSatisfy { !$0.relationship.isToMany } ? "one" : "any"
    return "if not, \(rule) or the code that deletes the owner can take \(pronoun) along"
      + (mayDeny ? ", or deny can keep \(owner) that has \(holding)" : "")
  }
}
