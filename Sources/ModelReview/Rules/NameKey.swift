import Diagnostics
import ObjectGraph

/// A uniqueness constraint over the names of people, of whom two may have the same.
package enum NameKey: ReviewRule {
  package static let page = RulePage(
    id: "nameKey", title: "a person's name is unique",
    why: """
      Two people may have the same name. With a uniqueness constraint over it, a save that has both fails with a conflict, or \
      the merge policy makes one object of the two.
      """,
    example: """
      entity Baby { firstName: String; born: Date?; unique firstName }
      """,
    fix: "if two may have the same name: let an identifier be unique in its place")

  /// Returns a question for each such constraint, and for Xcode models only.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    return subject.model.entities.flatMap { entity in
      entity.uniquenessConstraints.filter { isName($0, of: entity.name) }.map { constraint in
        Finding(
          page.id, .question, entity.name, constraint.joined(separator: ","), aspect: .unique,
          "\(entity.name) is unique by \(Listing.text(constraint)), and a save conflicts where two have the same; can two people "
            + "have the same name?",
          fix: "if so: let an attribute be unique that tells them apart, such as a UUID")
      }
    }
  }

  /// Whether a constraint has names of people alone. A user's name may be that of an account.
  static func isName(_ constraint: [String], of entity: String) -> Bool {
    let isPerson =
      Ownership.isPerson(entity) && !["account", "user"].contains(EnglishNouns.singular(Ownership.noun(entity)))
    return !constraint.isEmpty
      && constraint.allSatisfy { key in
        let words = ProposedNames.words(key).map { $0.lowercased() }
        return personal.contains(words.joined()) || isPerson && words == ["name"]
      }
  }

  /// The names of a person's parts of a name, in one word.
  static let personal: Set = [
    "familyname", "firstname", "forename", "fullname", "givenname", "lastname", "middlename", "surname",
  ]
}
