import Diagnostics
import ObjectGraph

/// A uniqueness constraint over a position in a list, although each owner has a list of its own.
package enum UniquePosition: ReviewRule {
  package static let page = RulePage(
    id: "uniquePosition", title: "a position in one owner's list is unique among all owners",
    why: """
      A constraint holds in the whole store. If a channel is unique by its index alone, the channel 0 of a second radio \
      is refused, or merged with that of the first one.
      """,
    example: """
      entity Radio { channels ->> Channel?, inverse radio }
      entity Channel {
        index: Integer32; radio -> Radio?, inverse channels; unique index
      }
      """,
    fix: "let an attribute that identifies the radio be unique together with the index")

  /// Returns findings for Xcode models only. A number is none of the words: an invoice has one of its own.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    return subject.model.entities.flatMap { entity -> [Finding] in
      let owner = entity.properties.compactMap(\.relationship).first { relationship in
        !relationship.isToMany && subject.index.inverse(of: relationship)?.relationship.isToMany == true
      }
      guard let owner else { return [] }
      return entity.uniquenessConstraints.compactMap { constraint -> Finding? in
        guard constraint.count == 1, ["index", "order", "position"].contains(constraint[0].lowercased()) else {
          return nil
        }
        return Finding(
          page.id, .warning, entity.name, constraint[0], aspect: .unique,
          "\(entity.name) is unique by \(constraint[0]) alone: \(DisplayText.withArticle(entity.name)) of another "
            + "\(owner.destination) cannot have the same",
          fix: "let an attribute that identifies the \(owner.destination) be unique together with \(constraint[0])")
      }
    }
  }
}
