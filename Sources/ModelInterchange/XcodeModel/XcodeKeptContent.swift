/// The parts of Xcode's models that a `ManagedObjectModel` has no place for. They stay in the document.
struct XcodeKeptContent: Hashable, Sendable {
  enum Part: String, CaseIterable, Sendable {
    case classNames = "class names"
    case codeGeneration = "code generation"
    case scalarTypes = "scalar types"
    case externalStorage = "external storage"
    case spotlight = "Spotlight"
    case fetchIndexes = "fetch indexes over several properties, expressions or in descending order"
    case compoundIndexes = "compound indexes"
    case fetchTuning = "batch sizes and faulting of fetch requests"
    case cloudKit = "CloudKit"
    case syncable = "what is not syncable"
    case preservation = "preservation after deletion"
    case layout = "the layout of the diagram"
  }

  private var parts: Set<Part> = []

  mutating func insert(_ part: Part) { parts.insert(part) }

  func contains(_ part: Part) -> Bool { parts.contains(part) }

  /// The parts that there are, in a fixed order.
  var words: [String] { Part.allCases.filter(parts.contains).map(\.rawValue) }
}
