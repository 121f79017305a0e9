/// The subjects of generated exercises.
package enum DrillKind: String, CaseIterable, Sendable {
  case deleteRules = "delete-rules"
  case inverses
  case validation
  case keys
  case normalForms = "normal-forms"
  case predicates

  /// The subject in a few words.
  package var summary: String {
    switch self {
    case .deleteRules: "the effects of a delete, and whether save accepts it"
    case .inverses: "the other ends of relationships after an assignment"
    case .validation: "the errors that save reports"
    case .keys: "closures and candidate keys"
    case .normalForms: "normal forms, violations and lossless splits"
    case .predicates: "a predicate for what a sentence says"
    }
  }

  /// The chapter of the course that teaches the subject.
  package var chapter: Int {
    switch self {
    case .validation: 3
    case .keys, .normalForms: 4
    case .predicates: 5
    case .deleteRules: 9
    case .inverses: 10
    }
  }

  /// The kinds that belong to a chapter, in their usual order.
  package static func kinds(ofChapter chapter: Int) -> [DrillKind] { allCases.filter { $0.chapter == chapter } }
}
