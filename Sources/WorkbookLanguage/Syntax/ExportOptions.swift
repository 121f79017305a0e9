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
  /// `all`, for Swift: also the classes that are written by hand according to the model. For everything else: all versions
  /// of the model, in a file each.
  package var isOfAll: Bool { words.contains(.all) }

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
    case .model, .all: false
    case .swiftdata, .split: true
    }
  }

  /// The options that can be written, for a hint.
  static let list = {
    let (ofSwift, others) = (allCases.filter(\.isOfSwift), allCases.filter { !$0.isOfSwift })
    return Listing.text(others.map(\.statement)) + "; for Swift also " + Listing.text(ofSwift.map(\.statement))
  }()
}
