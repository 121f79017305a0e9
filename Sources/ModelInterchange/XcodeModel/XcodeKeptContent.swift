/// The parts of Xcode's models that a `ManagedObjectModel` has no place for. They stay in the document.
struct XcodeKeptContent: Hashable, Sendable {
  enum Part: String, CaseIterable, Sendable {
    case truthFile = "separate files with copies of attributes for Spotlight"
    case spotlightNames = "display names in Spotlight"
    case fetchIndexes = "fetch indexes over expressions"
    case encryption = "encryption in CloudKit"
    case fetchTuning = "batch sizes and faulting of fetch requests"
    case cloudKit = "CloudKit"
    case preservation = "preservation after deletion"
    case language = "Objective-C as the language of its classes"
  }

  private var parts: Set<Part> = []

  mutating func insert(_ part: Part) { parts.insert(part) }

  func contains(_ part: Part) -> Bool { parts.contains(part) }

  /// The parts that there are, in a fixed order.
  var words: [String] { Part.allCases.filter(parts.contains).map(\.rawValue) }
}
