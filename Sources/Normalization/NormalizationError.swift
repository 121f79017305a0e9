/// The reason why an algorithm cannot run, or a schema cannot be made; ``description`` says it in words.
public enum NormalizationError: Error, Hashable, Sendable {
  /// The task would take more steps than its budget.
  case budgetExceeded(task: NormalizationTask, steps: Int)
  /// An attribute is listed twice.
  case duplicateAttribute(String)
  /// A dependency names an attribute that the schema lacks. `dependency` counts from 0 among those of its kind.
  case unknownAttribute(String, in: DependencyPlace)
  /// A dependency's position is not one of the schema's.
  case positionOutOfRange(Int, in: DependencyPlace)
  /// The components of a join dependency leave these attributes out.
  case incompleteJoinDependency(missing: [String], index: Int)
  /// A row of a table has another number of values than there are columns.
  case raggedRow(index: Int, values: Int, columns: Int)
  /// The budget's question was answered with yes: the caller wants to stop.
  case cancelled
}

/// A dependency of a schema: the `index`-th of its kind, from 0.
public struct DependencyPlace: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    case functional, multivalued, join
  }

  public var kind: Kind
  public var index: Int

  public init(_ kind: Kind, _ index: Int) {
    self.kind = kind
    self.index = index
  }
}

/// The task an algorithm was doing when its budget ran out.
public enum NormalizationTask: String, Hashable, Sendable {
  case closure = "the closure"
  case candidateKeys = "all candidate keys"
  case minimalDependencies = "all minimal dependencies"
  case minimalCover = "the minimal cover"
  case normalForm = "the normal form"
  case decomposition = "the decomposition"
  case preservation = "the dependencies that are lost"
  case chase = "the chase"
  case armstrongRelation = "the sample data"
  case functionalDiscovery = "the dependencies of the table"
  case uniqueDiscovery = "the unique columns of the table"
  case multivaluedDiscovery = "the multivalued dependencies of the table"
  case inclusionDiscovery = "the inclusion dependencies of the tables"
}

extension NormalizationError: CustomStringConvertible {
  /// One sentence in lower case without a full stop. O(length of the text).
  public var description: String {
    switch self {
    case .budgetExceeded(let task, let steps):
      "finding \(task.rawValue) takes more than \(steps) steps"
    case .duplicateAttribute(let name): "there are two attributes '\(name)'"
    case .unknownAttribute(let name, let place): "there is no attribute '\(name)', which \(place) names"
    case .positionOutOfRange(let position, let place):
      "there is no attribute at position \(position), which \(place) names"
    case .incompleteJoinDependency(let missing, let index):
      "\(DependencyPlace(.join, index)) leaves out \(missing.map { "'\($0)'" }.joined(separator: ", "))"
    case .raggedRow(let index, let values, let columns):
      "row \(index + 1) has \(values) values for \(columns) columns"
    case .cancelled: "stopped"
    }
  }
}

extension DependencyPlace: CustomStringConvertible {
  /// "functional dependency 2", counted from 1.
  public var description: String { "\(kind.rawValue) dependency \(index + 1)" }
}
