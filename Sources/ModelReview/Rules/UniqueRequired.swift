import Diagnostics
import ObjectGraph
import Predicates

/// A required to-one relationship to an entity with a uniqueness constraint: Xcode does not compile such a model.
package enum UniqueRequired: ReviewRule {
  package static let page = RulePage(
    id: "uniqueRequired", title: "a required to-one relationship leads to an entity that is unique",
    why: """
      When two objects have the same unique values, Core Data may delete one of them, and an object that requires it \
      would be left without. So Xcode does not compile a model in which the inverse of an entity's relationship is \
      to-one and required, and the entity has a uniqueness constraint, its own or inherited.
      """,
    example: """
      entity User { email: String; roles ->> Role?, inverse user; unique email }
      entity Role { label: String; user -> User, inverse roles }
      """,
    fix: "let the relationship be optional and demand it by a rule, or leave out the constraint")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.index.uniqueDestinations().map { found in
      let isRefused = found.standing == .refused
      return Finding(
        page.id, isRefused ? .error : .question, found.entity, found.relationship, aspect: .optional,
        found.message + (isRefused ? "" : "; does it build?"), fix: (isRefused ? "" : "if not: ") + found.fix)
    }
  }
}

extension UniqueDestination {
  /// One line, lower case, no full stop.
  package var message: String {
    let leads = "\(name) is required and leads to \(destination)"
    return switch standing {
    case .refused: "\(leads), which is unique by \(keys): Xcode does not compile this"
    case .withoutInverse:
      "\(leads), which is unique by \(keys): Xcode does not compile this with an inverse; without one, we do not know"
    case .inheritedOneToOne:
      "\(leads), which inherits unique \(keys): Xcode refuses most models like this, but is known to compile a one-to-one"
    case .inSubentity:
      "\(leads), whose sub-entity \(owner) is unique by \(keys): whether Xcode compiles this is not known"
    }
  }

  /// The statements to type.
  package var fix: String {
    let drop = isOnlyConstraint ? ", or: change \(owner), no unique \(keys)" : ""
    let rule = "change \(entity), rule \"\(demand.name)\": \(demand.predicate)"
    return "change \(name), optional, and: \(rule)\(drop)"
  }

  /// Demands in a rule what the relationship no longer does: `rule "has a user": user != nil`.
  package var demand: ValidationRule {
    let key = Expression(.key(Expression(.candidate), relationship))
    return ValidationRule(
      "has \(DisplayText.withArticle(relationship))",
      Predicate(.comparison(.init(key, .notEqual, Expression(.constant(.null))))))
  }

  private var keys: String { constraint.joined(separator: ", ") }
}
