import ModelInterchange
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
  /// The names of the versions of an Xcode model that came in, if there are several.
  package var versions: [String] = []
  /// The current one of them.
  package var currentVersion: String?
  /// The things that stay in the file because a model has no place for them, in words.
  package var kept: [String] = []
  /// The pairs of relationships that SwiftData infers to be inverse.
  package var inferred: [String] = []
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
    /// The model for Xcode: the names of the versions that were written, none if nothing differed.
    case xcode(versions: [String])
    /// Classes in Swift: how many, and for which framework.
    case swift(SwiftExport)
  }

  /// The classes that were written.
  package struct SwiftExport: Hashable, Sendable {
    /// How many there are.
    package var classCount: Int
    /// Whether they have `@Model` and are not subclasses of `NSManagedObject`.
    package var isSwiftData: Bool
    /// The files, if they are several.
    package var fileCount: Int?
  }

  /// The content of a file with each ending. Models for Xcode are written in another way.
  static let contents: [(ending: String, content: Content)] = [
    ("svg", .picture), ("dot", .graphviz), ("mmd", .mermaid), ("sql", .tables), (ModelFile.statementsEnding, .source),
  ]

  /// The endings of the files that can be written.
  package static let endings =
    contents.map(\.ending) + [swiftEnding] + [XcodeModelBundle.Form.versions.ending].compactMap(\.self)
  static let swiftEnding = "swift"

  package var path: String
  package var content: Content
  /// A file of this name was there before.
  package var isReplacement: Bool
  /// How many objects were written with the model; nil where objects were not.
  package var objectCount: Int?
  /// The things that the file omits, a line each.
  package var losses: [String] = []
  /// The versions of the model, if each was written to a file of its own in the folder `path`.
  package var versions: [String] = []
  /// The current one of them.
  package var currentVersion: String?
}

extension Outcome.Result {
  /// The model that came from a file, if the statement was an import.
  package var imported: ImportedModel? { if case .imported(let model) = self { model } else { nil } }
}
