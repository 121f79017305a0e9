import ObjectGraph

/// `compare model "mine.graph" with "theirs.graph"`.
package struct ModelComparison: Sendable {
  package var first: String
  package var second: String
  /// The differences of the second model, a line each, in the words of `ModelDifference`.
  package var changes: [String]
  /// How they behave; nil when they say the same.
  package var finding: BehaviorFinding?
}

/// `import "League.graph"`: the names of what came into the model.
package struct ImportedModel: Hashable, Sendable {
  package var path: String
  package var entities: [String]
  /// Composites, templates and configurations.
  package var parts: [String]
  /// How many objects the file makes as well; they are left out.
  package var objectCount: Int
}

/// `export "league.svg"`: what was written where.
package struct Export: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// The model as a picture, for a browser.
    case picture
    /// The model as a picture in Graphviz's language.
    case graphviz
    /// The model as a picture in Mermaid's language.
    case mermaid
    /// The tables of a SQLite store.
    case tables
    /// The model as statements of the workbook.
    case source
  }

  package var path: String
  package var content: Content
  /// A file of this name was there before.
  package var isReplacement: Bool
  /// How many objects were written with the model; nil where objects were not.
  package var objectCount: Int?
  /// The things that the file omits, a line each.
  package var losses: [String] = []
}
