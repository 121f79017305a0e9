import Courses
import ObjectGraph
import WorkbookLanguage

extension [CheckResult] {
  /// The checks that have taken points. One without points takes none, unless all are without.
  var takingPoints: [CheckResult] {
    let isWeighted = contains { $0.maxPoints > 0 }
    return filter { $0.status == .failed && ($0.maxPoints > 0 || !isWeighted) }
  }

  /// Whether expectations that do not hold, of checks that have taken points, read all of the changes that no one asked for: the object's
  /// entity and the property, at either end. Then the changes have cost points already.
  func read(_ changes: [UnaskedChanges.Change], from start: Interpreter) -> Bool {
    guard !changes.isEmpty else { return false }
    let failures = takingPoints.flatMap(\.failures).filter { $0.likeness == nil && $0.wasJudged }
    let readings = failures.map { Reading(of: $0, from: start) }
    return changes.allSatisfy { change in readings.contains { $0.has(change) } }
  }
}

/// The names in an expectation that did not hold, and in what was tried for it, with their meaning in the exercise's start.
private struct Reading {
  private let names: Set<String>
  private let model: ManagedObjectModel
  /// The entities of the objects that the names mean or lead to.
  private let entities: Set<String>

  init(of failure: CheckResult.Failure, from start: Interpreter) {
    let names = failure.trees.mentionedNames
    self.names = names
    model = start.context.model
    let graph = start.context.graph
    let named = names.compactMap { start.names[$0]?.objectID }.compactMap(graph.entityName(of:))
    let reached = model.entities.flatMap(\.properties).filter { names.contains($0.name) }.compactMap {
      $0.relationship?.destination
    }
    entities = names.intersection(model.entityNames).union(named).union(reached)
  }

  func has(_ change: UnaskedChanges.Change) -> Bool {
    // A template has a name and no property.
    guard let key = change.key else { return mentions(change.entity) || names.contains(change.entity) }
    if names.contains(key), mentions(change.entity) { return true }
    guard let inverse = model.inverse(of: key, in: change.entity) else { return false }
    return names.contains(inverse.relationship.name) && mentions(inverse.entity)
  }

  private func mentions(_ entity: String) -> Bool {
    entities.contains { model.isKind(entity, of: $0) || model.isKind($0, of: entity) }
  }
}
