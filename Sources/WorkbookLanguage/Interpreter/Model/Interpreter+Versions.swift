import Diagnostics
import ObjectGraph
import Predicates

/// `version "League 2"` and `use version "League"`.
extension Interpreter {
  mutating func addVersion(_ name: String) throws -> ModelChange.Kind {
    try context.addModelVersion(name)
    // The new one is the last.
    let others = context.modelHistory.count - 1
    return .versionAdded(
      name, others: context.modelHistory.names(first: min(others, Listing.limit)), count: others)
  }

  mutating func useVersion(_ name: String) throws -> ModelChange.Kind {
    let report = try context.useModelVersion(name)
    follow(report.renumbered)
    return .versionUsed(name, lines: report.lines)
  }

  /// The learner's names follow the objects that were renumbered.
  mutating func follow(_ renumbered: [ManagedObjectID: ManagedObjectID]) {
    guard !renumbered.isEmpty else { return }
    names = names.mapValues { value in value.objectID.flatMap { renumbered[$0] }?.value ?? value }
  }
}
