/// The subjects of generated exercises.
package enum DrillKind: String, CaseIterable, Sendable {
  case deleteRules = "delete-rules"
  case inverses
  case validation
  case keys
  case normalForms = "normal-forms"
  case predicates
  case fetchedProperties = "fetched-properties"
  case keyPaths = "key-paths"
  case manyToMany = "many-to-many"
  case undo

  /// The subject in a few words.
  package var summary: String {
    switch self {
    case .deleteRules: "the effects of a delete, and whether save accepts it"
    case .inverses: "the other ends of relationships after an assignment"
    case .validation: "the errors that save reports"
    case .keys: "closures and candidate keys"
    case .normalForms: "normal forms, violations and lossless splits"
    case .predicates: "a predicate for what a sentence says"
    case .fetchedProperties: "the objects that a fetched property finds"
    case .keyPaths: "the value of a key path"
    case .manyToMany: "the table of a many-to-many relationship"
    case .undo: "undo, redo and rollback"
    }
  }

  /// The chapter of the course that teaches the subject.
  package var chapter: Int {
    switch self {
    case .validation, .keyPaths: 3
    case .keys, .normalForms: 4
    case .predicates, .fetchedProperties: 5
    case .deleteRules: 9
    case .inverses, .undo: 10
    case .manyToMany: 11
    }
  }

  /// The kinds that belong to a chapter, in their usual order.
  package static func kinds(ofChapter chapter: Int) -> [DrillKind] { allCases.filter { $0.chapter == chapter } }
}
