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
        "\(Listing.text(names)) \(names.count == 1 ? "nullifies" : "nullify"), and \(count) other "
          + "\(first.relationship.isToMany ? "to-many" : "one-to-one") relationships of \(first.owner) cascade; is the "
          + "difference meant?",
        fix: advice(group, "the objects", in: subject))
    }
  }
}
