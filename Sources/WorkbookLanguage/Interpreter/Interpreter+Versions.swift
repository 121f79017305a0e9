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

  /// A syntax error with a hint at the versions that there are, where the name of one was expected.
  func hintingAtVersions(_ diagnostic: Diagnostic, in source: SourceText) -> Diagnostic {
    guard diagnostic.id == "expected-version" else { return diagnostic }
    let history = context.modelHistory
    let known = history.names.filter { history.count == 1 || $0 != history.currentName }
    let written = diagnostic.range.map { String(source[$0]) } ?? ""
    let nearest = known.first { $0 == written } ?? (known.count == 1 ? known[0] : nil)
    var diagnostic = diagnostic
    diagnostic.hint =
      nearest.map { "write use version \(ModelText.string($0))" }
      ?? ModelHistoryError.unknownVersion(written, known: known).diagnostic.hint
    return diagnostic
  }

  /// The learner's names follow the objects that were renumbered.
  mutating func follow(_ renumbered: [ManagedObjectID: ManagedObjectID]) {
    guard !renumbered.isEmpty else { return }
    names = names.mapValues { value in value.objectID.flatMap { renumbered[$0] }?.value ?? value }
  }
}
