import Diagnostics
import ObjectGraph

/// Cascade from what others are sorted by, or are done with: deleting a category deletes what is in it, deleting a contact
/// the payments that went there, and deleting a user the patients that the user has entered.
package enum LookupCascade: ReviewRule {
  package static let page = RulePage(
    id: "lookupCascade", title: "a cascade goes from a category to what is in it",
    why: """
      A category says something about the transactions in it. They are no parts of it, and whoever tidies up the \
      categories does not mean to delete what was spent. Deny keeps a category that is in use; nullify leaves the \
      transactions without one. So it is with the payments to a contact: they are wanted when the contact is gone.
      """,
    example: """
      entity Category {
        transactions ->> Transaction?, inverse category, delete cascade
      }
      entity Transaction {
        day: Date; amount: Decimal; category -> Category?, inverse transactions
      }
      """,
    fix: "if not: change Category.transactions, delete deny, or: delete nullify")

  private static let lookups: Set = [
    "category", "type", "kind", "genre", "tag", "currency", "country", "species", "breed",
  ]

  /// The people and things that the app's user deals with.
  private static let partners: Set = [
    "client", "contact", "customer", "device", "merchant", "payee", "person", "supplier", "vendor",
  ]

  /// Records that are kept for the books.
  private static let booked: Set = [
    "booking", "invoice", "order", "payment", "purchase", "receipt", "sale", "transaction",
  ]

  /// The names of the end that says which user of the app wrote a record. The record is about something else.
  private static let keepers: Set = [
    "addedBy", "createdBy", "creator", "editedBy", "enteredBy", "lastModifiedBy", "modifiedBy", "recordedBy",
    "registeredBy", "updatedBy", "uploadedBy",
  ]

  /// Returns a question for each, and for Xcode models only.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    return roles(in: subject)
      + subject.relationships.compactMap { entity, relationship in
        let noun = Ownership.noun(entity)
        guard relationship.deleteRule == .cascade, relationship.isToMany,
          let (member, back) = subject.index.inverse(of: relationship), !back.isToMany, member != entity,
          lookups.contains(noun) && isIndependent(member, of: noun, in: subject)
            || partners.contains(noun) && back.isOptional && booked.contains(Ownership.noun(member))
            || Ownership.isPerson(entity) && keepers.contains(back.name)
            || isLine(member, boughtFrom: entity)
        else { return nil }
        return Finding(
          page.id, .question, entity, relationship.name, aspect: .deleteRule,
          "deleting \(DisplayText.withArticle(entity)) deletes all of its \(relationship.name): is that meant?",
          fix: "if not: " + remedy(for: relationship, of: entity, leaving: back, in: subject))
      }
  }

  /// The records that two people have in different roles, and that go with either: the appointments of a customer and of a therapist, both
  /// of them users. One question for each pair of entities.
  private static func roles(in subject: ReviewSubject) -> [Finding] {
    var found: [Finding] = []
    for entity in subject.model.entities where Ownership.isPerson(entity.name) {
      var owning = entity.properties.compactMap(\.relationship).filter {
        LeftBehind.cascades($0, in: subject)
          && (subject.isNamedRecord($0.destination) || Ownership.noun($0.destination) == "settlement")
          && subject.index.inverse(of: $0)?.relationship.isOptional == true
      }
      while let first = owning.first {
        let roles = owning.filter { $0.destination == first.destination }
        owning.removeAll { $0.destination == first.destination }
        if roles.count > 1 { found.append(question(about: roles, of: entity.name, in: subject)) }
      }
    }
    return found
  }

  private static func question(
    about roles: [RelationshipDescription], of entity: String, in subject: ReviewSubject
  ) -> Finding {
    let remedies = roles.map { role in
      remedy(for: role, of: entity, leaving: subject.index.inverse(of: role)?.relationship ?? role, in: subject)
    }
    return Finding(
      page.id, .question, entity, roles[0].name, aspect: .deleteRule,
      determinant: roles.dropFirst().map { "\(entity).\($0.name)" }.joined(separator: ","),
      "deleting \(DisplayText.withArticle(entity)) deletes all of its \(Listing.all(roles.map(\.name))), and "
        + "\(DisplayText.withArticle(roles[0].destination)) has another \(entity) as well, who loses it: is that meant?",
      fix: "if not: " + remedies.joined(separator: ", and: "))
  }

  /// Whether objects are lines of what was bought or sold, by name, and their owner is none of it: the OrderItems of a product.
  private static func isLine(_ member: String, boughtFrom entity: String) -> Bool {
    let (words, own) = (Ownership.words(member), Ownership.words(entity))
    return words.count > 1 && ["item", "line", "position", "product"].contains(words.last ?? "")
      && !booked.isDisjoint(with: words.dropLast()) && booked.isDisjoint(with: own)
      && ["article", "book", "dish", "good", "item", "part", "product", "variant"].contains(Ownership.noun(entity))
  }

  /// The rules that the other rules of the review accept, in the order in which they keep what there is.
  private static func remedy(
    for relationship: RelationshipDescription, of entity: String, leaving back: RelationshipDescription,
    in subject: ReviewSubject
  ) -> String {
    let deny = NullifyRequired.mayDeny(relationship, of: entity, in: subject) ? ["delete deny"] : []
    let nullify = NullifyRequired.isRefused(leaving: back) ? [] : ["delete nullify"]
    let rules = partners.contains(Ownership.noun(entity)) ? nullify + deny : deny + nullify
    return rules.isEmpty
      ? "let the app ask before it deletes one that is in use"
      : "change \(entity).\(relationship.name), \(rules.joined(separator: ", or: "))"
  }

  /// Whether an entity means something without its category: an event with a day and an amount, or what has two lists of its
  /// own. A subcategory does not.
  private static func isIndependent(_ member: String, of noun: String, in subject: ReviewSubject) -> Bool {
    // A price means nothing without its type.
    guard !ProposedNames.words(member).contains(where: { $0.lowercased() == noun }),
      !["price", "rate"].contains(Ownership.noun(member))
    else { return false }
    let properties = subject.index.properties(of: member)
    return subject.isEvent(member) || properties.count { $0.relationship?.isToMany == true } > 1
  }
}
