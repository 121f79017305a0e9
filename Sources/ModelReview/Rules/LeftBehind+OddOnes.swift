import Diagnostics
import ObjectGraph

/// The one of many relationships of an owner that nullifies.
extension LeftBehind {
  /// Whether the owner's relationships of the same kind cascade, three or more for each that does not. What has parts of its
  /// own may well stay, and so may a person, and what one has made.
  static func isOdd(_ link: Link, in subject: ReviewSubject) -> Bool {
    guard link.back.deleteRule != .cascade, !isAuthored(link), !cascades(link.part, in: subject),
      !Ownership.isPerson(link.part)
    else { return false }
    let siblings = Self.siblings(of: link, in: subject)
    let cascading = siblings.count { $0.deleteRule == .cascade }
    return cascading >= 3 && cascading >= 3 * (siblings.count + 1 - cascading)
  }

  /// The owner's other relationships of the same kind: all its to-manys, or its one-to-ones.
  private static func siblings(of link: Link, in subject: ReviewSubject) -> [RelationshipDescription] {
    subject.index.properties(of: link.owner).compactMap(\.relationship).filter { sibling in
      sibling.name != link.relationship.name && sibling.isToMany == link.relationship.isToMany
        && (sibling.isToMany || subject.index.inverse(of: sibling).map { !$0.relationship.isToMany } == true)
    }
  }

  /// One question for each owner and kind of relationship.
  static func findings(odd links: [Link], in subject: ReviewSubject) -> [Finding] {
    let kinds = links.map { "\($0.owner) \($0.relationship.isToMany)" }
    return links.indices.filter { kinds.firstIndex(of: kinds[$0]) == $0 }.map { index in
      let first = links[index]
      let group = links.indices.filter { kinds[$0] == kinds[index] }.map { links[$0] }
      let names = group.map(\.name)
      let others = siblings(of: first, in: subject).filter { other in
        !group.contains { $0.relationship.name == other.name }
      }
      let cascading = others.count { $0.deleteRule == .cascade }
      let count = cascading == others.count ? "the \(cascading)" : "\(cascading) of the \(others.count)"
      return Finding(
        page.id, .question, first.owner, first.relationship.name, aspect: .deleteRule,
        determinant: names.dropFirst().joined(separator: ","),
        "\(Finding.listed(names)) \(names.count == 1 ? "nullifies" : "nullify"), and \(count) other "
          + "\(first.relationship.isToMany ? "to-many" : "one-to-one") relationships of \(first.owner) cascade; is the "
          + "difference meant?",
        fix: advice(group, "the objects", in: subject))
    }
  }
}

/// The branches of a tree.
extension LeftBehind {
  /// One question about the to-manys from an entity to itself that hold children by their names: without their parent, the subtasks of
  /// a task are tasks like any other. Nullify may be meant among categories and brands, and others keep directories and messages.
  static func trees(in subject: ReviewSubject) -> Finding? {
    let found = subject.relationships.filter { entity, relationship in
      let name = relationship.name.lowercased()
      return relationship.isToMany && relationship.deleteRule == .nullify && !Ownership.isLookup(entity)
        && !["brand", "directory", "message"].contains(EnglishNouns.singular(Ownership.noun(entity)))
        && subject.index.isKind(entity, of: relationship.destination)
        && ["child", "sub"].contains(where: name.hasPrefix)
        && subject.index.inverse(of: relationship).map { back in
          !back.relationship.isToMany && back.relationship.isOptional && back.relationship.deleteRule != .cascade
        } == true
    }
    guard let (entity, first) = found.first, let (_, back) = subject.index.inverse(of: first) else { return nil }
    let names = found.map { "\($0.entity).\($0.relationship.name)" }
    let mayDeny = found.allSatisfy { NullifyRequired.mayDeny($0.relationship, of: $0.entity, in: subject) }
    return Finding(
      page.id, .question, entity, first.name, aspect: .deleteRule,
      determinant: names.dropFirst().joined(separator: ","),
      (names.count == 1
        ? "deleting \(DisplayText.withArticle(entity)) leaves its \(first.name) with \(back.name) = nil, at the top of the tree"
        : "the objects of \(Finding.listed(names)) move to the top of the tree when their parent is deleted")
        + "; are they meant to stay?",
      fix: "if not, the delete rule or the code that deletes the parent can take them along"
        + (mayDeny ? ", or deny can keep a parent that has any" : ""))
  }
}
