/// The subjects of generated exercises, in the order in which the course teaches them.
package enum DrillKind: String, CaseIterable, Sendable {
  case fetches
  case inverses
  case manyToMany = "many-to-many"
  case keys
  case normalForms = "normal-forms"
  case predicates
  case fetchedProperties = "fetched-properties"
  case keyPaths = "key-paths"
  case validation
  case deleteRules = "delete-rules"
  case undo

  /// The subject in a few words.
  package var summary: String {
    switch self {
    case .fetches: "the objects that a fetch finds, in an order and up to a limit"
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

  /// The chapter of the course that teaches what the first level asks.
  package var chapter: Int {
    switch self {
    case .fetches: 1
    case .inverses, .manyToMany: 3
    case .keys, .normalForms: 4
    case .predicates, .fetchedProperties, .keyPaths: 5
    case .validation: 7
    case .deleteRules: 9
    case .undo: 10
    }
  }

  /// The kinds that belong to a chapter, in their usual order.
  package static func kinds(ofChapter chapter: Int) -> [DrillKind] { allCases.filter { $0.chapter == chapter } }
}
