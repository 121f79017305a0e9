import Diagnostics
import Predicates

/// The options of an `export`.
package struct ExportOptions: Hashable, Sendable {
  package var words: Set<ExportOptionWord> = []
  /// The place of the first option that only Swift takes.
  package var firstOfSwift: SourceRange?

  package init() {}

  /// `model only`: a `.graph` file without objects.
  package var isModelOnly: Bool { words.contains(.model) }
  /// `swiftdata`: classes with `@Model` instead of subclasses of `NSManagedObject`.
  package var isSwiftData: Bool { words.contains(.swiftdata) }
  /// `split`: Swift source in one file for each entity, into a folder.
  package var isSplit: Bool { words.contains(.split) }
  /// `all`: also the classes that are written by hand according to the model.
  package var includesHandwritten: Bool { words.contains(.all) }

  package static func == (left: ExportOptions, right: ExportOptions) -> Bool { left.words == right.words }
  package func hash(into hasher: inout Hasher) { hasher.combine(words) }
}

/// The word that begins an option of `export`, after a comma.
package enum ExportOptionWord: String, CaseIterable, Sendable {
  /// `model only`.
  case model
  case swiftdata, split, all

  /// The option as it is written.
  package var statement: String { self == .model ? "model only" : rawValue }

  /// Whether only a file of Swift takes it.
  var isOfSwift: Bool {
    switch self {
    case .model: false
    case .swiftdata, .split, .all: true
    }
  }

  static let ofSwift = allCases.filter(\.isOfSwift).map(\.rawValue)
}
